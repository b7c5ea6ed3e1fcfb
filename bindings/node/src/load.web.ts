// How a browser, Deno and Bun get the library: WebAssembly, fetched and compiled before this module is done.

import { LibraryError } from "./errors";
import type { Functions } from "./native";
import { functionsOf } from "./wasm/functions";
import { Machine, WebAssembly, type Module } from "./wasm/machine";
import { begun, type Reply, type Request } from "./wasm/serve";
import { Workers, type Begin } from "./wasm/workers";

interface WebWorker {
  onmessage: ((event: { data: Reply | typeof begun }) => void) | null;
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

async function compiled(): Promise<Module> {
  if (WebAssembly === undefined) throw new LibraryError("qikit: there is no WebAssembly here, which the library needs");
  const answer = await fetch(place);
  if (!answer.ok) throw new LibraryError(`qikit: cannot fetch ${place.href}: ${answer.status} ${answer.statusText}`);
  // While it comes, where the server says what it is.
  if (answer.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(new Uint8Array(await answer.arrayBuffer()));
}

/** A worker that has the module; `ready` is done when it has begun, or cannot. */
interface Started {
  worker: WebWorker;
  ready: Promise<void>;
}

function start(module: Module): Started {
  const worker = new Worker(new URL("./wasm/worker.web.js", import.meta.url), { type: "module" });
  const ready = new Promise<void>((resolve) => {
    worker.onmessage = () => resolve();
    worker.onerror = () => resolve();
  });
  worker.postMessage(module);
  return { worker, ready };
}

let spare: Started | undefined; // the first worker, until it has work

const begin = (module: Module): Begin => (hear, lost) => {
  const { worker } = spare ?? start(module);
  spare = undefined;
  worker.onmessage = ({ data }) => data !== begun && hear(data);
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

// The first worker begins before this thread does: what it compiles need not be compiled here, where that would
// stop the page.
const module = await compiled();
const cores = navigator?.hardwareConcurrency ?? 2;
if (page) {
  spare = start(module);
  await spare.ready;
}
const functions = functionsOf(await Machine.open(module), new Workers(begin(module), Math.min(cores - 1, 4)));

/** The functions of the library. @internal */
export function load(): Functions {
  return functions;
}
