package weiqi

import (
	"fmt"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Resignation is the reason of a game that one side gave up. A game that was
// counted ended by goban.TwoPasses.
const Resignation = "resignation"

// Legal says whether the side to move may play on p: the point is empty, the
// move is no suicide and brings no position of the game back.
func (b *Board) Legal(p goban.Point) bool { return b.stones.Legal(p) && !b.repeats(p) }

// Moves appends the legal moves, by rows from the bottom and columns from the
// left, a pass last. A resignation is not among them.
func (b *Board) Moves(dst []game.Move) []game.Move {
	if b.resigned {
		return dst
	}
	first := len(dst)
	dst = b.stones.AppendLegal(dst)
	fresh := slices.DeleteFunc(dst[first:], func(m game.Move) bool { return b.repeats(goban.Point(m)) })
	return append(dst[:first+len(fresh)], goban.Pass)
}

// Outcome says how the game has ended: by resignation, or by two passes in a
// row, after which the board is counted as the options say. Counting by area
// may take playouts; see [Suggest].
func (b *Board) Outcome() (game.Outcome, bool) {
	switch {
	case b.resigned:
		return game.Outcome{Winner: int(b.stones.Turn()), Reason: Resignation}, true
	case b.passes < 2:
		return game.Outcome{}, false
	}
	o := game.Outcome{Winner: game.Draw, Reason: goban.TwoPasses}
	if c := b.Count(); c.Margin > 0 {
		o.Winner = int(goban.Black)
	} else if c.Margin < 0 {
		o.Winner = int(goban.White)
	}
	return o, true
}

// Count counts the board by the options' scoring, dead stones by [Suggest].
func (b *Board) Count() Count {
	var dead []goban.Point
	if b.options.Scoring == ScoreArea {
		dead = Suggest(&b.stones, DefaultSuggest()).Dead
	}
	return CountBoard(&b.stones, b.options, dead)
}

// Check says why a move is illegal, nil when it is legal. The error wraps
// game.ErrIllegalMove.
func (b *Board) Check(m game.Move) error {
	s := &b.stones
	why := ""
	switch {
	case b.resigned:
		why = fmt.Sprintf("the game is over: %s resigned", s.Turn().Other())
	case m == goban.Pass || m == Resign:
	default:
		if why = s.Refusal(m); why == "" && b.repeats(goban.Point(m)) {
			why = "superko: the position was there before"
		}
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("%w: %s %s: %s", game.ErrIllegalMove, s.Turn(), b.Text(m), why)
}

// Text writes a move: "C5", "pass" or "resign".
func (b *Board) Text(m game.Move) string {
	if m == Resign {
		return "resign"
	}
	return b.stones.Text(m)
}

// Parse reads a legal move: "C5", "pass" or "resign" in letters of either case,
// or as SGF has it, "ce" or "tt".
func (b *Board) Parse(text string) (game.Move, error) {
	m, err := b.Arrow(text)
	if err == nil {
		err = b.Check(m)
	}
	if err != nil {
		return game.NoMove, err
	}
	return m, nil
}

// Arrow reads any point of the board, a pass or a resignation, whether or not it
// is legal.
func (b *Board) Arrow(text string) (game.Move, error) {
	if strings.EqualFold(strings.TrimSpace(text), "resign") {
		return Resign, nil
	}
	return b.stones.Parse(text)
}

// Notations are "gtp" (C5, pass) and "sgf" (ce, tt).
func (b *Board) Notations() []string { return goban.Notations() }

// Format writes a legal move in the named notation. SGF has no move for a
// resignation, it is a pass there.
func (b *Board) Format(m game.Move, notation string) (string, error) {
	if m == Resign && notation == "gtp" {
		return b.Text(m), nil
	} else if m == Resign {
		m = goban.Pass
	}
	return b.stones.Format(m, notation)
}
