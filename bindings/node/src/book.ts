import { Board } from "./board";
import { asyncDispose, Handle, keep } from "./handle";
import { Job, run, type RunOptions } from "./job";
import { optionsText, report } from "./json";
import { bytes, callAsyncForHandle, callAsyncForText, type FunctionName } from "./native";
import type { BookOptions, PruneOptions } from "./options";

/** What was made and what was dropped. */
export interface BookSummary {
  schema: string;
  path: string;
  game: string;
  /** A bigint where a number does not hold it. */
  seed: number | bigint;
  repeatable: boolean;
  /** false: cancelled; `resume: true` goes on. */
  complete: boolean;
  /** Games that have ended, failed ones included, of those planned. */
  games: number;
  planned: number;
  /** Games that an engine's fault ended; when it is every one, the job rejects with an IoError. */
  failed: number;
  failures: { game: number; error: string }[];
  /** The records of the book. */
  positions: number;
  /** Positions seen: those kept, duplicates and dropped ones. */
  candidates: number;
  duplicates: number;
  /** By reason. */
  dropped: Record<string, number>;
  transpositions: number;
  evaluated: number;
  /** Mean length of the games. */
  plies: number;
  /** Games won, by player. */
  wins: number[];
  draws: number;
  /** How games ended. */
  reasons: Record<string, number>;
  [more: string]: unknown;
}

/** A move that was played at a position. */
export interface EntryMove {
  move: string;
  count: number;
  /** For the side to move. */
  wins: number;
  draws: number;
  losses: number;
  /** Mean evaluation for the side to move, in hundredths; null when there is none. */
  eval: number | null;
}

/** What was played at a position, most played first; for the side to move. */
export interface BookEntry {
  schema: string;
  position: string;
  /** How often it was on the board. */
  count: number;
  wins: number;
  draws: number;
  losses: number;
  /** Hundredths; null where nobody scored it. */
  eval: number | null;
  winRate: number | null;
  moves: EntryMove[];
  [more: string]: unknown;
}

/** One record; everything but `initial` and `moves` is in the view of `fen`. */
export interface BookRecord {
  fen: string;
  /** `fen` is turned: in the game another player is to move. */
  flipped: boolean;
  initial: string;
  /** From `initial` to the position. */
  moves: string[];
  eval: { mover: number; opponent: number } | null;
  /** Hundredths, for the mover. */
  score: number | null;
  winRate: number | null;
  /** 1, 0.5 or 0 for the mover. */
  result: number;
  reason: string;
  best: string | null;
  candidates: { move: string; [more: string]: unknown }[];
  /** What was played, at which depth, by whom. */
  move: string | null;
  depth: number | null;
  engine: string | null;
  /** The fresh search of the position. */
  search: Record<string, unknown> | null;
  game: number;
  ply: number;
  seed: number | bigint;
  count: number;
  wins: number;
  draws: number;
  losses: number;
  [more: string]: unknown;
}

export type ExportFormat = "jsonl" | "pgn" | "epd" | "csv" | "plain" | "xqb";

/** Any report that has its JSON Schema in include/schema. */
export type Report = { schema: string } & Record<string, unknown>;

// Records read in one call: about 100 KB, and a fraction of a millisecond to parse.
const page = 256;

/** A file of generated records. */
export class Book {
  readonly #handle: Handle;
  readonly path: string;
  #room = 64 << 10; // bytes that the last page of records took

  private constructor(path: string, handle: bigint) {
    this.path = path;
    this.#handle = new Handle(this, handle, "qk_book_free");
  }

  /** @internal */
  static async open(path: string): Promise<Book> {
    return new Book(path, await callAsyncForHandle("qk_book_open", ...bytes(path, "path")));
  }

  /** @internal */
  static async create(game: string, path: string): Promise<Book> {
    const handle = await callAsyncForHandle("qk_book_create", ...bytes(game, "game"), ...bytes(path, "path"));
    return new Book(path, handle);
  }

  /** The number of records. */
  async count(): Promise<number> {
    const count = await callAsyncForHandle("qk_book_count", this.#handle.value);
    keep(this);
    return Number(count);
  }

  /**
   * What was played at a position, how often, with what results. Positions that are
   * the same by turning the players or by symmetry are one.
   *
   * @throws NotFoundError the book does not have it.
   */
  async lookup(position: string | Board): Promise<BookEntry> {
    const text = position instanceof Board ? position.position : position;
    const entry = await callAsyncForText("qk_book_lookup", 16 << 10, this.#handle.value, ...bytes(text, "position"));
    keep(this);
    return report<BookEntry>(entry);
  }

  /** The records in order of game and ply, read page by page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<BookRecord, void, undefined> {
    const cursor = new BigUint64Array(1);
    for (;;) {
      const text = await callAsyncForText("qk_book_read", this.#room, this.#handle.value, cursor, page);
      if (text === "") return;
      this.#room = Math.max(this.#room, text.length + (text.length >> 2));
      for (const line of text.split("\n")) {
        if (line !== "") yield report<BookRecord>(line);
      }
    }
  }

  /** Writes all records to a file, which appears whole or not at all. */
  export(path: string, options: { format?: ExportFormat } & RunOptions = {}): Promise<Report> {
    const { format = "jsonl", ...rest } = options;
    return this.#run("qk_book_export", rest, ...bytes(path, "path"), ...bytes(format, "format"));
  }

  /** Adds the records of another book of the same game; equal positions become one. */
  merge(other: string | Book, options: RunOptions = {}): Promise<Report> {
    const path = other instanceof Book ? other.path : other;
    return this.#run("qk_book_merge", options, ...bytes(path, "path"));
  }

  /** Removes records. */
  prune(what: PruneOptions, options: RunOptions = {}): Promise<Report> {
    return this.#run("qk_book_prune", options, ...bytes(optionsText(what), "options"));
  }

  /** Counts and histograms. */
  stats(options: RunOptions = {}): Promise<Report> {
    return this.#run("qk_book_stats", options);
  }

  /** Adds people's games from a file (PGN in Xiangqi). Games that can not be read are counted and left out. */
  addGames(path: string, options: RunOptions = {}): Promise<Report> {
    return this.#run("qk_book_import", options, ...bytes(path, "path"));
  }

  /** Closes the file. */
  close(): Promise<void> {
    return this.#handle.free();
  }

  [asyncDispose](): Promise<void> {
    return this.close();
  }

  async #run(name: FunctionName, options: RunOptions, ...args: unknown[]): Promise<Report> {
    options.signal?.throwIfAborted();
    return run(new Job<Report>(callAsyncForHandle(name, this.#handle.value, ...args), this), options);
  }

  /** @internal */
  static handle(book: Book): bigint {
    return book.#handle.value;
  }
}

/** Record generation, and books of records. */
export const book = {
  /**
   * Generates game records by self-play into a book file. A cancelled job keeps what
   * was done and goes on with `resume: true`. What is wrong with the options is told
   * by the job's `wait()`.
   */
  generate(options: BookOptions): Job<BookSummary> {
    return new Job<BookSummary>(callAsyncForHandle("qk_book_generate", ...bytes(optionsText(options), "options")));
  },

  /**
   * Opens a book file.
   *
   * @throws NotFoundError no such file; ParseError not a book, or a damaged one; VersionError a book of a newer library.
   */
  open(path: string): Promise<Book> {
    return Book.open(path);
  },

  /**
   * Makes an empty book for the named game, to import or merge into.
   *
   * @throws StateError the file exists already.
   */
  create(game: string, path: string): Promise<Book> {
    return Book.create(game, path);
  },
};
