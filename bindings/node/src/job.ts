import { jobInfoLayout as layout } from "./abi";
import { errorFor, NotFoundError } from "./errors";
import { asyncDispose, Handle, keep, uncloneable } from "./handle";
import { report } from "./json";
import { call, callAsyncForText, check, native } from "./native";
import { rehold, watch } from "./poller";

/** How far a job has come. */
export interface Progress {
  /** Units finished. */
  done: number;
  /** Units in all; null while unknown. */
  total: number | null;
  /** Units a second. */
  rate: number;
  /** Seconds left; null while unknown. */
  left: number | null;
}

/** A job's progress and state. */
export interface JobInfo extends Progress {
  state: JobState;
  /** Events that wait to be read. */
  events: number;
}

export type JobState = "running" | "done" | "failed" | "cancelled";

/** Options of everything that waits for a job. */
export interface WaitOptions {
  /** Cancels the job when it aborts; the promise is then rejected with the signal's reason, once the job has ended. */
  signal?: AbortSignal | undefined;
}

/** Options of everything that runs a job and waits for it. */
export interface RunOptions extends WaitOptions {
  /** Called after the job has advanced, at most ten times a second. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

const states: readonly JobState[] = ["running", "done", "failed", "cancelled"];

// Polls never overlap, so all jobs share one struct. Its 64-bit counts are read as two words, which
// is faster than reading a bigint.
const shared = new ArrayBuffer(layout.size);
const struct = new Uint8Array(shared);
const words = new Uint32Array(shared);
const doubles = new Float64Array(shared);
words[0] = layout.size;

const count = (offset: number) => words[offset / 4]! + words[offset / 4 + 1]! * 2 ** 32;

function readInfo(): JobInfo {
  const total = count(layout.total);
  const left = doubles[layout.left / 8]!;
  return {
    state: states[words[layout.state / 4]!] ?? "failed",
    done: count(layout.done),
    total: total === 0 ? null : total,
    rate: doubles[layout.rate / 8]!,
    left: left < 0 ? null : left,
    events: count(layout.events),
  };
}

const notStarted: JobInfo = { state: "running", done: 0, total: null, rate: 0, left: null, events: 0 };

interface Waiter {
  wants(info: JobInfo): boolean;
  resolve(info: JobInfo): void;
  reject(reason: unknown): void;
}

/**
 * Long work inside the library, on threads of its own. A job runs whether anything waits for it or
 * not, but keeps the process alive only while something waits. A job that is closed or
 * garbage-collected is cancelled.
 *
 * @typeParam T its result
 */
export class Job<T> {
  #handle: Handle | undefined; // undefined until the library has started it
  readonly #started: Promise<void>;
  #failure: unknown; // why it could not be started
  #cancelled = false; // cancel was called before the job had started
  #closed = false;
  #waiters: Waiter[] = [];
  readonly #owner: unknown; // the engine or book, which must live as long as the job
  /** @internal */
  readonly since = performance.now();
  /** @internal */
  holds = true;

