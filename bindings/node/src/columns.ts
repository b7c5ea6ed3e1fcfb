import { keep, type LibraryObject } from "./handle";
import { optionsText } from "./json";
import { bytes, callAsyncForBytes } from "./native";
import { whole } from "./numbers";
import type { ExportOptions } from "./options";

/** Which records come as columns, which fields of them, and how many at once (default 10,000, the most). */
export type ColumnsOptions = Pick<
  ExportOptions,
  "fields" | "skipUnknown" | "skipCheck" | "skipCaptures" | "minScore" | "maxScore" | "minPly" | "maxPly"
> & { size?: number };

/** Values that may be missing: `valid` is 0 where one is, and `values` then has zeros. */
export interface MaybeColumn<T> {
  valid: Uint8Array;
  values: T;
}

/** Lists one after the other: list `i` has the items from `ends[i]` to `ends[i + 1]`. */
export interface ListColumn<T> {
  ends: Int32Array;
  items: T;
}

/** Moves weighed, with their scores. */
export type CandidatesColumn = ListColumn<{ move: (string | null)[]; score: BigInt64Array }>;

/** Fields of `length` records, each a column; those that were not asked for are not there. They say what
 * `BookRecord` says. */
export interface RecordColumns {
  length: number;
  fen?: string[];
  flipped?: Uint8Array;
  initial?: (string | null)[];
  moves?: ListColumn<(string | null)[]>;
  eval?: MaybeColumn<{ mover: Float64Array; opponent: Float64Array }>;
  score?: MaybeColumn<BigInt64Array>;
  winRate?: MaybeColumn<Float64Array>;
  proven?: (string | null)[];
  result?: MaybeColumn<Float64Array>;
  reason?: (string | null)[];
  best?: (string | null)[];
  candidates?: CandidatesColumn;
  move?: (string | null)[];
  depth?: MaybeColumn<BigInt64Array>;
  nodes?: MaybeColumn<BigInt64Array>;
  engine?: (string | null)[];
  search?: MaybeColumn<{
    depth: BigInt64Array;
    nodes: MaybeColumn<BigInt64Array>;
    engine: (string | null)[];
    candidates: CandidatesColumn;
  }>;
  balance?: MaybeColumn<{
    evals: ListColumn<Float64Array>;
    offsets: ListColumn<BigInt64Array>;
    adjusted: MaybeColumn<Uint8Array>;
  }>;
  game?: BigInt64Array;
  ply?: BigInt64Array;
  seed?: BigUint64Array;
  count?: BigInt64Array;
  wins?: BigInt64Array;
  draws?: BigInt64Array;
  losses?: BigInt64Array;
  unknown?: BigInt64Array;
}

type Form = string | { list: Form } | { maybe: Form } | { struct: Record<string, Form> };

const candidates: Form = { list: { struct: { move: "name", score: "int" } } };

// The forms of the fields, as in qikit.h.
const forms: Record<string, Form> = {
  fen: "text",
  flipped: "bool",
  initial: "name",
  moves: { list: "name" },
  eval: { maybe: { struct: { mover: "real", opponent: "real" } } },
  score: { maybe: "int" },
  win_rate: { maybe: "real" },
  proven: "name",
  result: { maybe: "real" },
  reason: "name",
  best: "name",
  candidates,
  move: "name",
  depth: { maybe: "int" },
  nodes: { maybe: "int" },
  engine: "name",
  search: { maybe: { struct: { depth: "int", nodes: { maybe: "int" }, engine: "name", candidates } } },
  balance: { maybe: { struct: { evals: { list: "real" }, offsets: { list: "int" }, adjusted: { maybe: "bool" } } } },
  game: "int",
  ply: "int",
  seed: "uint",
  count: "int",
  wins: "int",
  draws: "int",
  losses: "int",
  unknown: "int",
};

const decoder = new TextDecoder();

/** Takes the arrays of a page one after the other. */
class Reader {
  readonly #page: Uint8Array<ArrayBuffer>;
  #at = 0;

  constructor(page: Uint8Array<ArrayBuffer>) {
    this.#page = page;
  }

  #take(octets: number): [ArrayBuffer, number] {
    const at = this.#page.byteOffset + this.#at;
    this.#at += (octets + 7) & ~7;
    return [this.#page.buffer, at];
  }

  number(): number {
    return Number(new BigInt64Array(...this.#take(8), 1)[0]);
  }

  #int32(count: number): Int32Array {
    return new Int32Array(...this.#take(4 * count), count);
  }

  #texts(count: number): string[] {
    const ends = this.#int32(count + 1);
    const size = ends[count]!;
    const octets = new Uint8Array(...this.#take(size), size);
    const all = decoder.decode(octets);
    const list = new Array<string>(count);
    for (let i = 0; i < count; i++) {
      // A whole text as long as its octets is ASCII.
      list[i] = all.length === size ? all.slice(ends[i], ends[i + 1]) : decoder.decode(octets.subarray(ends[i], ends[i + 1]));
    }
    return list;
  }

  column(form: Form, count: number): unknown {
    if (typeof form === "object") {
      if ("maybe" in form) return { valid: new Uint8Array(...this.#take(count), count), values: this.column(form.maybe, count) };
      if ("list" in form) {
        const ends = this.#int32(count + 1);
        return { ends, items: this.column(form.list, ends[count]!) };
      }
      return Object.fromEntries(Object.entries(form.struct).map(([name, part]) => [name, this.column(part, count)]));
    }
    switch (form) {
      case "text":
        return this.#texts(count);
      case "name": {
        const places = this.#int32(count);
        const names = this.#texts(this.number());
        return Array.from(places, (place) => names[place] ?? null);
      }
      case "bool":
        return new Uint8Array(...this.#take(count), count);
      case "uint":
        return new BigUint64Array(...this.#take(8 * count), count);
      case "real":
        return new Float64Array(...this.#take(8 * count), count);
      default:
        return new BigInt64Array(...this.#take(8 * count), count);
    }
  }
}

/** The pages of a book's columns. @internal */
export async function* columnsOf(book: LibraryObject, options: ColumnsOptions): AsyncGenerator<RecordColumns, void, undefined> {
  const { size = 10000, ...rest } = options;
  whole("size", size, 10000, 1);
  const text = bytes(optionsText(rest), "options");
  const names = rest.fields?.length ? rest.fields : Object.keys(forms);
  const cursor = new BigUint64Array(1);
  // A page that does not fit is made twice.
  for (let room = 1 << 20 | Math.min(size, 10000) << 10; ; ) {
    const page = await callAsyncForBytes("qk_book_columns", room, book.handle, ...text, cursor, size);
    keep(book);
    if (page.length === 0) return;
    room = Math.max(room, page.length + (page.length >> 2));
    const reader = new Reader(page);
    const length = reader.number();
    const columns: Record<string, unknown> = { length };
    for (const name of names) columns[name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())] = reader.column(forms[name]!, length);
    yield columns as unknown as RecordColumns;
  }
}
