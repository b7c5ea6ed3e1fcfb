// The library for WebAssembly, which takes the place of the native one where that cannot be loaded.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { checkout, inner, packageRoot, sleep } from "./helpers.mjs";

const file = join(packageRoot, "web", "wasm", "qikit.wasm");
const native = process.env.QIKIT_LIBRARY;
process.env.QIKIT_LIBRARY = file;
const { Board, Engine, book, game, HandleError, InvalidArgumentError, NotFoundError, ParseError, review, runtime, StateError, UnsupportedError } = await import("../index.mjs");

/** Runs a module in a Node of its own, without a warning that tells of something else. */
const run = (script, env) => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { cwd: packageRoot, env: { ...process.env, ...env } });

test("it is small enough to be fetched", () => {
  const size = gzipSync(readFileSync(file), { level: 6 }).length;
  assert.ok(size < 4e6, `${size} octets, compressed`);
});

test("the tests of boards pass", async () => {
  const files = ["board", "capturego", "chess", "go", "gomoku"].map((name) => `test/${name}.test.mjs`);
  const env = { ...process.env, QIKIT_LIBRARY: file };
  delete env.NODE_TEST_CONTEXT; // or the tests would be this one's
  await promisify(execFile)(process.execPath, ["--test", ...files], { cwd: packageRoot, env });
});

test("the same search as the native library's, to the last node", async () => {
  const script = `
    import { Board, Engine } from "./index.mjs";
    const found = [];
    for (const [game, options, limits] of [["xiangqi", {}, { depth: 6, lines: 2 }], ["surakarta", {}, { depth: 5 }], ["go", { level: 3 }, {visits: 50 }]]) {
      const engine = await Engine.open(game, { ...options, workers: 1 });
      const { best, score, nodes, lines } = await engine.search(new Board(game), limits);
      found.push([best, score, nodes, lines?.map((line) => line.moves)]);
      await engine.close();
    }
    console.log(JSON.stringify(found));`;
  const [ours, theirs] = await Promise.all([file, native ?? ""].map((library) => run(script, { QIKIT_LIBRARY: library })));
  assert.deepEqual(JSON.parse(ours.stdout), JSON.parse(theirs.stdout));
});

test("networks run on vector instructions, and say what they say in plain Go", async () => {
  assert.deepEqual([runtime.stats.kernels, runtime.options.kernels], ["simd", "simd"]);
  const board = new Board("capturego").play("E5").play("D4");
  const [fast, plain] = await Promise.all([false, true].map(async (deterministic) => {
    const engine = await Engine.open("capturego", { deterministic });
    const found = await engine.search(board, { visits: 24, lines: 3 });
    await engine.close();
    return found;
  }));
  assert.ok(Math.abs(fast.winRate - plain.winRate) < 1e-4, `${fast.winRate} and ${plain.winRate}`);
  assert.deepEqual(fast.lines.map((line) => [line.move, line.visits]), plain.lines.map((line) => [line.move, line.visits]));
});

test("a search tells how far it is, and ends when it is cancelled", async () => {
  const engine = await Engine.open("xiangqi");
  const board = new Board("xiangqi").play("h2e2");
  const job = engine.start(board);
  let last = 0;
  for await (const { depth } of job.events()) {
    assert.ok(depth > last);
    last = depth;
    if (depth >= 4) job.cancel();
  }
  const result = await job.wait();
  assert.equal(job.state, "cancelled");
  assert.ok(result.depth >= 4 && new Board("xiangqi").play("h2e2").moves().includes(result.best));
  await job.close();
  assert.throws(() => job.info, HandleError);
  await assert.rejects(engine.search(board, { signal: AbortSignal.abort(new Error("enough")) }), /enough/);
  await engine.close();
  await assert.rejects(engine.evaluate(board), HandleError);
});

