import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Board, Engine, HandleError, InvalidArgumentError, IoError, NotFoundError, PanicError, ParseError, QikitError, TimeoutError, UnsupportedError, book, debug } from "../index.mjs";
import { hang, sleep, smallBook, soon, stopwatch, tempDir } from "./helpers.mjs";

test("an engine searches to a depth", async () => {
  const engine = await Engine.open("xiangqi", { workers: 1 });
  const result = await engine.search(new Board("xiangqi"), { depth: 4, lines: 3 });
  assert.ok(new Board("xiangqi").moves().includes(result.best));
  assert.ok(result.depth >= 4 && result.nodes > 100);
  assert.equal(result.lines.length, 3);
  assert.equal(result.lines[0].move, result.best);
  assert.equal(result.lines[0].moves[0], result.best);
  assert.ok(result.winRate >= 0 && result.winRate <= 1);
  await engine.close();
});

test("a tree search is a kind of engine", async () => {
  const engine = await Engine.open("xiangqi", { kind: "mcts", seed: 11n });
  const result = await engine.search(new Board("xiangqi"), { visits: 300 });
  assert.ok(new Board("xiangqi").moves().includes(result.best));
  assert.equal(result.score, null);
  await engine.close();
});

test("a game by the clock, thinking on the opponent's time", async () => {
  await using(await Engine.open("xiangqi", { ponder: true, tableMb: 4 }), async (engine) => {
    const took = await soon(2000, async () => {
      const spent = stopwatch();
      const board = new Board("xiangqi");
      let left = 2;
      for (let ply = 0; ply < 6 && left > 0; ply++) {
        const began = performance.now();
        board.play((await engine.search(board, { clock: left, movesToGo: 10 })).best);
        left -= (performance.now() - began) / 1000;
      }
      return spent();
    });
    assert.ok(took > 0);
    const board = new Board("xiangqi");
    await assert.rejects(engine.search(board, { visits: 10 }), (e) => e instanceof InvalidArgumentError && /10 visits/.test(e.message));
    await assert.rejects(engine.search(board, { depth: 1, increment: 1 }), (e) => e instanceof InvalidArgumentError && /without a clock/.test(e.message));
  });
  await assert.rejects(Engine.open("xiangqi", { ponder: true, level: 3 }), (e) => e instanceof UnsupportedError && /ponder/.test(e.message));
});

test("limits have one range", async () => {
  await using(await Engine.open("xiangqi"), async (engine) => {
    const board = new Board("xiangqi");
    const refused = (limits, words) => assert.throws(() => engine.start(board, limits), (e) => e instanceof InvalidArgumentError && e.message.includes(words));
    refused({ depth: -1 }, "depth is -1, expected a whole number from 1 to 100, or 0 for none");
    refused({ depth: 101 }, "depth is 101, expected a whole number from 1 to 100, or 0 for none");
    refused({ depth: "3" }, 'depth is "3", expected a whole number');
    refused({ depth: 1, lines: 0 }, "lines is 0, expected a whole number from 1 to 361");
    assert.ok((await engine.search(board, { depth: 0, nodes: 100 })).nodes > 0);
  });
});

test("a book answers where it has the position", async () => {
  const dir = tempDir();
  const out = join(dir, "small.qkb");
  const job = book.generate(smallBook(out));
  await job.wait();
  await job.close();
  const board = new Board("xiangqi");
  const records = await book.open(out);
  const known = await records.lookup(board);
  await records.close();
  await using(await Engine.open("xiangqi", { book: out }), async (engine) => {
    const found = await engine.search(board, { depth: 3 });
    assert.deepEqual([found.best, found.score, found.depth, found.nodes], [known.best, known.eval, 0, 0]);
    assert.equal(found.winRate, 0.5); // no game has a result
    assert.deepEqual(found.lines.map((line) => line.moves), [[known.best]]);
    assert.ok(found.note.startsWith(`book: ${known.best}`));
    assert.ok((await engine.search(board, { depth: 2, lines: 2 })).nodes > 0);
  });
  writeFileSync(join(dir, "text.qkb"), "1. h2e2");
  await assert.rejects(Engine.open("xiangqi", { book: join(dir, "none.qkb") }), (e) => e instanceof NotFoundError && /none\.qkb/.test(e.message));
  await assert.rejects(Engine.open("xiangqi", { book: join(dir, "text.qkb") }), (e) => e instanceof ParseError && /text\.qkb/.test(e.message));
  await assert.rejects(Engine.open("surakarta", { book: out }), (e) => e instanceof InvalidArgumentError && /of xiangqi, expected surakarta/.test(e.message));
});

test("a mate is proven", async () => {
  await using(await Engine.open("xiangqi", { workers: 1 }), async (engine) => {
    const board = new Board("xiangqi", "3k5/9/9/9/9/9/9/9/4R4/2R1K4 w - - 0 1");
    const result = await engine.search(board, { depth: 6 });
    assert.equal(result.proven, "win");
    assert.ok(result.plies >= 1);
  });
});

