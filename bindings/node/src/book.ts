import { Board } from "./board";
import { columnsOf, type ColumnsOptions, type RecordColumns } from "./columns";
import { UnsupportedError } from "./errors";
import { Game, game } from "./game";
import { keep, LibraryObject } from "./handle";
import { Job, run, type RunOptions } from "./job";
import { optionsText, report } from "./json";
import { bytes, callAsyncForHandle, callAsyncForText, callForHandle, type FunctionName } from "./native";
import type { BookOptions, ExportOptions, PruneOptions } from "./options";
import type { BookEntry, BookRecord, BookStatistics, BookSummary, Checked, Exported, Imported, Minimaxed, Pruned, Repaired } from "./reports";
import { Samples, type SamplesOptions } from "./samples";

export type ExportFormat = "jsonl" | "pgn" | "sgf" | "epd" | "csv" | "plain" | "bin" | "xqb" | "html" | "polyglot" | "binpack";

/** Any report with a JSON Schema in the package's folder schema. */
export type Report = { schema: string } & Record<string, unknown>;

// Records read in one call: about 100 KB, and a fraction of a millisecond to parse.
const page = 256;
const gamePage = 500;

/** Calls with the path of a file that may be made, and what writes and reads it; then removes it. Browsers, which load
 * this file too, have no such modules. */
