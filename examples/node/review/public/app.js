// The page: a list of games, and one of them with its board, its review and what is asked of it.

import { BoardView } from "./board.js";
import { curve } from "./curve.js";
import { languages, t } from "./texts.js";

const $ = (id) => document.getElementById(id);
const say = (text) => ($("voice").textContent = text);

let games = []; // of the list
let game = null; // the one that is shown
let at = 0; // moves before the position that is shown
let side = null; // what is looked at beside the game: { kind: "line", "find" or "ask", ... }
let chosen = null; // the number of the bad move whose detail is shown
let waiting = false; // for the server's answer to a change

// --- the server ---

/** Asks the server; resolves to its answer, or undefined after a notice. */
async function ask(what, said = {}) {
  let answer;
  try {
    const response = await fetch("act", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ what, ...said }) });
    answer = await response.json();
  } catch {
    notice(t("away"));
    return undefined;
  }
  if (answer.code) {
    notice(t("codes")[answer.code] ?? t("refused", answer.text));
    return undefined;
  }
  if (what !== "list") notice(""); // why the list is shown stays to be read
  return answer;
}

function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = text === "";
}

function listen() {
  const stream = new EventSource("events");
  stream.onmessage = ({ data }) => {
    const { game: id, part, failed, reviewed } = JSON.parse(data);
    if (id === undefined) return;
    if (failed) notice(t("failed", failed));
    if (game?.id !== id) {
      if (reviewed && !$("home").hidden) void home();
      return;
    }
    if (part !== undefined && game.reviewing !== null) {
      game.reviewing = part;
      showProgress();
    }
    if (reviewed) void open(id, { stay: true });
  };
}

// --- the list of games ---

async function home() {
  const answer = await ask("list");
  if (!answer) return;
  games = answer.games;
  show(null);
}

function showList() {
  $("no-games").hidden = games.length > 0;
  $("games").replaceChildren(
    ...games.map((one) => {
      const link = document.createElement("a");
      link.href = `#/game/${one.id}`;
      const title = document.createElement("strong");
      title.textContent = t("gameTitle", one);
      const more = document.createElement("span");
      const state = [t("gameKind")[one.kind](one), t("gameState", one, t), one.reviewing ? t("reviewing") : one.reviewed ? t("reviewed") : "", new Date(one.changed).toLocaleDateString(document.documentElement.lang)];
      more.textContent = state.filter(Boolean).join(" · ");
      link.append(stone(one.colour), title, more);
      const item = document.createElement("li");
      item.append(link);
      return item;
    }),
  );
}

function stone(colour) {
  const dot = document.createElement("span");
  dot.className = `stone ${colour[0]}`;
  return dot;
}

// --- one game ---

async function open(id, { stay = false } = {}) {
  const answer = await ask("open", { game: id });
  if (!answer) {
    location.hash = "#/";
    return;
  }
  const same = stay && game?.id === id;
  game = answer.game;
  if (!same) {
    at = game.moves.length;
    side = null;
    chosen = null;
  }
  show(game);
  if (turn() === "computer") void reply();
}

/** Whose turn it is: "you", "computer", or "" when nobody plays on. */
function turn() {
  if (!game || game.kind === "record" || game.review || game.over) return "";
  return game.turn === game.colour ? "you" : "computer";
}

async function change(what, said) {
  if (waiting) return false;
  waiting = true;
  const id = game.id;
  try {
    const answer = await ask(what, { game: id, ...said });
    if (!answer || game?.id !== id) return false;
    game = answer.game;
    at = game.moves.length;
    return true;
  } finally {
    waiting = false;
    if (game?.id === id) showGame();
  }
}

async function reply() {
  showGame();
  if (!(await change("reply"))) return;
  say(game.over ? $("status").textContent : `${game.moves.at(-1)}. ${$("status").textContent}`);
}

async function play(point) {
  if (waiting || turn() !== "you") return;
  if (at !== game.moves.length) {
    at = game.moves.length;
    showGame();
    return;
  }
  if (!game.legal.includes(point)) {
    notice(t("codes").illegal);
    return;
  }
  if ((await change("play", { move: point })) && turn() === "computer") await reply();
}

/** What a click on a point does. */
function choose(point) {
  if (side?.kind === "find") return void find(point);
  if (side?.kind === "ask") return void whatIf(point);
  if (side?.kind === "line") return stepTo(at + 1);
  return void play(point);
}

/** The stones after so many moves, by row from below. */
const stonesAt = (positions, ply) => positions[ply].split("/");

