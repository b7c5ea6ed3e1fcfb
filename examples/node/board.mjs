// Shows a board in letters and in numbers.
//
//   node examples/node/board.mjs [MOVE ...]
//
// Without moves it plays three of Xiangqi. The same program in C, Python and C# prints
// the same text.
import { Board } from "../../bindings/node/index.mjs"; // installed: "qikit"

const moves = process.argv.slice(2);
const board = new Board("xiangqi");
for (const move of moves.length > 0 ? moves : ["h2e2", "h7e7", "e2e6"]) board.play(move);
console.log(String(board)); // console.log(board) says the game and the side to move, too
console.log(`${board.side} to move`);
console.log(["king e9 attacked from", ...board.attackers("e9", "red")].join(" "));
const [men, rows, columns] = board.planes().shape;
console.log(`${Object.keys(board.pieces).length} men, ${men} planes of ${rows} x ${columns}`);
board.close();
