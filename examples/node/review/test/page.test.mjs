// The page in Chromium: a game is played and reviewed, exercises are done, in both languages, by pointer and keyboard.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { chromium } from "playwright-core";
import { start } from "../server.mjs";
import { browser, folder, host, record } from "./helpers.mjs";

const chrome = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"], timeout: 60_000 });
after(() => chrome.close());
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** The page in a browser session of its own; at the end nothing may have gone wrong in it. */
async function visit(t, { viewport = desktop, locale = "en-GB" } = {}) {
  const server = await start({ host, port: 0, games: folder() });
  const context = await chrome.newContext({ viewport, locale, acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const wrong = [];
  page.on("console", (m) => m.type() === "error" && !/ERR_INTERNET_DISCONNECTED/.test(m.text()) && wrong.push(m.text()));
  page.on("pageerror", (e) => wrong.push(e.stack));
  t.after(async () => {
    await context.close();
    await server.close();
    assert.deepEqual(wrong, [], "errors on the console");
  });
  await page.goto(`http://${host}:${server.port}/`);
  await page.waitForSelector("body[data-ready]");
  return page;
}

/** Clicks a point of the board. */
async function point(page, name) {
  const board = page.locator("#board svg");
  await board.scrollIntoViewIfNeeded();
  const { width } = await board.boundingBox();
  const { size, edge } = await board.evaluate((picture) => ({ size: Number(picture.dataset.size), edge: Number(picture.dataset.edge) }));
  const scale = width / (size - 1 + 2 * edge);
  await board.click({ position: { x: ("ABCDEFGHJKLMN".indexOf(name[0]) + edge) * scale, y: (size - Number(name.slice(1)) + edge) * scale } });
}

const says = (page, text) => page.waitForFunction((want) => document.querySelector("#status").textContent.includes(want), text);

async function shot(page, name) {
  if (process.env.QIKIT_SHOTS) await page.screenshot({ path: join(process.env.QIKIT_SHOTS, `review-${name}.png`), fullPage: true });
}

const require = createRequire(import.meta.url);

/** Nothing serious is wrong for people who see or hear the page in another way. */
async function accessible(page) {
  await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id, nodes }) => [id, nodes[0].html]), []);
}

/** Nothing is wider than the page. */
async function fits(page) {
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "the page is too wide");
}

async function load(page, text = record) {
  await page.fill("#load textarea", text);
  await page.click("#load button");
  await page.waitForSelector("body[data-ready^=game]");
}

async function review(page) {
  await page.selectOption("#effort", "quick");
  await page.click('[data-do="review"]');
  await page.waitForSelector("#bad li");
}

test("a game is played by pointer and keyboard, and reviewed", async (t) => {
  const page = await visit(t);
  await accessible(page);
  await shot(page, "home");
  await page.selectOption("#begin [name=size]", "5");
  await page.fill("#begin [name=level]", "1");
  await page.click("#begin button");
  await says(page, "Your turn");
  await point(page, "C3");
  await page.waitForFunction(() => document.querySelectorAll("#board .piece").length === 2);
  await says(page, "Your turn");
  await page.click('[data-do="undo"]');
  await page.waitForFunction(() => document.querySelectorAll("#board .piece").length === 0);
  await page.focus("#board");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#board .piece").length === 2);
  await says(page, "Your turn");
  await page.click('[data-do="resign"]');
  await page.click('[data-do="resign"]');
  await says(page, "You lost");
  await page.selectOption("#effort", "quick");
  await page.click('[data-do="review"]');
  await page.waitForSelector("#review:not([hidden])");
  assert.match(await page.textContent("#summary"), /in moves: 1\./);
  await page.click("h1 a");
  await page.waitForFunction(() => document.querySelectorAll("#games li").length === 1);
  assert.match(await page.textContent("#games"), /5×5, 1 to capture.*you lost.*reviewed/);
});

test("a pupil learns from a record", async (t) => {
  const page = await visit(t);
  await load(page);
  await review(page);
  await page.click("#bad button");
  await shot(page, "bad");
  await accessible(page);
  await fits(page);
  assert.match(await page.textContent("#detail-text"), /D2/);
  await page.click('[data-do="demonstrate"]');
  await says(page, "The better line: move 1");
  await page.keyboard.press(".");
  await says(page, "The better line: move 2");
  await shot(page, "line");
  await page.click('[data-do="exercise"]');
  await says(page, "Black to move: find a better move");
  await point(page, "D2");
  await says(page, "D2 is as bad as it was");
  await shot(page, "exercise");
  await point(page, "B2");
  await says(page, "B2 is right");
  await page.waitForSelector('#bad button[aria-label*="solved"]');
  await page.click('[data-do="ask"]');
  await point(page, "A5");
  await page.waitForSelector("#answers li");
  assert.match(await page.textContent("#answers"), /A5/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  assert.match(readFileSync(await download.path(), "utf8"), /^\(;/);
  await page.click("#curve svg", { position: { x: 60, y: 40 } });
  assert.match(await page.textContent("#ply"), /^\d+ \/ 10$/);
  await page.keyboard.press("b");
  await page.click('[data-do="retry"]');
  await says(page, "Your turn");
  assert.equal(await page.textContent("#ply"), "8 / 8");
});

test("on a phone, in Chinese", async (t) => {
  const page = await visit(t, { viewport: phone, locale: "zh-CN" });
  assert.equal(await page.textContent("h1"), "吃子棋");
  await fits(page);
  await shot(page, "home-zh");
  await load(page);
  await review(page);
  await page.click("#bad button");
  assert.match(await page.textContent("#detail-text"), /[\u4e00-\u9fff]/);
  await fits(page);
  await accessible(page);
  await shot(page, "bad-zh");
  await page.click("#language");
  assert.match(await page.textContent("#summary"), /written in Chinese/);
  await page.click("#summary button");
  await page.waitForFunction(() => /Blunders/.test(document.querySelector("#summary").textContent) && !document.querySelector("#summary button"));
  assert.match(await page.textContent("#summary"), /^Accuracy/);
});

test("what goes wrong is told", async (t) => {
  const page = await visit(t);
  await page.fill("#load textarea", "nonsense");
  await page.click("#load button");
  await page.waitForSelector("#notice:not([hidden])");
  assert.match(await page.textContent("#notice"), /This was refused: .*expected/);
  await page.evaluate(() => (location.hash = "#/game/99"));
  await page.waitForFunction(() => /no such game/.test(document.querySelector("#notice").textContent));
  await load(page);
  await page.context().setOffline(true);
  await page.click('[data-do="again"]');
  await page.waitForFunction(() => /does not answer/.test(document.querySelector("#notice").textContent));
  await page.context().setOffline(false);
});
