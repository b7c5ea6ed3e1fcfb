import assert from "node:assert/strict";
import { join } from "node:path";
import { before, test } from "node:test";
import { HandleError, InvalidArgumentError, book } from "../index.mjs";
import { smallBook, tempDir } from "./helpers.mjs";

const path = join(tempDir(), "small.qkb");
const records = [];
let b;

before(async () => {
  const job = book.generate(smallBook(path));
  await job.wait();
  await job.close();
  b = await book.open(path);
  for await (const record of b) records.push(record);
});

const men = "KABNRCP";

/** The men of a record's position, read from its text. */
function placed(record) {
  const cells = [];
  for (const letter of record.fen.split(" ")[0].replaceAll("/", "")) {
    if (letter >= "0" && letter <= "9") cells.push(...new Array(Number(letter)).fill(0));
    else cells.push((men.indexOf(letter.toUpperCase()) + 1) * (letter === letter.toUpperCase() ? 1 : -1));
  }
  return cells;
}

const point = (text) => (9 - Number(text[1])) * 9 + "abcdefghi".indexOf(text[0]);

async function order(batches) {
  const places = [];
  for await (const batch of batches) batch.plies.forEach((ply, i) => places.push(`${batch.games[i]}:${ply}`));
  return places;
}

test("samples are the records", async () => {
  const samples = await b.samples();
  assert.equal(samples.count, records.length);
  assert.equal(samples.report.men, men);
  let at = 0;
  for await (const batch of samples.batches({ size: 7 })) {
    assert.equal(batch.length, Math.min(7, records.length - at));
    assert.equal(batch.positions.length, 90 * batch.length);
    for (let i = 0; i < batch.length; i++, at++) {
      const record = records[at];
      assert.deepEqual([...batch.positions.subarray(90 * i, 90 * i + 90)], placed(record));
      assert.deepEqual([...batch.moves.subarray(2 * i, 2 * i + 2)], [point(record.best.slice(0, 2)), point(record.best.slice(2))]);
      assert.equal(batch.scores[i], record.score);
      assert.ok(Number.isNaN(batch.results[i]) && Number.isNaN(batch.winRates[i])); // the games were cut off
      assert.equal(batch.sides[i], Number(record.flipped));
      assert.equal(batch.plies[i], record.ply);
      assert.equal(batch.depths[i], record.search.depth);
      assert.equal(batch.counts[i], record.count);
      assert.equal(batch.games[i], BigInt(record.game));
    }
  }
  assert.equal(at, records.length);
  await samples.close();
  await assert.rejects(order(samples), HandleError);
});

test("a seed gives an order, and filters leave samples out", async () => {
  const inside = records.map((r) => `${r.game}:${r.ply}`);
  const samples = await b.samples({ shuffle: 3 });
  const first = await order(samples);
  assert.notDeepEqual(first, inside);
  assert.deepEqual([...first].sort(), [...inside].sort());
  assert.notDeepEqual(await order(samples.batches({ seed: 4n, size: 5 })), first);
  assert.deepEqual(await order(samples.batches({ seed: 3 })), first);
  await samples.close();
  const late = await b.samples({ minPly: 3 });
  assert.deepEqual(await order(late), records.filter((r) => r.ply >= 3).map((r) => `${r.game}:${r.ply}`));
  await late.close();
});

test("wrong uses of samples", async () => {
  await assert.rejects(b.samples({ notation: "wxf" }), InvalidArgumentError);
  await assert.rejects(b.samples({ minPly: 3, maxPly: 2 }), InvalidArgumentError);
  const samples = await b.samples();
  for (const size of [0, -1, 1.5, 2 ** 24 + 1]) await assert.rejects(order(samples.batches({ size })), InvalidArgumentError);
  for (const seed of [-1, 1.5, "x"]) await assert.rejects(order(samples.batches({ seed })), InvalidArgumentError);
  const loop = samples.batches({ size: 2 });
  await loop.next();
  await samples.batches({ size: 2 }).next();
  await assert.rejects(loop.next(), /another loop/);
  await samples.close();
});
