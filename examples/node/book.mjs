// Generates a small Xiangqi book, opens it and looks the start position up.
//
//   node examples/node/book.mjs [FILE]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Board, book, runtime } from "../../bindings/node/index.mjs"; // installed: "qikit"

const temporary = process.argv[2] ? null : mkdtempSync(join(tmpdir(), "qikit-"));
const out = process.argv[2] ?? join(temporary, "book.qkb");

const job = book.generate({
  game: "xiangqi",
  out,
  games: 4,
  maxPlies: 12,
  depth: { scope: "ply", distribution: "uniform", min: 2, max: 4 },
  topK: 3,
  seed: 7,
  workers: 2,
  reevaluate: { depth: 4 },
});
await job.wait();

const records = await book.open(out);
const start = new Board("xiangqi");
console.log(`qikit ${runtime.version}`);
console.log(`records ${await records.count()}`);
console.log(`position ${start.position}`);
for (const m of (await records.lookup(start)).moves.slice(0, 3)) {
  console.log(`${m.move} count ${m.count} wins ${m.wins} draws ${m.draws} losses ${m.losses} unknown ${m.unknown}`);
}
await records.close();
if (temporary) rmSync(temporary, { recursive: true });
