// The page in Chromium: games are played, in both languages, by pointer and keyboard, on a desktop and a phone.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { desktop, phone, serve, session, shot, visit } from "./helpers.mjs";

const status = (page) => page.textContent("#status");
const moves = (page) => page.$$eval("#moves li:not(.ahead)", (all) => all.map((li) => li.textContent));
const until = (page, n) => page.waitForFunction((least) => document.querySelectorAll("#moves li:not(.ahead)").length >= least, n);

/** Clicks on the place of the drawing that is so many lines from the left and from the top. */
async function click(page, edge, across, down, columns) {
  const box = await page.locator("#board svg").first().boundingBox();
  const unit = box.width / (2 * edge + 100 * (columns - 1));
  await page.mouse.click(box.x + (edge + 100 * across) * unit, box.y + (edge + 100 * down) * unit);
}

test("Xiangqi is played by pointer; moves are taken back", async (t) => {
  const { url } = await serve(t);
  const page = await visit(t, url);
  assert.match(await status(page), /^Red to move: your turn/);
  await click(page, 96, 7, 7, 9);
  assert.equal(await page.locator("#board svg.over circle").count(), 13); // the cannon's twelve moves, and itself
  await shot(page, "xiangqi-desktop-en");
  await click(page, 96, 4, 7, 9);
  await until(page, 2);
  const [first, second] = await moves(page);
  assert.equal(first, "C2.5");
  assert.match(second, /^\S{4}$/);
  await page.click("#back");
  assert.deepEqual(await moves(page), []);
  await click(page, 96, 4, 9, 9);
  await click(page, 96, 4, 5, 9);
  assert.match(await status(page), /not a legal move/);
});

test("each game is played in Chinese on a phone, a hint is given, and nothing is wider than the screen", async (t) => {
  const { url } = await serve(t);
  const page = await visit(t, url, { viewport: phone, locale: "zh-CN" });
  for (const [game, name, points] of [["xiangqi", "象棋", 9], ["chess", "国际象棋", 8], ["surakarta", "苏拉卡尔塔棋", 6], ["go", "围棋", 9], ["capturego", "吃子棋", 9]]) {
    await page.click(`#games a[data-game=${game}]`);
    assert.equal(await page.textContent("#games a[aria-current]"), name);
    if (game === "surakarta") {
      await page.click("#hint");
      await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("提示："));
    }
    if (game === "go") await click(page, 110, 4, 4, points);
    if (game === "capturego") await click(page, 110, 4, 5, points);
    if (game === "xiangqi") await click(page, 96, 1, 7, 9), await click(page, 96, 4, 7, 9);
    if (game === "chess") await click(page, 98, 4, 6, 8), await click(page, 98, 4, 4, 8);
    if (game === "surakarta") await click(page, 250, 2, 4, 6), await click(page, 250, 2, 3, 6);
    await until(page, 2);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), game);
    await shot(page, `${game}-phone-zh`);
  }
});

test("best lines are shown as arrows, and the page is never blocked for long", async (t) => {
  const { url } = await serve(t);
  const page = await visit(t, url);
  await page.evaluate(() => {
    globalThis.long = [];
    new PerformanceObserver((list) => globalThis.long.push(...list.getEntries().map((e) => e.duration))).observe({ type: "longtask", buffered: true });
  });
  await page.check("#lines");
  await page.waitForFunction(() => document.querySelectorAll("#thoughts li").length === 3 && /depth [5-9]|depth \d\d/.test(document.querySelector("#thoughts").textContent));
  await shot(page, "lines-desktop-en");
  await page.click("#language");
  assert.equal(await page.textContent("#hint"), "提示");
  assert.match(await status(page), /^轮到你：红方走/);
  const long = await page.evaluate(() => globalThis.long);
  const ready = await page.evaluate(() => performance.getEntriesByName("qikit-ready")[0].startTime);
  t.diagnostic(`a legal first move after ${Math.round(ready)} ms; long tasks: ${JSON.stringify(long)} ms`);
});

test("a pawn becomes a queen", async (t) => {
  const { url } = await serve(t);
  const page = await visit(t, url);
  await page.click("#games a[data-game=chess]");
  await page.click("summary[data-text=paste]");
  await page.fill("#position", "8/P7/8/8/8/8/7k/K7 w - - 0 1");
  await page.click("#paste button[type=submit]");
  await click(page, 98, 0, 1, 8);
  await click(page, 98, 0, 0, 8);
  await until(page, 2);
  assert.equal((await moves(page))[0], "a8=Q");
  await shot(page, "chess-desktop-en");
});

