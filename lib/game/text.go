package game

import (
	"fmt"
	"slices"
	"strings"
)

// MoveTexts lists the legal moves as text, sorted bytewise.
func MoveTexts(b Board) []string {
	moves := b.Moves(nil)
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = b.Text(m)
	}
	slices.Sort(texts)
	return texts
}

// Narrow is a text as it is typed without a Chinese input method: full-width letters,
// digits, signs and blanks become their ASCII twins, and dashes of any length "-". Boards
// read moves through it.
func Narrow(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～':
			return r - '！' + '!'
		case r == '\u3000':
			return ' '
		case r == '–' || r == '—' || r == '−':
			return '-'
		}
		return r
	}, text)
}

// PlayLine plays moves given as text and stops at the first one that is not legal.
func PlayLine(b Board, line []string) error {
	for i, text := range line {
		m, err := b.Parse(text)
		if err != nil {
			return fmt.Errorf("move %d %q: %w", i+1, text, err)
		}
		b.Play(m)
	}
	return nil
}

// Legal says whether a move is legal: one of Moves, or one that Parse alone gives, such as
// resigning.
func Legal(b Board, m Move) bool {
	if slices.Contains(b.Moves(nil), m) {
		return true
	}
	read, err := b.Parse(b.Text(m))
	return err == nil && read == m
}

// Perft counts the leaves of the tree of legal moves, depth plies deep, the usual
// test of a move generator: a game that ends by repetition or count is not cut off.
// Depth 0 is one leaf. stop is called now and then; when it returns true, Perft
// stops and returns the leaves so far, with false.
func Perft(b Board, depth int, stop func() bool) (leaves uint64, whole bool) {
	c, _ := b.(counter)
	return perft(b, c, depth, stop, make([]Move, 0, 1024))
}

// counter is a Board that counts its legal moves faster than it lists them.
type counter interface{ CountMoves() int }

// perft lists moves in the free part of room; c is nil for a board that cannot count.
func perft(b Board, c counter, depth int, stop func() bool, room []Move) (leaves uint64, whole bool) {
	switch {
	case depth <= 0:
		return 1, true
	case depth == 1 && c != nil:
		return uint64(c.CountMoves()), true
	case depth > 2 && stop != nil && stop():
		return 0, false
	}
	moves := b.Moves(room)
	if depth == 1 {
		return uint64(len(moves)), true
	}
	for _, m := range moves {
		b.Play(m)
		n, ok := perft(b, c, depth-1, stop, moves[len(moves):])
		b.Undo()
		leaves += n
		if !ok {
			return leaves, false
		}
	}
	return leaves, true
}
