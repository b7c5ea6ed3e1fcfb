// Compiled, not run: programs written against the types, right and wrong ones.
import { Board, Engine, Job, book, debug, runtime, type BookEntry, type BookOptions, type Progress, type SearchResult } from "qikit";

export async function right(signal: AbortSignal): Promise<void> {
  const board: Board = new Board("xiangqi", null, { strict: false, naturalLimit: 0 });
  const moves: string[] = board.play("h2e2").undo().moves();
  const winner: string | null | undefined = board.outcome?.winner;
  const engine = await Engine.open("xiangqi", { kind: "mcts", seed: 1n });
  const result: SearchResult = await engine.search(board, { depth: 3, signal, onProgress: (p: Progress) => p.done });
  const job: Job<SearchResult> = engine.start(board, { nodes: 10n });
  for await (const step of job.progress({ interval: 5 })) console.log(step.left);
  const options: BookOptions = { game: "xiangqi", out: "x", depth: { distribution: "list", depths: [1, 2] }, maxLoss: null };
  const b = await book.open((await book.generate(options).wait()).schema);
  const entry: BookEntry = await b.lookup(board);
  for await (const record of b) console.log(record.fen.length, record.candidates.length);
  await b.export("y", { format: "pgn", notation: "chinese", encoding: "gb18030", signal });
  const surakarta = new Board("surakarta", null, { ruleSet: "contest", first: "w" });
  const loops: number[] | undefined = surakarta.route("e2xf2").routes[0]?.loops;
  const terms: Record<string, number> = await engine.evaluate(surakarta, { role: "back" });
  console.log(loops, terms, surakarta.targets("a2").captures);
  const error: Error = debug.panic(board);
  console.log(moves, winner, result.lines[0]?.move, entry.moves[0]?.wins, error, runtime.stats.handles["board"]);
}

export function wrong(board: Board, engine: Engine): void {
  // @ts-expect-error: a number is no game
  new Board(7);
  // @ts-expect-error: there is no such property
  board.fen;
  // @ts-expect-error: engines are opened
  new Engine("xiangqi", 1n);
  // @ts-expect-error: no such limit
  void engine.search(board, { depht: 3 });
  // @ts-expect-error: no such role
  void engine.evaluate(board, { role: "sideways" });
  // @ts-expect-error: "out" is needed
  book.generate({ game: "xiangqi" });
}
