import { boardLenient, textFlip } from "./abi";
import { errorFor } from "./errors";
import { dispose, Handle, uncloneable } from "./handle";
import { Job, run, type RunOptions } from "./job";
import { optionsText, report } from "./json";
import { bytes, call, callForHandle, callForText, typeError } from "./native";
import { most32, whole } from "./numbers";
import type { Rules, SvgOptions } from "./options";
import type { BoardMen, BoardReport, LastMove, MoveRoutes, Outcome, Targets } from "./reports";

/** A game's rules, and how strictly a position is checked. */
export interface BoardOptions extends Rules {
  /** false accepts positions that cannot arise in play, such as one without a king. Default true. */
  strict?: boolean;
}

/** A board as numbers: `data[(man * rows + row) * columns + column]`, with shape [men, rows, columns]. */
export interface Planes {
  data: Float32Array;
  shape: [men: number, rows: number, columns: number];
}

/**
 * A position of any game, with its rules and history.
 *
 * Calls are direct: each `play`, `undo`, `format` or `view` takes about 2 us of Node's thread, `svg`
 * some 20 us. One such call fetches all properties of a position when the first of them is read,
 * and one what is seen on the board.
 */
export class Board {
  readonly #handle: Handle;
  #report: BoardReport | undefined; // of the position as it is now
  #men: BoardMen | undefined; // the same
  #shape: Planes["shape"] | undefined; // of its planes, in every position
  readonly game: string;

