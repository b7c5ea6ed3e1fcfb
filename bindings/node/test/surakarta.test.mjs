// Surakarta: what the game adds to boards and engines.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import {
  Board, CancelledError, Engine, InvalidArgumentError, IoError, ParseError, RulesError, UnsupportedError, tables,
} from "../index.mjs";
import { checkout, hang, tempDir } from "./helpers.mjs";

const twoWays = "6/6/6/6/b5/1w4 b"; // black a2 takes b1 round one corner, or round the other three

test("a board starts at the start position", async () => {
  const board = new Board("surakarta");
  assert.equal(board.position, "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b 0 1");
  assert.deepEqual([board.side, board.sides, board.moves().length], ["b", ["b", "w"], 16]);
  assert.equal(await board.perft(4), 111122);
});

test("routes, shortest first", () => {
  const route = new Board("surakarta", twoWays).route("a2b1");
  assert.deepEqual({ ...route, routes: route.routes.length },
    { move: "a2xb1", circuit: "inner", points: ["a2", "b1"], loops: [0], routes: 2 });
  assert.deepEqual(route.routes[1].loops, [5, 11, 17]);
  const board = new Board("surakarta");
  assert.throws(() => board.route("a2-a3"), (e) => e instanceof RulesError && /no capture/.test(e.message));
  assert.throws(() => board.route("a2xa5"), RulesError);
  assert.throws(() => board.route("castle"), ParseError);
  assert.throws(() => board.route(7), TypeError);
  assert.throws(() => new Board("xiangqi").route("h2e2"), (e) => e instanceof UnsupportedError && /xiangqi/.test(e.message));
});

test("targets", () => {
  const board = new Board("surakarta");
  assert.deepEqual(board.targets("a2"), { point: "a2", steps: ["a3", "b3"], captures: [] });
  assert.deepEqual(board.targets("f6").steps, [], "not black's");
  assert.deepEqual(new Board("surakarta", twoWays).targets("a2").captures, ["b1"]);
  assert.deepEqual(new Board("xiangqi").targets("h2").captures, ["h9"]);
  assert.throws(() => board.targets("z9"), ParseError);
});

test("the rules reach the game", () => {
  assert.equal(new Board("surakarta", null, { first: "w" }).side, "w");
  const ends = (options) => {
    const board = new Board("surakarta", "5w/6/6/6/6/b1b3 b", options);
    for (const move of ["a1-b1", "f6-e6", "b1-a1", "e6-f6"]) board.play(move);
    return board.outcome;
  };
  assert.deepEqual(ends({}), { winner: "b", reason: "repetition" });
  assert.equal(ends({ ruleSet: "contest" }), null);
  assert.equal(ends({ ruleSet: "contest", noCaptureLimit: 4 }).reason, "no capture");
  assert.deepEqual(ends({ repetition: "draw" }), { winner: null, reason: "repetition" });
  assert.equal(ends({ repetitionLimit: 3 }), null);
  assert.deepEqual(ends({ repetitionLimit: 0, noCaptureLimit: 4, noCapture: "draw" }), { winner: null, reason: "no capture" });
  const walled = (noMove) => new Board("surakarta", "6/w5/wwww2/bbbw2/bbbw2/bbbw2 b", { noMove }).outcome.winner;
  assert.deepEqual([walled("count"), walled("draw"), walled("lose")], ["b", null, "w"]);
  for (const wrong of [{ repetitionLimit: 1 }, { repetition: "axf" }, { noCapture: "lose" }, { noMove: "pass" }]) {
    assert.throws(() => new Board("surakarta", null, wrong), InvalidArgumentError);
  }
  assert.ok(!new Board("surakarta", "6/6/6/6/4wb/4w1 w", { startBlocks: true }).moves().includes("e2xf2"));
});

