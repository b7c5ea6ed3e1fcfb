// A server of the line protocol, with our own client.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { InvalidArgumentError, IoError, sgcp } from "../index.mjs";
import { hang } from "./helpers.mjs";

async function until(client, code) {
  for await (const event of client.events()) if (event.code === code) return event.param;
  throw new Error("the events ended");
}

/** A loopback address of this process, where there are such: a port that is let go of there is still free
 * when it is listened on again. */
async function ownAddress() {
  const { pid } = process;
  const address = `127.${64 + ((pid >> 16) & 63)}.${(pid >> 8) & 255}.${pid & 255}`;
  const server = createServer();
  return new Promise((resolve) => {
    server.on("error", () => resolve("127.0.0.1"));
    server.listen(0, address, () => server.close(() => resolve(address)));
  });
}

async function meet(t, gateway, host) {
  const { port } = await gateway.state();
  const clients = [];
  for (const nick of ["amy", "bob"]) {
    const client = await sgcp.Client.open({ host, port, nick, backoffMin: 0.01, backoffMax: 0.1 });
    t.after(() => client.close());
    clients.push(client);
  }
  const [amy, bob] = clients;
  assert.equal((await bob.send(201)).code, 701);
  assert.equal((await amy.send(203, "bob")).code, 703);
  for (const client of clients) assert.equal((await client.send(311)).code, 811);
  const [game, black] = (await until(amy, 850)).split(" ");
  return black === "amy" ? [amy, bob, game] : [bob, amy, game];
}

test("two clients play, and go on after the server was started again", { timeout: hang }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "qikit-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const host = await ownAddress();
  const options = { host, size: 9, store: join(folder, "hall.db"), keys: { someSecret: "tian" }, limits: { chatRate: 5 } };
  const first = new sgcp.Gateway(options);
  const { port } = await first.state();
  const [black, white, game] = await meet(t, first, host);
  assert.equal((await black.send(321, "E5")).param, "1");
  assert.equal((await white.send(321, "E5")).code, 534);
  const { moves, error } = await first.state();
  assert.deepEqual([moves, error], [1, ""]);
  assert.match(await first.metrics(), /\nqikit_gateway_playing 1\n/);
  await first.close();
  const second = new sgcp.Gateway({ ...options, port });
  t.after(() => second.close());
  assert.equal((await white.send(321, "C3 2")).param, "2");
  assert.deepEqual((await black.send(301, game)).rows, [{ code: 861, param: "1 E5 C3" }]);
});

test("shutting down tells everybody", { timeout: hang }, async (t) => {
  const gateway = new sgcp.Gateway();
  t.after(() => gateway.close());
  const { port } = await gateway.state();
  const client = await sgcp.Client.open({ port, nick: "amy", reconnect: false });
  t.after(() => client.close());
  const down = gateway.shutdown(hang / 1000);
  assert.equal(await until(client, 658), String(hang / 1000));
  await client.send(103);
  assert.equal((await down).port, port);
});

test("bad options", async () => {
  for (const options of [{ size: 99 }, { rule: "x" }, { nonsense: 1 }, { limits: { burst: 0 } }, { port: 70000 }]) {
    assert.throws(() => new sgcp.Gateway(options), InvalidArgumentError);
  }
  assert.throws(() => new sgcp.Gateway({ store: "/no/such/folder/hall.db" }), IoError);
});
