// The board as SVG, with a cursor for the keyboard.

const letters = "ABCDEFGHJKLMNOPQRST"; // columns, without I
const stars = { 7: [3], 9: [2, 4, 6], 11: [2, 5, 8], 13: [3, 6, 9], 19: [3, 9, 15] };

export const nameOf = (column, row) => letters[column] + (row + 1);

/** The height of the coordinates: on a large board they have to be larger to be read on a phone. */
const coordSize = (n) => Math.min(0.54, 0.24 + n * 0.016);

function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A small picture of a board: rows of "b", "w" and "." from below, and the last move. */
export function thumbnail(stones, last) {
  const n = stones.length;
  const picture = svg("svg", { class: "thumbnail", viewBox: `-0.7 -0.7 ${n + 0.4} ${n + 0.4}`, "aria-hidden": "true" });
  picture.append(svg("rect", { class: "wood", x: -0.7, y: -0.7, width: n + 0.4, height: n + 0.4, rx: 0.25 }));
  picture.append(svg("path", { class: "lines", d: Array.from({ length: n }, (_, i) => `M0 ${i}H${n - 1}M${i} 0V${n - 1}`).join("") }));
  stones.forEach((line, row) =>
    [...line].forEach((stone, column) => {
      if (stone === ".") return;
      const place = { cx: column, cy: n - 1 - row };
      picture.append(svg("circle", { class: `piece ${stone}`, r: 0.47, ...place }));
      if (nameOf(column, row) === last) picture.append(svg("circle", { class: `last ${stone}`, r: 0.2, ...place }));
    }),
  );
  return picture;
}

export class BoardView {
  #host;
  #choose;
  #voice;
  #t;
  #cursor = { column: 0, row: 0 };
  #drawn = "";
  #state = null;
  #marks = [];

