// A player whose connection does what a real one hardly ever does.
import assert from "node:assert/strict";
import { once, EventEmitter } from "node:events";
import { test } from "node:test";
import { IoError } from "../../../../bindings/node/index.mjs";
import { Player } from "../player.mjs";
import { hang } from "./gateway.mjs";

const game = "A".repeat(26);

/** An sgcp.Client of the test's: `answer` says what a command is answered, `tell` sends an event. */
function fake(answer) {
  const told = [];
  const news = new EventEmitter();
  let closed = false;
  return {
    tell: (kind, more = {}) => news.emit("news", told.push({ kind, code: 0, param: "", count: 0, game: null, error: "", ...more })),
    async state() {
      return { nick: "amy", session: "s", last: 0, game: "", granted: [] };
    },
    async send(code, param) {
      if (code === 202) return { code: 702, param: "0", rows: [] };
      if (code === 204) return { code: 704, param: "online=1 games=0", rows: [] };
      return answer(code, param);
    },
    async *[Symbol.asyncIterator]() {
      while (!closed) {
        while (told.length > 0) yield told.shift();
        await once(news, "news");
      }
    },
    async close() {
      closed = true;
      news.emit("news");
    },
  };
}

const seen = (player, want) =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the player is ${JSON.stringify(player.view())}`)), hang);
    const end = player.watch((view) => {
      if (!want(view)) return;
      clearTimeout(late);
      setImmediate(() => end());
      resolve(view);
    });
  });

const info = (moves) => ({
  code: 801, param: `${game} size=9 komi=7.5 rule=area black=amy white=bob state=playing turn=b moves=${moves.length} seq=${moves.length} hash=0`,
  rows: [{ code: 861, param: `1 ${moves.join(" ")}` }],
});

test("lines are missing and the connection is lost: the game is asked for when it is back", async (t) => {
  const lost = [true, false];
  const client = fake(() => {
    if (lost.shift()) throw new IoError("lost");
    return info(["C3", "D4"]);
  });
  const player = await Player.enter({ nick: "amy" }, async () => client);
  t.after(() => player.close());
  client.tell("pushed", { code: 751, param: `${game} amy bob` });
  client.tell("missed", { count: 3 });
  client.tell("lost");
  await seen(player, (view) => view.table && !view.connected);
  client.tell("resumed");
  await seen(player, (view) => view.connected && view.table.moves === 2);
  assert.deepEqual(lost, []);
});

test("a line that makes no sense ends the session, not the backend", async (t) => {
  t.mock.method(console, "error", () => {}); // it is logged
  const client = fake(() => info([]));
  const player = await Player.enter({ nick: "amy" }, async () => client);
  t.after(() => player.close());
  client.tell("pushed", { code: 751, param: `${game} amy bob` });
  client.tell("pushed", { code: 850, param: `${game} amy bob 99 7.5 area` });
  await seen(player, (view) => view.ended);
  assert.equal(console.error.mock.callCount(), 1);
});

test("a session is taken up at a server that does not say whose it is, nor of which game", async (t) => {
  const client = fake(() => info(["C3"]));
  const nameless = { ...client, state: async () => ({ nick: "", session: "s", last: 0, game: "", granted: [] }) };
  client.tell("resynced");
  const player = await Player.enter({ nick: "amy", session: "s", last: 7, game }, async () => nameless);
  t.after(() => player.close());
  const { nick, table } = await seen(player, (view) => view.table);
  assert.deepEqual([nick, table.you, table.moves], ["amy", "b", 1]);
  assert.deepEqual(await player.identity(), { nick: "amy", session: "s", last: 0, game });
});
