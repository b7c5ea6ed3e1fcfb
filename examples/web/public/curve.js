// The win-rate curve: what the computer thinks of each position of the game.

const height = 100;

/** Draws the win rates of the first player by ply; those not known yet are left out. `at` is the ply on the board. */
export function drawCurve(at, rates, plies, ply, label) {
  const known = [];
  for (let i = 0; i <= plies; i++) if (rates[i] !== undefined) known.push([i, height * (1 - rates[i])]);
  at.hidden = known.length < 2;
  if (at.hidden) return;
  const width = Math.max(plies, 1);
  const line = known.map(([x, y]) => `${x},${y.toFixed(1)}`).join(" ");
  const thin = 'vector-effect="non-scaling-stroke"';
  at.setAttribute("aria-label", label);
  at.innerHTML =
    `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true"><path d="M0 ${height / 2}H${width}" class="even" ${thin}/>` +
    `<path d="M${ply} 0V${height}" class="here" ${thin}/><polyline points="${line}" ${thin}/></svg>`;
}

/** The ply of a click on the curve. */
export function plyOf(at, event, plies) {
  const { left, width } = at.getBoundingClientRect();
  return Math.round(Math.min(Math.max((event.clientX - left) / width, 0), 1) * plies);
}

/** The win rate of the first player at the end of a game. */
const final = ({ outcome, sides }) => (outcome.winner === null ? 0.5 : Number(outcome.winner === sides[0]));

/**
 * Searches each position of a game for a moment, and tells its win rate. Positions in which chance moves have none.
 * `known` says which need no search.
 */
export async function judge(board, moves, engine, { known, told, signal }) {
  for (let ply = 0; ply <= moves.length && !signal.aborted; ply++) {
    if (ply > 0) board.play(moves[ply - 1]);
    if (known(ply) || board.side === "chance") continue;
    if (board.outcome) {
      told(ply, final(board));
      continue;
    }
    const { winRate } = await engine.search(board, { time: 0.2, signal });
    told(ply, board.side === board.sides[0] ? winRate : 1 - winRate);
  }
}
