package capturego

import (
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgf"
)

var _ game.Board = (*Board)(nil)

func init() {
	game.Register(game.Variant{
		Name:        "capturego",
		Sides:       new(Board).Sides(),
		New:         game.Boards(ReadRules, New),
		Records:     "sgf",
		ReadRecords: readRecords,
		WriteRecord: writeRecord,
	})
	sgf.Register(sgf.Game{Name: "capturego", Is: isStated, Record: Record})
}

// Board is a game of Capture Go: stones, history and rules. It implements
// game.Board.
type Board struct {
	goban.History
	options Options // of a set-up position, with its own size and targets
	initial string
}

// Game is "capturego".
func (b *Board) Game() string { return "capturego" }

// Rules are the options under which the board is played; size and targets are
// those of its position.
func (b *Board) Rules() Options { return b.options }

// Target is the number of stones with which a side wins.
func (b *Board) Target(c goban.Color) int { return b.options.Target[c] }

// Key hashes all that Identity states.
func (b *Board) Key() uint64 {
	return b.Stones().Key(uint64(b.Target(goban.Black))<<5 | uint64(b.Target(goban.White)))
}

// Initial is the position at which the history starts.
func (b *Board) Initial() string { return b.initial }

// Copy is Clone, as game.Board has it.
func (b *Board) Copy() game.Board { return b.Clone() }

// Clone is an independent board with the same history.
func (b *Board) Clone() *Board {
	c := *b
	c.Detach()
	return &c
}

// View writes the position seen through v: Turn 1 exchanges the colours with
// all that is theirs, so that a position with White to move becomes its twin
// with Black to move.
func (b *Board) View(v game.View) string {
	s, black, white := b.Stones(), goban.Black^goban.Color(v.Turn&1), goban.White^goban.Color(v.Turn&1)
	return s.View(v, b.Target(black), b.Target(white), s.Captured(black), s.Captured(white))
}

// Identity is View: captures, targets and ko decide what may follow. The moves
// before, and so whether the last one was a pass, are history and not in it.
func (b *Board) Identity(v game.View) string { return b.View(v) }

// SVG draws the board; see [goban.Stones.SVG]. Its title is the position.
func (b *Board) SVG(o game.SVGOptions) string { return b.Stones().SVG(b.Position(), o) }
