// The page: a board, a person and the computer, all of it in the browser.

import { texts } from "./texts.js";
import { drawTable } from "./table.js";
import { about, favourite, movesFrom, names, pointsOf } from "./games.js";

const $ = (id) => document.getElementById(id);
const kept = "qikit-page";
let qikit; // the library, once it is there
let say = texts.en;

/** What the page shows. */
const state = {
  game: "xiangqi", level: 3, you: 0, size: 9, flip: false, lines: false, language: navigator.language.startsWith("zh") ? "zh" : "en",
  board: undefined, selected: undefined, cursor: undefined, arrows: [], thoughts: [], rate: 0.5, thinking: false, said: "", bad: false,
};

// Each change of the position has a number, so that an answer to an earlier position is not taken.
let turn = 0;
let search = new AbortController();
let losses = 0; // of worker threads, which the page makes good a few times
const engines = new Map(); // by game and level; of one game only

function engineFor(level) {
  const key = `${state.game} ${level}`;
  if (!engines.has(key)) {
    for (const [other, engine] of engines) {
      if (other.startsWith(`${state.game} `) && (other.endsWith(" 10") || level === 10)) continue;
      engines.delete(other);
      engine.then((e) => e.close()).catch(() => {});
    }
    engines.set(key, qikit.Engine.open(state.game, { level, seed: Math.floor(Math.random() * 2 ** 31) }));
  }
  return engines.get(key);
}

const sideName = (side) => say.sides[side] ?? (state.game === "surakarta" ? say.sides[side === "b" ? "black" : "white"] : side);
const yours = () => state.you === "both" || state.board.sides.indexOf(state.board.side) === state.you;
const written = (move) => {
  const notation = about(state.game).notation[state.language];
  if (/^pass$/i.test(move)) return say.passed;
  return notation ? state.board.format(move, notation) : move;
};

function newBoard(position, played = []) {
  const rules = about(state.game).sizes && !position ? { size: state.size } : undefined;
  const board = new qikit.Board(state.game, position ?? null, rules);
  for (const move of played) board.play(move);
  return board;
}

/** Shows a position, and lets the computer answer where it is its turn. */
function changed({ keepTalk = false } = {}) {
  turn++;
  search.abort();
  search = new AbortController();
  Object.assign(state, { selected: undefined, arrows: [], thoughts: [], thinking: false });
  if (!keepTalk) Object.assign(state, { said: "", bad: false });
  save();
  show();
  if (state.board.outcome) return;
  if (!yours()) void answer();
  else if (state.lines) void think();
}

async function answer() {
  const mine = turn;
  state.thinking = true;
  show();
  try {
    const engine = await engineFor(state.level);
    const found = await engine.search(state.board, { time: 2, signal: search.signal });
    if (mine !== turn) return;
    state.rate = rateOf(found.winRate);
    state.board.play(found.best);
    changed();
  } catch (e) {
    failed(e, mine);
  }
}

const rateOf = (winRate) => (state.board.sides.indexOf(state.board.side) === 0 ? winRate : 1 - winRate);

/** Shows the best lines of a position as they are found. */
async function think({ time = 8, lines = 3, hint = false } = {}) {
  const mine = turn;
  let job;
  try {
    const engine = await engineFor(10);
    if (mine !== turn) return;
    job = engine.start(state.board, { time, lines });
    search.signal.addEventListener("abort", () => job.cancel());
    for await (const found of job.events()) {
      if (mine !== turn) return;
      if (!hint) shown(found);
    }
    const found = await job.wait();
    if (mine !== turn) return;
    shown(found);
    if (hint) talk(say.hinted(written(found.best)));
  } catch (e) {
    failed(e, mine);
  } finally {
    void job?.close();
  }
}

function shown(found) {
  if (!found.lines?.length) return;
  state.arrows = found.lines.map((line) => line.move);
  state.rate = rateOf(found.winRate);
  state.thoughts = found.lines.map((line) => `${Math.round(100 * line.winRate)} %  ${inWords(line.moves)}`);
  if (found.depth) state.thoughts[0] += `  (${say.depth(found.depth)})`;
  show();
}

/** The first moves of a line, each written in its own position. */
function inWords(moves) {
  const notation = about(state.game).notation[state.language];
  const board = state.board.copy();
  const out = [];
  for (const move of moves.slice(0, 5)) {
    out.push(notation ? board.format(move, notation) : move);
    board.play(move);
  }
  board.close();
  return out.join(" ");
}

