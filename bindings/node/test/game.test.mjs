// Games as files hold them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { book, Game, NotFoundError, ParseError, RulesError, UnsupportedError, game, review } from "../index.mjs";

const pgn = `[Game "Chinese Chess"]
[Red "胡荣华"]
[Red_team "上海"]
[Result "1-0"]

{开局} 1. 炮二平五 马８进７ {常见}
2. 马二进三 1-0
`;

test("games are read, changed and written", () => {
  const games = game.read(pgn + "\n" + pgn);
  assert.equal(games.length, 2);
  const one = games[1];
  assert.deepEqual([one.game, one.format, one.result, one.moves], ["xiangqi", "pgn", "1-0", ["h2e2", "h9g7", "h0g2"]]);
  assert.deepEqual(one.headers, { Red: "胡荣华", Red_team: "上海" });
  assert.deepEqual(one.comments, { 0: "开局", 2: "常见" });
  assert.deepEqual(one.board.played, one.moves);
  assert.equal(one.at(1).side, "black");
  for (const notation of one.board.report.notations) assert.deepEqual(game.read(one.write({ notation })), [one]);
  one.headers.Black = "许银川";
  one.comments[3] = "end";
  assert.deepEqual(game.read(one.write({ encoding: "gb18030", notation: "chinese" })), [one]);
  assert.match(one.text({ notation: "wxf" }), /1\. C2\.5 H8\+7 \{常见\}/);
});

test("formats and a game that was made", () => {
  assert.equal(game.read("1. e4 e5 2. Nf3 *")[0].game, "chess");
  const go = game.read("(;GM[1]SZ[9]KM[6.5]PB[a];B[ee];W[])")[0];
  assert.deepEqual([go.game, go.moves, go.headers.Black], ["go", ["E5", "pass"], "a"]);
  const made = new Game("surakarta", { moves: ["a2-a3"], headers: { Black: "amy" }, comments: { 1: "first" } });
  const again = game.read(made.write())[0];
  assert.deepEqual([again.moves, again.headers, again.comments], [made.moves, made.headers, made.comments]);
});

test("variations", () => {
  const one = game.read("1. C2.5 (1. H2+3 {solid} c2.4 (1... h8+7)) h8+7 (1... c8.5) 2. H2+3 *\n")[0];
  assert.deepEqual(one.variations[0], { line: 0, ply: 0, moves: ["h0g2", "b7d7"], comments: { 1: "solid" }, values: {} });
  assert.deepEqual(one.variations.map((v) => v.line), [0, 1, 0]);
  assert.deepEqual(game.read(one.write()), [one]);
  assert.deepEqual(game.read(one.write(), { mainLines: true })[0].variations, []);
  one.variations.push({ line: 9, ply: 0, moves: ["h2e2"] });
  assert.throws(() => one.write(), /variations\[3\]\.line is 9, expected 0 to 3/);
});

test("evaluations, clocks and glyphs", () => {
  const one = game.read("1. e4! {[%eval 0.17,20] [%clk 0:02:58.5] best} (1. d4 $5 {[%emt 0:00:03]}) e5 {[%eval #-3]} *\n")[0];
  assert.deepEqual(one.comments, { 1: "best" });
  assert.deepEqual(one.values, { 1: { eval: 0.17, depth: 20, clock: 178.5, nags: [1] }, 2: { mate: -3 } });
  assert.deepEqual(one.variations[0].values, { 1: { elapsed: 3, nags: [5] } });
  assert.deepEqual(game.read(one.write()), [one]);
  const go = game.read("(;SZ[9]KM[6]RU[Chinese];B[ee]V[1.5]BL[300]OB[5]BM[1](;W[cc]WL[9])(;C[only words]))")[0];
  assert.deepEqual(go.values, { 1: { eval: 1.5, clock: 300, movesLeft: 5, nags: [2] }, 2: { clock: 9 } });
  assert.match(go.text(), /V\[1\.5\]BL\[300\]OB\[5\]BM\[1\]/);
  assert.deepEqual(game.read(go.write()), [go]);
});

test("DhtmlXQ is written, and books take and give games", async () => {
  const one = game.read('[Red "甲"]\n[Black "乙"]\n1. C2.5! {[%eval 0.3] a} (1. H2+3 {solid}) h8+7 (1... c8.5) 2. H2+3 1-0\n')[0];
  const again = game.read(one.write({ format: "dhtmlxq", encoding: "gb18030" }))[0];
  assert.equal(again.format, "dhtmlxq");
  assert.deepEqual(again, Object.assign(one, { format: "dhtmlxq" }));
  const folder = await mkdtemp(join(tmpdir(), "qikit-test-"));
  const made = await book.create("xiangqi", join(folder, "games.qkb"));
  assert.deepEqual(await made.games(), []);
  assert.equal((await made.addGames([one, game.read(pgn)[0]])).games, 2);
  assert.equal((await made.addGames(one)).duplicates, 1);
  assert.deepEqual((await made.games()).map((g) => [g.game, g.moves, g.result]), [["xiangqi", one.moves, "1-0"], ["xiangqi", ["h2e2", "h9g7", "h0g2"], "1-0"]]);
  const later = [];
  for await (const g of made.eachGame(1)) later.push(g.moves);
  assert.deepEqual(later, [["h2e2", "h9g7", "h0g2"]]);
  const said = await made.export(join(folder, "one.pgn"), { games: 1 });
  assert.deepEqual([said.records, said.nextGame], [1, 1]);
  made.close();
  await rm(folder, { recursive: true });
});