test("searches of two engines go on at once, and block nobody", async () => {
  const engines = await Promise.all(["xiangqi", "surakarta"].map((game) => Engine.open(game)));
  const jobs = engines.map((engine) => engine.start(new Board(engine.game)));
  while (jobs.some((job) => job.info.done < 1000)) await sleep(5);
  assert.deepEqual(jobs.map((job) => job.state), ["running", "running"]);
  for (const job of jobs) job.cancel();
  for (const job of jobs) assert.ok((await job.wait()).best);
  await Promise.all(engines.map((engine) => engine.close()));
});

test("a time limit, a board with its history and its rules", async () => {
  const engine = await Engine.open("xiangqi", { evaluator: "terms" });
  const board = new Board("xiangqi", null, { naturalLimit: 10 });
  for (const move of ["a0a1", "a9a8", "a1a0", "a8a9"]) board.play(move);
  const { best } = await engine.search(board, { time: 0.05 }); // nothing else ends it
  assert.ok(board.moves().includes(best), best);
  assert.ok("total" in (await engine.evaluate(board)));
  await assert.rejects(engine.search(new Board("go"), { depth: 1 }), InvalidArgumentError);
  await assert.rejects(engine.search(board, {}), InvalidArgumentError);
  await engine.close();
});

test("a review, and questions to it", async () => {
  const sgf = "(;SZ[5]RU[Capture-1];B[cc];W[bb];B[cb];W[ba];B[bc])";
  const done = await review.review(sgf, { user: "black", visits: 64, targetVisits: 64, targetTime: 0, seed: 1 });
  assert.equal(done.moves.length, 3);
  assert.match(await done.svg(), /^<svg/);
  assert.match(await done.sgf(), /^\(;/);
  const asked = await done.ask(1, "b2", { effort: 1 }).catch((e) => e);
  assert.ok(asked instanceof Error || asked.answers.length === 1);
  const again = await review.parse(await done.json());
  assert.deepEqual(again.report, done.report);
  await assert.rejects(again.save("review.json"), (e) => e instanceof UnsupportedError && /json\(\)/.test(e.message));
  await assert.rejects(review.load("review.json"), (e) => e instanceof UnsupportedError && /review\.parse/.test(e.message));
  await assert.rejects(review.review("(", { user: "black" }), ParseError);
  await assert.rejects(review.review(sgf, {}), InvalidArgumentError);
  const job = review.start(sgf, { user: "black", visits: 1e6, targetVisits: 1e7 });
  await assert.rejects(job.result(), StateError);
  job.cancel();
  assert.equal((await job.wait()).ended, "cancelled");
  await Promise.all([done.close(), again.close()]);
});

test("games are read, stepped and written", () => {
  const [one, ...others] = game.read("[Game \"Chinese Chess\"]\n\n1. 炮二平五 {开局} 马８进７ *\n\n[Game \"Chinese Chess\"]\n\n1. C2.5 *");
  assert.deepEqual([one.game, one.format, one.moves, one.comments, others.length], ["xiangqi", "pgn", ["h2e2", "h9g7"], { 1: "开局" }, 1]);
  assert.equal(one.at(1).side, "black");
  assert.throws(() => one.at(3), NotFoundError);
  assert.deepEqual(game.read(one.text({ notation: "chinese" })), [one]);
  const [go] = game.read("(;GM[1]SZ[9]KM[6.5];B[ee];W[])");
  const engine = Engine.open("go", { level: 1, seed: 1 });
  assert.deepEqual([go.moves, go.at(1).men.columns], [["E5", "pass"], 9]);
  assert.throws(() => game.read("("), ParseError);
  assert.throws(() => game.read("(;GM[1])", { format: "odd" }), InvalidArgumentError);
  assert.equal(runtime.stats.handles.games, 0, "what was read is freed");
  return engine.then(async (e) => {
    const { best } = await e.search(go.at(1), { visits: 8 });
    assert.ok(go.at(1).moves().includes(best), "the board of a game goes to a worker with its rules");
    await e.close();
  });
});

test("what it lacks is said", async () => {
  const lacks = (e) => e instanceof UnsupportedError && /boards, games, engines and reviews only/.test(e.message);
  assert.throws(() => book.generate({ game: "xiangqi", out: "x.qkb", games: 1 }), lacks);
  await assert.rejects(book.open("x.qkb"), lacks);
  await assert.rejects(Engine.open("xiangqi", { book: "x.qkb" }), lacks);
  for (const kind of ["uci", "ucci", "gtp", "gomocup"]) {
    await assert.rejects(Engine.open("xiangqi", { kind, path: "program" }), (e) => e instanceof UnsupportedError && e.message.includes(`${kind}: WebAssembly starts no programs`));
  }
  assert.equal(runtime.options.threads, 1);
  assert.throws(() => runtime.config({ threads: 2 }), UnsupportedError);
  runtime.config({ language: "zh" });
  assert.equal(runtime.options.language, "zh");
  assert.throws(() => new Board("xiangqi").play("炮九"), { message: /不是着法："炮九"，应为着法，例如 h2e2/ });
  await assert.rejects(Engine.open("xiangqi", { level: 11 }), { message: "引擎选项有误：level 为 11，应为 1 到 10" }, "from a worker");
  assert.throws(() => runtime.config({ threads: 2 }), { message: "WebAssembly 的设置不可更改：1 个线程，内存无限制，用最好的内核" });
  await assert.rejects(book.open("x.qkb"), { message: "这是 WebAssembly 的库，只有棋盘、对局、引擎和复盘，此功能需要本机的库" });
  await assert.rejects(review.load("review.json"), { message: /^WebAssembly 不能读文件：/ });
  runtime.config({ language: "en" });
  assert.throws(() => new Board("xiangqi").play("炮九"), /expected a move such as h2e2/);
  const imports = ["main.go", "games_full.go"].map((name) => readFileSync(join(checkout, "capi", name), "utf8")).join("");
  const games = [...imports.matchAll(/\/\/ registers "(\w+)"/g)].map(([, game]) => game);
  assert.deepEqual(runtime.stats.games, games.sort(), "the games of the C library");
});

test("an error has the status that it has in the C library", () => {
  const rows = (path) => {
    const text = readFileSync(join(checkout, path), "utf8");
    return [...text.matchAll(/\{(\w+\.Err\w+|context\.\w+), (?:C\.QK_ERR_|err)(\w+)\}/g)].map(([, error, status]) => `${error} ${status.replaceAll("_", "").toLowerCase()}`);
  };
  const services = rows("capi/status_services.go").filter((row) => row.startsWith("gamefile."));
  const expected = [...rows("capi/status.go").filter((row) => !row.startsWith("exec.")), ...services];
  assert.ok(expected.length > 30);
  assert.deepEqual(rows("bindings/node/wasm/status.go"), expected);
});

test("it takes the native library's place where that cannot be loaded, and says so once", async () => {
  const script = `
    Object.defineProperty(process, "platform", { value: "plan9" });
    const { Board } = await import("./index.mjs");
    console.log(new Board("xiangqi").side, new Board("go").side);`;
  for (const [language, said] of [["en", /no library for plan9-\w+\. WebAssembly takes its place/g], ["zh", /没有适用于 plan9-\w+ 的库。改用 WebAssembly/g]]) {
    const { stdout, stderr } = await run(script, { QIKIT_LIBRARY: "", QIKIT_LANGUAGE: language });
    assert.equal(stdout, "red black\n");
    assert.equal(stderr.match(said)?.length, 1, stderr);
  }
  await assert.rejects(run(script, { QIKIT_LIBRARY: "/no/such/library.so", QIKIT_LANGUAGE: "en" }), /which does not exist/);
});

test("a library that the system refuses to load is replaced too", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "qikit-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ["dist", "web", "index.mjs", "package.json"]) cpSync(join(packageRoot, name), join(folder, name), { recursive: true });
  const platform = join(folder, "node_modules", "@qikit", `${process.platform}-${process.arch}`);
  mkdirSync(platform, { recursive: true });
  writeFileSync(join(platform, "package.json"), "{}");
  for (const name of ["libqikit.so", "libqikit.dylib", "qikit.dll"]) writeFileSync(join(platform, name), "no library, or one for another C library");
  for (const name of ["koffi", "@koromix"]) symlinkSync(join(packageRoot, "node_modules", name), join(folder, "node_modules", name));
  const script = `import { Board } from "./index.mjs"; console.log(new Board("xiangqi").side);`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { cwd: folder, env: { ...process.env, QIKIT_LIBRARY: "", QIKIT_LANGUAGE: "en" } });
  assert.equal(stdout, "red\n");
  assert.match(stderr, /WebAssembly takes its place/);
});

