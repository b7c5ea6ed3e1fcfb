// A page to play Go on, for people: plain HTTP and server-sent events in front of an
// SGCP gateway.
//
//   node examples/node/goclient/server.mjs [option=value]…
//
// Options: port, to listen on, 0 for any (default 8080); host (default 127.0.0.1);
// gateway, the gateway's host:port (default 127.0.0.1:4321); idle, the seconds for which
// a player without a page is kept (default 120, as long as a gateway keeps a player
// without a connection; a computer plays one game at a time); sessions, a file that keeps who is
// logged in over a restart of the backend (default none); proxies, the addresses of HTTPS
// proxies in front of it, a comma between (default none): the limits by address, which
// common/guard.mjs has, then go by the last address in X-Forwarded-For.

import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { IoError, QikitError, TimeoutError } from "../../../bindings/node/index.mjs"; // installed: "qikit"
import { Guard } from "../common/guard.mjs";
import { bodyOf, filesOf, guarded, isObject, limit, optionsOf, pathOf, reply, send, stream } from "../common/http.mjs";
import { Hall } from "./hall.mjs";
import { Player } from "./player.mjs";
import { load, save } from "./sessions.mjs";

const bodyMost = 4096; // bytes of a request
const pageless = 30_000; // ms for which somebody who logged in and has shown no page is kept
const hallEvery = 2500; // ms between two looks at what everybody sees alike
const gatewayMost = 120_000; // ms to wait for a gateway, which keeps sessions for as long

const own = (name) => new URL(`public/${name}`, import.meta.url);
const shared = (name) => new URL(`../common/${name}`, import.meta.url);
const files = filesOf({
  "/": own("index.html"), "/app.js": own("app.js"), "/constants.js": own("constants.js"),
  "/texts.js": own("texts.js"), "/games.js": own("games.js"), "/replay.js": own("replay.js"), "/style.css": own("style.css"),
  "/board.js": shared("board.js"), "/common.css": shared("style.css"),
});

/** The cookie of a request. */
const cookieOf = (request) => /(?:^|;\s*)goclient=([\w-]{22})(?:;|$)/.exec(request.headers.cookie ?? "")?.[1];

const isWord = (value) => value === null || ["string", "number", "boolean"].includes(typeof value);

/** The request of a page: words and numbers by name, and the settings of an invitation, which are such, too. */
async function wordsOf(request) {
  const body = await bodyOf(request, bodyMost);
  if (typeof body?.what !== "string") return undefined;
  const { settings, ...words } = body;
  const flat = Object.values(words).every(isWord) && (settings === undefined || (isObject(settings) && Object.values(settings).every(isWord)));
  return flat ? body : undefined;
}

/** Resumes a session. The gateway may be restarting, too. */
async function takeUp(who) {
  for (const until = Date.now() + gatewayMost; ; await sleep(250)) {
    try {
      return await Player.enter(who);
    } catch (e) {
      if (!(e instanceof IoError || e instanceof TimeoutError) || Date.now() > until) throw e;
    }
  }
}

