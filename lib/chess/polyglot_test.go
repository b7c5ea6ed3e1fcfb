package chess

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// The keys that the description of the format gives, hgm.nubati.net/book_format.html.
func TestPolyglotKey(t *testing.T) {
	for _, test := range []struct {
		moves []string
		key   uint64
		fen   string
	}{
		{nil, 0x463b96181691fc9c, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		{[]string{"e2e4"}, 0x823c9b50fd114196, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"},
		{[]string{"e2e4", "d7d5"}, 0x0756b94461c50fb0, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2"},
		{[]string{"e2e4", "d7d5", "e4e5"}, 0x662fafb965db29d4, "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"},
		{[]string{"e2e4", "d7d5", "e4e5", "f7f5"}, 0x22a48b5a8e47ff78, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"},
		{[]string{"e2e4", "d7d5", "e4e5", "f7f5", "e1e2"}, 0x652a607ca3f242c1, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3"},
		{[]string{"e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7"}, 0x00fdd303c946bdd9, "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4"},
		{[]string{"a2a4", "b7b5", "h2h4", "b5b4", "c2c4"}, 0x3c8123ea7b067637, "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3"},
		{[]string{"a2a4", "b7b5", "h2h4", "b5b4", "c2c4", "b4c3", "a1a3"}, 0x5c3f9b829b279560, "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4"},
	} {
		b, err := New("", DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		if err := game.PlayLine(b, test.moves); err != nil {
			t.Fatal(err)
		}
		read, err := New(test.fen, DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		if b.PolyglotKey() != test.key || read.PolyglotKey() != test.key {
			t.Errorf("%v: keys %016x and, of the FEN, %016x, want %016x", test.moves, b.PolyglotKey(), read.PolyglotKey(), test.key)
		}
	}
}

// A pawn that cannot take en passant because it is pinned counts all the same.
func TestPolyglotKey_pinnedPawn(t *testing.T) {
	b, err := New("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := game.PlayLine(b, []string{"d7d5"}); err != nil {
		t.Fatal(err)
	}
	without, err := New(b.Position(), DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	if b.Passed() != NoSquare || b.PolyglotKey()^without.PolyglotKey() != polyglotNumbers[polyglotPassed+3] {
		t.Errorf("keys %016x and %016x differ otherwise than by the number of the d-file", b.PolyglotKey(), without.PolyglotKey())
	}
}

// The codes that the description gives of a promotion and of castlings.
func TestPolyglotMove(t *testing.T) {
	b, err := New("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]uint16{"e1g1": 4<<6 | 7, "e1c1": 4 << 6, "b7b8n": 1<<12 | 49<<6 | 57, "b7a8q": 4<<12 | 49<<6 | 56, "a1a8": 56} {
		m, err := b.Parse(text)
		if err != nil || b.PolyglotMove(m) != want {
			t.Errorf("%s is %#x, %v, want %#x", text, b.PolyglotMove(m), err, want)
		}
	}
}

// Keys are those of python-chess in 500 positions, Chess960 among them.
func TestPolyglotKey_isOfPythonChess(t *testing.T) {
	lines := func(name string) (list []string) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "#") {
				list = append(list, strings.TrimSuffix(line, "\n"))
			}
		}
		return list
	}
	positions, want := lines("testdata/legal.tsv"), lines("testdata/polyglot.txt")
	if len(positions) != 500 || len(want) != 500 {
		t.Fatalf("%d positions and %d keys, want 500 of each", len(positions), len(want))
	}
	for i, line := range positions {
		fields := strings.Split(line, "\t")
		o := DefaultOptions()
		o.Chess960 = fields[1] == "960"
		b, err := New(fields[0], o, false)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%016x", b.PolyglotKey()); got != want[i] {
			t.Errorf("%s: key %s, want %s", fields[0], got, want[i])
		}
	}
}
