package weiqi

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// Pass is the move without a stone. Any other move is the Point it is played
// on.
const Pass game.Move = 1

// Reasons for which a game ends.
const (
	TargetReached = "target reached"
	NoLegalMove   = "no legal move"
	TwoPasses     = "two passes"
)

// Won is the side that has reached its target, Empty for none.
func (b *Board) Won() Color {
	for _, c := range [2]Color{Black, White} {
		if int(b.stones.taken[c]) >= b.options.Target[c] {
			return c
		}
	}
	return Empty
}

// Moves appends the legal moves, by rows from the bottom and columns from the
// left, a pass last. There are none once a side has reached its target, or
// where having none ends the game.
func (b *Board) Moves(dst []game.Move) []game.Move {
	if b.Won() != Empty {
		return dst
	}
	first := len(dst)
	for row := range b.Size() {
		p := PointAt(0, row)
		for range b.Size() {
			if b.stones.Legal(p) {
				dst = append(dst, game.Move(p))
			}
			p++
		}
	}
	if len(dst) > first && b.options.Pass == "free" || len(dst) == first && b.options.NoMove == "pass" {
		dst = append(dst, Pass)
	}
	return dst
}

// Outcome says how the game has ended.
func (b *Board) Outcome() (game.Outcome, bool) {
	if c := b.Won(); c != Empty {
		return game.Outcome{Winner: int(c), Reason: TargetReached}, true
	}
	if b.passes >= 2 {
		return game.Outcome{Winner: game.Draw, Reason: TwoPasses}, true
	}
	if b.options.NoMove == "pass" || b.stones.CanPlay() {
		return game.Outcome{}, false
	}
	if b.options.NoMove == "draw" {
		return game.Outcome{Winner: game.Draw, Reason: NoLegalMove}, true
	}
	return game.Outcome{Winner: int(b.stones.turn.Other()), Reason: NoLegalMove}, true
}

// CanPlay says whether the side to move can put a stone anywhere.
func (s *Stones) CanPlay() bool {
	for _, p := range s.empty[:s.spaces] {
		if s.Legal(p) {
			return true
		}
	}
	return false
}

// Check says why a move is illegal, nil when it is legal. The error wraps
// game.ErrIllegalMove.
func (b *Board) Check(m game.Move) error {
	s := &b.stones
	why := ""
	switch {
	case b.Won() != Empty:
		why = fmt.Sprintf("the game is over: %s has captured %d", b.Won(), s.Captured(b.Won()))
	case m == Pass && s.CanPlay() && b.options.Pass != "free":
		why = "passing is not allowed while a stone can be played"
	case m == Pass && !s.CanPlay() && b.options.NoMove != "pass":
		why = "the game is over: " + s.turn.String() + " can play no stone"
	case m == Pass:
	default:
		why = s.refuses(m)
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("%w: %s %s: %s", game.ErrIllegalMove, s.turn, b.Text(m), why)
}

// Text writes a move: "C5" or "pass".
func (b *Board) Text(m game.Move) string {
	switch {
	case m == Pass:
		return "pass"
	case m >= cells || !b.stones.Has(Point(m)):
		return fmt.Sprintf("move %d", m)
	}
	return Point(m).String()
}

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
func (b *Board) Arrow(text string) (game.Move, error) { return parseMove(text, b.Size()) }

// parseMove reads a point of a board or a pass.
func parseMove(text string, size int) (game.Move, error) {
	text = strings.TrimSpace(text)
	if strings.EqualFold(text, "pass") || text == sgfPass {
		return Pass, nil
	}
	if p, ok := parseSGFPoint(text, size); ok {
		return game.Move(p), nil
	}
	p, err := ParsePoint(text, size)
	return game.Move(p), err
}

// refuses says why a stone may not be put on a point, "" when it may.
func (s *Stones) refuses(m game.Move) string {
	switch p := Point(m); {
	case m >= cells || !s.Has(p):
		return fmt.Sprintf("no point of a board of %d by %d", s.size, s.size)
	case s.cells[p] != Empty:
		return "there is a " + s.cells[p].String() + " stone"
	case p == s.ko:
		return "ko: the stone there was just taken"
	case !s.Legal(p):
		return "suicide: the stone would have no liberty"
	}
	return ""
}

// Notations are "gtp" (C5, pass) and "sgf" (ce, tt).
func (b *Board) Notations() []string { return []string{"gtp", "sgf"} }

// Format writes a legal move in the named notation.
func (b *Board) Format(m game.Move, notation string) (string, error) {
	switch {
	case notation == "gtp":
		return b.Text(m), nil
	case notation == "sgf" && m == Pass:
		return sgfPass, nil
	case notation == "sgf":
		return sgfPoint(Point(m), b.Size()), nil
	}
	return "", fmt.Errorf("%w: %q, expected gtp or sgf", game.ErrNotation, notation)
}

// Perft counts the leaves of the tree of legal moves; see game.Perft.
func (b *Board) Perft(depth int, stop func() bool) (leaves uint64, whole bool) {
	if depth == 0 {
		return 1, true
	}
	var room [SizeMax*SizeMax + 1]game.Move
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
