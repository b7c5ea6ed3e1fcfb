// The board on the page: the library's drawing, and over it what a person points at.

import { about, layout, movesFrom, nearest, places, pointsOf } from "./games.js";

const pass = /^(pass|resign)$/i;
const circle = ({ x, y }, r, more) => `<circle cx="${x}" cy="${y}" r="${r}" ${more}/>`;

/** Draws the board of the page's state. */
export function drawTable(at, state, label) {
  const { board, game, flip, arrows, selected } = state;
  const { dice, routes } = about(game);
  const lay = layout(board);
  const last = dice ? undefined : board.played.at(-1);
  const captures = routes && selected ? movesFrom(board, selected).filter((move) => move.includes("x")) : [];
  const shown = (captures.length > 0 ? captures : arrows).filter((move) => !pass.test(move)).slice(0, captures.length || 3);
  const options = { size: 800, flip, last: last && !pass.test(last) ? last : "", arrows: dice ? [] : shown };
  const over = [...(dice ? [lastOfDice(state), ...shown.map((move, i) => arrow(lay, flip, move, i ? 0.4 : 0.9))] : []), routes ? lastRoute(state) : "", ...chosen(state, lay)];
  at.setAttribute("aria-label", label);
  at.innerHTML = `${board.svg(options)}<svg class="over" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${lay.width} ${lay.height}" aria-hidden="true">${over.join("")}</svg>`;
}

/** What is selected, where it can go, and the cursor. */
function chosen({ board, flip, selected, cursor, game }, lay) {
  const out = [];
  const { mark } = lay;
  if (selected !== undefined) {
    for (const place of places(lay, flip, selected)) out.push(circle(place, mark, 'fill="none" stroke="#1567b8" stroke-width="7"'));
    const pieces = about(game).dice ? {} : board.pieces;
    for (const to of new Set(movesFrom(board, selected).map((move) => pointsOf(move)[1]))) {
      const look = pieces[to] !== undefined ? [mark, 'fill="none" stroke="#1a8a3a" stroke-width="7"'] : [15, 'fill="#1a8a3a" fill-opacity="0.8"'];
      for (const place of places(lay, flip, to)) out.push(circle(place, ...look));
    }
  }
  if (cursor !== undefined && cursor !== selected) {
    for (const { x, y } of places(lay, flip, cursor)) {
      out.push(`<rect x="${x - mark}" y="${y - mark}" width="${2 * mark}" height="${2 * mark}" rx="14" fill="none" stroke="#1567b8" stroke-width="5" stroke-dasharray="22 14"/>`);
    }
  }
  return out;
}

function arrow(lay, flip, move, opacity, colour = "#a01414") {
  const [from, to] = pointsOf(move).map((name) => places(lay, flip, name)[0]);
  if (from === undefined || to === undefined) return "";
  return `<g opacity="${opacity}"><path d="M${from.x} ${from.y}L${to.x} ${to.y}" stroke="${colour}" stroke-width="8"/>${circle(to, 12, `fill="${colour}"`)}</g>`;
}

/** A board before the last move of a player, and that move; chance moves in between. */
function before(board) {
  const copy = board.copy();
  let move;
  do {
    if (copy.played.length === 0) return copy.close();
    move = copy.played.at(-1);
    copy.undo();
  } while (copy.side === "chance");
  return { copy, move };
}

/** The last plane that flew. */
function lastOfDice({ board, flip }) {
  const found = before(board);
  if (!found) return "";
  const { side } = found.copy;
  found.copy.close();
  return arrow(layout(board, side), flip, found.move, 0.6, "#222");
}

/** The route that the last capture took. */
function lastRoute({ board, flip }) {
  if (!board.played.at(-1)?.includes("x")) return "";
  const { copy, move } = before(board);
  const { points, loops } = copy.route(move);
  copy.close();
  const lay = layout(board);
  const at = points.map((name) => places(lay, flip, name)[0]);
  const path = at.map((to, i) => (i === 0 ? `M${to.x} ${to.y}` : loops.includes(i - 1) ? loop(at[i - 1], to) : `L${to.x} ${to.y}`));
  return `<path class="route" d="${path.join("")}" fill="none" stroke="#e67e22" stroke-width="9" stroke-opacity="0.75" stroke-linejoin="round"/>`;
}

/** Three quarters of a circle round the corner of the board between two points of one circuit. */
function loop(from, to) {
  // The corner shares one coordinate with each end: the one on the edge.
  const corner = from.x === 250 || from.x === 750 ? { x: from.x, y: to.y } : { x: to.x, y: from.y };
  const r = Math.hypot(from.x - corner.x, from.y - corner.y);
  const turn = (from.x - corner.x) * (to.y - corner.y) - (from.y - corner.y) * (to.x - corner.x);
  return `A${r} ${r} 0 1 ${turn < 0 ? 1 : 0} ${to.x} ${to.y}`;
}

/** The point of the board where an event was. */
drawTable.at = ({ board, flip }, at, event) => {
  const { left, top, width } = at.querySelector("svg").getBoundingClientRect();
  const lay = layout(board);
  const scale = lay.width / width;
  return nearest(lay, flip, { x: (event.clientX - left) * scale, y: (event.clientY - top) * scale });
};