test("a worker thread that ends fails what it had to do, and another takes its place", async () => {
  const { Workers } = inner("wasm/workers");
  const threads = [];
  const workers = new Workers((hear, lost) => {
    const thread = { hear, lost, posted: [], held: false };
    threads.push(thread);
    return { post: (request) => thread.posted.push(request), hold: (held) => (thread.held = held), end() {} };
  }, 1);
  const told = [];
  const done = ({ status, text }) => told.push(status === 0 ? 0 : new TextDecoder().decode(text));
  const engine = workers.make("qk_engine_new", ["xiangqi", ""], {}, undefined, done);
  assert.deepEqual([threads[0].posted.length, threads[0].held], [1, true]);
  threads[0].hear({ answers: [{ id: threads[0].posted[0].id, status: 0, text: new Uint8Array(8) }], jobs: [] });
  assert.deepEqual([told, threads[0].held], [[0], false]);
  const job = workers.make("qk_engine_search", [0n, new Uint8Array(0), new Uint8Array(64)], { 0: engine }, new Uint8Array(48), done);
  threads[0].lost("out of memory");
  assert.match(told[1], /out of memory; make the object again/);
  assert.equal(workers.job(job)[4], 2); // failed
  workers.ask(engine, "qk_engine_clear", [0n], { 0: engine }, done);
  await new Promise(setImmediate);
  assert.match(told[2], /out of memory/);
  workers.make("qk_engine_new", ["xiangqi", ""], {}, undefined, done);
  assert.equal(threads.length, 2);
});

