package main

import (
	"fmt"
	"testing"
	"time"

	"qikit.dev/qikit/internal/gorollout"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
)

// goBars measure the speed of playouts of Go, beside that of playouts whose moves
// are drawn evenly, and what they allocate.
func goBars(m *meter) {
	for _, size := range []int{9, 19} {
		games := map[int]int{9: 20_000, 19: 5_000}[size]
		start, player, even := goban.NewStones(size), gorollout.NewPlayer(), goban.NewStones(size)
		speed := func(play func(r *rng.Source)) float64 {
			took := best(5, func() time.Duration {
				random := rng.New(1)
				return cpu(repeat(games, func() { play(random) }))
			})
			return float64(games) / took.Seconds() / 1000
		}
		ours := speed(func(r *rng.Source) { player.Play(start, goban.NoPoint, goban.NoPoint, r) })
		light := speed(func(r *rng.Source) { playEvenly(even, start, r) })
		m.put(fmt.Sprintf("go, games played out on %dx%d", size, size), ours, "")
		m.beside(fmt.Sprintf("go, %dx%d beside even random moves", size, size), ours, light, "")
		random := rng.New(1)
		allocated := testing.AllocsPerRun(100, func() { player.Play(start, goban.NoPoint, goban.NoPoint, random) })
		m.put(fmt.Sprintf("go, %dx%d, allocations a game", size, size), allocated, "")
	}
}

// playEvenly plays legal moves that fill no own eye, drawn evenly, until neither
// side has one.
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
