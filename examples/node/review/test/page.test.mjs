// The page in Chromium: a game is played and reviewed, exercises are done, in both languages, by pointer and keyboard.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { chromium } from "playwright-core";
import { start } from "../server.mjs";
import { browser, folder, hang, host, inView, lines, long, point, promise, record, rich, stopClock } from "./helpers.mjs";

const chrome = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"], timeout: hang });
after(() => chrome.close());
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** The page in a browser session of its own, at a server of its own; at the end nothing may have gone wrong in it. */
async function visit(t, { viewport = desktop, locale = "en-GB", games = folder() } = {}) {
  let server = await start({ host, port: 0, games });
  const context = await chrome.newContext({ viewport, locale, acceptDownloads: true });
  context.setDefaultTimeout(hang);
  const page = await context.newPage();
  const wrong = [];
  const unreachable = /ERR_(INTERNET_DISCONNECTED|CONNECTION_|INCOMPLETE_CHUNKED|EMPTY_RESPONSE|NETWORK_CHANGED|SOCKET)/; // as some tests want it
  page.on("console", (m) => m.type() === "error" && !unreachable.test(m.text()) && wrong.push(m.text()));
  page.on("pageerror", (e) => wrong.push(e.stack));
  t.after(async () => {
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
    await server.close();
    assert.deepEqual(wrong, [], "errors on the console");
  });
  await page.goto(`http://${host}:${server.port}/`);
  await page.waitForSelector("body[data-ready]");
  return Object.assign(page, {
    async restart() {
      const { port } = server;
      await server.close();
      server = await start({ host, port, games });
    },
  });
}

/**
 * Lets answer(route, what, said) decide on what the page asks the server for: by route.fulfill, route.abort, or by
 * returning "on" for what goes on as it is.
 */
async function between(page, answer) {
  await page.route("**/act", async (route) => {
    const { what, ...said } = route.request().postDataJSON();
    if ((await answer(route, what, said)) === "on") await route.fallback();
  });
}

/** Changes the review that the page is told: two reviews of a game are not the same in everything. */
const reviewIs = (page, change) =>
  between(page, async (route, what) => {
    if (what !== "open") return "on";
    const response = await route.fetch();
    const answer = await response.json();
    if (answer.game.review) change(answer.game.review);
    return route.fulfill({ json: answer });
  });

const refused = (route, code) => route.fulfill({ json: { code } });
const cut = (route) => route.abort("internetdisconnected");

const pieces = (page, n) => page.waitForFunction((want) => document.querySelectorAll("#board .piece").length === want, n);
const asked = (page, what) => page.waitForResponse((response) => response.request().postData()?.includes(`"what":"${what}"`));

async function begin(page, { size = "5", colour = "black" } = {}) {
  await page.selectOption("#begin [name=size]", size);
  await page.selectOption("#begin [name=colour]", colour);
  await page.fill("#begin [name=level]", "1");
  await page.click("#begin button");
  await page.waitForSelector("body[data-ready^=game]");
}

async function confirm(page, name) {
  await page.click(`[data-do="${name}"]`);
  await page.click(`[data-do="${name}"].sure`);
}

const notices = (page, text) => page.waitForFunction((want) => document.querySelector("#notice").textContent.includes(want), text);

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
  await confirm(page, "resign");
  await says(page, "You lost");
  await page.selectOption("#effort", "quick");
  await page.click('[data-do="review"]');
  await page.waitForSelector("#review:not([hidden])");
  assert.match(await page.textContent("#summary"), /in moves: 1\./);
  await page.click("h1 a");
  await page.waitForFunction(() => document.querySelectorAll("#games li").length === 1);
  assert.match(await page.textContent("#games"), /5×5, 1 to capture.*you play Black.*you lost.*reviewed/);
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
  assert.match(await page.textContent("#curve circle"), /^Your move \d, [A-E]\d: \S+ \(move \d of the game\); your chance after it: \d+ %$/);
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
  await begin(page, { colour: "white" });
  assert.equal(await page.textContent("#which"), "5×5，吃 1 子 · 难度 1 · 你执白棋"); // "1 级" is the strongest of a Go club
  await page.click("h1 a");
  await page.waitForSelector("body[data-ready=home]");
  await load(page);
  await review(page);
  await page.click("#bad button");
  assert.match(await page.textContent("#detail-text"), /[\u4e00-\u9fff]/);
  await fits(page);
  await accessible(page);
  await shot(page, "bad-zh");
  await page.click('[data-do="ask"]');
  await point(page, "A5");
  await says(page, "如果下 A5：");
  assert.match((await lines(page, "#status"))[0], /。$/, "what belongs together stays in one line");
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
  assert.equal(await page.textContent("#notice"), "This is no SGF record that can be read: line 1, column 1.");
  await page.evaluate(() => (location.hash = "#/game/99"));
  await page.waitForFunction(() => /no such game/.test(document.querySelector("#notice").textContent));
  await load(page);
  await page.context().setOffline(true);
  await page.click('[data-do="again"]');
  await page.waitForFunction(() => /does not answer/.test(document.querySelector("#notice").textContent));
  await page.context().setOffline(false);
  await page.waitForSelector("#notice", { state: "hidden" });
});

