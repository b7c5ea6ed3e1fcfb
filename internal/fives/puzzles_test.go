package fives

import (
	"math/rand/v2"
	"testing"

	"qikit.dev/qikit/lib/gomoku"
)

// puzzle is a position on 15x15 that is won by continuous fours, in four to eight moves.
type puzzle struct {
	board *gomoku.Board
	plies int
}

// puzzles draws so many of them: stones thrown around the middle, no four on the board, and a
// victory by fours that the solver needs seven plies or more for.
func puzzles(n int, seed uint64) (list []puzzle, drawn int) {
	r := rand.New(rand.NewPCG(seed, 7))
	for ; len(list) < n; drawn++ {
		b := scattered(r, 15, rules[drawn%3], 20+r.IntN(12))
		line, _ := New(b.Clone()).SolveFours(20_000)
		if len(line) >= 7 && len(line) <= 15 {
			list = append(list, puzzle{b, len(line)})
		}
	}
	return list, drawn
}

// Each puzzle is solved with few nodes, by a line that is played out, and short ones
// are won by the rules alone in as many moves.
func TestSolveFours_puzzles(t *testing.T) {
	list, drawn := puzzles(15, 2)
	most, checked, lengths := 0, 0, map[int]int{}
	for _, p := range list {
		line, nodes := New(p.board.Clone()).SolveFours(1 << 20)
		most = max(most, nodes)
		lengths[p.plies]++
		if line == nil {
			t.Fatalf("%s is not solved", p.board.Position())
		}
		replay(t, p.board, line)
		if len(line) == 7 && checked < 3 {
			checked++
			if slow := (&brute{b: p.board.Clone()}); !slow.wins(4) {
				t.Errorf("%s is not won by the rules alone", p.board.Position())
			}
		}
	}
	t.Logf("%d positions drawn; plies: %v; at most %d nodes", drawn, lengths, most)
	if checked < 3 || most > 20_000 {
		t.Errorf("%d puzzles checked, at most %d nodes", checked, most)
	}
}

// BenchmarkSolveFours solves a hundred puzzles.
func BenchmarkSolveFours(b *testing.B) {
	list, _ := puzzles(100, 1)
	nodes := 0
	for b.Loop() {
		nodes = 0
		for _, p := range list {
			line, n := New(p.board.Clone()).SolveFours(1 << 20)
			if nodes += n; line == nil {
				b.Fatalf("%s is not solved", p.board.Position())
			}
		}
	}
	b.ReportMetric(float64(nodes), "nodes/op")
}
