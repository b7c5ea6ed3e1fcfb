// What the tests share: the page on a static server, and a browser.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { after } from "node:test";
import { chromium } from "playwright-core";
import { pack } from "../pack.mjs";

/** Debian's browser, or the one that QIKIT_BROWSER names. */
const browser = process.env.QIKIT_BROWSER ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".json": "application/json", ".webmanifest": "application/manifest+json" };

/** Milliseconds: a guard against a hang alone, which no busy machine reaches. */
const hang = 3_600_000;

const folder = mkdtempSync(join(tmpdir(), "qikit-page-"));
pack(folder);
export const chrome = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"], timeout: hang });
after(async () => {
  await chrome.close();
  rmSync(folder, { recursive: true, force: true });
});

// What is open is closed before the server: a page that still loads would tell on its console that nobody answers.
const contexts = new Set();

/** Serves the page until the test ends; resolves to { url, stop }. */
export async function serve(t) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://page").pathname);
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    return response.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  t.after(async () => {
    await Promise.all([...contexts].map((context) => context.close()));
    if (server.listening) await stop();
  });
  return { url: `http://127.0.0.1:${server.address().port}/`, stop };
}

export const desktop = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

/** A browser session. */
export async function session(options) {
  const context = await chrome.newContext(options);
  context.setDefaultTimeout(hang);
  return context;
}

/** Opens the page, which keeps no files unless `more` allows it; at the end of the test nothing may have gone wrong in it. */
export async function visit(t, url, { viewport = desktop, locale = "en-GB", more = {} } = {}) {
  const context = await session({ viewport, locale, serviceWorkers: "block", ...more });
  contexts.add(context);
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (m) => m.type() === "error" && wrong.push(m.text()));
  page.on("pageerror", (e) => wrong.push(e.stack));
  t.after(async () => {
    contexts.delete(context);
    await context.close();
    assert.deepEqual(wrong, [], "errors on the console");
  });
  await page.goto(url);
  await page.waitForSelector("body[data-ready]");
  return page;
}

/** Keeps a picture where QIKIT_SHOTS says. */
export async function shot(page, name) {
  if (process.env.QIKIT_SHOTS) await page.screenshot({ path: join(process.env.QIKIT_SHOTS, `${name}.png`), fullPage: true });
}