function failed(e, mine) {
  if (mine !== turn || e?.name === "AbortError") return;
  state.thinking = false;
  engines.clear();
  const lost = e?.code === "QK_ERR_PANIC";
  talk(lost ? say.lost : String(e?.message ?? e), true);
  if (lost && ++losses < 4) changed({ keepTalk: true });
}

function talk(text, bad = false) {
  Object.assign(state, { said: text, bad });
  show();
}

/** A person's click, or Enter, on a point. */
function touch(point) {
  state.cursor = point;
  if (state.board.outcome || !yours()) return show();
  const { board, selected } = state;
  if (!about(state.game).moves) return play(board.moves().find((move) => move === point));
  const move = selected && favourite(movesFrom(board, selected).filter((m) => pointsOf(m)[1] === point));
  if (move) return play(move);
  const own = movesFrom(board, point).length > 0;
  const wrong = selected !== undefined && !own && point !== selected;
  state.selected = own && point !== selected ? point : undefined;
  return wrong ? talk(say.cannot, true) : talk("");
}

function play(move) {
  if (move === undefined) return talk(say.cannot, true);
  state.board.play(move);
  return changed();
}

function back() {
  if (state.board.ply === 0) return;
  state.board.undo();
  while (state.board.ply > 0 && !yours()) state.board.undo();
  changed();
}

function save() {
  const { game, level, you, size, flip, lines, language, board } = state;
  try {
    localStorage.setItem(kept, JSON.stringify({ game, level, you, size, flip, lines, language, initial: board.initial, played: board.played }));
  } catch {
    // Without storage the game is forgotten when the page closes.
  }
}

function restore() {
  try {
    const { initial, played, ...rest } = JSON.parse(localStorage.getItem(kept) ?? "{}");
    if (names.includes(rest.game)) Object.assign(state, rest);
    return { initial, played };
  } catch {
    return {};
  }
}

function statusText() {
  const { board, thinking, said } = state;
  const over = board.outcome;
  if (over) {
    const why = say.reasons[over.reason] ?? over.reason;
    return over.winner === null ? say.drawn(why) : say.won(sideName(over.winner), why);
  }
  if (thinking) return say.thinking(sideName(board.side));
  return `${said || say.turn(sideName(board.side))}${board.inCheck ? ` ${say.check}` : ""}`;
}

function show() {
  const { board, game } = state;
  drawTable($("board"), state, say.board(say.games[game], sideName(board.side)));
  $("status").textContent = statusText();
  $("status").classList.toggle("bad", state.bad);
  const percent = Math.round(100 * state.rate);
  $("share").style.width = `${percent}%`;
  $("rate").className = `rate ${board.sides[0]}`;
  $("rate").setAttribute("aria-label", say.rate(sideName(board.sides[0]), percent));
  $("back").disabled = board.ply === 0;
  $("hint").disabled = Boolean(board.outcome) || !yours();
  $("pass").hidden = !board.moves().includes("pass");
  $("pass").disabled = !yours() || Boolean(board.outcome);
  list($("moves"), movesWritten());
  list($("thoughts"), state.thoughts);
  $("moves").scrollTop = $("moves").scrollHeight;
  if (document.activeElement !== $("position")) $("position").value = board.position;
}

let written0 = { key: "", moves: [] };

/** The game's moves in the language's notation. */
function movesWritten() {
  const { game, language, board } = state;
  const played = board.played;
  const key = [game, language, board.initial, ...played].join(" ");
  if (written0.key === key) return written0.moves;
  const notation = about(game).notation[language];
  const moves = [];
  if (notation) {
    const from = new qikit.Board(game, board.initial);
    for (const move of played) {
      moves.push(from.format(move, notation));
      from.play(move);
    }
    from.close();
  } else moves.push(...played.map((move) => (/^pass$/i.test(move) ? say.passed : move)));
  written0 = { key, moves };
  return moves;
}

