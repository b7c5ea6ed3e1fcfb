package xiangqi

import (
	"testing"

	"qikit.dev/qikit/lib/game"
)

const middleGame = "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN3NC1/9/R1BAKAB1R w - - 0 1"

// BenchmarkPerft counts the tree of the start position five plies deep.
func BenchmarkPerft(b *testing.B) {
	board := start(b)
	b.ReportAllocs()
	var leaves uint64
	for b.Loop() {
		n, _ := game.Perft(board, 5, nil)
		leaves += n
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "nodes/s")
}

func BenchmarkMoves(b *testing.B) {
	board := set(b, middleGame)
	buffer := make([]game.Move, 0, maxMoves)
	b.ReportAllocs()
	for b.Loop() {
		buffer = board.Moves(buffer[:0])
	}
}

func BenchmarkCaptures(b *testing.B) {
	board := set(b, middleGame)
	buffer := make([]game.Move, 0, maxMoves)
	b.ReportAllocs()
	for b.Loop() {
		buffer = board.Captures(buffer[:0])
	}
}

func BenchmarkPlayUndo(b *testing.B) {
	board := set(b, middleGame)
	m := board.Moves(nil)[0]
	b.ReportAllocs()
	for b.Loop() {
		board.Play(m)
		board.Undo()
	}
}

func BenchmarkInCheck(b *testing.B) {
	board := set(b, middleGame)
	for b.Loop() {
		board.InCheck()
	}
}

// BenchmarkExchange asks of every move whether it gives something away.
func BenchmarkExchange(b *testing.B) {
	board := set(b, middleGame)
	moves := board.Moves(nil)
	for b.Loop() {
		for _, m := range moves {
			board.Exchange(m, &testWorth, -25)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(moves)), "ns/move")
}

// BenchmarkVerdict asks after forty quiet plies that never repeat.
func BenchmarkVerdict(b *testing.B) {
	board := set(b, "4k4/9/9/9/9/9/9/9/9/R2K4R w")
	for rank := range 8 {
		for _, from := range []Square{SquareAt(0, rank), SquareAt(8, rank)} {
			board.Play(NewMove(from, from+files))
			board.Play(board.Moves(nil)[0])
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		board.Verdict(10)
	}
}
