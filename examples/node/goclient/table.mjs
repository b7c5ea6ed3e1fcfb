// One game as a player sees it, kept up to date by the server's lines about it.

import { Board } from "../../../bindings/node/index.mjs"; // installed: "qikit"
import { countOf } from "./counting.mjs";
import { nameOf, pointOf } from "./points.mjs";
import { sgfOf } from "./record.mjs";

// The keys that positions and marks are hashed with: the SplitMix64 stream from
// seed 0, for each point from A1 along the rows first black's, then white's.
const keys = (() => {
  const mask = (1n << 64n) - 1n;
  let state = 0n;
  return Array.from({ length: 2 * 19 * 19 }, () => {
    state = (state + 0x9e3779b97f4a7c15n) & mask;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    return z ^ (z >> 31n);
  });
})();

/** The stones of a position text, by row from below: "b", "w" or null. */
function stonesOf(position, size) {
  const rows = position.split(" ")[0].split("/").reverse();
  return rows.map((row) => {
    const line = [];
    for (const [piece] of row.matchAll(/\d+|[XO.]/g)) {
      if (/\d/.test(piece)) line.push(...Array(Number(piece)).fill(null));
      else line.push({ X: "b", O: "w" }[piece] ?? null);
    }
    if (line.length !== size) throw new Error(`a row of ${line.length} points, expected ${size}`);
    return line;
  });
}

// How long a move may take where the game has no other clock, in milliseconds.
const moveTime = 600_000;

/** The clocks as the server reports them (674), or as a client can estimate them where it does not. */
class Clocks {
  constructor(main, byo) {
    const [, seconds, periods] = /^(\d+)x(\d+)$/.exec(byo) ?? /^\+(\d+)$/.exec(byo) ?? [];
    this.period = Number(seconds ?? 0) * 1000;
    this.byMove = main === 0 && this.period === 0;
    const left = main > 0 || periods ? main * 1000 : this.period; // Fischer without main time begins with a bonus
    this.b = { left, periods: Number(periods ?? 0) };
    this.w = { ...this.b };
    this.since = Date.now();
  }

  /** Sets the clocks to what the server reports. */
  told(spent, b, w) {
    Object.assign(this, { b, w, since: Date.now() - spent, exact: true });
  }

  moved(side) {
    if (this.exact) return; // the server reports it in the next line
    const clock = this[side];
    const spent = Date.now() - this.since;
    this.since = Date.now();
    if (this.byMove) return;
    clock.left -= spent;
    if (clock.periods === 0) clock.left = Math.max(0, clock.left) + this.period;
    for (; clock.left < 0 && clock.periods > 0; clock.periods--) {
      clock.left += this.period;
      if (clock.left >= 0) {
        clock.left = 0; // a period that was not used up is not lost
        return;
      }
    }
  }

  view() {
    const { byMove, period, b, w } = this;
    return { byMove, period, b, w, moveTime, spent: Date.now() - this.since };
  }
}

export class Table {
  /** Makes a table from 751: two players have sat down. */
  constructor(game, black, white, nick) {
    Object.assign(this, { game, black, white, nick });
    Object.assign(this, { size: 19, komi: "7.5", rule: "area", state: "seated", ready: false });
    this.#clear();
  }

