// The lobby's lists, going through a game, the game as a file, and the count before agreeing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { game as games } from "../../../../bindings/node/index.mjs";
import { open, point, says } from "./helpers.mjs";

const shots = process.env.GOCLIENT_SHOTS;
const shot = async (page, name) => shots && page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });

const phone = { viewport: { width: 390, height: 844 }, locale: "zh-CN", isMobile: true, hasTouch: true };
const press = (page, what) => page.click(`[data-do="${what}"]:not([hidden])`);
const text = (page, selector, want) =>
  page.waitForFunction(([selector, want]) => new RegExp(want).test(document.querySelector(selector)?.textContent), [selector, want]);
const stones = (page, n) => page.waitForFunction((n) => document.querySelectorAll("#board .piece:not(.ghost)").length === n, n);

/** The two begin a game on 9x9, in which amy has black. */
async function begin(amy, bob, name) {
  await amy.fill("#propose [name=nick]", name);
  await amy.selectOption("#propose [name=size]", "9");
  await amy.selectOption("#propose [name=colour]", "black");
  await amy.click("#propose button");
  await bob.click("#proposals button");
  for (const page of [amy, bob]) await press(page, "ready");
  for (const page of [amy, bob]) await page.waitForSelector('[data-do="resign"]:not([hidden])');
}

async function play(black, white, line) {
  for (const [i, at] of line.entries()) {
    const page = i % 2 ? white : black;
    await page.waitForSelector("#board.active");
    await point(page, at);
    await page.waitForSelector("#board:not(.active)");
  }
}

// A wall each, and a white stone behind black's.
const line = ["D1", "F1", "D2", "F2", "D3", "F3", "D4", "F4", "D5", "F5", "D6", "F6", "D7", "F7", "D8", "F8", "D9", "F9", "B2", "B8"];

/** Nothing is wider than the page, and every character has a glyph of the page's fonts. */
async function fits(page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
}

describe("the lobby and the game", { concurrency: 2 }, () => {
  test("games are listed with names, boards and points, people with what they do; a click watches", async (t) => {
    const hall = await open(t);
    const [amy, bob] = [await hall.enter("amy"), await hall.enter("bob")];
    const desk = await hall.enter("zoe");
    const mobile = await hall.enter("小明", phone);
    await desk.waitForSelector("#games-none:not([hidden])");
    await begin(amy, bob, "bob");
    await play(amy, bob, line.slice(0, 5));
    for (const page of [desk, mobile]) {
      await page.waitForFunction(() => document.querySelectorAll("#games .game .thumbnail .piece").length === 5);
      assert.deepEqual((await page.locator("#games .seat-line .name").allTextContents()).sort(), ["amy", "bob"]);
      await fits(page);
    }
    await text(desk, "#games .game", "9×9 · move 5.*Black [\\d.]+ : White [\\d.]+, as it stands");
    await text(mobile, "#games .game", "9 路 · 第 5 手.*黑 [\\d.]+，白 [\\d.]+");
    await text(desk, "#people-list", "amyplays.*bobplays.*小明free");
    await shot(desk, "games-desk-en");
    await shot(mobile, "games-phone-zh");

    await desk.click("#games .game button");
    await stones(desk, 5);
    await play(bob, amy, ["F3"]);
    await stones(desk, 6);
    await text(mobile, "#games .game", "1 人观看");
    await text(mobile, "#people-list", "zoe观战");

    // Somebody free is invited by a press.
    await press(desk, "unwatch");
    await desk.waitForSelector("#lobby:not([hidden])");
    await desk.click('#people-list button[aria-label="Invite: 小明"]');
    assert.equal(await desk.inputValue("#propose [name=nick]"), "小明");
    await desk.click("#propose button");
    await mobile.waitForSelector("#proposals button");
    assert.deepEqual(hall.errors, []);
  });

  test("one goes through a game, saves it, and sees the count before agreeing", async (t) => {
    const hall = await open(t);
    const [amy, bob] = [await hall.enter("amy"), await hall.enter("天弈", phone)];
    await begin(amy, bob, "天弈");
    await play(amy, bob, line);
    await stones(bob, line.length);

    // Coordinates on the phone are large enough to be read.
    const height = await bob.locator("#board .coord").first().evaluate((e) => e.getBoundingClientRect().height);
    assert.ok(height >= 8, `coordinates of ${height} pixels`);

    // Back and forth; nothing can be played in the past.
    await bob.click("#replay-back");
    await bob.click("#replay-back");
    await stones(bob, line.length - 2);
    await text(bob, "#replay-text", "18／20 手");
    await shot(bob, "replay-phone-zh");
    await amy.click("#replay-first");
    await stones(amy, 0);
    assert.equal(await amy.locator("#board.active").count(), 0);
    await point(amy, "A1");
    await amy.locator("#replay-plies").fill("7");
    await stones(amy, 7);
    await amy.click("#replay-newest");
    await amy.waitForSelector("#board.active");
    await stones(amy, line.length); // A1 was not played

    const saving = amy.waitForEvent("download");
    await amy.click("#sgf");
    const file = await saving;
    const [read] = games.read(readFileSync(await file.path(), "utf8"), { game: "go" });
    assert.deepEqual(read.moves.map((move) => move.toUpperCase()), line);
    assert.match(file.suggestedFilename(), /^[A-Z2-7]{26}\.sgf$/);

    await press(amy, "count");
    await press(bob, "count");
    for (const page of [amy, bob]) await page.waitForSelector("#counted:not([hidden])");
    // Whatever the server suggests, the two stones behind the walls are marked in the end.
    for (const at of ["B2", "B8"]) {
      const dead = await amy.locator(`[data-at="${at}"].dead`).count();
      if (dead === (at === "B8" ? 0 : 1)) await point(amy, at);
      for (const page of [amy, bob]) await page.waitForSelector(`[data-at="${at}"]${at === "B8" ? ".dead" : ":not(.dead)"}`);
    }
    await text(amy, "#counted", "As marked: Black \\d+.*, White \\d+");
    await text(bob, "#counted", "按此标记：黑");
    const [, b, w] = /Black ([\d.]+), White ([\d.]+)/.exec(await amy.textContent("#counted"));
    assert.equal(await amy.locator("#board .owner.b").count(), 26); // black's points without a stone of black's
    assert.equal(await amy.locator("#board .owner.w").count(), 27);
    await shot(amy, "counted-desk-en");
    await shot(bob, "counted-phone-zh");
    for (const page of [amy, bob]) await fits(page);
    await press(bob, "agree");
    await press(amy, "agree");
    await says(amy, new RegExp(`Black ${b}, White ${w}`)); // the server counts the same
    await shot(amy, "ended-desk-en");
    assert.deepEqual(hall.errors, []);
  });
});
