package selfplay

import (
	"fmt"
	"maps"
	"slices"

	"qikit.dev/qikit/internal/captureplanes"
	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/goban"
)

// Weights say how often each number is drawn: by number, any scale.
type Weights map[int]float64

// draw is a number by its weight.
func (w Weights) draw(r *rng.Source) int {
	numbers := slices.Sorted(maps.Keys(w))
	total := 0.0
	for _, n := range numbers {
		total += w[n]
	}
	at := r.Float64() * total
	for _, n := range numbers {
		if at -= w[n]; at < 0 {
			return n
		}
	}
	return numbers[len(numbers)-1]
}

// check holds the numbers against their bounds; that a weight is one is for the
// options' tags.
func (w Weights) check(path string, low, high int) error {
	total := 0.0
	for _, n := range slices.Sorted(maps.Keys(w)) {
		if n < low || n > high {
			return options.Clash(path, fmt.Sprintf("a table with %d", n), fmt.Sprintf("numbers from %d to %d", low, high))
		}
		total += w[n]
	}
	if total == 0 {
		return options.Wrong(path, w, "a weight over 0")
	}
	return nil
}

// DefaultStarts are what the shipped networks learnt from.
func DefaultStarts() (s Starts) {
	s.SetDefaults()
	return s
}

// sizeMin is the smallest board that is played on.
const sizeMin = 5

func (o *Starts) check() error {
	var err error
	if both := o.RandomStones + o.CrossCut; both > 1 {
		err = options.Clash("starts.cross_cut", fmt.Sprintf("%v and random_stones %v", o.CrossCut, o.RandomStones), "at most 1 together")
	}
	if err == nil {
		err = o.Sizes.check("starts.sizes", sizeMin, captureplanes.PackedSize)
	}
	if err == nil {
		err = o.Targets.check("starts.targets", capturego.TargetMin, capturego.TargetMax)
	}
	return options.Wrap(ErrOptions, err)
}

// deal sets up a game's start: board, targets, stones.
func (o *Starts) deal(r *rng.Source) *table {
	t := new(table)
	size := o.Sizes.draw(r)
	t.stones.Reset(size)
	t.target[0] = o.Targets.draw(r)
	t.target[1] = t.target[0]
	if r.Float64() < o.Unequal {
		t.target[1] = o.Targets.draw(r)
	}
	switch u := r.Float64(); {
	case u < o.RandomStones:
		// Up to a fifth of the board, equally many of each side, played so that
		// nothing is captured and nobody can win at once.
		t.scatter(r, 2*(1+r.IntN(size*size/10)))
	case u < o.RandomStones+o.CrossCut:
		low := (size - 2) / 2
		x, y := low+r.IntN(3)-1, low+r.IntN(3)-1
		for i := range 4 {
			p := goban.PointAt(x+i%2, y+i/2)
			t.stones.Put(p, goban.Color((i&1)^(i>>1)))
		}
		t.scatter(r, r.IntN(o.Opening+1))
	default:
		t.scatter(r, r.IntN(o.Opening+1))
	}
	return t
}

// scatter plays so many random moves that neither capture nor lose at once, or
// fewer where such moves are rare.
func (t *table) scatter(r *rng.Source, moves int) {
	for range moves {
		for range 20 {
			p := t.stones.Random(r)
			if p == goban.NoPoint {
				return
			}
			s := t.play(p)
			if _, atari := t.stones.Atari(p); s.trace.Captures() == 0 && !atari && !t.lethal() {
				break
			}
			t.undo(&s)
		}
	}
	t.last = [3]goban.Point{}
}