/** Starts the backend; resolves to { port, close }. */
export async function start({ host = "127.0.0.1", port = 8080, gateway = "127.0.0.1:4321", idle = 120, sessions, proxies = [], limits } = {}) {
  const colon = gateway.lastIndexOf(":");
  const to = { host: gateway.slice(0, colon), port: Number(gateway.slice(colon + 1)) };
  const players = new Map(); // by cookie
  const alone = new Map(); // since when a player has no page
  const guard = new Guard(limits, proxies);
  const hall = new Hall(() => players.values());

  let back = false; // the players of an earlier backend are, so the file may be written

  const keep = async () => {
    if (sessions && back) await save(sessions, players);
  };

  /** Takes in a player, whose session counts until it ends. */
  function admit(cookie, player, network) {
    player.network = network;
    player.hall = hall;
    player.renewed = () => keep().catch(console.error);
    players.set(cookie, player);
  }

  function dismiss(cookie) {
    const player = players.get(cookie);
    if (players.delete(cookie)) guard.leave(player.network);
    alone.delete(cookie);
  }

  if (sessions) {
    const old = load(sessions).map(async ([cookie, { network = "", ...who }]) => {
      const player = await takeUp({ ...to, ...who });
      player.shown = true; // its page comes back
      guard.enter(network);
      admit(cookie, player, network);
    });
    for (const { reason } of await Promise.allSettled(old)) if (reason) console.error(String(reason)); // these players must log in again
  }
  back = true;
  await keep(); // each has a new secret

  async function login(request, response, { nick }) {
    if (typeof nick !== "string") return reply(response, 400, { code: 400 });
    const old = players.get(cookieOf(request));
    if (old && !old.ended) return reply(response, 200, { nick: old.nick });
    const network = guard.network(request);
    const refused = guard.login(network);
    if (refused) return reply(response, 200, { code: refused, text: "too many log-ins" });
    try {
      const player = await Player.enter({ ...to, nick }).catch((e) => {
        guard.leave(network);
        throw e;
      });
      const secret = randomBytes(16).toString("base64url");
      admit(secret, player, network);
      await keep();
      response.setHeader("Set-Cookie", `goclient=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=86400`);
      reply(response, 200, { nick: player.nick });
    } catch (e) {
      if (!(e instanceof QikitError)) throw e;
      const code = /answered (5\d\d)/.exec(e.message)?.[1]; // the gateway's answer
      reply(response, 200, { code: code ? Number(code) : e.code === "QK_ERR_INVALID_ARG" ? 511 : e.code, text: e.message });
    }
  }

  async function act(request, response) {
    // A page of another site cannot send such a request: the cookie is SameSite, and a
    // form cannot have this type.
    if (request.headers["content-type"] !== "application/json") return reply(response, 415, { code: 400 });
    const body = await wordsOf(request);
    if (!body) return reply(response, 400, { code: 400 });
    if (body.what === "login") return login(request, response, body);
    const player = players.get(cookieOf(request));
    if (!player || player.ended) return reply(response, 401, { code: 510 });
    if (body.what !== "logout") {
      if (!guard.act(player)) return reply(response, 200, { code: 506, text: "too much at once" });
      try {
        return reply(response, 200, await player.act(body.what, body));
      } finally {
        guard.ended(player);
      }
    }
    dismiss(cookieOf(request));
    await player.quit();
    await keep();
    return reply(response, 200, {});
  }

  function events(request, response) {
    const player = players.get(cookieOf(request));
    if (!player || player.ended) return reply(response, 401, { code: 510 });
    if (player.pages >= guard.limits.streams) return reply(response, 429, { code: 507 });
    player.shown = true;
    setImmediate(() => hall.look().catch(console.error)); // once the page is there to see it
    const page = stream(response, () => end());
    const end = player.watch((view) => {
      page.send(view);
      if (view.ended) page.end();
    });
    return undefined;
  }

  /** The game that the player sees, as a file. */
  function record(request, response) {
    const table = players.get(cookieOf(request))?.table;
    if (!table?.board) return reply(response, 404, { code: 530 });
    response.setHeader("Content-Disposition", `attachment; filename="${table.game}.sgf"`);
    return send(response, { type: "application/x-go-sgf; charset=utf-8", body: table.sgf() });
  }

  async function answer(request, response) {
    guarded(response);
    const path = pathOf(request);
    if (path === undefined) return reply(response, 400, { code: 400 });
    if (request.method === "GET" && Object.hasOwn(files, path)) return send(response, files[path]);
    if (request.method === "GET" && path === "/events") return events(request, response);
    if (request.method === "GET" && path === "/game.sgf") return record(request, response);
    if (request.method === "HEAD" && path === "/events") {
      const player = players.get(cookieOf(request)); // a page asks whether it is still logged in
      return response.writeHead(player && !player.ended ? 204 : 401).end();
    }
    if (request.method === "POST" && path === "/act") return act(request, response);
    return reply(response, 404, { code: 404 });
  }

  // A failure ends its own request only.
  const server = createServer((request, response) => {
    answer(request, response).catch((e) => {
      console.error(e);
      if (!response.headersSent) reply(response, 500, { code: 508 });
    });
  });
  limit(server, guard);

  // Players without a page leave after a while.
  const sweeper = setInterval(() => {
    for (const [secret, player] of players) {
      if (player.watched && !player.ended) {
        alone.delete(secret);
        continue;
      }
      if (!alone.has(secret)) alone.set(secret, Date.now());
      if (player.ended || Date.now() - alone.get(secret) > (player.shown ? idle * 1000 : Math.min(pageless, idle * 1000))) {
        dismiss(secret);
        player.quit().catch(console.error);
      }
    }
    guard.sweep();
  }, 5000);
  sweeper.unref();
  const watcher = setInterval(() => hall.look().catch(console.error), hallEvery).unref();
  const keeper = setInterval(() => keep().catch(console.error), 5000).unref();

  await new Promise((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  return {
    port: server.address().port,
    async close() {
      clearInterval(sweeper);
      clearInterval(keeper);
      clearInterval(watcher);
      // First no new connections: a page that reconnected while the players end would
      // be told that it is logged out.
      const closed = new Promise((resolve) => server.close(resolve));
      await keep();
      server.closeAllConnections(); // pages reconnect to the next backend
      await Promise.all([...players.values()].map((player) => player.close()));
      await closed;
    },
  };
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].replaceAll("\\", "/").split("/").slice(-2).join("/"))) {
  const options = optionsOf(process.argv.slice(2), ["port", "idle"]);
  const { port } = await start(options);
  console.log(`http://${options.host ?? "127.0.0.1"}:${port}`);
}
