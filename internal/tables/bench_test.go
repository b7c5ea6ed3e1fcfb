package tables

import (
	"context"
	"testing"
)

// The bar for all tables up to 3v3 is 20 s on two cores: 6 us a position.
func BenchmarkSolve(b *testing.B) {
	below := Embedded(Olympiad)
	p := Pieces{3, 2}
	for b.Loop() {
		if _, err := solve(context.Background(), Olympiad, p, below, 1, func(int) {}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*p.Positions()), "ns/position")
}

// What the first engine of a process waits for.
func BenchmarkEmbedded(b *testing.B) {
	for b.Loop() {
		readEmbedded(Olympiad, readEmbedded(Basic, &Set{}))
	}
}
