// The worker thread of Node: it gets the module with its birth.

import { parentPort, workerData } from "node:worker_threads";
import { Machine, type Module } from "./machine";
import { Server, type Request } from "./serve";

const port = parentPort!;
const server = new Server(Machine.now(workerData as Module), (reply) => port.postMessage(reply), setImmediate);
port.on("message", (request: Request) => server.take(request));
