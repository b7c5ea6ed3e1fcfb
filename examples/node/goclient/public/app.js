// The page: shows what the backend says, and sends what the player does.

import { BoardView } from "./board.js";
import { Constants } from "./constants.js";
import { Lists } from "./games.js";
import { Replay } from "./replay.js";
import { fault, languages, speak, t } from "./texts.js";

const $ = (id) => document.getElementById(id);
const each = (selector, f) => document.querySelectorAll(selector).forEach(f);

// -- the player's own settings

const standard = { language: (navigator.language ?? "").startsWith("zh") ? "zh" : "en", theme: "auto", coordinates: true, last: true, confirm: false };
const own = { ...standard, invite: {}, level: "3", size: "" };
try {
  Object.assign(own, JSON.parse(localStorage.getItem("goclient") ?? "{}"));
} catch {
  // Not ours: the defaults apply.
}

function keep() {
  localStorage.setItem("goclient", JSON.stringify(own));
}

// -- what the backend said last

let view = null;
let heardAt = 0; // when that was, by performance.now()
let stream = null;
let ghost = null; // the point to be confirmed
let noticed = 0;

const board = new BoardView($("board"), choose, say, t);
const replay = new Replay(() => draw(), t);
const lists = new Lists((what, more) => act(what, more), invite);
const constants = new Constants((what, more) => ask(what, more));

function say(text) {
  $("voice").textContent = text;
}

function warn(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
}

/** Asks the backend to do something. The caller shows an error. */
async function ask(what, more = {}) {
  try {
    const response = await fetch("act", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ what, ...more }) });
    return await response.json();
  } catch {
    return { code: "QK_ERR_IO" };
  }
}

async function act(what, more = {}) {
  const answer = await ask(what, more);
  warn(answer.code ? fault(answer) : "");
  if (answer.code === 510) leave();
  return answer;
}

function listen() {
  stream?.close();
  stream = new EventSource("events");
  stream.onmessage = ({ data }) => {
    const before = view;
    view = JSON.parse(data);
    heardAt = performance.now();
    if (view.ended) return leave();
    tellOfMove(before?.table, view.table);
    if (view.table?.moves !== before?.table?.moves || view.table?.game !== before?.table?.game) ghost = null;
    if (view.notice && view.notice.at > noticed) {
      noticed = view.notice.at;
      warn(t(view.notice.key, ...view.notice.words));
    }
    return draw();
  };
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) leave(); // the backend does not know this player
    else if (view) {
      view.connected = false;
      draw();
    }
  };
}

function leave() {
  stream?.close();
  stream = null;
  view = null;
  draw();
}

function tellOfMove(before, now) {
  if (!before || !now || now.moves <= before.moves || before.game !== now.game) return;
  const colour = t(before.turn === "w" ? "white" : "black");
  say(now.last === "PASS" ? t("passes", colour) : t("playedAt", colour, now.last));
}

// -- drawing

function words() {
  speak(own.language);
  document.documentElement.lang = own.language === "zh" ? "zh-Hans" : "en";
  document.documentElement.dataset.theme = own.theme;
  document.title = t("title");
  each("[data-text]", (e) => (e.textContent = t(e.dataset.text)));
  each("[data-label]", (e) => {
    e.setAttribute("aria-label", t(e.dataset.label));
    e.placeholder = t(e.dataset.label);
  });
  each("[data-name]", (e) => e.setAttribute("aria-label", t(e.dataset.name)));
  $("language").textContent = own.language === "zh" ? "English" : "中文";
  $("language").lang = own.language === "zh" ? "en" : "zh";
  $("lines").setAttribute("aria-label", t("chat"));
  $("set-language").value = own.language;
  $("set-theme").value = own.theme;
  $("set-coords").checked = own.coordinates;
  $("set-numbers").checked = own.last;
  $("set-confirm").checked = own.confirm;
}

function draw() {
  words();
  const table = view?.table ?? null;
  $("login").hidden = view !== null;
  $("lobby").hidden = view === null || table !== null;
  $("table").hidden = table === null;
  $("logout").hidden = view === null;
  $("chat").hidden = view === null;
  $("who").textContent = view?.nick ?? "";
  $("link").textContent = view ? t(view.connected ? "connected" : "lost") : "";
  $("link").className = view?.connected ? "up" : "down";
  drawTerminals();
  if (!view) return;
  each(".open-constants", (b) => (b.hidden = view.computer === null || (table !== null && !table.you)));
  drawChat(table);
  if (table) drawTable(table);
  else drawLobby();
}

