// Objects of the library are not cloned: a clone would have no methods, and no owner.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { inspect } from "node:util";
import { MessageChannel } from "node:worker_threads";
import { Board, Engine, book, review, sgcp } from "../index.mjs";
import { tempDir } from "./helpers.mjs";

test("no object of the library is cloned or sent to another thread", async (t) => {
  const engine = await Engine.open("xiangqi", { tableMb: 1 });
  const job = engine.start(new Board("xiangqi"), { depth: 1 });
  await job.wait();
  const empty = await book.create("xiangqi", join(tempDir(), "empty.qkb"));
  const gateway = new sgcp.Gateway({});
  const client = await sgcp.Client.open({ host: "127.0.0.1", port: (await gateway.state()).port, nick: "amy" });
  const game = await review.review("(;SZ[5]RU[Capture-1];B[cc];W[aa];B[bb];W[ab])", { user: "black", visits: 16, targetVisits: 16, targetTime: 0 });
  const things = [new Board("xiangqi"), engine, job, empty, await empty.samples(), game, client, gateway, new sgcp.Decoder()];
  t.after(() => Promise.all([...things].reverse().map((thing) => thing.close())));
  const { port1, port2 } = new MessageChannel();
  t.after(() => (port1.close(), port2.close()));
  for (const thing of things) {
    const { name } = thing.constructor;
    const refused = (e) => e.name === "DataCloneError" && e.message.includes(`${name} of qikit stands for an object of the library`);
    assert.throws(() => structuredClone(thing), refused, name);
    assert.throws(() => structuredClone({ deep: [thing] }), refused, name);
    assert.throws(() => port1.postMessage(thing), refused, name);
    JSON.stringify(thing); // a log entry may hold one
    assert.ok(!inspect(thing).includes("uncloneable"), inspect(thing));
    assert.match(inspect(thing), new RegExp(name));
  }
  assert.equal(inspect(engine), "Engine { game: 'xiangqi' }");
  assert.equal(new Board("xiangqi").play("h2e2").copy().played.length, 1);
});
