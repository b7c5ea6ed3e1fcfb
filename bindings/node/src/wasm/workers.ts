// The worker threads, and the objects in them, as the thread that uses them sees it.

import { errPanic, jobFailed } from "../abi";
import type { Answer, Argument } from "./machine";
import type { Reply, Request } from "./serve";

/** A worker thread. @internal */
export interface Thread {
  post(request: Request): void;
  /** Whether it keeps the program alive. */
  hold(held: boolean): void;
  /** Ends it; undefined where it costs nothing to keep it for what comes. */
  end: (() => void) | undefined;
}

/** Begins a worker thread that calls `hear` with what it says, and `lost` when it ended. @internal */
export type Begin = (hear: (reply: Reply) => void, lost: (why: string) => void) => Thread;

type Done = (answer: Answer) => void;

/** A worker with what is in it. */
class Worker {
  readonly thread: Thread;
  objects = 0;
  lost: string | undefined;
  readonly #waiting = new Map<number, Done>();
  readonly #idle: (worker: Worker) => void;

  constructor(begin: Begin, hear: (jobs: Reply["jobs"]) => void, lost: (worker: Worker) => void, idle: (worker: Worker) => void) {
    this.#idle = idle;
    this.thread = begin(
      ({ answers, jobs }) => {
        hear(jobs); // first, as who is answered may look at a job
        for (const a of answers) this.#settle(a.id, a);
      },
      (why) => {
        this.lost = why;
        lost(this);
        for (const id of [...this.#waiting.keys()]) this.#settle(id, gone(why));
      },
    );
    this.thread.hold(false);
  }

  ask(request: Request, done: Done): void {
    if (this.lost !== undefined) return queueMicrotask(() => done(gone(this.lost!)));
    this.#waiting.set(request.id, done);
    this.thread.hold(true);
    this.thread.post(request);
  }

  #settle(id: number, answer: Answer): void {
    const done = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.thread.hold(false);
    done?.(answer);
    if (this.objects === 0 && this.#waiting.size === 0) this.#idle(this);
  }
}

function gone(why: string): Answer {
  return { status: errPanic, text: new TextEncoder().encode(`the worker thread of the library ended: ${why}; make the object again`) };
}

/** The worker threads of this thread. @internal */
export class Workers {
  readonly #begin: Begin;
  readonly #most: number;
  readonly #all: Worker[] = [];
  readonly #at = new Map<number, Worker>(); // objects
  readonly #jobs = new Map<number, Uint8Array>(); // how far they have come
  #last = 0;

  constructor(begin: Begin, most: number) {
    this.#begin = begin;
    this.#most = Math.max(most, 1);
  }

  /** How far a job has come: qk_job_info. */
  job(id: number): Uint8Array | undefined {
    return this.#jobs.get(id);
  }

  /** Whether a number stands for an object. */
  has(id: number): boolean {
    return this.#at.has(id);
  }

  /**
   * Makes an object, on the worker of `beside`, or on the one with the fewest. The number that it returns may be used at once.
   */
  make(name: string, args: Argument[], objects: Record<number, number>, running: Uint8Array | undefined, done: Done): number {
    const id = ++this.#last;
    const beside = Object.values(objects)[0];
    const worker = (beside === undefined ? undefined : this.#at.get(beside)) ?? this.#place();
    this.#at.set(id, worker);
    worker.objects++;
    if (running !== undefined) this.#jobs.set(id, running);
    worker.ask({ id: ++this.#last, name, args, objects, makes: id }, (answer) => {
      if (answer.status !== 0) this.#fail(id, running !== undefined);
      done(answer);
    });
    return id;
  }

  /** An object that could not be made: a job says so itself, anything else is gone. */
  #fail(id: number, job: boolean): void {
    const info = this.#jobs.get(id);
    if (job && info !== undefined) {
      const failed = info.slice();
      failed[4] = jobFailed;
      this.#jobs.set(id, failed);
    } else if (!job) this.#forget(id);
  }

  #forget(id: number): void {
    const worker = this.#at.get(id);
    if (worker !== undefined) worker.objects--;
    this.#at.delete(id);
    this.#jobs.delete(id);
  }

  /** Calls a function of an object. */
  ask(id: number, name: string, args: Argument[], objects: Record<number, number>, done: Done): void {
    const worker = this.#at.get(id)!;
    if (name.endsWith("_free")) this.#forget(id);
    worker.ask({ id: ++this.#last, name, args, objects }, done);
  }

  #place(): Worker {
    const all = this.#all;
    const least = all.reduce<Worker | undefined>((a, b) => (a === undefined || b.objects < a.objects ? b : a), undefined);
    if (least !== undefined && (least.objects === 0 || all.length >= this.#most)) return least;
    const worker = new Worker(
      this.#begin,
      (jobs) => {
        for (const [id, info] of jobs) if (this.#jobs.has(id)) this.#jobs.set(id, info);
      },
      (lost) => this.#lose(lost),
      (idle) => this.#end(idle),
    );
    all.push(worker);
    return worker;
  }

  #end(worker: Worker): void {
    if (worker.thread.end === undefined || !this.#all.includes(worker)) return;
    worker.thread.end();
    this.#all.splice(this.#all.indexOf(worker), 1);
  }

  #lose(worker: Worker): void {
    if (this.#all.includes(worker)) this.#all.splice(this.#all.indexOf(worker), 1);
    for (const [id, at] of this.#at) if (at === worker && this.#jobs.has(id)) this.#fail(id, true);
  }
}
