// What several tests need.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { after } from "node:test";

export const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..");
export const checkout = join(packageRoot, "..", "..");

/** The package's inner modules, for tests of the C interface itself. */
export const inner = (name) => createRequire(import.meta.url)(`../dist/${name}.js`);

/** Milliseconds: a guard against a hang alone, which no busy machine reaches. */
export const hang = 3_600_000;

/** A folder that goes away with the test file. */
export function tempDir() {
  const dir = mkdtempSync(join(tmpdir(), "qikit-node-"));
  after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** The small job of examples/node/book.mjs. */
export const smallBook = (out, more = {}) => ({
  game: "xiangqi",
  out,
  games: 4,
  maxPlies: 12,
  depth: { scope: "ply", distribution: "uniform", min: 2, max: 4 },
  topK: 3,
  seed: 7,
  workers: 2,
  reevaluate: { depth: 4 },
  ...more,
});

/** A job that takes hours when nobody stops it. */
export const longBook = (out, more = {}) =>
  smallBook(out, { games: 100000, maxPlies: 200, reevaluate: { depth: 6 }, ...more });

/** Runs a program to its end and gives back status and output. */
export function runProgram(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (text) => (stdout += text));
    child.stderr.on("data", (text) => (stderr += text));
    const timer = setTimeout(() => child.kill("SIGKILL"), hang);
    child.on("error", reject);
    child.on("close", (status, signal) => {
      clearTimeout(timer);
      resolve({ status, signal, stdout, stderr });
    });
  });
}

/** Runs JavaScript in a process of its own. */
export const runScript = (text, options) =>
  runProgram(process.execPath, ["--input-type=module", "--expose-gc", "-e", text], { cwd: packageRoot, ...options });

/**
 * Holds that what `attempt` does takes under `limit`, whatever the unit, which it returns: in one of twenty
 * attempts, since a busy machine may stop any of them for longer.
 */
export async function soon(limit, attempt) {
  let took = await attempt();
  for (let i = 1; i < 20 && took >= limit; i++) took = await attempt();
  assert.ok(took < limit, `${took}, expected under ${limit}`);
  return took;
}

/**
 * Begins to count. The function returned tells the milliseconds since then, by the clock or of this process's work,
 * whichever are fewer: others may have the processors.
 */
export function stopwatch() {
  const [clock, work] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(work);
    return Math.min(performance.now() - clock, (user + system) / 1000);
  };
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
