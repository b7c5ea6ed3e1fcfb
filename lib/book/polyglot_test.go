package book_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/game"
)

// openings are games of people with both castlings, en passant, a promotion and a
// transposition.
const openings = `
1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 1-0
1. e4 e5 2. Nf3 Nc6 3. Bc4 0-1
1. Nf3 Nc6 2. e4 e5 3. Bb5 1/2-1/2
1. e4 d5 2. e5 f5 3. exf6 d4 4. fxg7 d3 5. gxh8=N dxc2 *
1. d4 d5 2. Nc3 Nf6 3. Bf4 Bf5 4. Qd2 e6 5. O-O-O 0-1
`

// openingsBook is a book of these games.
func openingsBook(t *testing.T) *book.Book {
	t.Helper()
	b := emptyBook(t, "chess")
	var text strings.Builder
	for line := range strings.Lines(strings.TrimPrefix(openings, "\n")) {
		result := strings.Fields(line)
		fmt.Fprintf(&text, "[Result %q]\n\n%s\n", result[len(result)-1], line)
	}
	i, err := b.AddGamesFrom(t.Context(), strings.NewReader(text.String()), nil)
	if err != nil || i.Games != 5 || i.Faults != 0 {
		t.Fatalf("imported %+v, %v", i, err)
	}
	return b
}

