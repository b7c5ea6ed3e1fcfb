// What the page must know of each game beyond its rules: where its points lie in the library's drawing, and how moves name them.

const letters = "abcdefghijklmnopqrstuvwxyz";
const goLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** A grid: `edge` units from the border to the first line, 100 between lines; the first row is named `base`. */
const grid = (edge, base, files) => (columns, rows) => {
  const points = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) points.push({ name: files[column] + (row + base), x: edge + 100 * column, y: edge + 100 * (rows - 1 - row) });
  }
  return { width: 2 * edge + 100 * (columns - 1), height: 2 * edge + 100 * (rows - 1), reach: 60, mark: 46, points };
};

/** The star of Chinese checkers: files in half steps. */
function star() {
  const points = [];
  for (let row = 0; row < 17; row++) {
    for (let column = row % 2; column < 25; column += 2) {
      const up = 8 - row;
      const right = column - 12;
      const cube = [up, (right - up) / 2, -(right + up) / 2];
      if (Math.max(...cube) <= 4 || Math.min(...cube) >= -4) points.push({ name: letters[column] + (17 - row), x: 110 + 50 * column, y: 110 + 87 * row });
    }
  }
  return { width: 1420, height: 1612, reach: 60, mark: 44, points };
}

const seats = ["red", "yellow", "blue", "green"];

/** The ring of Ludo, with base, start and way home of one side. */
function ring(_columns, _rows, side) {
  const first = 13 * Math.max(seats.indexOf(side), 0);
  const points = [];
  const put = (name, field, radius) => {
    const angle = ((field + 0.5) * Math.PI) / 26 + Math.PI / 2;
    points.push({ name, x: 500 + radius * Math.cos(angle), y: 500 + radius * Math.sin(angle) });
  };
  for (let field = 0; field < 52; field++) put(`t${field + 1}`, field, 400);
  for (let i = 0; i < 4; i++) put("b", first - 1.5 + i, 470);
  put("s", first - 1, 425);
  for (let i = 1; i < 6; i++) put(`h${i}`, first + 49, 400 - 60 * i);
  put("home", first + 49, 40);
  return { width: 1000, height: 1000, reach: 45, mark: 26, points };
}

const games = {
  xiangqi: { lay: grid(96, 0, letters), moves: true, notation: { en: "wxf", zh: "chinese" } },
  chess: { lay: grid(98, 1, letters), moves: true, notation: { en: "san", zh: "chinese" } },
  surakarta: { lay: grid(250, 1, letters), moves: true, notation: {}, routes: true },
  go: { lay: grid(110, 1, goLetters), notation: {}, rule: "size", choices: [9, 13, 19] },
  capturego: { lay: grid(110, 1, goLetters), notation: {}, rule: "size", choices: [9, 5, 7, 13], reviewed: true },
  gomoku: { lay: grid(110, 1, letters), notation: {} },
  chinesecheckers: { lay: star, moves: true, notation: {}, rule: "players", choices: [2, 3, 4, 6] },
  ludo: { lay: ring, moves: true, notation: {}, rule: "players", choices: [2, 3, 4], dice: true },
};

export const names = Object.keys(games);
export const about = (game) => games[game];

const laid = new Map();

/** The points of a board, where the library draws them; for Ludo those of a side. */
export function layout(board, side = board.side) {
  const { dice, lay } = games[board.game];
  const { columns, rows } = dice ? {} : board.men;
  const key = [board.game, columns, rows, dice ? side : ""].join(" ");
  if (!laid.has(key)) laid.set(key, lay(columns, rows, side));
  return laid.get(key);
}

/** A place of the drawing as it is seen. */
export const seen = ({ width, height }, flip, { x, y }) => (flip ? { x: width - x, y: height - y } : { x, y });

/** Where a point lies in the drawing: once, or for a base of Ludo four times. */
export const places = (layout, flip, name) => layout.points.filter((p) => p.name === name).map((p) => seen(layout, flip, p));

/** The name of the point nearest to a place in the drawing; undefined beside the board. */
export function nearest(layout, flip, place) {
  const { x, y } = seen(layout, flip, place);
  const far = (p) => Math.hypot(p.x - x, p.y - y);
  const best = layout.points.reduce((a, b) => (far(b) < far(a) ? b : a));
  return far(best) <= layout.reach ? best.name : undefined;
}

/** The point beside another one, as the board is seen: the nearest in that direction. `among` leaves others out. */
export function beside(layout, flip, from, across, up, among = () => true) {
  const all = layout.points.filter((p) => among(p.name)).map((p) => ({ name: p.name, ...seen(layout, flip, p) }));
  const at = from === undefined ? { x: layout.width / 2, y: layout.height / 2 } : places(layout, flip, from)[0];
  const cost = (p) => {
    const along = (p.x - at.x) * across - (p.y - at.y) * up;
    const beside = Math.abs((p.x - at.x) * up + (p.y - at.y) * across);
    return from === undefined ? Math.hypot(p.x - at.x, p.y - at.y) : along > 1 && p.name !== from ? along + 2 * beside : Infinity;
  };
  const best = all.reduce((a, b) => (a === undefined || cost(b) < cost(a) ? b : a), undefined);
  return best !== undefined && cost(best) < Infinity ? best.name : from;
}

/** The points that a move names: a start and an end, or where a stone is placed; none for a pass. */
export function pointsOf(move) {
  const [, from, to] = move.match(/^(?:([a-zA-Z]\d{1,2}|b|s)[-x]?)?([a-zA-Z]\d{1,2}|s|home)[a-z]?$/) ?? [];
  return [from, to].filter((p) => p !== undefined);
}

/** Of several moves between two points the one to play: a pawn becomes a queen. */
export const favourite = (moves) => moves.find((move) => move.endsWith("q")) ?? moves[0];

/** The legal moves that begin at a point (or are it, where men are placed). */
export const movesFrom = (board, point) => board.moves().filter((move) => pointsOf(move)[0] === point);

/** The players' sides: all but chance. */
export const players = (board) => board.sides.filter((side) => side !== "chance");