  /** Draws into host; choose(point) is called for a click or Enter, voice(text) to say something, t(key, ...) for the page's texts. */
  constructor(host, choose, voice, t) {
    this.#t = t;
    this.#host = host;
    this.#choose = choose;
    this.#voice = voice;
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("click", (event) => this.#click(event));
    host.addEventListener("focus", () => this.#tell());
  }

  /**
   * Draws a table, unless it looks as before. Marks are { at, kind, text, says } each: a class of
   * the drawing, what stands there, and what the cursor says of it if that is not the text. Owners are rows like those of the stones: whose
   * each point is.
   */
  show(table, { coords, last, ghost, marks = [], owners = null }) {
    const looks = JSON.stringify([table.stones, table.last, table.dead, table.state, table.you, table.turn, coords, last, ghost, marks, owners, document.documentElement.lang]);
    if (this.#state?.size !== table.size) this.#cursor = { column: (table.size - 1) / 2, row: (table.size - 1) / 2 };
    this.#state = table;
    this.#marks = marks;
    this.#host.setAttribute("aria-label", this.#t("board", table.size));
    if (looks === this.#drawn) return;
    this.#drawn = looks;
    this.#draw(table, coords, last, ghost, marks, owners);
  }

  #draw(table, coords, last, ghost, marks, owners) {
    const n = table.size;
    const edge = coords ? 1.15 : 0.7;
    const x = (column) => column + edge;
    const y = (row) => n - 1 - row + edge;
    const whole = n - 1 + 2 * edge;
    const picture = svg("svg", { viewBox: `0 0 ${whole} ${whole}`, "aria-hidden": "true", "data-size": n, "data-edge": edge });
    picture.append(svg("rect", { class: "wood", width: whole, height: whole, rx: 0.25 }));
    const lines = Array.from({ length: n }, (_, i) => `M${x(0)} ${y(i)}H${x(n - 1)}M${x(i)} ${y(0)}V${y(n - 1)}`).join("");
    picture.append(svg("path", { class: "lines", d: lines }));
    for (const column of stars[n] ?? []) {
      for (const row of stars[n]) {
        const middle = (n - 1) / 2;
        if (n < 13 && (column === middle) !== (row === middle)) continue;
        picture.append(svg("circle", { class: "star", cx: x(column), cy: y(row), r: 0.11 }));
      }
    }
    if (coords) {
      for (let i = 0; i < n; i++) {
        for (const at of [0.36, whole - 0.36]) {
          picture.append(svg("text", { class: "coord", "font-size": coordSize(n), x: x(i), y: at }, letters[i]));
          picture.append(svg("text", { class: "coord", "font-size": coordSize(n), x: at, y: y(i) }, String(i + 1)));
        }
      }
    }
    const dead = new Set(table.dead);
    table.stones.forEach((line, row) =>
      [...line].forEach((stone, column) => {
        const name = nameOf(column, row);
        const place = { cx: x(column), cy: y(row) };
        if (stone === ".") {
          if (name === ghost) picture.append(svg("circle", { class: `piece ${table.you} ghost`, r: 0.47, ...place }));
          return;
        }
        const gone = dead.has(name);
        picture.append(svg("circle", { class: `piece ${stone}${gone ? " dead" : ""}`, r: 0.47, "data-at": name, ...place }));
        if (gone) picture.append(svg("path", { class: `cross ${stone}`, d: `M${x(column) - 0.2} ${y(row) - 0.2}l.4 .4m0 -.4l-.4 .4` }));
        else if (last && name === table.last) picture.append(svg("circle", { class: `last ${stone}`, r: 0.2, ...place }));
      }),
    );
    (owners ?? []).forEach((line, row) =>
      [...line].forEach((owner, column) => {
        if (owner === "." || (owner === table.stones[row][column] && !dead.has(nameOf(column, row)))) return;
        picture.append(svg("rect", { class: `owner ${owner}`, x: x(column) - 0.17, y: y(row) - 0.17, width: 0.34, height: 0.34 }));
      }),
    );
    for (const { at, kind, text } of marks) {
      const [column, row] = [letters.indexOf(at[0]), Number(at.slice(1)) - 1];
      const under = table.stones[row][column];
      picture.append(svg("circle", { class: `mark ${kind} on-${under === "." ? "wood" : under}`, cx: x(column), cy: y(row), r: under === "." ? 0.38 : 0.3 }));
      if (text) picture.append(svg("text", { class: `mark-text ${kind} on-${under === "." ? "wood" : under}`, x: x(column), y: y(row) }, text));
    }
    picture.append(svg("rect", { class: "cursor", width: 1, height: 1, rx: 0.12 }));
    this.#host.replaceChildren(picture);
    this.#place();
  }

  #place() {
    const picture = this.#host.firstChild;
    const edge = Number(picture.dataset.edge);
    const cursor = picture.querySelector(".cursor");
    cursor.setAttribute("x", this.#cursor.column + edge - 0.5);
    cursor.setAttribute("y", this.#state.size - 1 - this.#cursor.row + edge - 0.5);
  }

  /** Announces what is under the cursor. */
  #tell() {
    if (!this.#state) return;
    const { column, row } = this.#cursor;
    const stone = this.#state.stones[row][column];
    const name = nameOf(column, row);
    const what = [{ ".": "empty", b: "blackStone", w: "whiteStone" }[stone], ...(this.#state.dead.includes(name) ? ["deadStone"] : [])];
    const marks = this.#marks.filter(({ at }) => at === name).map(({ text, says = text }) => says);
    this.#voice([name, ...what.map((key) => this.#t(key)), ...marks].join(" "));
  }

  #key(event) {
    if (!this.#state || event.ctrlKey || event.metaKey || event.altKey) return;
    const most = this.#state.size - 1;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const { column, row } = this.#cursor;
    if (step) this.#cursor = { column: Math.min(most, Math.max(0, column + step[0])), row: Math.min(most, Math.max(0, row + step[1])) };
    else if (event.key === "Home") this.#cursor.column = 0;
    else if (event.key === "End") this.#cursor.column = most;
    else if (event.key === "PageUp") this.#cursor.row = most;
    else if (event.key === "PageDown") this.#cursor.row = 0;
    else if (event.key === "Enter" || event.key === " ") this.#choose(nameOf(column, row));
    else return;
    event.preventDefault();
    this.#place();
    if (event.key !== "Enter" && event.key !== " ") this.#tell();
  }

  #click(event) {
    const picture = this.#host.firstChild;
    if (!picture || !this.#state) return;
    const box = picture.getBoundingClientRect();
    const n = this.#state.size;
    const edge = Number(picture.dataset.edge);
    const scale = (n - 1 + 2 * edge) / box.width;
    const column = Math.round((event.clientX - box.left) * scale - edge);
    const row = n - 1 - Math.round((event.clientY - box.top) * scale - edge);
    if (column < 0 || row < 0 || column >= n || row >= n) return;
    this.#cursor = { column, row };
    this.#place();
    this.#choose(nameOf(column, row));
  }
}
