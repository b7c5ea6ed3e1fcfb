// Going through a game: where the stones stood after each move.

const letters = "ABCDEFGHJKLMNOPQRST"; // columns, without I

/** Takes the chain at a point off the stones if it has no liberty; returns how many stones that were. */
function captured(stones, column, row) {
  const size = stones.length;
  const colour = stones[row]?.[column];
  if (colour !== "b" && colour !== "w") return 0;
  const chain = new Set();
  const open = [[column, row]];
  while (open.length > 0) {
    const [c, r] = open.pop();
    const at = stones[r]?.[c];
    if (at === ".") return 0;
    if (at !== colour || chain.has(r * size + c)) continue;
    chain.add(r * size + c);
    open.push([c + 1, r], [c - 1, r], [c, r + 1], [c, r - 1]);
  }
  for (const i of chain) stones[Math.floor(i / size)][i % size] = ".";
  return chain.size;
}

/**
 * The positions of a game, the first without a move: { stones, last, captures, turn } each.
 * The moves are legal ones. White begins where stones were set up.
 */
export function positionsOf(size, setUp, moves) {
  const stones = Array.from({ length: size }, () => Array(size).fill("."));
  const put = (name, colour) => (stones[Number(name.slice(1)) - 1][letters.indexOf(name[0])] = colour);
  for (const name of setUp) put(name, "b");
  const captures = { b: 0, w: 0 };
  let turn = setUp.length > 0 ? "w" : "b";
  const now = (last) => ({ stones: stones.map((line) => line.join("")), last, captures: { ...captures }, turn });
  const all = [now(null)];
  for (const move of moves) {
    const [mine, other] = turn === "b" ? ["b", "w"] : ["w", "b"];
    if (move !== "PASS") {
      put(move, mine);
      const [column, row] = [letters.indexOf(move[0]), Number(move.slice(1)) - 1];
      for (const [c, r] of [[column + 1, row], [column - 1, row], [column, row + 1], [column, row - 1]]) {
        if (stones[r]?.[c] === other) captures[mine] += captured(stones, c, r);
      }
    }
    turn = other;
    all.push(now(move));
  }
  return all;
}

/** The bar below the board: how far through the game one is. */
export class Replay {
  #game = "";
  #state = "";
  #plies = null; // null: where the game is
  #moves = [];
  #made = { of: "", positions: [] };
  #changed;
  #t;

  /** changed() is called when another position is to be seen, t gives the page's texts. */
  constructor(changed, t) {
    this.#changed = changed;
    this.#t = t;
    for (const [id, step] of Object.entries({ first: -Infinity, back: -1, forward: 1, newest: Infinity })) {
      this.#find(id).addEventListener("click", () => this.#go(this.#now + step));
    }
    this.#find("plies").addEventListener("input", ({ target }) => this.#go(Number(target.value)));
  }

  #find(id) {
    return document.getElementById(`replay-${id}`);
  }

  get #last() {
    return this.#moves.length;
  }

  get #now() {
    return this.#plies ?? this.#last;
  }

  #go(plies) {
    const at = Math.max(0, Math.min(this.#last, plies));
    this.#plies = at === this.#last ? null : at;
    this.#changed();
  }

  /** The table as it is to be seen, with `past` where that is an earlier position. */
  of(table) {
    if (table.game !== this.#game || table.state !== this.#state) { // marking, say, is about the game as it is
      this.#game = table.game;
      this.#state = table.state;
      this.#plies = null;
    }
    this.#moves = table.line;
    if (this.#plies !== null && this.#plies >= this.#last) this.#plies = null; // moves were taken back
    this.#draw();
    if (this.#plies === null) return table;
    const of = [table.game, ...table.line].join();
    if (this.#made.of !== of) this.#made = { of, positions: positionsOf(table.size, table.setUp, table.line) };
    return { ...table, ...this.#made.positions[this.#plies], dead: [], count: null, past: true };
  }

  #draw() {
    const bar = this.#find("plies");
    bar.max = String(this.#last);
    bar.value = String(this.#now);
    bar.setAttribute("aria-valuetext", this.#t("moveOf", this.#now, this.#last));
    document.getElementById("replay").hidden = this.#last === 0;
    this.#find("text").textContent = this.#t("moveOf", this.#now, this.#last);
    for (const id of ["first", "back"]) this.#find(id).disabled = this.#now === 0;
    for (const id of ["forward", "newest"]) this.#find(id).disabled = this.#plies === null;
  }
}