test("the static evaluation has its terms, the board may be played on meanwhile", async () => {
  const engine = await Engine.open("xiangqi");
  const board = new Board("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w - - 0 1");
  const pending = engine.evaluate(board);
  board.play("h2e2");
  const terms = await pending;
  assert.deepEqual(Object.keys(terms).sort(), ["mobility", "network", "own", "enemy", "position", "total", "value"].sort());
  assert.ok(terms.value < 0, "a horse down");
  await engine.clear();
  await engine.close();
});

test("a network file values positions, and what is none is refused", async () => {
  const net = fileURLToPath(new URL("../../../lib/engine/testdata/men.qnet", import.meta.url));
  await using(await Engine.open("xiangqi", { evaluator: "nnue", net }), async (engine) => {
    const down = new Board("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w");
    const terms = await engine.evaluate(down);
    assert.equal(terms.network, -950);
    assert.equal(terms.total, terms.value + terms.position + terms.mobility + terms.own + terms.enemy);
    const taken = await engine.search(new Board("xiangqi", "3k5/9/9/9/4r4/9/9/4R4/9/5K3 w"), { depth: 1 });
    assert.deepEqual([taken.best, taken.score], ["e2e5", 950]);
    await using(await Engine.open("xiangqi", { kind: "mcts", net }), async (tree) => assert.deepEqual(await tree.evaluate(down), terms));
  });
  const own = fileURLToPath(import.meta.url);
  await assert.rejects(Engine.open("xiangqi", { net: own }), (e) => e instanceof InvalidArgumentError && /engine\.test\.mjs/.test(e.message));
  await assert.rejects(Engine.open("surakarta", { net }), (e) => e instanceof InvalidArgumentError && /is for xiangqi\/1/.test(e.message));
  await assert.rejects(Engine.open("gomoku", { net }), (e) => e instanceof UnsupportedError && /net/.test(e.message));
});

test("a search that is aborted ends soon, a cancelled one keeps its best", async () => {
  const engine = await Engine.open("xiangqi", { workers: 1 });
  const board = new Board("xiangqi");
  await soon(1000, async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const spent = stopwatch();
    await assert.rejects(engine.search(board, { signal: controller.signal }), (e) => e.name === "AbortError");
    return spent();
  });
  await assert.rejects(engine.search(board, { signal: AbortSignal.abort() }), (e) => e.name === "AbortError");
  await assert.rejects(engine.search(board, { signal: AbortSignal.timeout(30) }), (e) => e.name === "TimeoutError");

  const job = engine.start(board);
  while (job.info.events === 0) await sleep(5); // until it has found something
  job.cancel();
  const result = await job.wait();
  assert.equal(job.state, "cancelled");
  assert.ok(board.moves().includes(result.best));
  await job.close();
  await engine.close();
});

test("a search that nothing would end is refused, in the words of every language", async () => {
  const engine = await Engine.open("xiangqi", { workers: 1 });
  const board = new Board("xiangqi");
  for (const limits of [undefined, {}, { lines: 2 }, { depth: 0, nodes: 0n, visits: 0, time: 0, clock: 0 }, { depth: undefined }, { onProgress() {} }, 5]) {
    await assert.rejects(engine.search(board, limits), (e) => e instanceof InvalidArgumentError && /^search: no limit, expected depth, nodes, visits, time/.test(e.message));
  }
  await assert.rejects(engine.search(board, { dept: 3 }), (e) => e instanceof InvalidArgumentError && /dept/.test(e.message));
  await assert.rejects(engine.search(board, { time: -1 }), (e) => e instanceof InvalidArgumentError && /time/.test(e.message));
  await engine.close();
});

test("a search tells a result after each iteration", async () => {
  const engine = await Engine.open("xiangqi", { workers: 1 });
  const job = engine.start(new Board("xiangqi"), { depth: 5 });
  const depths = [];
  for await (const event of job.events()) depths.push(event.depth);
  assert.ok(depths.length >= 2, `events: ${depths}`);
  assert.deepEqual(depths, [...depths].sort((a, b) => a - b));
  const result = await job.wait();
  assert.equal(result.depth, depths.at(-1));
  await job.close();
});

test("with one worker and a seed a search repeats itself", async () => {
  const once = async () => {
    const engine = await Engine.open("xiangqi", { workers: 1, seed: 5 });
    const { time, ...rest } = await engine.search(new Board("xiangqi"), { nodes: 20000n });
    await engine.close();
    assert.ok(time >= 0);
    return rest;
  };
  assert.deepEqual(await once(), await once());
});

test("closing an engine ends its search", async () => {
  let engine;
  await soon(2000, async () => {
    engine = await Engine.open("xiangqi", { workers: 1 });
    const job = engine.start(new Board("xiangqi"));
    await engine.close();
    const from = performance.now();
    await job.wait().catch((e) => assert.ok(e instanceof QikitError));
    return performance.now() - from;
  });
  assert.throws(() => engine.start(new Board("xiangqi")), HandleError);
});

