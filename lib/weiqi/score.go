package weiqi

import (
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Tally is what both sides have on a board, in points. By area, Black and White
// always add up to the number of points.
type Tally struct {
	Black, White float64
	Uncounted    int // points that nobody got
}

// SeedScore counts point by point: a stone is a point of its owner's; an empty
// point is that of the colour beside it, half of it each when both are, and
// nobody's when none is. Nothing is taken off, and there is no komi. It is exact
// for boards that were played to the end, and wrong where people stopped.
func SeedScore(s *goban.Stones) (t Tally) {
	for p := range s.Points() {
		black, white := s.Claims(p)
		t.add(black, white, 1)
		if !black && !white {
			t.Uncounted++
		}
	}
	return t
}

// add gives points to those who have a claim on them.
func (t *Tally) add(black, white bool, points int) {
	switch {
	case black && white:
		t.Black += float64(points) / 2
		t.White += float64(points) / 2
	case black:
		t.Black += float64(points)
	case white:
		t.White += float64(points)
	}
}

// AreaScore counts stones and territory after the dead chains, each named by
// any of its stones, have been taken off. An empty region is that of the colour
// around it; one that both reach, or none, is shared.
func AreaScore(s *goban.Stones, dead []goban.Point) (t Tally) {
	holds := without(s, dead)
	var seen goban.PointSet
	for p := range s.Points() {
		if c := holds[p]; c < goban.Empty {
			t.add(c == goban.Black, c == goban.White, 1)
		} else if !seen.Has(p) {
			r := regionOf(&holds, p, &seen)
			t.add(r.beside[goban.Black] || !r.beside[goban.White], r.beside[goban.White] || !r.beside[goban.Black], r.size)
		}
	}
	return t
}

// without is what the points hold once the dead chains are gone.
func without(s *goban.Stones, dead []goban.Point) [goban.PointLimit]goban.Color {
	holds := s.Cells()
	for _, p := range dead {
		if s.At(p) >= goban.Empty {
			continue
		}
		for q := range s.ChainStones(p) {
			holds[q] = goban.Empty
		}
	}
	return holds
}

// region is a connected set of points without stones of some colours.
type region struct {
	points goban.PointSet
	size   int
	beside [4]bool // what its neighbours hold
}

// regionOf is the empty region around p; its points are put into seen.
func regionOf(holds *[goban.PointLimit]goban.Color, p goban.Point, seen *goban.PointSet) (r region) {
	var room [goban.SizeMax * goban.SizeMax]goban.Point
	todo := append(room[:0], p)
	seen.Put(p)
	for len(todo) > 0 {
		q := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		r.points.Put(q)
		r.size++
		for _, n := range q.Neighbours() {
			if r.beside[holds[n]&3] = true; holds[n] == goban.Empty && !seen.Has(n) {
				seen.Put(n)
				todo = append(todo, n)
			}
		}
	}
	return r
}

// Count is a board counted under the rules of its game.
type Count struct {
	Tally
	// Margin is by how much Black is ahead after komi, in points; White when it
	// is negative, nobody at 0.
	Margin float64
}

// winner is the side that is ahead, or game.Draw.
func (c Count) winner() int {
	switch {
	case c.Margin > 0:
		return int(goban.Black)
	case c.Margin < 0:
		return int(goban.White)
	}
	return game.Draw
}

// CountBoard counts a board as the options' scoring says; komi too is theirs.
// dead are chains to take off, for ScoreArea only.
//
// By ScoreSeedKomi the points that nobody got are shared, and Black needs more
// than half of all points and half of the komi: 184.25 on 19x19 with 7.5.
func CountBoard(s *goban.Stones, o Options, dead []goban.Point) Count {
	var c Count
	switch o.Scoring {
	case ScoreSeed:
		c.Tally = SeedScore(s)
		c.Margin = c.Black - c.White
		return c
	case ScoreSeedKomi:
		c.Tally = SeedScore(s)
		c.Black += float64(c.Uncounted) / 2
		c.White += float64(c.Uncounted) / 2
	default:
		c.Tally = AreaScore(s, dead)
	}
	c.Margin = c.Black - c.White - o.Komi
	return c
}