function showGame() {
  const { size, positions, moves } = game;
  const line = side?.kind === "line" ? side : null;
  const stones = line ? stonesAt([positions[line.ply], ...line.positions], line.step) : stonesAt(positions, at);
  const last = line ? line.moves[line.step - 1] : moves[at - 1];
  board.show(
    { size, stones, last: last ?? "", dead: [], state: "playing", you: game.colour[0], turn: game.turn },
    { coords: true, last: !line, ghost: "", marks: marks(line) },
  );
  $("status").textContent = status(line);
  const [black, white] = game.captures[at];
  $("score").textContent = t("score", [black, white], game.target);
  const [shown, all] = line ? [line.step, line.positions.length] : [at, moves.length];
  $("ply").textContent = t("ply", shown, all);
  for (const [name, off] of [["first", shown === 0], ["previous", shown === 0], ["next", shown === all], ["last", shown === all]]) button(name).disabled = off;
  button("undo").hidden = button("resign").hidden = game.kind === "record" || game.review !== null;
  button("undo").disabled = waiting || moves.length === 0;
  button("resign").disabled = waiting || game.over !== null;
  $("save").href = `sgf?game=${game.id}`;
  $("ask-review").hidden = game.review !== null || game.reviewing !== null || moves.length === 0;
  showProgress();
  showReview();
}

function status(line) {
  if (line) return line.step === 0 ? t("before", line.bad) : t("line", line.step, line.positions.length, line.moves[line.step - 1]);
  if (side) return side.text;
  if (at < game.moves.length) return t("stepped", at, game.moves.length);
  if (game.over) return t("over", { ...game.over, reason: t("reasons")[game.over.reason] ?? game.over.reason }, game.colour);
  if (game.kind === "record") return t("recordEnd");
  return { you: t("yourTurn"), computer: t("thinking"), "": t("stepped", at, game.moves.length) }[turn()];
}

/** What is marked on the board: moves of a line by number, the move played and the better one, tries of an exercise. */
function marks(line) {
  if (line) {
    const numbers = new Map(); // a point may be played twice; the last one counts
    line.moves.slice(0, line.step).forEach((move, i) => numbers.set(move, String(i + 1)));
    const now = stonesAt([game.positions[line.ply], ...line.positions], line.step);
    const stands = [...numbers].filter(([move]) => stoneOn(now, move) !== ".").map(([move, text]) => ({ at: move, kind: "number", text }));
    return line.step === 0 ? [{ at: line.bad.move, kind: "bad", text: "×" }, { at: line.moves[0], kind: "good", text: "A" }] : stands;
  }
  if (side?.kind === "find") return side.tried.map(({ move, right }) => ({ at: move, kind: right ? "good" : "bad", text: right ? "✓" : "×" }));
  const bad = shownBad();
  if (bad && at === plyOf(bad.number)) return [{ at: bad.move, kind: "bad", text: "" }, ...(stoneOn(stonesAt(game.positions, at), bad.target) === "." ? [{ at: bad.target, kind: "good", text: "A" }] : [])];
  return [];
}

function stoneOn(stones, point) {
  const column = "ABCDEFGHJKLMNOPQRST".indexOf(point[0]);
  return stones[Number(point.slice(1)) - 1][column];
}

function stepTo(step) {
  if (side?.kind === "line") {
    side.step = Math.min(side.positions.length, Math.max(0, step - side.ply));
    at = side.ply;
  } else {
    side = null;
    at = Math.min(game.moves.length, Math.max(0, step));
  }
  showGame();
  say($("status").textContent);
}

const shownPly = () => (side?.kind === "line" ? side.ply + side.step : at);

// --- the review ---

function showProgress() {
  $("progress").hidden = game.reviewing === null;
  if (game.reviewing === null) return;
  $("progress-text").textContent = t("working", game.reviewing);
  $("progress").querySelector("progress").value = game.reviewing;
}

const badOf = (number) => game.review?.badMoves.find((bad) => bad.number === number);
const shownBad = () => (chosen === null ? undefined : badOf(chosen));
const plyOf = (number) => game.review.moves[number - game.review.moves[0].number].ply;

function showReview() {
  const { review } = game;
  $("review").hidden = !review;
  if (!review) return;
  $("summary").textContent = t("summary", review);
  if (review.language !== document.documentElement.lang.slice(0, 2)) {
    const more = document.createElement("button");
    more.type = "button";
    more.dataset.do = "review";
    more.textContent = t("reReview");
    const why = document.createElement("span");
    why.textContent = `${t("otherLanguage")} `;
    const both = document.createElement("span");
    both.className = "hint";
    both.append(document.createElement("br"), why, more);
    both.lang = document.documentElement.lang;
    $("summary").append(both);
  }
  const bad = new Map(review.badMoves.map((one) => [plyOf(one.number), one.class]));
  curve($("curve"), review.graph, { at, bad, choose: (ply) => ((side = null), stepTo(ply)) });
  $("no-bad").hidden = review.badMoves.length > 0;
  $("bad").replaceChildren(...review.badMoves.map((one) => entry(one.number, t("badMove", one, t("classes")[one.class]), one.class)));
  const others = review.opponentMoves ?? [];
  $("opponent-title").hidden = others.length === 0;
  $("opponent").replaceChildren(...others.map((one) => row(t("otherMove", one, t("classes")[one.class]), one.class, one.text, () => ((side = null), (chosen = null), stepTo(one.ply)))));
  showDetail();
}

