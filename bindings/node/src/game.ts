import { boardOf, type Board } from "./board";
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
  /** Other lines of play, each behind the one that it leaves. */
  variations?: Variation[];
  /** "1-0" (the first player won), "0-1", "1/2-1/2", or "*" without an end. */
  result?: GameReport["result"];
}

/** A line of play in place of a move. */
export interface Variation {
  /** What it leaves: 0 the main line, n the n-th variation of the game. */
  line: number;
  /** Moves made before it, from the start of the game. */
  ply: number;
  moves: string[];
  /** Comments by the number of moves made before, from the start of the game. */
  comments?: Record<number, string>;
}

/** One game: what a file says of it, and its moves. It can be changed and written. */
export class Game {
  /** The name of the game: "xiangqi". */
  game: string;
  moves: string[];
  headers: Record<string, string>;
  initial: string;
  comments: Record<number, string>;
  variations: Variation[];
  result: GameReport["result"];
  /** The format in which it was read: "pgn", "dhtmlxq" or "sgf"; empty for a game that was made. */
  format = "";

  constructor(game: string, { moves = [], headers = {}, initial = "", comments = {}, variations = [], result = "*" }: GameParts = {}) {
    this.game = game;
    this.moves = [...moves];
    this.headers = { ...headers };
    this.initial = initial;
    this.comments = { ...comments };
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
    owner.freeLater();
  }
}

function parsed(games: Iterable<Game>): bigint {
  const forms = Array.from(games, ({ game, moves, headers, initial, comments, variations, result }) => ({
    game, moves, headers, initial, result,
    notes: notesOf(comments),
    variations: variations.map(({ line, ply, moves, comments = {} }) => ({ line, ply, moves, notes: notesOf(comments) })),
  }));
  return callForHandle("qk_games_parse", ...bytes(JSON.stringify(forms), "games"));
}

const notesOf = (comments: Record<number, string>) => Object.entries(comments).map(([ply, comment]) => ({ ply: Number(ply), comment }));
const commentsOf = (notes: GameNote[]): Record<number, string> => Object.fromEntries(notes.map(({ ply, comment }) => [ply, comment]));

function made(text: string): Game {
  const { game, format, headers, initial, moves, notes, variations, result } = report<GameReport>(text);
  const lines = variations.map(({ line, ply, moves, notes }) => ({ line, ply, moves, comments: commentsOf(notes) }));
  const one = new Game(game, { moves, headers, initial, result, comments: commentsOf(notes), variations: lines });
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