test("bad input", async () => {
  await assert.rejects(Engine.open("ludus"), NotFoundError);
  await assert.rejects(Engine.open("xiangqi", { kind: "oracle" }), (e) => e instanceof QikitError && /oracle/.test(e.message));
  await assert.rejects(Engine.open("xiangqi", { tabel: 3 }), (e) => e instanceof InvalidArgumentError && /tabel/.test(e.message));
  await assert.rejects(Engine.open("xiangqi", { workers: -1 }), InvalidArgumentError);

  const engine = await Engine.open("xiangqi");
  const board = new Board("xiangqi");
  assert.throws(() => engine.start(board, { depht: 3 }), (e) => e instanceof InvalidArgumentError && /depht/.test(e.message));
  assert.throws(() => engine.start(board, { depth: 1.5 }), InvalidArgumentError);
  assert.throws(() => engine.start(board, { depth: 2 ** 32 }), InvalidArgumentError);
  await assert.rejects(engine.search(board, { depth: 101 }), (e) => e instanceof InvalidArgumentError && /101/.test(e.message));
  await assert.rejects(engine.search(board, { depth: 1, lines: 0 }), InvalidArgumentError);
  assert.throws(() => engine.start(board, { time: NaN }), InvalidArgumentError);
  assert.throws(() => engine.start({}), TypeError);
  await engine.close();
});

test("an external engine that is not there, or dies, is an error that names it", async () => {
  const broken = async (path) => {
    const engine = await Engine.open("xiangqi", { kind: "uci", path, timeout: hang / 1000 });
    try {
      return await engine.search(new Board("xiangqi"), { depth: 1 });
    } finally {
      await engine.close();
    }
  };
  await assert.rejects(broken("/no/such/engine"), (e) => e instanceof NotFoundError && /\/no\/such\/engine/.test(e.message));
  await assert.rejects(broken("/bin/false"), (e) => (e instanceof IoError || e instanceof UnsupportedError) && /false/.test(e.message));
});

test("to forget is not to wait for searches, and to cancel not for calls", { timeout: hang }, async () => {
  const board = new Board("surakarta");
  const engines = await Promise.all(Array.from({ length: 5 }, () => Engine.open("surakarta")));
  const jobs = engines.map((engine) => engine.start(board, {}));
  await Promise.all(engines.map((engine) => engine.clear()));
  for (const job of jobs) job.cancel();
  for (const job of jobs) assert.ok((await job.wait()).best);
  for (const engine of engines) await engine.close();
});

test("engines that do not answer leave threads to others", { timeout: hang }, async () => {
  let first;
  for (let timeout = 3; first !== 1920 && timeout < 100; timeout *= 2) { // on a busy machine anything may take a few seconds
    const silent = { kind: "uci", path: "/bin/sleep", args: [String(20 * timeout)], timeout };
    const opened = Array.from({ length: 4 }, () => Engine.open("chess", silent).then(() => "", (e) => e));
    first = await Promise.race([...opened, new Board("xiangqi").perft(2)]);
    for (const failure of await Promise.all(opened)) assert.ok(failure instanceof TimeoutError, String(failure));
  }
  assert.equal(first, 1920);
});

test("the least time is a limit", async () => {
  const engine = await Engine.open("surakarta");
  assert.ok((await engine.search(new Board("surakarta"), { time: 4e-7 })).best);
  await engine.close();
});

test("a defect inside is an error, and poisons only what it was in", async () => {
  assert.ok(debug.panic() instanceof PanicError);
  assert.ok(debug.panic(undefined, "thread") instanceof PanicError);
  const engine = await Engine.open("xiangqi");
  const board = new Board("xiangqi");
  assert.ok(debug.panic(engine) instanceof PanicError);
  assert.throws(() => engine.start(board, { depth: 1 }), PanicError);
  await engine.close();
  assert.ok(debug.panic(board, "thread") instanceof PanicError);
  assert.throws(() => board.play("h2e2"), PanicError);
  board.close();
  assert.equal(await new Board("xiangqi").perft(1), 44);
});

/** What `await using` will be. */
async function using(resource, body) {
  try {
    await body(resource);
  } finally {
    await resource[Symbol.asyncDispose]();
  }
}

test("levels play what the table of all languages says", async () => {
  const table = readFileSync(new URL("../../../internal/ctest/testdata/levels.tsv", import.meta.url), "utf8");
  let rows = 0;
  for (const line of table.split("\n").filter((line) => line && !line.startsWith("#"))) {
    const [game, rules, position, moves] = line.split("\t");
    const board = new Board(game, position, JSON.parse(rules || "{}"));
    for (const [i, move] of moves.split(" ").entries()) {
      await using(await Engine.open(game, { level: i + 1, seed: 7, tableMb: 1, deterministic: true }), async (engine) => {
        assert.equal((await engine.search(board, { nodes: 100 })).best, move, `level ${i + 1}: ${line}`);
      });
      rows++;
    }
  }
  assert.ok(rows >= 90);
});
