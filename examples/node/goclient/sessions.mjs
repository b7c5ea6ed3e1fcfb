// A file of who is logged in, from which a restarted backend resumes the sessions at the
// gateway, which keeps them for 120 s. The file holds secrets.

import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";

/** The players of an earlier backend: [cookie, { nick, session, last, game }] each. */
export function load(path) {
  try {
    const saved = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(saved) ? saved : [];
  } catch (e) {
    if (e.code === "ENOENT" || e instanceof SyntaxError) return [];
    throw e;
  }
}

/** Writes who is logged in, whole or not at all. */
export async function save(path, players) {
  const all = [];
  for (const [cookie, player] of players) {
    const who = await player.identity();
    if (who) all.push([cookie, { ...who, network: player.network }]);
  }
  // A name that nobody can foresee: the file holds secrets.
  const fresh = `${path}.${randomBytes(8).toString("hex")}`;
  writeFileSync(fresh, JSON.stringify(all), { mode: 0o600, flag: "wx" });
  renameSync(fresh, path);
}
