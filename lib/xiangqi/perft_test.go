package xiangqi

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// perftRow is one count of testdata/xiangqi.perft.
type perftRow struct {
	id, position string
	lenient      bool
	depth        int
	leaves       uint64
}

func perftRows(t testing.TB) []perftRow {
	file, err := os.Open("testdata/xiangqi.perft")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var rows []perftRow
	var row perftRow
	for lines := bufio.NewScanner(file); lines.Scan(); {
		verb, rest, _ := strings.Cut(lines.Text(), " ")
		switch verb {
		case "id":
			row = perftRow{id: rest, lenient: strings.HasSuffix(rest, "(lenient)")}
		case "pos":
			row.position = rest
		case "perft":
			if _, err := fmt.Sscan(rest, &row.depth, &row.leaves); err != nil {
				t.Fatalf("%s: %q: %v", row.id, rest, err)
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// perftLimit lets the bench count the few rows that are too long for a test:
//
//	go test ./lib/xiangqi -run '^TestPerft$' -perft 6000000000
var perftLimit = flag.Uint64("perft", 200e6, "count the perft rows up to so many leaves")

// TestPerft counts every row up to the limit, with -short up to 2e6 leaves.
func TestPerft(t *testing.T) {
	limit := *perftLimit
	if testing.Short() {
		limit = 2e6
	}
	rows := perftRows(t)
	if len(rows) != 97 {
		t.Errorf("%d rows, want 97", len(rows))
	}
	left := 0
	for _, row := range rows {
		if row.leaves > limit {
			left++
			continue
		}
		b, err := New(row.position, DefaultOptions(), row.lenient)
		if err != nil {
			t.Errorf("%s: %v", row.id, err)
			continue
		}
		if n, whole := game.Perft(b, row.depth, nil); n != row.leaves || !whole {
			t.Errorf("%s (%s): Perft(%d) = %d, want %d", row.id, row.position, row.depth, n, row.leaves)
		}
		if b.Position() != row.position {
			t.Errorf("%s: Perft left %q behind, want %q", row.id, b.Position(), row.position)
		}
	}
	t.Logf("%d rows of over %d leaves left to the bench", left, limit)
}

func TestPerft_stops(t *testing.T) {
	b := start(t)
	asked := 0
	if n, whole := game.Perft(b, 5, func() bool { asked++; return asked > 3 }); whole || n == 0 || b.Position() != StartFEN {
		t.Errorf("Perft stopped early = %d, %v at %s; want some leaves, false, and the start position", n, whole, b.Position())
	}
}

// start is the start position under the default rules.
func start(t testing.TB) *Board { return set(t, "") }

// set is a position under the default rules.
func set(t testing.TB, fen string) *Board {
	t.Helper()
	b, err := New(fen, DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