  #clear() {
    Object.assign(this, {
      moves: [], setUp: [], captures: { b: 0, w: 0 }, dead: new Map(), agreed: false, consents: [], asked: null,
      result: null, left: this.left ?? null, marking: 0, clocks: null, otherAgreed: false,
    });
    this.board = null;
  }

  get you() {
    return this.nick === this.black ? "b" : this.nick === this.white ? "w" : null;
  }

  get turn() {
    return this.state === "playing" && this.board ? this.board.side[0] : null;
  }

  /** 850: both were ready. */
  started([game, black, white, size, komi, rule, ...others]) {
    Object.assign(this, { game, black, white, size: Number(size), komi, rule, state: "playing", ready: false });
    this.#clear();
    const more = Object.fromEntries(others.map((pair) => pair.split("=")));
    this.handicap = Number(more.handicap ?? 0);
    this.clocks = new Clocks(Number(more.main ?? 0), more.byo ?? "+0");
    this.#replay([]);
  }

  #replay(moves) {
    if (!this.board || this.moves.some((move, i) => move !== moves[i])) {
      this.board = new Board("go", "", { size: this.size, handicap: this.handicap || undefined });
      this.setUp = this.stones().flatMap((line, row) => line.flatMap((stone, column) => (stone ? [nameOf(column, row)] : [])));
      this.moves = [];
      this.captures = { b: 0, w: 0 };
    }
    for (const move of moves.slice(this.moves.length)) this.#play(move);
  }

  #play(move) {
    const side = this.board.side[0];
    const count = () => this.stones().flat().filter(Boolean).length;
    const before = count();
    this.board.play(move.toLowerCase() === "pass" ? "pass" : move);
    if (move !== "PASS") this.captures[side] += before + 1 - count();
    this.moves.push(move);
    return side;
  }

  /** 851: a move was played. Returns false when an earlier move is missing. */
  played([, seq, side, move, , hash]) {
    if (Number(seq) !== this.moves.length + 1 || !this.board) return false;
    if (this.board.side[0] !== side) return false;
    this.#play(move);
    this.clocks?.moved(side);
    this.asked = null;
    if (move !== "PASS") this.consents = [];
    return this.hash(() => true) === hash;
  }

  /** Takes over a game from the answer to 301. */
  resync(param, moves) {
    const [game, ...pairs] = param.split(" ");
    const info = Object.fromEntries(pairs.map((pair) => pair.split("=")));
    if (this.game !== game || this.size !== Number(info.size)) this.board = null;
    Object.assign(this, { game, black: info.black, white: info.white, size: Number(info.size), komi: info.komi, rule: info.rule });
    this.handicap = Number(info.handicap ?? 0);
    this.state = info.state;
    this.result = info.result ? { text: info.result, black: "-", white: "-", method: "" } : null;
    if (this.state === "playing") this.clocks ??= new Clocks(Number(info.main ?? 0), info.byo ?? "+0");
    this.#replay(moves);
    if (this.lastTold) this.told(this.lastTold.words, this.lastTold.at);
    this.dead = new Map();
    if (info.state !== "marking") return;
    for (const stone of info.dead?.split(",") ?? []) {
      const chain = this.chain(stone);
      this.dead.set(chain[0], chain);
    }
    this.marking = Date.now() + Number(info.seconds ?? 0) * 1000;
    this.agreed = this.otherAgreed = false;
    if (info.agreed) this.agrees(info.agreed === "b" ? this.black : this.white);
  }

  /** 674: both clocks at the beginning of the turn, and the time since then. */
  told(words, at = Date.now()) {
    this.lastTold = { words, at }; // it may come before the moves to which it applies
    const [, seq, spent, bMs, bPeriods, wMs, wPeriods] = words;
    if (Number(seq) !== this.moves.length) return;
    this.clocks?.told(Number(spent) + Date.now() - at, { left: Number(bMs), periods: Number(bPeriods) }, { left: Number(wMs), periods: Number(wPeriods) });
  }

  /** 863: somebody agrees to the marks as they are. */
  agrees(nick) {
    if (nick === this.nick) this.agreed = true;
    else this.otherAgreed = true;
  }

  undone([, seq]) {
    this.#replay(this.moves.slice(0, Number(seq)));
    Object.assign(this, { asked: null, consents: [] });
    if (this.clocks) this.clocks.since = Date.now();
  }

  markingBegins([, seconds]) {
    Object.assign(this, { state: "marking", dead: new Map(), agreed: false, otherAgreed: false, marking: Date.now() + Number(seconds) * 1000 });
  }

  /** 860: a chain was marked as dead, or as alive again. */
  marked([, nick, at, what]) {
    const chain = this.chain(at);
    const name = chain[0];
    if (what === "dead") this.dead.set(name, chain);
    else this.dead.delete(name);
    if (nick !== "-") this.agreed = this.otherAgreed = false;
  }

  playsOn() {
    Object.assign(this, { state: "playing", dead: new Map(), consents: [], agreed: false, otherAgreed: false });
    if (this.clocks) this.clocks.since = Date.now();
  }

  ended([, text, black, white, method]) {
    Object.assign(this, { state: "over", result: { text, black, white, method }, asked: null, ready: false });
  }

  stones() {
    return this.board ? stonesOf(this.board.position, this.size) : Array.from({ length: this.size }, () => Array(this.size).fill(null));
  }

  /** The points of the chain at a point, sorted; the first one names the chain. */
  chain(at) {
    const stones = this.stones();
    const from = pointOf(at, this.size);
    const colour = from && stones[from.row][from.column];
    if (!colour) return [];
    const found = new Set();
    const open = [[from.column, from.row]];
    while (open.length > 0) {
      const [column, row] = open.pop();
      if (stones[row]?.[column] !== colour || found.has(nameOf(column, row))) continue;
      found.add(nameOf(column, row));
      open.push([column + 1, row], [column - 1, row], [column, row + 1], [column, row - 1]);
    }
    return [...found].sort();
  }

  /** The hash, in 16 hexadecimal digits, of the stones for which `counts` is true. */
  hash(counts) {
    let hash = 0n;
    this.stones().forEach((line, row) =>
      line.forEach((stone, column) => {
        if (stone && counts(nameOf(column, row))) hash ^= keys[2 * (row * this.size + column) + (stone === "w" ? 1 : 0)];
      }),
    );
    return hash.toString(16).padStart(16, "0");
  }

  /** The hash of the dead stones, for 326. */
  marks() {
    const dead = new Set([...this.dead.values()].flat());
    return this.hash((point) => dead.has(point));
  }

  /** The game as SGF. */
  sgf() {
    const { black, white, size, komi, rule, handicap, moves, result, setUp } = this;
    return sgfOf({ black, white, size, komi, rule, handicap, moves, result: result?.text, setUp });
  }

  #lines() {
    return this.stones().map((line) => line.map((s) => s ?? ".").join(""));
  }

  /** What each side has while the dead stones are marked, and after it was counted so. */
  #count(stones, dead) {
    if (this.state !== "marking" && this.state !== "over") return null;
    const count = countOf(stones, dead, this.rule, this.komi);
    return this.state === "marking" || Number(this.result?.black) === count.black ? count : null;
  }

  /** What the page draws. */
  view() {
    const { game, black, white, size, komi, rule, handicap, state, you, turn, ready, captures, agreed, otherAgreed, consents, asked, result, left } = this;
    const stones = this.#lines();
    const dead = [...this.dead.values()].flat();
    return {
      game, black, white, size, komi, rule, handicap, state, you, turn, ready, captures, agreed, otherAgreed, consents, asked, result, left,
      stones,
      last: this.moves.at(-1) ?? null,
      moves: this.moves.length,
      line: this.moves,
      setUp: this.setUp,
      dead,
      count: this.#count(stones, dead),
      marking: Math.max(0, this.marking - Date.now()),
      clock: this.clocks?.view() ?? null,
    };
  }
}
