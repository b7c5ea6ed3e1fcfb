package capturego

import (
	"fmt"
	"testing"

	"qikit.dev/qikit/internal/cputime"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
)

// BenchmarkRandomGames plays uniformly random games of Capture Go from the
// empty board to their end, one core: the floor under any playout.
func BenchmarkRandomGames(b *testing.B) {
	for _, row := range []struct{ size, target int }{{9, 1}, {9, 3}, {9, 5}, {13, 1}, {13, 5}, {5, 1}} {
		b.Run(fmt.Sprintf("size %d target %d", row.size, row.target), func(b *testing.B) {
			b.ReportAllocs()
			start, s, r := goban.NewStones(row.size), goban.NewStones(row.size), rng.New(1)
			plies, began := 0, cputime.Own()
			for b.Loop() {
				s.CopyFrom(start)
				for {
					p := s.Random(r)
					if p == goban.NoPoint {
						break
					}
					by := s.Turn()
					s.Play(p)
					plies++
					if s.Captured(by) >= row.target {
						break
					}
				}
			}
			if used := cputime.Own() - began; used > 0 {
				b.ReportMetric(float64(b.N)/used.Seconds(), "games/cpu-s")
			}
			b.ReportMetric(float64(plies)/float64(b.N), "plies/game")
		})
	}
}

// BenchmarkPlayUndo plays and takes back every move of a middle game.
func BenchmarkPlayUndo(b *testing.B) {
	board, err := New("...X...../..XO...../..XO.O.../.XO.XOO../.XOOX.XO./..XX.XO../....X.O../......X../......... X 9", DefaultOptions(), false)
	if err != nil {
		b.Fatal(err)
	}
	moves := board.Moves(nil)
	b.ReportAllocs()
	began := cputime.Own()
	for b.Loop() {
		for _, m := range moves {
			board.Play(m)
			board.Undo()
		}
	}
	if used := cputime.Own() - began; used > 0 {
		b.ReportMetric(float64(used.Nanoseconds())/float64(b.N*len(moves)), "cpu-ns/move")
	}
}
