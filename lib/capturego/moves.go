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
		if b.stones.Captured(c) >= b.options.Target[c] {
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
	dst = b.stones.AppendLegal(dst)
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
	if b.passes >= 2 {
		return game.Outcome{Winner: game.Draw, Reason: goban.TwoPasses}, true
	}
	if b.options.NoMove == "pass" || b.stones.CanPlay() {
		return game.Outcome{}, false
	}
	if b.options.NoMove == "draw" {
		return game.Outcome{Winner: game.Draw, Reason: NoLegalMove}, true
	}
	return game.Outcome{Winner: int(b.stones.Turn().Other()), Reason: NoLegalMove}, true
}

// Check says why a move is illegal, nil when it is legal. The error wraps
// game.ErrIllegalMove.
func (b *Board) Check(m game.Move) error {
	s := &b.stones
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
		why = s.Refusal(m)
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("%w: %s %s: %s", game.ErrIllegalMove, s.Turn(), b.Text(m), why)
}

// Text writes a move: "C5" or "pass".
func (b *Board) Text(m game.Move) string { return b.stones.Text(m) }

// Parse reads a legal move: "C5" or "pass" in letters of either case, or as
// SGF has it, "ce" or "tt".
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

// Arrow reads any point of the board, or a pass, whether or not it is legal.
func (b *Board) Arrow(text string) (game.Move, error) { return b.stones.Parse(text) }

// Notations are "gtp" (C5, pass) and "sgf" (ce, tt).
func (b *Board) Notations() []string { return goban.Notations() }

// Format writes a legal move in the named notation.
func (b *Board) Format(m game.Move, notation string) (string, error) {
	return b.stones.Format(m, notation)
}

// Perft counts the leaves of the tree of legal moves; see game.Perft.
func (b *Board) Perft(depth int, stop func() bool) (leaves uint64, whole bool) {
	if depth == 0 {
		return 1, true
	}
	var room [goban.SizeMax*goban.SizeMax + 1]game.Move
	moves := b.Moves(room[:0])
	if depth == 1 {
		return uint64(len(moves)), true
	}
	if depth > 2 && stop != nil && stop() {
		return 0, false
	}
	for _, m := range moves {
		b.Play(m)
		n, ok := b.Perft(depth-1, stop)
		b.Undo()
		leaves += n
		if !ok {
			return leaves, false
		}
	}
	return leaves, true
}
