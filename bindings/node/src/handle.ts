// Every object of the library is owned by an object here. If a program does not close it, it is
// freed after its owner is garbage-collected.

import { atThreadEnd } from "./load";
import { freeAsync, native, type FunctionName } from "./native";

// Node has these symbols from 18.18 on; with the fallback, classes can use them in earlier
// versions.
export const dispose: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("nodejs.dispose");
export const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("nodejs.asyncDispose");

type FreeFunction = Extract<FunctionName, `${string}_free`>;

const forgotten = new FinalizationRegistry<Handle>((handle) => handle.freeLater());

// What a worker thread has not freed when it ends, which no collector would take. The library forgets each value for good.
const live = new Map<bigint, FreeFunction>();
const threadEnds = atThreadEnd(() => {
  // Jobs first: freeing one cancels it without waiting, and an engine or a book waits for its jobs.
  const jobsFirst = [...live].sort(([, a], [, b]) => Number(b === "qk_job_free") - Number(a === "qk_job_free"));
  for (const [value, freeFunction] of jobsFirst) freed(value, freeFunction);
});

/** Frees in this thread, whatever comes of it. */
function freed(value: bigint, freeFunction: FreeFunction): void {
  live.delete(value);
  try {
    native()[freeFunction](value);
  } catch {} // WebAssembly that a defect has stopped
}

/** A library handle with the function that frees it. @internal */
export class Handle {
  #value: bigint;
  readonly #freeFunction: FreeFunction;

  /** The owner must not be reachable from the handle, or it would never be collected. */
  constructor(owner: object, value: bigint, freeFunction: FreeFunction) {
    this.#value = value;
    this.#freeFunction = freeFunction;
    forgotten.register(owner, this, this);
    if (threadEnds) live.set(value, freeFunction);
  }

  /** 0 after `free`, for which the library returns HandleError. */
  get value(): bigint {
    return this.#value;
  }

  /** Frees in the background; freeing twice is harmless. */
  async free(): Promise<void> {
    const value = this.#take();
    if (value === 0n) return;
    await freeAsync(this.#freeFunction, value);
    live.delete(value);
  }

  /** Frees in this thread: for what need not be waited for, of which a loop may make any number. */
  freeNow(): void {
    const value = this.#take();
    if (value !== 0n) freed(value, this.#freeFunction);
  }

  /** The value, for the one that frees it; 0 for the others. */
  #take(): bigint {
    const value = this.#value;
    this.#value = 0n;
    forgotten.unregister(this);
    return value;
  }

  /** Frees in the background, for the collector, and ignores errors, which nobody could handle any more. */
  freeLater(): void {
    this.free().catch(() => {});
  }
}

const mark = "uncloneable";
const inspected = Symbol.for("nodejs.util.inspect.custom");

/**
 * Makes structuredClone and postMessage refuse an object, of which they would make one without its methods: a symbol
 * cannot be cloned, and its description is what the error says. console.log does not show it.
 * @internal
 */
export function uncloneable(owner: object): void {
  const why = `${owner.constructor.name} of qikit stands for an object of the library: make one in the other thread`;
  Object.defineProperty(owner, mark, { value: Symbol(why), enumerable: true });
  if (!(inspected in owner)) Object.defineProperty(owner, inspected, { value: shown });
}

function shown(this: object, _depth: number, options: object, inspect: (value: unknown, options: object) => string): string {
  const fields = Object.entries(this).filter(([key]) => key !== mark);
  return `${this.constructor.name} ${inspect(Object.fromEntries(fields), options)}`;
}

/**
 * An object of the library. It is freed by `close`, at the end of an `await using` block, or after it was
 * garbage-collected; any later use throws a HandleError.
 */
export abstract class LibraryObject {
  readonly #handle: Handle;

  /** @internal */
  constructor(value: bigint, freeFunction: FreeFunction) {
    this.#handle = new Handle(this, value, freeFunction);
    uncloneable(this);
  }

  /** @internal */
  get handle(): bigint {
    return this.#handle.value;
  }

  /** Frees the object, after ending what it does: an engine's searches, a server's connections. */
  close(): Promise<void> {
    return this.#handle.free();
  }

  [asyncDispose](): Promise<void> {
    return this.close();
  }
}

/**
 * Keeps an object from being collected until here. The collector may take an object whose method
 * still awaits the library when no code after the await mentions it.
 * @internal
 */
export function keep(..._objects: unknown[]): void {}