test("the computer's move is asked for until it comes", async (t) => {
  const page = await visit(t);
  const failures = [cut, (route) => refused(route, "busy"), (route) => refused(route, "crowded")];
  await between(page, (route, what) => (what === "reply" && failures.length > 0 ? failures.shift()(route) : "on"));
  await begin(page, { colour: "white" });
  await pieces(page, 1);
  assert.equal(failures.length, 0);
  await says(page, "Your turn: you play White");
});

test("a game that is given up and taken back goes on", async (t) => {
  const page = await visit(t);
  let away = true; // the computer
  await between(page, (route, what) => (what === "reply" && away ? refused(route, "crowded") : "on"));
  await begin(page, { colour: "white" });
  await says(page, "thinking");
  await confirm(page, "resign");
  await says(page, "You lost");
  away = false;
  let opened = 0;
  const settled = promise(); // by the page, and by its stream of events
  page.on("response", (response) => response.request().postData()?.includes('"what":"open"') && ++opened === 2 && settled.resolve());
  await page.reload();
  await settled.made;
  await page.click('[data-do="undo"]');
  await pieces(page, 1);
});

test("a game does not wait for another one", async (t) => {
  const page = await visit(t);
  const { made, resolve } = promise();
  await between(page, async (route, what, said) => {
    if (what === "reply" && said.game === 1) await made;
    return "on";
  });
  await begin(page, { colour: "white" });
  await page.click("h1 a");
  await page.waitForSelector("body[data-ready=home]");
  await begin(page, { colour: "white" });
  await pieces(page, 1);
  resolve();
});

test("answers come in any order", async (t) => {
  const page = await visit(t);
  await begin(page, { size: "5" });
  await page.click("h1 a");
  await begin(page, { size: "7" });
  await page.click("h1 a");
  await page.waitForSelector("body[data-ready=home]");
  const { made, resolve } = promise();
  await between(page, async (route, what, said) => {
    if (what === "open" && said.game === 1) await made;
    return "on";
  });
  await page.evaluate(() => (location.hash = "#/game/1"));
  await page.evaluate(() => (location.hash = "#/game/2"));
  await page.waitForSelector("body[data-ready='game 2']");
  const late = page.waitForResponse((response) => response.request().postData()?.includes('"game":1'));
  resolve();
  await (await late).finished();
  await page.evaluate(() => new Promise((done) => setTimeout(done))); // the page has had its turn
  assert.deepEqual(await page.evaluate(() => [document.body.dataset.ready, document.querySelector("#board svg").dataset.size]), ["game 2", "7"]);
});

test("the list comes when the server is back", async (t) => {
  const page = await visit(t);
  await begin(page);
  let down = true;
  await between(page, (route, what) => (down && what === "list" ? cut(route) : "on"));
  await page.click("h1 a");
  await notices(page, "does not answer");
  await page.keyboard.press("."); // the game that is still shown has not gone
  down = false;
  await page.waitForSelector("body[data-ready=home]");
  assert.equal(await page.isVisible("#notice"), false);
});

