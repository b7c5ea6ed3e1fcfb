package play_test

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/play"
	"qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

func chessBoard(t *testing.T, line string) *chess.Board {
	t.Helper()
	b, err := chess.New("", chess.DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	replay(t, b, strings.Fields(line))
	return b
}

// weighed is a Polyglot book of moves, each behind the line that leads to it, with its weight.
func weighed(t *testing.T, moves []weighedMove) string {
	t.Helper()
	var entries [][]byte
	for _, w := range moves {
		b := chessBoard(t, w.line)
		m, err := b.Parse(w.move)
		if err != nil {
			t.Fatal(err)
		}
		e := binary.BigEndian.AppendUint64(nil, b.PolyglotKey())
		e = binary.BigEndian.AppendUint16(e, b.PolyglotMove(m))
		entries = append(entries, append(binary.BigEndian.AppendUint16(e, w.weight), 0, 0, 0, 0))
	}
	slices.SortStableFunc(entries, func(a, b []byte) int { return slices.Compare(a[:8], b[:8]) })
	return written(t, "x.BIN", slices.Concat(entries...))
}

type weighedMove struct {
	line, move string
	weight     uint16
}

func written(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The move of the greatest weight is played, castling included, and what the book lacks or does
// not want to be played is searched.
func TestNewEngine_polyglot(t *testing.T) {
	castling := "e4 e5 Nf3 Nc6 Bc4 Bc5"
	e := bookEngine(t, "chess", weighed(t, []weighedMove{
		{"", "e4", 3}, {"", "d4", 7}, {"", "c4", 7}, {"", "a3", 0},
		{"d4", "d5", 0},
		{castling, "O-O", 1},
	}))
	for line, want := range map[string]string{"": "c2c4, weight 7 of 17", castling: "e1g1, weight 1 of 1"} {
		b := chessBoard(t, line)
		m, err := b.Parse(want[:4])
		if err != nil {
			t.Fatal(err)
		}
		r := search(t, e, b, depthLimit(3))
		if told := (engine.Result{Best: m, WinRate: 0.5, Note: "book: " + want, Lines: []engine.Line{{Moves: []game.Move{m}, WinRate: 0.5}}}); !reflect.DeepEqual(r, told) {
			t.Errorf("%q: %s, want %s", line, r.JSON(b), told.JSON(b))
		}
	}
	for _, line := range []string{"d4", "e4"} {
		b := chessBoard(t, line)
		if r := search(t, e, b, depthLimit(2)); r.Note != "" || r.Nodes == 0 {
			t.Errorf("%q: %s, want a search", line, r.JSON(b))
		}
	}
	two := depthLimit(2)
	two.Lines = 2
	if b := chessBoard(t, ""); len(search(t, e, b, two).Lines) != 2 {
		t.Error("two lines are answered from the book")
	}
}

// What a book exports as .bin, it plays.
func TestNewEngine_polyglotOfABook(t *testing.T) {
	o := book.DefaultCreate()
	o.Game = "chess"
	b, err := book.Create(filepath.Join(t.TempDir(), "a.qkb"), o)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	games := "[Result \"1-0\"]\n\n1. d4 d5 2. c4 1-0\n\n[Result \"0-1\"]\n\n1. e4 e5 0-1\n"
	if _, err := b.AddGamesFrom(t.Context(), strings.NewReader(games), nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.bin")
	if _, err := b.Export(t.Context(), path, "", book.ExportOptions{}, nil); err != nil {
		t.Fatal(err)
	}
	board := chessBoard(t, "")
	if r := search(t, bookEngine(t, "chess", path), board, depthLimit(2)); board.Text(r.Best) != "d2d4" {
		t.Errorf("%s, want d2d4", r.JSON(board))
	}
}

func TestNewEngine_refusesPolyglot(t *testing.T) {
	entry := make([]byte, 16)
	later := append([]byte{1}, entry[1:]...)
	for _, c := range []struct {
		game, name, text string
		content          []byte
		is               error
	}{
		{"chess", "cut.bin", "within an entry", entry[:15], book.ErrNoBook},
		{"chess", "mixed.bin", "keys ascend", append(later, entry...), book.ErrNoBook},
		{"chess", "a.qkb", "a.qkb", entry, book.ErrNoBook},
		{"xiangqi", "a.bin", "a.bin", entry, book.ErrNoBook},
	} {
		o := engine.DefaultOptions()
		o.Book = written(t, c.name, c.content)
		if e, err := play.NewEngine(c.game, o); !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.text) || !strings.HasPrefix(err.Error(), "option book: ") {
			t.Errorf("%s for %s: %v, %v, want %q", c.name, c.game, e, err, c.text)
		}
	}
	o := engine.DefaultOptions()
	o.Book = filepath.Join(t.TempDir(), "none.bin")
	if _, err := play.NewEngine("chess", o); !errors.Is(err, book.ErrFile) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	o.Book = t.TempDir() + "/folder.bin"
	if err := os.Mkdir(o.Book, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := play.NewEngine("chess", o); !errors.Is(err, book.ErrFile) {
		t.Errorf("a folder: %v", err)
	}
}
