import { boardOf, type Board } from "./board";
import { NotFoundError } from "./errors";
import { Handle } from "./handle";
import { optionsText, report } from "./json";
import { bytes, callForBytes, callForHandle, callForText, typeError } from "./native";
import { most32, whole } from "./numbers";
import type { GameReadOptions, GameWriteOptions } from "./options";
import type { GameNote, GameReport } from "./reports";

/** What a game is made of; all but its name may be left out. */
export interface GameParts {
  /** The moves, in any notation of the game's. */
  moves?: string[];
  /** What a file says of the game: Event, Date, Red, Black and so on. */
  headers?: Record<string, string>;
  /** The position at which the moves start; "" for the start position. */
  initial?: string;
  /** Comments by the number of moves made before. */
  comments?: Record<number, string>;
  /** Evaluations, clocks and glyphs by the number of moves made before. */
  values?: Record<number, Values>;
  /** Other lines of play, each behind the one that it leaves. */
  variations?: Variation[];
  /** "1-0" (the first player won), "0-1", "1/2-1/2", or "*" without an end. */
  result?: GameReport["result"];
}

/** What a file says in figures of the position after a move: evaluation, clock, glyphs. */
export type Values = Omit<GameNote, "ply" | "comment">;

/** A line of play in place of a move. */
export interface Variation {
  /** What it leaves: 0 the main line, n the n-th variation of the game. */
  line: number;
  /** Moves made before it, from the start of the game. */
  ply: number;
  moves: string[];
  /** Comments by the number of moves made before, from the start of the game. */
  comments?: Record<number, string>;
  /** Evaluations, clocks and glyphs, in the same way. */
  values?: Record<number, Values>;
}

/**
 * One game: what a file says of it, and its moves. It can be changed and written. It stands at a place, its start at
 * first: `step`, `back` and `goto` change it, `comment` and `value` are what is said there, `play` and `addVariation` add
 * moves there.
 */
export class Game {
  /** The name of the game: "xiangqi". */
  game: string;
  moves: string[];
  headers: Record<string, string>;
  initial: string;
  comments: Record<number, string>;
  /** Evaluations, clocks and glyphs by the number of moves made before. */
  values: Record<number, Values>;
  variations: Variation[];
  result: GameReport["result"];
  /** The format in which it was read: "pgn", "dhtmlxq" or "sgf"; empty for a game that was made. */
  format = "";
  /** The line at which the game stands: 0 the main line, n the n-th variation. */
  line = 0;
  /** Moves made before the place at which the game stands. */
  ply = 0;

  constructor(game: string, { moves = [], headers = {}, initial = "", comments = {}, values = {}, variations = [], result = "*" }: GameParts = {}) {
    this.game = game;
    this.moves = [...moves];
    this.headers = { ...headers };
    this.initial = initial;
    this.comments = { ...comments };
    this.values = { ...values };
    this.variations = [...variations];
    this.result = result;
  }

  /** A board after the last move, with the history. */
  get board(): Board {
    return this.at(this.moves.length);
  }

  /**
   * A board after so many moves.
   *
   * @throws NotFoundError the game has fewer; ParseError, RulesError a wrong move.
   */
  at(ply: number): Board {
    const number = Number(whole("ply", ply, most32));
    return using(parsed([this]), (games) => boardOf(callForHandle("qk_games_board", games, 0n, number), this.game));
  }

  /**
   * Goes to the place after so many moves of a line.
   *
   * @throws NotFoundError there is none.
   */
  goto(ply: number, line = 0): void {
    const { moves } = this.#of(line);
    const start = this.#start(line);
    if (!(Number.isInteger(ply) && ply >= start && ply <= start + moves.length)) {
      throw notFound(`no place after move ${ply} of line ${line}, expected ${start} to ${start + moves.length}`);
    }
    this.line = line;
    this.ply = ply;
  }

  /**
   * Makes the next move and returns it, undefined at the end of the line; of a variation that leaves here its first.
   *
   * @throws NotFoundError it does not leave here.
   */
  step(variation = 0): string | undefined {
    if (variation !== 0) {
      if (!this.choices().includes(variation)) throw notFound(`variation ${variation} does not leave here, expected one of [${this.choices()}]`);
      this.line = variation;
    }
    const { moves } = this.#of(this.line);
    const at = this.ply - this.#start(this.line);
    if (at < moves.length) this.ply++;
    return moves[at];
  }

  /** Takes the last move back and returns it, undefined at the start; before a variation is the line that it leaves. */
  back(): string | undefined {
    this.#fork();
    if (this.ply === 0) return undefined;
    this.ply--;
    const move = this.#of(this.line).moves[this.ply - this.#start(this.line)];
    this.#fork();
    return move;
  }

  /** The variations, by number from 1, that leave the line here in place of its next move. */
  choices(): number[] {
    return this.variations.flatMap((v, i) => (v.line === this.line && v.ply === this.ply ? [i + 1] : []));
  }

