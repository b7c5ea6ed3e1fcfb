package xiangqi

import "qikit.dev/qikit/lib/game"

// Board is a position with the rules it is played by and the moves that led
// to it. Play and Undo do not allocate once the history has grown to the
// length of the game. A Board is not safe for use by several goroutines.
type Board struct {
	position
	options Options
	initial string
	history []past
}

// position is all of a Board that Play changes but the history. It is
// comparable: what Undo restores is equal to what was.
type position struct {
	cells    [squares]Piece
	sets     [16]Set           // by piece; by colour at NewPiece(colour, NoKind)
	rankLine [ranks + 2]uint16 // occupied files of rank r at r+1, so that there is always a rank above and below
	fileLine [files]uint16     // occupied ranks of a file
	kings    [2]Square         // NoSquare where there is none (lenient positions only)

	turn   Color
	quiet  int // plies without a capture
	loose  int // plies that a repetition may reach back: since the start, a capture, a soldier's advance or Null
	number int // full moves as the FEN counts them: 1 at first, one more after each of Black's
	key    uint64
}

// past is what Undo needs of one ply.
type past struct {
	key      uint64 // before the move
	move     game.Move
	quiet    int32
	loose    int32
	captured Piece
}

// New sets a board up from a FEN, "" being the start position. A lenient board
// accepts positions that cannot arise in play, but never two kings of a
// colour. Errors wrap
// [game.ErrPosition], [game.ErrSetup] or [game.ErrRules].
func New(fen string, o Options, lenient bool) (*Board, error) {
	if err := game.CheckRules(&o); err != nil {
		return nil, err
	}
	if fen == "" {
		fen = StartFEN
	}
	b := &Board{options: o}
	if err := b.readFEN(fen); err != nil {
		return nil, err
	}
	b.index()
	if err := b.Sane(); err != nil && !(lenient && b.singleKings()) {
		return nil, err
	}
	b.initial = b.Position()
	b.history = make([]past, 0, 512)
	return b, nil
}

// singleKings says whether no colour has several kings: with several, nobody could tell
// which of them is in check.
func (b *Board) singleKings() bool {
	return b.sets[NewPiece(Red, King)].Len() <= 1 && b.sets[NewPiece(Black, King)].Len() <= 1
}

// index derives everything else from cells and turn.
func (b *Board) index() {
	b.sets, b.rankLine, b.fileLine = [16]Set{}, [ranks + 2]uint16{}, [files]uint16{}
	b.kings = [2]Square{NoSquare, NoSquare}
	for i, p := range b.cells {
		if p == NoPiece {
			continue
		}
		s := Square(i)
		b.sets[p] = b.sets[p].or(bit[s])
		b.sets[p&8] = b.sets[p&8].or(bit[s])
		b.rankLine[rankOf[s]+1] |= 1 << fileOf[s]
		b.fileLine[fileOf[s]] |= 1 << rankOf[s]
		if p.Kind() == King {
			b.kings[p.Color()] = s
		}
	}
	b.key = b.freshKey()
}

// Game is "xiangqi".
func (b *Board) Game() string { return "xiangqi" }

// Sides are "red" and "black".
func (b *Board) Sides() []string { return sides }

// sides is shared by all boards: programs ask for it in every frame, and an allocation
// would show.
var sides = []string{"red", "black"}

// Turn is 0 when Red is to move, 1 when Black is.
func (b *Board) Turn() int { return int(b.turn) }

// Side is the colour to move.
func (b *Board) Side() Color { return b.turn }

// At is the piece on a point, NoPiece when it is empty.
func (b *Board) At(s Square) Piece { return b.cells[s] }

// KingSquare is where the king of that colour stands, NoSquare without one.
func (b *Board) KingSquare(c Color) Square { return b.kings[c] }

// Options are the rules the board was made with.
func (b *Board) Options() Options { return b.options }

// Quiet is the number of plies since the last capture, those that the FEN
// stated included.
func (b *Board) Quiet() int { return b.quiet }

