// The worker of a browser, of Deno and of Bun: its first message is the module, or where to fetch it.

import { compiled, type Fetched } from "./fetch";
import { Machine, type Module } from "./machine";
import { begun, Server, type Request } from "./serve";

interface Scope {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown): void;
}
const scope = globalThis as unknown as Scope;

// A message to itself comes after those that wait, without the 4 ms that a browser's timers take.
const turns = new MessageChannel();
const waiting: (() => void)[] = [];
(turns.port1 as unknown as Pick<Scope, "onmessage">).onmessage = () => waiting.shift()?.();

/** Has the browser compile what a page calls, which threads share. */
function warm(machine: Machine): void {
  for (const game of ["xiangqi", "chess", "surakarta", "go", "capturego", "gomoku", "chinesecheckers", "ludo"]) {
    const { text } = machine.call("qk_board_new", [game, "", "", 0n]);
    const board = new DataView(text.buffer).getBigUint64(0, true);
    for (const name of ["qk_board_report", "qk_board_men"]) machine.call(name, [board, 1n << 20n]);
    machine.call("qk_board_svg", [board, "", 1n << 20n]);
    machine.call("qk_board_free", [board]);
  }
}

function begin(module: Module): Server {
  const machine = Machine.now(module);
  warm(machine);
  scope.postMessage(begun);
  return new Server(
    machine,
    (reply) => scope.postMessage(reply),
    (f) => {
      waiting.push(f);
      turns.port2.postMessage(0);
    },
  );
}

/** Fetches the module and hands it on. */
async function fetched(place: string): Promise<void> {
  const told: Fetched = await compiled(place).then((compiled) => ({ compiled }), (e: Error) => ({ failed: e.message }));
  scope.postMessage(told);
  if (told.compiled !== undefined) server = begin(told.compiled);
}

let server: Server | undefined;
scope.onmessage = ({ data }) => {
  if (server !== undefined) server.take(data as Request);
  else if (typeof data === "string") void fetched(data);
  else server = begin(data as Module);
};
