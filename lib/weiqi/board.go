package weiqi

import (
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgf"
)

var _ game.Board = (*Board)(nil)

func init() {
	game.Register(game.Variant{
		Name:        "go",
		Sides:       new(Board).Sides(),
		New:         game.Boards(ReadRules, New),
		Records:     "sgf",
		ReadRecords: readRecords,
		WriteRecord: writeRecord,
		RecordRules: recordRules,
		StatedRules: statedRules,
	})
	sgf.Register(sgf.Game{Name: "go", Record: Record})
}

// Board is a game of Go by area rules with positional superko: stones, history
// and rules. It implements game.Board.
type Board struct {
	goban.History
	options Options // of a set-up position, with its own size
	initial string  // "" until it is asked for
}

// Resign is the move by which a side gives the game up. It is legal as long as
// the game goes on, and not among Moves.
const Resign = goban.Resign

// Game is "go".
func (b *Board) Game() string { return "go" }

// Rules are the options under which the board is played; the size is that of
// its position.
func (b *Board) Rules() Options { return b.options }

// Key hashes all that Identity states.
func (b *Board) Key() uint64 {
	s := b.Stones()
	return s.Hash() ^ rng.New(uint64(s.Ko())<<32|uint64(s.Size())<<44|uint64(s.Turn())<<50).Uint64()
}

// Initial is the position at which the history starts.
func (b *Board) Initial() string {
	if b.initial == "" { // a start position, which nobody asked for yet
		b.initial = b.start().Position()
	}
	return b.initial
}

// start is the board before the first move.
func (b *Board) start() *Board {
	start := b.Clone()
	for start.Undo() {
	}
	return start
}

// Copy is Clone, as game.Board has it.
func (b *Board) Copy() game.Board { return b.Clone() }

// Clone is an independent board with the same history.
func (b *Board) Clone() *Board {
	c := *b
	c.Detach()
	return &c
}
