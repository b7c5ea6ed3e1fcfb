// Times a job poll and a board call from Node's main thread; prints "node_poll_ns value" and "node_call_ns value".
import { Board, Engine } from "../../../../bindings/node/dist/index.js";

const engine = await Engine.open("xiangqi", { workers: 1 });
const job = engine.start(new Board("xiangqi"), { depth: 1 });
await job.wait();
const rounds = 20_000;
let best = Infinity;
for (let i = 0; i < 9; i++) {
  const from = process.hrtime.bigint();
  for (let k = 0; k < rounds; k++) job.info;
  best = Math.min(best, Number(process.hrtime.bigint() - from) / rounds);
}
console.log(`node_poll_ns ${best.toFixed(0)}`);
const board = new Board("xiangqi");
best = Infinity;
for (let i = 0; i < 9; i++) {
  const from = process.hrtime.bigint();
  for (let k = 0; k < 1000; k++) board.play("h2e2").undo();
  best = Math.min(best, Number(process.hrtime.bigint() - from) / 2000);
}
console.log(`node_call_ns ${best.toFixed(0)}`);
await job.close();
await engine.close();
