package goban_test

import (
	"fmt"

	"qikit.dev/qikit/lib/goban"
)

// Stones alone, without goal or history, are what fast programs play on.
func Example() {
	s := goban.NewStones(9)
	s.Put(goban.PointAt(4, 4), goban.White)
	for _, p := range []goban.Point{goban.PointAt(4, 5), goban.PointAt(0, 0), goban.PointAt(3, 4), goban.PointAt(1, 0), goban.PointAt(5, 4)} {
		s.Play(p)
	}
	last, atari := s.Atari(goban.PointAt(4, 4))
	fmt.Println(last, atari, s.Turn(), s.Liberties(goban.PointAt(0, 0), goban.NoLimit))
	// Output:
	// E4 true white 3
}
