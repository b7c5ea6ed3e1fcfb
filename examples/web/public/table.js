// The board on the page: the library's drawing, and over it what a person points at.

import { drawn, extent, movesFrom, nearest, place, pointName, pointsOf } from "./games.js";

/** Draws the board of the page's state. */
export function drawTable(at, state, label) {
  const { board, game, flip, arrows, selected, cursor } = state;
  const { men } = board;
  const options = { size: 800, flip, last: men.last?.move ?? "", arrows: arrows.filter((move) => !/pass/i.test(move)).slice(0, 3) };
  const [width, height] = extent(game, men);
  const over = [];
  if (selected) {
    over.push(circle(drawn(game, men, flip, selected), 46, 'fill="none" stroke="#1567b8" stroke-width="7"'));
    for (const move of movesFrom(board, selected)) {
      const to = pointsOf(move)[1];
      const taken = board.pieces[to] !== undefined;
      over.push(circle(drawn(game, men, flip, to), taken ? 46 : 15, taken ? 'fill="none" stroke="#1a8a3a" stroke-width="7"' : 'fill="#1a8a3a" fill-opacity="0.8"'));
    }
  }
  if (cursor && cursor !== selected) {
    const [x, y] = drawn(game, men, flip, cursor);
    over.push(`<rect x="${x - 46}" y="${y - 46}" width="92" height="92" rx="14" fill="none" stroke="#1567b8" stroke-width="5" stroke-dasharray="22 14"/>`);
  }
  at.setAttribute("aria-label", label);
  at.innerHTML = `${board.svg(options)}<svg class="over" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" aria-hidden="true">${over.join("")}</svg>`;
}

const circle = ([x, y], r, more) => `<circle cx="${x}" cy="${y}" r="${r}" ${more}/>`;

/** The point of the board where an event was. */
drawTable.at = ({ board, game, flip }, at, event) => {
  const { left, top, width: shown } = at.querySelector("svg").getBoundingClientRect();
  const [width] = extent(game, board.men);
  const scale = width / shown;
  return nearest(game, board.men, flip, (event.clientX - left) * scale, (event.clientY - top) * scale);
};

/** The point beside the cursor, as the board is seen. */
drawTable.step = ({ board, game, flip, cursor }, across, up) => {
  const { columns, rows } = board.men;
  if (cursor === undefined) return pointName(game, columns >> 1, rows >> 1);
  const sign = flip ? -1 : 1;
  const [column, row] = place(game, cursor);
  const within = (n, most) => Math.min(Math.max(n, 0), most - 1);
  return pointName(game, within(column + sign * across, columns), within(row + sign * up, rows));
};