test("a game stands at a place", () => {
  const one = game.read("1. C2.5 (1. H2+3 {solid} c2.4 (1... h8+7 2. C8.5)) h8+7 (1... c8.5 {bold}) 2. H2+3 *\n")[0];
  assert.deepEqual([one.step(), one.step(), one.step(), one.step()], ["h2e2", "h9g7", "h0g2", undefined]);
  assert.deepEqual([one.back(), one.back(), one.back(), one.back()], ["h0g2", "h9g7", "h2e2", undefined]);
  assert.deepEqual([one.choices(), one.step(1), one.comment], [[1], "h0g2", "solid"]);
  assert.deepEqual([one.step(2), one.step(), one.lineMoves, one.here.played], ["h9g7", "b2e2", ["h0g2", "h9g7", "b2e2"], ["h0g2", "h9g7", "b2e2"]]);
  assert.deepEqual([one.back(), one.back(), one.line, one.back(), one.line, one.ply], ["b2e2", "h9g7", 1, "h0g2", 0, 0]);
  assert.throws(() => one.step(3), NotFoundError);
  assert.throws(() => one.goto(4), /after move 4 of line 0, expected 0 to 3/);
  one.goto(3);
  one.comment = "end";
  one.value.eval = 0.25;
  assert.deepEqual([one.play("i9h9"), one.moves[3], one.ply], [0, "i9h9", 4]);
  one.goto(2);
  assert.deepEqual([one.play("g3g4"), one.variations[3].moves, one.here.side], [4, ["g3g4"], "black"]);
  one.removeVariation(4);
  assert.deepEqual([one.line, one.ply, game.read(one.write())[0].values], [0, 2, { 3: { eval: 0.25 } }]);
});

test("variations are promoted", () => {
  const one = game.read("1. C2.5 {a} (1. H2+3 {solid} c2.4 (1... h8+7 2. C8.5)) h8+7 (1... c8.5 {bold}) 2. H2+3 *\n")[0];
  const lines = (game) => [0, 1, 2, 3].map((line) => {
    const v = line === 0 ? { ply: 0, moves: game.moves } : game.variations[line - 1];
    game.goto(v.ply + v.moves.length, line);
    return game.lineMoves.join(" ");
  }).sort();
  const before = lines(one);
  one.goto(3, 2);
  const here = one.lineMoves;
  one.promoteVariation(2);
  assert.deepEqual([one.lineMoves, one.variations[0].moves], [here, ["h0g2", "h9g7", "b2e2"]]);
  one.promoteVariation(1);
  assert.deepEqual([one.moves, one.line, one.lineMoves, one.comments], [here, 0, here, { 1: "solid" }]);
  assert.deepEqual(lines(game.read(one.write())[0]), before);
  assert.throws(() => one.promoteVariation(9), NotFoundError);
});

test("reviews take and give games", async () => {
  const one = game.read("(;SZ[5]RU[Capture-1];B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd];B[ee];W[ae])")[0];
  const options = { user: "black", visits: 16, targetVisits: 16, targetTime: 0, demonstrateTime: 0, range: [1, 2] };
  const done = await review.review(one, options);
  const reviewed = game.read(await done.sgf())[0];
  assert.deepEqual(reviewed.moves, one.moves);
  assert.equal(reviewed.variations.length, done.badMoves.length);
  await assert.rejects(review.review(game.read(pgn)[0], options), UnsupportedError);
  await done.close();
});

test("what is wrong is told", () => {
  assert.throws(() => game.read(pgn + '\n[Red "x"]\n1. 炮二平五 castle\n'), (e) => e instanceof ParseError && /game 2: .*line 10/.test(e.message));
  assert.equal(game.read(pgn + '\n[Red "x"]\n1. 炮二平五 castle\n', { skip: true }).length, 1);
  assert.throws(() => game.read(""), (e) => e instanceof ParseError && /no game/.test(e.message));
  assert.throws(() => game.read(1), TypeError);
  const one = game.read(pgn)[0];
  const none = (games, message) => assert.throws(() => game.write(games), (e) => e instanceof TypeError && e.message === message);
  none(one, "games is object, expected an iterable of Game");
  none(null, "games is null, expected an iterable of Game");
  none([one, { ...one }], "games[1] is object, expected a Game");
  assert.throws(() => one.at(4), NotFoundError);
  assert.throws(() => one.write({ format: "sgf" }), UnsupportedError);
  assert.throws(() => new Game("xiangqi", { moves: ["h2e2", "h2e2"] }).board, RulesError);
});
