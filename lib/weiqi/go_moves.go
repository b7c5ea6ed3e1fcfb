package weiqi

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// Resignation is the reason of a game that one side gave up. A game that was
// counted ended by TwoPasses.
const Resignation = "resignation"

// Legal says whether the side to move may play on p: the point is empty, the
// move is no suicide and brings no position of the game back.
func (b *GoBoard) Legal(p Point) bool { return b.stones.Legal(p) && !b.repeats(p) }

// Moves appends the legal moves, by rows from the bottom and columns from the
// left, a pass last. A resignation is not among them.
func (b *GoBoard) Moves(dst []game.Move) []game.Move {
	if b.resigned {
		return dst
	}
	for row := range b.Size() {
		p := PointAt(0, row)
		for range b.Size() {
			if b.Legal(p) {
				dst = append(dst, game.Move(p))
			}
			p++
		}
	}
	return append(dst, Pass)
}

// Outcome says how the game has ended: by resignation, or by two passes in a
// row, after which the board is counted as the options say. Counting by area
// may take playouts; see [Suggest].
func (b *GoBoard) Outcome() (game.Outcome, bool) {
	switch {
	case b.resigned:
		return game.Outcome{Winner: int(b.stones.turn), Reason: Resignation}, true
	case b.passes < 2:
		return game.Outcome{}, false
	}
	o := game.Outcome{Winner: game.Draw, Reason: TwoPasses}
	if c := b.Count(); c.Margin > 0 {
		o.Winner = int(Black)
	} else if c.Margin < 0 {
		o.Winner = int(White)
	}
	return o, true
}

// Count counts the board by the options' scoring, dead stones by [Suggest].
func (b *GoBoard) Count() Count {
	var dead []Point
	if b.options.Scoring == ScoreArea {
		dead = Suggest(&b.stones, DefaultSuggest()).Dead
	}
	return CountBoard(&b.stones, b.options, dead)
}

// Check says why a move is illegal, nil when it is legal. The error wraps
// game.ErrIllegalMove.
func (b *GoBoard) Check(m game.Move) error {
	s := &b.stones
	why := ""
	switch {
	case b.resigned:
		why = fmt.Sprintf("the game is over: %s resigned", s.turn.Other())
	case m == Pass || m == Resign:
	default:
		if why = s.refuses(m); why == "" && b.repeats(Point(m)) {
			why = "superko: the position was there before"
		}
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("%w: %s %s: %s", game.ErrIllegalMove, s.turn, b.Text(m), why)
}

// Text writes a move: "C5", "pass" or "resign".
func (b *GoBoard) Text(m game.Move) string {
	switch {
	case m == Pass:
		return "pass"
	case m == Resign:
		return "resign"
	case m >= cells || !b.stones.Has(Point(m)):
		return fmt.Sprintf("move %d", m)
	}
	return Point(m).String()
}

// Parse reads a legal move: "C5", "pass" or "resign" in letters of either case,
// or as SGF has it, "ce" or "tt".
func (b *GoBoard) Parse(text string) (game.Move, error) {
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
func (b *GoBoard) Arrow(text string) (game.Move, error) {
	if strings.EqualFold(strings.TrimSpace(text), "resign") {
		return Resign, nil
	}
	return parseMove(text, b.Size())
}

// Notations are "gtp" (C5, pass) and "sgf" (ce, tt).
func (b *GoBoard) Notations() []string { return []string{"gtp", "sgf"} }

// Format writes a legal move in the named notation. SGF has no move for a
// resignation, it is a pass there.
func (b *GoBoard) Format(m game.Move, notation string) (string, error) {
	switch {
	case notation == "gtp":
		return b.Text(m), nil
	case notation == "sgf" && (m == Pass || m == Resign):
		return sgfPass, nil
	case notation == "sgf":
		return sgfPoint(Point(m), b.Size()), nil
	}
	return "", fmt.Errorf("%w: %q, expected gtp or sgf", game.ErrNotation, notation)
}
