package xiangqi

import (
	"fmt"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// Notations of moves, for [Board.Format], [Board.ParseAs] and [PGNOptions].
const (
	NotationUCI         = "uci"                 // h2e2, ranks 0 to 9: UCI of Chinese engines, UCCI
	NotationUCI10       = "uci10"               // h3e3, ranks 1 to 10: UCI of Fairy-Stockfish
	NotationICCS        = "iccs"                // H2-E2, ranks 0 to 9
	NotationWXF         = "wxf"                 // C2.5, as the World Xiangqi Federation writes it
	NotationChinese     = "chinese"             // 炮二平五, 炮８平５; simplified characters
	NotationTraditional = "chinese-traditional" // 炮二平五, 砲８平５; traditional characters
)

// maxMoveText bounds a move in any notation, in bytes: the longest is five
// Chinese characters, and blanks between them are allowed.
const maxMoveText = 64

// Notations are the names that Format takes.
func (b *Board) Notations() []string {
	return []string{NotationUCI, NotationUCI10, NotationICCS, NotationWXF, NotationChinese, NotationTraditional}
}

// Format writes a legal move in the named notation. The error wraps
// [game.ErrNotation]: no such notation, or none of its words for this move,
// which only happens where a side has more pieces of a kind than the game.
func (b *Board) Format(m game.Move, notation string) (string, error) {
	switch notation {
	case NotationUCI:
		return textOf(Source(m), Target(m)), nil
	case NotationUCI10:
		return fmt.Sprintf("%c%d%c%d", 'a'+Source(m).File(), Source(m).Rank()+1, 'a'+Target(m).File(), Target(m).Rank()+1), nil
	case NotationICCS:
		text := strings.ToUpper(textOf(Source(m), Target(m)))
		return text[:2] + "-" + text[2:], nil
	case NotationWXF, NotationChinese, NotationTraditional:
	default:
		return "", b.noNotation(notation)
	}
	s := b.say(m)
	if most := max(kindCounts[s.kind], 1); b.count(s.kind) > most {
		return "", fmt.Errorf("%w: %s tells at most %d pieces of kind %s apart, this side has more", game.ErrNotation, notation, most, s.kind)
	}
	switch notation {
	case NotationWXF:
		return s.wxf(), nil
	case NotationChinese:
		return s.chinese(b.turn, &simplified), nil
	}
	return s.chinese(b.turn, &traditional), nil
}

func (b *Board) noNotation(notation string) error {
	return fmt.Errorf("%w: %q, expected one of %s", game.ErrNotation, notation, strings.Join(b.Notations(), ", "))
}

// count is how many pieces of that kind the side to move has.
func (b *Board) count(k Kind) int {
	n := 0
	for s := range Square(squares) {
		if b.At(s) == NewPiece(b.turn, k) {
			n++
		}
	}
	return n
}

// Parse reads a legal move in any notation: the six of Notations, their usual
// variants (C2=5, +C.5, c2.5, 砲, 俥, 傌, full-width or Chinese digits) and
// the algebraic one of western sites (Che3, Nbc3).
//
// Coordinates are read with ranks 0 to 9, unless one of the two ranks is 10;
// a move that is right both ways is never guessed at from legality. Use
// [Board.ParseAs] where the ranks are known to be 1 to 10, or
// [Board.DetectRanks] to tell a whole line.
//
// The error wraps [game.ErrMoveText] (not a move, or one that fits several)
// or [game.ErrIllegalMove], and says what was expected.
func (b *Board) Parse(text string) (game.Move, error) {
	plain, err := plainMove(text)
	if err != nil {
		return game.NoMove, err
	}
	if c, ok := readCoordinates(plain); ok {
		return b.atCoordinates(text, c, c.ranksAlone())
	}
	if s, ok := readSpoken(plain); ok {
		return b.spokenMove(text, s)
	}
	return game.NoMove, fmt.Errorf("%w: %q, expected a move such as h2e2, H2-E2, C2.5 or 炮二平五", game.ErrMoveText, text)
}

// ParseAs reads a legal move that is known to be in the named notation: what
// Format wrote, ParseAs reads back. Errors are those of Parse, or wrap
// [game.ErrNotation].
func (b *Board) ParseAs(text, notation string) (game.Move, error) {
	if !slices.Contains(b.Notations(), notation) {
		return game.NoMove, b.noNotation(notation)
	}
	plain, err := plainMove(text)
	if err != nil {
		return game.NoMove, err
	}
	switch notation {
	case NotationUCI, NotationUCI10, NotationICCS:
		base := 0
		if notation == NotationUCI10 {
			base = 1
		}
		if c, ok := readCoordinates(plain); ok {
			return b.atCoordinates(text, c, base)
		}
	default:
		if s, ok := readSpoken(plain); ok {
			return b.spokenMove(text, s)
		}
	}
	return game.NoMove, fmt.Errorf("%w: %q, expected a move in %s", game.ErrMoveText, text, notation)
}

// plainMove is the narrow text without blanks.
func plainMove(text string) (string, error) {
	if len(text) > maxMoveText {
		return "", fmt.Errorf("%w: %d bytes long, expected at most %d", game.ErrMoveText, len(text), maxMoveText)
	}
	plain := strings.Map(func(r rune) rune {
		if r == ' ' || r == '\t' {
			return -1
		}
		return r
	}, game.Narrow(text))
	return plain, nil
}
