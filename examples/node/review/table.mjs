// Games of Capture Go: what stands on the board, and what the library says of it.

import { Board, Engine, Game, QikitError, game, review } from "../../../bindings/node/index.mjs"; // installed: "qikit"

const other = { black: "white", white: "black" };
const sideOf = { X: "black", O: "white" };
const thinking = 1; // seconds that the computer may think

export { other };

/** A new board of a row's game, after its moves. */
export function boardOf({ initial, moves }) {
  const board = new Board("capturego", initial);
  for (const move of listOf(moves)) board.play(move);
  return board;
}

export const listOf = (moves) => (moves === "" ? [] : moves.split(" "));

/** The position at the start of a game on a board of so many points, with a target for each side. */
export function begin(size, target) {
  const board = new Board("capturego", null, { size, target });
  try {
    return board.initial;
  } finally {
    board.close();
  }
}

/** The stones by row from below, "." for none, "b" and "w"; and what a position says beside them. */
function read(position) {
  const [rows, turn, black, white, blackTook, whiteTook] = position.split(" ");
  const stones = rows.split("/").reverse().map((row) => row.replace(/\d+/g, (n) => ".".repeat(Number(n))).replace(/X/g, "b").replace(/O/g, "w"));
  return { stones, turn: sideOf[turn], target: { black: Number(black), white: Number(white) }, captured: { black: Number(blackTook), white: Number(whiteTook) } };
}

/** What a page shows of a game: every position, and the state after the last move. */
export function viewOf(row) {
  const board = new Board("capturego", row.initial);
  try {
    const { stones, target } = read(board.position);
    const positions = [stones.join("/")];
    const captures = [[0, 0]];
    for (const move of listOf(row.moves)) {
      const { stones: after, captured } = read(board.play(move).position);
      positions.push(after.join("/"));
      captures.push([captured.black, captured.white]);
    }
    const over = board.outcome ?? (row.resigned ? { winner: other[row.resigned], reason: "resignation" } : null);
    return { size: stones.length, target, positions, captures, moves: listOf(row.moves), first: read(row.initial).turn, turn: over ? null : board.side, legal: over ? [] : board.moves(), over };
  } finally {
    board.close();
  }
}

/** The positions of a line of play that leaves a game after so many moves, what is captured by then, and whether it ends the game. */
export function line(row, ply, moves) {
  const board = boardOf({ initial: row.initial, moves: listOf(row.moves).slice(0, ply).join(" ") });
  try {
    const after = moves.map((move) => read(board.play(move).position));
    return { positions: after.map(({ stones }) => stones.join("/")), captures: after.map(({ captured }) => [captured.black, captured.white]), over: board.outcome !== null };
  } finally {
    board.close();
  }
}

/** Who has won a game: "draw" for nobody, empty while it goes on. */
export function winnerOf(row) {
  const { over } = viewOf(row);
  return over ? (over.winner ?? "draw") : "";
}

/** What the list of games shows of one: what its row has, without a board. */
export function summary({ id, kind, colour, level, initial, moves, winner, origin, reviewing, reviewed, created, changed }) {
  const { stones, target } = read(initial);
  const over = winner === "" ? null : { winner: winner === "draw" ? null : winner };
  return { id, kind, colour, level, size: stones.length, target, moves: listOf(moves).length, over, origin, reviewing: Boolean(reviewing), reviewed: Boolean(reviewed), created, changed };
}

// The root of a record, and a property in it.
const root = /\(\s*;\s*((?:[A-Za-z]+\s*(?:\[(?:\\[^]|[^\\\]])*\]\s*)+)*)/;
const property = /([A-Za-z]+)\s*(?:\[((?:\\[^]|[^\\\]])*)\]\s*)+/g;

/** What the root of a record says by a property; undefined for nothing. */
function rootSays(record, name) {
  for (const [, one, value] of (root.exec(record)?.[1] ?? "").matchAll(property)) if (one === name) return value.trim();
  return undefined;
}

/** A record whose root has other properties; null takes one away. */
function withRoot(record, changes) {
  const fresh = Object.entries(changes).map(([name, value]) => (value === null ? "" : `${name}[${value}]`));
  return record.replace(root, (_, kept) => `(;${fresh.join("")}${kept.replace(property, (whole, name) => (Object.hasOwn(changes, name) ? "" : whole))}`);
}

/** A record that came as characters: what it says of its bytes does not count any more. */
export const inUnicode = (record) => (/^(utf-?8)?$/i.test(rootSays(record, "CA") ?? "") ? record : withRoot(record, { CA: "UTF-8" }));