let computed = 0; // helping computers that were last announced

/** Shows how many computers help, and announces changes to screen readers. */
function drawTerminals() {
  const n = view?.lobby.terminals ?? 0;
  const text = n === 0 ? "" : n === 1 ? t("terminalOne") : t("terminals", n);
  each(".terminals", (e) => {
    e.hidden = n === 0;
    e.textContent = text;
  });
  if (n !== computed) $("terminals-voice").textContent = text || t("terminalsGone");
  computed = n;
}

function item(...children) {
  const li = document.createElement("li");
  li.append(...children);
  return li;
}

function span(text, kind = "") {
  const e = document.createElement("span");
  e.textContent = text;
  e.className = kind;
  return e;
}

function button(text, press, label = text) {
  const e = document.createElement("button");
  e.type = "button";
  e.textContent = text;
  e.setAttribute("aria-label", label);
  e.onclick = press;
  return e;
}

/** Fills a list, only when its content has changed, so that the focus stays. */
function list(id, key, items) {
  const looks = JSON.stringify([key, own.language]);
  if ($(id).dataset.looks === looks) return;
  $(id).dataset.looks = looks;
  $(id).replaceChildren(...items());
}

/** What a computer does, as 704 tells it: free, away, rests, or whom it plays. */
const doing = (nick, does) => ({ free: t("aiFree", nick), away: t("aiAway", nick), rests: t("aiRests", nick) })[does] ?? t("aiPlays", nick, does);

function drawLobby() {
  const { lobby, waits, nick, proposals } = view;
  $("figures").textContent = t("figures", lobby.online, lobby.games);
  $("wait").hidden = waits;
  $("withdraw").hidden = $("waits").hidden = !waits;
  $("computer-box").hidden = lobby.computers.length === 0 && !lobby.waiting.some((p) => p.kind === "ai");
  $("computers").textContent = lobby.computers.map(({ nick, does }) => doing(nick, does)).join(t("comma"));
  const others = lobby.waiting.filter((p) => p.nick !== nick);
  $("nobody").hidden = others.length > 0;
  list("waiting", others.map((p) => [p.nick, p.kind, Math.floor(p.seconds / 10)]), () =>
    others.map((p) =>
      item(
        span(p.nick, "name"),
        ...(p.kind === "ai" ? [span(t("ai"), "tag")] : []),
        span(p.seconds < 60 ? t("seconds", p.seconds) : t("minutes", Math.floor(p.seconds / 60)), "hint"),
        button(t("challenge"), () => act("challenge", { nick: p.nick }), `${t("challenge")}: ${p.nick}`),
      ),
    ),
  );
  $("proposals-box").hidden = proposals.length === 0;
  list("proposals", proposals, () =>
    proposals.map(({ id, nick: from, settings: s }) =>
      item(
        span(from, "name"),
        span(`${s.size}×${s.size}, ${t("komi")} ${s.komi}${Number(s.handicap) ? `, ${t("handicapOf", s.handicap)}` : ""}`, "hint"),
        button(t("accept"), () => act("accept", { id }), `${t("accept")}: ${from}`),
      ),
    ),
  );
  lists.show(view, own.language);
  if ($("chat").parentNode !== $("lobby-chat")) $("lobby-chat").append($("chat"));
}

function drawChat(table) {
  // A spectator writes to the lobby and reads both chats.
  const lines = view.chat.filter((line) => table?.you === null || line.table === (table !== null));
  const box = $("lines");
  const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
  list("lines", lines, () => lines.map((line) => item(span(`${line.nick}: `, "name"), line.text)));
  if (atEnd) box.scrollTop = box.scrollHeight;
}

function drawTable(now) {
  const table = replay.of(now); // an earlier position, if that is looked at
  for (const side of ["b", "w"]) {
    const seat = $(`seat-${side}`);
    seat.querySelector(".name").textContent = side === "b" ? table.black : table.white;
    seat.querySelector(".captures").textContent = t("captures", table.captures[side]);
    seat.classList.toggle("turn", now.turn === side);
  }
  drawCount(table);
  $("rules").textContent = [
    t("rules", table.size, table.komi, t({ area: "ruleArea", seed: "ruleSeed" }[table.rule] ?? "ruleSeedKomi")),
    ...(table.handicap ? [t("handicapOf", table.handicap)] : []), ...(table.moves ? [t("move", table.moves)] : []),
  ].join(" · ");
  $("code").textContent = t("code", table.game);
  board.show(table, { coords: own.coordinates, last: own.last, ghost: table.past ? null : ghost, owners: table.count?.owners });
  $("board").classList.toggle("active", !table.past && (table.state === "marking" || (table.turn !== null && table.turn === table.you)));
  const shown = shownActions(now);
  each("#actions [data-do]", (b) => (b.hidden = !shown.has(b.dataset.do)));
  const asks = now.asked && now.asked.nick !== view.nick ? now.asked.kind : null;
  document.querySelector('[data-do="undo"]').textContent = t(asks === "undo" ? "allowUndo" : "undo");
  document.querySelector('[data-do="draw"]').textContent = t(asks === "draw" ? "acceptDraw" : "draw");
  tick();
  if ($("chat").parentNode !== $("table-chat")) $("table-chat").append($("chat"));
}

