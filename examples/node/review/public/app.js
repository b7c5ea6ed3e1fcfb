// The page: a list of games, and one of them with its board, its review and what is asked of it.

import { BoardView } from "./board.js";
import { curve } from "./curve.js";
import { languages, t } from "./texts.js";

const $ = (id) => document.getElementById(id);
const say = (text) => ($("voice").textContent = text);

let games = []; // of the list
let game = null; // the one that is shown
let at = 0; // moves before the position that is shown
let side = null; // what is looked at beside the game: { kind: "line", "find", "ask" or "opponent", ... }
let chosen = null; // the number of the bad move whose detail is shown
const waiting = new Set(); // games whose change the server has not answered

// --- the server ---

const soon = 1500; // ms until something is tried again
let acts = 0; // begun and ended, of the pupil
let away = false; // whether the last request was not answered

/** Sends a request; resolves to the server's answer, whose code says what was wrong. */
async function send(what, said = {}) {
  let answer = { code: "away" };
  try {
    const response = await fetch("act", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ what, ...said }) });
    answer = await response.json();
  } catch {
    // no answer
  }
  if (away && answer.code !== "away") notice("");
  away = answer.code === "away";
  return answer;
}

/** Does what the pupil wants; resolves to the answer, or undefined after a notice. Then the page shows how things are. */
async function ask(what, said = {}) {
  acts += 1;
  const answer = await send(what, said);
  acts += 1;
  notice(answer.code ? why(answer) : "");
  if (!answer.code) return answer;
  again(away || what === "reply" ? soon : 0);
  return undefined;
}

/** What is wrong with a request, in words. */
function why(answer) {
  const text = t("codes")[answer.code] ?? t("codes").failed;
  return typeof text === "function" ? text(answer) : text;
}

function notice(text) {
  if ($("notice").textContent === text) return; // it would be read out again
  $("notice").textContent = text;
  $("notice").hidden = text === "";
}

/** The notice of an earlier act goes with the next one: on a phone it lies over the status. */
function clearNotice() {
  if (!away) notice("");
}

let stream = null; // of events, while the page is looked at: a browser has six connections for all its pages

function listen() {
  stream?.close();
  stream = null;
  if (document.hidden) return;
  stream = new EventSource("events");
  stream.onopen = () => void arrive(); // what happened meanwhile is not told
  stream.onerror = ({ target }) => target === stream && target.readyState === EventSource.CLOSED && setTimeout(listen, soon);
  stream.onmessage = ({ data }) => {
    const { game: id, part, failed, reviewed } = JSON.parse(data);
    if (id === undefined) return;
    if (failed) notice(t("failed"));
    if (part !== undefined && game?.id === id && game.reviewing !== null) {
      game.reviewing = part;
      showProgress();
    }
    if (reviewed && (!game || game.id === id)) void arrive();
  };
}

// --- where the page is ---

let visit = 0; // how often the page went somewhere: answers to an earlier visit are void
let arrived = false; // whether what it went to is shown
let news = ""; // a notice for the next place
let timer; // of the next try

function go() {
  visit += 1;
  arrived = false;
  unsure();
  notice(news);
  news = "";
  return arrive();
}

function again(ms) {
  clearTimeout(timer);
  timer = setTimeout(arrive, ms);
}

