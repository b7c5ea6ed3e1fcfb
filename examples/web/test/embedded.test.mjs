// A board of the documentation, which is played in its place.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { serve, shot, visit } from "./helpers.mjs";

const live = readFileSync(new URL("../../../internal/tools/docs/live.js", import.meta.url), "utf8");
const style = readFileSync(new URL("../../../internal/tools/docs/style.css", import.meta.url), "utf8");
const document = `<!doctype html><title>board</title><link rel="icon" href="data:,"><style>${style}</style><body data-ready>
<figure><svg viewBox="0 0 9 10"></svg><figcaption><a href="../xiangqi.html#h2e2">Play</a></figcaption></figure><script>${live}</script>`;

test("a board of the documentation is played in its place, and its link leads on", async (t) => {
  const { url } = await serve(t);
  const routed = { body: document, contentType: "text/html" };
  const page = await visit(t, `${url}xiangqi.html`);
  await page.route("**/docs/board.html", (route) => route.fulfill(routed));
  await page.goto(`${url}docs/board.html`);
  await page.click("figcaption a");
  assert.ok(page.url().endsWith("/docs/board.html"));
  assert.equal(await page.locator("figure svg").count(), 0);
  const inside = page.frameLocator('figure iframe[title="Play"]');
  await inside.locator("body[data-ready]").waitFor();
  assert.equal(await inside.locator("#moves li").first().textContent(), "C2.5");
  await inside.locator("#you").selectOption("both");
  await inside.locator("#typedMove").fill("h7e7");
  await inside.locator("#typedMove").press("Enter");
  await inside.locator("#moves li:nth-child(2)").waitFor();
  await shot(page, "embedded-1280-en");
  await page.click("figcaption a");
  await page.waitForURL("**/xiangqi.html*");
  await page.waitForSelector("#moves li");
});
