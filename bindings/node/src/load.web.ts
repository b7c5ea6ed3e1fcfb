// How a browser, Deno and Bun get the library: WebAssembly, fetched and compiled before this module is done.

import { LibraryError } from "./errors";
import type { Functions } from "./native";
import { functionsOf } from "./wasm/functions";
import { Machine, WebAssembly, type Module } from "./wasm/machine";
import type { Reply, Request } from "./wasm/serve";
import { Workers, type Begin } from "./wasm/workers";

interface WebWorker {
  onmessage: ((event: { data: Reply }) => void) | null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

const web = globalThis as unknown as {
  Worker: new (url: URL, options: { type: "module" }) => WebWorker;
  navigator?: { hardwareConcurrency?: number };
};

const place = new URL("./wasm/qikit.wasm", import.meta.url);

async function compiled(): Promise<Module> {
  if (WebAssembly === undefined) throw new LibraryError("qikit: there is no WebAssembly here, which the library needs");
  const answer = await fetch(place);
  if (!answer.ok) throw new LibraryError(`qikit: cannot fetch ${place.href}: ${answer.status} ${answer.statusText}`);
  return WebAssembly.compile(new Uint8Array(await answer.arrayBuffer()));
}

const begin = (module: Module): Begin => (hear, lost) => {
  const worker = new web.Worker(new URL("./wasm/worker.web.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (event) => {
    event.preventDefault();
    lost(event.message ?? "it could not begin");
  };
  worker.postMessage(module);
  return {
    post: (request: Request) => worker.postMessage(request),
    hold: () => {},
    end: () => worker.terminate(),
  };
};

const module = await compiled();
const cores = web.navigator?.hardwareConcurrency ?? 2;
const functions = functionsOf(await Machine.open(module), new Workers(begin(module), Math.min(cores - 1, 4)));

/** The functions of the library. @internal */
export function load(): Functions {
  return functions;
}