/** What each side would have by the marks as they are. */
function drawCount({ count, state, rule, komi }) {
  $("counted").hidden = !count || state !== "marking";
  if ($("counted").hidden) return;
  const { black, white, margin } = count;
  const ahead = margin === 0 ? t("drawn") : t("by", t(margin > 0 ? "black" : "white"), Math.abs(margin));
  $("counted").textContent = `${t("counted", black, white, rule === "seed" ? 0 : komi)} ${ahead}`.replaceAll("。 ", "。");
}

function shownActions({ state, turn, you, ready, left, agreed, moves, consents, black, white }) {
  const shown = new Set();
  if (!you) return shown.add("unwatch");
  if (state !== "seated" && moves > 0 && !left && [black, white].includes(view.computer)) shown.add("why");
  if ((state === "seated" || state === "over") && !ready && !left) shown.add("ready");
  if (state === "playing") {
    if (turn === you) shown.add("pass");
    if (ghost) shown.add("confirm");
    if (!consents.includes(view.nick)) shown.add("count");
    if (moves > 0) shown.add("undo");
    shown.add("draw").add("resign");
  } else if (state === "marking") {
    if (!agreed) shown.add("agree");
    shown.add("playOn").add("resign");
  } else shown.add("leave");
  return shown;
}

function statusOf(table, spent) {
  const { state, turn, you, asked, consents, result, left, ready, agreed, otherAgreed } = table;
  const other = you === "b" ? table.white : table.black;
  const rest = Math.max(0, Math.ceil((table.marking - spent) / 1000));
  if (!you) {
    if (state === "over") return resultOf(result);
    return state === "playing" ? t("toMove", turn === "b" ? table.black : table.white) : t(state === "marking" ? "watchMarking" : "watchSeated");
  }
  if (state === "seated") return left ? t("left", left) : ready ? t("readyWait", other) : t("seated");
  if (state === "marking") return agreed ? t("agreed", other, rest) : [...(otherAgreed ? [t("otherAgreed", other)] : []), t("marking", rest)].join(" ");
  if (state === "over") return [resultOf(result), left ? t("left", left) : ready ? t("readyWait", other) : t("again")].join(" ");
  if (asked) {
    if (asked.nick === view.nick) return t("asked", other);
    return asked.kind === "undo" ? t("askedUndo", asked.nick, asked.plies) : t("askedDraw", asked.nick);
  }
  const wish = consents.filter((nick) => nick !== view.nick).map((nick) => t("consented", nick));
  return [...wish, turn === you ? t("yourTurn", t(you === "b" ? "black" : "white")) : t("theirTurn", other)].join(" ");
}

function resultOf(result) {
  if (!result) return "";
  const { text, black, white } = result;
  const score = black === "-" ? "" : ` ${t("score", black, white)}`;
  if (text === "0") return t("drawn") + score;
  if (text === "Void") return t("void");
  const winner = t(text[0] === "B" ? "black" : "white");
  const how = text.slice(2);
  return (/^[RTF]$/.test(how) ? t("won", winner, t(how)) : t("by", winner, how)) + score;
}

/** Advances the clocks between two messages of the backend. */
function tick() {
  const table = view?.table;
  if (!table) return;
  const since = performance.now() - heardAt;
  $("status").textContent = statusOf(table, since).replaceAll("。 ", "。"); // Chinese has no space there
  const { clock } = table;
  for (const side of ["b", "w"]) {
    const place = $(`seat-${side}`).querySelector(".clock");
    if (!clock || table.state !== "playing") {
      place.textContent = "";
      continue;
    }
    const spent = table.turn === side ? clock.spent + since : 0;
    place.textContent = clock.byMove ? (table.turn === side ? shown(clock.moveTime - spent) : "") : shownClock(clock, clock[side], spent);
  }
}