test("a review goes on when the server is started anew, and is made again when it was stopped", async (t) => {
  const page = await visit(t);
  await load(page, long);
  await page.selectOption("#effort", "deep");
  await page.click('[data-do="review"]');
  await says(page, "The end of the record");
  await page.waitForSelector("#progress:not([hidden])");
  await page.restart();
  await page.waitForFunction(() => document.querySelector("#progress progress").value > 0);
  await page.click('[data-do="stop"]');
  await page.waitForSelector("#review:not([hidden])");
  const [, analysed, left] = /in moves: (\d)\. The review was ended early\. Moves left out: (\d)\./.exec(await page.textContent("#summary"));
  assert.equal(Number(analysed) + Number(left), 3);
  await page.selectOption("#effort", "quick");
  await page.click('#ask-review [data-do="review"]');
  await page.waitForFunction(() => /in moves: 3\.$/.test(document.querySelector("#summary").textContent));
});

test("a game stays as it is while it is reviewed, and then", async (t) => {
  const page = await visit(t);
  const none = { accuracy: null, classes: { blunder: 0, mistake: 0, inaccuracy: 0 }, badMoves: [], exercises: [], moves: [{ number: 1, analysed: false }] };
  await reviewIs(page, (review) => Object.assign(review, none)); // a fast machine has looked at the move before the stop
  await begin(page, { size: "13" });
  await point(page, "G7");
  await pieces(page, 2);
  await says(page, "Your turn");
  await page.selectOption("#effort", "deep");
  await page.click('[data-do="review"]');
  await says(page, "The game is being reviewed");
  assert.equal(await page.isVisible('[data-do="undo"]'), false);
  await point(page, "A1");
  await notices(page, "being reviewed");
  await page.click('[data-do="stop"]');
  await says(page, "A reviewed game stays as it is");
  assert.match(await page.textContent("#summary"), /in moves: 0\. The review was ended early\. Moves left out: 1\.$/);
  assert.equal(await page.isVisible("#no-bad"), false, "nobody has looked");
  assert.equal(await page.isVisible("#mistakes"), false, "an empty list");
  await point(page, "A1");
  await notices(page, "A reviewed game stays as it is");
  await page.keyboard.press(","); // what was said of an earlier act is not said of this one
  assert.equal(await page.isVisible("#notice"), false);
  await pieces(page, 1);
  await point(page, "B1");
  await notices(page, "A reviewed game stays as it is");
  await page.click('[data-do="next"]');
  assert.equal(await page.isVisible("#notice"), false);
  await pieces(page, 2);
});

