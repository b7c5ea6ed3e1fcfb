// Objects of the library belong to objects here. Those that a program forgets to
// close are freed after the garbage collector found them.

import { freeAsync, type FunctionName } from "./native";

type FreeFunction = Extract<FunctionName, `${string}_free`>;

const forgotten = new FinalizationRegistry<Handle>((handle) => handle.freeLater());

/** A library handle with the function that frees it. @internal */
export class Handle {
  #value: bigint;
  readonly #freeFunction: FreeFunction;

  /** The owner must not be reachable from the handle, or it is never collected. */
  constructor(owner: object, value: bigint, freeFunction: FreeFunction) {
    this.#value = value;
    this.#freeFunction = freeFunction;
    forgotten.register(owner, this, this);
  }

  /** 0, which the library answers with HandleError, after `free`. */
  get value(): bigint {
    return this.#value;
  }

  /** Frees in the background; once is enough and more do no harm. */
  async free(): Promise<void> {
    const value = this.#value;
    if (value === 0n) return;
    this.#value = 0n;
    forgotten.unregister(this);
    await freeAsync(this.#freeFunction, value);
  }

  /** The same where nobody is left to be told that it went wrong. */
  freeLater(): void {
    this.free().catch(() => {});
  }
}

/**
 * Keeps an object from being collected until here. The collector may take an object
 * whose method still awaits the library, when nothing after the await mentions it.
 * @internal
 */
export function keep(..._objects: unknown[]): void {}

// Node has these from 18.18 on; a class can be written against them before.
export const dispose: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("nodejs.dispose");
export const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("nodejs.asyncDispose");