test("every strategy searches, and evaluates for either role", async () => {
  const board = new Board("surakarta", "6/6/6/1b4/6/3w2 b");
  for (const strategy of [undefined, "101", "102", "103", "104", "105", "106"]) {
    const engine = await Engine.open("surakarta", { strategy, tableMb: 4 });
    const found = await engine.search(new Board("surakarta", twoWays), { depth: 3, lines: 2 });
    assert.deepEqual([found.best, found.lines.length, found.lines[0].moves[0]], ["a2xb1", 2, "a2xb1"], strategy);
    assert.ok(found.lines[0].score > found.lines[1].score, strategy);
    const { network, ...terms } = await engine.evaluate(board);
    assert.equal(network !== undefined, strategy === undefined, strategy); // the strategies value by the document
    assert.deepEqual(terms, { extent: 0, position: 138, dynamic: 0, potential: 0, phase: 1, total: 414 });
    assert.equal((await engine.evaluate(board, { role: "front" })).total, 414);
    assert.equal((await engine.evaluate(board, { role: "back" })).total, 3 * 98);
    await engine.close();
  }
});

test("the strategies take values of their own", async () => {
  const pointValues = Array(36).fill(0);
  pointValues[7] = 900; // b2, one step from a1
  const plain = await Engine.open("surakarta", { strategy: "102", pieceValue: 200, pointValues });
  const found = await plain.search(new Board("surakarta", "w5/6/6/6/6/b5 b"), { depth: 1 });
  assert.deepEqual([found.best, found.score], ["a1-b2", 900]);
  await plain.close();
  const board = new Board("surakarta", "6/6/6/1b4/6/3w2 b");
  const weighted = await Engine.open("surakarta", { strategy: "106", weightsFrontEndgame: [1, 10, 1, 1], weightsBackEndgame: [0, 2, 0, 0] });
  assert.equal((await weighted.evaluate(board)).total, 1380);
  assert.equal((await weighted.evaluate(board, { role: "back" })).total, 2 * 98);
  await weighted.close();
  await assert.rejects(Engine.open("surakarta", { strategy: "101", pieceValue: 79 }), (e) => e instanceof InvalidArgumentError && /80 to 200/.test(e.message));
  await assert.rejects(Engine.open("surakarta", { weightsFront: [1, 2, 3, 4] }), (e) => e instanceof UnsupportedError && /weights_front/.test(e.message));
});

test("endgame tables are built, and known by heart", async () => {
  const dir = tempDir();
  const built = await tables.build("surakarta", join(dir, "tables"), { largest: "2v1" }).wait();
  assert.deepEqual([built.game, built.ruleSet, built.largest], ["surakarta", "olympiad", "2v1"]);
  const files = readdirSync(built.folder);
  assert.equal(files.length, 2);
  const search = async () => {
    const engine = await Engine.open("surakarta", { tables: built.folder });
    const found = await engine.search(new Board("surakarta", twoWays), { depth: 1 });
    await engine.close();
    return found;
  };
  assert.deepEqual([(await search()).proven, (await search()).note], ["win", undefined]);
  truncateSync(join(built.folder, files[0]), 40);
  assert.match((await search()).note, new RegExp(files[0]));

  assert.throws(() => tables.build("surakarta", dir, { larges: "1v1" }), (e) => e instanceof InvalidArgumentError && /larges/.test(e.message));
  await assert.rejects(tables.build("surakarta", dir, { largest: "5v1" }).wait(), InvalidArgumentError);
  await assert.rejects(tables.build("xiangqi", dir).wait(), UnsupportedError);
  await assert.rejects(tables.build("surakarta", join(built.folder, files[0], "x")).wait(), IoError);
  const job = tables.build("surakarta", dir);
  job.cancel();
  await assert.rejects(job.wait(), CancelledError);
});

