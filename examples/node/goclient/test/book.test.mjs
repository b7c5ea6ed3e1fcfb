// The page that a book's export "html" writes, in a browser.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { book } from "../../../../bindings/node/index.mjs";
import { session } from "./helpers.mjs";

const directory = mkdtempSync(join(tmpdir(), "book-page-"));
const file = join(directory, "book.html");
let data;

before(async () => {
  const path = join(directory, "book.qkb");
  const options = { game: "xiangqi", out: path, games: 30, maxPlies: 12, depth: { min: 1, max: 2, distribution: "uniform" }, topK: 3, reevaluate: null, seed: 5 };
  await book.generate(options).wait();
  const b = await book.open(path);
  await b.export(file, { format: "html", positions: 100 });
  await b.close();
  data = JSON.parse(/id="book">(.*?)<\/script>/s.exec(readFileSync(file, "utf8"))[1]);
});

after(() => rmSync(directory, { recursive: true, force: true }));

/** A page with the book; `faults` collects what goes wrong in it, requests to other places included. */
async function openBook(width, locale, more = {}) {
  const context = await session({ viewport: { width, height: 844 }, locale, ...more });
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (e) => faults.push(e.message));
  page.on("console", (m) => m.type() === "error" && faults.push(m.text()));
  page.on("request", (r) => r.url().startsWith(pathToFileURL(file).href) || faults.push(r.url()));
  await page.goto(pathToFileURL(file).href);
  return { page, faults, close: () => context.close() };
}

// The kings are characters drawn with lines: how the lines of each begin.
const KINGS = { "帥": "M-26-48L-35-34", "將": "M-17-46V47M-41-38" };
const kings = Object.values(KINGS).map((lines) => `#board svg path[d^="${lines}"]`).join(", ");

const moveOf = (node, i, notation) => data.texts[data.nodes[node].moves[i].text].split("\t")[data.notations.indexOf(notation)];

for (const width of [390, 1280]) {
  for (const [locale, notation, toMove] of [["en-GB", "wxf", "Black to move"], ["zh-CN", "chinese", "黑方走棋"]]) {
    test(`a reader walks through the book at ${width} pixels in ${locale}`, async () => {
      const { page, faults, close } = await openBook(width, locale);
      const root = data.nodes[data.roots[0]];
      assert.equal(await page.locator("tbody tr").count(), root.moves.length);
      assert.equal(await page.locator("tbody tr").first().locator("td").nth(1).textContent(), String(root.moves[0].tally[0]));
      assert.equal(await page.locator("tbody button").first().textContent(), moveOf(data.roots[0], 0, notation));
      await page.locator("tbody button").first().click();
      assert.equal(await page.locator("#here h2").textContent(), toMove);
      assert.equal(await page.locator("#line button").count(), 2);
      assert.equal(await page.locator("#position").textContent(), data.nodes[root.moves[0].child].position);
      assert.equal(await page.locator(kings).count(), 2);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "wider than the window");
      await page.locator("#line button").first().click();
      assert.equal(await page.locator("#position").textContent(), root.position);
      assert.deepEqual(faults, []);
      await close();
    });
  }
}

test("keys, the browser's history and an address lead through the book", async () => {
  const { page, faults, close } = await openBook(1280, "en-GB");
  const position = () => page.locator("#position").textContent();
  const root = data.nodes[data.roots[0]];
  const second = data.nodes[root.moves[1].child];
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator('tbody tr[aria-selected="true"] button').textContent(), moveOf(data.roots[0], 1, "wxf"));
  await page.keyboard.press("ArrowRight");
  assert.equal(await position(), second.position);
  await page.keyboard.press("ArrowRight");
  const third = data.nodes[second.moves[0].child];
  assert.equal(await position(), third.position);
  await page.goBack();
  await page.waitForFunction((wanted) => document.getElementById("position").textContent === wanted, second.position);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await position(), root.position);
  await page.goto(`${pathToFileURL(file).href}#0.1.0`);
  await page.waitForFunction((wanted) => document.getElementById("position").textContent === wanted, third.position);
  await page.keyboard.press("Home");
  assert.equal(await position(), root.position);
  await page.goto(`${pathToFileURL(file).href}#7.99.x`); // an address that leads nowhere is the start
  await page.waitForFunction((wanted) => document.getElementById("position").textContent === wanted, root.position);
  assert.deepEqual(faults, []);
  await close();
});

test("the board turns, the language, the notation and the colours change, a swipe plays", async () => {
  const { page, faults, close } = await openBook(390, "en-GB", { hasTouch: true, colorScheme: "dark" });
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const bottom = async () => {
    const lines = await page.evaluate((kings) => {
      const pieces = [...document.querySelectorAll(kings)];
      return pieces.sort((a, b) => b.getBoundingClientRect().y - a.getBoundingClientRect().y)[0].getAttribute("d");
    }, kings);
    return Object.keys(KINGS).find((king) => lines.startsWith(KINGS[king]));
  };
  assert.equal(await bottom(), "帥");
  await page.locator("#flip").tap();
  assert.equal(await bottom(), "將");
  const dark = await colour();
  await page.locator("#theme").tap();
  assert.notEqual(await colour(), dark);
  await page.locator("#language").tap();
  assert.equal(await page.locator("#title").textContent(), "象棋开局库");
  assert.equal(await page.locator("tbody button").first().textContent(), moveOf(data.roots[0], 0, "chinese"));
  await page.locator("#notation").selectOption("iccs");
  assert.equal(await page.locator("tbody button").first().textContent(), moveOf(data.roots[0], 0, "iccs"));
  const swipe = (from, to) => page.evaluate(([x, end]) => {
    const board = document.getElementById("board");
    for (const [kind, clientX] of [["touchstart", x], ["touchend", end]]) {
      const touch = new Touch({ identifier: 1, target: board, clientX, clientY: 200 });
      board.dispatchEvent(new TouchEvent(kind, { changedTouches: [touch], bubbles: true }));
    }
  }, [from, to]);
  await swipe(300, 100);
  assert.equal(await page.locator("#line button").count(), 2);
  await swipe(100, 300);
  assert.equal(await page.locator("#line button").count(), 1);
  assert.deepEqual(faults, []);
  await close();
});

test("results without a winner stand apart, and a move outside the file cannot be played", async () => {
  const { page, faults, close } = await openBook(1280, "en-GB");
  const [count, wins, draws, losses] = data.nodes[data.roots[0]].tally;
  assert.ok(count > wins + draws + losses, "every game has a result: the test tests too little");
  assert.match(await page.locator("#here .numbers").textContent(), new RegExp(`${count - wins - draws - losses} unknown$`));
  assert.ok(data.cut);
  const find = (node, line) => {
    const last = data.nodes[node].moves.findIndex((m) => m.child < 0);
    if (last >= 0) return [line, last];
    for (const [i, m] of data.nodes[node].moves.entries()) {
      const found = line.length < 20 && find(m.child, [...line, i]);
      if (found) return found;
    }
  };
  const [line, last] = find(data.roots[0], []);
  await page.goto(`${pathToFileURL(file).href}#${[0, ...line].join(".")}`);
  await page.waitForFunction((n) => document.querySelectorAll("#line button").length === n, line.length + 1);
  const row = page.locator("tbody tr").nth(last);
  assert.ok(await row.locator("button").isDisabled());
  await row.locator("td").nth(1).click();
  assert.equal(await page.locator("#line button").count(), line.length + 1);
  assert.deepEqual(faults, []);
  await close();
});
