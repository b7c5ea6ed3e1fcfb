// The server without a browser: games, reviews, questions, and what is refused.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { start } from "../server.mjs";
import { Profile, StoreError, most } from "../store.mjs";
import { folder, host, record, startProcess, until, visitor } from "./helpers.mjs";

/** A server in this process for a test. */
async function serve(t, limits) {
  const games = folder();
  const server = await start({ host, port: 0, games, limits });
  t.after(() => server.close());
  const url = `http://${host}:${server.port}/`;
  return { url, games };
}

test("a game is played, taken back, given up and kept", async (t) => {
  const { url } = await serve(t);
  const act = visitor(url);
  const { id } = await act("begin", { size: 5, target: 1, colour: "white", level: 1 });
  let { game } = await act("open", { game: id });
  assert.deepEqual([game.turn, game.size, game.target, game.positions.length], ["black", 5, { black: 1, white: 1 }, 1]);
  assert.equal((await act("play", { game: id, move: "A1" })).code, "notYourTurn");
  ({ game } = await act("reply", { game: id }));
  assert.deepEqual([game.turn, game.moves.length], ["white", 1]);
  assert.equal((await act("play", { game: id, move: game.moves[0] })).code, "illegal");
  ({ game } = await act("play", { game: id, move: game.legal[0] }));
  assert.equal(game.moves.length, 2);
  ({ game } = await act("undo", { game: id }));
  assert.equal(game.moves.length, 1);
  ({ game } = await act("resign", { game: id }));
  assert.deepEqual(game.over, { winner: "black", reason: "resignation" });
  assert.deepEqual((await act("list")).games.map((one) => [one.id, one.over.winner]), [[id, "black"]]);
  await act("undo", { game: id });
  assert.deepEqual((await act("list")).games.map((one) => [one.id, one.over, one.size, one.moves]), [[id, null, 5, 1]], "taken back");
  assert.equal((await visitor(url)("open", { game: id })).code, "gone", "the games of others are theirs");
});

test("a record is loaded, reviewed, asked and saved", async (t) => {
  const { url } = await serve(t);
  const act = visitor(url);
  const { id } = await act("load", { text: record, target: 0, colour: "black", level: 3 });
  await act("review", { game: id, effort: "quick", language: "zh" });
  const { game } = await until(() => act("open", { game: id }), (answer) => answer.game.review);
  const [bad] = game.review.badMoves;
  assert.equal(game.review.complete, true);
  assert.match(bad.text, /[\u4e00-\u9fff]/);
  assert.deepEqual((await act("line", { game: id, ply: 6, moves: bad.demonstration })).positions.length, bad.demonstration.length);
  const { answer } = await act("ask", { game: id, number: bad.number, move: bad.target });
  assert.deepEqual([answer.kind, answer.move], ["ask", bad.target]);
  assert.deepEqual(await act("solved", { game: id, number: bad.number }), { solved: [bad.number] });
  const { game: later } = await act("open", { game: id });
  assert.deepEqual([later.solved, later.review.answers.length], [[bad.number], 1]);
  const again = await act("again", { game: id, ply: 6 });
  const { game: tried } = await act("open", { game: again.id });
  assert.deepEqual([tried.kind, tried.colour, tried.moves.length, tried.origin], ["again", "black", 6, id]);
  const taken = await act("load", { text: "(;GM[1]SZ[5]C[first to capture 1 wins];B[aa];W[ab];B[cc];W[ba])", target: 1, colour: "black", level: 3 });
  const won = Object.fromEntries((await act("list")).games.map((one) => [one.id, one.over]));
  assert.deepEqual(won, { [id]: null, [again.id]: null, [taken.id]: { winner: "white" } });
});