  /** @internal */
  constructor(handle: bigint | Promise<bigint>, owner?: unknown) {
    this.#owner = owner;
    uncloneable(this);
    if (typeof handle === "bigint") {
      this.#handle = new Handle(this, handle, "qk_job_free");
      this.#started = Promise.resolve();
      return;
    }
    this.#started = handle.then(
      (value) => {
        this.#handle = new Handle(this, value, "qk_job_free");
        if (this.#closed) return this.#handle.free();
        if (this.#cancelled) this.cancel();
        return undefined;
      },
      (failure: unknown) => {
        // wait() reports it; a job that nothing waits for must not become an unhandled rejection.
        this.#failure = failure;
      },
    );
  }

  /** How far the job has come. Takes about 1 us, so any loop may read it. */
  get info(): JobInfo {
    if (this.#failure !== undefined) return { ...notStarted, state: "failed" };
    if (this.#closed) throw errorFor(2, "qikit: the job was closed before");
    if (this.#handle === undefined) return { ...notStarted };
    check(native().qk_job_poll(this.#handle.value, struct) as number, "qk_job_poll");
    return readInfo();
  }

  get state(): JobState {
    return this.info.state;
  }

  /**
   * Waits until the job has ended and returns its result; a cancelled job returns what was done, if
   * there is anything.
   *
   * @throws CancelledError when it was cancelled before there was a result; the job's own error
   * when it failed.
   */
  async wait(options: WaitOptions = {}): Promise<T> {
    const { signal } = options;
    const abort = () => this.cancel();
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      await this.#until((info) => info.state !== "running");
      signal?.throwIfAborted();
      return await this.result();
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /**
   * The result of a job that has ended.
   *
   * @throws StateError while it runs, CancelledError when it was cancelled before there was a
   * result.
   */
  async result(): Promise<T> {
    const text = await callAsyncForText("qk_job_result", 16 << 10, await this.#value());
    keep(this);
    return report<T>(text);
  }

  /**
   * Yields the progress after each advance, at most once in `interval` milliseconds, and once more
   * when the job has ended. Leaving the loop early does not stop the job.
   *
   * @throws the job's own error when it failed.
   */
  async *progress(options: WaitOptions & { interval?: number } = {}): AsyncGenerator<Progress, void, undefined> {
    const { signal, interval = 100 } = options;
    let last = { done: -1, at: -Infinity };
    for (;;) {
      signal?.throwIfAborted();
      const info = await this.#until(
        (i) => i.state !== "running" || (i.done !== last.done && performance.now() - last.at >= interval),
        signal,
      );
      const { state, done, total, rate, left } = info;
      if (state === "failed") await this.result(); // throws what went wrong
      yield { done, total, rate, left };
      if (state !== "running") return;
      last = { done, at: performance.now() };
    }
  }

  /** Yields the job's events, oldest first, up to its end. The library keeps the newest 256. */
  async *events<E = Record<string, unknown>>(options: WaitOptions = {}): AsyncGenerator<E, void, undefined> {
    for (;;) {
      options.signal?.throwIfAborted();
      const info = await this.#until((i) => i.events > 0 || i.state !== "running", options.signal);
      if (info.events === 0) return;
      let text: string;
      try {
        text = await callAsyncForText("qk_job_event", 4 << 10, await this.#value());
      } catch (e) {
        if (e instanceof NotFoundError) continue; // another loop took it
        throw e;
      }
      keep(this);
      yield report<E>(text);
    }
  }

  /** Asks the job to stop. It ends soon after and keeps what was done; asking twice changes nothing. */
  cancel(): void {
    this.#cancelled = true;
    // A job that ended, or was closed, has nothing left to cancel.
    try {
      // Directly: on another thread it would wait for calls that the job keeps waiting.
      if (this.#handle !== undefined) call("qk_job_cancel", this.#handle.value);
    } catch {}
  }

  /** Lets the process end although something waits for this job. */
  unref(): this {
    this.holds = false;
    rehold();
    return this;
  }

  /** Undoes `unref`. */
  ref(): this {
    this.holds = true;
    rehold();
    return this;
  }

  /** Cancels the job if it runs, and frees its memory. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#started;
    await this.#handle?.free();
    keep(this.#owner);
  }

  [asyncDispose](): Promise<void> {
    return this.close();
  }

  /** @internal */
  look(): boolean {
    if (this.#waiters.length === 0) return false;
    let info: JobInfo;
    try {
      info = this.info;
      if (this.#failure !== undefined) throw this.#failure;
    } catch (e) {
      for (const w of this.#waiters.splice(0)) w.reject(e);
      return false;
    }
    const rest: Waiter[] = [];
    for (const w of this.#waiters) {
      if (w.wants(info)) w.resolve(info);
      else rest.push(w);
    }
    this.#waiters = rest;
    return rest.length > 0;
  }

  /** Waits until `wants` accepts the job's state. A signal ends only the wait. */
  #until(wants: (info: JobInfo) => boolean, signal?: AbortSignal): Promise<JobInfo> {
    return new Promise((resolve, reject) => {
      const done = () => signal?.removeEventListener("abort", abort);
      const waiter: Waiter = {
        wants,
        resolve: (info) => (done(), resolve(info)),
        reject: (reason) => (done(), reject(reason)),
      };
      const abort = () => {
        this.#waiters = this.#waiters.filter((w) => w !== waiter);
        reject(signal!.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
      this.#waiters.push(waiter);
      if (this.look()) watch(this);
    });
  }

  /** 0 before the library has started it. @internal */
  static handle(job: Job<unknown>): bigint {
    return job.#handle?.value ?? 0n;
  }

  async #value(): Promise<bigint> {
    await this.#started;
    if (this.#failure !== undefined) throw this.#failure;
    return this.#handle!.value;
  }
}

/** Waits for the end of a job, closes it and returns its result. @internal */
export async function run<T>(job: Job<T>, options: RunOptions): Promise<T> {
  const { signal, onProgress } = options;
  try {
    if (onProgress) void show(job, onProgress);
    return await job.wait({ signal });
  } finally {
    await job.close();
  }
}

/** wait() reports errors of the job, Node those of the caller's function. @internal */
export async function show(job: Job<unknown>, onProgress: (progress: Progress) => void): Promise<void> {
  const steps = job.progress();
  for (;;) {
    let step: IteratorResult<Progress, void>;
    try {
      step = await steps.next();
    } catch {
      return;
    }
    if (step.done) return;
    onProgress(step.value);
  }
}