  /** The moves from the start of the game to the place at which it stands. */
  get lineMoves(): string[] {
    let { line, ply } = this;
    let moves: string[] = [];
    for (;;) {
      const start = this.#start(line);
      moves = [...this.#of(line).moves.slice(0, Math.max(ply - start, 0)), ...moves];
      if (line === 0) return moves;
      ply = Math.min(ply, start);
      line = this.#variation(line).line;
    }
  }

  /** A board at the place at which the game stands, with the history. */
  get here(): Board {
    return new Game(this.game, { moves: this.lineMoves, headers: this.headers, initial: this.initial }).board;
  }

  /** The comment at the place at which the game stands; empty for none. */
  get comment(): string {
    return this.#of(this.line).comments?.[this.ply] ?? "";
  }

  set comment(text: string) {
    const comments = (this.#of(this.line).comments ??= {});
    delete comments[this.ply];
    if (text !== "") comments[this.ply] = text;
  }

  /** Evaluation, clock and glyphs at the place at which the game stands, to be changed. */
  get value(): Values {
    return ((this.#of(this.line).values ??= {})[this.ply] ??= {});
  }

  set value(value: Values) {
    (this.#of(this.line).values ??= {})[this.ply] = value;
  }

  /**
   * Makes a move here: the next one of the line or of a variation if it is that, a new one at the end of the line, and
   * else the first one of a new variation. Returns the line at which the game then stands.
   */
  play(move: string): number {
    const { moves } = this.#of(this.line);
    const at = this.ply - this.#start(this.line);
    if (at === moves.length) moves.push(move);
    if (moves[at] === move) this.ply++;
    else this.step(this.choices().find((number) => this.#variation(number).moves[0] === move) ?? this.addVariation([move]));
    return this.line;
  }

  /** Adds a variation in place of the next move of the line, and returns its number. */
  addVariation(moves: string[], comments: Record<number, string> = {}): number {
    return this.variations.push({ line: this.line, ply: this.ply, moves: [...moves], comments: { ...comments } });
  }

  /**
   * Removes a variation and those that leave it. A game that stands there stands then where the variation left.
   *
   * @throws NotFoundError no such variation.
   */
  removeVariation(number: number): void {
    this.#variation(number);
    const dead = new Set([number]);
    this.variations.forEach((v, i) => {
      if (dead.has(v.line)) dead.add(i + 1);
    });
    while (dead.has(this.line)) {
      const { line, ply } = this.#variation(this.line);
      this.line = line;
      this.ply = ply;
    }
    this.#renumber(dead);
  }

  /**
   * Exchanges a variation and the rest of the line that it leaves, with what is said there and with the variations that
   * leave them. The game stands where it stood.
   *
   * @throws NotFoundError no such variation.
   */
  promoteVariation(number: number): void {
    const v = this.#variation(number);
    const parent = v.line;
    const old = this.#of(parent);
    const tail = old.moves.splice(v.ply - this.#start(parent));
    old.moves.push(...v.moves);
    v.moves = tail;
    exchange((v.comments ??= {}), (old.comments ??= {}), v.ply);
    exchange((v.values ??= {}), (old.values ??= {}), v.ply);
    const moved = (line: number) => (line === parent ? number : line === number ? parent : line);
    if (this.ply > v.ply) this.line = moved(this.line);
    else if (this.line === number) this.line = parent;
    for (const other of this.variations) {
      if (other !== v && (other.ply > v.ply || other.line === number)) other.line = moved(other.line);
    }
    this.#renumber(new Set(tail.length > 0 || Object.keys(v.comments).length > 0 ? [] : [number]));
  }

  #of(line: number): { moves: string[]; comments?: Record<number, string>; values?: Record<number, Values> } {
    return line === 0 ? this : this.#variation(line);
  }

  #variation(number: number): Variation {
    const v = this.variations[number - 1];
    if (v === undefined) throw notFound(`no variation ${number}, expected 1 to ${this.variations.length}`);
    return v;
  }

  #start(line: number): number {
    return line === 0 ? 0 : this.#variation(line).ply;
  }

  /** Stands at the same place on the line that the variation leaves, as long as it is before its first move. */
  #fork(): void {
    while (this.line !== 0 && this.ply <= this.#start(this.line)) this.line = this.#variation(this.line).line;
  }

  /** Takes the dead away, and puts each variation behind the one that it leaves. */
  #renumber(dead: Set<number>): void {
    const order: number[] = [];
    const seen = new Set([0, ...dead]);
    this.variations.forEach((_, i) => {
      const chain: number[] = [];
      for (let number = i + 1; !seen.has(number); number = this.#variation(number).line) {
        seen.add(number);
        chain.push(number);
      }
      order.push(...chain.reverse());
    });
    const numbers = new Map(order.map((old, i) => [old, i + 1]));
    this.variations = order.map((old) => this.#variation(old));
    for (const v of this.variations) v.line = numbers.get(v.line) ?? 0;
    this.line = numbers.get(this.line) ?? 0;
  }

  /** The game as the bytes of a file. See `game.write`. */
  write(options?: GameWriteOptions): Uint8Array {
    return game.write([this], options);
  }

  /** The game as the text of a file, in UTF-8. */
  text(options?: Omit<GameWriteOptions, "encoding">): string {
    return new TextDecoder().decode(game.write([this], { ...options, encoding: "utf-8" }));
  }
}

/** Calls with the handle of games, and frees it. */
function using<T>(handle: bigint, then: (games: bigint) => T): T {
  const owner = new Handle({}, handle, "qk_games_free");
  try {
    return then(handle);
  } finally {
    owner.freeNow();
  }
}

function parsed(games: Iterable<Game>): bigint {
  if (typeof (games as Partial<Iterable<Game>> | null)?.[Symbol.iterator] !== "function") throw typeError("games", games, "an iterable of Game");
  const forms = Array.from(games, (one, number) => {
    if (!(one instanceof Game)) throw typeError(`games[${number}]`, one, "a Game");
    const { game, moves, headers, initial, comments, values, variations, result } = one;
    return {
      game, moves, headers, initial, result,
      notes: notesOf(comments, values),
      variations: variations.map(({ line, ply, moves, comments, values }) => ({ line, ply, moves, notes: notesOf(comments, values) })),
    };
  });
  return callForHandle("qk_games_parse", ...bytes(JSON.stringify(forms), "games"));
}

function notesOf(comments: Record<number, string> = {}, values: Record<number, Values> = {}): object[] {
  const plies = Object.keys({ ...comments, ...values }).map(Number);
  return plies.flatMap((ply) => {
    const comment = comments[ply] ?? "";
    const { movesLeft, nags = [], ...others } = values[ply] ?? {};
    const told = { ...others, moves_left: movesLeft, ...(nags.length > 0 && { nags }) };
    return comment !== "" || Object.values(told).some((value) => value !== undefined) ? [{ ply, comment, ...told }] : [];
  });
}

const commentsOf = (notes: GameNote[]): Record<number, string> =>
  Object.fromEntries(notes.flatMap(({ ply, comment }) => (comment === "" ? [] : [[ply, comment]])));
const valuesOf = (notes: GameNote[]): Record<number, Values> =>
  Object.fromEntries(notes.flatMap(({ ply, comment: _, ...told }) => (Object.keys(told).length > 0 ? [[ply, told]] : [])));

const notFound = (message: string) => new NotFoundError(message, 6, "QK_ERR_NOT_FOUND");

/** Exchanges what is said of later moves. */
function exchange<T>(mine: Record<number, T>, other: Record<number, T>, ply: number): void {
  for (const key of new Set([...Object.keys(mine), ...Object.keys(other)].map(Number).filter((key) => key > ply))) {
    const [from, to] = [mine[key], other[key]];
    delete mine[key];
    delete other[key];
    if (from !== undefined) other[key] = from;
    if (to !== undefined) mine[key] = to;
  }
}

function made(text: string): Game {
  const { game, format, headers, initial, moves, notes, variations, result } = report<GameReport>(text);
  const lines = variations.map(({ line, ply, moves, notes }) => ({ line, ply, moves, comments: commentsOf(notes), values: valuesOf(notes) }));
  const one = new Game(game, { moves, headers, initial, result, comments: commentsOf(notes), values: valuesOf(notes), variations: lines });
  one.format = format;
  return one;
}

/** Games that were played, as files hold them. */
export const game = {
  /**
   * Reads the games of a file's text or bytes: PGN, DhtmlXQ or SGF. Format, game and encoding are found.
   *
   * @throws ParseError, RulesError a malformed game, with its number, line and column; NotFoundError no such game;
   *   UnsupportedError a game without files.
   */
  read(file: string | Uint8Array, options?: GameReadOptions): Game[] {
    return using(callForHandle("qk_games_read", ...octets(file), ...bytes(optionsText(options), "options")), (games) => {
      const count = Number(callForHandle("qk_games_count", games));
      return Array.from({ length: count }, (_, number) => made(callForText("qk_games_json", games, BigInt(number))));
    });
  },

  /**
   * Writes games as the bytes of one file: in `notation`, one of the board's, and in `encoding`, "utf-8" or in Xiangqi
   * "gb18030".
   *
   * @throws ParseError, RulesError a wrong move, or what cannot be written; UnsupportedError a format, notation or
   *   encoding that the game does not have.
   */
  write(games: Iterable<Game>, options?: GameWriteOptions): Uint8Array {
    return using(parsed(games), (made) => callForBytes("qk_games_write", made, ...bytes(optionsText(options), "options")));
  },
};

function octets(file: string | Uint8Array): [Uint8Array, number] {
  if (typeof file === "string") return bytes(file, "file");
  if (!(file instanceof Uint8Array)) throw typeError("file", file, "a string or a Uint8Array");
  const copied = new Uint8Array(file);
  return [copied, copied.length];
}
