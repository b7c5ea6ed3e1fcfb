package generate

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"qikit.dev/qikit/internal/plainfile"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
)

// reader reads initial positions. Each becomes a position as the game writes it, with
// the moves from there, if any: "position moves m1 m2".
type reader struct {
	game  string
	ply   *int                             // of game records, where games start; nil for their ends
	board func(string) (game.Board, error) // of such a text
}

// movesWord stands between a position and the moves from there.
const movesWord = " moves "

// splitMoves takes an initial position apart.
func splitMoves(initial string) (position string, moves []string) {
	position, rest, _ := strings.Cut(initial, movesWord)
	return position, strings.Fields(rest)
}

// joinMoves is the opposite of splitMoves.
func joinMoves(position string, moves []string) string {
	if len(moves) == 0 {
		return position
	}
	return position + movesWord + strings.Join(moves, " ")
}

func (r *reader) initials(i Initial) ([]string, error) {
	if i.File == "" {
		if r.ply != nil {
			return nil, bad("initial_ply", *r.ply, "a file of game records as initial")
		}
		if len(i.Positions) == 0 {
			return r.texts([]string{""}, "initial[%d]")
		}
		return r.texts(i.Positions, "initial[%d]")
	}
	// A text that is no file may be a position itself.
	if _, err := os.Stat(i.File); err != nil {
		text, bad := r.text(i.File)
		if errors.Is(bad, game.ErrSetup) || errors.Is(bad, game.ErrIllegalMove) { // a position, but not a good one
			return nil, fmt.Errorf("initial: %w", bad)
		}
		if bad != nil {
			return nil, fmt.Errorf("initial: neither a file (%w) nor a position (%w)", err, bad)
		}
		return []string{text}, nil
	}
	list, err := r.file(i.File)
	if err != nil {
		return nil, fmt.Errorf("initial: %w", err)
	}
	return list, nil
}

// texts reads a list; where says which one is bad.
func (r *reader) texts(texts []string, where string) ([]string, error) {
	list := make([]string, len(texts))
	for n, text := range texts {
		var err error
		if list[n], err = r.text(text); err != nil {
			return nil, fmt.Errorf(where+": %w", n, err)
		}
	}
	return list, nil
}

// text reads a position, an EPD line, or moves from a position as UCI has them: "startpos
// moves h2e2", "position fen ... moves ...".
func (r *reader) text(text string) (string, error) {
	position, moves := splitMoves(strings.TrimSuffix(strings.TrimSpace(text), strings.TrimRight(movesWord, " ")))
	for _, word := range []string{"position", "fen"} {
		if rest, ok := strings.CutPrefix(position, word+" "); ok {
			position = strings.TrimSpace(rest)
		}
	}
	if position == "startpos" {
		position = ""
	}
	b, err := r.board(position)
	if err != nil && strings.Contains(position, ";") {
		b, err = r.board(r.epdPosition(position))
	}
	if err != nil {
		return "", err
	}
	start := b.Position()
	if err := game.PlayLine(b, moves); err != nil {
		return "", err
	}
	return joinMoves(start, game.PlayedTexts(b)), nil
}

// epdPosition removes the operations from an EPD line: the position is the longest
// beginning of the line, by words, that the game reads.
func (r *reader) epdPosition(line string) string {
	text, _, _ := strings.Cut(line, ";")
	for words := strings.Fields(text); len(words) > 0; words = words[:len(words)-1] {
		text := strings.Join(words, " ")
		if _, err := r.board(text); err == nil {
			return text
		}
	}
	return line // the caller reports what is wrong with it
}

// file reads a file: game records, or one text a line; empty lines and lines that begin
// with # are left out.
func (r *reader) file(path string) ([]string, error) {
	f, err := plainfile.OpenText(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", book.ErrFile, err)
	}
	defer f.Close()
	in := bufio.NewReader(f)
	head, _ := in.Peek(512)
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))
	if lower := strings.ToLower(path); strings.HasSuffix(lower, ".pgn") || bytes.HasPrefix(head, []byte("[")) {
		list, err := r.records(path, in)
		if errors.Is(err, plainfile.ErrZeros) {
			err = fmt.Errorf("%w: %w", book.ErrFile, err)
		}
		return list, err
	}
	if r.ply != nil {
		return nil, bad("initial_ply", *r.ply, "a file of game records as initial")
	}
	var texts []string
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if line == "" || line[0] == '#' {
			continue
		}
		if _, moves := splitMoves(line); len(moves) == 0 {
			if _, err := r.text(line); err != nil {
				line = r.epdPosition(line)
			}
		}
		texts = append(texts, line)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", book.ErrFile, path, err)
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("%w: %s holds no position", game.ErrPosition, path)
	}
	return r.texts(texts, path+": position %d")
}

// records reads where the games of game records start, with the moves to there. Games
// that are over there are an error, which counts them: nothing could be played.
func (r *reader) records(path string, in io.Reader) ([]string, error) {
	var list []string
	games, over, first := 0, 0, 0
	for rec, err := range game.ReadRecords(r.game, in) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		games++
		b, err := r.board(rec.Initial)
		if err != nil {
			return nil, fmt.Errorf("%s: game %d: %w", path, games, err)
		}
		moves := rec.Moves
		if r.ply != nil {
			if len(moves) < *r.ply {
				return nil, fmt.Errorf("%w: %s: game %d has %d plies, expected initial_ply (%d) or more", game.ErrRecord, path, games, len(moves), *r.ply)
			}
			moves = moves[:*r.ply]
		}
		start := b.Position()
		for ply, m := range moves {
			if !game.Legal(b, m) {
				return nil, fmt.Errorf("%w: %s: game %d, ply %d: %s is no legal move by the rules of the book in %s", game.ErrRecord, path, games, ply+1, b.Text(m), b.Position())
			}
			b.Play(m)
		}
		if _, ended := b.Outcome(); ended {
			if over++; over == 1 {
				first = games
			}
			continue
		}
		list = append(list, joinMoves(start, game.PlayedTexts(b)))
	}
	if games == 0 {
		return nil, fmt.Errorf("%w: %s holds no position", game.ErrPosition, path)
	}
	if over > 0 {
		where := "at their ends, expected initial_ply to say where games start"
		if r.ply != nil {
			where = fmt.Sprintf("after %d plies, expected a smaller initial_ply", *r.ply)
		}
		return nil, fmt.Errorf("%w: %s: of %d games %d are over (the first is game %d) %s", game.ErrPosition, path, games, over, first, where)
	}
	return list, nil
}
