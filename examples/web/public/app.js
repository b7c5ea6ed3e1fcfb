// The page: a board, a person and the computer, all of it in the browser.

import { judge, plyOf } from "./curve.js";
import { about, beside, favourite, layout, movesFrom, names, players, pointsOf } from "./games.js";
import { kept } from "./keep.js";
import { asText, pasted } from "./paste.js";
import { listBad, reviewed } from "./review.js";
import { came, note, notation, played, qikit, rules, save, say, sayIn, state, whole, written, yours } from "./state.js";
import { drawTable } from "./table.js";
import { $, show, showRates, speak, talk, words } from "./view.js";

// Each change of the position has a number, so that an answer to an earlier position is not taken.
let turn = 0;
let search = new AbortController();
let longWork = new AbortController(); // judging and reviewing, which go on while the game is stepped through
let losses = 0; // of worker threads, which the page makes good a few times
const engines = new Map(); // by game and use; of one game only

function engineFor(use, level = 10) {
  const key = `${state.game} ${use}`;
  if (!engines.has(key)) engines.set(key, qikit.Engine.open(state.game, { level, seed: Math.floor(Math.random() * 2 ** 31) }));
  return engines.get(key);
}

/** The engine that plays; those of other levels go. */
function opponent() {
  for (const [key, engine] of engines) {
    if (!/ \d+$/.test(key) || key.endsWith(` ${state.level}`)) continue;
    engines.delete(key);
    engine.then((e) => e.close()).catch(() => {});
  }
  return engineFor(state.level, state.level);
}

function closeEngines() {
  for (const engine of engines.values()) engine.then((e) => e.close()).catch(() => {});
  engines.clear();
}

/** A board by the rules that the headers state, such as komi; without any, by those that were chosen. */
function newBoard(initial, moves = [], headers = state.headers) {
  if (Object.keys(headers).length > 0) return new qikit.Game(state.game, { headers, initial, moves }).board;
  const board = new qikit.Board(state.game, initial ?? null, initial ? undefined : rules());
  for (const move of moves) board.play(move);
  return board;
}

/** Shows a position, and lets the computer answer where it is its turn. */
function changed({ keepTalk = false, arrows = [] } = {}) {
  turn++;
  search.abort();
  search = new AbortController();
  const { board, ahead, lines } = state;
  const over = Boolean(board.outcome);
  const waits = ahead.length > 0 || yours();
  Object.assign(state, { selected: undefined, arrows, thoughts: [], thinking: !over && !waits && board.side !== "chance" });
  if (!keepTalk) Object.assign(state, { said: "", bad: false });
  save();
  show();
  if (over) return;
  if (waits) {
    const forced = about(state.game).dice && ahead.length === 0 && board.moves().join() === "pass";
    if (forced) void soon(() => advance("pass"));
    else if (lines && board.side !== "chance") void think();
  } else if (board.side === "chance") void soon(roll);
  else void answer();
}

/** Does something when the person has seen the position. */
async function soon(act) {
  const mine = turn;
  await new Promise((resolve) => setTimeout(resolve, 400));
  if (mine === turn) act();
}

function roll() {
  const moves = state.board.moves();
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  advance(moves[Math.floor((random / 2 ** 32) * moves.length)]);
}

/** Makes a move at the end of the game. */
function advance(move) {
  state.board.play(move);
  changed();
}

async function answer() {
  const mine = turn;
  try {
    const engine = await opponent();
    const found = await engine.search(state.board, { time: 2, signal: search.signal });
    if (mine !== turn) return;
    note(found.winRate);
    advance(found.best);
  } catch (e) {
    failed(e, mine);
  }
}

