package fiveterms

import (
	"testing"

	"qikit.dev/qikit/lib/xiangqi"
)

func BenchmarkCount(b *testing.B) {
	board, err := xiangqi.New("r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1", xiangqi.DefaultOptions(), false)
	if err != nil {
		b.Fatal(err)
	}
	var t Tally
	b.ReportAllocs()
	for b.Loop() {
		t.Count(board)
	}
}

// What a search pays, which keeps the Standing up.
func BenchmarkAdd(b *testing.B) {
	board, err := xiangqi.New("r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1", xiangqi.DefaultOptions(), false)
	if err != nil {
		b.Fatal(err)
	}
	var t Tally
	s := StandingOf(board)
	b.ReportAllocs()
	for b.Loop() {
		t.Add(board, &s)
	}
}
