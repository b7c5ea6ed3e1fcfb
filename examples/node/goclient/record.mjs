// A game as a file.

import { pointOf } from "./points.mjs";

const escaped = (text) => text.replace(/[\\\]]/g, "\\$&");

/** A game as SGF. */
export function sgfOf({ black, white, size, komi, rule, handicap, moves, result, setUp }) {
  const at = (name) => {
    const point = name === "PASS" ? null : pointOf(name, size);
    return point ? String.fromCharCode(97 + point.column, 97 + size - 1 - point.row) : "";
  };
  const rules = { area: "Chinese", seed: "Seed", "seed+komi": "Seed+Komi" }[rule] ?? rule;
  const head = { GM: "1", FF: "4", CA: "UTF-8", AP: "qikit goclient", SZ: String(size), KM: komi, RU: rules, PB: black, PW: white };
  if (handicap) head.HA = String(handicap);
  if (result) head.RE = result;
  const stones = setUp.length > 0 ? `AB${setUp.map((name) => `[${at(name)}]`).join("")}` : "";
  const first = handicap ? 1 : 0; // White begins then
  const line = moves.map((move, i) => `;${"BW"[(i + first) % 2]}[${at(move)}]`).join("");
  return `(;${Object.entries(head).map(([key, value]) => `${key}[${escaped(value)}]`).join("")}${stones}\n${line})\n`;
}
