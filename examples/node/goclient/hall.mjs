// What everybody in the lobby sees alike: the games that are played, with their boards,
// and who is online. One player's connection asks for all of them, another one each time.

import { QikitError } from "../../../bindings/node/index.mjs"; // installed: "qikit"
import { countOf } from "./counting.mjs";
import { Table } from "./table.mjs";

const gamesShown = 12;
const boardsAsked = 4; // of games that went on, at each look: the gateway allows five requests a second

export class Hall {
  #players;
  #tables = new Map(); // of the games shown, by their codes
  #asked = 0;
  #looking = false;
  #shown = "";

  /** games and people; null where the gateway has no such lists. */
  view = { games: [], more: false, people: [] };

  /** players() are those who are logged in. */
  constructor(players) {
    this.#players = players;
  }

  /** Asks for the lists, when somebody sees them, and tells the players of changes. */
  async look() {
    const there = [...this.#players()].filter((p) => p.connected && !p.ended);
    if (this.#looking || !there.some((p) => p.watched && !p.table)) return;
    this.#looking = true;
    try {
      await this.#ask(there[this.#asked++ % there.length]);
    } catch (e) {
      if (!(e instanceof QikitError)) throw e; // the connection was lost: the next look is by another
    } finally {
      this.#looking = false;
    }
    const shown = JSON.stringify(this.view);
    if (shown === this.#shown) return;
    this.#shown = shown;
    for (const player of there) if (!player.table) player.told();
  }

  async #ask(player) {
    const [games, people] = await Promise.all([player.ask(208), player.ask(209)]);
    if (games.code !== 708 || people.code !== 709) {
      this.view = { games: null, more: false, people: null };
      return;
    }
    const rows = games.rows.map(({ param }) => {
      const [game, black, white, size, state, moves, watchers] = param.split(" ");
      return { game, black, white, size: Number(size), state, moves: Number(moves), watchers: Number(watchers) };
    });
    const shown = rows.slice(0, gamesShown);
    await this.#catchUp(player, shown);
    this.view = {
      games: shown.map((row) => ({ ...row, ...this.#board(row) })),
      more: rows.length > gamesShown || / more$/.test(games.param),
      people: people.rows.map(({ param }) => {
        const [nick, kind, does] = param.split(" ");
        return { nick, kind, does };
      }),
    };
  }

  /** Asks for the boards that are behind the list. */
  async #catchUp(player, rows) {
    const listed = new Set(rows.map((row) => row.game));
    for (const game of this.#tables.keys()) if (!listed.has(game)) this.#tables.delete(game);
    const behind = (row) => row.moves !== this.#tables.get(row.game)?.moves.length || row.state !== this.#tables.get(row.game)?.state;
    const order = (row) => (this.#tables.has(row.game) ? 1 : 0); // those without a board first
    for (const { game } of rows.filter(behind).sort((a, b) => order(a) - order(b)).slice(0, boardsAsked)) {
      const { code, param, rows: lines } = await player.ask(301, game);
      if (code !== 801) continue; // it has ended meanwhile
      const table = this.#tables.get(game) ?? new Table(game, "", "", "");
      table.resync(param, lines.flatMap((line) => line.param.split(" ").slice(1)));
      this.#tables.set(game, table);
    }
  }

  /** How a game stands: its stones, the last move, what was captured, and the points as they are. */
  #board({ game }) {
    const table = this.#tables.get(game);
    if (!table) return {};
    const { stones, last, captures, dead } = table.view();
    const { black, white } = countOf(stones, dead, table.rule, table.komi);
    return { stones, last, captures, points: { b: black, w: white } };
  }
}
