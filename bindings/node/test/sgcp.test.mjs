// The line protocol: framing, and a client against a server of a few lines.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { InvalidArgumentError, IoError, LimitError, ParseError, StateError, sgcp } from "../index.mjs";
import { hang } from "./helpers.mjs";

const secret = "ONSWG4TFOQQHGZLTONUW63RAGE";
const renewed = "AAAAAAAAAAAAAAAAAAAAAAAAAE";
const game = "KRUGS4ZANFZSAYJAI52G623FNY";

async function server(t) {
  const heard = [];
  const s = createServer((socket) => {
    socket.on("error", () => {});
    const say = (...lines) => socket.write(lines.map((l) => l + "\r\n").join(""));
    say("650 SGCP/1 test 0");
    createInterface({ input: socket }).on("line", (line) => {
      const [code, param] = [line.slice(0, 3), line.slice(4)];
      heard.push(line);
      if (code === "101" && param === "nobody") say("511 101 bad nick");
      else if (code === "101") say(`601 ${param}_ ${secret}`);
      else if (code === "102") say(param === "key a secret" ? "602 ok tian" : "512 102 no such key");
      else if (code === "104") say("604 ping marking");
      else if (code === "105") say(`605 amy_ ${game} 1`, `751 ${game} amy_ bob`);
      else if (code === "106") say(`606 ${renewed}`);
      else if (code === "202") say("752 bob 3 human", "752 天弈 1 ai", "702 2");
      else if (code === "203") say("521 203 not waiting");
      else if (code === "303") say("803", `853 - amy_ ${param}`);
      else if (code === "205") socket.destroy();
      else if (code === "103") socket.end("603\r\n");
    });
  });
  await new Promise((resolve) => s.listen(0, "127.0.0.1", resolve));
  t.after(() => s.close());
  return { port: s.address().port, heard };
}

async function open(t, options) {
  const client = await sgcp.Client.open({ nick: "amy", backoffMin: 0.01, backoffMax: 0.02, ...options });
  t.after(() => client.close());
  return client;
}

const pairs = (items) => items.map(({ code, param }) => [code, param]);

test("any split gives the same items", () => {
  const stream = Buffer.from("101 bob\r\n303 你 好\r\n201\r\nhello\n303 a\0b\n321 q16\r\n");
  const whole = new sgcp.Decoder().feed(stream);
  assert.deepEqual(pairs(whole).slice(0, 3), [[101, "bob"], [303, "你 好"], [201, ""]]);
  assert.deepEqual(whole.map((i) => i.code), [101, 303, 201, 500, 505, 321]);
  assert.deepEqual(whole.map((i) => i.fault), [false, false, false, true, true, false]);
  const decoder = new sgcp.Decoder();
  assert.deepEqual([...stream].flatMap((_, i) => decoder.feed(stream.subarray(i, i + 1))), whole);
});

test("a fault is the line to answer with", async () => {
  const [item] = new sgcp.Decoder().feed(Buffer.from([0x33, 0x30, 0x33, 0x20, 0xff, 0x0a]));
  assert.match(sgcp.encode(item.code, item.param).toString(), /^505 303 bad text.*\r\n$/);
  const decoder = new sgcp.Decoder({ limit: 1024 });
  const long = decoder.feed(Buffer.from(`303 ${"x".repeat(2000)}\n`.repeat(3)));
  assert.deepEqual(long.map((i) => [i.code, i.close]), [[504, false], [504, false], [504, true]]);
  await decoder.close();
  assert.throws(() => decoder.feed(Buffer.from("1")), { code: "QK_ERR_HANDLE" });
});

test("GB18030", () => {
  const octets = Buffer.from([0x33, 0x30, 0x33, 0x20, 0xce, 0xa7, 0xc6, 0xe5, 0x0d, 0x0a]);
  assert.deepEqual(sgcp.encode(303, "围棋", { charset: "gb18030" }), octets);
  const decoder = new sgcp.Decoder({ charset: "gb18030" });
  assert.deepEqual(pairs(decoder.feed(octets)), [[303, "围棋"]]);
  decoder.set({ charset: "utf-8" });
  assert.deepEqual(pairs(decoder.feed(Buffer.from("303 围棋\r\n"))), [[303, "围棋"]]);
  assert.throws(() => new sgcp.Decoder({ charset: "big5" }), InvalidArgumentError);
});

