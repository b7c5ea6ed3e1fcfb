// The side of a worker thread: it runs what was asked for, a slice at a time, and hears between slices.

import type { Answer, Argument, Machine } from "./machine";

/** A call for a worker: objects are named by numbers that the asker gives them. @internal */
export interface Request {
  id: number;
  name: string;
  args: Argument[];
  /** The numbers of the objects among the arguments, by index. */
  objects: Record<number, number>;
  /** The number of the object that the call makes. */
  makes?: number;
}

/** What the worker of a browser says first. @internal */
export const begun = "begun";

/** What a worker says: answers, and how far jobs have come (qk_job_info). @internal */
export interface Reply {
  answers: (Answer & { id: number })[];
  jobs: [id: number, info: Uint8Array][];
}

/** How long a slice is, in milliseconds: cancelling takes about as long. */
const slice = 10;

/** Answers requests for ever. @internal */
export class Server {
  readonly #machine: Machine;
  readonly #post: (reply: Reply) => void;
  readonly #later: (f: () => void) => void;
  readonly #objects = new Map<number, bigint>();
  readonly #failed = new Map<number, Answer>(); // objects that could not be made
  readonly #jobs = new Map<number, string>(); // those that run, with what was last said of them
  readonly #asked = new Map<number, Request>();
  readonly #making = new Map<number, Request[]>(); // objects that are being made, with what waits for them
  #running = false;
  #told = 0;

  /** `later` calls a function after the messages that wait. */
  constructor(machine: Machine, post: (reply: Reply) => void, later: (f: () => void) => void) {
    this.#machine = machine;
    this.#post = post;
    this.#later = later;
  }

  take(request: Request): void {
    const args = [...request.args];
    for (const [index, object] of Object.entries(request.objects)) {
      const making = this.#making.get(object);
      if (making !== undefined) return void making.push(request);
      const failed = this.#failed.get(object);
      if (failed !== undefined) return this.#fail(request, failed);
      args[Number(index)] = this.#objects.get(object) ?? 0n;
    }
    this.#asked.set(request.id, request);
    if (request.makes !== undefined) this.#making.set(request.makes, []);
    this.#machine.begin(request.id, request.name, args);
    if (!this.#running) {
      this.#running = true;
      this.#later(() => this.#run());
    }
  }

  /** Answers a call on an object that could not be made: with why, or with nothing for one that frees it. */
  #fail(request: Request, failed: Answer): void {
    if (!request.name.endsWith("_free")) return this.#post({ answers: [{ ...failed, id: request.id }], jobs: [] });
    this.#failed.delete(request.objects[0]!);
    this.#post({ answers: [{ id: request.id, status: 0, text: new Uint8Array(0) }], jobs: [] });
  }

  #run(): void {
    const more = this.#machine.step(slice);
    const answers = [];
    for (let a = this.#machine.take(); a !== undefined; a = this.#machine.take()) {
      this.#note(a);
      answers.push(a);
    }
    const jobs = this.#look(answers.length > 0 || !more);
    if (answers.length + jobs.length > 0) this.#post({ answers, jobs });
    this.#running = more || this.#asked.size > 0;
    if (this.#running) this.#later(() => this.#run());
  }

  /** Keeps what a call made. */
  #note(a: Answer & { id: number }): void {
    const { name, makes, objects } = this.#asked.get(a.id)!;
    this.#asked.delete(a.id);
    if (name.endsWith("_free")) {
      this.#objects.delete(objects[0]!);
      this.#jobs.delete(objects[0]!);
    }
    if (makes === undefined) return;
    if (a.status === 0) {
      this.#objects.set(makes, new DataView(a.text.buffer, a.text.byteOffset).getBigUint64(0, true));
      if (isJob(name)) this.#jobs.set(makes, "");
    } else if (isJob(name)) this.#failed.set(makes, a); // who makes anything else is told at once
    const waiting = this.#making.get(makes)!;
    this.#making.delete(makes);
    for (const request of waiting) this.take(request);
  }

  /** How far the jobs have come, where that changed; twenty times a second unless all are wanted. */
  #look(all: boolean): [number, Uint8Array][] {
    const now = performance.now();
    const changed: [number, Uint8Array][] = [];
    const due = all || now - this.#told >= 50;
    if (due) this.#told = now;
    for (const [id, last] of this.#jobs) {
      const { text } = this.#machine.call("qk_job_poll", [this.#objects.get(id)!]);
      const said = text.join();
      if (said === last || (!due && text[4] === 0)) continue;
      this.#jobs.set(id, said);
      changed.push([id, text]);
    }
    return changed;
  }
}

/** Whether a function makes a job. @internal */
export function isJob(name: string): boolean {
  return name === "qk_engine_search" || name === "qk_board_perft" || name === "qk_review_start" || name === "qk_review_ask";
}
