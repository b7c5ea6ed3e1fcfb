package gorollout

import (
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// appraise is what every legal move is held for, as a share of games won.
func appraise(j *Judge, s *goban.Stones, last goban.Point) map[goban.Point]float32 {
	moves := []game.Move{goban.Pass}
	for _, p := range s.Spaces() {
		if s.Legal(p) {
			moves = append(moves, game.Move(p))
		}
	}
	won, tried := make([]float32, len(moves)), make([]float32, len(moves))
	j.Appraise(s, last, moves, won, tried)
	shares := map[goban.Point]float32{}
	for i, m := range moves {
		shares[goban.Point(m)] = won[i] / tried[i]
	}
	return shares
}

// Of each picture a is held for better than b.
func TestAppraise_prefers(t *testing.T) {
	for name, rows := range map[string][]string{
		"taking": {
			".......",
			"..X....",
			".XOa...",
			"..X....",
			".....b.",
			".......",
			"......."},
		"saving": {
			".......",
			"..O....",
			".OXa...",
			".OXX...",
			"..OO...",
			"....b..",
			"......."},
		"another place to a ladder that is lost": {
			".........",
			".........",
			".........",
			"....O....",
			"...OXO...",
			"...Ob....",
			".........",
			".a.......",
			"........."},
		"the third line to the first": {
			".........",
			".........",
			".........",
			".........",
			".........",
			".........",
			"....a....",
			".........",
			"....b...."},
		"another place to an atari of its own": {
			"......a",
			".......",
			".......",
			"XO.....",
			"OO.....",
			"bO.....",
			"OO....."},
	} {
		s, where := draw(t, goban.Black, rows...)
		shares := appraise(new(Judge), s, goban.NoPoint)
		a, b := shares[where['a']], shares[where['b']]
		if a <= b {
			t.Errorf("%s: %v has %v and %v has %v, want more", name, where['a'], a, where['b'], b)
		}
	}
}

// Moves near the latest one are held for better than the same far from it.
func TestAppraise_staysNear(t *testing.T) {
	s, _ := draw(t, goban.Black,
		".........",
		".........",
		"..O......",
		".........",
		".........",
		".........",
		"......O..",
		".........",
		".........")
	last := goban.PointAt(2, 6)
	shares := appraise(new(Judge), s, last)
	if near, far := shares[goban.PointAt(3, 6)], shares[goban.PointAt(5, 2)]; near <= far {
		t.Errorf("beside the latest move %v, beside another stone %v, want more", near, far)
	}
	if pass, near := shares[goban.Point(goban.Pass)], shares[goban.PointAt(3, 6)]; pass >= near || pass <= 0 {
		t.Errorf("a pass has %v, want over 0 and under %v", pass, near)
	}
}

// Whatever the position, opinions are games, and reading leaves the board alone.
func TestAppraise_anyPosition(t *testing.T) {
	r := rng.New(77)
	var j Judge
	for size := goban.SizeMin; size <= goban.SizeMax; size++ {
		for range 8 {
			s, last, _ := middle(size, r.IntN(2*size*size), r)
			before := *s
			for p, share := range appraise(&j, s, last) {
				if !(share > 0 && share <= 1) {
					t.Fatalf("size %d: %v has a share of %v", size, p, share)
				}
			}
			if *s != before {
				t.Fatalf("size %d: the board was changed", size)
			}
		}
	}
}

// On a large board a game begins in the corners and along the sides, not beside
// the stone that was put there last.
func TestAppraise_opening(t *testing.T) {
	s := goban.NewStones(19)
	last := goban.PointAt(3, 3)
	s.Play(last)
	shares := appraise(new(Judge), s, last)
	corner, side, beside, low := shares[goban.PointAt(15, 15)], shares[goban.PointAt(9, 2)], shares[goban.PointAt(4, 3)], shares[goban.PointAt(9, 0)]
	if !(corner > side && side > beside && beside > low) {
		t.Errorf("a corner has %v, a side %v, beside the stone %v, the first line %v: want them falling", corner, side, beside, low)
	}
}
