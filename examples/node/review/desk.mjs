// What a person does with games: plays, has them reviewed, asks. Each change is kept
// before it is answered.

import { InvalidArgumentError, LimitError, QikitError, RulesError, StateError } from "../../../bindings/node/index.mjs"; // installed: "qikit"
import { most } from "./store.mjs";
import * as table from "./table.mjs";

/** What a page asked for and cannot have; code is a key of its texts, which may name what is in places. */
export class Refusal extends Error {
  constructor(code, message = code, places = {}) {
    super(message);
    Object.assign(this, { code, places });
  }
}

/** Why a record is not taken in: what the library says, as a refusal. */
function unread(e) {
  if (e instanceof InvalidArgumentError) return new Refusal("noTarget", e.message);
  if (e instanceof StateError) return new Refusal("noMoves", e.message);
  if (e instanceof LimitError) return new Refusal("tooLong", e.message);
  const [, line, column] = /line (\d+), column (\d+)/.exec(e.message) ?? [];
  const [, move] = /move (\d+)/.exec(e.message) ?? [];
  return e instanceof RulesError && move ? new Refusal("badMove", e.message, { move }) : new Refusal("unreadable", e.message, { line, column });
}

const whole = (name, value, least, greatest) => {
  if (!Number.isInteger(value) || value < least || value > greatest) throw new Refusal("malformed", `${name} is ${JSON.stringify(value)}, expected ${least} to ${greatest}`);
  return value;
};

const oneOf = (name, value, words) => {
  if (!words.includes(value)) throw new Refusal("malformed", `${name} is ${JSON.stringify(value)}, expected one of ${words.join(", ")}`);
  return value;
};

const colours = ["black", "white"];
const pliesMost = 400;
const pointsMost = 13; // along a side: larger games take too long to review for everybody

/** All that is under way at a server. */
export class Desk {
  #reviews = new Map(); // jobs of reviews, by profile and game: { job, part }
  #busy = new Set(); // games that are being changed, by profile and game
  #pages = new Map(); // sets of listeners by profile
  #underWay = new Set(); // promises of what pages asked for
  #closing = false;

  constructor(store, guard, players = new table.Players()) {
    Object.assign(this, { store, guard, players });
  }

  /** Calls tell(event) for what happens to a profile's games; returns what ends it. */
  watch(key, tell) {
    const pages = this.#pages.get(key) ?? new Set();
    this.#pages.set(key, pages);
    pages.add(tell);
    return () => {
      pages.delete(tell);
      if (pages.size === 0) this.#pages.delete(key);
    };
  }

  pages(key) {
    return this.#pages.get(key)?.size ?? 0;
  }

  #tell(key, event) {
    for (const tell of this.#pages.get(key) ?? []) tell(event);
  }

  /** Does what a page asks for; resolves to what it shows then. */
  async act(key, network, request) {
    if (this.#closing) throw new Refusal("busy");
    const doing = this.#do(key, network, request);
    this.#underWay.add(doing);
    try {
      return await doing;
    } finally {
      this.#underWay.delete(doing);
    }
  }

  async #do(key, network, { what, ...said }) {
    if (!Object.hasOwn(acts, what)) throw new Refusal("malformed", `there is no ${JSON.stringify(what)}`);
    const profile = this.store.profile(key);
    const id = said.game;
    if (!acts[what].game) return this[acts[what].does](profile, key, network, said);
    const row = Number.isInteger(id) ? profile.game(id) : undefined;
    if (!row) throw new Refusal("gone", `there is no game ${JSON.stringify(id)}`);
    const name = `${key} ${id}`;
    if (acts[what].changes) {
      if (this.#busy.has(name)) throw new Refusal("busy");
      this.#busy.add(name);
    }
    try {
      // The profile may have been put away while something was awaited.
      return await this[acts[what].does](() => this.store.profile(key), row, said, { key, network, name });
    } finally {
      if (acts[what].changes) this.#busy.delete(name);
    }
  }

  async #view(row, name) {
    const running = this.#reviews.get(name);
    const { id, kind, colour, level, origin, exercises, record, review } = row;
    return {
      game: { ...table.viewOf(row), id, kind, colour, level, origin, result: table.resultOf(record), solved: JSON.parse(exercises), reviewing: running ? running.part : row.wanted ? 0 : null, review: review ? await table.told(review) : null },
    };
  }

