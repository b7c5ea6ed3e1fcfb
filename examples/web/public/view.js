// Shows the page's state.

import { drawCurve } from "./curve.js";
import { about, players } from "./games.js";
import { played, qikit, say, sayIn, sideName, state, twoPlayers, whole, written, yours } from "./state.js";
import { drawTable } from "./table.js";

export const $ = (id) => document.getElementById(id);

export function talk(text, bad = false) {
  Object.assign(state, { said: text, bad });
  show();
}

function statusText() {
  const { board, thinking, said, ahead } = state;
  const at = ahead.length > 0 ? `${say.place(played().length, whole().length)} ` : "";
  const over = board.outcome;
  if (over) {
    const why = say.reasons[over.reason] ?? over.reason;
    return at + (over.winner === null ? say.drawn(why) : say.won(sideName(over.winner), why));
  }
  if (thinking) return say.thinking(sideName(board.side));
  if (board.side === "chance") return at + say.rolling;
  const die = about(state.game).dice ? ` ${say.rolled(played().at(-1)?.slice(1) ?? "")}` : "";
  const check = !about(state.game).dice && board.inCheck ? ` ${say.check}` : "";
  return `${at}${said || (ahead.length > 0 ? say.toMove : say.turn)(sideName(board.side))}${said ? "" : die}${check}`;
}

export function show() {
  const { board, game, ahead } = state;
  drawTable($("board"), state, say.board(say.games[game], sideName(board.side)));
  $("status").textContent = statusText();
  $("status").classList.toggle("bad", state.bad);
  showRates();
  const over = Boolean(board.outcome);
  $("back").disabled = played().length === 0;
  $("hint").disabled = over || !yours();
  $("pass").hidden = about(game).dice || !board.moves().includes("pass");
  $("pass").disabled = !yours() || over;
  $("on").hidden = ahead.length === 0 || over;
  $("return").hidden = state.left === undefined;
  showMoves();
  list($("thoughts"), state.thoughts);
  if (document.activeElement !== $("position")) $("position").value = board.position;
  if ($("lettersShown").open) $("letters").textContent = board.text({ flip: state.flip });
}

export function showRates() {
  const { board, rates, judging, reviewing } = state;
  const two = twoPlayers();
  const ply = played().length;
  const known = rates.slice(0, ply + 1).findLast((rate) => rate !== undefined) ?? 0.5;
  const percent = Math.round(100 * known);
  $("rate").hidden = !two;
  $("share").style.width = `${percent}%`;
  $("rate").className = `rate ${board.sides[0]}`;
  $("rate").setAttribute("aria-label", say.rate(sideName(board.sides[0]), percent));
  drawCurve($("curve"), two ? rates : [], whole().length, ply, say.curve(sideName(board.sides[0])));
  $("judge").hidden = !two || whole().length < 2;
  $("judge").textContent = judging ? say.stop : say.judge;
  $("review").hidden = !about(state.game).reviewed || whole().length < 2;
  $("review").textContent = reviewing >= 0 ? say.reviewing(Math.round(100 * reviewing)) : say.review;
  $("reviewed").hidden = state.review === undefined;
}

let shownMoves = "";

/** The game's moves in the language's notation, each a way to its place. */
function showMoves() {
  const moves = whole();
  const ply = played().length;
  const key = [state.game, state.language, state.board.initial, ...moves].join(" ");
  if (shownMoves !== key) {
    shownMoves = key;
    $("moves").replaceChildren(...movesWritten(moves).map((textContent, i) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent, value: i + 1 });
      const item = document.createElement("li");
      item.append(button);
      return item;
    }));
  }
  [...$("moves").children].forEach((item, i) => item.classList.toggle("ahead", i >= ply));
  $("moves").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const here = $("moves").children[ply - 1];
  here?.firstChild.setAttribute("aria-current", "step");
  if (here) requestAnimationFrame(() => ($("moves").scrollTop = here.offsetTop - $("moves").offsetTop - $("moves").clientHeight / 2)); // with the frame's layout
  Object.assign($("ply"), { max: moves.length, value: ply });
  $("ply").setAttribute("aria-valuetext", say.place(ply, moves.length));
  for (const [id, off] of [["first", ply === 0], ["previous", ply === 0], ["next", ply === moves.length], ["last", ply === moves.length]]) $(id).disabled = off;
  $("steps").hidden = moves.length === 0;
}

function movesWritten(moves) {
  const board = new qikit.Board(state.game, state.board.initial);
  const out = moves.map((move) => {
    const text = written(move, board);
    board.play(move);
    return text;
  });
  board.close();
  return out;
}

function list(at, items) {
  at.replaceChildren(...items.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
}

/** Writes every text in the language of the page. */
export function speak() {
  sayIn(state.language);
  qikit.runtime.config({ language: state.language }); // of the library's errors
  document.title = `qikit: ${say.games[state.game]}`;
  words();
  Object.assign($("language"), { textContent: say.other, lang: say.otherLang });
  for (const link of $("games").children) {
    link.textContent = say.games[link.dataset.game];
    if (link.dataset.game === state.game) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const sides = players(state.board).map(sideName);
  $("you").replaceChildren(...[...sides.map((text, i) => [text, String(i)]), [say.both, "both"]].map(([text, value]) => new Option(text, value, false, String(state.you) === value)));
  $("level").value = state.level;
  $("levelShown").textContent = state.level;
  $("lines").checked = state.lines;
  const { rule, choices = [] } = about(state.game);
  $("choices").hidden = !rule;
  $("choiceOf").textContent = say[rule] ?? "";
  const now = rule === "players" ? players(state.board).length : rule && state.board.men.columns;
  $("choice").replaceChildren(...[...new Set([...choices, ...(rule ? [now] : [])])].map((n) => new Option(n, n, false, n === now)));
}

export function words() {
  document.documentElement.lang = state.language;
  for (const at of document.querySelectorAll("[data-text]")) at.textContent = say[at.dataset.text];
  for (const at of document.querySelectorAll("[data-label]")) at.setAttribute("aria-label", say[at.dataset.label]);
}
