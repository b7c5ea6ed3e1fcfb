// Plays a game of Ludo (飞行棋): the program rolls the die, an engine and a careless mover play.
//
//   node examples/node/ludo.mjs [SEED]
//
// A board never rolls by itself: the rolls are moves of the side "chance", d1 to d6. The
// same program in Python prints the same text.
import { Board, Engine } from "../../bindings/node/index.mjs"; // installed: "qikit"

let seed = Number(process.argv[2] ?? 7);
const board = new Board("ludo", undefined, { players: 2 });
const engine = await Engine.open("ludo");
let rolls = 0;
while (board.outcome === null) {
  if (board.side === "chance") {
    seed = (seed * 48271) % 2147483647; // Lehmer's generator: your own dice go here
    board.play(board.moves()[seed % 6]);
    rolls++;
  } else if (board.side === "red") {
    board.play((await engine.search(board, { depth: 2 })).best);
  } else {
    board.play(board.moves()[0]);
  }
}
console.log(String(board));
console.log(`${board.outcome.winner} wins after ${rolls} rolls: ${board.outcome.reason}`);
await engine.close();
board.close();