  /**
   * @param game "xiangqi", "chess", "surakarta", "capturego", "go", "gomoku", "chinesecheckers" or "ludo"
   * @param position text in the game's form (FEN in Xiangqi); left out: the start position
   * @param options rules and strictness; the position text takes precedence
   * @throws NotFoundError no such game; ParseError malformed text; RulesError a position
   *   that cannot arise in play; InvalidArgumentError no such option or value.
   */
  constructor(game: string, position?: string | null, options?: BoardOptions) {
    this.game = game;
    const from = (options as Copying | undefined)?.[original];
    const handle = from
      ? callForHandle("qk_board_copy", from.#handle.value)
      : ((options as Copying | undefined)?.[given] ?? setUp(game, position ?? "", options ?? {}));
    this.#handle = new Handle(this, handle, "qk_board_free");
    uncloneable(this);
  }

  /** The whole report on the board. */
  get report(): Readonly<BoardReport> {
    return (this.#report ??= report<BoardReport>(callForText("qk_board_report", this.#handle.value)));
  }

  /** The position as text, without the history. */
  get position(): string {
    return this.report.position;
  }

  /** The position at which the history starts. */
  get initial(): string {
    return this.report.initial;
  }

  /** The side to move: "red". */
  get side(): string {
    return this.report.side;
  }

  /** The players in the order in which they move. */
  get sides(): string[] {
    return [...this.report.sides];
  }

  /** The moves made since `initial`. */
  get played(): string[] {
    return [...this.report.played];
  }

  /** How the game ended; null while it goes on. */
  get outcome(): Outcome | null {
    return this.report.outcome;
  }

  /** Equal positions have equal keys: 16 hex digits. */
  get key(): string {
    return this.report.key;
  }

  /** What is seen on the board: rows, columns, men, pieces, inCheck, ply, halfMoves, last. */
  get men(): Readonly<BoardMen> {
    return (this.#men ??= about<BoardMen>(callForText("qk_board_men", this.#handle.value)));
  }

  /** The men by point, as letters of the position text: `{ e0: "K" }`. Stones are "X" and "O". */
  get pieces(): Record<string, string> {
    return { ...this.men.pieces };
  }

  /** Whether the side to move is in check; false in a game without check. */
  get inCheck(): boolean {
    return this.men.inCheck;
  }

  /** The last move, with its source and target; null where nothing was played. */
  get last(): LastMove | null {
    return this.men.last;
  }

  /** The number of moves made since `initial`. */
  get ply(): number {
    return this.men.ply;
  }

  /** Plies since the last capture; null in a game that does not count them. */
  get halfMoves(): number | null {
    return this.men.halfMoves;
  }

  /** The board drawn in letters, with the names of rows and columns; `flip`: the second player at the bottom. */
  text({ flip = false }: { flip?: boolean } = {}): string {
    return callForText("qk_board_text", this.#handle.value, flip ? textFlip : 0);
  }

  /** The same, as `String(board)` and `console.log(board)` show it. */
  toString(): string {
    return this.#handle.value === 0n ? `Board (${this.game}, closed)` : this.text();
  }

  /** What `JSON.stringify` writes: game, position, initial and played. */
  toJSON(): { game: string; position: string; initial: string; played: string[] } {
    const { game, position, initial, played } = this;
    return { game, position, initial, played };
  }

  /** @internal */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    if (this.#handle.value === 0n) return this.toString();
    const { side, inCheck, outcome } = this;
    const state = outcome ? outcome.reason : `${side} to move${inCheck ? ", in check" : ""}`;
    return `Board (${this.game}, ${state})\n${this.text()}`;
  }

  /**
   * The board as numbers, for a network: a plane for each kind of men of each side, in the order of `men.men`, with 1
   * where such a man stands and 0 elsewhere; row 0 is the top one. The library writes into the array itself: a new
   * one, or `data`, for as many numbers, such as a part of a batch.
   *
   * @throws InvalidArgumentError `data` has another length.
   */
  planes(data?: Float32Array): Planes {
    this.#shape ??= [this.men.men.join("").length, this.men.rows, this.men.columns];
    const shape: Planes["shape"] = [...this.#shape];
    const size = shape[0] * shape[1] * shape[2];
    const to = data ?? new Float32Array(size);
    if (!(to instanceof Float32Array) || to.length !== size) {
      throw errorFor(1, `data is no Float32Array of ${size} numbers, which board.planes expects`);
    }
    call("qk_board_planes", this.#handle.value, new Uint8Array(to.buffer, to.byteOffset, to.byteLength), to.byteLength, new BigUint64Array(1));
    return { data: to, shape };
  }

  /**
   * The points from which the men of a side (left out: of both) attack a point: on it they could take, whoever stands
   * there, and whatever becomes of their own king.
   *
   * @throws UnsupportedError a game without attacks: Xiangqi, chess and Surakarta have them; ParseError no such point;
   *   InvalidArgumentError no such side.
   */
  attackers(point: string, side = ""): string[] {
    const found = callForText("qk_board_attackers", this.#handle.value, ...bytes(point, "point"), ...bytes(side, "side"));
    return found === "" ? [] : found.split("\n");
  }

  /** The legal moves as text, sorted bytewise. A game that ended by repetition or by count still has some. */
  moves(): string[] {
    return [...this.report.moves];
  }

  /**
   * Plays a move given in any notation of the game.
   *
   * @throws ParseError not a move; RulesError a move, but not legal here.
   */
  play(move: string): this {
    call("qk_board_play", this.#handle.value, ...bytes(move, "move"));
    this.#report = this.#men = undefined;
    return this;
  }

  /**
   * Takes back the last move.
   *
   * @throws StateError there is none.
   */
  undo(): this {
    call("qk_board_undo", this.#handle.value);
    this.#report = this.#men = undefined;
    return this;
  }

  /** An independent board with the same history. */
  copy(): Board {
    return new Board(this.game, null, { [original]: this } as BoardOptions);
  }

  /**
   * Writes a legal move in the named notation, one of `report.notations`: in Xiangqi "uci", "wxf", "chinese" …
   *
   * @throws UnsupportedError the game has no such notation.
   */
  format(move: string, notation: string): string {
    return callForText("qk_board_format", this.#handle.value, ...bytes(move, "move"), ...bytes(notation, "notation"));
  }

  /**
   * The position seen with the players shifted by `turn` seats (1: half a rotation with the
   * colours exchanged) and through one of the board's symmetries (Xiangqi 1: left and right exchanged).
   */
  view(turn: number, symmetry = 0): string {
    const seats = Number(whole("turn", turn, most32));
    const mirror = Number(whole("symmetry", symmetry, most32));
    return callForText("qk_board_view", this.#handle.value, seats, mirror);
  }

  /**
   * The routes that a capture can travel along the circuits.
   *
   * @throws UnsupportedError a game without routes; ParseError not a move; RulesError a move that
   *   is not legal here, or a step, which travels no route.
   */
  route(move: string): MoveRoutes {
    return about<MoveRoutes>(callForText("qk_board_route", this.#handle.value, ...bytes(move, "move")));
  }

  /**
   * Where the piece on a point can go: nowhere when no piece of the side to move stands there.
   *
   * @throws UnsupportedError a game whose pieces do not move; ParseError no such point.
   */
  targets(point: string): Targets {
    return about<Targets>(callForText("qk_board_targets", this.#handle.value, ...bytes(point, "point")));
  }

  /** The board as an SVG picture. */
  svg(options?: SvgOptions): string {
    return callForText("qk_board_svg", this.#handle.value, ...bytes(optionsText(options), "options"));
  }

  /** Counts the leaves of the tree of legal moves, `depth` (0 to 20) plies deep. The board may be used meanwhile. */
  async perft(depth: number, options: RunOptions = {}): Promise<number> {
    options.signal?.throwIfAborted();
    const plies = Number(whole("depth", depth, most32));
    const job = new Job<{ nodes: number }>(callForHandle("qk_board_perft", this.#handle.value, plies));
    return (await run(job, options)).nodes;
  }

  /** Frees the memory at once; otherwise the garbage collector does. */
  close(): void {
    this.#report = this.#men = undefined;
    this.#handle.freeNow();
  }

  [dispose](): void {
    this.close();
  }

  /** @internal */
  static handle(board: Board): bigint {
    if (!(board instanceof Board)) throw typeError("board", board, "a Board");
    return board.#handle.value;
  }
}

/** A report without the name of its schema. */
function about<T>(text: string): T {
  const { schema: _, ...rest } = report<{ schema: string }>(text);
  return rest as T;
}

// How copy() and boardOf reach the constructor.
const original = Symbol("original");
const given = Symbol("given");
type Copying = { [original]?: Board; [given]?: bigint };

/** The board of a handle. @internal */
export function boardOf(handle: bigint, game: string): Board {
  return new Board(game, null, { [given]: handle } as BoardOptions);
}

function setUp(game: string, position: string, { strict = true, ...rules }: BoardOptions): bigint {
  return callForHandle(
    "qk_board_new",
    ...bytes(game, "game"),
    ...bytes(position, "position"),
    ...bytes(optionsText(rules), "rules"),
    strict ? 0 : boardLenient,
  );
}
