package surakarta

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// The rows of testdata/surakarta.perft; -short leaves out those over this many
// leaves.
const shortLeaves = 3_000_000

func TestPerft_published(t *testing.T) {
	file, err := os.Open("testdata/surakarta.perft")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows := 0
	for in := bufio.NewScanner(file); in.Scan(); {
		line := in.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, ";")
		b, err := New(strings.TrimSpace(fields[0]), DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		depth, _ := strconv.Atoi(strings.TrimSpace(fields[1]))
		want, _ := strconv.ParseUint(strings.TrimSpace(fields[2]), 10, 64)
		if rows++; testing.Short() && want > shortLeaves {
			continue
		}
		if got, _ := game.Perft(b, depth, nil); got != want {
			t.Errorf("perft(%s, %d) = %d, want %d", fields[0], depth, got, want)
		}
	}
	if rows < 6 {
		t.Errorf("only %d rows in the table", rows)
	}
}

func BenchmarkPerft(b *testing.B) {
	board, err := New("", DefaultOptions(), false)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	var leaves uint64
	for b.Loop() {
		n, _ := game.Perft(board, 5, nil)
		leaves += n
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
}
