import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { Board, HandleError, InvalidArgumentError, NotFoundError, ParseError, RulesError, StateError, UnsupportedError } from "../index.mjs";

const start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

test("a board starts at the start position", () => {
  const board = new Board("xiangqi");
  assert.equal(board.position, start);
  assert.equal(board.side, "red");
  assert.deepEqual(board.sides, ["red", "black"]);
  assert.equal(board.outcome, null);
  const moves = board.moves();
  assert.equal(moves.length, 44);
  assert.deepEqual(moves, [...moves].sort(), "sorted bytewise");
  assert.match(board.key, /^[0-9a-f]{16}$/);
});

test("play and undo", () => {
  const board = new Board("xiangqi");
  const key = board.key;
  board.play("h2e2").play("h9g7");
  assert.equal(board.side, "red");
  assert.deepEqual(board.played, ["h2e2", "h9g7"]);
  assert.equal(board.initial, start);
  board.undo().undo();
  assert.equal(board.key, key);
  assert.equal(board.position, start);
  assert.throws(() => board.undo(), StateError);
});

test("what is handed out can be changed without harm", () => {
  const board = new Board("xiangqi");
  board.moves().length = 0;
  board.sides.pop();
  assert.equal(board.moves().length, 44);
  assert.equal(board.sides.length, 2);
});

test("a copy goes its own way", () => {
  const board = new Board("xiangqi").play("h2e2");
  const copy = board.copy();
  copy.play("h9g7");
  assert.deepEqual(board.played, ["h2e2"]);
  assert.deepEqual(copy.played, ["h2e2", "h9g7"]);
  assert.equal(copy.game, "xiangqi");
});

test("a game that is over says how", () => {
  const board = new Board("xiangqi", "4k4/9/9/9/9/9/9/9/3R1R3/4K4 b - - 0 1", { strict: false });
  assert.deepEqual([board.outcome?.winner, board.moves()], ["red", []]);
  assert.equal(typeof board.outcome.reason, "string");
});

test("moves are read and written in every notation", () => {
  const board = new Board("xiangqi");
  assert.ok(board.report.notations.includes("chinese"));
  assert.equal(board.format("h2e2", "chinese"), "炮二平五");
  for (const notation of board.report.notations) {
    if (notation === "uci10") continue; // one move of it does not show how its ranks are counted
    const copy = board.copy().play(board.format("h2e2", notation));
    assert.deepEqual(copy.played, ["h2e2"], notation);
  }
  assert.throws(() => board.format("h2e2", "morse"), (e) => e instanceof UnsupportedError && /uci/.test(e.message));
});

test("views", () => {
  const board = new Board("xiangqi").play("b2e2");
  assert.match(board.view(0, 1), /1C2C4\/9\/RNBAKABNR b/, "left and right exchanged");
  assert.match(board.view(1), / w /, "black's side as red's");
  assert.throws(() => board.view(9), InvalidArgumentError);
  assert.throws(() => board.view(-1), InvalidArgumentError);
});

test("pictures", () => {
  const board = new Board("xiangqi");
  assert.match(board.svg(), /^<svg[\s\S]*<\/svg>\s*$/);
  assert.notEqual(board.svg({ flip: true, last: "h2e2", arrows: ["h2e2"], marks: { e4: "!" }, size: 200 }), board.svg());
  const go = new Board("go", undefined, { size: 9 });
  assert.notEqual(go.svg({ heat: { C5: 0.5 } }), go.svg());
  assert.match(board.svg(), /^[ -~\n]*$/, "no font of Chinese is needed");
  assert.equal(board.svg({ style: "classic", letters: false }), board.svg());
  assert.match(board.svg({ letters: true, coords: false }), />K<\/text>/);
  assert.doesNotMatch(board.svg({ style: "print" }), /Gradient/);
  assert.throws(() => board.svg({ style: "wood" }), (e) => e instanceof InvalidArgumentError && /"print"/.test(e.message));
  assert.throws(() => board.svg({ size: 1 }), InvalidArgumentError);
  assert.throws(() => board.svg({ colour: "red" }), (e) => e instanceof InvalidArgumentError && /colour/.test(e.message));
});

test("what is seen on a board", () => {
  const board = new Board("xiangqi");
  assert.deepEqual([board.ply, board.halfMoves, board.last, board.inCheck], [0, 0, null, false]);
  board.play("h2e2").play("h7e7").play("e2e6");
  assert.deepEqual([board.pieces.e6, board.pieces.e7, board.pieces.e2], ["C", "c", undefined]);
  assert.deepEqual(board.last, { move: "e2e6", source: "e2", target: "e6" });
  assert.deepEqual([board.ply, board.halfMoves, board.inCheck], [3, 0, true]);
  assert.deepEqual(board.men.men, ["KABNRCP", "kabnrcp"]);
  delete board.pieces.e6;
  assert.equal(board.pieces.e6, "C", "what is handed out can be changed without harm");
  assert.equal(board.undo().pieces.e2, "C");
  const stones = new Board("go", null, { size: 5 }).play("E5").play("pass");
  assert.deepEqual(stones.pieces, { E5: "X" });
  assert.deepEqual([stones.last.target, stones.halfMoves], ["", null]);
});

