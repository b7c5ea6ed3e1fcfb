"use strict";

const book = JSON.parse(document.getElementById("book").textContent);
const get = (id) => document.getElementById(id);

const words = {
  en: {
    name: "English", other: "中文", dark: "Dark", light: "Light", games: "games", positions: "positions", shown: "shown here",
    start: "Start", notation: "Notation", position: "Position text", toMove: "to move", wins: "wins", drawn: "Draw", over: "The game is over",
    count: "Games", score: "Score", rate: "Win rate", move: "Move", results: "Results", none: "No move is recorded here.",
    win: "won", draw: "drawn", loss: "lost", unknown: "unknown",
    legend: "Scores and results are those of the side to move.", first: "To the start", back: "Back", ahead: "Play the selected move", flip: "Turn the board",
    keys: "Keys: ↑ ↓ select a move, → play it, ← back, Home start, F turn the board. On a touch screen, swipe the board.",
    beyond: "not in this file", empty: "This book has no positions.",
    xiangqi: "Xiangqi book", chess: "Chess book", surakarta: "Surakarta book", go: "Go book", capturego: "Capture Go book", gomoku: "Gomoku book",
    chinesecheckers: "Chinese checkers book", ludo: "Ludo book", red: "Red", black: "Black", white: "White", b: "Black", w: "White",
    orange: "Orange", yellow: "Yellow", green: "Green", blue: "Blue", purple: "Purple", chance: "The die",
  },
  zh: {
    name: "中文", other: "English", dark: "深色", light: "浅色", games: "局", positions: "个局面", shown: "个收入本页",
    start: "起始局面", notation: "记谱", position: "局面文本", toMove: "走棋", wins: "胜", drawn: "和棋", over: "对局结束",
    count: "局数", score: "评分", rate: "胜率", move: "着法", results: "结果", none: "此局面没有着法记录。",
    win: "胜", draw: "和", loss: "负", unknown: "结果未知",
    legend: "评分与胜负均以走棋方为准。", first: "回到起始局面", back: "后退", ahead: "走选中的着法", flip: "翻转棋盘",
    keys: "按键：↑ ↓ 选择着法，→ 走棋，← 后退，Home 回到起始局面，F 翻转棋盘。触摸屏可在棋盘上左右滑动。",
    beyond: "未收入本页", empty: "此棋谱没有局面。",
    xiangqi: "象棋开局库", chess: "国际象棋开局库", surakarta: "苏拉卡尔塔棋库", go: "围棋库", capturego: "吃子棋库", gomoku: "五子棋库",
    chinesecheckers: "跳棋库", ludo: "飞行棋库", red: "红方", black: "黑方", white: "白方", b: "黑方", w: "白方",
    orange: "橙方", yellow: "黄方", green: "绿方", blue: "蓝方", purple: "紫方", chance: "骰子",
  },
};
const notations = {
  en: { uci: "h2e2", uci10: "h3e3", iccs: "ICCS", wxf: "WXF", chinese: "Chinese", "chinese-traditional": "Chinese (traditional)", surakarta: "c5xf3", compact: "c5f3", gtp: "D4", sgf: "SGF", san: "SAN", gomoku: "h8", gomocup: "Gomocup", chinesecheckers: "k3-m5" },
  zh: { uci: "h2e2", uci10: "h3e3", iccs: "ICCS", wxf: "WXF", chinese: "中文", "chinese-traditional": "中文（繁体）", surakarta: "c5xf3", compact: "c5f3", gtp: "D4", sgf: "SGF", san: "SAN", gomoku: "h8", gomocup: "Gomocup", chinesecheckers: "k3-m5" },
};

/** What the reader has chosen; a browser may refuse to remember it. */
const memory = {
  get(key) { try { return localStorage.getItem(`qikit-${key}`); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(`qikit-${key}`, value); } catch { /* then for this visit only */ } },
};

