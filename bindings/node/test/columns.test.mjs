import assert from "node:assert/strict";
import { join } from "node:path";
import { before, test } from "node:test";
import { HandleError, InvalidArgumentError, book } from "../index.mjs";
import { smallBook, tempDir } from "./helpers.mjs";

const path = join(tempDir(), "columns.qkb");
const records = [];
let b;

before(async () => {
  const job = book.generate({ ...smallBook(path), balance: { every: 1, threshold: 1 } });
  await job.wait();
  await job.close();
  b = await book.open(path);
  for await (const record of b) records.push(record);
});

const isColumn = (value) => Array.isArray(value) || ArrayBuffer.isView(value);

/** Value `i` of a column, as a record has it. */
function at(column, i) {
  if (isColumn(column)) return typeof column[i] === "bigint" ? Number(column[i]) : column[i];
  if (column.valid) return column.valid[i] === 1 ? at(column.values, i) : null;
  if (column.ends) return Array.from({ length: column.ends[i + 1] - column.ends[i] }, (_, j) => at(column.items, column.ends[i] + j));
  return Object.fromEntries(Object.entries(column).map(([name, part]) => [name, at(part, i)]));
}

const plain = (value) => JSON.parse(JSON.stringify(value, (_, v) => (typeof v === "bigint" ? Number(v) : v === true ? 1 : v === false ? 0 : v)));

test("columns are the records", async () => {
  const rows = [];
  for await (const page of b.columns({ size: 7 })) {
    const { length, ...columns } = page;
    assert.equal(length, Math.min(7, records.length - rows.length));
    for (let i = 0; i < length; i++) rows.push(plain(at(columns, i)));
  }
  assert.ok(rows.length > 7);
  assert.deepEqual(rows, records.map(plain));
  assert.ok(rows.some((row) => row.search.candidates.length > 0 && row.balance !== null));
});

test("some fields of some records", async () => {
  const rows = [];
  for await (const page of b.columns({ fields: ["win_rate", "score", "best"], minPly: 3 })) {
    assert.deepEqual(Object.keys(page), ["length", "winRate", "score", "best"]);
    assert.ok(page.score.values instanceof BigInt64Array);
    for (let i = 0; i < page.length; i++) rows.push([at(page.winRate, i), at(page.score, i), page.best[i]]);
  }
  assert.deepEqual(rows, records.filter((r) => r.ply >= 3).map((r) => [r.winRate, r.score, r.best]));
});

test("wrong columns are refused", async () => {
  await assert.rejects(b.columns({ fields: ["path"] }).next(), (e) => e instanceof InvalidArgumentError && /expected a field of a record/.test(e.message));
  await assert.rejects(b.columns({ shuffle: 1 }).next(), (e) => e instanceof InvalidArgumentError && /not of columns/.test(e.message));
  for (const size of [0, 1.5, 10001, 2 ** 32 + 1]) await assert.rejects(b.columns({ size }).next(), InvalidArgumentError);
  const closed = await book.open(path);
  await closed.close();
  await assert.rejects(closed.columns().next(), HandleError);
});
