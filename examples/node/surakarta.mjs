// A Surakarta player for any program that can write a line: one JSON object a
// line comes in, one goes out for each, in the same order.
//
//   node examples/node/surakarta.mjs [option=value]…
//
//   {"id": 1, "moves": ["a2-a3"], "depth": 6}
//   {"id":1,"position":"…","side":"w","best":"b5-b4","score":3,"winRate":0.5,"proven":null,"line":["b5-b4",…]}
//
// A request has: id (comes back), position (default: the start), rules
// (ruleSet, startBlocks, noCaptureLimit, first), moves (played from the
// position), and a limit: depth (plies), nodes, or time (seconds); default depth
// 8. {"evaluate": "front"} or "back" adds the terms of the static evaluation. A
// game that is over has "best": null and "outcome". What cannot be answered
// comes back as {"id":…,"error":{"code":"QK_ERR_RULES","message":"…"}}.
//
// Options are the engine's: level=5, workers=2, tableMb=64, seed=1; or strategy=106
// with weights k1 to k4 of its own (weightsFront=1,3,2,2; also weightsFrontEndgame,
// weightsBack, weightsBackEndgame), or strategy=101 to 105 with pieceValue=120 and
// pointValues, 36 numbers.
import { createInterface } from "node:readline";
import { Board, Engine, QikitError } from "../../bindings/node/index.mjs"; // installed: "qikit"

const options = Object.fromEntries(
  process.argv.slice(2).map((arg) => {
    const [name, value = ""] = arg.split("=");
    if (/^-?\d+(,-?\d+)+$/.test(value)) return [name, value.split(",").map(Number)];
    return [name, /^\d+$/.test(value) && name !== "strategy" ? Number(value) : value];
  }),
);
const known = ["id", "position", "rules", "moves", "depth", "nodes", "time", "evaluate"];

/** The limits of a request: without any a search would go on for ever, and 0 is none. */
function limitsOf({ depth, nodes, time }) {
  const given = Object.entries({ depth, nodes, time }).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) if (!(value > 0)) throw new TypeError(`${name} is ${value}, expected a number over 0`);
  return given.length > 0 ? Object.fromEntries(given) : { depth: 8 };
}

async function answer(engine, request) {
  const stranger = Object.keys(request).find((key) => !known.includes(key));
  if (stranger !== undefined) throw new TypeError(`"${stranger}", expected ${known.join(", ")}`);
  const { position, rules, moves = [], evaluate } = request;
  const limits = limitsOf(request);
  const board = new Board("surakarta", position, rules);
  try {
    for (const move of moves) board.play(move);
    const found = await engine.search(board, limits);
    return {
      position: board.position,
      side: board.side,
      ...(board.outcome && { outcome: board.outcome }),
      best: found.best,
      score: found.score,
      winRate: found.winRate,
      proven: found.proven,
      line: found.lines[0]?.moves ?? [],
      ...(found.best?.includes("x") && { route: board.route(found.best).points }),
      ...(evaluate && { terms: await engine.evaluate(board, { role: evaluate }) }),
    };
  } finally {
    board.close();
  }
}

function fault(error) {
  if (error instanceof QikitError) return { code: error.code, message: error.message };
  return { code: "BAD_REQUEST", message: error.message };
}

const engine = await Engine.open("surakarta", options).catch((error) => {
  console.error(error.message);
  process.exit(2);
});
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "") continue;
  let id = null;
  let reply;
  try {
    const request = JSON.parse(line);
    if (request === null || typeof request !== "object" || Array.isArray(request)) throw new TypeError("a request is an object");
    id = request.id ?? null;
    reply = await answer(engine, request);
  } catch (error) {
    reply = { error: fault(error) };
  }
  console.log(JSON.stringify({ id, ...reply }));
}
await engine.close();