function row(title, kind, text, click) {
  const item = document.createElement("li");
  const link = document.createElement("button");
  link.type = "button";
  link.className = `move ${kind || "inaccuracy"}`;
  link.textContent = title;
  link.title = text;
  link.addEventListener("click", click);
  item.append(link);
  return item;
}

function entry(number, title, kind) {
  const item = row(title, kind, "", () => chooseBad(number));
  const link = item.firstChild;
  link.setAttribute("aria-pressed", String(chosen === number));
  if (game.solved.includes(number)) link.append(` ✓`), link.setAttribute("aria-label", `${title}, ${t("solvedMark")}`);
  return item;
}

function chooseBad(number) {
  chosen = number;
  side = null;
  stepTo(plyOf(number));
  $("detail").scrollIntoView({ block: "nearest" });
}

function showDetail() {
  const bad = shownBad();
  $("detail").hidden = !bad;
  if (!bad) return;
  $("detail-title").textContent = t("badMove", bad, t("classes")[bad.class]);
  const move = game.review.moves.find((one) => one.number === bad.number);
  for (const id of ["detail-text", "answers"]) {
    $(id).lang = game.review.language;
    $(id).hidden = side?.kind === "find" && !side.done; // it tells the answer
  }
  $("detail-text").replaceChildren(...[move.text, bad.text].filter(Boolean).map((text) => Object.assign(document.createElement("p"), { textContent: text })));
  button("demonstrate").disabled = bad.demonstration.length === 0;
  button("exercise").disabled = !game.review.exercises.some((one) => one.number === bad.number);
  for (const kind of ["ask", "find"]) button(kind === "ask" ? "ask" : "exercise").setAttribute("aria-pressed", String(side?.kind === kind));
  const answers = (game.review.answers ?? []).filter((one) => one.number === bad.number && one.kind === "ask");
  $("answers").replaceChildren(...answers.map((one) => row(one.text, one.class, "", () => void demonstrate(lineOf(one), bad))));
}

/** The line of an answer; the move alone where that is all. */
const lineOf = ({ line, move }) => (line.length > 0 ? line.map((one) => one.move) : [move]);

async function demonstrate(moves, bad) {
  const ply = plyOf(bad.number) - 1;
  const answer = await ask("line", { game: game.id, ply, moves });
  if (!answer || shownBad() !== bad) return;
  side = { kind: "line", ply, moves, positions: answer.positions, bad, step: 0 };
  at = ply;
  stepTo(ply + 1);
}

function startFind() {
  const bad = shownBad();
  const exercise = game.review.exercises.find((one) => one.number === bad.number);
  at = plyOf(bad.number) - 1;
  side = { kind: "find", exercise, tried: [], text: t("find", t(exercise.side)) };
  showGame();
  $("board").focus();
}

async function find(point) {
  const here = side;
  if (here.done || stoneOn(stonesAt(game.positions, at), point) !== "." || here.tried.some(({ move }) => move === point)) return;
  const { number, accepted, refused } = here.exercise;
  let right = accepted.includes(point);
  here.text = right ? t("right", point) : t("wrong", point);
  if (!right && !refused.includes(point)) {
    // Nothing is known of this move: the library is asked.
    here.text = t("unknown", point);
    showGame();
    const answer = await ask("ask", { game: game.id, number, move: point });
    if (!answer || side !== here) return;
    game.review = answer.review;
    right = answer.answer.loss < 5 && answer.answer.proven !== "loss";
    here.text = right ? t("right", point) : t("unsure", answer.answer);
  }
  here.tried.push({ move: point, right });
  here.done = right;
  if (right) {
    const answer = await ask("solved", { game: game.id, number });
    if (answer) game.solved = answer.solved;
  }
  showGame();
  say(here.text);
}

function startAsk() {
  const bad = shownBad();
  at = plyOf(bad.number) - 1;
  side = { kind: "ask", text: t("askWhere") };
  showGame();
  $("board").focus();
}

async function whatIf(point) {
  const here = side;
  const bad = shownBad();
  if (here.asked || stoneOn(stonesAt(game.positions, at), point) !== ".") return;
  here.asked = true;
  here.text = t("asking", point);
  showGame();
  const answer = await ask("ask", { game: game.id, number: bad.number, move: point });
  if (side !== here) return;
  side = null;
  if (!answer) return showGame();
  game.review = answer.review;
  say(answer.answer.text);
  await demonstrate(lineOf(answer.answer), badOf(chosen));
}