/** Who won by a record's own word, and "R" or "T" for how; null where it does not say that. */
export function resultOf(record) {
  const [, letter, by] = /^([BW])\+([RT]?)/i.exec(rootSays(record, "RE") ?? "") ?? [];
  return letter ? { winner: letter.toUpperCase() === "B" ? "black" : "white", by: by.toUpperCase() } : null;
}

/** The game as SGF; with its review's verdicts and variations when there is one. */
export async function sgf(row) {
  let text = row.record || gameOf(row).text({ format: "sgf" });
  if (row.review) {
    const done = await review.parse(row.review);
    try {
      text = await done.sgf();
    } finally {
      await done.close();
    }
  }
  if (row.resigned) text = withRoot(text, { RE: row.resigned === "black" ? "W+R" : "B+R" });
  if (!row.record) return text;
  // A record is saved with the target that was chosen for it.
  const { black, white } = viewOf(row).target;
  const rule = { RU: `Capture-${black}${black === white ? "" : `-${white}`}` };
  for (const one of [text, withRoot(text, rule), withRoot(text, { ...rule, GC: null })]) if (await states(one, row)) return one;
  return text;
}

/** Whether a record says by itself from which position a row's game starts, and to which target. */
async function states(record, row) {
  try {
    return (await load(record, 0, row.colour)).initial === row.initial;
  } catch (e) {
    if (e instanceof QikitError) return false;
    throw e;
  }
}

function gameOf(row) {
  const { over } = viewOf(row);
  const result = over === null ? "*" : over.winner === null ? "1/2-1/2" : over.winner === "black" ? "1-0" : "0-1";
  return new Game("capturego", { initial: row.initial, moves: listOf(row.moves), result });
}

/**
 * Reads a record: its initial position, its moves, and how many others there are in the file. Target is what both sides have to capture; 0 for what the record
 * says. Throws what the library says of a record that cannot be read, or that does not say its target.
 */
export async function load(text, target, colour) {
  const [one, ...others] = game.read(text, { game: "capturego", mainLines: true });
  const job = review.start(text, { user: colour, ...(target > 0 && { target }) }); // it says which game the record is of
  job.cancel();
  const { game: told } = await job.wait();
  await job.close();
  return { initial: told.position, moves: one.moves.join(" "), others: others.length };
}

/** Reviews a game; returns the job. */
export function startReview(row, { effort, language }) {
  const { target } = viewOf(row);
  const text = row.record || gameOf(row).text({ format: "sgf" });
  return review.start(text, { user: row.colour, target: [target.black, target.white], effort, language, opponent: true });
}

/** What a page shows of a review's text: the report without what only programs need. */
export async function told(text) {
  const done = await review.parse(text);
  const { moves, record: _record, checksum: _checksum, ...rest } = done.report;
  await done.close();
  return { ...rest, moves: moves.map(({ policy: _policy, degrees: _degrees, recommended: _recommended, ...move }) => move) };
}

/** The learner's move of that number in a review's text; undefined when there is none. */
export const numbered = (text, number) => JSON.parse(text).moves.find((move) => move.number === number);

export const hasExercise = (text, number) => JSON.parse(text).exercises.some((exercise) => exercise.number === number);

/** Asks a review; resolves to its text with the answer. */
export async function ask(text, question) {
  const done = await review.parse(text);
  try {
    const job = done.start(question);
    try {
      await job.wait();
      const more = await review.of(job);
      try {
        return await more.json();
      } finally {
        await more.close();
      }
    } finally {
      await job.close();
    }
  } finally {
    await done.close();
  }
}

/** Engines by level, so many at work at once; others wait for their turn. */
export class Players {
  #idle = new Map();
  #free;
  #waiting = [];

  constructor(atOnce = 4) {
    this.#free = atOnce;
  }

  /** The computer's move; null when the game is over. */
  async move(row) {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise((resolve) => this.#waiting.push(resolve));
    const board = boardOf(row);
    try {
      const engines = this.#idle.get(row.level) ?? [];
      this.#idle.set(row.level, engines);
      const engine = engines.pop() ?? (await Engine.open("capturego", { level: row.level, tableMb: 8 }));
      try {
        return (await engine.search(board, { time: thinking, fresh: true })).best;
      } finally {
        engines.push(engine);
      }
    } finally {
      board.close();
      if (this.#waiting.length > 0) this.#waiting.shift()();
      else this.#free += 1;
    }
  }

  async close() {
    await Promise.all([...this.#idle.values()].flat().map((engine) => engine.close()));
  }
}

/** The review that a job has made, as JSON text. */
export async function textOf(job) {
  const done = await review.of(job);
  try {
    return await done.json();
  } finally {
    await done.close();
  }
}