  // Moves or who gave up have changed.
  #changed(profile, row, name, changes) {
    const winner = table.winnerOf({ ...row, ...changes });
    profile().change(row.id, { ...changes, winner });
    return this.#view({ ...row, ...changes, winner }, name);
  }

  // Of all games.

  list(profile, key, network) {
    for (const id of profile.begun()) this.#resume(profile.game(id), { key, network, name: `${key} ${id}` });
    return { games: profile.list().map(table.summary) };
  }

  begin(profile, key, network, { size, target, colour, level }) {
    whole("size", size, 5, pointsMost);
    whole("target", target, 1, 5);
    const game = { kind: "game", initial: table.begin(size, target), moves: "", colour: oneOf("colour", colour, colours), level: whole("level", level, 1, 10) };
    return { id: profile.add(game) };
  }

  async load(profile, key, network, { text, target, colour, level }) {
    if (typeof text !== "string" || text.length > most.record) throw new Refusal("tooLong");
    if (text.trim() === "") throw new Refusal("empty");
    whole("target", target, 0, 20);
    oneOf("colour", colour, colours);
    const record = table.inUnicode(text);
    const { others, ...game } = await table.load(record, target, colour).catch((e) => {
      throw e instanceof QikitError ? unread(e) : e;
    });
    if (game.moves.split(" ").length > pliesMost) throw new Refusal("tooLong");
    const { size } = table.viewOf(game);
    if (size > pointsMost) throw new Refusal("tooLarge");
    // The profile may have been put away meanwhile.
    return { id: this.store.profile(key).add({ kind: "record", ...game, winner: table.winnerOf(game), record, colour, level: whole("level", level, 1, 10) }), others };
  }

  // Of one game.

  open(profile, row, said, where) {
    this.#resume(row, where);
    return this.#view(row, where.name);
  }

  play(profile, row, { move }, { name }) {
    const { turn, legal, moves } = table.viewOf(row);
    if (row.wanted) throw new Refusal("underReview");
    if (row.kind === "record" || row.review || turn !== row.colour) throw new Refusal("notYourTurn");
    if (!legal.includes(move)) throw new Refusal("illegal");
    if (moves.length >= pliesMost) throw new Refusal("tooLong");
    return this.#changed(profile, row, name, { moves: [...moves, move].join(" ") });
  }

  async reply(profile, row, said, { name }) {
    const { turn, moves } = table.viewOf(row);
    if (row.kind === "record" || row.review || row.wanted || turn !== table.other[row.colour]) return this.#view(row, name);
    const move = await this.players.move(row);
    return this.#changed(profile, row, name, { moves: [...moves, move].join(" ") });
  }

  undo(profile, row, said, { name }) {
    const { first, moves, over } = table.viewOf(row);
    if (row.wanted) throw new Refusal("underReview");
    if (row.kind === "record" || row.review) throw new Refusal("reviewed");
    const mine = first === row.colour ? 0 : 1; // the parity of the plies that are the learner's
    if (over && row.resigned) return this.#changed(profile, row, name, { resigned: "" });
    let rest = moves.length - 1;
    while (rest >= 0 && rest % 2 !== mine) rest -= 1;
    if (rest < 0) throw new Refusal("nothing");
    return this.#changed(profile, row, name, { moves: moves.slice(0, rest).join(" ") });
  }

  resign(profile, row, said, { name }) {
    if (row.wanted) throw new Refusal("underReview");
    if (row.kind === "record" || row.review) throw new Refusal("reviewed");
    if (table.viewOf(row).over) throw new Refusal("over");
    return this.#changed(profile, row, name, { resigned: row.colour });
  }

  /** Another game from a position of this one, or of a line that leaves it, with its side to move as the learner's. */
  again(profile, row, { ply, moves: line = [] }) {
    this.line(profile, row, { ply, moves: line });
    const { first, moves } = table.viewOf(row);
    const all = [...moves.slice(0, ply), ...line];
    if (all.length > pliesMost) throw new Refusal("tooLong");
    const colour = all.length % 2 === 0 ? first : table.other[first];
    const game = { initial: row.initial, moves: all.join(" ") };
    if (table.winnerOf(game)) throw new Refusal("over");
    return { id: profile().add({ kind: "again", ...game, winner: "", colour, level: row.level, origin: row.id }) };
  }

  remove(profile, row, said, { name }) {
    this.#reviews.get(name)?.job.cancel();
    profile().remove(row.id);
    return {};
  }

  line(profile, row, { ply, moves }) {
    whole("ply", ply, 0, table.listOf(row.moves).length);
    if (!Array.isArray(moves) || moves.length > pliesMost || !moves.every((move) => /^([A-Z]\d{1,2}|pass)$/.test(move))) throw new Refusal("malformed");
    try {
      return table.line(row, ply, moves);
    } catch (e) {
      throw e instanceof QikitError ? new Refusal("illegal", e.message) : e;
    }
  }

  review(profile, row, { effort, language }, where) {
    oneOf("effort", effort, ["quick", "default", "deep"]);
    oneOf("language", language, ["en", "zh"]);
    if (row.moves === "") throw new Refusal("noMoves");
    if (this.#reviews.has(where.name)) return this.#view(row, where.name);
    if (!this.guard.job(where.network)) throw new Refusal("crowded");
    try {
      profile().change(row.id, { wanted: JSON.stringify({ effort, language }) });
    } catch (e) {
      this.guard.done(where.network);
      throw e;
    }
    this.#begin(row, { effort, language }, where);
    return this.#view(row, where.name);
  }

  /** Ends a review early; one that waits for its turn is not wanted any more. */
  stop(profile, row, said, { name }) {
    const running = this.#reviews.get(name);
    if (running) running.job.cancel();
    else if (row.wanted) profile().change(row.id, { wanted: "" });
    return this.#view({ ...row, wanted: running ? row.wanted : "" }, name);
  }

  async ask(profile, row, { number, move }, { network }) {
    if (!row.review) throw new Refusal("notReviewed");
    if (row.wanted) throw new Refusal("underReview");
    const asked = table.numbered(row.review, number);
    if (!asked) throw new Refusal("malformed", `there is no move ${JSON.stringify(number)}`);
    this.line(profile, row, { ply: asked.ply - 1, moves: [move] });
    if (!this.guard.ask(network)) throw new Refusal("crowded");
    try {
      const review = await table.ask(row.review, { kind: "ask", number, move, effort: "quick" });
      profile().change(row.id, { review });
      const report = await table.told(review);
      return { answer: report.answers.at(-1), review: report };
    } finally {
      this.guard.asked(network);
    }
  }

  solved(profile, row, { number }) {
    whole("number", number, 1, pliesMost);
    const numbers = [...new Set([...JSON.parse(row.exercises), number])].sort((a, b) => a - b);
    profile().change(row.id, { exercises: JSON.stringify(numbers) });
    return { solved: numbers };
  }

  /** Begins a review that is wanted and not under way, once its network may have one more. */
  #resume(row, where) {
    if (row.wanted && !this.#reviews.has(where.name) && this.guard.job(where.network)) this.#begin(row, JSON.parse(row.wanted), where);
  }

  /** Runs a review that the guard has counted, and keeps what it says. */
  #begin(row, wanted, { key, network, name }) {
    let job;
    try {
      job = table.startReview(row, wanted);
    } catch (e) {
      this.guard.done(network);
      this.store.profile(key).change(row.id, { wanted: "" });
      throw e;
    }
    const running = { job, part: 0 };
    this.#reviews.set(name, running);
    running.ended = (async () => {
      try {
        for await (const { done, total } of job.progress()) {
          const part = total === null ? 0 : done / total;
          if (part < running.part + 0.005) continue;
          running.part = part;
          this.#tell(key, { game: row.id, part });
        }
        const review = await table.textOf(job);
        const profile = this.store.profile(key);
        // A review that the server's end cut short is wanted again at its next start.
        const now = profile.game(row.id);
        if (this.#closing || !now) return;
        const solved = JSON.parse(now.exercises).filter((number) => table.hasExercise(review, number));
        profile.change(row.id, { wanted: "", review, exercises: JSON.stringify(solved) });
      } catch (e) {
        console.error(e);
        this.#tell(key, { game: row.id, failed: true });
        this.store.profile(key).change(row.id, { wanted: "" });
      } finally {
        this.#reviews.delete(name);
        this.guard.done(network);
        await job.close();
        this.#tell(key, { game: row.id, reviewed: true });
      }
    })().catch(console.error);
  }

  /** Ends what is under way; reviews go on when the next server starts. */
  async close() {
    this.#closing = true;
    const ends = [...this.#reviews.values()].map(({ job, ended }) => {
      job.cancel();
      return ended;
    });
    await Promise.allSettled([...ends, ...this.#underWay]);
    await this.players.close();
    this.store.close();
  }
}

// What can be asked for, which method does it, whether it is about one game, and whether it changes that.
const acts = {
  list: { does: "list" },
  begin: { does: "begin" },
  load: { does: "load" },
  open: { does: "open", game: true },
  play: { does: "play", game: true, changes: true },
  reply: { does: "reply", game: true, changes: true },
  undo: { does: "undo", game: true, changes: true },
  resign: { does: "resign", game: true, changes: true },
  again: { does: "again", game: true },
  remove: { does: "remove", game: true, changes: true },
  line: { does: "line", game: true },
  review: { does: "review", game: true, changes: true },
  stop: { does: "stop", game: true },
  ask: { does: "ask", game: true, changes: true },
  solved: { does: "solved", game: true },
};
