// What the page shows, and what is asked of it everywhere.

import { about, players } from "./games.js";
import { keep } from "./keep.js";
import { texts } from "./texts.js";

export let qikit; // the library, once it is there
export let say = texts.en;

/** The library is there. */
export function came(library) {
  qikit = library;
}

/** Takes the texts of a language. */
export function sayIn(language) {
  say = texts[language];
}

/** What the page shows. The game is what the board has played, and `ahead`, the moves behind those; `headers` are those of a record. */
export const state = {
  game: "xiangqi", level: 3, you: 0, choice: {}, flip: false, lines: false, language: navigator.language.startsWith("zh") ? "zh" : "en",
  board: undefined, headers: {}, ahead: [], left: undefined, rates: [], selected: undefined, cursor: undefined, arrows: [], thoughts: [],
  thinking: false, judging: false, reviewing: -1, review: undefined, said: "", bad: false,
};

export const played = () => state.board.played;
export const whole = () => [...played(), ...state.ahead];
export const sideName = (side) => say.sides[side] ?? side;
export const yours = () => state.board.side !== "chance" && (state.you === "both" || state.ahead.length > 0 || players(state.board).indexOf(state.board.side) === state.you);
export const notation = () => about(state.game).notation[state.language];
export const twoPlayers = () => players(state.board).length === 2;

export function written(move, board = state.board) {
  if (/^pass$/i.test(move)) return about(state.game).dice ? say.noMove : say.passed;
  if (board.side === "chance") return say.rolled(move.slice(1));
  return notation() ? board.format(move, notation()) : move;
}

export function rules() {
  const { rule, choices } = about(state.game);
  return rule && { [rule]: state.choice[state.game] ?? choices[0] };
}

/** Keeps what the computer thinks of the position on the board, for the first player. */
export function note(winRate) {
  state.rates[played().length] = state.board.side === state.board.sides[0] ? winRate : 1 - winRate;
}

export function save() {
  const { game, level, you, choice, flip, lines, language, board, headers, ahead, left, rates } = state;
  keep("settings", { game, level, you, choice, flip, lines, language });
  keep(game, { initial: board.initial, played: board.played, headers, ahead, left, rates });
}
