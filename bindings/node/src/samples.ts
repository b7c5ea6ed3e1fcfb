import { errorFor } from "./errors";
import { keep, LibraryObject } from "./handle";
import { Job, run, type RunOptions } from "./job";
import { optionsText } from "./json";
import { bytes, callAsync } from "./native";
import { most64, whole } from "./numbers";
import type { ExportOptions } from "./options";
import type { SampleColumn, SamplesReport } from "./reports";

/** Which records of a book become samples, and in what order. */
export type SamplesOptions = Pick<
  ExportOptions,
  "shuffle" | "skipUnknown" | "skipCheck" | "skipCaptures" | "minScore" | "maxScore" | "minPly" | "maxPly"
>;

/**
 * Samples in columns, typed arrays on one block of memory that the library fills. A sample has `points` numbers in
 * `positions`, two in `moves`, and one in each other column.
 */
export interface SampleBatch {
  /** The number of samples. */
  length: number;
  /** The men on the points, row by row from the top: the mover's are 1, 2 and so on (`men` of the report), the
   * opponent's negative. In the view of the record: the player to move sits in the seat of the preset player. */
  positions: Int8Array;
  /** The points where the best move starts and ends; -1 for none. */
  moves: Int16Array;
  /** Hundredths of an ordinary piece, the mover's; NaN for none. */
  scores: Float32Array;
  /** 1, 0.5 or 0, the mover's; NaN where the game was cut off. */
  results: Float32Array;
  /** 0 to 1, of a tree search; NaN for none. */
  winRates: Float32Array;
  /** Index of the player to move in the game. */
  sides: Int8Array;
  /** Plies from the initial position. */
  plies: Int32Array;
  /** That the search behind scores and moves reached; -1 for none. */
  depths: Int16Array;
  /** How often the position was on the board. */
  counts: Int32Array;
  /** Numbers of the games. */
  games: BigInt64Array;
}

const arrays = {
  int8: Int8Array, int16: Int16Array, int32: Int32Array, int64: BigInt64Array, float32: Float32Array,
};

const octets = (column: SampleColumn, most: number) => column.width * arrays[column.type].BYTES_PER_ELEMENT * most;

/** The records of a book as numbers, made by `Book.samples`. The book may be closed meanwhile. */
export class Samples extends LibraryObject {
  #report: SamplesReport | undefined;
  #seed: bigint;
  #begun = 0;

  private constructor(handle: bigint, seed: bigint) {
    super(handle, "qk_samples_free");
    this.#seed = seed;
  }

  /** @internal */
  static async open(book: LibraryObject, options: SamplesOptions & RunOptions): Promise<Samples> {
    const { signal, onProgress, ...rest } = options;
    signal?.throwIfAborted();
    const [samples, job] = [new BigUint64Array(1), new BigUint64Array(1)];
    await callAsync("qk_samples_open", book.handle, ...bytes(optionsText(rest), "options"), samples, job);
    const made = new Samples(samples[0]!, BigInt(rest.shuffle ?? 0));
    try {
      made.#report = await run(new Job<SamplesReport>(job[0]!, book), { signal, onProgress });
      return made;
    } catch (e) {
      await made.close();
      throw e;
    }
  }

  /** What there is: records, rows, columns, men, layout. */
  get report(): SamplesReport {
    return this.#report!;
  }

  /** The number of samples. */
  get count(): number {
    return this.report.records;
  }

  /**
   * Yields all samples in batches of `size`; the last one is smaller. A seed is for shuffled samples: each epoch may
   * have its own; without one, the order is that of the seed before. One loop runs at a time.
   *
   * @throws InvalidArgumentError size is not 1 to 16777216, or seed not 0 to 2^64-1.
   */
  async *batches(options: { size?: number; seed?: number | bigint } = {}): AsyncGenerator<SampleBatch, void, undefined> {
    const { size = 16384, seed } = options;
    whole("size", size, 1 << 24, 1);
    if (seed !== undefined) this.#seed = whole("seed", seed, most64);
    await callAsync("qk_samples_rewind", this.handle, this.#seed);
    const begun = ++this.#begun;
    const count = new BigUint64Array(1);
    const needed = new BigUint64Array(1);
    const total = this.report.layout.reduce((sum, column) => sum + ((octets(column, size) + 7) & ~7), 0);
    for (;;) {
      const memory = new ArrayBuffer(total);
      await callAsync("qk_samples_next", this.handle, size, new Uint8Array(memory), total, needed, count);
      keep(this);
      const length = Number(count[0]);
      if (length === 0) return;
      yield this.#columns(memory, size, length);
      if (begun !== this.#begun) throw errorFor(1, "samples: another loop over them has begun, expected one at a time");
    }
  }

  [Symbol.asyncIterator](): AsyncGenerator<SampleBatch, void, undefined> {
    return this.batches();
  }

  #columns(memory: ArrayBuffer, size: number, length: number): SampleBatch {
    const batch: Record<string, unknown> = { length };
    let at = 0;
    for (const column of this.report.layout) {
      batch[column.name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())] = new arrays[column.type](memory, at, length * column.width);
      at += (octets(column, size) + 7) & ~7;
    }
    return batch as unknown as SampleBatch;
  }
}
