// What a player's table makes of the server's lines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Table } from "../table.mjs";

const game = "KRUGS4ZANFZSAYJAI52G623FNY";

function started(size, ...more) {
  const table = new Table(game, "amy", "bob", "bob");
  table.started([game, "amy", "bob", String(size), "7.5", "area", ...more]);
  return table;
}

test("positions are hashed as the server does", () => {
  const table = started(9);
  assert.equal(table.played([game, "1", "b", "A1", "0", "e220a8397b1dcdaf"]), true);
  assert.equal(table.you, "w");
  assert.equal(table.turn, "w");
});

test("a move that is missing, or a position that is another, is seen", () => {
  assert.equal(started(9).played([game, "2", "w", "A1", "0", "0"]), false);
  assert.equal(started(9).played([game, "1", "w", "A1", "0", "0"]), false);
  assert.equal(started(9).played([game, "1", "b", "B1", "0", "e220a8397b1dcdaf"]), false);
});

test("captures are counted, and taken back", () => {
  const table = started(5);
  table.resync(`${game} size=5 komi=7.5 rule=area black=amy white=bob state=playing turn=b moves=3`, ["A2", "A1", "B1"]);
  assert.deepEqual(table.captures, { b: 1, w: 0 });
  assert.deepEqual(table.view().stones, [".b...", "b....", ".....", ".....", "....."]);
  table.undone([game, "2"]);
  assert.deepEqual(table.captures, { b: 0, w: 0 });
  assert.equal(table.turn, "b");
});

test("chains are marked dead, and alive again", () => {
  const table = started(9);
  table.resync(`${game} size=9 komi=7.5 rule=area black=amy white=bob state=playing turn=b moves=4`, ["C3", "G7", "C4", "PASS"]);
  table.markingBegins([game, "60"]);
  assert.equal(table.marks(), "0".repeat(16));
  table.marked([game, "-", "C4", "dead"]);
  assert.deepEqual(table.view().dead, ["C3", "C4"]);
  const both = table.marks();
  table.marked([game, "amy", "C3", "alive"]);
  assert.deepEqual([table.view().dead, table.marks()], [[], "0".repeat(16)]);
  assert.notEqual(both, table.marks());
});

test("white begins a handicap game", () => {
  const table = started(9, "handicap=2", "main=300", "byo=+10");
  assert.equal(table.turn, "w");
  assert.equal(table.view().stones.join("").match(/b/g).length, 2);
  assert.equal(table.view().clock.byMove, false);
});

test("after a resync the marks are those of 301, and who agreed", (t) => {
  t.mock.method(Date, "now", () => 1_712_345_678_901); // no time goes by
  const table = started(9);
  const info = `${game} size=9 komi=7.5 rule=area black=amy white=bob state=marking turn=- moves=4 seq=4 hash=0`;
  table.resync(`${info} dead=C3 agreed=b seconds=40`, ["C3", "G7", "C4", "PASS"]);
  const { dead, agreed, otherAgreed, marking } = table.view();
  assert.deepEqual([dead, agreed, otherAgreed], [["C3", "C4"], false, true]);
  assert.equal(marking, 40_000);
  table.agrees("bob");
  assert.equal(table.view().agreed, true);
  table.marked([game, "amy", "C4", "alive"]); // another mark, another agreement
  assert.deepEqual([table.view().dead, table.view().agreed, table.view().otherAgreed], [[], false, false]);
  table.resync(`${info} seconds=5`, ["C3", "G7", "C4", "PASS"]);
  assert.deepEqual(table.view().dead, []);
});

test("the server's clocks count, not the page's", (t) => {
  t.mock.method(Date, "now", () => 1_712_345_678_901); // no time goes by
  const table = started(9, "main=300", "byo=30x3");
  table.told([game, "0", "1500", "290000", "3", "300000", "3"]);
  let { clock } = table.view();
  assert.deepEqual([clock.b, clock.w, clock.period], [{ left: 290_000, periods: 3 }, { left: 300_000, periods: 3 }, 30_000]);
  assert.equal(clock.spent, 1500);
  table.played([game, "1", "b", "A1", "0", "e220a8397b1dcdaf"]);
  table.told([game, "1", "0", "280000", "3", "0", "2"]);
  table.told([game, "7", "0", "1", "0", "1", "0"]); // of moves that have not come
  ({ clock } = table.view());
  assert.deepEqual([clock.b, clock.w], [{ left: 280_000, periods: 3 }, { left: 0, periods: 2 }]);
});

test("clocks that come before the moves they are about are kept for them", () => {
  const table = new Table(game, "", "", "bob");
  table.told([game, "1", "4000", "50000", "0", "60000", "0"]);
  table.resync(`${game} size=9 komi=7.5 rule=area black=amy white=bob state=playing turn=w moves=1 main=60`, ["C3"]);
  const { clock } = table.view();
  assert.deepEqual([clock.b.left, clock.w.left], [50_000, 60_000]);
  assert.ok(clock.spent >= 4000);
});
