// What the package does to the process that uses it.
import assert from "node:assert/strict";
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { Board, runtime } from "../index.mjs";
import { hang, longBook, packageRoot, runScript, sleep, tempDir } from "./helpers.mjs";

const dir = tempDir();

test("a process ends by itself, with everything left open", async () => {
  const script = `
    import { Board, Engine, book } from "qikit";
    const board = new Board("xiangqi");
    const engine = await Engine.open("xiangqi", { workers: 1 });
    await engine.search(board, { depth: 2 });
    engine.start(board); // nobody waits for it
    const job = book.generate(${JSON.stringify(longBook(join(dir, "exit.qkb")))});
    job.unref().wait(); // does not hold the process
    console.log("end");`;
  // Generating the book would take hours.
  const { status, signal, stdout, stderr } = await runScript(script);
  assert.deepEqual([status, signal, stdout], [0, null, "end\n"], stderr);
});

test("a promise that is awaited holds the process until it is settled", async () => {
  const { status, stdout, stderr } = await runScript(`
    import { Board } from "qikit";
    const nodes = await new Board("xiangqi").perft(4);
    console.log(nodes);`);
  assert.deepEqual([status, stdout], [0, "3290240\n"], stderr);
});

test("process.exit in the middle of work", async () => {
  const { status, stderr } = await runScript(`
    import { Board, Engine } from "qikit";
    const engine = await Engine.open("xiangqi");
    const job = engine.start(new Board("xiangqi"));
    job.wait();
    setTimeout(() => process.exit(7), 100);`);
  assert.equal(status, 7, stderr);
});

test("worker threads share the library", async () => {
  const script = join(dir, "worker.mjs");
  writeFileSync(script, `
    import { parentPort } from "node:worker_threads";
    const { Board, Engine } = await import(${JSON.stringify(new URL("../index.mjs", import.meta.url).href)});
    const board = new Board("xiangqi");
    const from = performance.now();
    for (let i = 0; i < 1000; i++) board.play("h2e2").undo();
    const cost = performance.now() - from;
    const engine = await Engine.open("xiangqi", { workers: 1 });
    const result = await engine.search(board, { depth: 3 });
    await engine.close();
    parentPort.postMessage({ best: result.best, cost });`);
  const results = await Promise.all([1, 2, 3].map(() => new Promise((resolve, reject) => {
    const worker = new Worker(script);
    let message;
    worker.on("message", (m) => (message = m));
    worker.on("error", reject);
    worker.on("exit", (code) => (code === 0 ? resolve(message) : reject(new Error(`exit ${code}`))));
  })));
  const legal = new Board("xiangqi").moves();
  for (const r of results) assert.ok(legal.includes(r.best));
  console.log(`play and undo in a worker thread: ${results.map((r) => (r.cost / 2).toFixed(2)).join(", ")} us a call`);
});

test("a call into Go from the main thread takes less than 20 us of processor time", () => {
  const board = new Board("xiangqi");
  let least = Infinity;
  for (let round = 0; round < 40; round++) {
    const begun = process.cpuUsage();
    for (let i = 0; i < 100; i++) board.play("h2e2").undo();
    const { user, system } = process.cpuUsage(begun);
    least = Math.min(least, (user + system) / 200);
  }
  console.log(`play and undo on the main thread: ${least.toFixed(2)} us a call`);
  assert.ok(least < 20, `${least} us`);
});

test("a worker that is terminated in the middle of work leaves the process well", async () => {
  const worker = new Worker(`
    const { Board, Engine } = require(${JSON.stringify(packageRoot)});
    Engine.open("xiangqi").then((engine) => {
      engine.start(new Board("xiangqi")).wait();
      require("node:worker_threads").parentPort.postMessage("started");
    });`, { eval: true });
  await new Promise((resolve) => worker.once("message", resolve));
  await worker.terminate();
  assert.equal(new Board("xiangqi").moves().length, 44);
});