// --- what the buttons do ---

const sure = { name: "", until: 0 }; // a button that asks once more

function confirmed(name) {
  if (sure.name === name && Date.now() < sure.until) {
    sure.name = "";
    return true;
  }
  Object.assign(sure, { name, until: Date.now() + 5000 });
  const pressed = button(name);
  const text = pressed.textContent;
  pressed.textContent = t("sure");
  say(t("sure"));
  setTimeout(() => (pressed.textContent = pressed.dataset.text ? t(pressed.dataset.text) : text), 5000);
  return false;
}

const does = {
  first: () => stepTo(side?.kind === "line" ? side.ply : 0),
  previous: () => stepTo(shownPly() - 1),
  next: () => stepTo(shownPly() + 1),
  last: () => stepTo(Infinity),
  undo: () => change("undo"),
  resign: () => confirmed("resign") && change("resign"),
  async again() {
    const answer = await ask("again", { game: game.id, ply: at });
    if (answer) location.hash = `#/game/${answer.id}`;
  },
  async remove() {
    if (confirmed("remove") && (await ask("remove", { game: game.id }))) location.hash = "#/";
  },
  async review() {
    const answer = await ask("review", { game: game.id, effort: $("effort").value, language: document.documentElement.lang.slice(0, 2) });
    if (!answer) return;
    game = answer.game;
    showGame();
  },
  stop: () => ask("stop", { game: game.id }),
  demonstrate: () => demonstrate(shownBad().demonstration, shownBad()),
  exercise: startFind,
  ask: startAsk,
  async retry() {
    const answer = await ask("again", { game: game.id, ply: plyOf(chosen) - 1 });
    if (answer) location.hash = `#/game/${answer.id}`;
  },
  close() {
    const ply = chosen === null ? at : plyOf(chosen);
    side = null;
    chosen = null;
    stepTo(ply);
  },
};

const button = (name) => document.querySelector(`[data-do="${name}"]`);

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-do]");
  if (pressed && !pressed.disabled) void does[pressed.dataset.do]();
});

document.addEventListener("keydown", (event) => {
  if (!game || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (event.key === ",") does.previous();
  else if (event.key === ".") does.next();
  else if (event.key.toLowerCase() === "b" && game.review) nextBad();
  else return;
  event.preventDefault();
});

function nextBad() {
  const { badMoves } = game.review;
  if (badMoves.length === 0) return;
  const i = badMoves.findIndex(({ number }) => number === chosen);
  chooseBad(badMoves[(i + 1) % badMoves.length].number);
}

$("begin").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { size, target, colour, level } = Object.fromEntries(new FormData(event.target));
  const answer = await ask("begin", { size: Number(size), target: Number(target), colour, level: Number(level) });
  if (answer) location.hash = `#/game/${answer.id}`;
});

$("begin").elements.level.addEventListener("input", showLevel);

function showLevel() {
  $("level-is").textContent = $("begin").elements.level.value;
}

$("load").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { file, text, colour, target } = Object.fromEntries(new FormData(event.target));
  const record = file?.size > 0 ? await file.text() : text;
  const answer = await ask("load", { text: record, colour, target: Number(target), level: Number($("begin").elements.level.value) });
  if (!answer) return;
  event.target.reset();
  location.hash = `#/game/${answer.id}`;
});

// --- languages and places ---

function speak(language) {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
  $("language").textContent = t("other");
  $("language").lang = language === "zh" ? "en" : "zh-CN";
  document.title = t("title");
  notice("");
  if (side && side.kind !== "line") side = null;
  show(game);
}

$("language").addEventListener("click", () => {
  const next = document.documentElement.lang.startsWith("zh") ? "en" : "zh";
  keep(next);
  speak(next);
});

function keep(language) {
  try {
    localStorage.setItem("language", language);
  } catch {
    // a browser that keeps nothing
  }
}

function kept() {
  try {
    return localStorage.getItem("language");
  } catch {
    return null;
  }
}

/** Shows a game, or the list for null. */
function show(one) {
  $("home").hidden = one !== null;
  $("table").hidden = one === null;
  if (one) showGame();
  else showList();
  document.body.dataset.ready = one ? `game ${one.id}` : "home";
}

function go() {
  const id = Number(/^#\/game\/(\d+)$/.exec(location.hash)?.[1] ?? 0);
  if (id > 0) return open(id);
  game = null;
  return home();
}

const board = new BoardView($("board"), choose, say, t);
const wish = kept() ?? (navigator.language.startsWith("zh") ? "zh" : "en");
speak(languages.includes(wish) ? wish : "en");
showLevel();
window.addEventListener("hashchange", () => void go());
await go();
listen();