test("a page that is not looked at keeps no connection, and one that is behind catches up", async (t) => {
  const page = await visit(t);
  await begin(page);
  await point(page, "C3");
  await says(page, "Your turn");
  await pieces(page, 2);
  const look = (one, hidden) =>
    one.evaluate((now) => {
      Object.defineProperty(document, "hidden", { value: now, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await look(page, true);
  const others = [];
  for (let i = 0; i < 6; i++) {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.waitForSelector("body[data-ready='game 1']");
    if (i < 5) await look(other, true);
    others.push(other);
  }
  await others[5].click('[data-do="undo"]');
  await pieces(others[5], 0);
  assert.equal(await page.locator("#board .piece").count(), 2);
  await point(page, "C3"); // a stone stands there no more
  await pieces(page, 0);
  await point(others[5], "C3");
  await pieces(others[5], 2);
  assert.equal(await page.locator("#board .piece").count(), 0);
  await look(page, false);
  await pieces(page, 2);
});

test("the link to the content stays in the game", async (t) => {
  const page = await visit(t);
  await begin(page);
  await page.focus(".skip");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "main");
  assert.match(page.url(), /#\/game\/1$/);
});

test("what the pupil asks is called what it is", async (t) => {
  const page = await visit(t);
  await load(page); // whose proofs are the same in every review
  await review(page);
  await page.click("#bad button");
  await page.click('[data-do="ask"]');
  await point(page, "A5");
  await page.waitForFunction(() => /^What if A5\? It is an? .*\. Move 1 of \d, A5\.$/.test(document.querySelector("#status").textContent));
  await page.click('[data-do="first"]');
  await page.waitForFunction(() => /^What if A5\? It is an? .*[^5]\.$/.test(document.querySelector("#status").textContent));
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll("#board .mark")].map((mark) => mark.classList[1])), ["asked"]);
  await page.click('[data-do="demonstrate"]');
  await says(page, "The better line: move 1");
  await page.click("#answers button");
  await says(page, "What if A5? It is");
  await page.click("#language");
  await page.waitForFunction(() => /^如果下 A5：这(手欠佳|是失误|是大错)。变化第 1 手 A5，共 \d 手。$/.test(document.querySelector("#status").textContent));
  assert.equal(await page.isVisible("#answers-go"), true);
});

test("an exercise does not tell its answer, and goes on after what was no move", async (t) => {
  const page = await visit(t, { locale: "zh-CN" });
  await reviewIs(page, ({ exercises }) => exercises.forEach((one) => Object.assign(one, { accepted: ["C5"], refused: ["A1"] })));
  await load(page, rich);
  await review(page);
  await page.click("#bad button:has-text('A1')");
  await page.click('[data-do="exercise"]');
  await says(page, "请找出更好的一手");
  await point(page, "A5");
  await notices(page, "这里不能落子");
  await says(page, "请找出更好的一手");
  await point(page, "A1");
  await says(page, "A1 一样不好");
  assert.equal(await page.isVisible("#notice"), false, "on a phone it would lie over what is said of this move");
  const { made, resolve } = promise();
  let looked = 0;
  await between(page, async (route, what) => {
    if (what !== "ask") return "on";
    looked += 1;
    const response = await route.fetch();
    const answer = await response.json();
    Object.assign(answer.answer, { loss: 11, proven: "", best: "C5" });
    await made;
    return route.fulfill({ json: answer });
  });
  await point(page, "A2");
  await says(page, "A2：让我看看");
  await point(page, "C5"); // the answer, while the other guess is looked at
  resolve();
  await says(page, "再试一次");
  assert.equal(await page.textContent("#status"), "A2 使胜率低了 11 个百分点。再试一次。");
  await point(page, "C5");
  await says(page, "C5 正确");
  assert.equal(looked, 1);
  await page.waitForSelector('#bad button[aria-label="你的第 6 手 A1：大错，练习已解"]');
});

test("the end of a line", async (t) => {
  const page = await visit(t);
  await reviewIs(page, ({ badMoves }) => (badMoves[0].demonstration = ["D5", "B1", "B5"]));
  await load(page);
  await review(page);
  await page.click("#bad button");
  await page.click('[data-do="demonstrate"]');
  await says(page, "The better line: move 1 of 3");
  await page.click('[data-do="last"]');
  await page.waitForFunction(() => document.querySelector("#score").textContent.includes("Black has captured 2 of 1"));
  assert.equal(await page.isDisabled('[data-do="again"]'), true, "nothing to play on");
  await page.click('[data-do="previous"]');
  await page.click('[data-do="again"]');
  await page.waitForSelector("body[data-ready='game 2']");
  assert.equal(await page.textContent("#ply"), "10 / 10");
  assert.equal(await page.textContent("#which"), "5×5, 1 to capture · from a position, level 3 · you play Black");
});

test("what is pressed twice is done once", async (t) => {
  const page = await visit(t);
  const { made, resolve } = promise();
  await between(page, (route, what) => (what === "begin" ? made.then(() => "on") : "on"));
  await page.dblclick("#begin button");
  resolve();
  await page.waitForSelector("body[data-ready='game 1']");
  await stopClock(page);
  await page.dblclick('[data-do="remove"]');
  await page.clock.runFor(500);
  await page.waitForSelector('[data-do="remove"].sure');
  await page.click("#language");
  assert.equal(await page.textContent('[data-do="remove"]'), "删除");
  assert.equal(await page.locator(".sure").count(), 0);
  await page.click('[data-do="remove"]');
  await page.clock.runFor(500);
  await page.waitForSelector('[data-do="remove"].sure');
  await page.click("h1 a");
  await page.waitForFunction(() => document.querySelectorAll("#games li").length === 1);
  await page.click("#games a");
  await page.waitForSelector("body[data-ready^=game]");
  assert.equal(await page.locator(".sure").count(), 0, "another game is not meant");
});

test("a review that failed", async (t) => {
  const page = await visit(t);
  await load(page);
  await page.route("**/events", (route) => route.fulfill({ contentType: "text/event-stream", body: 'retry: 100\ndata: {"game":1,"failed":true}\n\ndata: {"game":1,"reviewed":true}\n\n' }));
  await page.reload();
  await notices(page, "The review failed");
  await asked(page, "open"); // and again with each stream
  await asked(page, "open");
  assert.match(await page.textContent("#notice"), /The review failed/);
});

test("records in other charsets, of many games, and too long", async (t) => {
  const page = await visit(t, { locale: "zh-CN" });
  const file = (buffer) => page.setInputFiles("#load input[type=file]", { name: "a.sgf", mimeType: "application/x-go-sgf", buffer });
  await file(Buffer.alloc(3_000_000));
  await page.click("#load button");
  await notices(page, "太长");
  const game = (charset, name) => Buffer.concat([Buffer.from(`(;SZ[5]${charset}RU[Capture-1]RE[W+R]PB[`), Buffer.from(name), Buffer.from("];B[aa];W[bb])")]);
  for (const [charset, name, read] of [["CA[GBK]", [0xd5, 0xc5, 0xc8, 0xfd], "张三"], ["", [0xd5, 0xc5, 0xc8, 0xfd], "张三"], ["CA[Big5]", [0xb1, 0x69], "張"]]) {
    await file(game(charset, name));
    await page.click("#load button");
    await page.waitForSelector("body[data-ready^=game]");
    await says(page, "棋谱结束。白棋胜（对方认输）。");
    assert.match(await page.evaluate(() => fetch(document.querySelector("#save").href).then((saved) => saved.text())), new RegExp(`PB\\[${read}\\]`));
    await page.click("h1 a");
    await page.waitForSelector("body[data-ready=home]");
  }
  await load(page, record + record);
  await notices(page, "文件里有 2 局棋");
  await page.click("h1 a");
  await page.waitForSelector("body[data-ready=home]");
  await page.fill("#load textarea", "(;SZ[9];B[aa])");
  await page.click("#load button");
  await notices(page, "请选择“吃几子获胜”");
});

test("saving a game that is gone leaves the page", async (t) => {
  const page = await visit(t);
  await begin(page);
  await page.evaluate(() => fetch("act", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ what: "remove", game: 1 }) }));
  const answered = page.waitForEvent("download");
  await page.click("#save");
  await answered;
  assert.equal(await page.isVisible("#board"), true);
});

