package gomoku

import (
	"fmt"
	"iter"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Reasons for which a game ends.
const (
	FiveInARow  = "five in a row"
	BoardFull   = "board full"
	NoLegalMove = "no legal move"
)

const five = 5

// points are those of the board, by rows from the bottom and columns from the left.
func (b *Board) points() iter.Seq[goban.Point] {
	return func(yield func(goban.Point) bool) {
		for row := range b.Size() {
			first := goban.PointAt(0, row)
			for p := first; p < first+goban.Point(b.Size()); p++ {
				if !yield(p) {
					return
				}
			}
		}
	}
}

// ahead is the first point from p on in a direction that does not hold c.
func (b *Board) ahead(p goban.Point, step int, c goban.Color) int {
	at := int(p) + step
	for b.cells[at] == c {
		at += step
	}
	return at
}

// length is how many stones of c lie in a row on a line through p, as if one lay on p.
func (b *Board) length(p goban.Point, step int, c goban.Color) int {
	return (b.ahead(p, step, c)-b.ahead(p, -step, c))/step - 1
}

// wins says whether a row of that length wins for c.
func (b *Board) wins(c goban.Color, length int) bool {
	return length == five || length > five && !b.exact[c]
}

// five says whether the stone on p is in a row that wins.
func (b *Board) five(p goban.Point) bool { return b.Five(p, b.cells[p]) }

// Five says whether a stone of c on p is, or would be, in a row that wins.
func (b *Board) Five(p goban.Point, c goban.Color) bool {
	for _, step := range Steps {
		if b.wins(c, b.length(p, step, c)) {
			return true
		}
	}
	return false
}

// Won is the side that has five in a row, goban.Empty for none.
func (b *Board) Won() goban.Color { return b.won }

// Moves appends the legal moves, by rows from the bottom and columns from the left.
// There are none once a side has won.
func (b *Board) Moves(dst []game.Move) []game.Move {
	if b.won != goban.Empty {
		return dst
	}
	for row := range b.Size() {
		first := goban.PointAt(0, row)
		for p := first; p < first+goban.Point(b.Size()); p++ {
			if b.Legal(p) {
				dst = append(dst, game.Move(p))
			}
		}
	}
	return dst
}

// Legal says whether the side to move may put a stone on a point of the board, while the
// game goes on.
func (b *Board) Legal(p goban.Point) bool {
	return b.cells[p] == goban.Empty && (b.turn != b.bound || b.forbids(p) == "")
}

// CountMoves counts the legal moves.
func (b *Board) CountMoves() int {
	if b.won != goban.Empty {
		return 0
	}
	if b.turn != b.bound {
		return b.spaces
	}
	n := 0
	for p := range b.points() {
		if b.Legal(p) {
			n++
		}
	}
	return n
}

// CanPlay says whether the side to move has a point left, in a game that goes on.
func (b *Board) CanPlay() bool {
	if b.turn != b.bound {
		return b.spaces > 0
	}
	for p := range b.points() {
		if b.Legal(p) {
			return true
		}
	}
	return false
}

// Outcome says how the game has ended.
func (b *Board) Outcome() (game.Outcome, bool) {
	switch {
	case b.won != goban.Empty:
		return game.Outcome{Winner: int(b.won), Reason: FiveInARow}, true
	case b.spaces == 0:
		return game.Outcome{Winner: game.Draw, Reason: BoardFull}, true
	case !b.CanPlay():
		return game.Outcome{Winner: int(b.turn.Other()), Reason: NoLegalMove}, true
	}
	return game.Outcome{}, false
}

// Check says why a move is illegal, nil when it is legal. The error wraps
// game.ErrIllegalMove.
func (b *Board) Check(m game.Move) error {
	why := ""
	switch p := goban.Point(m); {
	case m >= goban.PointLimit || !b.Has(p):
		why = fmt.Sprintf("no point of a board of %d by %d", b.Size(), b.Size())
	case b.won != goban.Empty:
		why = fmt.Sprintf("the game is over: %s has %s", b.won, FiveInARow)
	case b.cells[p] != goban.Empty:
		why = "there is a " + b.cells[p].String() + " stone"
	case b.turn == b.bound:
		if why = b.forbids(p); why != "" {
			why += ", which Renju forbids"
		}
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("%w: %s %s: %s", game.ErrIllegalMove, b.turn, b.Text(m), why)
}