test("bad input", async () => {
  const positions = [
    ["wwwwww/wwwwww/6/5b/bbbbbb/bbbbbb b", RulesError, /13 pieces/],
    ["wwwwww/wwwwww/6/6/6/6 w", RulesError, /no piece/],
    ["wwwwwww/wwwwww/6/6/bbbbbb/bbbbbb b", ParseError, /more than 6 points/],
    ["wwwwww/wwwwww/6/6w/bbbbbb/bbbbbb b", ParseError, /row 4/],
    ["wwwwww/wwwwww/6/6/bbbbbb/bbbbbb r", ParseError, /expected b or w/],
  ];
  for (const [text, kind, said] of positions) {
    assert.throws(() => new Board("surakarta", text), (e) => e instanceof kind && said.test(e.message), text);
  }
  for (const rules of [{ ruleSet: "chess" }, { first: "red" }, { noCaptureLimit: -1 }, { naturalLimit: 3 }]) {
    assert.throws(() => new Board("surakarta", null, rules), InvalidArgumentError, JSON.stringify(rules));
  }
  await assert.rejects(Engine.open("surakarta", { strategy: "107" }), (e) => e instanceof UnsupportedError && /101/.test(e.message));
  const engine = await Engine.open("surakarta", { tableMb: 4 });
  const board = new Board("surakarta");
  await assert.rejects(engine.evaluate(board, { role: "sideways" }), (e) => e instanceof InvalidArgumentError && /role is "sideways", expected one of "front", "back"/.test(e.message));
  await assert.rejects(engine.evaluate(board, { rolle: "front" }), (e) => e instanceof InvalidArgumentError && /no option "rolle", did you mean "role"/.test(e.message));
  await engine.close();
});

const example = join(checkout, "examples", "node", "surakarta.mjs");

/** Sends requests to the example and gives its answers. */
async function ask(requests, ...args) {
  const child = spawn(process.execPath, [example, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const answers = [];
  child.stdin.end(requests.map((r) => (typeof r === "string" ? r : JSON.stringify(r)) + "\n").join(""));
  for await (const line of createInterface({ input: child.stdout })) answers.push(JSON.parse(line));
  return answers;
}

test("examples/node/surakarta.mjs answers in lines of JSON", { timeout: hang }, async () => {
  const answers = await ask(
    [
      { id: 1, position: twoWays, depth: 3 },
      { id: 2, moves: ["a2-a3", "b5b4"], depth: 2, evaluate: "front" },
      "",
      { id: 3, position: twoWays, moves: ["a2xb1"] },
      { id: "four", moves: ["a2-a5"] },
      { id: 5, position: "wwwwww/wwwwww/6/5b/bbbbbb/bbbbbb b" },
      { id: 6, rules: { ruleSet: "chess" } },
      { id: 7, depht: 3 },
      { id: 8, depth: 0 },
      "[]",
      "nonsense",
      { id: 9, rules: { first: "w" }, depth: 1 },
    ],
    "strategy=103",
  );
  assert.deepEqual(answers.map((a) => a.id), [1, 2, 3, "four", 5, 6, 7, 8, null, null, 9]);
  const [won, played, over, ...rest] = answers;
  assert.deepEqual([won.best, won.proven, won.route], ["a2xb1", "win", ["a2", "b1"]]);
  assert.equal(played.side, "b");
  assert.ok(new Board("surakarta").play("a2-a3").play("b5-b4").moves().includes(played.best));
  assert.equal(played.terms.total, played.terms.extent + 3 * played.terms.position + 2 * played.terms.dynamic + 2 * played.terms.potential);
  assert.deepEqual([over.best, over.outcome], [null, { winner: "b", reason: "wiped out" }]);
  assert.deepEqual(rest.map((a) => a.error?.code),
    ["QK_ERR_RULES", "QK_ERR_RULES", "QK_ERR_INVALID_ARG", "BAD_REQUEST", "BAD_REQUEST", "BAD_REQUEST", "BAD_REQUEST", undefined]);
  assert.equal(rest.at(-1).side, "w");
});

test("examples/node/surakarta.mjs takes the values of a strategy", { timeout: hang }, async () => {
  const request = { position: "6/6/6/1b4/6/3w2 b", depth: 1, evaluate: "front" };
  const [weighted] = await ask([request], "strategy=106", "weightsFrontEndgame=1,10,1,1");
  const [plain] = await ask([request], "strategy=106");
  assert.deepEqual([weighted.terms.total, plain.terms.total], [1380, 414]);
});
