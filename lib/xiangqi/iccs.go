package xiangqi

import (
	"fmt"

	"qikit.dev/qikit/lib/game"
)

// coordinates are a move written by its points: UCI, ICCS, or algebraic with a piece
// letter and as much of the source as it needs. Ranks are as written.
type coordinates struct {
	kind                   Kind // NoKind outside algebraic
	sourceFile, sourceRank int  // unsaid in algebraic
	targetFile, targetRank int
}

const unsaid = -1

// readCoordinates reads "h2e2", "h10e10", "H2-E2", "Che3", "Nbc3", "R5xe5", "Ch3-e3".
// Algebraic moves are recognised by case: the piece is upper, files are lower.
func readCoordinates(text string) (c coordinates, ok bool) {
	rest := text
	if algebraic(text) {
		c.kind, rest = letterKind(text[0]), text[1:]
		target := len(rest) - 1
		for target > 0 && !isFile(rest[target]) {
			target--
		}
		source := rest[:target]
		if n := len(source); n > 0 && (source[n-1] == 'x' || source[n-1] == '-') {
			source = source[:n-1]
		}
		c.sourceFile, c.sourceRank = unsaid, unsaid
		if source != "" && isFile(source[0]) {
			c.sourceFile, source = int(source[0]-'a'), source[1:]
		}
		if source != "" {
			if c.sourceRank, source, ok = readRank(source); !ok || source != "" {
				return c, false
			}
		}
		rest = rest[target:]
	} else {
		if c.sourceFile, c.sourceRank, rest, ok = readPoint(rest); !ok {
			return c, false
		}
		if rest != "" && rest[0] == '-' {
			rest = rest[1:]
		}
	}
	c.targetFile, c.targetRank, rest, ok = readPoint(rest)
	return c, ok && rest == ""
}

// algebraic says whether text starts like a move with a piece letter and ends
// like one that names its target in lower case.
func algebraic(text string) bool {
	if len(text) < 3 || text[0] < 'A' || text[0] > 'Z' || letterKind(text[0]) == NoKind {
		return false
	}
	for i := 1; i < len(text); i++ {
		// In WXF a minus stands before a digit.
		if c := text[i]; !isFile(c) && (c < '0' || c > '9') && c != 'x' && !(c == '-' && i+1 < len(text) && isFile(text[i+1])) {
			return false
		}
	}
	return true
}

func isFile(c byte) bool { return c >= 'a' && c < 'a'+files }

func readPoint(text string) (file, rank int, rest string, ok bool) {
	if text == "" || !isFile(text[0]|0x20) {
		return 0, 0, text, false
	}
	rank, rest, ok = readRank(text[1:])
	return int(text[0]|0x20) - 'a', rank, rest, ok
}

// readRank reads 0 to 10.
func readRank(text string) (rank int, rest string, ok bool) {
	if len(text) >= 2 && text[:2] == "10" {
		return 10, text[2:], true
	}
	if text == "" || text[0] < '0' || text[0] > '9' {
		return 0, text, false
	}
	return int(text[0] - '0'), text[1:], true
}

// has says whether one of the ranks is this one.
func (c coordinates) has(rank int) bool { return c.sourceRank == rank || c.targetRank == rank }

// ranksAlone is the number of the first rank when nothing but this one move
// is known. Algebraic moves come from programs that count from 1.
func (c coordinates) ranksAlone() int {
	if c.has(10) || c.kind != NoKind && !c.has(0) {
		return 1
	}
	return 0
}

// atCoordinates is the legal move that c means with ranks counted from base.
func (b *Board) atCoordinates(text string, c coordinates, base int) (game.Move, error) {
	for _, rank := range [2]int{c.sourceRank, c.targetRank} {
		if rank != unsaid && (rank < base || rank >= ranks+base) {
			return game.NoMove, fmt.Errorf("%w: %q has rank %d, expected ranks %d to %d", game.ErrMoveText, text, rank, base, ranks-1+base)
		}
	}
	if c.kind != NoKind {
		return b.algebraicMove(text, c, base)
	}
	source, target := SquareAt(c.sourceFile, c.sourceRank-base), SquareAt(c.targetFile, c.targetRank-base)
	if m := NewMove(source, target); b.Legal(m) {
		return m, nil
	}
	reason := fmt.Sprintf("%s cannot go to %s here", b.pieceOn(source), target)
	switch p := b.At(source); {
	case p == NoPiece:
		reason = fmt.Sprintf("nothing stands on %s", source)
	case p.Color() != b.turn:
		reason = fmt.Sprintf("%s is not %s's, whose turn it is", b.pieceOn(source), b.turn)
	}
	if base == 0 && c.sourceRank > 0 && c.targetRank > 0 && b.Legal(NewMove(source-files, target-files)) {
		reason += "; with ranks counted 1 to 10 it would be legal"
	}
	return game.NoMove, fmt.Errorf("%w: %q: %s", game.ErrIllegalMove, text, reason)
}

