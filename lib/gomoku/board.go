package gomoku

import (
	"fmt"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgf"
)

var _ game.Board = (*Board)(nil)

func init() {
	game.Register(game.Variant{
		Name:        "gomoku",
		Sides:       new(Board).Sides(),
		New:         game.Boards(ReadRules, New),
		Records:     "sgf",
		ReadRecords: readRecords,
		WriteRecord: writeRecord,
		RecordRules: func(b game.Board) [][2]string { return [][2]string{{"RU", ruleNames[b.(*Board).options.Rule]}} },
		StatedRules: statedRules,
	})
	sgf.Register(sgf.Game{
		Name:   "gomoku",
		Is:     func(root *sgf.Node) (bool, error) { return root.SimpleText("GM") == sgf.Gomoku, nil },
		Record: Record,
	})
}

// The points of package goban, with edge around a board as far as a step leads.
const (
	stride  = goban.SizeMax + 1
	area    = goban.PointLimit + stride + 1
	outside = goban.Empty + 1
)

// Steps lead along the four lines through a point: across, up, and the diagonals.
var Steps = [4]int{1, stride, stride + 1, stride - 1}

// Board is a game of Gomoku: stones, history and rules. It implements game.Board.
// Play and Undo allocate nothing but the growth of the history.
type Board struct {
	cells   [area]goban.Color
	turn    goban.Color
	won     goban.Color // who has five, or goban.Empty
	bound   goban.Color // to whom Renju forbids moves, or goban.Empty
	exact   [2]bool     // a side wins with exactly five
	spaces  int         // empty points
	key     uint64
	options Options // of a set-up position, with its own size
	initial string
	past    []goban.Point
}

var keys = func() (table struct {
	stone [2][goban.PointLimit]uint64
	bound [3]uint64
	size  [SizeMax + 1]uint64
	turn  uint64
}) {
	r := rng.New(0x474f4d4f4b55)
	for c := range table.stone {
		for p := range table.stone[c] {
			table.stone[c][p] = r.Uint64()
		}
	}
	for i := range table.bound {
		table.bound[i] = r.Uint64()
	}
	for i := range table.size {
		table.size[i] = r.Uint64()
	}
	table.turn = r.Uint64()
	return table
}()

// Game is "gomoku".
func (b *Board) Game() string { return "gomoku" }

// Sides are "black" and "white".
func (b *Board) Sides() []string { return []string{goban.Black.String(), goban.White.String()} }

// Turn is 0 for black and 1 for white.
func (b *Board) Turn() int { return int(b.turn) }

// Side is the side to move.
func (b *Board) Side() goban.Color { return b.turn }

// Rules are the options under which the board is played; the size is that of its
// position.
func (b *Board) Rules() Options { return b.options }

// Size is the number of points along a side.
func (b *Board) Size() int { return b.options.Size }

// At is what a point of the board holds.
func (b *Board) At(p goban.Point) goban.Color { return b.cells[p] }

// Has says whether p is a point of the board; any p will do.
func (b *Board) Has(p goban.Point) bool { return p < goban.PointLimit && b.cells[p] < outside }

// Bound is the side to which Renju forbids moves, goban.Empty under other rules.
func (b *Board) Bound() goban.Color { return b.bound }

// Exact says whether a side wins with five alone, and not with more.
func (b *Board) Exact(c goban.Color) bool { return b.exact[c] }

// Spaces is the number of empty points.
func (b *Board) Spaces() int { return b.spaces }

// Key hashes all that Identity states.
func (b *Board) Key() uint64 { return b.key }

// Initial is the position at which the history starts.
func (b *Board) Initial() string { return b.initial }

// Len is the number of moves made since Initial.
func (b *Board) Len() int { return len(b.past) }

// Last is the last move, goban.NoPoint for none.
func (b *Board) Last() goban.Point {
	if len(b.past) == 0 {
		return goban.NoPoint
	}
	return b.past[len(b.past)-1]
}

// Played appends the moves made since Initial.
func (b *Board) Played(dst []game.Move) []game.Move {
	for _, p := range b.past {
		dst = append(dst, game.Move(p))
	}
	return dst
}

// Copy is Clone, as game.Board has it.
func (b *Board) Copy() game.Board { return b.Clone() }

// Clone is an independent board with the same history.
func (b *Board) Clone() *Board {
	c := *b
	c.past = append(make([]goban.Point, 0, len(b.past)+64), b.past...)
	return &c
}

// put lays a stone on an empty point.
func (b *Board) put(p goban.Point, c goban.Color) {
	b.cells[p] = c
	b.spaces--
	b.key ^= keys.stone[c][p]
}

// Play makes a legal move.
func (b *Board) Play(m game.Move) {
	p := goban.Point(m)
	b.past = append(b.past, p)
	b.put(p, b.turn)
	if b.five(p) {
		b.won = b.turn
	}
	b.pass()
}

// Undo takes the last move back and says whether there was one.
func (b *Board) Undo() bool {
	if len(b.past) == 0 {
		return false
	}
	p := b.past[len(b.past)-1]
	b.past = b.past[:len(b.past)-1]
	b.pass()
	b.cells[p] = goban.Empty
	b.spaces++
	b.key ^= keys.stone[b.turn][p]
	b.won = goban.Empty
	return true
}

func (b *Board) pass() {
	b.turn = b.turn.Other()
	b.key ^= keys.turn
}

// Grid says how the texts name stones and points.
func (b *Board) Grid() game.Grid {
	return game.Grid{Rows: b.Size(), Columns: b.Size(), Men: []string{"X", "O"}, Files: columns, First: 1}
}

// SVG draws the board; see [goban.Drawing]. Its title is the position.
func (b *Board) SVG(o game.SVGOptions) string {
	return goban.Drawing{
		Title: b.Position(), Size: b.Size(), Turn: b.turn, At: b.At, Letters: columns,
		Point: func(name string) (goban.Point, error) { return b.point(name) },
	}.SVG(o)
}

// Sane says why no game can lead to the position: the side to move has more stones than
// the other one or two fewer, it has already won, or no one stone can have won. Either
// side may have begun. The error wraps game.ErrSetup.
func (b *Board) Sane() error {
	var count [2]int
	var fives [2][]goban.Point // the stones with which rows that win end, at the upper or right end
	for p := range b.points() {
		c := b.cells[p]
		if c >= goban.Empty {
			continue
		}
		count[c]++
		if b.five(p) {
			fives[c] = append(fives[c], p)
		}
	}
	own, other := count[b.turn], count[b.turn.Other()]
	switch {
	case own != other && own != other-1:
		return fmt.Errorf("%w: %s is to move with %d stones against %d, expected as many or one fewer", game.ErrSetup, b.turn, own, other)
	case len(fives[b.turn]) > 0:
		return fmt.Errorf("%w: %s is to move and has five in a row already, at %s", game.ErrSetup, b.turn, name(fives[b.turn][0]))
	case len(fives[b.turn.Other()]) > 0 && !b.oneMade(fives[b.turn.Other()]):
		return fmt.Errorf("%w: %s has rows of five that no one stone can have made", game.ErrSetup, b.turn.Other())
	}
	return nil
}

// oneMade says whether without one of the stones nobody would have won.
func (b *Board) oneMade(fives []goban.Point) bool {
	for _, p := range fives {
		c, left := b.cells[p], false
		b.cells[p] = goban.Empty
		for _, q := range fives {
			left = left || q != p && b.five(q)
		}
		b.cells[p] = c
		if !left {
			return true
		}
	}
	return false
}
