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

// positions reads the initial positions and writes each as the game does.
// board makes a board of a position text.
func (i Initial) positions(gameName string, board func(string) (game.Board, error)) ([]string, error) {
	texts, where := i.Positions, "initial[%d]"
	if i.File != "" {
		// A text that is no file may be a position itself.
		if _, err := os.Stat(i.File); err != nil {
			b, bad := board(i.File)
			if errors.Is(bad, game.ErrSetup) { // a position that cannot arise
				return nil, fmt.Errorf("initial: %w", bad)
			}
			if bad != nil {
				return nil, fmt.Errorf("initial: neither a file (%w) nor a position (%w)", err, bad)
			}
			return []string{b.Position()}, nil
		}
		var err error
		if texts, err = readPositions(gameName, i.File, board); err != nil {
			return nil, fmt.Errorf("initial: %w", err)
		}
		if len(texts) == 0 {
			return nil, fmt.Errorf("%w: initial: %s holds no position", game.ErrPosition, i.File)
		}
		where = "initial: " + i.File + ": position %d"
	}
	if len(texts) == 0 {
		texts = []string{""}
	}
	list := make([]string, len(texts))
	for n, text := range texts {
		b, err := board(text)
		if err != nil {
			return nil, fmt.Errorf(where+": %w", n, err)
		}
		list[n] = b.Position()
	}
	return list, nil
}

// readPositions reads a file of positions: game records (the position at the
// end of each), or one FEN or EPD a line; empty lines and lines that begin
// with # are left out.
func readPositions(gameName, path string, board func(string) (game.Board, error)) ([]string, error) {
	f, err := plainfile.OpenText(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", book.ErrFile, err)
	}
	defer f.Close()
	r := bufio.NewReader(f)
	head, _ := r.Peek(512)
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))
	if lower := strings.ToLower(path); strings.HasSuffix(lower, ".pgn") || bytes.HasPrefix(head, []byte("[")) {
		texts, err := readEnds(gameName, path, r, board)
		if errors.Is(err, plainfile.ErrZeros) {
			err = fmt.Errorf("%w: %w", book.ErrFile, err)
		}
		return texts, err
	}
	var texts []string
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if line != "" && line[0] != '#' {
			texts = append(texts, epdPosition(line, board))
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", book.ErrFile, path, err)
	}
	return texts, nil
}

// epdPosition removes the operations from an EPD line: the position is the longest
// beginning of the line, by words, that the game reads.
func epdPosition(line string, board func(string) (game.Board, error)) string {
	text, _, _ := strings.Cut(line, ";")
	for words := strings.Fields(text); len(words) > 0; words = words[:len(words)-1] {
		text := strings.Join(words, " ")
		if _, err := board(text); err == nil {
			return text
		}
	}
	return line // the caller reports what is wrong with it
}

// readEnds reads the positions at the ends of game records.
func readEnds(gameName, path string, r io.Reader, board func(string) (game.Board, error)) ([]string, error) {
	var texts []string
	for rec, err := range game.ReadRecords(gameName, r) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		b, err := board(rec.Initial)
		if err != nil {
			return nil, fmt.Errorf("%s: game %d: %w", path, len(texts)+1, err)
		}
		for _, m := range rec.Moves {
			b.Play(m)
		}
		texts = append(texts, b.Position())
	}
	return texts, nil
}
