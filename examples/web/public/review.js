// The review of a game of Capture Go: bad moves, what would have been better, and how the game would have gone on.

/** Reviews a game; `told` hears how far it has come, from 0 to 1. */
export async function reviewed(qikit, { initial, moves, user, language }, { told, signal }) {
  const game = new qikit.Game("capturego", { initial, moves });
  const review = await qikit.review.review(game, {
    user, language, effort: "quick", signal, onProgress: ({ done, total }) => told(total > 0 ? done / total : 0),
  });
  const { moves: all, badMoves, graph, text } = review;
  const plyOf = new Map(all.map(({ number, ply }) => [number, ply]));
  const bad = badMoves.map((b) => ({ ply: plyOf.get(b.number), move: b.move, target: b.target, line: b.demonstration, text: b.text }));
  void review.close();
  return { text, bad, rates: graph.map(({ ply, black }) => [ply, black]) };
}

/** Lists the bad moves, each with its better one; `go` shows the position, `line` how the game would have gone on. */
export function listBad(at, bad, say, { go, line }) {
  at.replaceChildren(
    ...bad.map((b) => {
      const item = document.createElement("li");
      const words = Object.assign(document.createElement("p"), { textContent: b.text });
      item.append(words, button(say.showMove(b.ply, b.move), () => go(b)));
      if (b.line.length > 0) item.append(button(say.showLine(b.target), () => line(b)));
      return item;
    }),
  );
}

function button(textContent, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent });
  made.addEventListener("click", act);
  return made;
}