test("Go is played by keyboard alone, and ends by two passes", async (t) => {
  const { url } = await serve(t);
  const page = await visit(t, url);
  await page.click("#games a[data-game=go]");
  await page.selectOption("#you", "both");
  await page.focus("#board");
  for (const key of ["ArrowUp", "ArrowLeft", "Enter", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  assert.deepEqual(await moves(page), ["D5", "E5"]);
  await page.keyboard.press("u");
  assert.deepEqual(await moves(page), ["D5"]);
  await page.click("#pass");
  await page.click("#pass");
  assert.match(await status(page), /^Black wins: /);
  await page.keyboard.press("Tab");
});

test("the game is there again after a reload, and without a network", async (t) => {
  const { url, stop } = await serve(t);
  const page = await visit(t, url, { more: { serviceWorkers: "allow" } });
  await page.click("#games a[data-game=surakarta]");
  await page.selectOption("#you", "both");
  await click(page, 250, 2, 4, 6);
  await click(page, 250, 2, 3, 6);
  assert.equal((await moves(page)).length, 1);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await stop();
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.equal((await moves(page)).length, 1);
  await page.selectOption("#you", "0");
  await until(page, 2);
});

test("a program in the page searches, cancels, reviews and asks as in Node", async (t) => {
  const { url } = await serve(t);
  const page = await visit(t, url);
  const found = await page.evaluate(async () => {
    const { Board, Engine, ParseError, review } = await import("./qikit/index.js");
    const engine = await Engine.open("xiangqi");
    const board = new Board("xiangqi").play("炮二平五");
    const { best, nodes } = await engine.search(board, { depth: 6 });
    const job = engine.start(board);
    const first = await job.events().next();
    job.cancel();
    const kept = await job.wait();
    await engine.close();
    const closed = await engine.search(board, { depth: 1 }).catch((e) => e.name);
    const sgf = "(;SZ[5]RU[Capture-1];B[cc];W[bb];B[cb];W[ba];B[bc])";
    const seen = [];
    const done = await review.review(sgf, { user: "black", visits: 16, targetVisits: 16, targetTime: 0, seed: 1, onProgress: (p) => seen.push(p.done) });
    const picture = await done.svg();
    const bad = await review.review("(", { user: "black" }).catch((e) => e instanceof ParseError);
    return { legal: board.moves().includes(best), nodes, depth: first.value.depth, state: kept.depth >= 1, closed, moves: done.moves.length, picture: picture.slice(0, 4), bad };
  });
  assert.ok(found.nodes > 100);
  assert.deepEqual({ ...found, nodes: 0, depth: 0 }, { legal: true, nodes: 0, depth: 0, state: true, closed: "HandleError", moves: 3, picture: "<svg", bad: true });
});

test("without WebAssembly the page says so; without storage it plays", async (t) => {
  const { url } = await serve(t);
  const context = await session({ serviceWorkers: "block" });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.addInitScript(() => delete globalThis.WebAssembly);
  await page.goto(url);
  await page.waitForSelector("#status.bad");
  assert.match(await status(page), /there is no WebAssembly here/);
  await page.evaluate(() => localStorage.setItem("qikit-page-settings", '{"language":"zh"}')); // the page's own choice, in a browser in English
  await page.reload();
  await page.waitForSelector("#status.bad");
  assert.match(await status(page), /这里没有 WebAssembly/);
  const other = await context.newPage();
  await other.addInitScript(() => Object.defineProperty(globalThis, "localStorage", { get: () => { throw new Error("denied"); } }));
  await other.goto(url);
  await other.waitForSelector("body[data-ready]");
  await click(other, 96, 1, 7, 9);
  await click(other, 96, 4, 7, 9);
  await until(other, 2);
});

test("a worker that is lost costs no move", async (t) => {
  const { url } = await serve(t);
  const page = await visit(t, url);
  await page.click("#games a[data-game=surakarta]");
  await click(page, 250, 2, 4, 6);
  await click(page, 250, 2, 3, 6);
  await until(page, 2);
  for (const worker of page.workers()) {
    await worker.evaluate(() => {
      globalThis.onmessage = () => {
        throw new Error("out of memory");
      };
    });
  }
  await click(page, 250, 4, 4, 6);
  await click(page, 250, 4, 3, 6);
  await until(page, 4);
});

test("nothing hinders those who see, hear or move otherwise, in both languages and sizes", async (t) => {
  const { url } = await serve(t);
  for (const [locale, viewport] of [["en-GB", desktop], ["zh-CN", phone]]) {
    const page = await visit(t, url, { locale, viewport });
    await page.addScriptTag({ path: createRequire(import.meta.url).resolve("axe-core") });
    const { violations } = await page.evaluate(() => globalThis.axe.run({ rules: { "target-size": { enabled: true } } }));
    assert.deepEqual(violations.map((v) => `${v.impact} ${v.id}: ${v.nodes[0].html}`), []);
    const links = await page.locator("a").allTextContents();
    assert.ok(links.length >= 8);
    // Read on their own, as search engines and lists of links show them, these words do not say where they lead.
    assert.deepEqual(links.filter((text) => /^(|go|here|more|start|this|information)$/i.test(text.trim())), []);
  }
});

test("nonsense is refused in the language of the page", async (t) => {
  const { url } = await serve(t);
  const page = await visit(t, url, { locale: "zh-CN" });
  await page.click("summary[data-text=paste]");
  await page.fill("#position", "rnbak/9 nonsense");
  await page.click("#paste button[type=submit]");
  assert.match(await page.textContent("#status.bad"), /局面文本格式有误：第 \d+ 个字符处：/);
  await page.click("#language");
  await page.fill("#position", "rnbak/9 nonsense");
  await page.click("#paste button[type=submit]");
  assert.match(await page.textContent("#status.bad"), /malformed position: at character \d+/);
});

test("a position is pasted, and nonsense is refused in a sentence", async (t) => {
  const { url } = await serve(t);
  const page = await visit(t, url);
  await page.click("summary[data-text=paste]");
  await page.fill("#position", "rnbak/9 nonsense");
  await page.click("#paste button[type=submit]");
  assert.match(await page.textContent("#status.bad"), /\w{4}/);
  await page.fill("#position", "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1");
  await page.click("#paste button[type=submit]");
  assert.equal(await page.locator("#status.bad").count(), 0);
  assert.match(await status(page), /^Red to move/);
});
