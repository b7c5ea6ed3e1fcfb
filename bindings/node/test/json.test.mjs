import assert from "node:assert/strict";
import { test } from "node:test";
import { inner } from "./helpers.mjs";

const { optionsText, report } = inner("json");

test("options are written as the library reads them", () => {
  assert.equal(optionsText(undefined), "");
  assert.equal(optionsText({}), "");
  assert.equal(optionsText({ topK: undefined }), "");
  assert.equal(optionsText({ maxLoss: null, topK: 3 }), '{"max_loss":null,"top_k":3}');
  assert.equal(optionsText({ players: [{ tableMb: 4 }] }), '{"players":[{"table_mb":4}]}');
  assert.equal(optionsText({ max_plies: 4 }), '{"max_plies":4}');
  assert.equal(optionsText({ settings: { MultiPV: "2" } }), '{"settings":{"MultiPV":"2"}}', "names of others stay");
  assert.equal(optionsText({ seed: 18446744073709551615n, out: "\u00000" }), '{"seed":18446744073709551615,"out":"\\u00000"}');
});

test("what is no option's value is refused by its place", () => {
  assert.throws(() => optionsText({ depth: { mean: NaN } }), /options\.depth\.mean is NaN/);
  assert.throws(() => optionsText({ players: [() => 1] }), /options\.players\[0\] is a function/);
});

test("reports are read without losing a digit of a seed", () => {
  assert.deepEqual(report('{"win_rate":0.5,"lines":[{"seed":7}]}'), { winRate: 0.5, lines: [{ seed: 7 }] });
  assert.deepEqual(report('{"seed":18446744073709551615}'), { seed: 18446744073709551615n });
  assert.deepEqual(report('{"search":{"order":"game","seed":9007199254740993}}'), { search: { order: "game", seed: 9007199254740993n } });
  assert.deepEqual(report('{"seed":9007199254740991}'), { seed: 9007199254740991 });
  assert.deepEqual(report('{"reasons":{"ply_cap":3}}'), { reasons: { ply_cap: 3 } });
  const text = JSON.stringify({ note: '"seed":12345678901234567890' });
  assert.deepEqual(report(text), JSON.parse(text));
});
