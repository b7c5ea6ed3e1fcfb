// The worker of a browser, of Deno and of Bun: its first message is the module.

import { Machine, type Module } from "./machine";
import { Server, type Request } from "./serve";

interface Scope {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown): void;
}
const scope = globalThis as unknown as Scope;

// A message to itself comes after those that wait, without the 4 ms that a browser's timers take.
const turns = new MessageChannel();
const waiting: (() => void)[] = [];
(turns.port1 as unknown as Pick<Scope, "onmessage">).onmessage = () => waiting.shift()?.();

let server: Server | undefined;
scope.onmessage = ({ data }) => {
  if (server !== undefined) return server.take(data as Request);
  server = new Server(
    Machine.now(data as Module),
    (reply) => scope.postMessage(reply),
    (f) => {
      waiting.push(f);
      turns.port2.postMessage(0);
    },
  );
  return undefined;
};
