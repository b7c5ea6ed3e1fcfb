// What a person pastes: a position, a game in a file's form, or moves; of the game on the page or of another one.

import { names } from "./games.js";

const most = 200_000; // characters; reading more would stop the page

/** What the text is: { game, initial, moves, count }, and a record's headers, among them komi and rules. It throws what the library says of it. */
export function pasted(qikit, text, game, say) {
  if (text === "") throw new Error(say.nothing);
  if (text.length > most) throw new Error(say.tooLong(most));
  const position = positionOf(qikit, text, game);
  if (position.game !== undefined) return position;
  const record = recordOf(qikit, text);
  if (record.game !== undefined) return record;
  const moves = movesOf(qikit, text, game);
  if (moves.game !== undefined) return moves;
  const looksLikeRecord = /^\s*[[(]|\n/.test(text);
  throw looksLikeRecord ? record.error : moves.moves.length > 0 || !/[/\s]/.test(text) ? moves.error : position.error;
}

function positionOf(qikit, text, game) {
  let error;
  for (const name of [game, ...names.filter((other) => other !== game)]) {
    try {
      new qikit.Board(name, text).close();
      return { game: name, initial: text, moves: [], count: 1 };
    } catch (e) {
      error ??= e;
    }
  }
  return { error };
}

function recordOf(qikit, text) {
  try {
    const games = qikit.game.read(text);
    const { game, moves, headers } = games[0];
    const board = games[0].at(0);
    const { initial } = board;
    board.close();
    return { game, initial, moves, headers, count: games.length };
  } catch (error) {
    return { error };
  }
}

/** Moves from the start of the game on the page, with or without their numbers. */
function movesOf(qikit, text, game) {
  const moves = [];
  const board = new qikit.Board(game);
  try {
    for (const word of text.split(/[\s,;，；]+/)) {
      const move = word.replace(/^\d+\.+/, "");
      if (move !== "") moves.push(board.play(move).played.at(-1));
    }
    return { game, initial: board.initial, moves, count: 1 };
  } catch (error) {
    return { moves, error };
  } finally {
    board.close();
  }
}

/** The game as text that can be pasted: a file's form where the game has one, its moves elsewhere. */
export function asText(qikit, game, { initial, moves, headers }, notation) {
  try {
    return new qikit.Game(game, { initial, moves, headers }).text(notation && { notation }).trim();
  } catch {
    return moves.join(" ");
  }
}
