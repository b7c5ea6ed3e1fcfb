// What the page must know of each game beyond its rules: how its points lie in the library's drawing, and how moves name them.

const letters = "abcdefghijklmnopqrstuvwxyz";
const goLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** A grid: `edge` units from the border to the first line, 100 between lines; the first row is named `base`. */
const grid = (edge, base, names) => ({ edge, base, names });

const games = {
  xiangqi: { ...grid(96, 0, letters), moves: true, notation: { en: "wxf", zh: "chinese" } },
  chess: { ...grid(98, 1, letters), moves: true, notation: { en: "san", zh: "chinese" } },
  surakarta: { ...grid(250, 1, letters), moves: true, notation: {} },
  go: { ...grid(110, 1, goLetters), moves: false, notation: {}, sizes: true },
  capturego: { ...grid(110, 1, goLetters), moves: false, notation: {} },
};

export const names = Object.keys(games);
export const about = (game) => games[game];

/** The name of a point by column and row from the bottom. */
export const pointName = (game, column, row) => games[game].names[column] + (row + games[game].base);

/** Column and row of a point. */
export function place(game, point) {
  const { names: all, base } = games[game];
  return [all.indexOf(point[0]), Number(point.slice(1)) - base];
}

/** Where a point lies in the drawing. */
export function drawn(game, men, flip, point) {
  const [column, row] = place(game, point);
  const { edge } = games[game];
  const across = flip ? men.columns - 1 - column : column;
  const down = flip ? row : men.rows - 1 - row;
  return [edge + 100 * across, edge + 100 * down];
}

/** The point nearest to a place in the drawing; undefined beside the board. */
export function nearest(game, men, flip, x, y) {
  const { edge } = games[game];
  let column = Math.round((x - edge) / 100);
  let row = men.rows - 1 - Math.round((y - edge) / 100);
  if (flip) [column, row] = [men.columns - 1 - column, men.rows - 1 - row];
  if (column < 0 || row < 0 || column >= men.columns || row >= men.rows) return undefined;
  return pointName(game, column, row);
}

/** The units of the drawing. */
export const extent = (game, men) => [2 * games[game].edge + 100 * (men.columns - 1), 2 * games[game].edge + 100 * (men.rows - 1)];

/** The points that a move names, one or two. */
export const pointsOf = (move) => move.match(/[a-zA-Z]\d{1,2}/g) ?? [];

/** Of several moves between two points the one to play: a pawn becomes a queen. */
export const favourite = (moves) => moves.find((move) => move.endsWith("q")) ?? moves[0];

/** The legal moves that begin at a point (or are it, where men are placed). */
export const movesFrom = (board, point) => board.moves().filter((move) => pointsOf(move)[0] === point);
