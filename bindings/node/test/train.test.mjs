// A network that values positions learns from a book.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Board, Engine, InvalidArgumentError, ParseError, StateError, book, train } from "../index.mjs";
import { tempDir } from "./helpers.mjs";

const options = { width: 16, passes: 2, batch: 64, heldOut: 0.3 };

test("a book teaches a network that plays", async () => {
  const dir = tempDir();
  const path = join(dir, "a.qkb");
  const out = join(dir, "a.qnet");
  await book.generate({ game: "xiangqi", out: path, games: 20, seed: 7n, maxPlies: 40, depth: { scope: "ply", distribution: "list", depths: [1, 2] }, reevaluate: null }).wait();
  const result = await train.start({ books: [path], out, ...options }).wait();
  assert.equal(result.game, "xiangqi");
  assert.equal(result.losses.length, 3);
  assert.ok(result.losses[2].learnt < result.losses[1].learnt && result.losses[2].heldOut > 0);
  assert.equal(readFileSync(out).subarray(0, 4).toString(), "QNET");
  const engine = await Engine.open("xiangqi", { net: out });
  const board = new Board("xiangqi");
  const found = await engine.search(board, { depth: 3 });
  assert.ok(board.moves().includes(found.best));
  await engine.close();
  await assert.rejects(train.start({ books: [path], out, ...options }).wait(), StateError);
  await assert.rejects(train.start({ books: [out], out: join(dir, "b.qnet") }).wait(), ParseError);
  await assert.rejects(train.start({ books: [path], out: join(dir, "b.qnet"), game: "chess" }).wait(), InvalidArgumentError);
  assert.throws(() => train.start({ books: [], out: "x" }), /books is \[\], expected paths of books/);
});