function shown(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function shownClock({ period }, { left, periods }, spent) {
  let rest = left - spent;
  if (rest > 0 || periods === 0) return shown(rest) + (periods ? ` + ${periods}×${period / 1000}` : "");
  while (rest <= 0 && periods > 0) {
    rest += period;
    if (rest <= 0) periods--;
  }
  return `${shown(rest)} (${periods})`;
}

setInterval(tick, 500);

// -- what the player does

function choose(point) {
  const table = view?.table && replay.of(view.table);
  if (!table?.you || table.past) return;
  if (table.state === "marking") {
    void act("mark", { at: point });
  } else if (table.turn === table.you && table.turn !== null) {
    if (!own.confirm || ghost === point) play(point);
    else {
      ghost = point;
      draw();
    }
  }
}

function play(at) {
  ghost = null;
  void act("play", { at }).then(draw);
}

let surely = 0; // until when a second press resigns

$("actions").addEventListener("click", ({ target }) => {
  const what = target.dataset.do;
  const table = view?.table;
  if (!what || !table) return;
  if (what === "confirm") {
    if (ghost) play(ghost);
  } else if (what === "resign" && Date.now() > surely) {
    surely = Date.now() + 4000;
    target.textContent = t("sure");
    setTimeout(words, 4000);
  } else if (what === "why") {
    void act("say", { text: t("why") }); // it answers in the language of the question
  } else if (what === "undo") {
    // The player's last move, and the answer to it if there is one.
    const plies = table.asked?.kind === "undo" ? table.asked.plies : table.turn === table.you ? 2 : 1;
    void act("undo", { plies: Math.min(plies, table.moves) });
  } else void act(what);
});

$("login-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await act("login", { nick: $("nick").value.trim() });
  if (!answer.code) listen();
});
$("logout").addEventListener("click", async () => {
  await act("logout");
  leave();
});
for (const what of ["wait", "withdraw"]) $(what).addEventListener("click", () => act(what));
$("level").replaceChildren(...Array.from({ length: 10 }, (_, i) => new Option(String(i + 1))));
$("level").value = own.level;
$("level").addEventListener("change", ({ target }) => change({ level: target.value }));
$("ai-size").value = own.size;
$("ai-size").addEventListener("change", ({ target }) => change({ size: target.value }));
$("computer").addEventListener("click", () => act("computer", { level: Number(own.level), size: own.size }));
each(".open-constants", (b) => b.addEventListener("click", () => constants.open(view.claimed)));
$("watch").addEventListener("submit", (event) => {
  event.preventDefault();
  void act("watch", { game: event.target.elements.namedItem("game").value.trim().toUpperCase() });
});

$("propose").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { nick, time, ...settings } = Object.fromEntries(new FormData(event.target));
  own.invite = { time, ...settings };
  keep();
  const [main, byo] = time.split(" ");
  const answer = await act("propose", { nick: nick.trim(), settings: { ...settings, main, byo } });
  if (!answer.code) warn(t("proposed", nick));
});
for (const [name, value] of Object.entries(own.invite)) {
  const field = $("propose").elements.namedItem(name);
  if (field) field.value = value;
}

/** Begins an invitation of somebody in the list. */
function invite(nick) {
  const field = $("propose").elements.namedItem("nick");
  field.value = nick;
  field.scrollIntoView({ block: "center" });
  field.focus();
}

$("chat-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const input = event.target.elements.namedItem("text");
  const answer = await act("say", { text: input.value.trim() });
  if (!answer.code) input.value = "";
});

function change(changes) {
  Object.assign(own, changes);
  keep();
  draw();
}
$("language").addEventListener("click", () => change({ language: languages.find((l) => l !== own.language) }));
$("open-settings").addEventListener("click", () => $("settings").showModal());
$("set-language").addEventListener("change", ({ target }) => change({ language: target.value }));
$("set-theme").addEventListener("change", ({ target }) => change({ theme: target.value }));
$("set-coords").addEventListener("change", ({ target }) => change({ coordinates: target.checked }));
$("set-numbers").addEventListener("change", ({ target }) => change({ last: target.checked }));
$("set-confirm").addEventListener("change", ({ target }) => change({ confirm: target.checked }));

$("reset-own").addEventListener("click", () => change(standard));

words();
// A player who was here before may still be logged in, by the cookie.
fetch("events", { method: "HEAD" }).then(({ ok }) => (ok ? listen() : draw()), draw);
