// Capture Go: what the game adds to boards and engines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Board, Engine, InvalidArgumentError } from "../index.mjs";

test("a board and its rules", () => {
  const board = new Board("capturego");
  assert.equal(board.position, "9/9/9/9/9/9/9/9/9 X 1 1 0 0 -");
  assert.deepEqual([board.side, board.moves().length], ["black", 81]);
  const handicap = new Board("capturego", null, { size: 7, target: [3, 5], start: "cross-cut", noMove: "draw" });
  assert.match(handicap.position, / X 3 5 0 0 -$/);
  assert.ok(new Board("capturego", null, { size: 5, pass: "free" }).moves().includes("pass"));
  for (const rules of [{ size: 1 }, { target: 0 }, { noMove: "cry" }, { komi: 6.5 }]) {
    assert.throws(() => new Board("capturego", null, rules), InvalidArgumentError);
  }
});

test("an engine plays itself to the end", async () => {
  const board = new Board("capturego", null, { size: 5 });
  const engine = await Engine.open("capturego", { tableMb: 4, seed: 3 });
  while (!board.outcome) {
    const found = await engine.search(board, { visits: 200 });
    assert.ok(board.moves().includes(found.best) && found.winRate >= 0 && found.winRate <= 1);
    board.play(found.best);
  }
  await engine.close();
  assert.ok(["target reached", "no legal move"].includes(board.outcome.reason));
});

test("a network on plain kernels repeats", async () => {
  const found = [];
  for (let i = 0; i < 2; i++) {
    const engine = await Engine.open("capturego", { tableMb: 4, deterministic: true });
    const { winRate, lines } = await engine.search(new Board("capturego"), { visits: 30 });
    found.push({ winRate, lines });
    await engine.close();
  }
  assert.deepEqual(found[0], found[1]);
});
