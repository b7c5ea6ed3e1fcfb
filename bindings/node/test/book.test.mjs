import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { Board, Engine, HandleError, InvalidArgumentError, NotFoundError, ParseError, QikitError, StateError, UnsupportedError, VersionError, book } from "../index.mjs";
import { packageRoot, runProgram, smallBook, tempDir } from "./helpers.mjs";

const dir = tempDir();
const file = (name) => join(dir, name);

async function generated(name, more) {
  const path = file(name);
  const job = book.generate(smallBook(path, more));
  const summary = await job.wait();
  await job.close();
  return { path, summary };
}

test("a book is generated, opened, looked up and read", async () => {
  const { path, summary } = await generated("small.qkb");
  assert.match(summary.schema, /^qikit\/book-summary\//);
  const b = await book.open(path);
  const count = await b.count();
  assert.ok(count > 10, `${count} records`);

  const entry = await b.lookup(new Board("xiangqi"));
  assert.ok(entry.count >= 1 && entry.moves.length >= 1);
  assert.deepEqual(entry, await b.lookup(new Board("xiangqi").position));
  const legal = new Board("xiangqi").moves();
  for (const m of entry.moves) {
    assert.ok(legal.includes(m.move));
    assert.equal(m.wins + m.draws + m.losses + m.unknown, m.count);
  }
  for (let i = 1; i < entry.moves.length; i++) assert.ok(entry.moves[i - 1].count >= entry.moves[i].count);

  const records = [];
  for await (const record of b) records.push(record);
  assert.equal(records.length, count);
  for (const record of records) {
    assert.equal(record.result, null); // the games were cut off
    assert.equal(record.unknown, record.count);
    const board = new Board("xiangqi", record.initial);
    for (const move of record.moves) board.play(move);
    assert.equal(board.side === "red", !record.flipped);
    if (!record.flipped) assert.equal(record.fen.split(" ")[0], board.position.split(" ")[0]);
    board.close();
  }
  await b.close();
  await b.close();
  await assert.rejects(b.count(), HandleError);
});

test("records say what strength adjustment did", async () => {
  const { path } = await generated("balance.qkb", { balance: { threshold: 1, band: [1, 2] } });
  const b = await book.open(path);
  let adjusted = 0;
  for await (const record of b) {
    if (record.move === null) continue;
    assert.equal(record.balance.evals.length, 2);
    assert.equal(record.balance.offsets.length, 2);
    if (record.balance.adjusted) adjusted++;
  }
  assert.ok(adjusted > 0);
  await b.close();
});

test("evaluations flow back", async () => {
  const { path } = await generated("minimax.qkb");
  const job = book.minimax(path);
  const report = await job.wait();
  await job.close();
  assert.match(report.schema, /^qikit\/book-minimax\//);
  const b = await book.open(path);
  assert.equal(report.positions, await b.count());
  const start = new Board("xiangqi");
  const entry = await b.lookup(start);
  assert.ok(start.moves().includes(entry.best));
  for (const m of entry.moves) {
    start.play(m.move);
    const behind = await b.lookup(start);
    start.undo();
    assert.deepEqual([m.eval, m.depth], [0 - behind.eval, behind.depth + 1]);
  }
  start.close();
  await b.close();
  await assert.rejects(book.minimax(file("none.qkb")).wait(), NotFoundError);
});

test("one and two workers give the same bytes", async () => {
  const exports = [];
  for (const workers of [1, 2]) {
    const { path } = await generated(`workers-${workers}.qkb`, { workers });
    const b = await book.open(path);
    await b.export(file(`workers-${workers}.jsonl`), { format: "jsonl" });
    await b.close();
    exports.push(readFileSync(file(`workers-${workers}.jsonl`), "utf8"));
  }
  assert.ok(exports[0].length > 1000);
  assert.equal(exports[0], exports[1]);
});

test("every export format writes a file", async () => {
  const { path } = await generated("formats.qkb");
  const b = await book.open(path);
  for (const format of ["jsonl", "pgn", "epd", "csv", "plain", "bin", "xqb", "html"]) {
    if (["plain", "bin"].includes(format)) assert.equal((await b.export(file("all.plain"), { format })).records, 0); // games without a result
    const report = await b.export(file(`all.${format}`), { format, unknown: true });
    assert.match(report.schema, /^qikit\/export\//);
    assert.ok(readFileSync(file(`all.${format}`)).length > 100, format);
  }
  await b.export(file("chinese.pgn"), { format: "pgn", notation: "chinese", encoding: "gb18030" });
  assert.match(new TextDecoder("gb18030", { fatal: true }).decode(readFileSync(file("chinese.pgn"))), /\[Format "Chinese"\]/);
  assert.throws(() => new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file("chinese.pgn"))));
  await assert.rejects(b.export(file("x.pgn"), { format: "pgn", encoding: "gbk" }), /encoding/);
  await assert.rejects(b.export(file("x.sgf"), { format: "sgf" }), /sgf does not serve xiangqi, expected pgn/);
  const lines = readFileSync(file("all.jsonl"), "utf8").trim().split("\n");
  assert.equal(lines.length, await b.count());
  assert.equal(typeof JSON.parse(lines[0]).fen, "string");
  await assert.rejects(b.export(file("all.docx"), { format: "docx" }), (e) => e instanceof QikitError && /docx/.test(e.message));
  await b.close();
});

test("an export leaves records out and is compressed by its name", async () => {
  const { path } = await generated("filtered.qkb");
  const b = await book.open(path);
  const report = await b.export(file("late.jsonl.gz"), { min_ply: 3, skip_check: true });
  const lines = gunzipSync(readFileSync(file("late.jsonl.gz"))).toString().trim().split("\n");
  assert.equal(lines.length, report.records);
  assert.ok(lines.length > 0 && lines.length < (await b.count()) && lines.every((line) => JSON.parse(line).ply >= 3));
  await assert.rejects(b.export(file("none"), { min_ply: 3, max_ply: 2 }), (e) => e instanceof QikitError && /at most max_ply/.test(e.message));
  await b.close();
});

test("books are merged, counted, pruned and take people's games", async () => {
  const one = await generated("one.qkb", { seed: 1 });
  const two = await generated("two.qkb", { seed: 2 });
  const all = await book.create("xiangqi", file("merged.qkb"));
  assert.equal((await all.merge(one.path)).outdated, false);
  const first = await all.count();
  const other = await book.open(two.path);
  await all.merge(other);
  await other.close();
  assert.ok(first > 0 && (await all.count()) > first);
  const stats = await all.stats();
  assert.match(stats.schema, /^qikit\/book-stats\//);

  const b = await book.open(one.path);
  await b.export(file("one.pgn"), { format: "pgn" });
  await b.close();
  const people = await book.create("xiangqi", file("people.qkb"));
  const once = await people.addGames(file("one.pgn"));
  const again = await people.addGames(file("one.pgn"));
  assert.deepEqual([once.duplicates, again.games, again.duplicates], [0, 0, once.games]);
  assert.ok((await people.lookup(new Board("xiangqi"))).count >= 1);
  await people.export(file("one.xqb"), { format: "xqb" });
  const opening = await book.create("xiangqi", file("opening.qkb"));
  const added = await opening.addGames(file("one.xqb"));
  assert.ok(added.games === 0 && added.positions > 0 && added.positions === (await opening.count()));
  await opening.close();
  await people.close();
  await all.close();
});

test("an engine that cannot do the job is told at once", async () => {
  const job = book.generate(smallBook(file("never.qkb"), { game: "surakarta", players: [{ strategy: "101", nodes: 100 }] }));
  await assert.rejects(job.wait(), (e) => e instanceof QikitError && /players\[0\]: .*takes a depth/.test(e.message));
  await job.close();
  assert.throws(() => readFileSync(file("never.qkb")));
});

test("an interrupted generation goes on", async () => {
  const { path: whole } = await generated("whole.qkb");
  const out = file("resumed.qkb");
  const first = book.generate(smallBook(out, { workers: 1 }));
  for await (const step of first.progress({ interval: 1 })) if (step.done > 0) first.cancel();
  await first.wait().catch(() => {});
  await first.close();
  const second = book.generate(smallBook(out, { resume: true }));
  await second.wait();
  await second.close();
  const texts = [];
  for (const path of [whole, out]) {
    const b = await book.open(path);
    await b.export(`${path}.jsonl`);
    await b.close();
    texts.push(readFileSync(`${path}.jsonl`, "utf8"));
  }
  assert.equal(texts[0], texts[1]);
});

test("a book that grows is the book made at once", async () => {
  const breadth = (positions) => ({ games: undefined, maxPlies: undefined, topK: undefined, resume: true, breadth: { order: "visits", positions, maxLoss: 80 } });
  for (const [name, small, larger] of [
    ["games", { games: 2, resume: true }, { games: 4, resume: true, initial: ["startpos", "startpos moves h2e2"] }],
    ["tree", breadth(10), breadth(20)],
  ]) {
    const { path: grown } = await generated(`${name}.grown.qkb`, small);
    await generated(`${name}.grown.qkb`, larger);
    const { path: once } = await generated(`${name}.once.qkb`, larger);
    const texts = [];
    for (const path of [grown, once]) {
      const b = await book.open(path);
      await b.export(`${path}.jsonl`);
      await b.close();
      texts.push(readFileSync(`${path}.jsonl`, "utf8"));
    }
    assert.equal(texts[0], texts[1]);
    await assert.rejects(generated(`${name}.grown.qkb`, small), (e) => e instanceof InvalidArgumentError && /the book has \d+ and can only grow/.test(e.message));
  }
});

test("games start within game records", async () => {
  writeFileSync(file("start.pgn"), '[Result "*"]\n\n1. h2e2 h9g7 2. h0g2 *\n');
  const { path } = await generated("records.qkb", { games: 1, initial: file("start.pgn"), initialPly: 1 });
  const b = await book.open(path);
  for await (const record of b) assert.equal(record.moves[0], "h2e2");
  await b.close();
});

test("bad options say which key and what was expected", async () => {
  const refused = async (more, kind, text) => {
    await assert.rejects(async () => book.generate(smallBook(file("refused.qkb"), more)).wait(), (e) => {
      assert.ok(e instanceof kind, `${JSON.stringify(more)}: ${e}`);
      assert.match(e.message, text);
      return true;
    });
  };
  await refused({ game: "ludus" }, NotFoundError, /ludus/);
  await refused({ gamess: 3 }, InvalidArgumentError, /gamess/);
  await refused({ topK: 0 }, InvalidArgumentError, /top_k/);
  await refused({ games: "many" }, InvalidArgumentError, /games/);
  await refused({ depth: { distribution: "uniform", min: 5, max: 2 } }, InvalidArgumentError, /depth/);
  await refused({ depth: { distribution: "uniform", min: 4, max: 4 } }, InvalidArgumentError, /depth/);
  await refused({ balance: { evaluator: "nnue" }, players: [{ evaluator: "terms" }] }, UnsupportedError, /nnue/);
  await refused({ initial: ["not a position"] }, ParseError, /not a position|initial/);
  await refused({ initial: file("absent.fen") }, NotFoundError, /absent/);
  await refused({ players: [{ kind: "uci", path: "/no/such/engine" }], repeatable: false }, QikitError, /\/no\/such\/engine/);
  await refused({ out: join(dir, "no", "such", "folder", "x.qkb") }, QikitError, /folder/);
  assert.equal(existsSync(file("refused.qkb")), false, "nothing was made");
});

test("files that are not books are refused, and left alone", async () => {
  await assert.rejects(book.open(file("absent.qkb")), (e) => e instanceof NotFoundError && /absent/.test(e.message));
  assert.equal(existsSync(file("absent.qkb")), false);
  const text = "this is not a book\n".repeat(1000);
  writeFileSync(file("text.qkb"), text);
  await assert.rejects(book.open(file("text.qkb")), (e) => e instanceof ParseError && /text\.qkb/.test(e.message));
  assert.equal(readFileSync(file("text.qkb"), "utf8"), text);
  mkdirSync(file("folder.qkb"));
  await assert.rejects(book.open(file("folder.qkb")), QikitError);

  const { path } = await generated("damaged.qkb");
  const bytes = readFileSync(path);
  writeFileSync(file("cut.qkb"), bytes.subarray(0, bytes.length >> 1));
  await assert.rejects(async () => {
    const b = await book.open(file("cut.qkb"));
    try {
      for await (const _ of b);
    } finally {
      await b.close();
    }
  }, ParseError);

  // SQLite's header: user_version, the number of our schema, is at 60, big-endian.
  const newer = Buffer.from(bytes);
  newer.writeUInt32BE(0x7fffffff, 60);
  writeFileSync(file("newer.qkb"), newer);
  await assert.rejects(book.open(file("newer.qkb")), VersionError);

  const b = await book.open(path);
  await b.export(file("foreign.xqb"), { format: "xqb" });
  await b.close();
  await assert.rejects(book.open(file("foreign.xqb")), ParseError, "a database of another kind");

  assert.throws(() => book.generate(smallBook(path)), StateError, "a book is not overwritten");
  await assert.rejects(book.create("xiangqi", path), StateError);
});

test("check names the damaged page, and repair saves the rest", async () => {
  const { path } = await generated("to-damage.qkb");
  const sound = await book.check(path);
  assert.ok(sound.sound && sound.checksums && sound.records > 0);
  const bytes = readFileSync(path);
  bytes[(sound.pages - 1) * sound.pageSize + 100] ^= 1;
  writeFileSync(file("flipped.qkb"), bytes);
  const found = await book.check(file("flipped.qkb"));
  assert.ok(!found.sound);
  assert.deepEqual(found.badPages, [sound.pages]);
  const saved = await book.repair(file("flipped.qkb"), file("saved.qkb"));
  assert.ok((await book.check(file("saved.qkb"))).sound);
  const b = await book.open(file("saved.qkb"));
  assert.equal(await b.count(), saved.positions);
  await b.close();
  await assert.rejects(book.repair(path, file("saved.qkb")), StateError);
  await assert.rejects(book.check(file("absent.qkb")), NotFoundError);
});

test("bad positions and paths on an open book", async () => {
  const { path } = await generated("bad.qkb");
  const b = await book.open(path);
  await assert.rejects(b.lookup("4k4/9/9/9/9/9/9/9/9/3RK4 w - - 0 1"), NotFoundError);
  await assert.rejects(b.lookup("nonsense"), ParseError);
  await assert.rejects(b.lookup(7), TypeError);
  await assert.rejects(b.addGames({}), (e) => e instanceof TypeError && e.message === "games is object, expected an iterable of Game");
  await assert.rejects(b.lookup(new Board("go")), (e) => e instanceof InvalidArgumentError && /a position of go, expected one of xiangqi/.test(e.message));
  await assert.rejects(b.export("/no/such/folder/x.jsonl"), (e) => e instanceof QikitError && /folder/.test(e.message));
  await assert.rejects(b.merge(file("absent.qkb")), NotFoundError);
  await assert.rejects(b.prune({ everything: true }), (e) => e instanceof InvalidArgumentError && /everything/.test(e.message));
  writeFileSync(file("bad.pgn"), "[Event \n\n1. h2e2 zz 3. @@ *\n");
  const report = await b.addGames(file("bad.pgn")).catch((e) => e);
  assert.ok(report instanceof ParseError || /qikit\//.test(report.schema), String(report));
  await b.close();
});

test("a full disk is an error and keeps what was done", async () => {
  // A limit on the size of files is a full disk that needs no disk of its own.
  const out = file("full.qkb");
  const script = `
    import { book, IoError } from "qikit";
    const job = book.generate(${JSON.stringify({ ...smallBook(out), games: 100000, workers: 1 })});
    try { await job.wait(); console.log("no error"); }
    catch (e) { console.log(e instanceof IoError ? "IoError" : e, e.message.length > 10); }
    await job.close();`;
  const { status, stdout, stderr } = await runProgram(
    "sh",
    ["-c", `trap '' XFSZ; ulimit -f 1024; exec "$0" --input-type=module -e "$1"`, process.execPath, script],
    { cwd: packageRoot },
  );
  assert.equal(stdout, "IoError true\n", stderr);
  assert.equal(status, 0);
  const b = await book.open(out);
  assert.ok((await b.count()) > 0, "what was done is kept");
  await b.close();
});

test("export goes by the suffix of the name", async (t) => {
  const dir = tempDir();
  await book.generate(smallBook(join(dir, "a.qkb"))).wait();
  const b = await book.open(join(dir, "a.qkb"));
  t.after(() => b.close());
  for (const format of ["pgn", "csv", "epd", "xqb", "html", "plain", "bin", "jsonl"]) {
    assert.equal((await b.export(join(dir, `x.${format}`))).format, format);
  }
  assert.equal((await b.export(join(dir, "x.PGN.gz"), { notation: "chinese" })).format, "pgn");
  assert.equal((await b.export(join(dir, "x"))).format, "jsonl");
  assert.equal((await b.export(join(dir, "y.pgn"), { format: "csv" })).format, "csv");
  await assert.rejects(b.export(join(dir, "x.parquet")), (e) => e instanceof UnsupportedError && /ends in "\.parquet", expected the suffix of one of bin, binpack, csv/.test(e.message));
});

test("a generation is refused at once, not when it is waited for", () => {
  const dir = tempDir();
  assert.throws(() => book.generate(smallBook(join(dir, "a.qkb"), { gaems: 3 })), (e) => e instanceof InvalidArgumentError && /gaems/.test(e.message));
  assert.throws(() => book.generate(smallBook("/nonexistent/a/b.qkb")), NotFoundError);
  const there = join(dir, "b.qkb");
  writeFileSync(there, "mine");
  assert.throws(() => book.generate(smallBook(there)), StateError);
  assert.equal(readFileSync(there, "utf8"), "mine");
});

test("a Polyglot book is written and read", async () => {
  const dir = tempDir();
  writeFileSync(join(dir, "games.pgn"), '[Result "1-0"]\n\n1. e4 e5 1-0\n\n');
  const people = await book.create("chess", join(dir, "people.qkb"));
  assert.equal((await people.addGames(join(dir, "games.pgn"))).games, 1);
  assert.equal((await people.export(join(dir, "x.bin"))).format, "polyglot");
  assert.equal((await people.export(join(dir, "x.binpack"))).records, 0); // no scores
  await people.close();
  const data = readFileSync(join(dir, "x.bin"));
  const at = data.indexOf("463b96181691fc9c", "hex"); // the start position's key
  assert.deepEqual([data.length % 16, at % 16, data.readUInt16BE(at + 8), data.readUInt16BE(at + 10)], [0, 0, (12 << 6) | 28, 2]);
  const again = await book.create("chess", join(dir, "again.qkb"));
  assert.equal((await again.addGames(join(dir, "x.bin"))).positions, 2);
  await again.close();
});

test("an engine opens by a Polyglot book", async () => {
  const games = file("polyglot.pgn");
  writeFileSync(games, '[Result "1-0"]\n\n1. c4 e5 1-0\n\n[Result "1/2-1/2"]\n\n1. d4 1/2-1/2\n\n');
  const people = await book.create("chess", file("polyglot.qkb"));
  await people.addGames(games);
  await people.export(file("openings.bin"));
  await people.close();
  const engine = await Engine.open("chess", { book: file("openings.bin") });
  const found = await engine.search(new Board("chess"), { depth: 2 });
  assert.deepEqual([found.best, found.score, found.note], ["c2c4", null, "book: c2c4, weight 2 of 3"]);
  assert.ok((await engine.search(new Board("chess").play("a3"), { depth: 2 })).nodes > 0);
  await engine.close();
});
