// The server without a browser: games, reviews, questions, and what is refused.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Guard } from "../../common/guard.mjs";
import { start } from "../server.mjs";
import { Profile, StoreError, most } from "../store.mjs";
import { folder, host, long, record, rich, startProcess, until, visitor } from "./helpers.mjs";

/** A server in this process for a test. */
async function serve(t, limits) {
  const games = folder();
  const server = await start({ host, port: 0, games, limits });
  t.after(() => server.close());
  const url = `http://${host}:${server.port}/`;
  return { url, games, server };
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
    [await act("line", { game: id, ply: 3, moves: ["A1"] }), "malformed", /ply is 3, expected 0 to 0/],
    [await act("line", { game: id, ply: 0, moves: ["A1 B1"] }), "malformed"],
    [await act("line", { game: id, ply: 0, moves: ["A1", "A1"] }), "illegal", /there is a black stone/],
    [await act("again", { game: id, ply: 0, moves: ["A1", "A1"] }), "illegal"],
    [await load("nonsense"), "unreadable", /expected/],
    [await load(" "), "empty"],
    [await load("(;SZ[5]RU[Capture-1];B[aa];W[aa])"), "badMove", /move 2/],
    [await load("(;SZ[9]RU[Japanese];B[ee];W[cc])"), "noTarget", /target/],
    [await load("(;SZ[9]RU[Capture-1])"), "noMoves"],
    [await load("(;SZ[19]RU[Capture-1];B[dd];W[pp])"), "tooLarge"],
    [await load("x".repeat(most.record + 1)), "tooLong"],
  ]) {
    assert.equal(answer.code, code, JSON.stringify(answer));
    assert.match(answer.text, says);
  }
  assert.deepEqual(await load("(;SZ[5]\nRU[Capture-1]KO[)").then(({ line, column }) => [line, column]), ["2", "16"]);
  assert.equal((await load("(;SZ[5]RU[Capture-1];B[aa];W[aa])")).move, "2");
  for (const [method, path, type, status] of [["POST", "act", "text/plain", 415], ["POST", "act", "application/json", 400], ["GET", "none", "", 404], ["GET", "sgf?game=1", "", 404], ["GET", "events", "", 401]]) {
    const response = await fetch(url + path, { method, headers: { "Content-Type": type }, ...(method === "POST" && { body: "[1" }) });
    assert.equal(response.status, status, `${method} ${path}`);
  }
});

test("one address cannot have everything", async (t) => {
  const { url } = await serve(t, { jobs: 1, logins: 2 });
  const act = visitor(url);
  const ids = [];
  for (let i = 0; i < 2; i++) ids.push((await act("load", { text: long, target: 0, colour: "black", level: 1 })).id);
  assert.equal((await act("review", { game: ids[0], effort: "deep", language: "en" })).game.reviewing, 0);
  assert.equal((await act("review", { game: ids[1], effort: "quick", language: "en" })).code, "crowded");
  assert.ok((await act("stop", { game: ids[0] })).game.reviewing !== null, "it ends in a moment");
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
  assert.throws(() => second.add(game), (e) => e instanceof StoreError && e.code === "full");
  second.close();
  writeFileSync(path, whole.fill(7, 40, 64)); // the form is in there
  assert.throws(() => new Profile(path), (e) => e instanceof StoreError && e.code === "failed" && /form/.test(e.message));
});

/** Loads a record and reviews it; resolves to the game then. */
async function reviewed(act, text, said = {}) {
  const { id } = await act("load", { text, target: 0, colour: "black", level: 3 });
  await act("review", { game: id, effort: "quick", language: "en", ...said });
  return (await until(() => act("open", { game: id }), ({ game }) => game.review && game.reviewing === null)).game;
}

test("a game under review stays as it is", async (t) => {
  const { url } = await serve(t);
  const act = visitor(url);
  const { id } = await act("begin", { size: 13, target: 5, colour: "black", level: 1 });
  await act("play", { game: id, move: "G7" });
  const { game } = await act("reply", { game: id });
  await act("review", { game: id, effort: "deep", language: "en" });
  assert.equal((await act("play", { game: id, move: game.legal[0] })).code, "underReview");
  assert.equal((await act("undo", { game: id })).code, "underReview");
  assert.equal((await act("resign", { game: id })).code, "underReview");
  assert.equal((await act("reply", { game: id })).game.moves.length, 2);
  await act("stop", { game: id });
  await until(() => act("open", { game: id }), (answer) => answer.game.reviewing === null);
  assert.equal((await act("resign", { game: id })).code, "reviewed");
});

test("a review begins anew when its game is opened, or is stopped while it waits", async (t) => {
  const games = folder();
  let server = await start({ host, port: 0, games });
  const act = visitor(`http://${host}:${server.port}/`);
  const ids = [];
  for (let i = 0; i < 2; i++) {
    ids.push((await act("load", { text: long, target: 0, colour: "black", level: 1 })).id);
    await act("review", { game: ids[i], effort: "deep", language: "en" });
  }
  const { port } = server;
  await server.close();
  server = await start({ host, port, games, limits: { jobs: 1 } });
  t.after(() => server.close());
  await until(() => act("open", { game: ids[0] }), ({ game }) => game.reviewing > 0);
  assert.equal((await act("open", { game: ids[1] })).game.reviewing, 0, "it waits");
  assert.equal((await act("stop", { game: ids[1] })).game.reviewing, null);
  assert.equal((await act("open", { game: ids[1] })).game.reviewing, null);
  await act("stop", { game: ids[0] });
});