const state = {
  language: memory.get("language") ?? (navigator.language.startsWith("zh") ? "zh" : "en"),
  theme: memory.get("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"),
  notation: null, // the reader's, or null for that of the language
  turned: 0,
  root: 0, // among book.roots
  line: [], // numbers of the moves made
  pick: 0,
};

const t = (word) => words[state.language]?.[word] ?? words.en[word] ?? word;
const number = (n) => n.toLocaleString(state.language === "zh" ? "zh-CN" : "en-GB");

/** An element with properties and children. */
function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** The nodes of the line, from the initial position on. */
function path() {
  const nodes = [book.nodes[book.roots[state.root]]];
  for (const move of state.line) nodes.push(book.nodes[nodes.at(-1).moves[move].child]);
  return nodes;
}

/** The numbers of the lines between head and tail of a node's drawing. */
function drawing(node) {
  const chain = [];
  for (let at = node; ; at = book.nodes[at.base]) {
    chain.push(at);
    if (at.base < 0) break;
  }
  const lines = new Set();
  for (const { removed, added } of chain.reverse()) {
    for (const n of removed) lines.delete(n);
    for (const n of added) lines.add(n);
  }
  return [...lines];
}

function drawBoard(nodes) {
  const node = nodes.at(-1), side = state.turned;
  const parts = [book.head[side], ...drawing(node).map((n) => book.lines[n][side])];
  if (nodes.length > 1) parts.push(book.lines[nodes.at(-2).moves[state.line.at(-1)].last][side]);
  node.moves.slice(0, 5).forEach((move, i) => {
    if (i !== state.pick) parts.push(`<g class="arrow">${book.lines[move.arrow][side]}</g>`);
  });
  const picked = node.moves[state.pick];
  if (picked) parts.push(`<g class="arrow pick">${book.lines[picked.arrow][side]}</g>`);
  parts.push(book.tail[side]);
  get("board").innerHTML = parts.join("");
  get("board").firstElementChild.setAttribute("aria-label", node.position);
}

/** Won, drawn, lost and without a result, as a bar with its numbers. */
function results([count, wins, draws, losses]) {
  const unknown = count - wins - draws - losses;
  const parts = Object.entries({ win: wins, draw: draws, loss: losses, unknown }).filter(([, n]) => n > 0);
  const bar = make("div", { className: "bar", title: parts.map(([word, n]) => `${number(n)} ${t(word)}`).join(state.language === "zh" ? "，" : ", ") });
  for (const [word, n] of parts) {
    const part = make("i", { className: word });
    part.style.width = `${(100 * n) / count}%`;
    bar.append(part);
  }
  const known = wins + draws + losses > 0 ? [`${number(wins)} / ${number(draws)} / ${number(losses)}`] : [];
  if (unknown > 0) known.push(`${number(unknown)} ${t("unknown")}`);
  const numbers = known.flatMap((text, i) => [...(i > 0 ? [" · "] : []), make("span", { textContent: text })]);
  return make("div", {}, bar, make("div", { className: "numbers" }, ...numbers));
}

const score = (eval_) => (eval_ === null ? "–" : `${eval_ > 0 ? "+" : eval_ < 0 ? "−" : ""}${(Math.abs(eval_) / 100).toFixed(2)}`);
const rate = (share) => (share === null ? "–" : `${(100 * share).toFixed(1)} %`);
const moveText = (move) => book.texts[move.text].split("\t")[notationNow()];

function notationNow() {
  const wish = state.notation ?? (state.language === "zh" ? "chinese" : "wxf");
  return Math.max(0, book.notations.indexOf(wish));
}

