// Gomoku: what the game adds to boards and engines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Board, Engine, RulesError } from "../index.mjs";

test("a board of Gomoku starts empty", () => {
  const board = new Board("gomoku");
  assert.equal(board.position, Array(15).fill("96").join("/") + " X");
  assert.deepEqual([board.side, board.moves().length], ["black", 225]);
  assert.equal(board.format("i9", "gomocup"), "8,6");
  assert.equal(board.play("h8").side, "white");
});

test("the rules of Gomoku reach the board", () => {
  const six = "XXX1XX/OO4/6/OOO3/6/6 X";
  const after = (rule) => new Board("gomoku", six, { rule }).play("d6").outcome;
  assert.equal(after("freestyle").reason, "five in a row");
  assert.equal(after("standard"), null);
  assert.throws(() => after("renju"), (e) => e instanceof RulesError && /overline/.test(e.message));
});

test("the engine of Gomoku makes five", async () => {
  const engine = await Engine.open("gomoku", { tableMb: 4 });
  const found = await engine.search(new Board("gomoku", "8/8/1XXXX3/1OOOO3/8/8/8/8 X"), { depth: 2 });
  await engine.close();
  assert.ok(["a6", "f6"].includes(found.best));
});
