// The speed of one library: nodes or playouts a second of CPU time. The bench runs it with the native one and with
// WebAssembly.
import { Board, Engine } from "../../../../bindings/node/index.mjs";

const rows = {
  terms: ["xiangqi", { evaluator: "terms" }, { nodes: 600000 }],
  network: ["xiangqi", {}, { nodes: 600000 }],
  surakarta: ["surakarta", { evaluator: "terms" }, { nodes: 600000 }],
  surakarta_network: ["surakarta", {}, { nodes: 600000 }],
  go: ["go", {}, { visits: 2000 }],
  capturego: ["capturego", {}, { visits: 3000 }],
};

for (const [name, [game, options, limits]] of Object.entries(rows)) {
  const engine = await Engine.open(game, { ...options, workers: 1 });
  const board = new Board(game);
  // First until the compiler has seen it: what counts is the speed of a game.
  await engine.search(board, limits);
  const before = process.cpuUsage();
  await engine.search(board, { ...limits, fresh: true });
  const { user, system } = process.cpuUsage(before);
  console.log(name, ((limits.nodes ?? limits.visits) / (user + system)) * 1e6);
  await engine.close();
}