for (const [how, end] of [["by itself", ""], ["by process.exit", "process.exit(0);"], ["by an error", 'throw new Error("the end");']]) {
  test(`a worker that ends ${how} leaves no search behind`, { timeout: hang }, async () => {
    const alive = () => ["job", "engine", "board", "book"].map((type) => runtime.stats.handles[type] ?? 0);
    const before = alive();
    const worker = new Worker(`
      const { parentPort } = require("node:worker_threads");
      const { Board, Engine, book, runtime } = require(${JSON.stringify(packageRoot)});
      (async () => {
        const board = new Board("xiangqi");
        const engine = await Engine.open("xiangqi");
        const jobs = [engine.start(board), book.generate(${JSON.stringify(longBook(join(dir, `${how}.qkb`)))})];
        parentPort.postMessage(jobs.map((job) => job.state));
        setTimeout(() => { ${end} }, 10);
      })();`, { eval: true });
    const states = once(worker, "message");
    const ended = new Promise((resolve) => worker.once("error", () => {}).once("exit", resolve));
    assert.deepEqual((await states)[0], ["running", "running"]);
    await ended;
    while (alive().some((count, i) => count > before[i])) await sleep(20); // the collector may make them fewer
  });
}

// Node's fork starts a new program, so the library is loaded anew: a child that is
// forked without exec, which the library refuses, cannot be made from JavaScript.
test("child processes load a library of their own", async () => {
  const script = join(dir, "child.mjs");
  writeFileSync(script, `
    const { Board } = await import(${JSON.stringify(new URL("../index.mjs", import.meta.url).href)});
    process.send(await new Board("xiangqi").perft(2), () => process.disconnect());`);
  new Board("xiangqi");
  const child = fork(script);
  const nodes = await new Promise((resolve, reject) => {
    child.on("message", resolve);
    child.on("exit", (code) => reject(new Error(`exit ${code}`)));
  });
  assert.equal(nodes, 1920);
});

const languages = [{ QIKIT_LANGUAGE: "en" }, { QIKIT_LANGUAGE: "zh" }];

/** What a program prints that loads the library, in each of some environments. */
function attempt(library, environments = languages) {
  const script = `
    import { Board, LibraryError, VersionError } from "qikit";
    try { new Board("xiangqi"); } catch (e) { console.log([LibraryError, VersionError].find((kind) => e instanceof kind)?.name, e.message); }`;
  const env = { ...process.env, QIKIT_LANGUAGE: "", LC_ALL: "", LC_MESSAGES: "", LANG: "", QIKIT_LIBRARY: library };
  return Promise.all(environments.map(async (more) => (await runScript(script, { env: { ...env, ...more } })).stdout));
}

test("no library: an error that names the platform and the places, in both languages", async () => {
  const absent = join(dir, "absent.so");
  const english = `LibraryError qikit: QIKIT_LIBRARY names ${absent}, which does not exist\n`;
  const chinese = `LibraryError qikit：QIKIT_LIBRARY 指定的 ${absent} 不存在\n`;
  assert.deepEqual(await attempt(absent), [english, chinese]);
  const systems = [{ LANG: "de_DE.UTF-8" }, { LANG: "zh_CN.UTF-8" }, { LANG: "zh_CN.UTF-8", QIKIT_LANGUAGE: "en" }];
  assert.deepEqual(await attempt(absent, systems), [english, chinese, english], "what QIKIT_LANGUAGE says comes first");
});

test("a file that is no library: an error that names the platform's package, in both languages", async () => {
  const broken = join(dir, "broken.so");
  writeFileSync(broken, "no library");
  const [english, chinese] = await attempt(broken);
  const system = `${process.platform}-${process.arch}`;
  assert.match(english, new RegExp(`^LibraryError qikit: cannot load ${broken} on ${system}: .*; install the package @qikit/${system}\n$`));
  assert.match(chinese, new RegExp(`^LibraryError qikit：在 ${system} 上无法装入 ${broken}：.*；请安装包 @qikit/${system}\n$`));
});

test("a library that is older than the package: an error that says how to mend it", async () => {
  const old = join(dir, "old.so");
  execFileSync("gcc", ["-shared", "-fPIC", "-x", "c", "-o", old, "-"], {
    input: 'int qk_abi_version(void) { return 1; } const char *qk_version(void) { return "0.0.7"; }',
  });
  const platform = `@qikit/${process.platform}-${process.arch}`;
  assert.deepEqual(await attempt(old), [
    `VersionError qikit: ${old} is version 0.0.7 and lacks qk_status_name, which this package calls; install qikit and ${platform} of one version\n`,
    `VersionError qikit：${old} 的版本为 0.0.7，没有本包要调用的 qk_status_name；请安装同一版本的 qikit 和 ${platform}\n`,
  ]);
});
