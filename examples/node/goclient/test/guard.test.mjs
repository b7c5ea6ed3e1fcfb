// Anonymous clients cannot keep players out.
import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { test } from "node:test";
import { Guard, limits, networkOf } from "../../common/guard.mjs";
import { start } from "../server.mjs";
import { startGateway } from "./gateway.mjs";

test("networks", () => {
  for (const [address, network] of [
    ["203.0.113.9", "203.0.113.9"], ["::ffff:203.0.113.9", "203.0.113.9"], ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:DB8:0:0:5:6:7:8", "2001:db8:0:0::/64"], ["fe80::1%eth0", "fe80:0:0:0::/64"], ["::1", "0:0:0:0::/64"], [undefined, ""],
  ]) {
    assert.equal(networkOf(address), network, address);
  }
});

test("log-ins of a network, and of all", () => {
  let now = 0;
  const guard = new Guard({}, [], () => now);
  let let_in = 0;
  for (let i = 0; i < 10_000; i++) if (guard.login("a") === 0) let_in += 1;
  assert.equal(let_in, limits.logins);
  assert.equal(guard.login("b"), 0, "another network is not kept out");
  now += 6500;
  assert.equal(guard.login("a"), 0, "one more after a while");
  assert.equal(guard.login("a"), 506);
  now += 3600_000;
  while (guard.login("a") === 0);
  now += 3600_000;
  assert.equal(guard.login("a"), 507, "a network has so many sessions");
  guard.leave("a");
  assert.equal(guard.login("a"), 0);

  let all = 0;
  for (let i = 0; i < 1000; i++) if (guard.login(`c${i}`) === 0) all += 1;
  assert.ok(all <= limits.allLogins, `${all} log-ins at once`);
  const full = new Guard({ allSessions: 2 }, [], () => now);
  assert.deepEqual(["a", "b", "c"].map((network) => full.login(network)), [0, 0, 507]);
});

test("a proxy says for whom it asks, and nobody else", () => {
  const guard = new Guard({}, ["127.0.0.1"]);
  const from = (remoteAddress, header) => guard.network({ socket: { remoteAddress }, headers: header ? { "x-forwarded-for": header } : {} });
  assert.equal(from("127.0.0.1", "6.6.6.6, 203.0.113.9"), "203.0.113.9", "what the client claims stands before");
  assert.equal(from("127.0.0.1"), "127.0.0.1");
  assert.equal(from("203.0.113.7", "6.6.6.6"), "203.0.113.7");
});

test("a player does so much at once", () => {
  const guard = new Guard({ acts: 2, allActs: 3 });
  assert.deepEqual([guard.act("a"), guard.act("a"), guard.act("a"), guard.act("b"), guard.act("c")], [true, true, false, true, false]);
  guard.ended("a");
  assert.equal(guard.act("c"), true);
});

/** Asks a backend from a loopback address of its own; resolves to { status, body, cookie, ms }. */
function ask(port, body, { from, cookie, agent } = {}) {
  const begun = Date.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port, path: "/act", method: "POST", agent, localAddress: from, headers: { "content-type": "application/json", ...(cookie && { cookie }) } },
      (response) => {
        let text = "";
        response.on("data", (piece) => (text += piece));
        response.on("end", () => resolve({ status: response.statusCode, body: JSON.parse(text), cookie: response.headers["set-cookie"]?.[0].split(";")[0], ms: Date.now() - begun }));
      },
    );
    sent.on("error", reject);
    sent.end(JSON.stringify(body));
  });
}

test("10,000 anonymous log-ins from one address", { skip: process.platform !== "linux" && "127.0.0.2 is an address on Linux only" }, async (t) => {
  const gateway = await startGateway();
  const backend = await start({ gateway: gateway.address, port: 0 });
  t.after(async () => {
    await backend.close();
    await gateway.stop();
  });
  const amy = await ask(backend.port, { what: "login", nick: "amy" });
  assert.equal(amy.body.nick, "amy");
  // Amy looks at a page: who shows none is gone after a while.
  const page = request({ host: "127.0.0.1", port: backend.port, path: "/events", headers: { cookie: amy.cookie } }, (response) => response.resume());
  page.on("error", () => {}); // the backend ends it
  page.end();
  const begun = Date.now();
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  t.after(() => agent.destroy());
  const answers = new Map();
  let left = 10_000;
  const hostile = async () => {
    while (left-- > 0) {
      const { body } = await ask(backend.port, { what: "login", nick: `h${left}` }, { from: "127.0.0.2", agent });
      const key = body.code ?? "in";
      answers.set(key, (answers.get(key) ?? 0) + 1);
    }
  };
  const floods = Array.from({ length: 32 }, hostile);
  const times = [];
  while (left > 0) {
    const { body, ms } = await ask(backend.port, { what: "say", text: "hello" }, { cookie: amy.cookie });
    assert.deepEqual(body, {});
    times.push(ms);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  await Promise.all(floods);
  const bob = await ask(backend.port, { what: "login", nick: "bob" }, { from: "127.0.0.3" });
  assert.equal(bob.body.nick, "bob", "a newcomer is let in");
  const most = limits.logins + Math.ceil(((Date.now() - begun) / 1000) * limits.loginRate);
  assert.ok(answers.get("in") <= most, `${answers.get("in")} anonymous log-ins, at most ${most} expected`);
  assert.equal([...answers.values()].reduce((a, b) => a + b), 10_000);
  times.sort((a, b) => a - b);
  t.diagnostic(`10,000 tried: ${JSON.stringify(Object.fromEntries(answers))}; a player's request took ${times[Math.floor(times.length / 2)]} ms, at most ${times.at(-1)} ms`);
});

test("connections of one address", { skip: process.platform !== "linux" && "127.0.0.2 is an address on Linux only" }, async (t) => {
  const backend = await start({ port: 0, limits: { connections: 4 } });
  t.after(() => backend.close());
  const tries = await Promise.allSettled(Array.from({ length: 40 }, () => ask(backend.port, { what: "wait" }, { from: "127.0.0.2", agent: new Agent({ keepAlive: true }) })));
  const answered = tries.filter(({ status }) => status === "fulfilled");
  assert.ok(answered.length >= 4 && answered.length < 40, `${answered.length} of 40 connections were answered`);
  assert.equal((await ask(backend.port, { what: "wait" })).status, 401, "others are answered");
});
