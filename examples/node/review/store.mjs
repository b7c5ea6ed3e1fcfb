// Profiles: whose games are kept, each in an SQLite file of its own.
//
// SQLite is sql.js, which needs no compiler and holds a database in memory. A change is
// written as a whole new file that takes the place of the old one once the disk has it,
// so that a kill at any moment leaves the old state or the new one.

import { createHash, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, readdirSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import initSql from "sql.js";

const sql = await initSql();

/** What a game has; the columns of its table. */
const columns = {
  kind: "text not null", // "game", "again" (from a position of another game) or "record" (read from a file)
  colour: "text not null", // the learner's
  level: "integer not null", // of the computer
  initial: "text not null", // the position at which the moves start
  moves: "text not null", // with spaces between
  resigned: "text not null", // who gave up; empty for nobody
  winner: "text not null", // "draw" for nobody; empty while the game goes on
  record: "text not null", // the SGF that was read; empty for a game played here
  origin: "integer not null", // the game that it repeats; 0 for none
  wanted: "text not null", // options of a review that has begun and has not ended, as JSON; empty for none
  exercises: "text not null", // numbers of the exercises solved, as JSON
  review: "blob", // the review as JSON, gzipped; null for none
  created: "integer not null", // ms since 1970
  changed: "integer not null",
};

const form = 1; // of the file, as PRAGMA user_version

/** The most games of a profile, and the most bytes of a review's JSON. */
export const most = { games: 200, review: 4 << 20, record: 1 << 18 };

/** A file or a profile that cannot be used; code is a key of the page's texts. */
export class StoreError extends Error {
  constructor(message, code = "failed") {
    super(message);
    this.code = code;
  }
}

/** The games of one person. */
export class Profile {
  #db;

  constructor(path) {
    this.path = path;
    let octets;
    try {
      octets = readFileSync(path);
    } catch (e) {
      if (e.code !== "ENOENT") throw e;
    }
    this.#db = new sql.Database(octets);
    const version = this.#db.exec("pragma user_version")[0].values[0][0];
    if (octets && version !== form) throw new StoreError(`${path} has form ${version}, expected ${form}`);
    if (!octets) {
      const list = Object.entries(columns).map(([name, type]) => `${name} ${type}`).join(", ");
      this.#db.run(`create table games(id integer primary key autoincrement, ${list}); pragma user_version = ${form}`);
    }
  }

  /** The rows of all games, the last changed first, without what is long. */
  list() {
    return this.#all("select id, kind, colour, level, initial, moves, winner, origin, wanted <> '' as reviewing, review is not null as reviewed, created, changed from games order by changed desc, id desc");
  }

  /** A game with all its columns; undefined when there is none. */
  game(id) {
    const [row] = this.#all("select * from games where id = ?", [id]);
    if (row) row.review = row.review && gunzipSync(row.review).toString();
    return row;
  }

  /** Games whose review has not ended. */
  begun() {
    return this.#all("select id from games where wanted <> '' order by id").map(({ id }) => id);
  }

  /** Adds a game; returns its number. */
  add(game) {
    const [{ count }] = this.#all("select count(*) as count from games");
    if (count >= most.games) throw new StoreError(`there are ${count} games, the most that are kept`, "full");
    const now = Date.now();
    const row = { resigned: "", winner: "", record: "", origin: 0, wanted: "", exercises: "[]", review: null, ...game, created: now, changed: now };
    const names = Object.keys(columns);
    this.#db.run(`insert into games(${names.join(", ")}) values (${names.map(() => "?").join(", ")})`, names.map((name) => row[name]));
    const [{ id }] = this.#all("select last_insert_rowid() as id");
    this.#keep();
    return id;
  }

  /** Changes columns of a game, whose review is given as text. */
  change(id, changes) {
    const row = { ...changes, changed: Date.now() };
    if (typeof row.review === "string") {
      if (row.review.length > most.review) throw new StoreError(`the review has ${row.review.length} characters, more than ${most.review}`);
      row.review = gzipSync(row.review);
    }
    const names = Object.keys(row).filter((name) => Object.hasOwn(columns, name));
    this.#db.run(`update games set ${names.map((name) => `${name} = ?`).join(", ")} where id = ?`, [...names.map((name) => row[name]), id]);
    this.#keep();
  }

  remove(id) {
    this.#db.run("delete from games where id = ?", [id]);
    this.#keep();
  }

  close() {
    this.#db.close();
  }

  #all(query, values = []) {
    const statement = this.#db.prepare(query, values);
    const rows = [];
    while (statement.step()) rows.push(statement.getAsObject());
    statement.free();
    return rows;
  }

  // What a caller was told is on the disk: file and folder are synced before this returns.
  #keep() {
    const fresh = `${this.path}.${randomBytes(8).toString("hex")}.new`;
    try {
      const file = openSync(fresh, "wx", 0o600);
      try {
        const octets = this.#db.export();
        for (let done = 0; done < octets.length; ) done += writeSync(file, octets, done);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(fresh, this.path);
    } catch (e) {
      rmSync(fresh, { force: true });
      throw e;
    }
    sync(join(this.path, ".."));
  }
}

function sync(folder) {
  if (process.platform === "win32") return; // folders cannot be synced there
  const file = openSync(folder, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The profiles in a folder, by the secret of their cookie, of which the folder knows a hash only. */
export class Store {
  #open = new Map(); // profiles by hash, the last used last
  #room;

  constructor(folder, room = 200) {
    this.folder = folder;
    this.#room = room;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) if (name.endsWith(".new")) rmSync(join(folder, name)); // of a program that was killed
  }

  /** The key of a secret. */
  static key(secret) {
    return createHash("sha256").update(secret).digest("hex");
  }

  /** The profile of a key, new if there is none. It counts until others have been used since. */
  profile(key) {
    let profile = this.#open.get(key);
    if (profile) this.#open.delete(key);
    else profile = new Profile(join(this.folder, `${key}.sqlite`));
    this.#open.set(key, profile);
    for (const [old, unused] of this.#open) {
      if (this.#open.size <= this.#room) break;
      this.#open.delete(old);
      unused.close();
    }
    return profile;
  }

  close() {
    for (const profile of this.#open.values()) profile.close();
    this.#open.clear();
  }
}
