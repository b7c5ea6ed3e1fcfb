// Chess: boards and engine.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Board, Engine, RulesError } from "../index.mjs";

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

test("a network values positions", async () => {
  const down = new Board("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1");
  const told = [];
  for (const evaluator of ["nnue", "terms"]) {
    const engine = await Engine.open("chess", { evaluator, tableMb: 4 });
    told.push((await engine.evaluate(down)).network);
    await engine.close();
  }
  assert.ok(told[0] < -400);
  assert.equal(told[1], undefined);
});