test("what cannot be is refused in words", async (t) => {
  const { url } = await serve(t);
  const act = visitor(url);
  const { id } = await act("begin", { size: 5, target: 1, colour: "black", level: 1 });
  const load = (text) => act("load", { text, target: 0, colour: "black", level: 1 });
  for (const [answer, code, says = /./] of [
    [await act("nothing"), "malformed"],
    [await act("begin", { size: 4, target: 1, colour: "black", level: 1 }), "malformed", /size is 4, expected 5 to 13/],
    [await act("begin", { size: 9, target: 1, colour: "red", level: 1 }), "malformed", /colour/],
    [await act("open", { game: 77 }), "gone"],
    [await act("open", { game: "1; drop table games" }), "gone"],
    [await act("undo", { game: id }), "nothing"],
    [await act("review", { game: id, effort: "quick", language: "en" }), "noMoves"],
    [await act("ask", { game: id, number: 1, move: "A1" }), "notReviewed"],
    [await act("line", { game: id, ply: 3, moves: ["A1"] }), "malformed", /ply 3, expected 0 to 0/],
    [await act("line", { game: id, ply: 0, moves: ["A1", "A1"] }), "refused", /there is a black stone/],
    [await load("nonsense"), "refused", /expected/],
    [await load("(;SZ[5]RU[Capture-1];B[aa];W[aa])"), "refused", /move 2/],
    [await load("(;SZ[9]RU[Japanese];B[ee];W[cc])"), "refused", /target/],
    [await load("(;SZ[19]RU[Capture-1];B[dd];W[pp])"), "tooLarge"],
    [await load("x".repeat(most.record + 1)), "tooLong"],
  ]) {
    assert.equal(answer.code, code, JSON.stringify(answer));
    assert.match(answer.text, says);
  }
  for (const [method, path, type, status] of [["POST", "act", "text/plain", 415], ["POST", "act", "application/json", 400], ["GET", "none", "", 404], ["GET", "sgf?game=1", "", 404], ["GET", "events", "", 401]]) {
    const response = await fetch(url + path, { method, headers: { "Content-Type": type }, ...(method === "POST" && { body: "[1" }) });
    assert.equal(response.status, status, `${method} ${path}`);
  }
});

test("one address cannot have everything", async (t) => {
  const { url } = await serve(t, { jobs: 1, logins: 2 });
  const act = visitor(url);
  const long = "(;SZ[9]RU[Capture-1];B[ee];W[dd];B[cc];W[gg];B[gc];W[cg])";
  const ids = [];
  for (let i = 0; i < 2; i++) ids.push((await act("load", { text: long, target: 0, colour: "black", level: 1 })).id);
  assert.equal((await act("review", { game: ids[0], effort: "deep", language: "en" })).game.reviewing, 0);
  assert.equal((await act("review", { game: ids[1], effort: "quick", language: "en" })).code, "crowded");
  assert.deepEqual(await act("stop", { game: ids[0] }), {});
  const { game } = await until(() => act("open", { game: ids[0] }), (answer) => answer.game.review);
  assert.equal(game.review.complete, false);
  await visitor(url)("begin", { size: 5, target: 1, colour: "black", level: 1 });
  assert.equal((await visitor(url)("begin", { size: 5, target: 1, colour: "black", level: 1 })).code, "crowded", "new profiles");
  assert.ok((await act("begin", { size: 5, target: 1, colour: "black", level: 1 })).id, "a profile that is there goes on");
});

test("a killed server has lost nothing, and a review goes on", async (t) => {
  const games = folder();
  let server = await startProcess(t, games);
  const act = visitor(server.url);
  const { id } = await act("begin", { size: 5, target: 1, colour: "black", level: 1 });
  const moves = [];
  for (let i = 0; i < 3; i++) {
    const { game } = await act("open", { game: id });
    if (game.over) break;
    moves.splice(0, Infinity, ...(await act("play", { game: id, move: game.legal.at(-1) })).game.moves);
    await server.kill(); // right behind the answer
    server = await startProcess(t, games, server.port);
    assert.deepEqual((await act("open", { game: id })).game.moves, moves);
    await act("reply", { game: id });
  }
  const { id: read } = await act("load", { text: record, target: 0, colour: "black", level: 3 });
  await act("review", { game: read, effort: "deep", language: "en" });
  await server.kill();
  await startProcess(t, games, server.port);
  assert.deepEqual((await act("list")).games.map((one) => one.id), [read, id]);
  const { game } = await until(() => act("open", { game: read }), (answer) => answer.game.review);
  assert.equal(game.review.search.effort, "deep");
  assert.deepEqual(readdirSync(games).filter((name) => name.endsWith(".new")), []);
});

test("a profile's file", () => {
  const path = join(folder(), "a.sqlite");
  const game = { kind: "game", initial: "x", moves: "", colour: "black", level: 1 };
  const first = new Profile(path);
  const id = first.add(game);
  first.change(id, { review: "{}", moves: "A1" });
  first.close();
  const whole = readFileSync(path);
  const second = new Profile(path);
  assert.deepEqual([second.game(id).review, second.game(id).moves], ["{}", "A1"]);
  assert.throws(() => second.change(id, { review: "x".repeat(most.review + 1) }), StoreError);
  for (let i = 1; i < most.games; i++) second.add(game);
  assert.throws(() => second.add(game), /most that are kept/);
  second.close();
  writeFileSync(path, whole.fill(7, 40, 64)); // the form is in there
  assert.throws(() => new Profile(path), (e) => e instanceof StoreError && /form/.test(e.message));
});
