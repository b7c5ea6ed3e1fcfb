import { Game } from "./game";
import { keep, LibraryObject } from "./handle";
import { Job, show, type RunOptions } from "./job";
import { optionsText, report } from "./json";
import { bytes, callAsync, callAsyncForHandle, callAsyncForText, callForHandle } from "./native";
import type { ReviewOptions, ReviewQuestion, ReviewSvgOptions } from "./options";
import type { BadMove, Exercise, OpponentMove, ReviewAnswer, ReviewMove, ReviewReport } from "./reports";

export type Verdict = "" | "win" | "draw" | "loss";
export type MoveClass = "" | "good" | "inaccuracy" | "mistake" | "blunder";

/** How much effort a question takes, and how it is watched. */
export type QuestionOptions = Pick<ReviewQuestion, "effort" | "net"> & RunOptions;

// Most reviews fit in the first buffer.
const room = 256 << 10;

/** A reviewed game of Capture Go. */
export class Review extends LibraryObject {
  /** The whole report. */
  readonly report: ReviewReport;

  private constructor(handle: bigint, text: string) {
    super(handle, "qk_review_free");
    this.report = report<ReviewReport>(text);
  }

  /** @internal */
  static async of(handle: bigint): Promise<Review> {
    return new Review(handle, await callAsyncForText("qk_review_json", room, handle));
  }

  get moves(): ReviewMove[] {
    return this.report.moves;
  }

  get badMoves(): BadMove[] {
    return this.report.badMoves;
  }

  get exercises(): Exercise[] {
    return this.report.exercises;
  }

  /** The opponent's mistakes; empty when `opponent` was not asked for. */
  get opponentMoves(): OpponentMove[] {
    return this.report.opponentMoves ?? [];
  }

  /** Numbers of the worst bad moves, the worst first. */
  get worst(): number[] {
    return this.report.worst;
  }

  /** The win-rate curve. */
  get graph(): ReviewReport["graph"] {
    return this.report.graph;
  }

  /** The review in words. */
  get text(): string {
    return this.report.text;
  }

  /** 0 to 100; null when no move was analysed. */
  get accuracy(): number | null {
    return this.report.accuracy;
  }

  /** false when the review was cancelled or its time was up. */
  get complete(): boolean {
    return this.report.complete;
  }

  /** Answers to what was asked of this review, in order. */
  get answers(): ReviewAnswer[] {
    return this.report.answers ?? [];
  }

  /**
   * What if `move` had been played in place of the user's move of that number? The result is the review with the answer
   * as the last of its `answers`, changed where the answer proves otherwise; this one stays as it is.
   *
   * @throws NotFoundError the move was not analysed, or is not legal.
   */
  ask(number: number, move: string, options: QuestionOptions = {}): Promise<Review> {
    return this.#asked({ kind: "ask", number, move }, options);
  }

  /** How would the game have gone on after `move`, or after the best one? See `ask`. */
  demonstrate(number: number, move = "", options: QuestionOptions = {}): Promise<Review> {
    return this.#asked({ kind: "demonstrate", number, move }, options);
  }

  /** Searches the user's move of that number again, with four times the effort. See `ask`. */
  deepen(number: number, options: QuestionOptions = {}): Promise<Review> {
    return this.#asked({ kind: "deepen", number }, options);
  }

  /** Starts one of these as a job whose result is the report; `review.of` makes it a review. */
  start(question: ReviewQuestion): Job<ReviewReport> {
    const job = new Job<ReviewReport>(callForHandle("qk_review_ask", this.handle, ...bytes(optionsText(question), "options")));
    keep(this);
    return job;
  }

  async #asked(question: ReviewQuestion, { signal, onProgress, ...rest }: QuestionOptions): Promise<Review> {
    signal?.throwIfAborted();
    return made(this.start({ ...rest, ...question }), { signal, onProgress });
  }

  /** The game as SGF with verdicts and variations. */
  sgf(): Promise<string> {
    return this.#read("qk_review_sgf");
  }

  /** A picture: the win-rate curve, or with a number the board before that move. */
  svg(options?: ReviewSvgOptions): Promise<string> {
    return this.#read("qk_review_svg", ...bytes(optionsText(options), "options"));
  }

  /** The whole review as JSON text, which `review.parse` reads. */
  json(): Promise<string> {
    return this.#read("qk_review_json");
  }

  /** Writes the review to a file, whole or not at all. */
  async save(path: string): Promise<void> {
    await callAsync("qk_review_save", this.handle, ...bytes(path, "path"));
    keep(this);
  }

  async #read(name: "qk_review_sgf" | "qk_review_svg" | "qk_review_json", ...args: unknown[]): Promise<string> {
    const text = await callAsyncForText(name, room, this.handle, ...args);
    keep(this);
    return text;
  }
}

/** A record's text, its bytes in the charset that it states, or a game. */
type Sgf = string | Uint8Array | Game;

function record(sgf: Sgf): [Uint8Array, number] {
  if (sgf instanceof Game) sgf = sgf.write({ format: "sgf" });
  if (!(sgf instanceof Uint8Array)) return bytes(sgf, "sgf");
  const copied = new Uint8Array(sgf);
  return [copied, copied.length];
}

/** Waits for the end of a job, closes it and returns the review that it has made. */
async function made(job: Job<ReviewReport>, { signal, onProgress }: RunOptions): Promise<Review> {
  try {
    if (onProgress) void show(job, onProgress);
    await job.wait({ signal });
    return await review.of(job);
  } finally {
    await job.close();
  }
}

/** Learning from a finished game of Capture Go. */
export const review = {
  /**
   * Reviews a game in SGF. When the signal aborts, the promise is rejected; `start` and
   * `job.cancel()` keep what was done.
   *
   * @throws InvalidArgumentError an option; ParseError a record that cannot be read; RulesError an illegal move.
   */
  async review(sgf: Sgf, options: ReviewOptions & RunOptions): Promise<Review> {
    const { signal, onProgress, ...rest } = options;
    signal?.throwIfAborted();
    return made(review.start(sgf, rest), { signal, onProgress });
  },

  /** The same as a job whose result is the report; its progress is a part of the work. */
  start(sgf: Sgf, options: ReviewOptions): Job<ReviewReport> {
    return new Job<ReviewReport>(callForHandle("qk_review_start", ...record(sgf), ...bytes(optionsText(options), "options")));
  },

  /** The review that a job has made. */
  async of(job: Job<ReviewReport>): Promise<Review> {
    return review.parse(await callAsyncForText("qk_job_result", room, Job.handle(job)));
  },

  /**
   * Reads a review that `save` wrote.
   *
   * @throws NotFoundError no such file; ParseError a damaged one; VersionError one of a newer library.
   */
  async load(path: string): Promise<Review> {
    return Review.of(await callAsyncForHandle("qk_review_load", ...bytes(path, "path")));
  },

  /** Reads the text of `json`. */
  async parse(text: string): Promise<Review> {
    return Review.of(await callAsyncForHandle("qk_review_parse", ...bytes(text, "text")));
  },
};
