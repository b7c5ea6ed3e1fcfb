// The learner's chance to win by moves, as SVG; a click chooses a move.

import { t } from "./texts.js";

const [width, height, left, right, top, below] = [360, 150, 34, 8, 8, 20];

function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Draws the curve of a review into host; at is the ply shown, bad maps plies of bad moves to their class and title. choose(ply) is called for a click. */
export function curve(host, graph, { at, bad, choose }) {
  const plies = Math.max(1, graph.at(-1)?.ply ?? 1);
  const x = (ply) => left + ((width - left - right) * ply) / plies;
  const y = (rate) => top + (height - top - below) * (1 - rate);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("curve") });
  for (const rate of [0, 0.5, 1]) {
    picture.append(svg("line", { class: rate === 0.5 ? "half" : "edge", x1: left, x2: width - right, y1: y(rate), y2: y(rate) }));
    picture.append(svg("text", { class: "axis end", x: left - 4, y: y(rate) + 3 }, `${rate * 100}%`));
  }
  const step = Math.max(1, Math.ceil(plies / 6 / 5) * 5);
  for (let ply = 0; ply <= plies; ply += step) picture.append(svg("text", { class: "axis", x: x(ply), y: height - 6 }, String(ply)));
  picture.append(svg("path", { class: "rate", d: graph.map(({ ply, user }, i) => `${i === 0 ? "M" : "L"}${x(ply).toFixed(1)} ${y(user).toFixed(1)}`).join("") }));
  for (const { ply, user } of graph) {
    const one = bad.get(ply);
    if (one) picture.append(svg("circle", { class: `dot ${one.kind || "inaccuracy"}`, cx: x(ply), cy: y(user), r: 4 }, svg("title", {}, t("curveAt", one.title, ply, user))));
  }
  picture.append(svg("line", { class: "at", x1: x(at), x2: x(at), y1: top, y2: height - below }));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const ply = Math.round((((event.clientX - box.left) * width) / box.width - left) * (plies / (width - left - right)));
    choose(Math.min(plies, Math.max(0, ply)));
  });
  host.replaceChildren(picture);
}
