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
func (b *Board) Legal(p goban.Point) bool { return b.Stones().Legal(p) && !b.Repeats(p) }

// Moves appends the legal moves, by rows from the bottom and columns from the
// left, a pass last. A resignation is not among them.
func (b *Board) Moves(dst []game.Move) []game.Move {
	if b.Resigned() {
		return dst
	}
	first := len(dst)
	dst = b.Stones().AppendLegal(dst)
	fresh := slices.DeleteFunc(dst[first:], func(m game.Move) bool { return b.Repeats(goban.Point(m)) })
	return append(dst[:first+len(fresh)], goban.Pass)
}

// Outcome says how the game has ended: by resignation, or by two passes in a
// row, after which the board is counted as the options say. Counting by area
// may take playouts; see [Suggest].
func (b *Board) Outcome() (game.Outcome, bool) {
	switch {
	case b.Resigned():
		return game.Outcome{Winner: int(b.Stones().Turn()), Reason: Resignation}, true
	case b.Passes() < 2:
		return game.Outcome{}, false
	}
	return game.Outcome{Winner: b.Count().winner(), Reason: goban.TwoPasses}, true
}

// Count counts the board by the options' scoring, dead stones by [Suggest].
func (b *Board) Count() Count {
	var dead []goban.Point
	if b.options.Scoring == ScoreArea {
		dead = Suggest(b.Stones(), DefaultSuggest()).Dead
	}
	return CountBoard(b.Stones(), b.options, dead)
}

// Check says why a move is illegal, nil when it is legal. The error wraps
// game.ErrIllegalMove.
func (b *Board) Check(m game.Move) error {
	why := ""
	switch {
	case b.Resigned():
		why = fmt.Sprintf("the game is over: %s resigned", b.Stones().Turn().Other())
	case m == goban.Pass || m == Resign:
	default:
		if why = b.Refusal(m); why == "" && b.Repeats(goban.Point(m)) {
			why = "superko: the position was there before"
		}
	}
	return b.Illegal(m, why)
}

// Parse reads a legal move: "C5", "pass" or "resign" in letters of either case,
// or as SGF has it, "ce" or "tt".
func (b *Board) Parse(text string) (game.Move, error) { return goban.Parse(b, text) }

// Arrow reads any point of the board, a pass or a resignation, whether or not it
// is legal.
func (b *Board) Arrow(text string) (game.Move, error) {
	if word := strings.TrimSpace(game.Narrow(text)); strings.EqualFold(word, "resign") || word == "认输" {
		return Resign, nil
	}
	return b.History.Arrow(text)
}
