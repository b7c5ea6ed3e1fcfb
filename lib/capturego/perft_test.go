package capturego

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/cputime"
	"qikit.dev/qikit/internal/gobantest"
	"qikit.dev/qikit/lib/game"
)

// Rows of the table over so many leaves are left out of short runs; those up to
// slowLeaves are counted by the slow rules, too.
const (
	shortLeaves = 300_000
	slowLeaves  = 10_000
)

func TestPerft_table(t *testing.T) {
	file, err := os.Open("testdata/capturego.perft")
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
		fields := strings.Split(line, " ; ")
		depth, _ := strconv.Atoi(fields[1])
		want, _ := strconv.ParseUint(fields[2], 10, 64)
		if rows++; testing.Short() && want > shortLeaves {
			continue
		}
		b, err := New(fields[0], DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		if got, whole := game.Perft(b, depth, nil); got != want || !whole {
			t.Errorf("perft(%s, %d) = %d, want %d", fields[0], depth, got, want)
		}
		if want <= slowLeaves {
			if got := gobantest.New(b.Position(), DefaultOptions().Pass, DefaultOptions().NoMove).Leaves(depth); got != want {
				t.Errorf("slow perft(%s, %d) = %d, want %d", fields[0], depth, got, want)
			}
		}
	}
	if rows < 12 {
		t.Errorf("only %d rows in the table", rows)
	}
}

func TestPerft_stops(t *testing.T) {
	b, err := New("", DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	if _, whole := game.Perft(b, 9, func() bool { asked++; return asked > 3 }); whole {
		t.Error("a perft that was stopped is whole")
	}
	if b.Position() != b.Initial() {
		t.Errorf("a stopped perft leaves %s", b.Position())
	}
}

func BenchmarkPerft(b *testing.B) {
	board, err := New("9/9/9/...XO..../...OX..../9/9/9/9 X 5", DefaultOptions(), false)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	nodes, began := uint64(0), cputime.Own()
	for b.Loop() {
		n, _ := game.Perft(board, 3, nil)
		nodes += n
	}
	if used := cputime.Own() - began; used > 0 {
		b.ReportMetric(float64(nodes)/used.Seconds()/1e6, "Mleaves/cpu-s")
	}
}