test("what is asked of a review", async (t) => {
  const { url } = await serve(t);
  const act = visitor(url);
  const game = await reviewed(act, rich);
  const number = 4;
  assert.equal((await act("ask", { game: game.id, number, move: "A5" })).code, "illegal");
  assert.equal((await act("ask", { game: game.id, number: 99, move: "A1" })).code, "malformed");
  await act("review", { game: game.id, effort: "deep", language: "zh" });
  assert.equal((await act("ask", { game: game.id, number, move: "A1" })).code, "underReview");
  await act("stop", { game: game.id });
});

test("exercises stay solved when a game is reviewed again", async (t) => {
  const { url } = await serve(t);
  const act = visitor(url);
  const game = await reviewed(act, record);
  const [{ number }] = game.review.exercises;
  await act("solved", { game: game.id, number });
  await act("solved", { game: game.id, number: 1 }); // there is no such exercise
  await act("review", { game: game.id, effort: "quick", language: "zh" });
  const { game: later } = await until(() => act("open", { game: game.id }), (answer) => answer.game.reviewing === null);
  assert.deepEqual([later.review.language, later.solved], ["zh", [number]]);
});

test("a line has its captures, and is played on from", async (t) => {
  const { url } = await serve(t);
  const act = visitor(url);
  const { id } = await act("load", { text: record, target: 0, colour: "black", level: 3 });
  const line = await act("line", { game: id, ply: 8, moves: ["D5", "B1", "B5"] });
  assert.deepEqual([line.captures, line.over], [[[0, 0], [0, 0], [2, 0]], true]);
  const { id: other } = await act("again", { game: id, ply: 8, moves: ["D5", "B1"] });
  const { game } = await act("open", { game: other });
  assert.deepEqual([game.moves.slice(8), game.colour], [["D5", "B1"], "black"]);
  assert.equal((await act("again", { game: id, ply: 8, moves: ["D5", "B1", "B5"] })).code, "over", "there is nothing to play on");
});

test("records as they were and as they are saved", async (t) => {
  const { url } = await serve(t);
  let cookie;
  const act = async (what, said) => {
    const response = await fetch(`${url}act`, { method: "POST", headers: { "Content-Type": "application/json", ...(cookie && { cookie }) }, body: JSON.stringify({ what, ...said }) });
    cookie ??= response.headers.get("set-cookie").split(";")[0];
    return response.json();
  };
  const load = (text, target) => act("load", { text, target, colour: "black", level: 3 });
  const saved = async (id) => (await fetch(`${url}sgf?game=${id}`, { headers: { cookie } })).text();
  for (const [text, target] of [["(;SZ[5]C[RU[Japanese\\]]RU[Japanese]PB[Li];B[aa];W[bb])", 2], ["(;SZ[5]RU[Capture-3]GC[first to capture 3];B[aa];W[bb])", 2], ["(;SZ[5];B[aa];W[bb])", 1]]) {
    const { id } = await load(text, target);
    const { id: again } = await load(await saved(id), 0);
    assert.deepEqual((await act("open", { game: again })).game.target, { black: target, white: target }, text);
  }
  assert.equal(await saved((await load(record, 0)).id), record, "what says its target is saved as it was");
  assert.match(await saved((await load("(;SZ[5]RU[Capture-1]CA[GBK]PB[张三];B[aa])", 0)).id), /张三/);
  const { id: chinese } = await load("(;SZ[5]RU[Capture-1]CA[GBK]PB[张三];B[aa])", 0);
  await act("review", { game: chinese, effort: "quick", language: "zh" });
  await until(() => act("open", { game: chinese }), ({ game }) => game.review);
  assert.match(await saved(chinese), /CA\[UTF-8\][^]*张三/);
  assert.equal((await load(`${record}${record}`, 0)).others, 1);
  const { id: lost } = await load("(;SZ[5]RU[Capture-1]RE[W+Resign];B[aa])", 0);
  assert.deepEqual((await act("open", { game: lost })).game.result, { winner: "white", by: "R" });
  const { id } = await act("begin", { size: 5, target: 1, colour: "black", level: 1 });
  await act("play", { game: id, move: "C3" });
  await act("resign", { game: id });
  assert.match(await saved(id), /RE\[W\+R\]/);
});

test("a class has one address", async (t) => {
  const { url } = await serve(t, { jobs: 2 });
  const pupils = Array.from({ length: 30 }, () => visitor(url));
  const begun = await Promise.all(pupils.map((act) => act("begin", { size: 5, target: 1, colour: "white", level: 1 })));
  assert.ok(begun.every(({ id }) => id > 0), "all begin");
  const replies = await Promise.all(pupils.map((act, i) => act("reply", { game: begun[i].id })));
  assert.deepEqual(replies.filter(({ code }) => code), [], "the computer answers each");
  const game = await reviewed(pupils[0], record);
  const longs = await Promise.all([1, 2].map(async (i) => [pupils[i], (await pupils[i]("load", { text: long, target: 0, colour: "black", level: 1 })).id]));
  for (const [act, id] of longs) assert.equal((await act("review", { game: id, effort: "deep", language: "en" })).game.reviewing, 0);
  assert.ok((await pupils[0]("ask", { game: game.id, number: game.review.badMoves[0].number, move: "B2" })).answer, "reviews keep nobody from asking");
  for (const [act, id] of longs) await act("stop", { game: id });
});

test("so many short jobs at once", () => {
  const guard = new Guard({ asks: 2, allAsks: 3 });
  assert.deepEqual([guard.ask("a"), guard.ask("a"), guard.ask("a"), guard.ask("b"), guard.ask("c")], [true, true, false, true, false]);
  guard.asked("a");
  assert.deepEqual([guard.ask("c"), guard.ask("a")], [true, false]);
});
