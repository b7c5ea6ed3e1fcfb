// A page to play Capture Go on, and to learn from the games.
//
//   node examples/node/review/server.mjs [option=value]…
//
// Options: port, to listen on, 0 for any (default 8081); host (default 127.0.0.1); games,
// the folder that keeps the games (default ./games); proxies, the addresses of HTTPS
// proxies in front of it, a comma between (default none): the limits by address, which
// common/guard.mjs has, then go by the last address in X-Forwarded-For.

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { Guard } from "../common/guard.mjs";
import { addressOf, bodyOf, filesOf, guarded, limit, optionsOf, reply, send, stream } from "../common/http.mjs";
import { Desk, Refusal } from "./desk.mjs";
import { Store, StoreError, most } from "./store.mjs";
import { sgf } from "./table.mjs";

const bodyMost = 2 * most.record; // bytes of a request, which may bring a record
const ofClass = { logins: 40, connections: 256 }; // a class has one address, and its pupils begin at once
const year = 365 * 86_400; // seconds that a browser keeps its cookie

const own = (name) => new URL(`public/${name}`, import.meta.url);
const shared = (name) => new URL(`../common/${name}`, import.meta.url);
const files = filesOf({
  "/": own("index.html"), "/app.js": own("app.js"), "/curve.js": own("curve.js"), "/texts.js": own("texts.js"), "/style.css": own("style.css"), "/icon.svg": own("icon.svg"),
  "/board.js": shared("board.js"), "/common.css": shared("style.css"),
});

/** The secret of a request: who has it has the profile. */
const secretOf = (request) => /(?:^|;\s*)review=([\w-]{22})(?:;|$)/.exec(request.headers.cookie ?? "")?.[1];

/** Starts the server; resolves to { port, close }. */
export async function start({ host = "127.0.0.1", port = 8081, games = "games", proxies = [], limits } = {}) {
  const store = new Store(games);
  const guard = new Guard({ ...ofClass, ...limits }, proxies);
  const desk = new Desk(store, guard);

  /** The key of a request's profile; a new one with a cookie where there is none. */
  function keyOf(request, response) {
    let secret = secretOf(request);
    if (!secret) {
      secret = randomBytes(16).toString("base64url");
      response.setHeader("Set-Cookie", `review=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${year}`);
    }
    return Store.key(secret);
  }

  async function act(request, response) {
    // A page of another site cannot send such a request: the cookie is SameSite, and a
    // form cannot have this type.
    if (request.headers["content-type"] !== "application/json") return reply(response, 415, { code: "malformed" });
    const body = await bodyOf(request, bodyMost);
    if (typeof body?.what !== "string") return reply(response, 400, { code: "malformed" });
    const network = guard.network(request);
    const key = keyOf(request, response);
    const kept = existsSync(join(games, `${key}.sqlite`));
    if (!kept && ["begin", "load"].includes(body.what)) {
      // A new profile is counted as a log-in, so that nobody fills the disk.
      if (guard.login(network)) return reply(response, 200, { code: "crowded" });
      guard.leave(network);
    }
    const player = kept ? key : network; // anybody can make up the key of a profile
    if (!guard.act(player)) return reply(response, 200, { code: "crowded" });
    try {
      return reply(response, 200, await desk.act(key, network, body));
    } catch (e) {
      if (e instanceof Refusal) return reply(response, 200, { code: e.code, text: e.message, ...e.places });
      if (e instanceof StoreError && e.code !== "failed") return reply(response, 200, { code: e.code });
      throw e;
    } finally {
      guard.ended(player);
    }
  }

  function events(request, response) {
    const secret = secretOf(request);
    if (!secret) return reply(response, 401, { code: "gone" });
    const key = Store.key(secret);
    if (desk.pages(key) >= guard.limits.streams) return reply(response, 429, { code: "crowded" });
    const page = stream(response, () => end());
    const end = desk.watch(key, (event) => page.send(event));
    page.send({});
    return undefined;
  }

  /** Sends a game as a file. */
  async function save(request, response, id) {
    const secret = secretOf(request);
    const row = secret && Number.isSafeInteger(id) ? store.profile(Store.key(secret)).game(id) : undefined;
    if (!row) return reply(response, 404, { code: "gone" });
    const text = await sgf(row);
    response.writeHead(200, { "Content-Type": "application/x-go-sgf; charset=utf-8", "Content-Disposition": `attachment; filename="game-${id}.sgf"`, "Cache-Control": "no-store" });
    return response.end(text);
  }

  async function answer(request, response) {
    guarded(response);
    const address = addressOf(request);
    if (!address) return reply(response, 400, { code: "malformed" });
    const path = address.pathname;
    if (request.method === "GET" && Object.hasOwn(files, path)) return send(response, files[path]);
    if (request.method === "GET" && path === "/events") return events(request, response);
    if (request.method === "GET" && path === "/sgf") return save(request, response, Number(address.searchParams.get("game")));
    if (request.method === "POST" && path === "/act") return act(request, response);
    return reply(response, 404, { code: "gone" });
  }

  // A failure ends its own request only.
  const server = createServer((request, response) => {
    answer(request, response).catch((e) => {
      console.error(e);
      if (!response.headersSent) reply(response, 500, { code: "failed" });
    });
  });
  limit(server, guard);
  const sweeper = setInterval(() => guard.sweep(), 60_000).unref();

  await new Promise((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  return {
    port: server.address().port,
    async close() {
      clearInterval(sweeper);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections(); // pages reconnect to the next server
      await desk.close();
      await closed;
    },
  };
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].replaceAll("\\", "/").split("/").slice(-2).join("/"))) {
  const options = optionsOf(process.argv.slice(2), ["port"]);
  const { port } = await start(options);
  console.log(`http://${options.host ?? "127.0.0.1"}:${port}`);
}
