package gorollout_test

import (
	"fmt"

	"qikit.dev/qikit/internal/gorollout"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
)

// Black has taken the middle of a small board: how often does he win it?
func Example() {
	s := goban.NewStones(5)
	last := goban.PointAt(2, 2)
	s.Play(last)

	p, random, wins := gorollout.NewPlayer(), rng.New(1), 0
	for range 1000 {
		if p.Play(s, last, goban.NoPoint, random) > 0 {
			wins++
		}
	}
	fmt.Println("more than 700 of 1000:", wins > 700)
	// Output:
	// more than 700 of 1000: true
}