// pieceOn is "the red cannon on h2".
func (b *Board) pieceOn(s Square) string {
	p := b.At(s)
	return fmt.Sprintf("the %s %s on %s", p.Color(), p.Kind(), s)
}

func (b *Board) algebraicMove(text string, c coordinates, base int) (game.Move, error) {
	target := SquareAt(c.targetFile, c.targetRank-base)
	var buffer [128]game.Move
	found := game.NoMove
	for _, m := range b.Moves(buffer[:0]) {
		s := Source(m)
		if Target(m) != target || b.At(s).Kind() != c.kind ||
			c.sourceFile != unsaid && c.sourceFile != s.File() ||
			c.sourceRank != unsaid && c.sourceRank-base != s.Rank() {
			continue
		}
		if found != game.NoMove {
			return game.NoMove, ambiguous(text, found, m)
		}
		found = m
	}
	if found == game.NoMove {
		return found, fmt.Errorf("%w: %q: no %s of %s's can go to %s here", game.ErrIllegalMove, text, c.kind, b.turn, target)
	}
	return found, nil
}

func ambiguous(text string, m, n game.Move) error {
	return fmt.Errorf("%w: %q fits %s and %s, expected a text that fits one move", game.ErrMoveText, text,
		textOf(Source(m), Target(m)), textOf(Source(n), Target(n)))
}

// errRanks is a line that may count its ranks from 0 or from 1.
var errRanks = fmt.Errorf("%w: unclear ranks", game.ErrMoveText)

// DetectRanks is the number, 0 or 1, from which a line of moves that starts here counts
// its ranks: 0 when a rank 0 occurs, 1 when a rank 10 does, and otherwise the one with
// which the whole line is legal. It refuses a line that is legal both ways or neither
// way, and one with both ranks; the error wraps [game.ErrMoveText] or
// [game.ErrIllegalMove]. Lines without coordinates have 0.
func (b *Board) DetectRanks(line []string) (base int, err error) {
	zero, ten, told := -1, -1, false
	for i, text := range line {
		plain, err := plainMove(text)
		if err != nil {
			return 0, fmt.Errorf("move %d: %w", i+1, err)
		}
		c, ok := readCoordinates(plain)
		told = told || ok
		if ok && zero < 0 && c.has(0) {
			zero = i
		}
		if ok && ten < 0 && c.has(10) {
			ten = i
		}
	}
	switch {
	case zero >= 0 && ten >= 0:
		return 0, fmt.Errorf("%w: move %d %q has a rank 0 and move %d %q a rank 10, expected ranks 0 to 9 or 1 to 10",
			errRanks, zero+1, line[zero], ten+1, line[ten])
	case ten >= 0:
		return 1, nil
	case zero >= 0 || !told:
		return 0, nil
	}
	from0, from1 := b.replays(line, 0), b.replays(line, 1)
	switch {
	case from0 == nil && from1 == nil:
		return 0, fmt.Errorf("%w: %d moves from %q on are legal with ranks 0 to 9 and with ranks 1 to 10, expected a line with a rank 0 or 10", errRanks, len(line), line[0])
	case from0 != nil && from1 == nil:
		return 1, nil
	}
	return 0, from0
}

// replays says why the line is not legal with coordinates counted from base.
func (b *Board) replays(line []string, base int) error {
	c := b.Clone()
	for i, text := range line {
		m, err := c.parseBase(text, base)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		c.Play(m)
	}
	return nil
}

// parseBase is Parse with the ranks of coordinates counted from base.
func (b *Board) parseBase(text string, base int) (game.Move, error) {
	if plain, err := plainMove(text); err == nil {
		if c, ok := readCoordinates(plain); ok {
			return b.atCoordinates(text, c, base)
		}
	}
	return b.Parse(text)
}
