// A terminal that joins a real hall and works there.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { InvalidArgumentError, IoError, StateError, sgcp, terminal } from "../index.mjs";
import { checkout, hang } from "./helpers.mjs";

/** A gateway with a compute host behind it, in a process of its own. */
async function openHall(t) {
  const program = join(checkout, "build", "computehall");
  assert.ok(existsSync(program), "build/computehall is missing: run ./build.sh build");
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  t.after(async () => {
    child.stdin.end();
    child.stdout.resume();
    if (child.exitCode === null) await once(child, "exit");
    assert.equal(child.exitCode, 0);
  });
  const next = async () => (await lines.next()).value.split(" ");
  const port = Number((await next())[1]);
  const task = async () => Object.fromEntries((await next()).slice(1).map((pair) => pair.split("=")).map(([k, v]) => [k, Number(v)]));
  return { port, task };
}

test("a terminal joins and works", { timeout: hang }, async (t) => {
  const hall = await openHall(t);
  const job = terminal.join({ port: hall.port, cores: 1 });
  let task = await hall.task();
  while (task.host === task.units) task = await hall.task(); // the host was quicker: the next one
  assert.deepEqual([task.terminals, task.units], [1, 400]);
  for await (const { done } of job.progress({ interval: 10 })) if (done > 0) break;
  job.cancel();
  const result = await job.wait();
  assert.equal(job.state, "cancelled");
  assert.ok(result.leases > 0 && result.units > 0 && result.rate > 0, JSON.stringify(result));
});

test("events tell who it is", { timeout: hang }, async (t) => {
  const hall = await openHall(t);
  const job = terminal.join({ host: "127.0.0.1", port: hall.port, nick: "amy", cores: 1, share: 0.5, giveUp: 1 });
  for await (const event of job.events()) {
    assert.match(event.terminal, /^t\d+$/);
    break;
  }
  job.cancel();
  await job.wait();
});

test("what is wrong is said", async () => {
  for (const [options, word] of [
    [{ port: 0 }, /: port is 0, expected 1 to 65535$/],
    [{ port: 1, prot: 1 }, /no option "prot", did you mean "port"/],
    [{ port: 1, cores: 0 }, /cores is 0, expected 1 to 1024/],
    [{ port: 1, share: 2 }, /share is 2, expected/],
  ]) {
    assert.throws(() => terminal.join(options), (e) => e instanceof InvalidArgumentError && word.test(e.message));
  }
  const gateway = new sgcp.Gateway();
  const { port } = await gateway.state();
  await assert.rejects(terminal.join({ port }).wait(), StateError);
  gateway.close();
  await assert.rejects(terminal.join({ port: 1 }).wait(), IoError); // where nobody listens, then or later
});
