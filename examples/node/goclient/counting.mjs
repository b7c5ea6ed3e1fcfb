// What each side has on a board, by the rules of the gateway.

import { nameOf } from "./points.mjs";

/** The points around one, as [column, row] each. */
const around = (size, column, row) =>
  [[column + 1, row], [column - 1, row], [column, row + 1], [column, row - 1]].filter(([c, r]) => c >= 0 && r >= 0 && c < size && r < size);

/** The empty region around a point: its points, and the colours that it reaches. */
function regionOf(stones, column, row, seen) {
  const size = stones.length;
  const points = [];
  const reaches = new Set();
  const open = [[column, row]];
  seen.add(row * size + column);
  while (open.length > 0) {
    const [c, r] = open.pop();
    points.push([c, r]);
    for (const [nc, nr] of around(size, c, r)) {
      const colour = stones[nr][nc];
      if (colour !== ".") reaches.add(colour);
      else if (!seen.has(nr * size + nc)) {
        seen.add(nr * size + nc);
        open.push([nc, nr]);
      }
    }
  }
  return { points, reaches };
}

/** Whose each point is by area: "b", "w", or "." for a point that is shared. */
function byArea(stones) {
  const owners = stones.map((line) => [...line]);
  const seen = new Set();
  stones.forEach((line, row) =>
    [...line].forEach((stone, column) => {
      if (stone !== "." || seen.has(row * stones.length + column)) return;
      const { points, reaches } = regionOf(stones, column, row, seen);
      const owner = reaches.size === 1 ? [...reaches][0] : ".";
      for (const [c, r] of points) owners[r][c] = owner;
    }),
  );
  return owners;
}

/** Whose each point is by its neighbours: "-" is a point that nobody gets. */
function byNeighbours(stones) {
  return stones.map((line, row) =>
    [...line].map((stone, column) => {
      if (stone !== ".") return stone;
      const beside = new Set(around(stones.length, column, row).map(([c, r]) => stones[r][c]).filter((s) => s !== "."));
      return beside.size === 1 ? [...beside][0] : beside.size === 2 ? "." : "-";
    }),
  );
}

/**
 * Counts a board: rows of "b", "w" and "." from below, the names of dead stones, the rule
 * (area, seed or seed+komi) and the komi. Returns { owners, black, white, margin }: rows
 * like those of the board, points, and by how much Black is ahead after komi.
 */
export function countOf(stones, dead, rule, komi) {
  const area = rule === "area";
  const gone = new Set(area ? dead : []);
  const left = stones.map((line, row) => [...line].map((stone, column) => (gone.has(nameOf(column, row)) ? "." : stone)).join(""));
  const owners = area ? byArea(left) : byNeighbours(left);
  const points = owners.flat();
  const of = (owner) => points.filter((p) => p === owner).length;
  const shared = of(".") + (rule === "seed+komi" ? of("-") : 0);
  const black = of("b") + shared / 2;
  const white = of("w") + shared / 2;
  const margin = black - white - (rule === "seed" ? 0 : Number(komi));
  return { owners: owners.map((line) => line.join("").replaceAll("-", ".")), black, white, margin };
}
