package capturego

import (
	"fmt"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Reasons for which a game ends.
const (
	TargetReached = "target reached"
	NoLegalMove   = "no legal move"
)

// Won is the side that has reached its target, goban.Empty for none.
func (b *Board) Won() goban.Color {
	for _, c := range [2]goban.Color{goban.Black, goban.White} {
		if b.Stones().Captured(c) >= b.options.Target[c] {
			return c
		}
	}
	return goban.Empty
}

// Moves appends the legal moves, by rows from the bottom and columns from the
// left, a pass last. There are none once a side has reached its target, or
// where having none ends the game.
func (b *Board) Moves(dst []game.Move) []game.Move {
	if b.Won() != goban.Empty {
		return dst
	}
	first := len(dst)
	dst = b.Stones().AppendLegal(dst)
	if len(dst) > first && b.options.Pass == "free" || len(dst) == first && b.options.NoMove == "pass" {
		dst = append(dst, goban.Pass)
	}
	return dst
}

// Outcome says how the game has ended.
func (b *Board) Outcome() (game.Outcome, bool) {
	if c := b.Won(); c != goban.Empty {
		return game.Outcome{Winner: int(c), Reason: TargetReached}, true
	}
	if b.Passes() >= 2 {
		return game.Outcome{Winner: game.Draw, Reason: goban.TwoPasses}, true
	}
	if b.options.NoMove == "pass" || b.Stones().CanPlay() {
		return game.Outcome{}, false
	}
	if b.options.NoMove == "draw" {
		return game.Outcome{Winner: game.Draw, Reason: NoLegalMove}, true
	}
	return game.Outcome{Winner: int(b.Stones().Turn().Other()), Reason: NoLegalMove}, true
}

// Check says why a move is illegal, nil when it is legal. The error wraps
// game.ErrIllegalMove.
func (b *Board) Check(m game.Move) error {
	s := b.Stones()
	why := ""
	switch {
	case b.Won() != goban.Empty:
		why = fmt.Sprintf("the game is over: %s has captured %d", b.Won(), s.Captured(b.Won()))
	case m == goban.Pass && s.CanPlay() && b.options.Pass != "free":
		why = "passing is not allowed while a stone can be played"
	case m == goban.Pass && !s.CanPlay() && b.options.NoMove != "pass":
		why = "the game is over: " + s.Turn().String() + " can play no stone"
	case m == goban.Pass:
	default:
		why = b.Refusal(m)
	}
	return b.Illegal(m, why)
}

// Parse reads a legal move: "C5" or "pass" in letters of either case, or as
// SGF has it, "ce" or "tt".
func (b *Board) Parse(text string) (game.Move, error) { return goban.Parse(b, text) }