/** Shows the best lines of a position as they are found. */
async function think({ time = 8, lines = 3, hint = false } = {}) {
  const mine = turn;
  let job;
  try {
    const engine = await engineFor("lines");
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
  note(found.winRate);
  state.thoughts = found.lines.map((line) => `${Math.round(100 * line.winRate)} %  ${inWords(line.moves)}`);
  if (found.depth) state.thoughts[0] += `  (${say.depth(found.depth)})`;
  show();
}

/** The first moves of a line, each written in its own position. */
function inWords(moves) {
  const board = state.board.copy();
  const out = [];
  for (const move of moves.slice(0, 5)) {
    out.push(written(move, board));
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

/** A person's move. In the middle of the game it leaves the game, which can be returned to. */
function play(move) {
  if (move === undefined) return talk(say.cannot, true);
  leave();
  return advance(move);
}

/** Drops what is ahead, but for returning to it. */
function leave() {
  if (state.ahead.length === 0) return;
  state.left ??= { initial: state.board.initial, moves: whole(), ply: played().length };
  state.ahead = [];
  state.rates.length = played().length + 1;
}

/** Returns to the game that was left. */
function comeBack() {
  const { initial, moves, ply } = state.left;
  state.left = undefined;
  setUp(initial, moves.slice(0, ply), moves.slice(ply));
}

/** Steps to another place of the game. */
function goTo(ply, more) {
  const { board, ahead } = state;
  const to = Math.min(Math.max(ply, 0), played().length + ahead.length);
  while (played().length > to) {
    ahead.unshift(played().at(-1));
    board.undo();
  }
  while (played().length < to) board.play(ahead.shift());
  changed(more);
}

/** Takes back to the person's last decision; what is taken back can be stepped through again. */
function back() {
  let ply = played().length;
  if (ply === 0) return;
  const board = state.board.copy();
  const mine = () => board.side !== "chance" && (state.you === "both" || players(board).indexOf(board.side) === state.you);
  do {
    board.undo();
    ply--;
  } while (ply > 0 && !(mine() && board.moves().join() !== "pass"));
  board.close();
  goTo(ply);
}

/** Plays on from the place on the board. */
function playOn() {
  leave();
  changed();
}

/** Puts a game on the board, at a place of it. */
function setUp(initial, moves = [], ahead = [], more = {}) {
  const board = newBoard(initial, moves, more.headers);
  state.board?.close();
  longWork.abort();
  Object.assign(state, { board, ahead, cursor: undefined, rates: [], review: undefined, judging: false, reviewing: -1, ...more });
  if (state.you !== "both" && state.you >= players(board).length) state.you = 0;
  speak();
  changed();
}

function begin() {
  state.left = undefined;
  setUp(undefined, [], [], { headers: {} });
}

/** Shows another game: as it was left, or a new one. */
function choose(game, address = true) {
  if (game !== state.game) closeEngines();
  state.game = game;
  state.left = undefined;
  if (address) history.pushState({}, "", `${game}.html${location.search}`);
  const { initial, played: moves, headers = {}, ahead = [], left, rates = [] } = kept(game);
  try {
    setUp(initial, moves, ahead, { headers, left, rates });
  } catch {
    begin(); // what was kept is no game of this library
  }
}

/** Takes what was pasted: another game's shows that game. */
function paste(text) {
  let found;
  try {
    found = pasted(qikit, text, state.game, say);
  } catch (e) {
    return talk(e.message, true);
  }
  const other = found.game !== state.game;
  if (other) {
    save();
    choose(found.game);
  }
  state.left = undefined;
  setUp(found.initial, [], found.moves, { headers: found.headers ?? {} });
  const said = [other && say.switched(say.games[found.game]), found.count > 1 && say.firstOf(found.count)].filter(Boolean).join(" ");
  return said && talk(said);
}

/** Finds the win rate of each position, or stops doing so. */
async function judgeAll() {
  if (state.judging) return longWork.abort();
  await long("judging", true, false, async (signal) => {
    const board = newBoard(state.board.initial);
    try {
      await judge(board, whole(), await engineFor("judge"), {
        signal,
        known: (ply) => state.rates[ply] !== undefined,
        told: (ply, rate) => {
          state.rates[ply] = rate;
          showRates();
        },
      });
    } finally {
      board.close();
    }
  });
}

async function reviewGame() {
  if (state.reviewing >= 0) return longWork.abort();
  await long("reviewing", 0, -1, async (signal) => {
    const { board, language, you } = state;
    const told = (part) => {
      state.reviewing = part;
      showRates();
    };
    const game = { initial: board.initial, moves: whole() };
    const review = await reviewed(qikit, { ...game, user: players(board)[you === "both" ? 0 : you], language }, { told, signal });
    for (const [ply, rate] of review.rates) state.rates[ply] = rate;
    state.review = review;
    $("reviewText").textContent = review.text;
    const at = (ply) => ({ ...game, ply });
    listBad($("bad"), review.bad, say, {
      go: (b) => inGame(at(b.ply - 1), [], [b.target]),
      line: (b) => inGame(at(b.ply - 1), b.line, [b.target]),
    });
  });
}

/** Shows a place of a game, or moves that leave it there. */
function inGame({ initial, moves, ply }, line, arrows) {
  const { rates, review } = state;
  state.left = line.length > 0 ? { initial, moves, ply } : undefined;
  setUp(initial, moves.slice(0, ply), line.length > 0 ? [...line] : moves.slice(ply), { rates, review });
  changed({ arrows });
}

/** Does what takes long beside the game, one at a time. */
async function long(name, begun, ended, work) {
  longWork.abort();
  const mine = (longWork = new AbortController());
  state[name] = begun;
  show();
  try {
    await work(mine.signal);
  } catch (e) {
    if (e?.name !== "AbortError") failed(e, turn);
  } finally {
    if (mine === longWork) state[name] = ended;
    save();
    show();
  }
}

/** What a key of the board does. */
const keys = {
  u: back, n: begin, h: () => hint(), f: () => flip(), l: () => $("lines").click(), ",": () => goTo(played().length - 1), ".": () => goTo(played().length + 1),
  Enter: () => state.cursor && touch(state.cursor), " ": () => state.cursor && touch(state.cursor),
  ArrowLeft: () => move(-1, 0), ArrowRight: () => move(1, 0), ArrowUp: () => move(0, 1), ArrowDown: () => move(0, -1),
  Escape: () => talk((state.selected = undefined) ?? ""),
};

function move(across, up) {
  const { board, flip, cursor, game } = state;
  // On the ring the cursor visits only what can move, and where to.
  const useful = about(game).dice && new Set(board.moves().flatMap(pointsOf));
  state.cursor = beside(layout(board), flip, cursor, across, up, useful ? (name) => useful.has(name) : undefined);
  show();
  const man = useful ? undefined : board.pieces[state.cursor];
  if (state.cursor) $("status").textContent = say.point(state.cursor, man && say.man(game, man));
}

function flip() {
  state.flip = !state.flip;
  save();
  show();
}

function hint() {
  if (!state.board.outcome && yours()) void think({ time: 1, lines: 1, hint: true });
}

/** A move that was typed, in any notation. */
function typed(text) {
  if (!yours() || state.board.outcome) return talk(say.notNow, true);
  const board = state.board.copy();
  try {
    return play(board.play(text).played.at(-1));
  } catch (e) {
    return talk(e.message, true);
  } finally {
    board.close();
  }
}

function listen() {
  const on = (id, event, f) => $(id).addEventListener(event, f);
  const clicks = {
    new: begin, back, hint, flip, pass: () => play("pass"), on: playOn, return: comeBack, judge: judgeAll, review: reviewGame,
    first: () => goTo(0), previous: () => goTo(played().length - 1), next: () => goTo(played().length + 1), last: () => goTo(Infinity),
    curve: (event) => goTo(plyOf($("curve"), event, whole().length)),
    moves: (event) => event.target.value && goTo(Number(event.target.value)),
    asText: () => ($("position").value = asText(qikit, state.game, { initial: state.board.initial, moves: whole(), headers: state.headers }, notation())),
    language: () => {
      state.language = state.language === "zh" ? "en" : "zh";
      speak();
      changed();
    },
    games: (event) => {
      const { game } = event.target.dataset;
      if (game === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      choose(game);
    },
  };
  for (const [id, f] of Object.entries(clicks)) on(id, "click", f);
  listenToSettings(on);
  on("paste", "submit", (event) => {
    event.preventDefault();
    paste($("position").value.trim());
  });
  on("typed", "submit", (event) => {
    event.preventDefault();
    typed($("typedMove").value.trim());
    if (!state.bad) $("typedMove").value = "";
  });
  on("ply", "input", () => goTo(Number($("ply").value)));
  on("lettersShown", "toggle", show);
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
  addEventListener("popstate", () => choose(gameOfPage() ?? state.game, false));
}

function listenToSettings(on) {
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
  on("choice", "change", () => {
    state.choice[state.game] = Number($("choice").value);
    begin();
  });
  on("lines", "change", () => {
    state.lines = $("lines").checked;
    changed();
  });
}

/** The game that the page's address names. */
const gameOfPage = () => names.find((game) => location.pathname.endsWith(`/${game}.html`));

/** Lets the page do what waits: no step of the beginning takes long. */
const breath = () => new Promise((resolve) => setTimeout(resolve));

async function open() {
  const { game, ...rest } = kept("settings");
  Object.assign(state, rest, { game: gameOfPage() ?? (names.includes(game) ? game : "xiangqi") });
  sayIn(state.language);
  words();
  came(await import("./qikit/index.js"));
  qikit.runtime.config({ language: state.language }); // what comes first takes longest
  await breath();
  const warm = newBoard();
  await breath();
  void warm.report;
  await breath();
  warm.svg();
  await breath();
  warm.close();
  listen();
  await breath();
  choose(state.game, false);
  const asked = decodeURIComponent(location.hash.slice(1));
  if (asked !== "") {
    history.replaceState({}, "", location.pathname + location.search); // a reload goes on with what was played
    paste(asked);
    if (!state.bad) goTo(Infinity);
  }
  document.body.dataset.ready = "true";
  performance.mark("qikit-ready");
  if ("serviceWorker" in navigator && location.protocol.startsWith("http")) await navigator.serviceWorker.register("sw.js").catch(() => {});
}

open().catch((e) => {
  $("status").classList.add("bad");
  $("status").textContent = say.failed + e.message;
});
