package main

import (
	"fmt"
	"testing"
	"time"

	"qikit.dev/qikit/internal/gorollout"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
)

// goBars are the speed of games of Go played out, beside that of games whose
// moves are drawn evenly, and what they allocate.
func goBars(report func(bar)) error {
	for _, row := range []struct {
		size, games int
		least       float64 // thousands a second
	}{{9, 20_000, 15}, {19, 5_000, 3}} {
		start, player, even := goban.NewStones(row.size), gorollout.NewPlayer(), goban.NewStones(row.size)
		speed := func(play func(r *rng.Source)) (float64, error) {
			took, err := best(5, func() (time.Duration, error) {
				random := rng.New(1)
				return cpu(func() error {
					for range row.games {
						play(random)
					}
					return nil
				})
			})
			return float64(row.games) / took.Seconds() / 1000, err
		}
		ours, err := speed(func(r *rng.Source) { player.Play(start, goban.NoPoint, goban.NoPoint, r) })
		if err != nil {
			return err
		}
		light, err := speed(func(r *rng.Source) { playEvenly(even, start, r) })
		if err != nil {
			return err
		}
		name := fmt.Sprintf("go, games played out on %dx%d", row.size, row.size)
		report(bar{name: name, ours: ours, unit: "k/s", peer: row.least, peerIs: "k/s wanted", ratio: ours / row.least, least: 1})
		report(bar{name: "   beside even random moves", ours: ours, unit: "k/s", peer: light, peerIs: "k/s of even ones", ratio: ours / light})
		random := rng.New(1)
		allocated := testing.AllocsPerRun(100, func() { player.Play(start, goban.NoPoint, goban.NoPoint, random) })
		report(bar{name: "   allocations a game", ours: allocated, unit: "", peerIs: "wanted: none", ratio: 1 + allocated, most: 1})
	}
	return nil
}

// playEvenly plays legal moves that fill no own eye, each as likely as any
// other, until neither side has one.
func playEvenly(s, start *goban.Stones, r *rng.Source) {
	s.CopyFrom(start)
	passes := 0
	for left := 3 * s.Size() * s.Size(); left > 0 && passes < 2; left-- {
		spaces := s.Spaces()
		from, m := 0, goban.NoPoint
		if len(spaces) > 0 {
			from = r.IntN(len(spaces))
		}
		for i := range spaces {
			if q := spaces[(from+i)%len(spaces)]; s.Legal(q) && !s.EyeLike(q, s.Turn()) {
				m = q
				break
			}
		}
		if m == goban.NoPoint {
			s.Pass()
			passes++
			continue
		}
		s.Play(m)
		passes = 0
	}
}