test("what cannot be encoded", () => {
  assert.equal(sgcp.encode(201).toString(), "201\r\n");
  assert.throws(() => sgcp.encode(1000), InvalidArgumentError);
  assert.throws(() => sgcp.encode(1.5), InvalidArgumentError);
  assert.throws(() => sgcp.encode(303, "a\nb"), ParseError);
  assert.throws(() => sgcp.encode(303, "x".repeat(2000)), LimitError);
  assert.throws(() => new sgcp.Decoder().feed("text"), TypeError);
  assert.throws(() => sgcp.encode(99999), (e) => e instanceof InvalidArgumentError && /99999/.test(e.message));
});

test("commands and answers", { timeout: hang }, async (t) => {
  const { port, heard } = await server(t);
  const client = await open(t, { port });
  assert.deepEqual(await client.state(), { nick: "amy_", session: secret, last: 0, game: "", granted: ["ping", "marking"] });
  assert.deepEqual(await client.send(202), {
    code: 702, param: "2", rows: [{ code: 752, param: "bob 3 human" }, { code: 752, param: "天弈 1 ai" }],
  });
  assert.deepEqual(await client.send(203, "bob"), { code: 521, param: "203 not waiting", rows: [] });
  await assert.rejects(client.send(101, "bob"), InvalidArgumentError);
  await assert.rejects(client.send(303, "a\nb"), ParseError);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => client.send(303, `text ${i}`)));
  assert.ok(answers.every((a) => a.code === 803));
  assert.equal((await client.send(103)).code, 603);
  await assert.rejects(client.send(202), StateError);
  const codes = [];
  for await (const event of client) codes.push(event.code);
  assert.deepEqual(codes, [650, ...Array(20).fill(853)]);
  assert.deepEqual(heard.slice(0, 2), ["101 amy", "104 ping marking"]);
});

test("it comes back and resumes", { timeout: hang }, async (t) => {
  const { port, heard } = await server(t);
  const client = await open(t, { port });
  const events = client.events();
  const next = async () => (await events.next()).value;
  assert.equal((await next()).code, 650);
  await assert.rejects(client.send(205), IoError);
  assert.equal((await next()).kind, "lost");
  assert.equal((await next()).code, 650);
  assert.deepEqual(await next(), { kind: "resumed", code: 0, param: "", count: 1, game: null, error: "" });
  assert.deepEqual(await next(), { kind: "pushed", code: 751, param: `${game} amy_ bob`, count: 0, game: null, error: "" });
  assert.equal((await next()).kind, "renewed");
  const { session, last } = await client.state();
  assert.equal(session, renewed);
  await client.close();
  const second = await open(t, { port, session, last });
  assert.equal((await second.state()).game, game);
  assert.ok(heard.includes(`105 ${secret} 0`) && heard.includes(`106 ${renewed}`) && heard.includes(`105 ${renewed} 1`));
});

test("a client that is closed has no more events", { timeout: hang }, async (t) => {
  const { port } = await server(t);
  const client = await open(t, { port });
  const events = client.events();
  assert.equal((await events.next()).value.code, 650);
  const waiting = events.next();
  await client.close();
  assert.deepEqual(await waiting, { value: undefined, done: true });
  await assert.rejects(client.send(202), { code: "QK_ERR_HANDLE" });
});

test("a key is sent before the nick", { timeout: hang }, async (t) => {
  const { port, heard } = await server(t);
  const client = await open(t, { port, nick: "AI-tian", key: "a secret" });
  assert.equal((await client.state()).nick, "AI-tian_");
  assert.deepEqual(heard.slice(0, 2), ["102 key a secret", "101 AI-tian"]);
  await assert.rejects(open(t, { port, nick: "AI-tian", key: "another" }), StateError);
});

test("who is not let in", async (t) => {
  const { port } = await server(t);
  await assert.rejects(open(t, { port, nick: "nobody" }), StateError);
  await assert.rejects(open(t, { port: 1 }), IoError);
  await assert.rejects(open(t, { port: 1, nik: 1 }), InvalidArgumentError);
  await assert.rejects(open(t, { port: 1, nick: "a b" }), InvalidArgumentError);
});
