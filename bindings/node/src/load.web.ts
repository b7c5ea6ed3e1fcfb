// How a browser, Deno and Bun get the library: WebAssembly, fetched and compiled before this module is done.

import { LibraryError } from "./errors";
import type { Functions } from "./native";
import { functionsOf } from "./wasm/functions";
import { Machine, WebAssembly, type Module } from "./wasm/machine";
import { compiled, type Fetched } from "./wasm/fetch";
import { begun, type Reply, type Request } from "./wasm/serve";
import { Workers, type Begin } from "./wasm/workers";

interface WebWorker {
  onmessage: ((event: { data: Reply | Fetched | typeof begun }) => void) | null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
  ref?(): void; // Bun has them; in Deno a worker keeps the program alive until it ends
  unref?(): void;
}

// Bundlers look for these words: new Worker(new URL(…, import.meta.url)).
declare const Worker: new (url: URL, options: { type: "module" }) => WebWorker;
const { navigator } = globalThis as unknown as { navigator?: { hardwareConcurrency?: number } };

/** Whether this is a page, which must not stop and goes on for ever. */
const page = "document" in globalThis;

const place = new URL("./wasm/qikit.wasm", import.meta.url);

/** Begins a worker with the module, or with the address from which it is to fetch and compile it. */
function start(module: Module | string): WebWorker {
  const worker = new Worker(new URL("./wasm/worker.web.js", import.meta.url), { type: "module" });
  worker.postMessage(module);
  return worker;
}

let spare: WebWorker | undefined; // the first worker, until it has work

/** The module, fetched and compiled by the first worker: all of that would stop the page. */
function fetched(): Promise<Module> {
  const worker = start(place.href);
  return new Promise((resolve, reject) => {
    let module: Module;
    worker.onmessage = ({ data }) => {
      if (data === begun) return resolve(module);
      const { failed, compiled } = data as Fetched;
      if (failed !== undefined) reject(new LibraryError(failed));
      else module = compiled!;
    };
    worker.onerror = (event) => reject(new LibraryError(`qikit: the worker thread cannot begin: ${event.message ?? "its file cannot be loaded"}`));
    spare = worker;
  });
}

const begin = (module: Module): Begin => (hear, lost) => {
  const worker = spare ?? start(module);
  spare = undefined;
  worker.onmessage = ({ data }) => data !== begun && hear(data as Reply);
  worker.onerror = (event) => {
    event.preventDefault();
    worker.terminate();
    lost(event.message ?? "it could not begin");
  };
  return {
    post: (request: Request) => worker.postMessage(request),
    hold: (held) => (held ? worker.ref?.() : worker.unref?.()),
    end: page || worker.unref ? undefined : () => worker.terminate(),
  };
};

if (WebAssembly === undefined) throw new LibraryError("qikit: there is no WebAssembly here, which the library needs");
// The first worker begins before this thread does: what it compiles need not be compiled here.
const module = await (page ? fetched() : compiled(place.href));
const cores = navigator?.hardwareConcurrency ?? 2;
const functions = functionsOf(await Machine.open(module), new Workers(begin(module), Math.min(cores - 1, 4)));

/** The functions of the library. @internal */
export function load(): Functions {
  return functions;
}
