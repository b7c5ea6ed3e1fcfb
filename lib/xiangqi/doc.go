// Package xiangqi is Chinese chess: its rules, its notations, its records.
//
// A [Board] is made with [New] from a FEN and [Options]. It lists its legal
// moves, plays them and takes them back, says how the game ended, and reads
// and writes moves in every usual notation; whole games are read and written
// as PGN. A [Square] is a point of the board, a [Set] is a set of points, a
// [Piece] is a piece of a [Color].
//
//	b, err := xiangqi.New("", xiangqi.DefaultOptions(), false)
//	m, err := b.Parse("炮二平五") // or h2e2, H2-E2, C2=5
//	b.Play(m)
//	fmt.Println(b.Position(), len(b.Moves(nil)))
//
// Importing the package registers "xiangqi" with package game.
//
// # Positions
//
// A FEN is placement, side to move, two fillers, plies without capture, move
// number; all but the first may be left out from the end. N or H is a horse, B
// or E an elephant; Red to move is w or r. It is written with N, B and w.
// Unless told to be lenient, New refuses what cannot arise in play: see
// [Board.Sane].
//
// # Ends of a game
//
// A side without a legal move has lost, in check ("checkmate") or not ("stalemate").
// After 120 plies without a capture the game is a draw ("natural limit"). Every ply
// counts, checks too, so that the FEN's counter says how far away the limit is.
//
// When a position, with the same side to move, stands for the third time,
// everything played since its first time is judged as the rules of the Asian
// Xiangqi Federation (AXF, 2003) have it:
//
//   - A side that checked with every move has lost ("perpetual check"). If both
//     did, it is a draw ("mutual perpetual check").
//   - Otherwise a side that chased one and the same piece with every move has
//     lost ("perpetual chase"). If both did, it is a draw ("mutual perpetual
//     chase").
//   - Otherwise it is a draw ("repetition"): also one check and one chase in
//     turn, or two pieces chased in turn.
//
// A move chases a piece that is threatened after the move and was not before it,
// whether by the piece that moved or by another one, through a line that the move opens
// or closes, or a protection that it takes away. In detail:
//
//   - Kings and soldiers may chase: their threats do not count. Other pieces'
//     threats count, also when a king or soldier made way for them.
//   - Kings are checked, not chased. Soldiers that have not crossed the river
//     may be chased.
//   - A taker that is pinned, so that taking would expose its king, threatens
//     nothing. A move that gives check chases nothing.
//   - A protected piece is not threatened, except a rook by a horse or cannon,
//     and a rook, horse or cannon by an advisor or elephant. A protector counts
//     only if it may legally take back once the piece is taken: not if pinned.
//   - A piece that could itself take the attacker, both of one kind, is offered
//     an exchange, unless it is pinned. A horse whose leg is held cannot take
//     back.
//
// The federation's diagrams also distinguish threats of mate, offers and blocks. Here
// all of these are idle moves, as in other programs (Fairy-Stockfish, Pikafish).
// [Options] replace the judgement by a plain draw or turn it off, and change or lift the
// natural limit.
//
// # Cost
//
// A board is about a kilobyte plus 24 bytes a ply of history. Moves takes about
// a third of a microsecond in a middle game, Play and Undo some ten
// nanoseconds each; none of them allocates.
//
// The package does not search, evaluate or keep books; it knows no clocks.
package xiangqi
