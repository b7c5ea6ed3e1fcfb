import { searchOptsLayout as layout } from "./abi";
import { Board } from "./board";
import { errorFor } from "./errors";
import { keep, LibraryObject } from "./handle";
import { Job, run, type RunOptions } from "./job";
import { optionsText, report } from "./json";
import { bytes, callAsync, callAsyncForHandle, callAsyncForText, callForHandle, check, freeAsync, native } from "./native";
import { limit, put, refuseUnknown, whole } from "./numbers";
import type { EngineOptions, EvaluateOptions } from "./options";
import type { SearchResult } from "./reports";

/** When a search stops: at the first limit that is reached. Without limits, which only `start` takes, it goes on until
 * it is cancelled. */
export interface SearchLimits {
  /** Plies, 1 to 100. */
  depth?: number;
  /** Positions. */
  nodes?: number | bigint;
  /** Playouts of a tree search; alpha-beta needs another limit beside them. */
  visits?: number | bigint;
  /** Seconds. */
  time?: number;
  /** Seconds left on the mover's clock. The engine uses this move's share of them. */
  clock?: number;
  /** Seconds that the clock gains with each move. */
  increment?: number;
  /** Own moves until the next time control, including this one. */
  movesToGo?: number;
  /** Best lines wanted, 1 to 361; default 1. */
  lines?: number;
  /** Forget earlier searches first. */
  fresh?: boolean;
}

/**
 * The terms of a static evaluation. Xiangqi: value, position, mobility, own, enemy, total.
 * Chess: material, position, mobility, pawns, attack, total. Surakarta: extent, position,
 * dynamic, potential, phase (0, 1 in the endgame), total. These three: network, the value by
 * which the engine plays, unless its `evaluator` is "terms" or its `strategy` named. Gomoku,
 * Chinese checkers and Ludo: terms of their own.
 */
export type Evaluation = Record<string, number>;

/** Plays and analyses one game. */
export class Engine extends LibraryObject {
  readonly game: string;

  private constructor(game: string, handle: bigint) {
    super(handle, "qk_engine_free");
    this.game = game;
  }

  /**
   * Makes an engine for the named game.
   *
   * @throws NotFoundError no such game or program; InvalidArgumentError, UnsupportedError an option.
   */
  static async open(game: string, options?: EngineOptions): Promise<Engine> {
    return new Engine(
      game,
      await callAsyncForHandle("qk_engine_new", ...bytes(game, "game"), ...bytes(optionsText(options), "options")),
    );
  }

  /**
   * Searches the board's position as it is now; the board may be used meanwhile. It needs depth, nodes, visits, time or
   * clock, or a signal that ends it; `start` needs none.
   *
   * @throws InvalidArgumentError no limit, or one out of its range; a board of another game.
   */
  async search(board: Board, limits: SearchLimits & RunOptions = {}): Promise<SearchResult> {
    const { signal, onProgress, ...rest } = limits;
    signal?.throwIfAborted();
    const struct = limitsStruct(rest);
    if (signal === undefined && !limited(rest)) {
      throw errorFor(1, "search: no limit, expected depth, nodes, visits, time, clock or a signal; start() takes none");
    }
    return run(this.#start(board, struct), { signal, onProgress });
  }

  /**
   * Starts a search. Its events are the results after each iteration; a cancelled search returns
   * the best result so far.
   */
  start(board: Board, limits: SearchLimits = {}): Job<SearchResult> {
    return this.#start(board, limitsStruct(limits));
  }

  #start(board: Board, limits: Uint8Array): Job<SearchResult> {
    return new Job<SearchResult>(callForHandle("qk_engine_search", this.handle, Board.handle(board), limits), this);
  }

  /**
   * The terms of the static evaluation, for the side to move, and `network`, the value by which
   * the engine plays.
   *
   * @throws UnsupportedError the engine has none.
   */
  async evaluate(board: Board, options?: EvaluateOptions): Promise<Evaluation> {
    // A running search would block this call, so it runs on another thread and on a copy: the board
    // may be played on meanwhile.
    const copy = callForHandle("qk_board_copy", Board.handle(board));
    try {
      const text = await callAsyncForText(
        "qk_engine_evaluate", 4 << 10, this.handle, copy, ...bytes(optionsText(options), "options"),
      );
      return report<{ terms: Evaluation }>(text).terms;
    } finally {
      await freeAsync("qk_board_free", copy);
      keep(this);
    }
  }

  /** Forgets all earlier searches. During a search it ends at once, and the next search forgets first. */
  async clear(): Promise<void> {
    await callAsync("qk_engine_clear", this.handle);
    keep(this);
  }
}

let defaults: Uint8Array | undefined; // qk_search_opts as the library fills it

function limitsStruct(limits: SearchLimits): Uint8Array {
  if (defaults === undefined) {
    const struct = new Uint8Array(layout.size);
    put(struct, 0, 32, "size", layout.size);
    check(native().qk_search_opts_init(struct) as number, "qk_search_opts_init");
    defaults = struct;
  }
  refuseUnknown("search limits", limits, ["depth", "nodes", "visits", "time", "clock", "increment", "movesToGo", "lines", "fresh"]);
  const { depth, nodes, visits, time, clock, increment, movesToGo, lines, fresh } = limits;
  const struct = defaults.slice();
  put(struct, layout.depth, 32, "depth", limit("depth", depth, 100));
  put(struct, layout.nodes, 64, "nodes", limit("nodes", nodes, 2n ** 62n));
  put(struct, layout.visits, 64, "visits", limit("visits", visits, 2n ** 62n));
  put(struct, layout.timeUs, 64, "time in microseconds", micro(time));
  put(struct, layout.clockUs, 64, "clock in microseconds", micro(clock));
  put(struct, layout.incrementUs, 64, "increment in microseconds", micro(increment));
  put(struct, layout.movesToGo, 32, "movesToGo", limit("movesToGo", movesToGo, 2 ** 30));
  put(struct, layout.lines, 32, "lines", lines === undefined ? lines : whole("lines", lines, 361, 1));
  put(struct, layout.fresh, 32, "fresh", fresh === undefined ? fresh : Number(fresh));
  return struct;
}

/** Whether any limit ends a search; 0 is none. */
function limited({ depth, nodes, visits, time, clock }: SearchLimits): boolean {
  return [depth, nodes, visits, time, clock].some((limit) => limit !== undefined && limit !== 0 && limit !== 0n);
}

/** 0 is no limit, so that less than a microsecond is one. */
function micro(seconds: number | undefined): number | undefined {
  return seconds === undefined ? seconds : seconds > 0 ? Math.max(1, Math.round(seconds * 1e6)) : seconds * 1e6;
}
