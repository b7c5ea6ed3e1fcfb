// What the tests share: the server, and a browser.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const host = "127.0.0.1";

/** Milliseconds: a guard against a hang alone, which no busy machine reaches. */
export const hang = 3_600_000;

/** A game in which Black does not capture the stone that would have won: his fourth move, the seventh of all. */
export const record = "(;FF[4]GM[1]SZ[5]RU[Capture-1];B[cc];W[cb];B[bb];W[ea];B[db];W[ee];B[ae];W[ca];B[dd];W[da])";

/**
 * A game of many mistakes, of both; Black's third move may be one of many, but A5 is none: it takes its own liberty.
 * His last one is a blunder in every review, the fourth in most.
 */
export const rich = "(;FF[4]GM[1]SZ[5]RU[Capture-3];B[cc];W[ab];B[dd];W[ba];B[ee];W[bb];B[ed];W[eb];B[db];W[ea];B[ae])";

/** A game whose deep review takes a long time. */
export const long = "(;SZ[9]RU[Capture-1];B[ee];W[dd];B[cc];W[gg];B[gc];W[cg])";

/** A folder that is removed when all tests have ended, and with them what writes there. */
export function folder() {
  const path = mkdtempSync(join(tmpdir(), "qikit-review-"));
  folders.push(path);
  return path;
}

const folders = [];
process.once("exit", () => folders.forEach((path) => rmSync(path, { recursive: true, force: true })));

/** Starts the server as a process of its own; resolves to { url, port, kill }. */
export async function startProcess(t, games, port = 0) {
  const child = spawn(process.execPath, [fileURLToPath(new URL("../server.mjs", import.meta.url)), `host=${host}`, `port=${port}`, `games=${games}`], { stdio: ["ignore", "pipe", "inherit"] });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  t.after(kill);
  for await (const line of createInterface({ input: child.stdout })) {
    child.stdout.resume();
    return { url: `${line}/`, port: Number(line.split(":").at(-1)), kill };
  }
  throw new Error("the server did not start");
}

/** Somebody who asks a server without a page: calls return its answers. */
export function visitor(url) {
  let cookie;
  return async (what, said = {}) => {
    const response = await fetch(`${url}act`, { method: "POST", headers: { "Content-Type": "application/json", ...(cookie && { Cookie: cookie }) }, body: JSON.stringify({ what, ...said }) });
    cookie ??= response.headers.get("set-cookie")?.split(";")[0];
    return response.json();
  };
}

/** Asks until the answer is as wished: reviews take their time. */
export async function until(call, wish) {
  for (;;) {
    const answer = await call();
    if (wish(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Debian's browser, or the one that QIKIT_BROWSER names. */
export const browser = process.env.QIKIT_BROWSER ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);

/** Whether all of an element is to be seen. */
export const inView = (page, selector) =>
  page.waitForFunction((wanted) => {
    const { top, bottom } = document.querySelector(wanted).getBoundingClientRect();
    return top >= -1 && bottom <= window.innerHeight + 1;
  }, selector);

/** Clicks a point of the board. */
export async function point(page, name) {
  const board = page.locator("#board svg");
  await board.scrollIntoViewIfNeeded();
  const { width } = await board.boundingBox();
  const { size, edge } = await board.evaluate((picture) => ({ size: Number(picture.dataset.size), edge: Number(picture.dataset.edge) }));
  const scale = width / (size - 1 + 2 * edge);
  await board.click({ position: { x: ("ABCDEFGHJKLMN".indexOf(name[0]) + edge) * scale, y: (size - Number(name.slice(1)) + edge) * scale } });
}

/** A promise with its resolve. */
export function promise() {
  let resolve;
  const made = new Promise((done) => (resolve = done));
  return { made, resolve };
}

/** Stops a page's clock: its timers go off by page.clock.runFor alone. */
export async function stopClock(page) {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 86_400_000);
}

/** The lines in which a text is shown. */
export const lines = (page, selector) =>
  page.evaluate((wanted) => {
    const [text] = document.querySelector(wanted).childNodes;
    const shown = new Map(); // by their height on the page
    const range = document.createRange();
    [...text.data].forEach((letter, i) => {
      range.setStart(text, i);
      range.setEnd(text, i + 1);
      const { top } = range.getBoundingClientRect();
      shown.set(top, (shown.get(top) ?? "") + letter);
    });
    return [...shown.values()];
  }, selector);
