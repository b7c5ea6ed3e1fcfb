// What every call says of wrong options, by the table that the tests of all
// languages read.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Board, Engine, InvalidArgumentError, book, game as games, review, selfplay, sgcp, tables, terminal, train } from "../index.mjs";
import { tempDir } from "./helpers.mjs";

const rows = readFileSync(new URL("../../../internal/ctest/testdata/wrong_options.tsv", import.meta.url), "utf8")
  .split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split("\t"));
const game = "(;SZ[5]RU[Capture-1];B[cc];W[aa];B[bb];W[ab])";

test("wrong options are refused in the words of the table", async (t) => {
  assert.ok(rows.length > 100);
  const dir = tempDir();
  const board = new Board("surakarta");
  const engine = await Engine.open("surakarta", { tableMb: 1 });
  t.after(() => engine.close());
  const empty = await book.create("xiangqi", join(dir, "empty.qkb"));
  t.after(() => empty.close());
  const report = await review.review(game, { user: "black", visits: 16, targetVisits: 16, targetTime: 0 });
  t.after(() => report.close());
  const calls = {
    "board.svg": (o) => new Board("xiangqi").svg(o),
    engine: (o) => Engine.open("xiangqi", o),
    evaluate: (o) => engine.evaluate(board, o),
    tables: (o) => tables.build("surakarta", dir, o).wait(),
    "book.generate": (o) => book.generate(o).wait(),
    "book.prune": (o) => empty.prune(o),
    "game.read": (o) => games.read("1. C2.5 *", o),
    "game.write": (o) => games.write(games.read("1. C2.5 *"), o),
    review: (o) => review.review(game, o),
    "review.svg": (o) => report.svg(o),
    selfplay: (o) => selfplay.start(o).wait(),
    match: (o) => selfplay.match(o).wait(),
    rollout: (o) => selfplay.rollout(o).wait(),
    train: (o) => train.start(o).wait(),
    gateway: (o) => new sgcp.Gateway(o),
    "sgcp.client": (o) => sgcp.Client.open(o),
    terminal: (o) => terminal.join(o).wait(),
  };
  for (const name of ["xiangqi", "chess", "surakarta", "go", "capturego", "gomoku", "chinesecheckers", "ludo"]) calls[`board.${name}`] = (o) => new Board(name, null, o);
  for (const [call, where, status, options, words] of rows) {
    if (where !== "all") continue;
    assert.equal(status, "QK_ERR_INVALID_ARG");
    await assert.rejects(async () => calls[call](JSON.parse(options)), (e) => {
      assert.ok(e instanceof InvalidArgumentError, `${call} ${options}: ${e}`);
      assert.ok(words.endsWith(" ") ? e.message.includes(words) : e.message.endsWith(words), `${call} ${options}: ${e.message}`);
      return true;
    });
  }
});
