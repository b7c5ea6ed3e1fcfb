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
const { navigator, document } = globalThis as unknown as {
  navigator?: { hardwareConcurrency?: number; language?: string };
  document?: { documentElement: { lang: string } };
};

/** Whether this is a page, which must not stop and goes on for ever. */
const page = document !== undefined;

/** Why there is no library, in the language of the page, or else of the browser. */
function failure(english: string, chinese: string): LibraryError {
  return new LibraryError(/^zh/i.test(document?.documentElement.lang || (navigator?.language ?? "")) ? chinese : english);
}

const place = new URL("./wasm/qikit.wasm", import.meta.url);
const notLoaded = (why: string) => failure(`qikit: cannot load ${place.href}: ${why}`, `qikit：无法装入 ${place.href}：${why}`);

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
      if (failed !== undefined) reject(notLoaded(failed));
      else module = compiled!;
    };
    worker.onerror = ({ message }) =>
      reject(failure(`qikit: the worker thread cannot begin: ${message ?? "its file cannot be loaded"}`, `qikit：工作线程无法启动：${message ?? "无法装入其文件"}`));
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

if (WebAssembly === undefined) throw failure("qikit: there is no WebAssembly here, which the library needs", "qikit：这里没有 WebAssembly，而库需要它");
// The first worker begins before this thread does: what it compiles need not be compiled here.
const module = await (page ? fetched() : compiled(place.href).catch((e: Error) => Promise.reject(notLoaded(e.message))));
const cores = navigator?.hardwareConcurrency ?? 2;
const functions = functionsOf(await Machine.open(module), new Workers(begin(module), Math.min(cores - 1, 4)));

/** The functions of the library. @internal */
export function load(): Functions {
  return functions;
}

/** There is nothing to do at the end of a thread: its memory goes, and the workers that it began. @internal */
export const atThreadEnd = (): boolean => false;
