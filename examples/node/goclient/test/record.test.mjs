// Counting, going through a game, and the game as a file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Board, game as games } from "../../../../bindings/node/index.mjs";
import { countOf } from "../counting.mjs";
import { positionsOf } from "../public/replay.js";
import { Table } from "../table.mjs";

const game = "KRUGS4ZANFZSAYJAI52G623FNY";

/** A board as people draw it, the top row first, as rows from below. */
const drawn = (text) => text.trim().split("\n").map((line) => line.trim()).reverse();

test("a board is counted by area: dead stones are taken off, what both reach is shared", () => {
  const board = drawn(`
    ..b.w
    w.bww
    bbb.w
    ..bww
    ..bw.
  `);
  const count = countOf(board, ["A4"], "area", "7.5");
  assert.deepEqual(count.owners, drawn(`
    bbb.w
    bbbww
    bbb.w
    bbbww
    bbbww
  `));
  assert.deepEqual([count.black, count.white, count.margin], [16, 9, -0.5]);
  const alive = countOf(board, [], "area", "0"); // nobody has the corner then
  assert.deepEqual([alive.black, alive.white], [13.5, 11.5]);
});

test("by neighbours every point is whose stones are beside it, and komi counts with the other rule only", () => {
  const board = ["b.w", "...", "..."];
  const seed = countOf(board, ["A1"], "seed", "7.5");
  assert.deepEqual([seed.black, seed.white, seed.margin, seed.owners], [2.5, 2.5, 0, ["b.w", "b.w", "..."]]);
  const shared = countOf(board, [], "seed+komi", "7.5");
  assert.deepEqual([shared.black, shared.white, shared.margin], [4.5, 4.5, -7.5]);
});

/** A game at random, of so many moves, with passes among them. */
function atRandom(size, handicap, length, seed) {
  const board = new Board("go", "", { size, handicap: handicap || undefined });
  const line = [];
  let state = seed;
  const next = (n) => {
    state = (state * 48271) % 2147483647;
    return state % n;
  };
  while (line.length < length && board.outcome === null) {
    const moves = board.moves().filter((move) => move !== "pass" && move !== "resign");
    const move = moves.length === 0 || next(200) === 0 ? "pass" : moves[next(moves.length)];
    board.play(move);
    line.push(move.toUpperCase());
  }
  return line;
}

test("positions of the page are those of the library, captures included", () => {
  let captures = 0;
  for (const [size, handicap, seed] of [[5, 0, 1], [7, 0, 2], [9, 2, 3], [9, 0, 4], [13, 4, 5]]) {
    const line = atRandom(size, handicap, 3 * size * size, seed);
    const table = new Table(game, "amy", "bob", "amy");
    table.started([game, "amy", "bob", String(size), "7.5", "area", `handicap=${handicap}`]);
    const { setUp } = table.view();
    const all = positionsOf(size, setUp, line);
    assert.equal(all.length, line.length + 1);
    for (let n = 0; n <= line.length; n++) {
      table.resync(`${game} size=${size} komi=7.5 rule=area black=amy white=bob state=playing handicap=${handicap}`, line.slice(0, n));
      const { stones, last, captures: taken, turn } = table.view();
      assert.deepEqual(all[n], { stones, last, captures: taken, turn }, `${size}: after ${n} moves`);
    }
    captures += table.captures.b + table.captures.w;
  }
  assert.ok(captures > 50, `${captures} stones were captured`);
});

test("a game as a file is read by the library, whatever the players are called", () => {
  for (const handicap of [0, 3]) {
    const line = atRandom(9, handicap, 60, 11 + handicap);
    const table = new Table(game, "a]m\\y", "天弈", "");
    table.started([game, "a]m\\y", "天弈", "9", "6.5", "area", `handicap=${handicap}`]);
    table.resync(`${game} size=9 komi=6.5 rule=area black=a]m\\y white=天弈 state=over result=W+2.5 handicap=${handicap}`, line);
    const [read] = games.read(table.sgf(), { game: "go" });
    assert.deepEqual(read.moves.map((move) => move.toUpperCase()), line);
    assert.match(table.sgf(), /PB\[a\\\]m\\\\y\]PW\[天弈\].*RE\[W\+2\.5\]/s);
  }
});
