// Go: the engine of the game, from first move to last.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Board, Engine } from "../index.mjs";

test("the engine of Go plays itself to the end", async () => {
  const board = new Board("go", null, { size: 5, komi: 2.5 });
  const engine = await Engine.open("go", { tableMb: 4, seed: 3 });
  while (!board.outcome) {
    const found = await engine.search(board, { visits: 60 });
    assert.ok(board.moves().includes(found.best) && found.winRate >= 0 && found.winRate <= 1);
    board.play(found.best);
  }
  await engine.close();
  assert.equal(board.outcome.reason, "two passes");
});

test("the same seed plays the same moves of Go", async () => {
  const found = [];
  for (const seed of [1, 1, 2]) {
    const engine = await Engine.open("go", { tableMb: 4, seed });
    found.push((await engine.search(new Board("go", null, { size: 9 }), { visits: 150, lines: 5 })).lines);
    await engine.close();
  }
  assert.deepEqual(found[0], found[1]);
  assert.notDeepEqual(found[0], found[2]);
});