async function inFolder<T>(then: (file: string, fs: typeof import("node:fs/promises")) => Promise<T>): Promise<T> {
  const [fs, { tmpdir }, { join }] = await Promise.all([import("node:fs/promises"), import("node:os"), import("node:path")]);
  const folder = await fs.mkdtemp(join(tmpdir(), "qikit-"));
  try {
    return await then(join(folder, "games.txt"), fs);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** A file of generated records. */
export class Book extends LibraryObject {
  readonly path: string;
  #room = 64 << 10; // bytes that the last page of records took

  private constructor(path: string, handle: bigint) {
    super(handle, "qk_book_free");
    this.path = path;
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
    const count = await callAsyncForHandle("qk_book_count", this.handle);
    keep(this);
    return Number(count);
  }

  /**
   * The moves played at a position, how often, and with what results. Positions that differ only by
   * exchanging the players or by a symmetry are one.
   *
   * @throws NotFoundError the book does not have the position.
   */
  async lookup(position: string | Board): Promise<BookEntry> {
    const text = position instanceof Board ? position.position : position;
    const entry = await callAsyncForText("qk_book_lookup", 16 << 10, this.handle, ...bytes(text, "position"));
    keep(this);
    return report<BookEntry>(entry);
  }

  /** The records in order of game and ply, read page by page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<BookRecord, void, undefined> {
    const cursor = new BigUint64Array(1);
    for (;;) {
      const text = await callAsyncForText("qk_book_read", this.#room, this.handle, cursor, page);
      if (text === "") return;
      this.#room = Math.max(this.#room, text.length + (text.length >> 2));
      for (const line of text.split("\n")) {
        if (line !== "") yield report<BookRecord>(line);
      }
    }
  }

  /**
   * Writes all records, or those that the options leave, to a file in a format, or in the one that the suffix of its name
   * says ("jsonl" without a suffix), compressed where the name ends in ".gz" or ".zst". It appears whole or not at all; a
   * named pipe gets the records as they come. "html" is one file for a browser, in which a reader walks through the book;
   * "polyglot" is an opening book of chess, where the suffix ".bin" means it; "binpack" is what trainers of chess read.
   *
   * @throws UnsupportedError no such format, or suffix of one, or not for this game; InvalidArgumentError an option.
   */
  export(path: string, options: { format?: ExportFormat } & ExportOptions & RunOptions = {}): Promise<Exported> {
    const { format = "", signal, onProgress, ...rest } = options;
    const where = [...bytes(path, "path"), ...bytes(format, "format")];
    const run = { signal, onProgress };
    if (Object.keys(rest).length === 0) return this.#run("qk_book_export", run, ...where);
    return this.#run("qk_book_export_start", run, ...where, ...bytes(optionsText(rest), "options"));
  }

  /**
   * The records as numbers in columns, to learn from, shuffled by a seed or in order of game and ply. It reads the
   * book once, into a temporary file; then the samples come as often as one likes, some million a second.
   *
   * @throws InvalidArgumentError an option; UnsupportedError a game whose positions are no men on points; ParseError
   * the book is damaged.
   */
  samples(options: SamplesOptions & RunOptions = {}): Promise<Samples> {
    return Samples.open(this, options);
  }

  /**
   * The records in order of game and ply as columns, faster than one by one: typed arrays of numbers and
   * lists of texts. `fields` says which, and the fewer, the faster.
   *
   * @throws InvalidArgumentError an option; size is not 1 to 10000.
   */
  columns(options: ColumnsOptions = {}): AsyncGenerator<RecordColumns, void, undefined> {
    return columnsOf(this, options);
  }

  /** Adds the records of another book of the same game; equal positions become one. `outdated`
   * tells that values of minimax are out of use. */
  merge(other: string | Book, options: RunOptions = {}): Promise<Imported> {
    const path = other instanceof Book ? other.path : other;
    return this.#run("qk_book_merge", options, ...bytes(path, "path"));
  }

  /** Removes records. */
  prune(what: PruneOptions, options: RunOptions = {}): Promise<Pruned> {
    return this.#run("qk_book_prune", options, ...bytes(optionsText(what), "options"));
  }

  /** Counts and histograms. */
  stats(options: RunOptions = {}): Promise<BookStatistics> {
    return this.#run("qk_book_stats", options);
  }

  /** Adds what a file holds, as the suffix of its name says: games between people (PGN in Xiangqi), or, of ".xqb",
   * ".plain" and ".bin", as `export` writes them, positions: an opening book's moves with scores, counts and results;
   * training data's best moves with scores, plies and results. In chess, ".bin" is a Polyglot book: the positions to
   * which its moves lead from the beginning, with weights as so many games without a result. Before ".gz" or ".zst" each but
   * opening books is read unpacked.
   * What cannot be read is counted and left out; comments that begin with a score in pawns and a depth ("+0.12/8")
   * become evaluations. Games that name their players and are in the book already are counted as duplicates and left
   * out. Games of `game.read` and games that were made are taken as well. */
  async addGames(path: string | Game | Iterable<Game>, options: RunOptions = {}): Promise<Imported> {
    if (typeof path === "string") return this.#run("qk_book_import", options, ...bytes(path, "path"));
    const written = game.write(path instanceof Game ? [path] : path);
    return inFolder(async (file, { writeFile }) => {
      await writeFile(file, written);
      return this.#run<Imported>("qk_book_import", options, ...bytes(file, "path"));
    });
  }

  /** The games of the book, to be stepped, annotated and written, with players, result, and evaluations as comments.
   * Single positions are left out, and games that a fault of an engine ended. */
  async games(options: RunOptions = {}): Promise<Game[]> {
    const all: Game[] = [];
    for await (const one of this.eachGame(0, options)) all.push(one);
    return all;
  }

  /** The games of `games` one after the other, from that number on (the field `game` of records), read in pages: a book of
   * any size takes little memory. */
  async *eachGame(first = 0, options: RunOptions = {}): AsyncGenerator<Game, void, undefined> {
    for (let next: number | null = first; next !== null; ) {
      const some = { ...options, firstGame: next, games: gamePage };
      const read: { games: Game[]; next: number | null } = await inFolder(async (file, { readFile }) => {
        const done = await this.export(file, { ...some, format: "pgn" }).catch((fault: unknown) => {
          if (!(fault instanceof UnsupportedError)) throw fault;
          return this.export(file, { ...some, format: "sgf" });
        });
        return { games: done.records > 0 ? game.read(await readFile(file)) : [], next: done.nextGame };
      });
      yield* read.games;
      next = read.next;
    }
  }

  async #run<T>(name: FunctionName, options: RunOptions, ...args: unknown[]): Promise<T> {
    options.signal?.throwIfAborted();
    return run(new Job<T>(callAsyncForHandle(name, this.handle, ...args), this), options);
  }
}

/** Record generation, and books of records. */
export const book = {
  /**
   * Generates game records by self-play into a book file. A cancelled job keeps what was done, and
   * `resume: true` continues it.
   *
   * The job's errors: IoError an engine's fault ended every game; those of engines and of the file.
   *
   * @throws InvalidArgumentError an option; NotFoundError no folder for the file; StateError the file exists, and `resume`
   * is not set.
   */
  generate(options: BookOptions): Job<BookSummary> {
    return new Job<BookSummary>(callForHandle("qk_book_generate", ...bytes(optionsText(options), "options")));
  },

  /**
   * Lets evaluations flow back through a book file, best replies considered: a move is worth what
   * the position behind it is worth to the other player, a position what its best move is worth,
   * unless a search there looked further. Look-ups, .xqb, PGN and engines with this book then use
   * these values, until something is merged or added. A generation that re-evaluates ends with it.
   * For games of two players without dice.
   */
  minimax(path: string): Job<Minimaxed> {
    return new Job<Minimaxed>(callAsyncForHandle("qk_book_minimax_start", ...bytes(path, "path")));
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

  /**
   * Reads a whole book file: the checksum of each page, the order of its tables, and each position, which must
   * be the one that its game reaches. Damage is told in the result.
   *
   * @throws NotFoundError no such file; ParseError not a book; VersionError a book of a newer library.
   */
  async check(path: string, options: RunOptions = {}): Promise<Checked> {
    options.signal?.throwIfAborted();
    return run(new Job<Checked>(callAsyncForHandle("qk_book_check", ...bytes(path, "path"))), options);
  },

  /**
   * Writes what can be read of a damaged book file into a new one, and leaves the file as it is. Of a sound file
   * it makes a copy that says the same; a book without checksums gets some so. When something is lost the new
   * book cannot be resumed, but looked up, exported, merged and added to.
   *
   * @throws StateError the new file exists already; ParseError not a book, or one of which nothing tells where its tables begin.
   */
  async repair(path: string, outPath: string, options: RunOptions = {}): Promise<Repaired> {
    options.signal?.throwIfAborted();
    return run(new Job<Repaired>(callAsyncForHandle("qk_book_repair", ...bytes(path, "path"), ...bytes(outPath, "outPath"))), options);
  },
};
