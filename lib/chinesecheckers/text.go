package chinesecheckers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// Text writes a move: its start and its end, "k3-m5"; "pass" for none.
func (b *Board) Text(m game.Move) string { return text(m, "-") }

func text(m game.Move, between string) string {
	if m == pass {
		return "pass"
	}
	return Source(m).String() + between + Target(m).String()
}

// Parse reads a legal move: "k3-m5", also without its sign, in letters of either case.
func (b *Board) Parse(text string) (game.Move, error) {
	short := strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(game.Narrow(text), "-", ""), " ", ""))
	m := pass
	if short != "pass" {
		source, rest := pointOf(short)
		target, rest := pointOf(rest)
		if source == none || target == none || rest != "" {
			return game.NoMove, fmt.Errorf("%w: %q, expected two points of the star such as k3-m5, or pass", game.ErrMoveText, text)
		}
		m = newMove(source, target)
	}
	var room [512]game.Move
	if !slices.Contains(b.Moves(room[:0]), m) {
		return game.NoMove, fmt.Errorf("%w: %q of %s in %s", game.ErrIllegalMove, text, b.Sides()[b.turn], b.Position())
	}
	return m, nil
}

// pointOf reads the point at the beginning of a text; none when there is no such point.
func pointOf(text string) (p Point, rest string) {
	end := 1
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	if text == "" || text[0] < 'a' || text[0] >= 'a'+columns {
		return none, text
	}
	rank, err := strconv.Atoi(text[1:end])
	if err != nil || rank < 1 || rank > rows || text[1] == '0' {
		return none, text
	}
	return star.at[rows-rank][text[0]-'a'], text[end:]
}

// TargetTexts lists the points to which the man on a point can go; nothing is ever captured.
func (b *Board) TargetTexts(point string) (steps, captures []string, err error) {
	p, rest := pointOf(strings.ToLower(point))
	if p == none || rest != "" {
		return nil, nil, fmt.Errorf("%w: %q, expected a point of the star such as k3", game.ErrMoveText, point)
	}
	var room [512]game.Move
	steps, captures = []string{}, []string{}
	for _, m := range b.Moves(room[:0]) {
		if m != pass && Source(m) == p {
			steps = append(steps, Target(m).String())
		}
	}
	slices.Sort(steps)
	return steps, captures, nil
}

// Notations are "chinesecheckers" (k3-m5) and "compact" (k3m5).
func (b *Board) Notations() []string { return []string{"chinesecheckers", "compact"} }

// Format writes a legal move in the named notation.
func (b *Board) Format(m game.Move, notation string) (string, error) {
	switch notation {
	case "chinesecheckers":
		return b.Text(m), nil
	case "compact":
		return text(m, ""), nil
	}
	return "", fmt.Errorf("%w: %q, expected chinesecheckers or compact", game.ErrNotation, notation)
}
