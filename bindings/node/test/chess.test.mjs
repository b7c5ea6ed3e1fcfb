// Chess: boards, engine and opening books.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Board, Engine, RulesError, book } from "../index.mjs";

test("a game of chess", async () => {
  const board = new Board("chess");
  assert.deepEqual([board.side, board.sides, board.moves().length], ["white", ["white", "black"], 20]);
  assert.equal(await board.perft(4), 197281);
  for (const move of ["f3", "e7e5", "g4", "Qh4#"]) board.play(move);
  assert.deepEqual({ ...board.outcome }, { winner: "black", reason: "checkmate" });
  assert.equal(board.pieces.h4, "q");
  assert.match(board.svg(), /^<svg/);
});

test("castling, promotion and Chess960", () => {
  const castle = new Board("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  assert.equal(castle.format("e1c1", "san"), "O-O-O");
  const pawn = new Board("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  assert.equal(pawn.format("a7a8q", "san"), "a8=Q+");
  assert.match(new Board("chess", null, { chess960: true, arrangement: 0 }).position, /^bbqnnrkr\//);
  assert.throws(() => new Board("chess", "4k3/pppppppp/p7/8/8/8/8/4K3 w"), (e) => e instanceof RulesError && /9 pawns/.test(e.message));
});

test("the engine mates", async () => {
  const engine = await Engine.open("chess", { tableMb: 4 });
  const result = await engine.search(new Board("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), { depth: 3 });
  assert.deepEqual([result.best, result.proven, result.plies], ["d1d8", "win", 1]);
  engine.close();
});

test("a Polyglot book is written and read", async (t) => {
  const dir = mkdtempSync(join(tmpdir(), "qikit-"));
  t.after(() => rmSync(dir, { recursive: true }));
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
