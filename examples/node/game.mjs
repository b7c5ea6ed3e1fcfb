// Reads games and writes them in Chinese.
//
//   node examples/node/game.mjs [FILE ...]
//
// Without a file it reads one of its own. The same program in Python and C# prints the same text.
import { readFileSync } from "node:fs";
import { game } from "../../bindings/node/index.mjs"; // installed: "qikit"

const own = '[Red "Hu"]\n[Black "Xu"]\n\n1. C2.5 h8+7 {as usual} 2. H2+3 r9.8 3. R1.2 1-0\n';
const files = process.argv.slice(2).map((path) => readFileSync(path));
for (const file of files.length > 0 ? files : [own]) {
  for (const [i, one] of game.read(file).entries()) {
    console.log(`game ${i + 1}: ${one.game}, ${one.moves.length} moves, ${one.result}`);
    one.headers.Annotator = "qikit";
    one.comments[one.moves.length] = `${one.board.side} to move`;
    process.stdout.write(one.text({ notation: one.game === "xiangqi" ? "chinese" : "" }));
  }
}
