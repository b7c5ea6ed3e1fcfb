// Ludo: chance has moves of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Board, InvalidArgumentError, ParseError, RulesError } from "../index.mjs";

test("rolls are moves of chance", () => {
  const board = new Board("ludo", null, { players: 3 });
  assert.deepEqual([board.sides, board.side, board.moves().length], [["red", "yellow", "blue", "chance"], "chance", 6]);
  for (const move of ["d6", "b-s", "d2", "s-t6"]) board.play(move);
  assert.equal(board.position, "b,b,b,t6/b,b,b,b/b,b,b,b yellow - 5");
  const won = new Board("ludo", "home,home,home,h5/b,b,b,t30 red 1").play("h5-home");
  assert.deepEqual({ ...won.outcome }, { winner: "red", reason: "all planes home", ranks: [1, 2] });
});

test("a die shows 1 to 6", () => {
  assert.throws(() => new Board("ludo").play("d7"), ParseError);
  assert.throws(() => new Board("ludo").play("b-s"), RulesError);
  assert.throws(() => new Board("ludo", null, { players: 5 }), InvalidArgumentError);
});
