// Chinese checkers: more than two players.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Board, InvalidArgumentError, ParseError, RulesError } from "../index.mjs";

const nearly = "g/rr/rrr/rrr1/8r4/93/92/91/r8/91/92/93/94/gggg/ggg/gg/1 r rg"; // a man of green stays in the north

test("players sit on the corners and move in turn", () => {
  const names = { 2: ["red", "green"], 3: ["red", "yellow", "blue"], 4: ["red", "orange", "green", "blue"],
    6: ["red", "orange", "yellow", "green", "blue", "purple"] };
  for (const [players, sides] of Object.entries(names)) {
    const board = new Board("chinesecheckers", null, { players: Number(players) });
    assert.deepEqual([board.sides, board.side, board.moves().length], [sides, "red", 14]);
    const start = board.position;
    for (const side of sides) {
      assert.equal(board.side, side);
      board.play(board.moves()[0]);
    }
    assert.equal(board.side, "red");
    assert.deepEqual(new Board("chinesecheckers", board.position).moves(), board.moves());
    for (const _ of sides) board.undo();
    assert.equal(board.position, start);
  }
});

test("a full target wins, and gives places", () => {
  const board = new Board("chinesecheckers", nearly);
  assert.equal(board.outcome, null);
  assert.deepEqual({ ...board.play("q13-p14").outcome }, { winner: "red", reason: "target full", ranks: [1, 2] });
  assert.deepEqual(board.moves(), []);
  assert.equal(new Board("chinesecheckers", nearly, { blocking: "strict" }).play("q13-p14").outcome, null);
});

test("bad input is refused", () => {
  assert.throws(() => new Board("chinesecheckers", null, { players: 5 }), InvalidArgumentError);
  assert.throws(() => new Board("chinesecheckers", "1 r rg"), ParseError);
  assert.throws(() => new Board("chinesecheckers", nearly.replace("gggg", "ggg1")), RulesError);
  const board = new Board("chinesecheckers");
  assert.throws(() => board.play("m17-l16"), RulesError);
  assert.throws(() => board.play("a1-b2"), ParseError);
});