// Key is a hash of placement and side to move; it costs nothing.
func (b *Board) Key() uint64 { return b.key }

// Play makes a move, which must be legal here. It costs about 10 ns.
func (b *Board) Play(m game.Move) {
	source, target := Source(m), Target(m)
	piece, captured := b.cells[source], b.cells[target]
	b.history = append(b.history, past{key: b.key, move: m, quiet: int32(b.quiet), loose: int32(b.loose), captured: captured})
	b.quiet++
	b.loose++
	if piece.Kind() == Soldier && fileOf[source] == fileOf[target] {
		b.loose = 0 // soldiers never come back
	}
	if captured != NoPiece {
		b.quiet, b.loose = 0, 0
		b.key ^= pieceKeys[captured][target]
		if captured.Kind() == King {
			b.kings[captured.Color()] = NoSquare
		}
	}
	b.shift(piece, captured, source, target)
	b.cells[source], b.cells[target] = NoPiece, piece
	b.key ^= pieceKeys[piece][source] ^ pieceKeys[piece][target] ^ turnKey
	if piece.Kind() == King {
		b.kings[b.turn] = target
	}
	b.number += int(b.turn)
	b.turn ^= 1
}

// shift updates sets and lines for a move, or for taking it back. Both are the same
// exclusive or, except for the target's place on its lines, which stays occupied when a
// piece is captured.
func (b *Board) shift(piece, captured Piece, source, target Square) {
	both := bit[source].xor(bit[target])
	b.sets[piece&15] = b.sets[piece&15].xor(both)
	b.sets[piece&8] = b.sets[piece&8].xor(both)
	b.rankLine[rankOf[source]+1] ^= 1 << fileOf[source]
	b.fileLine[fileOf[source]] ^= 1 << rankOf[source]
	if captured != NoPiece {
		b.sets[captured&15] = b.sets[captured&15].xor(bit[target])
		b.sets[captured&8] = b.sets[captured&8].xor(bit[target])
		return
	}
	b.rankLine[rankOf[target]+1] ^= 1 << fileOf[target]
	b.fileLine[fileOf[target]] ^= 1 << rankOf[target]
}

// Undo takes the last move, or Null, back; false when there is none.
func (b *Board) Undo() bool {
	if len(b.history) == 0 {
		return false
	}
	last := &b.history[len(b.history)-1]
	b.history = b.history[:len(b.history)-1]
	b.turn ^= 1
	b.number -= int(b.turn)
	b.key, b.quiet, b.loose = last.key, int(last.quiet), int(last.loose)
	if last.move == game.NoMove {
		return true
	}
	source, target := Source(last.move), Target(last.move)
	piece, captured := b.cells[target], last.captured
	b.cells[source], b.cells[target] = piece, captured
	b.shift(piece, captured, source, target)
	if piece.Kind() == King {
		b.kings[b.turn] = source
	}
	if captured.Kind() == King {
		b.kings[captured.Color()] = target
	}
	return true
}

// Null passes the turn, for searches; false, and nothing done, in check.
func (b *Board) Null() bool {
	if b.InCheck() {
		return false
	}
	b.history = append(b.history, past{key: b.key, quiet: int32(b.quiet), loose: int32(b.loose)})
	b.loose = 0
	b.key ^= turnKey
	b.number += int(b.turn)
	b.turn ^= 1
	return true
}

// Initial is the FEN at which the history starts.
func (b *Board) Initial() string { return b.initial }

// Played appends the moves since Initial to dst.
func (b *Board) Played(dst []game.Move) []game.Move {
	for i := range b.history {
		dst = append(dst, b.history[i].move)
	}
	return dst
}

// Clone is an independent board with the same history.
func (b *Board) Clone() *Board {
	c := *b
	c.history = make([]past, len(b.history), max(cap(b.history), 512))
	copy(c.history, b.history)
	return &c
}

// CloneInto makes c what Clone returns, in the memory that c has.
func (b *Board) CloneInto(c *Board) {
	history := append(c.history[:0], b.history...)
	*c = *b
	c.history = history
}
