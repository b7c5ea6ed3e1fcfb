// Self-play of Capture Go and matches of networks.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { InvalidArgumentError, NotFoundError, ParseError, StateError, selfplay } from "../index.mjs";
import { tempDir } from "./helpers.mjs";

const small = (out) => ({ out, games: 3, seed: 5n, workers: 1, visits: 12, fastVisits: 4, starts: { sizes: { 7: 1 }, randomStones: 0.5 } });

test("samples are written, and resumed to the same bytes", async () => {
  const out = join(tempDir(), "a.samples");
  const result = await selfplay.start(small(out)).wait();
  assert.equal(result.games, 3);
  const whole = readFileSync(out);
  assert.equal(whole.length, 4096 + 1072 * result.positions);
  writeFileSync(out, whole.subarray(0, whole.length - 1));
  await assert.rejects(selfplay.start(small(out)).wait(), StateError);
  await selfplay.start({ ...small(out), workers: 2, resume: true }).wait();
  assert.deepEqual(readFileSync(out), whole);
  await assert.rejects(selfplay.start({ ...small(out), visits: 13, resume: true }).wait(), InvalidArgumentError);
});

test("a match counts games by target and board", async () => {
  const result = await selfplay.match({ games: 4, visits: 30, againstVisits: 3, starts: { sizes: { 7: 1 }, targets: { 1: 1 } } }).wait();
  assert.deepEqual([result.games, result.sizes[7].games, result.targets[1].games], [4, 4, 4]);
  assert.equal(result.score, result.wins / 4);
});

test("weights are learnt from samples", async () => {
  const dir = tempDir();
  await selfplay.start({ ...small(join(dir, "a.samples")), games: 25 }).wait();
  const result = await selfplay.rollout({ samples: [join(dir, "a.samples")], out: join(dir, "a.qnet"), passes: 1 }).wait();
  assert.ok(result.positions > 50 && result.heldOut > 0 && result.trained.loss > 0);
  assert.equal(readFileSync(join(dir, "a.qnet")).subarray(0, 4).toString(), "QNET");
  assert.throws(() => selfplay.rollout({ samples: [], out: "x" }), /samples is \[\], expected paths/);
  await assert.rejects(selfplay.rollout({ samples: [join(dir, "a.qnet")], out: join(dir, "b.qnet") }).wait(), InvalidArgumentError);
});

test("bad input", async () => {
  const dir = tempDir();
  assert.throws(() => selfplay.start({ out: join(dir, "a"), gmes: 1 }), (e) => e instanceof InvalidArgumentError && /gmes/.test(e.message));
  assert.throws(() => selfplay.start({}), /out is "", expected the path/);
  assert.throws(() => selfplay.start({ out: "a", starts: { sizes: { 4: 1 } } }), /starts\.sizes is a table with 4, expected numbers from 5 to 13/);
  await assert.rejects(selfplay.match({ net: join(dir, "none") }).wait(), NotFoundError);
  writeFileSync(join(dir, "foreign"), "something else");
  await assert.rejects(selfplay.match({ against: join(dir, "foreign") }).wait(), ParseError);
  const job = selfplay.start({ ...small(join(dir, "b")), games: 1e6 });
  job.cancel();
  assert.ok((await job.wait()).games < 1e6, "a cancelled job keeps the games it has");
});
