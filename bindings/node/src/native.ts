// The C interface: its functions, the library loaded once, and the two ways to
// call it.
//
// What a call costs: about 0.5 us when the library answers from C (job poll, versions), 2 us when it enters
// Go (on systems other than Linux Go may ask for the bounds of the main thread's stack each time). `callAsync`
// takes 6 to 18 us of the main thread and runs on another thread. Hence polls and boards are called directly,
// everything else through `callAsync`, and long work is a job.

import { errBuffer, errorLayout, ok, type prototypes } from "./abi";
import { errorFor } from "./errors";
import { load } from "./load";

/** @internal */
export type FunctionName = keyof typeof prototypes;

/** A function of the library; `async` runs it on another thread. @internal */
export interface Foreign {
  (...args: unknown[]): unknown;
  async(...args: unknown[]): void;
}

/** The functions of the library. @internal */
export type Functions = Record<FunctionName, Foreign>;

let functions: Functions | undefined;

/** The functions of the library, which is loaded at the first call. @internal */
export function native(): Functions {
  return (functions ??= load());
}

function newError(): Uint8Array {
  const error = new Uint8Array(errorLayout.size);
  new DataView(error.buffer).setUint32(0, errorLayout.size, true);
  return error;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function raise(status: number, error: Uint8Array): never {
  const end = error.indexOf(0, errorLayout.message);
  const message = decoder.decode(error.subarray(errorLayout.message, end < 0 ? errorLayout.size : end));
  error.fill(0, 4); // the next failure must not show this text
  throw errorFor(status, message);
}

// Calls from JavaScript's one thread never overlap, so direct calls share these buffers; 64 KB hold
// any report of a board, and larger texts get buffers of their own.
const sharedError = newError();
const sharedBuffer = new Uint8Array(64 << 10);
const sharedNeeded = new BigUint64Array(1);
const sharedHandle = new BigUint64Array(1);

/** The error for an argument of another type than the declared one. @internal */
export function typeError(what: string, value: unknown, expected: string): TypeError {
  return new TypeError(`${what} is ${value === null ? "null" : typeof value}, expected ${expected}`);
}

/** Text for the C interface: pointer and length. @internal */
export function bytes(value: string, what: string): [Uint8Array, number] {
  if (typeof value !== "string") throw typeError(what, value, "a string");
  const encoded = encoder.encode(value);
  return [encoded, encoded.length];
}

/** The status of a function without qk_error. @internal */
export function check(status: number, what: string): void {
  if (status !== ok) throw errorFor(status, `${what}: ${native().qk_status_name(status) as string}`);
}

/** Calls directly. @internal */
export function call(name: FunctionName, ...args: unknown[]): void {
  const status = native()[name](...args, sharedError) as number;
  if (status !== ok) raise(status, sharedError);
}

/** Calls directly a function whose last result is a new handle. @internal */
export function callForHandle(name: FunctionName, ...args: unknown[]): bigint {
  call(name, ...args, sharedHandle);
  return sharedHandle[0]!;
}

/** Calls directly a function whose last two results are new handles. @internal */
export function callForHandles(name: FunctionName, ...args: unknown[]): [bigint, bigint] {
  const second = new BigUint64Array(1);
  call(name, ...args, sharedHandle, second);
  return [sharedHandle[0]!, second[0]!];
}

/** Calls directly a function that writes text. @internal */
export function callForText(name: FunctionName, ...args: unknown[]): string {
  return decoder.decode(written(name, args));
}

/** Calls directly a function that writes octets. @internal */
export function callForBytes(name: FunctionName, ...args: unknown[]): Uint8Array {
  return written(name, args).slice();
}

/** The text that a function writes; valid until the next call. */
function written(name: FunctionName, args: unknown[]): Uint8Array {
  let room = sharedBuffer;
  for (;;) {
    const status = native()[name](...args, room, room.length, sharedNeeded, sharedError) as number;
    const needed = Number(sharedNeeded[0]);
    if (status === ok) return room.subarray(0, needed);
    if (status !== errBuffer) raise(status, sharedError);
    room = new Uint8Array(needed + 1);
  }
}

/** Calls on koffi's threads, so many at once; the others queue here. */
class Lane {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(readonly most: number) {}

  enter(name: FunctionName, args: unknown[]): Promise<number> {
    return new Promise((resolve, reject) => {
      const start = () => {
        this.#running++;
        try {
          native()[name].async(...args, (failure: Error | null, status: number) => {
            this.#leave();
            if (failure) reject(failure);
            else resolve(status);
          });
        } catch (e) {
          this.#leave();
          reject(e as Error);
        }
      };
      if (this.#running < this.most) start();
      else this.#waiting.push(start);
    });
  }

  #leave(): void {
    this.#running--;
    this.#waiting.shift()?.();
  }
}

// koffi has four threads and refuses to queue more than 256 calls. An external engine may take
// seconds to open, so that two of them leave threads to everybody else.
const opening = new Lane(2);
const others = new Lane(32);

function enter(name: FunctionName, args: unknown[]): Promise<number> {
  return (name === "qk_engine_new" ? opening : others).enter(name, args);
}

/** Calls on a thread of koffi's pool. Only for short calls: jobs are polled. @internal */
export async function callAsync(name: FunctionName, ...args: unknown[]): Promise<void> {
  const error = newError();
  const status = await enter(name, [...args, error]);
  if (status !== ok) raise(status, error);
}

/** The same for a function without qk_error, such as qk_book_free. @internal */
export async function freeAsync(name: FunctionName, value: bigint): Promise<void> {
  check(await enter(name, [value]), name);
}

/** The same for a function whose last result is a new handle or a number. @internal */
export async function callAsyncForHandle(name: FunctionName, ...args: unknown[]): Promise<bigint> {
  const result = new BigUint64Array(1);
  await callAsync(name, ...args, result);
  return result[0]!;
}

/** The same for a function that writes text, which is first tried with `guess` bytes. @internal */
export async function callAsyncForText(name: FunctionName, guess: number, ...args: unknown[]): Promise<string> {
  return decoder.decode(await callAsyncForBytes(name, guess, ...args));
}

/** The same for octets. @internal */
export async function callAsyncForBytes(name: FunctionName, guess: number, ...args: unknown[]): Promise<Uint8Array<ArrayBuffer>> {
  const needed = new BigUint64Array(1);
  const error = newError();
  for (let size = guess; ; size = Number(needed[0]) + 1) {
    const room = new Uint8Array(size);
    const status = await enter(name, [...args, room, size, needed, error]);
    if (status === ok) return room.subarray(0, Number(needed[0]));
    if (status !== errBuffer) raise(status, error);
  }
}
