// Reads a book as numbers, shuffled, and prints what the mover's men are worth to the score on the average: for each
// kind, the mean score of the positions in which the mover has more of them than the opponent.
//
//   node examples/node/samples.mjs BOOK
import { book } from "../../bindings/node/index.mjs"; // installed: "qikit"

const records = await book.open(process.argv[2]);
const samples = await records.samples({ shuffle: 1 });
await records.close(); // samples do not need it any more

const { men, rows, columns } = samples.report;
const points = rows * columns;
const sums = new Float64Array(men.length);
const counts = new Uint32Array(men.length);
for await (const batch of samples.batches({ size: 4096 })) {
  for (let i = 0; i < batch.length; i++) {
    if (Number.isNaN(batch.scores[i])) continue;
    const more = new Int8Array(men.length);
    for (const man of batch.positions.subarray(points * i, points * (i + 1))) {
      if (man !== 0) more[Math.abs(man) - 1] += Math.sign(man);
    }
    more.forEach((n, kind) => {
      if (n <= 0) return;
      sums[kind] += batch.scores[i];
      counts[kind]++;
    });
  }
}
console.log(`samples ${samples.count}`);
for (const [kind, n] of counts.entries()) if (n > 0) console.log(`${men[kind]} ${Math.round(sums[kind] / n)} in ${n}`);
await samples.close();