test("a board shows itself", () => {
  const board = new Board("xiangqi").play("h2e2");
  const rows = String(board).split("\n");
  assert.deepEqual([rows[0], rows[7], rows[10]], ["9 r n b a k a b n r", "2 . C . . C . . . .", "  a b c d e f g h i"]);
  assert.equal(board.text({ flip: true }).split("\n").at(-1), "  i h g f e d c b a");
  assert.equal(inspect(board), `Board (xiangqi, black to move)\n${board.text()}`);
  assert.match(inspect(board.play("h7e7").play("e2e6")), /^Board \(xiangqi, black to move, in check\)\n9 r/);
  assert.deepEqual(JSON.parse(JSON.stringify({ board })).board, {
    game: "xiangqi", position: board.position, initial: start, played: ["h2e2", "h7e7", "e2e6"],
  });
  board.close();
  assert.equal(inspect([board]), "[ Board (xiangqi, closed) ]");
});

test("planes", () => {
  const board = new Board("xiangqi").play("h2e2");
  const { data, shape } = board.planes();
  assert.deepEqual(shape, [14, 10, 9]);
  const letters = board.men.men.join("");
  const placed = Object.entries(board.pieces).map(([point, man]) => (letters.indexOf(man) * 10 + 9 - Number(point[1])) * 9 + "abcdefghi".indexOf(point[0]));
  assert.deepEqual([...data.keys()].filter((at) => data[at] !== 0), placed.sort((a, b) => a - b));
  assert.ok(data.every((x) => x === 0 || x === 1));
  const batch = new Float32Array(3 * data.length).fill(7);
  assert.equal(board.planes(batch.subarray(data.length, 2 * data.length)).data.buffer, batch.buffer);
  assert.deepEqual(batch.subarray(data.length, 2 * data.length), data);
  assert.ok(batch[data.length - 1] === 7 && batch[2 * data.length] === 7);
  assert.throws(() => board.planes(batch), (e) => e instanceof InvalidArgumentError && /1260 numbers/.test(e.message));
});

test("attackers", () => {
  const board = new Board("xiangqi");
  assert.deepEqual(board.attackers("h9", "red"), ["h2"]);
  assert.deepEqual(board.attackers("h9"), ["h2", "i9"]);
  assert.deepEqual(board.attackers("e4", "black"), []);
  assert.throws(() => board.attackers("z1"), ParseError);
  assert.throws(() => board.attackers("e4", "white"), (e) => e instanceof InvalidArgumentError && /red or black/.test(e.message));
  assert.throws(() => new Board("go").attackers("A1"), UnsupportedError);
});

test("perft", async () => {
  assert.equal(await new Board("xiangqi").perft(3), 79666);
  await assert.rejects(new Board("xiangqi").perft(99), InvalidArgumentError);
});

test("bad input has its own error and says what, where, what was expected", () => {
  assert.throws(() => new Board("ludus"), (e) => e instanceof NotFoundError && /ludus/.test(e.message) && /xiangqi/.test(e.message));
  assert.throws(() => new Board("xiangqi", "rnbakabnr/9/xx b"), (e) => e instanceof ParseError && e.message.length > 20);
  assert.throws(() => new Board("xiangqi", "9/9/9/9/9/9/9/9/9/4K4 w"), RulesError);
  assert.equal(new Board("xiangqi", "9/9/9/9/9/9/9/9/9/4K4 w", { strict: false }).side, "red");
  assert.throws(() => new Board("xiangqi", null, { repetion: "axf" }), (e) => e instanceof InvalidArgumentError && /repetion/.test(e.message));
  assert.throws(() => new Board("xiangqi", null, { naturalLimit: -3 }), InvalidArgumentError);
  assert.throws(() => new Board(7), (e) => e instanceof TypeError && /game is number, expected a string/.test(e.message));

  const board = new Board("xiangqi");
  assert.throws(() => board.play("zz"), ParseError);
  assert.throws(() => board.play(""), ParseError);
  assert.throws(() => board.play("a0a5"), RulesError);
  assert.throws(() => board.play("h2e2\0"), ParseError);
  assert.throws(() => board.play("\ud800".repeat(100000)), ParseError);
  assert.equal(board.position, start, "nothing happened");
});

test("a closed board is refused, closing twice is fine", () => {
  const board = new Board("xiangqi");
  board.close();
  board.close();
  assert.throws(() => board.play("h2e2"), HandleError);
  assert.throws(() => board.position, HandleError);
  assert.throws(() => board.copy(), HandleError);
});

test("the rules reach the game", () => {
  const moves = ["a0a1", "a9a8", "a1a0", "a8a9"];
  const ends = (options) => {
    const board = new Board("xiangqi", null, options);
    for (let i = 0; i < 12; i++) board.play(moves[i % 4]);
    return board.outcome;
  };
  assert.equal(ends({ repetition: "off" }), null);
  assert.equal(ends({ repetition: "simple" })?.winner, null);
  assert.match(ends({ repetition: "off", naturalLimit: 12 })?.reason ?? "", /./);
});