function showMoves(node) {
  const place = get("moves");
  if (node.moves.length === 0) {
    place.replaceChildren(node.winner === null ? make("p", { textContent: t("none") }) : "");
    return;
  }
  // What searches said of the moves: scores, or win rates, or nothing.
  const said = ["score", "rate"].filter((word) => node.moves.some((move) => move[word] !== null)).slice(0, 1);
  const head = make("tr", {}, ...["move", "count", ...said, "results"].map((word) => make("th", { scope: "col", textContent: t(word) })));
  const rows = node.moves.map((move, i) => {
    const button = make("button", { type: "button", textContent: moveText(move), disabled: move.child < 0 });
    const opinion = said.map((word) => (word === "score" ? score(move.score) : rate(move.rate)));
    const cells = [button, number(move.tally[0]), ...opinion, results(move.tally)].map((content) => make("td", {}, content));
    const row = make("tr", { className: move.child < 0 ? "end" : "", title: move.child < 0 ? t("beyond") : "" }, ...cells);
    row.ariaSelected = String(i === state.pick);
    row.onclick = () => (state.pick = i, forward());
    row.onmouseenter = () => select(i);
    button.onfocus = () => select(i);
    return row;
  });
  place.replaceChildren(make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
}

function showHere(node) {
  const side = t(book.sides[node.turn]);
  let title = state.language === "zh" ? `${side}${t("toMove")}` : `${side} ${t("toMove")}`;
  if (node.winner !== null) {
    const winner = node.winner < 0 ? t("drawn") : state.language === "zh" ? t(book.sides[node.winner]) + t("wins") : `${t(book.sides[node.winner])} ${t("wins")}`;
    title = `${t("over")}${state.language === "zh" ? "：" : ": "}${winner}`;
  }
  const facts = { count: number(node.tally[0]), score: node.score === null ? null : score(node.score), rate: node.rate === null ? null : rate(node.rate) };
  const list = make("dl", {}, ...Object.entries(facts).filter(([, v]) => v !== null)
    .map(([word, v]) => make("div", {}, make("dt", { textContent: t(word) }), make("dd", { textContent: v }))));
  get("here").replaceChildren(make("h2", { textContent: title }), list, results(node.tally));
}

/** The line as a trail: each part leads to its position. */
function showLine(nodes) {
  const parts = [make("button", { type: "button", textContent: t("start"), onclick: () => go(state.root, []) })];
  let full = 0;
  state.line.forEach((n, i) => {
    const before = nodes[i];
    const button = make("button", { type: "button", textContent: moveText(before.moves[n]), onclick: () => go(state.root, state.line.slice(0, i + 1)) });
    if (before.turn > 0 && i > 0) return parts.push(button);
    parts.push(make("span", {}, make("small", { textContent: `${++full}.${before.turn === 0 ? "" : "…"}` }), button));
  });
  get("line").replaceChildren(...parts);
  [...get("line").querySelectorAll("button")].at(-1).setAttribute("aria-current", "step");
  get("line").scrollTop = get("line").scrollHeight;
}

/** What stays the same along the line: words, lists, colours. */
function showFrame() {
  document.documentElement.lang = state.language === "zh" ? "zh-CN" : "en";
  document.documentElement.dataset.theme = state.theme;
  document.title = get("title").textContent = t(book.game);
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = t(element.dataset.word);
  const gap = state.language === "zh" ? "" : " ";
  const facts = [...(book.games > 0 ? [`${number(book.games)}${gap}${t("games")}`] : []), `${number(book.positions)}${gap}${t("positions")}`];
  if (book.nodes.length < book.positions) facts.push(`${number(book.nodes.length)}${gap}${t("shown")}`);
  get("facts").textContent = facts.join(" · ");
  get("language").textContent = t("other");
  get("theme").textContent = t(state.theme === "dark" ? "light" : "dark");
  for (const id of ["first", "back", "ahead", "flip"]) get(id).title = get(id).ariaLabel = t(id);
  get("keys").textContent = t("keys");
  get("legend").replaceChildren(...["win", "draw", "loss", "unknown"].map((word) => make("span", {}, make("i", { className: word }), t(word))), make("div", { textContent: t("legend") }));
  get("notation").replaceChildren(...book.notations.map((name) => make("option", { value: name, textContent: notations[state.language]?.[name] ?? name })));
  get("notation").value = book.notations[notationNow()];
  get("notation").parentElement.hidden = book.notations.length < 2;
  get("starts").hidden = book.roots.length < 2;
  get("root").replaceChildren(...book.roots.map((n, i) => make("option", { value: i, textContent: `${i + 1}. ${book.nodes[n].position}` })));
}

function show() {
  if (book.roots.length === 0) return get("here").replaceChildren(t("empty"));
  const nodes = path(), node = nodes.at(-1);
  drawBoard(nodes);
  showLine(nodes);
  showHere(node);
  showMoves(node);
  get("position").textContent = node.position;
  get("root").value = state.root;
  get("first").disabled = get("back").disabled = state.line.length === 0;
  get("ahead").disabled = !(node.moves[state.pick]?.child >= 0);
}

/** Selects a move of the list; the board shows it. */
function select(n) {
  const nodes = path();
  if (n === state.pick || n < 0 || n >= nodes.at(-1).moves.length) return;
  state.pick = n;
  document.querySelectorAll("tbody tr").forEach((row, i) => (row.ariaSelected = String(i === n)));
  get("ahead").disabled = nodes.at(-1).moves[n].child < 0;
  drawBoard(nodes);
}

/** Goes to a line; the address names it, so that the browser's own back works too. */
function go(root, line) {
  location.hash = [root, ...line].join(".");
  read();
}

const address = () => [state.root, ...state.line].join(".");

function read() {
  const [root = 0, ...line] = location.hash.slice(1).split(".").filter(Boolean).map(Number);
  state.root = root in book.roots ? root : 0;
  state.line = [];
  state.pick = 0;
  for (let at = book.nodes[book.roots[state.root]]; at && line.length > 0; ) {
    const n = line.shift(), child = at.moves[n]?.child ?? -1;
    if (child < 0) break;
    state.line.push(n);
    at = book.nodes[child];
  }
  show();
}

function forward() {
  if (path().at(-1).moves[state.pick]?.child >= 0) go(state.root, [...state.line, state.pick]);
}
const back = () => state.line.length > 0 && go(state.root, state.line.slice(0, -1));
const flip = () => { state.turned = 1 - state.turned; show(); };

get("first").onclick = () => go(state.root, []);
get("back").onclick = back;
get("ahead").onclick = forward;
get("flip").onclick = flip;
get("root").onchange = (event) => go(Number(event.target.value), []);
get("notation").onchange = (event) => { state.notation = event.target.value; show(); };
get("language").onclick = () => {
  state.language = state.language === "zh" ? "en" : "zh";
  memory.set("language", state.language);
  showFrame();
  show();
};
get("theme").onclick = () => {
  state.theme = state.theme === "dark" ? "light" : "dark";
  memory.set("theme", state.theme);
  showFrame();
  show();
};
const keys = {
  ArrowLeft: back, Backspace: back, ArrowRight: forward, Home: () => go(state.root, []), f: flip, F: flip,
  ArrowUp: () => select(state.pick - 1), ArrowDown: () => select(state.pick + 1),
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT" || !keys[event.key] || book.roots.length === 0) return;
  event.preventDefault();
  keys[event.key]();
});
let touch = null;
get("board").addEventListener("touchstart", (event) => (touch = event.changedTouches[0]), { passive: true });
get("board").addEventListener("touchend", (event) => {
  const end = event.changedTouches[0], x = end.clientX - touch.clientX, y = end.clientY - touch.clientY;
  if (Math.abs(x) < 40 || Math.abs(x) < 2 * Math.abs(y)) return;
  if (x > 0) back();
  else forward();
}, { passive: true });
addEventListener("hashchange", () => {
  if (location.hash !== `#${address()}`) read();
});
showFrame();
read();