/** Shows what the address names as it is now: a game, or the list. */
async function arrive() {
  clearTimeout(timer);
  const here = visit;
  const before = acts;
  const id = Number(/^#\/game\/(\d+)$/.exec(location.hash)?.[1] ?? 0);
  const answer = await (id > 0 ? send("open", { game: id }) : send("list"));
  if (here !== visit) return;
  if (answer.code === "gone" && id > 0) {
    news = why(answer);
    location.hash = "#/";
    return;
  }
  if (answer.code) {
    notice(why(answer));
    again(soon);
    return;
  }
  if (arrived && before !== acts) return again(0); // the answer may be older than what is shown
  if (id > 0) take(answer.game, arrived);
  else [game, games] = [null, answer.games];
  show(game);
  if (!arrived) making = false;
  if (game && !arrived) look();
  arrived = true;
  if (game?.reviewing === 0) again(4 * soon); // it may wait for its turn, of which nobody tells
  void reply();
}

/** The game that is shown, or how it is now. */
function take(one, same) {
  const end = !same || at === game.moves.length; // who looks at the end goes on to do so
  game = one;
  at = end ? game.moves.length : Math.min(at, game.moves.length);
  if (!same) side = null;
  if (!same || (chosen !== null && !badOf(chosen))) chosen = null;
}

// --- the list of games ---

function showList() {
  $("no-games").hidden = games.length > 0;
  $("games").replaceChildren(
    ...games.map((one) => {
      const link = document.createElement("a");
      link.href = `#/game/${one.id}`;
      const title = document.createElement("strong");
      title.textContent = t("gameTitle", one);
      const more = document.createElement("span");
      const state = [t("gameKind")[one.kind](one), t("youPlay", t(one.colour)), t("gameState", one, t), one.reviewing ? t("reviewing") : one.reviewed ? t("reviewed") : "", new Date(one.changed).toLocaleDateString(document.documentElement.lang)];
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

/** Whose turn it is: "you", "computer", or "" when nobody plays on. */
function turn() {
  if (!game || game.kind === "record" || game.review || game.reviewing !== null || game.over) return "";
  return game.turn === game.colour ? "you" : "computer";
}

/** Changes the game; resolves to whether it is shown changed, at its end unless the pupil looks elsewhere on purpose. */
async function change(what, said, { stay = false } = {}) {
  const { id } = game;
  if (waiting.has(id)) return false;
  waiting.add(id);
  showGame();
  const answer = await ask(what, { game: id, ...said });
  waiting.delete(id);
  if (game?.id !== id) return false;
  if (answer) game = answer.game;
  if (answer && !stay) at = game.moves.length;
  showGame();
  return answer !== undefined;
}

/** Has the computer play if it is its turn. What fails is tried again. */
async function reply() {
  if (turn() !== "computer" || !(await change("reply"))) return;
  say(game.over ? $("status").textContent : `${game.moves.at(-1)}. ${$("status").textContent}`);
}

async function play(point) {
  if (game.reviewing !== null) return notice(t("codes").underReview);
  if (frozen()) return notice(t("codes").reviewed);
  if (waiting.has(game.id) || turn() !== "you") return;
  if (at !== game.moves.length) {
    at = game.moves.length;
    showGame();
    return;
  }
  if (!game.legal.includes(point)) {
    notice(t("codes").illegal);
    again(0); // another page may have changed the game
    return;
  }
  if (await change("play", { move: point })) await reply();
}

/** Whether a game could go on, had it not been reviewed. */
const frozen = () => game.kind !== "record" && game.review !== null && game.over === null;

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
  const line = lineShown();
  const stones = line ? stonesAt([positions[line.ply], ...line.positions], line.step) : stonesAt(positions, at);
  const last = line ? line.moves[line.step - 1] : moves[at - 1];
  board.show(
    { size, stones, last: last ?? "", dead: [], state: "playing", you: game.colour[0], turn: game.turn },
    { coords: true, last: !line, ghost: "", marks: marks(line) },
  );
  $("which").textContent = [t("gameTitle", game), t("gameKind")[game.kind](game), t("youPlay", t(game.colour))].join(" · ");
  $("status").textContent = status(line);
  $("status").lang = side?.kind === "opponent" ? game.review.language : document.documentElement.lang;
  $("score").textContent = t("score", line?.step > 0 ? line.captures[line.step - 1] : game.captures[at], game.target);
  const [shown, all] = line ? [line.step, line.positions.length] : [at, moves.length];
  $("ply").textContent = t("ply", shown, all);
  // Disabled, they would lose the focus.
  for (const [name, off] of [["first", shown === 0], ["previous", shown === 0], ["next", shown === all], ["last", shown === all]]) button(name).setAttribute("aria-disabled", off);
  const busy = waiting.has(game.id);
  button("undo").hidden = button("resign").hidden = game.kind === "record" || game.review !== null || game.reviewing !== null;
  button("undo").disabled = busy || (moves.length === 0 && !game.over);
  button("resign").disabled = busy || game.over !== null;
  button("again").disabled = shown === all && (line ? line.over : game.over !== null && game.over.reason !== "resignation");
  $("save").href = `sgf?game=${game.id}`;
  const deepest = game.review?.complete && game.review.search.effort === "deep";
  $("ask-review").hidden = game.reviewing !== null || moves.length === 0 || deepest;
  $("ask-review").querySelector("button").disabled = busy;
  $("review-hint").textContent = game.review ? t("reviewAgain") : t("reviewHint");
  $("answers-go").hidden = !game.review?.answers?.length;
  showProgress();
  showReview();
}

function status(line) {
  if (line) {
    const steps = [line.step, line.positions.length, line.moves[line.step - 1]];
    if (line.asked) return t("answered", line.asked.move, t("itIs")[line.asked.class], line.step === 0 ? "" : t("lineAt", ...steps));
    return line.step === 0 ? t("before", line.bad) : t("line", ...steps);
  }
  if (side) return side.text;
  if (at < game.moves.length) return t("stepped", at, game.moves.length);
  if (game.over) return t("over", { ...game.over, reason: t("reasons")[game.over.reason] ?? game.over.reason }, game.colour);
  if (game.kind === "record") return t("recordEnd", game.result && t("result", t(game.result.winner), game.result.by));
  if (game.reviewing !== null) return t("codes").underReview;
  if (frozen()) return t("codes").reviewed;
  return turn() === "you" ? t("yourTurn", t(game.colour)) : t("thinking");
}

const lineShown = () => (side?.kind === "line" ? side : null);

/** What is marked on the board: moves of a line by number, the move played and the better one, tries of an exercise. */
function marks(line) {
  if (line) {
    const numbers = new Map(); // a point may be played twice; the last one counts
    line.moves.slice(0, line.step).forEach((move, i) => numbers.set(move, String(i + 1)));
    const [first] = line.moves;
    if (line.step === 0 && line.asked) return [{ at: first, kind: "asked", text: "?", says: t("askedMark") }];
    const now = stonesAt([game.positions[line.ply], ...line.positions], line.step);
    const stands = [...numbers].filter(([move]) => stoneOn(now, move) !== ".").map(([move, text]) => ({ at: move, kind: "number", text }));
    return line.step === 0 ? [badMark(line.bad.move, "×"), goodMark(first, "A")] : stands;
  }
  if (side?.kind === "find") return side.tried.map(({ move, right }) => (right ? goodMark(move, "✓") : badMark(move, "×")));
  const bad = shownBad();
  if (bad && at === plyOf(bad.number)) return [badMark(bad.move, ""), ...(stoneOn(stonesAt(game.positions, at), bad.target) === "." ? [goodMark(bad.target, "A")] : [])];
  return [];
}

const badMark = (move, text) => ({ at: move, kind: "bad", text, says: t("badMark") });
const goodMark = (move, text) => ({ at: move, kind: "good", text, says: t("goodMark") });

function stoneOn(stones, point) {
  const column = "ABCDEFGHJKLMNOPQRST".indexOf(point[0]);
  return stones[Number(point.slice(1)) - 1][column];
}

function stepTo(step) {
  clearNotice();
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

/** Brings the board into view, and what is said above it. */
const look = () => ["board", "status"].forEach((id) => $(id).scrollIntoView({ block: "nearest" }));

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
  const analysed = review.moves.filter((move) => move.analysed).length;
  $("summary").textContent = t("summary", { ...review, analysed, left: review.moves.length - analysed });
  if (review.language !== document.documentElement.lang.slice(0, 2)) {
    const more = document.createElement("button");
    more.type = "button";
    more.dataset.do = "review";
    more.textContent = t("reReview");
    const why = document.createElement("span");
    why.textContent = `${t("otherLanguage")} ${review.answers?.length ? t("answersGo") : ""} `;
    const both = document.createElement("span");
    both.className = "hint";
    both.append(document.createElement("br"), why, more);
    both.lang = document.documentElement.lang;
    $("summary").append(both);
  }
  const titleOf = (one) => t("badMove", one, t("classes")[one.class]);
  const bad = new Map(review.badMoves.map((one) => [plyOf(one.number), { kind: one.class, title: titleOf(one) }]));
  curve($("curve"), review.graph, { at, bad, choose: (ply) => ((side = null), stepTo(ply)) });
  $("no-bad").hidden = review.badMoves.length > 0 || !review.complete;
  $("bad-title").hidden = review.badMoves.length === 0 && !review.complete; // nobody has looked at all
  const badRows = review.badMoves.map((one) => ({ title: titleOf(one), kind: one.class, solved: game.solved.includes(one.number) }));
  fill($("bad"), badRows, (i) => chooseBad(game.review.badMoves[i].number));
  press($("bad"), (i) => review.badMoves[i].number === chosen);
  const others = review.opponentMoves ?? [];
  $("opponent-title").hidden = others.length === 0;
  $("mistakes").hidden = $("bad-title").hidden && others.length === 0;
  fill($("opponent"), others.map((one) => ({ title: t("otherMove", one, t("classes")[one.class]), kind: one.class })), (i) => chooseOther(game.review.opponentMoves[i]));
  press($("opponent"), (i) => side?.kind === "opponent" && side.ply === others[i].ply);
  showDetail();
}

/** Fills a list with buttons, unless it looks as before; who is on one of them stays there. */
function fill(list, rows, choose) {
  const looks = JSON.stringify(rows);
  if (list.dataset.looks === looks) return;
  list.dataset.looks = looks;
  const focused = [...list.children].findIndex((item) => item.contains(document.activeElement));
  list.replaceChildren(...rows.map((row, i) => rowOf(row, () => choose(i))));
  list.children[focused]?.firstChild.focus({ preventScroll: true });
}

function rowOf({ title, kind, solved = false }, click) {
  const item = document.createElement("li");
  const link = document.createElement("button");
  link.type = "button";
  link.className = `move ${kind || "inaccuracy"}`;
  link.textContent = solved ? `${title} ✓` : title;
  if (solved) link.setAttribute("aria-label", t("solved", title));
  link.addEventListener("click", click);
  item.append(link);
  return item;
}

const press = (list, pressed) => [...list.children].forEach((item, i) => item.firstChild.setAttribute("aria-pressed", String(pressed(i))));

function chooseBad(number) {
  chosen = number;
  side = null;
  stepTo(plyOf(number));
  $("detail").scrollIntoView({ block: "nearest" });
}

/** A mistake of the opponent's: the status says why it is one. */
function chooseOther({ ply, text }) {
  clearNotice();
  chosen = null;
  at = ply;
  side = { kind: "opponent", ply, text };
  showGame();
  look();
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
  fill($("answers"), answersOf(bad).map((one) => ({ title: one.text, kind: one.class })), (i) => showAnswer(answersOf(shownBad())[i]));
}

/** What the pupil asked about a bad move. */
const answersOf = ({ number }) => (game.review.answers ?? []).filter((one) => one.number === number && one.kind === "ask");

const showAnswer = (answer) => demonstrate(lineOf(answer), shownBad(), answer);

/** The line of an answer; the move alone where that is all. */
const lineOf = ({ line, move }) => (line.length > 0 ? line.map((one) => one.move) : [move]);

/** Shows a line in place of a bad move: the better one, or what the pupil asked. */
async function demonstrate(moves, bad, asked = null) {
  const ply = plyOf(bad.number) - 1;
  const { id } = game;
  const answer = await ask("line", { game: id, ply, moves });
  if (!answer || game?.id !== id || chosen !== bad.number) return;
  side = { kind: "line", ply, moves, bad, asked, step: 0, ...answer };
  at = ply;
  stepTo(ply + 1);
  look();
}

function startFind() {
  const bad = shownBad();
  const exercise = game.review.exercises.find((one) => one.number === bad.number);
  at = plyOf(bad.number) - 1;
  side = { kind: "find", exercise, tried: [], text: t("find", t(exercise.side)) };
  showBoard();
}

/** Shows the board, to choose a point on it. */
function showBoard() {
  showGame();
  $("board").focus({ preventScroll: true });
  look();
}

async function find(point) {
  const here = side;
  if (here.done || here.busy || stoneOn(stonesAt(game.positions, at), point) !== "." || here.tried.some(({ move }) => move === point)) return;
  notice(""); // it was of an earlier try
  const { number, accepted, refused } = here.exercise;
  let right = accepted.includes(point);
  here.text = right ? t("right", point) : t("wrong", point);
  if (!right && !refused.includes(point)) {
    // Nothing is known of this move: the library is asked.
    here.text = t("unknown", point);
    here.busy = true;
    showGame();
    const answer = await ask("ask", { game: game.id, number, move: point });
    here.busy = false;
    if (side !== here) return;
    if (!answer) {
      here.text = t("find", t(here.exercise.side));
      showGame();
      return;
    }
    game.review = answer.review;
    const { loss, proven } = answer.answer;
    right = loss < 5 && proven !== "loss";
    here.text = right ? t("right", point) : proven === "loss" ? t("wrong", point) : t("unsure", answer.answer);
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
  showBoard();
}

async function whatIf(point) {
  const here = side;
  const bad = shownBad();
  if (here.busy || stoneOn(stonesAt(game.positions, at), point) !== ".") return;
  here.busy = true;
  here.text = t("asking", point);
  showGame();
  const answer = await ask("ask", { game: game.id, number: bad.number, move: point });
  if (side !== here) return;
  if (!answer) {
    side = { kind: "ask", text: t("askWhere") };
    showGame();
    return;
  }
  side = null;
  game.review = answer.review;
  showGame();
  say(answer.answer.text);
  await showAnswer(answer.answer);
}

// --- what the buttons do ---

let asking = null; // the button that asks once more
let asks = []; // timers: it is meant once it has asked for a while, so not by a double click, and asks no more later

/** Whether a button was pressed a second time, after it asked for that. */
function confirmed(name) {
  const pressed = button(name);
  const meant = pressed.classList.contains("sure");
  if (asking === pressed && !meant) return false;
  unsure();
  if (meant) return true;
  asking = pressed;
  pressed.textContent = t("sure");
  say(t("sure"));
  asks = [setTimeout(() => pressed.classList.add("sure"), 400), setTimeout(unsure, 5000)];
  return false;
}

function unsure() {
  asks.forEach(clearTimeout);
  if (asking) asking.textContent = t(asking.dataset.text);
  asking?.classList.remove("sure");
  asking = null;
}

let making = false; // a game, until it is shown

/** Makes a game and goes there; resolves to whether that is so. A second click makes no other one. */
async function make(what, said) {
  if (making) return false;
  making = true;
  const answer = await ask(what, said);
  if (!answer) return (making = false);
  if (answer.others > 0) news = t("others", answer.others + 1);
  location.hash = `#/game/${answer.id}`;
  return true;
}

const does = {
  first: () => stepTo(side?.kind === "line" ? side.ply : 0),
  previous: () => stepTo(shownPly() - 1),
  next: () => stepTo(shownPly() + 1),
  last: () => stepTo(Infinity),
  undo: async () => (await change("undo")) && reply(),
  resign: () => confirmed("resign") && change("resign"),
  again() {
    const line = lineShown();
    return make("again", { game: game.id, ply: at, moves: line ? line.moves.slice(0, line.step) : [] });
  },
  async remove() {
    if (confirmed("remove") && (await ask("remove", { game: game.id }))) location.hash = "#/";
  },
  review: () => change("review", { effort: $("effort").value, language: document.documentElement.lang.slice(0, 2) }, { stay: true }),
  stop: () => change("stop", {}, { stay: true }),
  demonstrate: () => demonstrate(shownBad().demonstration, shownBad()),
  exercise: startFind,
  ask: startAsk,
  retry: () => make("again", { game: game.id, ply: plyOf(chosen) - 1 }),
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
  if (!pressed || pressed.disabled) return;
  clearNotice();
  void does[pressed.dataset.do]();
});

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address names the game
  $("main").focus();
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

$("begin").addEventListener("submit", (event) => {
  event.preventDefault();
  const { size, target, colour, level } = Object.fromEntries(new FormData(event.target));
  void make("begin", { size: Number(size), target: Number(target), colour, level: Number(level) });
});

$("begin").elements.level.addEventListener("input", showLevel);

function showLevel() {
  $("level-is").textContent = $("begin").elements.level.value;
}

$("load").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { file, text, colour, target } = Object.fromEntries(new FormData(event.target));
  if (Math.max(file.size, text.length) > recordMost) return notice(t("codes").tooLong);
  const record = file.size > 0 ? read(await file.arrayBuffer()) : text;
  if (await make("load", { text: record, colour, target: Number(target), level: Number($("begin").elements.level.value) })) event.target.reset();
});

const recordMost = 1 << 18; // characters that the server takes

/** A record as characters: from the charset that it names, or else from UTF-8 or GB18030. */
function read(octets) {
  const named = /CA\s*\[\s*([^\]]*?)\s*\]/.exec(new TextDecoder("latin1").decode(octets))?.[1];
  for (const charset of [named, "utf-8", "gb18030"]) {
    try {
      if (charset) return new TextDecoder(charset, { fatal: true }).decode(octets);
    } catch {
      // not that one
    }
  }
  return new TextDecoder().decode(octets);
}

// --- languages and places ---

function speak(language) {
  unsure();
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
  $("language").textContent = t("other");
  $("language").lang = language === "zh" ? "en" : "zh-CN";
  document.title = t("title");
  notice("");
  if (side && side.kind !== "line") side = null;
  if (arrived) show(game);
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

const board = new BoardView($("board"), choose, say, t);
const wish = kept() ?? (navigator.language.startsWith("zh") ? "zh" : "en");
speak(languages.includes(wish) ? wish : "en");
showLevel();
window.addEventListener("hashchange", () => void go());
document.addEventListener("visibilitychange", listen);
await go();
listen();
