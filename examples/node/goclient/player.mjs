// One browser session: a connection to the gateway, and the state that follows from
// its lines, which the page draws. The connection outlives pages: a page that is
// loaded again gets the present state.

import { QikitError, sgcp } from "../../../bindings/node/index.mjs"; // installed: "qikit"
import { Table } from "./table.mjs";

const chatKept = 200; // lines
const capabilities = ["ping", "marking", "clocks"];
const lobbyEvery = 2500; // ms between two looks at the lobby, while a page shows it

/** What a page may ask for, by name, as the number and the parameter of a command. */
const commands = {
  wait: () => [201],
  withdraw: () => [205],
  challenge: ({ nick }) => [203, nick],
  propose: ({ nick, settings }) => [206, `${nick} ${Object.entries(settings ?? {}).map(([k, v]) => `${k}=${v}`).join(" ")}`.trim()],
  accept: ({ id }) => [206, `#${id}`],
  computer: ({ level, size }) => [207, `${level ?? 1}${size ? ` size=${size}` : ""}`],
  constants: () => [121],
  constant: ({ key, value }) => [122, `${key} ${value}`],
  claim: ({ name, password }) => [124, `${name} ${password}`],
  watch: ({ game }) => [304, game],
  unwatch: (_, table) => [304, table.game],
  ready: () => [311],
  play: ({ at }, table) => [321, `${at} ${table.moves.length + 1}`],
  pass: (_, table) => [321, `PASS ${table.moves.length + 1}`],
  count: () => [327],
  undo: ({ plies }) => [322, String(plies)],
  resign: () => [323],
  draw: () => [324],
  mark: ({ at }) => [325, at],
  agree: (_, table) => [326, table.marks()],
  playOn: () => [328],
  leave: (_, table) => [302, table.game],
  say: ({ text }) => [303, text],
};

const needTable = new Set(["play", "pass", "agree", "leave", "unwatch"]);

/** Reads what 704 tells of the AIs: "AI-tian:free,AI-mo:amy". */
function computersOf(text = "") {
  return text.split(",").filter(Boolean).map((one) => {
    const [nick, does = ""] = one.split(":");
    return { nick, does };
  });
}

/** Reads a row 671. */
function constantOf(param) {
  const [key, value, min, max, standard] = param.split(" ");
  return { key, value, min, max, standard };
}

export class Player {
  #client;
  #watchers = new Set();
  #told = false;
  #lobbyTimer;
  #behind = false; // lines of the game are missing

  /** Connects and logs in, or resumes a session; `open` makes the connection. */
  static async enter({ game: kept, ...options }, open = (o) => sgcp.Client.open(o)) {
    const player = new Player();
    player.#client = await open({ capabilities, ...options });
    try {
      await player.#enter(options.nick, kept);
    } catch (e) {
      await player.#client.close();
      throw e;
    }
    return player;
  }

