// Reviews of games of Capture Go.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { InvalidArgumentError, NotFoundError, ParseError, RulesError, StateError, VersionError, review } from "../index.mjs";
import { tempDir } from "./helpers.mjs";

const game = "(;FF[4]GM[1]SZ[5]RU[Capture-1]XX[kept];B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd];B[ee];W[ae])";
const fast = {
  user: "black", effort: "quick", visits: 64, targetVisits: 128, demonstrateVisits: 64,
  targetTime: 0, demonstrateTime: 0, proofNodes: 60,
};

test("a game is reviewed, saved and loaded", async () => {
  const steps = [];
  const done = await review.review(game, { ...fast, onProgress: (p) => steps.push(p.done) });
  assert.deepEqual(done.moves.map((m) => m.move), ["B1", "E2", "D2", "D3", "E1"]);
  assert.ok(done.complete && done.report.repeatable && steps.length > 0);
  const bad = done.badMoves[0];
  assert.ok(bad.loss >= 5 && bad.demonstration[0] === bad.target && bad.move !== bad.target);
  assert.ok(done.exercises[0].accepted.includes(bad.target) && done.exercises[0].refused.includes(bad.move));
  assert.deepEqual([done.worst, done.graph, done.text], [done.report.worst, done.report.graph, done.report.text]);
  assert.ok(done.worst.includes(bad.number) && done.graph[0].ply === 0 && done.text.includes("5 moves"));
  assert.equal(done.report.search.firstMove, true);
  assert.match(await done.sgf(), /XX\[kept\]/);
  for (const options of [undefined, { number: bad.number }, { number: bad.number, picture: "line" }, { picture: "moves", caption: false }]) {
    assert.match(await done.svg(options), /^<svg /);
  }
  const path = join(tempDir(), "a.review");
  await done.save(path);
  const loaded = await review.load(path);
  assert.deepEqual(loaded.report, done.report);
  assert.equal(await (await review.parse(await done.json())).json(), await done.json());
  const again = await review.review(Buffer.from(game), { ...fast, workers: 2 });
  assert.equal(await again.json(), await done.json());
  await done.close();
  await assert.rejects(done.sgf());
});

test("a finished review is asked", async () => {
  const done = await review.review(game, { ...fast, demonstrate: [] });
  const bad = done.badMoves[0];
  const more = await done.demonstrate(bad.number);
  assert.deepEqual([more.answers[0].move, more.answers[0].line[0].move], [bad.target, bad.target]);
  const both = await more.ask(bad.number, bad.move, { effort: "quick" });
  assert.deepEqual(both.answers.map((a) => [a.kind, a.move]), [["demonstrate", bad.target], ["ask", bad.move]]);
  assert.equal((await done.deepen(bad.number, { effort: "default" })).answers[0].number, bad.number);
  assert.deepEqual(done.answers, []);
  await assert.rejects(done.deepen(99), NotFoundError);
  await assert.rejects(done.ask(1, "Z9"), NotFoundError);
});

test("a review says why", async () => {
  const lost = "(;SZ[5]RU[Capture-2];B[cc];W[cb];B[bc];W[bb];B[aa];W[ac];B[ea];W[dc];B[ee];W[bd];B[ae];W[cd])";
  const done = await review.review(lost, { ...fast, threshold: 1000 });
  const why = done.moves[5].reasons[0];
  assert.deepEqual([why.kind, why.side, why.move, why.chain, why.count], ["loses", "white", "C2", ["B3", "C3"], 2]);
  assert.ok(done.moves[5].text.includes(why.text));
  assert.ok(done.badMoves.every((bad) => bad.targetReasons && bad.endReasons));
  assert.deepEqual(done.opponentMoves, []);
  const other = await review.review(lost, { ...fast, user: "white", opponent: true });
  assert.match(other.opponentMoves[0].text, /^Black's move /);
  const last = other.opponentMoves.at(-1);
  assert.deepEqual([last.proven, last.reasons[0].kind], ["loss", "forced"]);
});

test("the same on every machine", async () => {
  const done = await review.review("(;SZ[7]RU[Capture-1];B[dd];W[cc])", { ...fast, visits: 16, deterministic: true });
  assert.deepEqual([done.report.search.deterministic, done.report.search.tier], [true, "generic"]);
});

test("a cancelled review, or one whose time is over, keeps what is done", async () => {
  const job = review.start(game, { user: "black", visits: 1e6, targetVisits: 1e7 });
  job.cancel();
  const report = await job.wait();
  assert.deepEqual([report.complete, report.ended, report.moves.length], [false, "cancelled", 5]);
  assert.equal((await review.of(job)).complete, false);
  const late = await review.review(game, { user: "black", visits: 1e6, proofNodes: 0, time: 0.05 });
  assert.equal(late.report.ended, "time");
  const abort = AbortSignal.abort(new Error("enough"));
  await assert.rejects(review.review(game, { ...fast, signal: abort }), /enough/);
});

test("bad records", async () => {
  for (const [sgf, error, says] of [
    ["(;SZ[5]RU[Capture-1];B[aa];W[aa])", RulesError, /move 2.*there is a black stone/],
    ["(;SZ[5]RU[Capture-1];B[aa];W[])", RulesError, /passing is not allowed/],
    ["(;SZ[25];B[aa])", ParseError, /SZ\[25\]/],
    ["", ParseError, /empty/],
    ["(;SZ[5])", StateError, /no moves/],
    ["(;SZ[5];B[aa", ParseError, /line 1/],
    [Buffer.from("(;SZ[5]CA[UTF-8]C[\xff];B[aa])", "latin1"), ParseError, /charset/],
    ["(".repeat(1e5), ParseError, /expected/],
    [`(;SZ[5]${";B[aa]".repeat(2e6)})`, ParseError, /nodes/],
  ]) {
    await assert.rejects(review.review(sgf, fast), (e) => e instanceof error && says.test(e.message));
  }
});

test("bad options and files", async () => {
  assert.throws(() => review.start(game, {}), (e) => e instanceof InvalidArgumentError && /user/.test(e.message));
  assert.throws(() => review.start(game, { ...fast, visit: 1 }), /visit/);
  assert.throws(() => review.start(7, fast), TypeError);
  await assert.rejects(review.review(game, { ...fast, demonstrate: [99] }), (e) => e instanceof InvalidArgumentError && /demonstrate has 99.*1 to 5/.test(e.message));
  const dir = tempDir();
  await assert.rejects(review.load(join(dir, "none")), NotFoundError);
  writeFileSync(join(dir, "bad"), "{}");
  await assert.rejects(review.load(join(dir, "bad")), ParseError);
  await assert.rejects(review.parse('{"schema": "qikit/review/9"}'), VersionError);
  const done = await review.review(game, fast);
  await assert.rejects(done.svg({ number: 99 }), NotFoundError);
  await assert.rejects(review.parse((await done.json()).replace('"ply":1', '"ply":2')), ParseError);
});
