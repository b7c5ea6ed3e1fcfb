// WebAssembly in Node.

import { readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { LibraryError } from "../errors";
import { inLanguage } from "../language";
import type { Functions } from "../native";
import { functionsOf } from "./functions";
import { Machine, WebAssembly, type Module } from "./machine";
import type { Reply, Request } from "./serve";
import { Workers, type Begin } from "./workers";

/** The functions of the library by the file of WebAssembly with that path. @internal */
export function byWasm(path: string): Functions {
  let module: Module;
  try {
    module = new WebAssembly.Module(readFileSync(path));
  } catch (e) {
    const why = (e as Error).message;
    throw new LibraryError(inLanguage(`qikit: cannot load ${path}: ${why}`, `qikit：无法装入 ${path}：${why}`));
  }
  const cores = availableParallelism?.() ?? cpus().length; // Node has it from 18.14 on
  return functionsOf(Machine.now(module), new Workers(begin(module), cores));
}

const begin = (module: Module): Begin => (hear, lost) => {
  const worker = new Worker(join(__dirname, "worker.js"), { workerData: module });
  worker.on("message", (reply: Reply) => hear(reply));
  worker.on("error", (e) => lost(e.message));
  worker.on("exit", (code) => lost(`it ended with status ${code}`));
  return {
    post: (request: Request) => worker.postMessage(request),
    hold: (held) => (held ? worker.ref() : worker.unref()),
    end: undefined,
  };
};
