// A person and the AI platform, a real one, at a real gateway.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { terminal } from "../../../../bindings/node/index.mjs";
import { open, openAt, point, resign, says, startPlatform } from "./helpers.mjs";

const shots = process.env.GOCLIENT_SHOTS;
const shot = async (page, name) => shots && page.screenshot({ path: join(shots, `${name}.png`) });

const phone = { viewport: { width: 360, height: 740 }, locale: "zh-CN", colorScheme: "dark", isMobile: true, hasTouch: true };
const press = (page, what) => page.click(`[data-do="${what}"]:not([hidden])`);
const has = (page, n) => page.waitForFunction((n) => document.querySelectorAll("#board .piece:not(.ghost)").length >= n, n);
const notice = (page, text) => page.waitForFunction((want) => new RegExp(want).test(document.querySelector("#constants-notice").textContent), text);

/** A hall with a platform that waits in it. */
async function withPlatform(t) {
  const folder = mkdtempSync(join(tmpdir(), "goclient-ai-"));
  const keys = join(folder, "keys");
  writeFileSync(keys, "lab sesame\n");
  const hall = await open(t, "-keys", keys);
  const platform = await startPlatform("-gateway", hall.gateway.address, "-key", "sesame", "-store", join(folder, "ai.db"), "-learn=false");
  t.after(async () => {
    await platform.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return hall;
}

/** Makes a move where the computer has made none. */
async function move(page) {
  await page.waitForSelector("#board.active"); // the computer's first move may come before
  const taken = await page.$$eval("#board .piece", (pieces) => pieces.map((piece) => piece.dataset.at));
  const at = ["C3", "G7", "C7", "G3"].find((name) => !taken.includes(name));
  await point(page, at);
  await page.waitForSelector(`[data-at="${at}"]`);
}

/** Sits down with the computer and makes a move. */
async function begin(page, level) {
  await page.selectOption("#level", String(level));
  await page.click("#computer");
  await press(page, "ready");
  await move(page);
}

describe("the computer", { concurrency: 2 }, () => {
  test("plays at a level; its constants are seen and changed; others watch", async (t) => {
    const hall = await withPlatform(t);
    const amy = await hall.enter("amy");
    await amy.waitForSelector("#computer-box:not([hidden])");
    assert.equal(await amy.locator("#lobby .open-constants").isVisible(), false); // of whom?
    await shot(amy, "computer-lobby-desk-en");
    await begin(amy, 2);
    await amy.waitForSelector("#board.active");
    await has(amy, 2);

    // Why did it play there?
    await press(amy, "why");
    await amy.waitForFunction(() => /AI-qikit: I played [A-J][1-9] /.test(document.querySelector("#lines").textContent));

    // What it is set to, the level that was asked for among it.
    await amy.click("#table .open-constants");
    const field = (key) => amy.locator(`#constants [name="${key}"]`);
    await field("level").waitFor();
    assert.equal(await field("level").inputValue(), "2");
    assert.equal(await field("level").getAttribute("max"), "10");
    await shot(amy, "constants-desk-en");

    // Out of its range nothing changes, and the range is said.
    await field("mc.seconds").fill("500");
    await field("mc.seconds").press("Tab");
    await notice(amy, "Seconds a move: expected 0\\.01 to 120");
    assert.equal(await field("mc.seconds").getAttribute("aria-invalid"), "true");
    await field("mc.seconds").fill("0.5");
    await field("mc.seconds").press("Enter");
    await notice(amy, "Seconds a move is now 0\\.5");
    await amy.keyboard.press("Escape");
    await amy.waitForSelector("#constants:not([open])", { state: "hidden" });
    await amy.click("#table .open-constants");
    await field("mc.seconds").waitFor();
    assert.equal(await field("mc.seconds").inputValue(), "0.5");
    await amy.locator('.constant:has([name="mc.seconds"]) button').click();
    await notice(amy, "Seconds a move is now 2");

    // All of them are as usual again by one press, the level too.
    await field("game.undos").fill("3");
    await field("game.undos").press("Enter");
    await notice(amy, "Take-backs allowed is now 3");
    await amy.click("#reset-constants");
    await notice(amy, "Everything is as usual again");
    assert.deepEqual([await field("game.undos").inputValue(), await field("level").inputValue()], ["10", "10"]);
    await amy.click("#close-constants");

    // A name with a password keeps the settings for a later session; nobody else has them.
    const claim = async (page, name, password) => {
      await page.fill("#claim [name=name]", name);
      await page.fill("#claim [name=password]", password);
      await page.click("#claim button");
    };
    await amy.click("#table .open-constants");
    await field("mc.seconds").waitFor();
    await field("mc.seconds").fill("0.25");
    await field("mc.seconds").press("Enter");
    await notice(amy, "Seconds a move is now 0\\.25");
    await shot(amy, "claim-desk-en");
    await claim(amy, "Amy", "correct horse");
    await amy.waitForSelector("#claimed:not([hidden])");
    assert.equal(await amy.textContent("#claimed"), "They are kept as Amy.");
    assert.equal(await amy.locator("#claim").isVisible(), false);
    await amy.click("#close-constants");

    // Another one watches, by the game's code, and hears of the moves.
    const bob = await hall.enter("天弈", phone);
    const code = /[A-Z2-7]{26}/.exec(await amy.textContent("#code"))[0];
    await bob.fill("#watch [name=game]", `${"B".repeat(25)}A`);
    await bob.click("#watch button");
    await bob.waitForSelector("#notice:not([hidden])");
    assert.match(await bob.textContent("#notice"), /没有这盘棋/);
    await bob.fill("#watch [name=game]", code.toLowerCase());
    await bob.click("#watch button");
    await has(bob, 2);
    await says(bob, /轮到 .+ 走棋/);
    assert.equal(await bob.locator('#actions button:visible').count(), 1);
    await move(amy);
    await has(amy, 3);
    await has(bob, 3);
    await shot(bob, "watching-phone-zh");
    await press(bob, "unwatch");
    await bob.waitForSelector("#lobby:not([hidden])");

    // After a reload, and after the game, the computer is still known.
    await amy.reload();
    await amy.waitForSelector("#table .open-constants:not([hidden])");
    await resign(amy);
    await says(amy, /by resignation/);
    await press(amy, "leave");
    await amy.click("#lobby .open-constants");
    await field("level").waitFor();
    await amy.click("#close-constants");
    await amy.click("#logout");
    await amy.waitForSelector("#login:not([hidden])");

    // The next one of that nick is a guest, until the password is shown.
    const next = await hall.enter("amy");
    await begin(next, 2);
    await next.click("#table .open-constants");
    const seconds = next.locator('#constants [name="mc.seconds"]');
    await seconds.waitFor();
    assert.equal(await seconds.inputValue(), "2");
    await claim(next, "amy", "a wrong one");
    await notice(next, "another password");
    assert.equal(await seconds.inputValue(), "2");
    await claim(next, "amy", "correct horse");
    await next.waitForSelector("#claimed:not([hidden])");
    await next.waitForFunction(() => document.querySelector('#constants [name="mc.seconds"]')?.value === "0.25");
    await next.click("#close-constants");

    // Others see what the computer does.
    await bob.waitForFunction(() => document.querySelector("#computers").textContent === "AI-qikit 正与 amy 对弈");
    assert.ok(await bob.locator("#computer").isVisible());
    await shot(bob, "computers-phone-zh");
    assert.deepEqual(hall.errors, []);
  });

  test("on a phone, in Chinese", async (t) => {
    const hall = await withPlatform(t);
    const page = await hall.enter("天弈", phone);
    await page.waitForSelector("#computer-box:not([hidden])");
    await shot(page, "computer-lobby-phone-zh");
    await page.selectOption("#ai-size", "13");
    await begin(page, 1);
    assert.match(await page.getAttribute("#board", "aria-label"), /13 路/);
    await page.waitForSelector("#board.active");
    await press(page, "why");
    await page.waitForFunction(() => /AI-qikit: 我下 [A-N]\d+，/.test(document.querySelector("#lines").textContent));
    await page.click("#table .open-constants");
    await page.locator('[name="mc.seconds"]').waitFor();
    assert.match(await page.textContent("#hint-mc\\.seconds"), /上限；对局时钟可能更少。 0.01 至 120，默认 2/);
    await shot(page, "constants-first-phone-zh");
    await page.click('summary:has-text("各模块权重")'); // folded, as few change them
    await page.locator('[name="weight.mc"]').waitFor();
    assert.match(await page.textContent("#constants"), /蒙特卡罗/);
    await shot(page, "constants-phone-zh");
    for (const place of ["document.documentElement", "document.querySelector('#constants-list')"]) {
      const wide = await page.evaluate(`${place}.scrollWidth - ${place}.clientWidth`);
      assert.ok(wide <= 0, `${place} is ${wide} pixels too wide`);
    }
    assert.ok(await page.locator("#close-constants").isVisible());
    assert.deepEqual(hall.errors, []);
  });

  test("terminals that join and leave are seen at once", async (t) => {
    const platform = await startPlatform("-listen", "127.0.0.1:0", "-size", "9", "-grace", "0s", "-learn=false");
    const hall = await openAt(t, platform);
    const [amy, bob] = [await hall.enter("amy"), await hall.enter("天弈", phone)];
    await amy.waitForSelector("#computer-box:not([hidden])");
    assert.equal(await amy.locator("#lobby .terminals").isVisible(), false);
    await begin(amy, 1);

    const [one, two] = [1, 2].map((n) => terminal.join({ port: platform.port, nick: `worker${n}`, cores: 1 }));
    const along = (page, text) => page.waitForFunction((want) => [...document.querySelectorAll(".terminals")].some((e) => e.checkVisibility() && e.textContent === want), text);
    await along(amy, "2 computers compute along"); // in the middle of a game
    await along(bob, "2 台电脑协同计算");
    await shot(amy, "terminals-desk-en");
    await shot(bob, "terminals-phone-zh");
    assert.match(await amy.textContent("#terminals-voice"), /computes? along/);
    one.cancel();
    await along(amy, "1 computer computes along");
    two.cancel();
    await Promise.allSettled([one.wait(), two.wait()]);
    await bob.waitForFunction(() => document.querySelector("#terminals-voice").textContent.includes("没有"));
    assert.equal(await bob.locator("#lobby .terminals").isVisible(), false);
    assert.deepEqual(hall.errors, []);
  });
});
