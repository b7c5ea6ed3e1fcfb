// What the tests share: a gateway, the backend, a browser.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { chromium } from "playwright-core";
import { start } from "../server.mjs";
import { checkout, hang, host, inTime, startGateway } from "./gateway.mjs";

export { startGateway };

/** Debian's browser, or the one that GOCLIENT_BROWSER names. */
const browser = process.env.GOCLIENT_BROWSER ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);

/** Starts the AI platform `qikit platform`, made by build.sh; resolves to { address, port, stop, kill }, address and port those of its own hall. */
export async function startPlatform(...args) {
  const program = process.env.GOCLIENT_QIKIT ?? join(checkout, "build", "qikit");
  const child = spawn(program, ["platform", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const started = inTime(child);
  let said = "";
  child.stderr.on("data", (octets) => (said = (said + octets).slice(-4000)));
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("playing")) continue;
    started();
    child.stdout.resume();
    const end = async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, "exit");
    };
    const address = line.split(" ").at(-1);
    return { address, port: Number(address.split(":").at(-1)), stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
  }
  started();
  throw new Error(`${program} did not start: ${said}`);
}

/** Starts the backend as a process of its own; resolves to { url, logged, kill }. */
export async function startBackend(gateway, port = 0, ...more) {
  const program = join(checkout, "examples", "node", "goclient", "server.mjs");
  const child = spawn(process.execPath, [program, `host=${host}`, `port=${port}`, `gateway=${gateway}`, ...more], { stdio: ["ignore", "pipe", "pipe"] });
  const started = inTime(child);
  let said = "";
  child.stderr.on("data", (octets) => (said += octets));
  for await (const line of createInterface({ input: child.stdout })) {
    started();
    child.stdout.resume();
    const kill = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    };
    return { url: `${line}/`, port: Number(line.split(":").at(-1)), logged: () => said, kill };
  }
  started();
  throw new Error(`${program} did not start: ${said}`);
}

// All tests share one browser.
const chrome = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"], timeout: hang });
after(() => chrome.close());

/** A browser session. */
export async function session(options) {
  const context = await chrome.newContext(options);
  context.setDefaultTimeout(hang);
  return context;
}

/** A gateway and the backend for a test. */
export async function open(t, ...more) {
  return openAt(t, await startGateway(0, ...more));
}

/** The backend for a test, in front of a hall that ends with it. */
export async function openAt(t, gateway) {
  const folder = mkdtempSync(join(tmpdir(), "goclient-"));
  const options = { host, gateway: gateway.address, sessions: join(folder, "sessions.json") };
  let backend = await start({ ...options, port: 0 });
  t.after(async () => {
    await backend.close();
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://${host}:${backend.port}/`;
  const errors = [];
  return {
    errors,
    url,
    gateway,
    /** Ends the backend and starts it again on the same port. */
    async restart() {
      await backend.close();
      backend = await start({ ...options, port: backend.port });
    },
    enter: (nick, options) => enter(t, url, nick, errors, options),
  };
}

/** A page of its own browser session, logged in. A 401 for a page that is not logged in, and a backend that is away, are no errors. */
export async function enter(t, url, nick, errors, options = {}) {
  const context = await session({ viewport: { width: 1280, height: 800 }, locale: "en-US", ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  page.on("pageerror", (e) => errors.push(`${nick}: ${e}`));
  page.on("console", (m) => m.type() === "error" && !/status of 401|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_CONNECTION_CLOSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE/.test(m.text()) && errors.push(`${nick}: ${m.text()}`));
  await page.goto(url);
  await page.fill("#nick", nick);
  await page.click("#login-form button");
  await page.waitForSelector("#lobby:not([hidden])");
  return page;
}

/** Clicks a point of the board. */
export async function point(page, name) {
  const board = page.locator("#board svg");
  await board.scrollIntoViewIfNeeded();
  const { width } = await board.boundingBox();
  const { size, edge } = await board.evaluate((picture) => ({ size: Number(picture.dataset.size), edge: Number(picture.dataset.edge) }));
  const scale = width / (size - 1 + 2 * edge);
  const column = "ABCDEFGHJKLMNOPQRST".indexOf(name[0]);
  await board.click({ position: { x: (column + edge) * scale, y: (size - Number(name.slice(1)) + edge) * scale } });
}

/** Waits until the status line says something. */
export async function says(page, text) {
  await page.waitForFunction((want) => new RegExp(want).test(document.querySelector("#status").textContent), text.source ?? text);
}

/** Resigns: the second press has to come soon after the first. */
export async function resign(page) {
  const button = page.locator('[data-do="resign"]:not([hidden])');
  await button.waitFor();
  await button.evaluate((b) => {
    b.click();
    b.click();
  });
}
