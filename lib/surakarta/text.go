package surakarta

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// Text writes a move: "a2-a3" for a step, "e2xf2" for a capture.
func (b *Board) Text(m game.Move) string {
	sign := "-"
	if IsCapture(m) {
		sign = "x"
	}
	return Source(m).String() + sign + Target(m).String()
}

// Parse reads a legal move: "a2-a3", "e2xf2", either without its sign, in
// letters of either case, full-width ones too.
func (b *Board) Parse(text string) (game.Move, error) {
	short := strings.ToLower(strings.NewReplacer("-", "", "x", "", "X", "", " ", "").Replace(game.Narrow(text)))
	if len(short) != 4 {
		return game.NoMove, fmt.Errorf("%w: %q, expected two points such as a2-a3 or e2xf2", game.ErrMoveText, text)
	}
	source, ok := pointOf(short[:2])
	target, ok2 := pointOf(short[2:])
	if !ok || !ok2 {
		return game.NoMove, fmt.Errorf("%w: %q, expected files a to f and ranks 1 to 6", game.ErrMoveText, text)
	}
	var room [256]game.Move
	for _, m := range b.Moves(room[:0]) {
		if Source(m) != source || Target(m) != target {
			continue
		}
		if IsCapture(m) && strings.Contains(text, "-") || !IsCapture(m) && strings.ContainsAny(text, "xX") {
			return game.NoMove, fmt.Errorf("%w: %q is %s here", game.ErrIllegalMove, text, b.Text(m))
		}
		return m, nil
	}
	return game.NoMove, fmt.Errorf("%w: %q in %s", game.ErrIllegalMove, text, b.Position())
}

func pointOf(text string) (Point, bool) {
	if len(text) != 2 {
		return 0, false
	}
	file, rank := text[0]-'a', text[1]-'1'
	return PointAt(int(file), int(rank)), file < width && rank < width
}

// Notations are "surakarta" (a2-a3, e2xf2) and "compact" (a2a3, e2f2).
func (b *Board) Notations() []string { return []string{"surakarta", "compact"} }

// Format writes a legal move in the named notation.
func (b *Board) Format(m game.Move, notation string) (string, error) {
	switch notation {
	case "surakarta":
		return b.Text(m), nil
	case "compact":
		return Source(m).String() + Target(m).String(), nil
	}
	return "", fmt.Errorf("%w: %q, expected surakarta or compact", game.ErrNotation, notation)
}
