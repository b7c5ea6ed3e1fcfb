// The module of WebAssembly, fetched: by the first worker of a page, and by Deno and Bun themselves.

import { WebAssembly, type Module } from "./machine";

/** What a worker says that has fetched the module: the module, or why there is none. @internal */
export interface Fetched {
  compiled?: Module;
  failed?: string;
}

/** The module from an address, compiled while it comes, where the server says what it is. @internal */
export async function compiled(place: string): Promise<Module> {
  const answer = await fetch(place);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`.trimEnd());
  if (answer.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(new Uint8Array(await answer.arrayBuffer()));
}