test("the list says nothing before it has come", async (t) => {
  const page = await visit(t);
  const { made, resolve } = promise();
  await between(page, async (route, what) => {
    if (what === "list") await made;
    return "on";
  });
  await page.reload();
  assert.equal(await page.isVisible("#no-games"), false);
  resolve();
  await page.waitForSelector("#no-games:not([hidden])");
});

test("what is pressed shows the board on a phone", async (t) => {
  const page = await visit(t, { viewport: phone });
  await load(page, "(;FF[4]GM[1]SZ[7]RU[Capture-1];B[dd];W[aa];B[ga];W[ee];B[gg];W[de])"); // both players blunder
  await review(page);
  await page.click("#bad button");
  for (const [name, text] of [["demonstrate", "The better line"], ["exercise", "find a better move"], ["ask", "Choose a point"]]) {
    await page.click(`[data-do="${name}"]`);
    await says(page, text);
    await inView(page, "#status");
    await inView(page, "#board");
  }
  await page.click("#opponent button");
  await says(page, "A blunder of your opponent's.");
  await inView(page, "#status");
  await inView(page, "#board");
  await fits(page);
});

test("a phone held across shows the whole board", async (t) => {
  const page = await visit(t, { viewport: { width: 844, height: 390 } });
  await begin(page);
  await inView(page, "#status");
  await inView(page, "#board");
});

test("a pupil at a keyboard, and one who hears the page", async (t) => {
  const page = await visit(t);
  await load(page, rich);
  await review(page);
  const bad = "#bad button:has-text('A1')";
  await page.focus(bad);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#detail:not([hidden])");
  assert.equal(await page.evaluate(() => document.activeElement.closest("ol")?.id), "bad", "the focus stays");
  assert.equal(await page.getAttribute(bad, "aria-pressed"), "true");
  assert.equal(await page.locator(bad).evaluate((pressed) => getComputedStyle(pressed).borderLeftColor), "rgb(192, 57, 43)", "of a blunder");
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await inView(page, "#status");
  await page.focus('[data-do="last"]');
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.do), "last");
  assert.equal(await page.getAttribute('[data-do="last"]', "aria-disabled"), "true");
  await page.click(bad);
  await page.focus("#board");
  for (const key of ["ArrowUp", "End", "PageDown", "Home"]) await page.keyboard.press(key);
  assert.equal(await page.textContent("#voice"), "A1 black stone bad");
});