// polyglotText reads a Polyglot book slowly, by the description: all entries of each
// position of the games, in order, as "move weight".
func polyglotText(t *testing.T, raw, moves string) string {
	t.Helper()
	b, err := chess.New("", chess.DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := game.PlayLine(b, strings.Fields(moves)); err != nil {
		t.Fatal(err)
	}
	var list []string
	for at := 0; at < len(raw); at += 16 {
		if binary.BigEndian.Uint64([]byte(raw[at:])) != b.PolyglotKey() {
			continue
		}
		move, weight := binary.BigEndian.Uint16([]byte(raw[at+8:])), binary.BigEndian.Uint16([]byte(raw[at+10:]))
		text := fmt.Sprintf("%c%d%c%d", 'a'+move>>6&7, move>>9&7+1, 'a'+move&7, move>>3&7+1) + []string{"", "n", "b", "r", "q"}[move>>12]
		list = append(list, fmt.Sprint(text, " ", weight))
	}
	return strings.Join(list, ", ")
}

func TestExport_polyglot(t *testing.T) {
	b := openingsBook(t)
	path := filepath.Join(t.TempDir(), "x.bin")
	e, err := b.Export(t.Context(), path, "", book.ExportOptions{}, nil)
	if err != nil || e.Format != "polyglot" || e.Bytes != 16*e.Records {
		t.Fatalf("%+v, %v, want a Polyglot book of 16 bytes an entry", e, err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	raw := string(text)
	for moves, want := range map[string]string{
		"":                             "e2e4 3, g1f3 1, d2d4 0",
		"e4":                           "e7e5 2, d7d5 1",
		"e4 e5 Nf3 Nc6":                "f1b5 3, f1c4 0",
		"Nf3 Nc6 e4 e5":                "f1b5 3, f1c4 0",
		"e4 d5 e5":                     "f7f5 1",
		"e4 d5 e5 f5":                  "e5f6 1",
		"e4 d5 e5 f5 exf6 d4 fxg7 d3":  "g7h8n 1",
		"e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6": "e1h1 2",
		"d4 d5 Nc3 Nf6 Bf4 Bf5 Qd2":    "e7e6 2",
		"d4 d5 Nc3 Nf6 Bf4 Bf5 Qd2 e6": "e1a1 0",
	} {
		if got := polyglotText(t, raw, moves); got != want {
			t.Errorf("behind %q: %q, want %q", moves, got, want)
		}
	}
	for at := 16; at < len(raw); at += 16 {
		if raw[at:at+8] < raw[at-16:at-8] {
			t.Errorf("entry %d: its key is below the one before", at/16)
		}
	}
}

// Weights over 16 bits keep their proportions.
func TestExport_polyglotWeights(t *testing.T) {
	b := openingsBook(t)
	change(t, b.Path(), "UPDATE moves SET wins = wins * 100000, count = count * 100000 WHERE move IN ('e2e4', 'g1f3')")
	b = booktest.Open(t, b.Path())
	if got, want := polyglotText(t, booktest.Export(t, b, "polyglot"), ""), fmt.Sprintf("e2e4 %d, ", math.MaxUint16); !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAddGames_polyglotAndBack(t *testing.T) {
	b := openingsBook(t)
	path := filepath.Join(t.TempDir(), "x.bin")
	e, err := b.Export(t.Context(), path, "", book.ExportOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	again := emptyBook(t, "chess")
	i, err := again.AddGames(t.Context(), path, nil)
	if err != nil || i.Positions == 0 || i.Faults != 0 {
		t.Fatalf("imported %+v, %v", i, err)
	}
	found, err := again.Lookup(chess.StartFEN)
	if err != nil || len(found.Moves) != 3 || found.Moves[0].Move != "e2e4" || found.Moves[0].Count != 3 || found.Moves[0].Unknown != 3 {
		t.Errorf("%s, %v, want e2e4 with three games", found.JSON(), err)
	}
	first, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if second := booktest.Export(t, again, "polyglot"); second != string(first) || int64(len(second)) != e.Bytes {
		t.Errorf("written again as\n%x, want\n%x", second, first)
	}
}

func TestAddGames_polyglotOfOthers(t *testing.T) {
	entry := func(key uint64, move, weight uint16) string {
		raw := binary.BigEndian.AppendUint64(nil, key)
		raw = binary.BigEndian.AppendUint16(raw, move)
		return string(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint16(raw, weight), 7))
	}
	const start, e2e4 = 0x463b96181691fc9c, 12<<6 | 28
	for _, test := range []struct {
		name, text string
		want       error
		part       string
		faults     int64
	}{
		{"x.bin", entry(start, e2e4, 9) + entry(start, e2e4, 2) + entry(start, 1, 1), nil, "move 0001", 1},
		{"x.bin", entry(start-1, e2e4, 9), nil, "no moves of the file lead", 1},
		{"x.bin", "", nil, "", 0},
		{"x.bin", entry(start, e2e4, 9)[:15], game.ErrRecord, "entries of 16 bytes", 0},
		{"x.bin", entry(start, e2e4, 9) + entry(start-1, e2e4, 9), game.ErrRecord, "whose keys ascend", 0},
		{"x.bin.gz", gz(entry(start, e2e4, 9)), book.ErrFormat, "compressed", 0},
	} {
		path := filepath.Join(t.TempDir(), test.name)
		if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		b := emptyBook(t, "chess")
		i, err := b.AddGames(t.Context(), path, nil)
		said := fmt.Sprint(i.First, err)
		if !errors.Is(err, test.want) || i.Faults != test.faults || !strings.Contains(said, test.part) {
			t.Errorf("%q: %+v, %v, want %v, %d faults and %q", test.text, i, err, test.want, test.faults, test.part)
		}
		if strings.Contains(said, "move 0001") {
			found, err := b.Lookup(chess.StartFEN)
			if err != nil || len(found.Moves) != 1 || found.Moves[0].Count != 11 {
				t.Errorf("%s, %v, want eleven games of e2e4", found.JSON(), err)
			}
		}
	}
}

func TestExport_polyglotOfAnotherGame(t *testing.T) {
	b, _ := made(t, fakeOptions(t, "mnk"))
	if _, err := b.Export(t.Context(), filepath.Join(t.TempDir(), "x"), "polyglot", book.ExportOptions{}, nil); !errors.Is(err, book.ErrFormat) {
		t.Errorf("err = %v, want ErrFormat", err)
	}
}