test("the end of a worker and a defect are said in Chinese too", async () => {
  const { functionsOf } = inner("wasm/functions");
  const { Machine } = inner("wasm/machine");
  const { Workers } = inner("wasm/workers");
  const machine = Machine.now(new WebAssembly.Module(readFileSync(file)));
  machine.chinese = true;
  const workers = new Workers((hear, lost) => ({ post: () => lost("out of memory"), hold() {}, end() {} }), 1);
  const { qk_engine_new: make } = functionsOf(machine, workers);
  const error = new Uint8Array(520);
  const empty = new Uint8Array(0);
  const name = new TextEncoder().encode("xiangqi");
  const status = await new Promise((done) => make.async(name, name.length, empty, 0, new Uint8Array(8), error, (failure, status) => done(status)));
  const said = new TextDecoder().decode(error.subarray(8)).replace(/\0.*/s, "");
  assert.deepEqual([status, said], [15, "库的工作线程已终止：out of memory；请重新创建对象"]);
  assert.throws(() => machine.call(7, []), { message: /^WebAssembly 库有缺陷，已终止：/ });
});

test("a program ends though an engine is open", async () => {
  const { stdout } = await run(`
    import { Board, Engine } from "./index.mjs";
    const engine = await Engine.open("surakarta");
    console.log((await engine.search(new Board("surakarta"), { depth: 2 })).depth);`, { QIKIT_LIBRARY: file });
  assert.equal(stdout, "2\n");
});