  async #enter(wanted, kept) {
    const { nick, game } = await this.#client.state();
    Object.assign(this, {
      nick: nick || wanted, // a server may resume a session without naming its nick
      connected: true, ended: false, waits: false, table: null, chat: [], proposals: new Map(), notice: null,
      lobby: { waiting: [], online: 0, games: 0, terminals: 0, computers: [] }, computer: null, claimed: "",
    });
    if (game) await this.#resync(game);
    // It may not name the game either. A game that is over may have been left since.
    else if (kept) await this.#resync(kept, (table) => table.you && table.state !== "over");
    this.#listen().catch((e) => this.#fail(e));
    this.#lobbyTimer = setInterval(() => this.#lookAgain(), lobbyEvery).unref();
    await this.#look();
  }

  /** What everybody sees alike: the backend's. */
  hall = { view: { games: null, more: false, people: null } };

  /** Called when the session has a new secret: who keeps it keeps it again. */
  renewed = () => {};

  /** Calls f now and after each change of the state; returns a function that ends this. */
  watch(f) {
    this.#watchers.add(f);
    f(this.view());
    return () => this.#watchers.delete(f);
  }

  get watched() {
    return this.#watchers.size > 0;
  }

  /** How many pages show it. */
  get pages() {
    return this.#watchers.size;
  }

  view() {
    const { nick, connected, ended, waits, table, chat, lobby, notice, computer, claimed } = this;
    const proposals = [...this.proposals].map(([id, p]) => ({ id, ...p }));
    const hall = table ? null : this.hall.view;
    return { nick, connected, ended, waits, chat, lobby, hall, notice, computer, claimed, proposals, table: table?.view() ?? null };
  }

  /** Something that everybody sees alike has changed. */
  told() {
    this.#changed();
  }

  /** Asks the gateway for something that everybody may know. */
  ask(number, param = "") {
    return this.#client.send(number, param);
  }

  // Many lines may come at once; the pages get one state for all of them.
  #changed() {
    if (this.#told) return;
    this.#told = true;
    setImmediate(() => {
      this.#told = false;
      const view = this.view();
      for (const f of this.#watchers) f(view);
    });
  }

  /** Does what a page asks for. Returns {}, { rows } for a list, or { code, text } when the server refused. */
  async act(what, given) {
    if (!Object.hasOwn(commands, what) || (needTable.has(what) && !this.table)) return { code: 503, text: what };
    try {
      const answer = await this.#client.send(...commands[what](given, this.table));
      if (answer.code < 600) return { code: answer.code, text: answer.param };
      if (what === "watch") await this.#watch(given.game);
      else this.#obeyed(what, given);
      this.#changed();
      return what === "constants" ? { rows: answer.rows.map(({ param }) => constantOf(param)) } : {};
    } catch (e) {
      if (e instanceof QikitError) return { code: e.code, text: e.message };
      throw e;
    }
  }

  #obeyed(what, { id, name }) {
    if (what === "claim") this.claimed = name;
    if (what === "wait") this.waits = true;
    if (what === "withdraw") this.waits = false;
    if (what === "accept") this.proposals.delete(id);
    if (what === "ready" && this.table && this.table.state !== "playing") this.table.ready = true;
    if (what === "agree" && this.table) this.table.agreed = true;
    if (what === "leave" || what === "unwatch") this.table = null;
    if (["wait", "withdraw", "leave", "unwatch"].includes(what)) this.#lookAgain();
  }

  /** Asks for the game as it is; since 304 was obeyed, its pushes come from now on. */
  async #watch(game) {
    if (this.table) return; // the player sat down meanwhile
    await this.#resync(game);
  }

  /** What another backend needs to resume this session; null when it has ended. */
  async identity() {
    if (this.ended) return null;
    const { nick, session, last, game } = await this.#client.state();
    return { nick: nick || this.nick, session, last, game: game || (this.table?.you ? this.table.game : "") };
  }

  /** Leaves the gateway for good. */
  async quit() {
    await this.#client.send(103).catch(() => {}); // the connection may be gone already
    await this.close();
  }

  async close() {
    clearInterval(this.#lobbyTimer);
    this.ended = true;
    this.#changed();
    await this.#client.close();
  }

  /** Asks who waits and how many computers help, when the page shows it. */
  async #look() {
    const busy = this.table !== null;
    if (this.ended || !this.connected || (busy && !this.#againstComputer())) return;
    try {
      const [waiting, statistics] = await Promise.all([busy ? null : this.#client.send(202), this.#client.send(204)]);
      if ((waiting && waiting.code !== 702) || statistics.code !== 704) return;
      const figures = Object.fromEntries(statistics.param.split(" ").map((pair) => pair.split("=")));
      const rows = waiting?.rows.map(({ param }) => {
        const [nick, seconds, kind] = param.split(" ");
        return { nick, seconds: Number(seconds), kind };
      });
      this.lobby = {
        waiting: rows ?? this.lobby.waiting,
        online: Number(figures.online), games: Number(figures.games), terminals: Number(figures.terminals ?? 0),
        computers: computersOf(figures.ai),
      };
      this.#changed();
    } catch (e) {
      if (!(e instanceof QikitError)) throw e; // the connection was lost: a later look succeeds
    }
  }

  #lookAgain() {
    this.#look().catch((e) => this.#fail(e));
  }

  #againstComputer() {
    const { table, computer } = this;
    return table !== null && computer !== null && [table.black, table.white].includes(computer);
  }

  /** Remembers the computer that is played against: its constants may be changed after the game, too. */
  #meet(table) {
    const other = table.you === "b" ? table.white : table.you === "w" ? table.black : "";
    if (other.startsWith("AI-")) this.computer = other;
  }

  async #listen() {
    for await (const event of this.#client) {
      if (event.kind === "pushed") this.#pushed(event.code, event.param);
      else await this.#happened(event);
      this.#changed();
    }
    this.ended = true;
    this.#changed();
  }

  /** An unexpected error, such as a malformed line, ends this session and no other. */
  #fail(e) {
    if (this.ended) return; // closed meanwhile
    console.error(e);
    this.ended = true;
    this.#changed();
  }

  async #happened({ kind, game }) {
    this.connected = kind !== "lost" && kind !== "ended";
    if (kind === "resynced") {
      this.#behind = false;
      if (game) this.#take(game.param, game.moves);
      else if (this.table?.you) await this.#catchUp(); // the client does not know the game
      else this.table = null;
    } else if (kind === "missed" || (kind === "resumed" && this.#behind)) {
      await this.#catchUp();
    } else if (kind === "renewed") {
      this.renewed();
    } else if (kind === "restarted") {
      Object.assign(this, { table: null, waits: false, claimed: "", nick: (await this.#client.state()).nick });
      this.#say("restarted");
    }
  }

  /** Asks for the game, some of whose lines are missing; again after a reconnection, if the connection is lost meanwhile. */
  async #catchUp() {
    if (!this.table) return;
    this.#behind = true;
    try {
      await this.#resync(this.table.game);
      this.#behind = false;
    } catch (e) {
      if (!(e instanceof QikitError)) throw e;
    }
  }

  /** Asks for a game by 301, and shows it if `wanted` says so. */
  async #resync(game, wanted = () => true) {
    const { code, param, rows } = await this.#client.send(301, game);
    if (this.table && this.table.game !== game) return; // another one began meanwhile
    if (code === 801) this.#take(param, rows.flatMap((row) => row.param.split(" ").slice(1)));
    if (code !== 801 || !wanted(this.table)) this.table = null;
  }

  #take(param, moves) {
    this.table ??= new Table("", "", "", this.nick);
    this.table.resync(param, moves);
    this.#meet(this.table);
    this.#changed();
  }

  #say(key, ...words) {
    this.notice = { key, words, at: Date.now() };
  }

  #pushed(code, param) {
    const words = param.split(" ");
    const t = this.table;
    switch (code) {
      case 751:
        this.table = new Table(words[0], words[1], words[2], this.nick);
        Object.assign(this, { waits: false, proposals: new Map() });
        this.#meet(this.table);
        return;
      case 756:
        this.#proposed(words);
        return;
      case 853:
        this.chat = [...this.chat, { nick: words[1], text: words.slice(2).join(" "), table: words[0] !== "-", at: Date.now() }].slice(-chatKept);
        return;
      case 658:
        this.#say("shutdown", words[0]);
        return;
    }
    if (!t || (code !== 674 && (code < 850 || code > 863))) return;
    // Lines of a game that was watched before are ignored; 850 may name the next game at the same table.
    if (words[0] !== t.game && !(code === 850 && [words[1], words[2]].includes(t.black))) return;
    if (code === 674) t.told(words);
    else if (code === 850) t.started(words);
    else if (code === 851) {
      if (!t.played(words)) this.#catchUp().catch((e) => this.#fail(e));
    } else if (code === 854) t.markingBegins(words);
    else if (code === 855) t.ended(words);
    else if (code === 856) t.left = words[1];
    else if (code === 857) t.consents = [...t.consents, words[1]];
    else if (code === 858) t.asked = { nick: words[1], kind: words[2], plies: Number(words[3] ?? 0) };
    else if (code === 859) t.undone(words);
    else if (code === 860) t.marked(words);
    else if (code === 862) t.playsOn();
    else if (code === 863) t.agrees(words[1]);
  }

  #proposed([id, nick, ...pairs]) {
    const number = Number(id.slice(1));
    this.proposals.set(number, { nick, settings: Object.fromEntries(pairs.map((pair) => pair.split("="))) });
    setTimeout(() => {
      if (this.proposals.delete(number)) this.#changed();
    }, 60_000).unref(); // proposals lapse after a minute
  }
}