function list(at, items) {
  at.replaceChildren(...items.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
}

/** Writes every text in the language of the page. */
function speak() {
  say = texts[state.language];
  document.documentElement.lang = state.language;
  qikit.runtime.config({ language: state.language }); // of the library's errors
  document.title = `qikit: ${say.games[state.game]}`;
  for (const at of document.querySelectorAll("[data-text]")) at.textContent = say[at.dataset.text];
  Object.assign($("language"), { textContent: say.other, lang: say.otherLang });
  for (const button of $("games").children) {
    button.textContent = say.games[button.value];
    button.setAttribute("aria-pressed", String(button.value === state.game));
  }
  const sides = state.board.sides.map(sideName);
  $("you").replaceChildren(...[...sides, say.both].map((text, i) => new Option(text, i < 2 ? String(i) : "both", false, String(state.you) === (i < 2 ? String(i) : "both"))));
  $("level").value = state.level;
  $("levelShown").textContent = state.level;
  $("lines").checked = state.lines;
  $("size").value = String(state.size);
  $("sizes").hidden = !about(state.game).sizes;
}

function begin(position) {
  const board = newBoard(position);
  state.board?.close();
  Object.assign(state, { board, cursor: undefined, rate: 0.5 });
  speak();
  changed();
}

function choose(game) {
  for (const engine of engines.values()) engine.then((e) => e.close()).catch(() => {});
  engines.clear();
  state.game = game;
  begin();
}

/** What a key of the board does. */
const keys = {
  u: back, n: () => begin(), h: () => hint(), f: () => flip(), l: () => $("lines").click(),
  Enter: () => state.cursor && touch(state.cursor), " ": () => state.cursor && touch(state.cursor),
  ArrowLeft: () => move(-1, 0), ArrowRight: () => move(1, 0), ArrowUp: () => move(0, 1), ArrowDown: () => move(0, -1),
  Escape: () => talk((state.selected = undefined) ?? ""),
};

function move(across, up) {
  state.cursor = drawTable.step(state, across, up);
  show();
  $("status").textContent = say.point(state.cursor, state.board.pieces[state.cursor]);
}

function flip() {
  state.flip = !state.flip;
  save();
  show();
}

function hint() {
  if (!state.board.outcome && yours()) void think({ time: 1, lines: 1, hint: true });
}

function listen() {
  for (const game of names) {
    const button = Object.assign(document.createElement("button"), { type: "button", value: game });
    button.addEventListener("click", () => choose(game));
    $("games").append(button);
  }
  const on = (id, event, f) => $(id).addEventListener(event, f);
  on("new", "click", () => begin());
  on("back", "click", back);
  on("hint", "click", hint);
  on("flip", "click", flip);
  on("pass", "click", () => play("pass"));
  on("level", "input", () => {
    state.level = Number($("level").value);
    $("levelShown").textContent = state.level;
    save();
  });
  on("you", "change", () => {
    state.you = $("you").value === "both" ? "both" : Number($("you").value);
    state.flip = state.you === 1;
    changed();
  });
  on("size", "change", () => {
    state.size = Number($("size").value);
    begin();
  });
  on("lines", "change", () => {
    state.lines = $("lines").checked;
    changed();
  });
  on("language", "click", () => {
    state.language = state.language === "zh" ? "en" : "zh";
    speak();
    changed();
  });
  on("paste", "submit", (event) => {
    event.preventDefault();
    try {
      begin($("position").value.trim());
    } catch (e) {
      talk(e.message, true);
    }
  });
  on("board", "pointerdown", (event) => {
    const point = drawTable.at(state, $("board"), event);
    if (point) touch(point);
  });
  on("board", "keydown", (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!keys[key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[key]();
  });
}

/** Lets the page do what waits: no step of the beginning takes long. */
const breath = () => new Promise((resolve) => setTimeout(resolve));

async function open() {
  const { initial, played } = restore();
  say = texts[state.language];
  for (const at of document.querySelectorAll("[data-text]")) at.textContent = say[at.dataset.text];
  document.documentElement.lang = state.language;
  qikit = await import("./qikit/index.js");
  try {
    state.board = newBoard(initial, played);
  } catch {
    state.board = newBoard(); // what was kept is no game of this library
  }
  await breath();
  void state.board.report;
  await breath();
  listen();
  await breath();
  speak();
  changed();
  document.body.dataset.ready = "true";
  performance.mark("qikit-ready");
  if ("serviceWorker" in navigator && location.protocol.startsWith("http")) await navigator.serviceWorker.register("sw.js").catch(() => {});
}

open().catch((e) => {
  $("status").classList.add("bad");
  $("status").textContent = `${say.failed}: ${e.message}`;
});
