package reason

import (
	"slices"

	"qikit.dev/qikit/internal/order"
	"qikit.dev/qikit/lib/goban"
)

// How many moves of the attacker may be played to read one ladder, and one net: that
// is a ladder for each move that the opponent has. On 19x19 a ladder across the
// board takes some 300.
const (
	ladderMost = 2000
	netMost    = 10 * ladderMost
)

// reader reads what follows on a board of its own.
type reader struct {
	goban.Stones
	missing [2]int // stones that a side must still capture, by side
	nodes   int    // left for what is being read; below zero it was given up
}

func (r *reader) play(p goban.Point) goban.Trace {
	side := r.Turn()
	t := r.Play(p)
	r.missing[side] -= t.Captures()
	return t
}

func (r *reader) undo(t *goban.Trace) {
	r.Undo(t)
	r.missing[r.Turn()] += t.Captures()
}

// won says whether a side has captured enough.
func (r *reader) won(c goban.Color) bool { return r.missing[c] <= 0 }

// known asks a question about a chain that reads ladders with at most so many
// moves. A yes is certain; a no is certain if the reading was not given up.
func (r *reader) known(question func(r *reader, q goban.Point) bool, q goban.Point, most int) (yes, certain bool) {
	r.nodes = most
	yes = question(r, q)
	return yes, yes || r.nodes >= 0
}

// caught says whether the chain on q, which has one liberty and whose side is to
// move, is lost whatever it does.
func (r *reader) caught(q goban.Point) bool {
	side := r.At(q)
	for _, p := range r.defences(q, nil) {
		t := r.play(p)
		lost := !r.won(side) && r.takes(q)
		r.undo(&t)
		if !lost {
			return false
		}
	}
	return true
}

// defences appends the moves of the side to move that can leave the chain on q,
// which has one liberty, with more: on that liberty, and what captures. After
// any other move the chain can be captured.
func (r *reader) defences(q goban.Point, dst []goban.Point) []goban.Point {
	put := func(p goban.Point) {
		if !slices.Contains(dst, p) && r.Legal(p) {
			dst = append(dst, p)
		}
	}
	last, _ := r.Atari(q)
	put(last)
	var room [8]goban.Point
	for _, chain := range r.InAtari(r.Turn().Other(), room[:0]) {
		last, _ = r.Atari(chain)
		put(last)
	}
	return dst
}

// takes says whether the side to move captures the opponent's chain on q, at
// once or in a ladder.
func (r *reader) takes(q goban.Point) bool {
	if r.canTake(q) {
		return true
	}
	_, ok := r.chase(q)
	return ok
}

// canTake says whether the side to move can capture the opponent's chain on q at
// once.
func (r *reader) canTake(q goban.Point) bool {
	last, in := r.Atari(q)
	return in && last != r.Ko()
}

// chase is a move that puts the opponent's chain on q, which has two liberties, in
// atari and catches it.
func (r *reader) chase(q goban.Point) (first goban.Point, ok bool) {
	if r.Liberties(q, 3) != 2 {
		return goban.NoPoint, false
	}
	side := r.Turn()
	var room [2]goban.Point
	libs := r.LibertyPoints(q, 2, room[:0])
	slices.Sort(libs)
	for _, p := range libs {
		if r.nodes--; r.nodes < 0 {
			break
		}
		if !r.Legal(p) {
			continue
		}
		t := r.play(p)
		ok = r.won(side) || r.caught(q)
		r.undo(&t)
		if ok {
			return p, true
		}
	}
	return goban.NoPoint, false
}

// runs says whether the side to move can run with its chain on q, which has one
// liberty: to exactly two.
func (r *reader) runs(q goban.Point) bool {
	last, _ := r.Atari(q)
	if !r.Legal(last) {
		return false
	}
	t := r.play(last)
	libs := r.Liberties(q, 3)
	r.undo(&t)
	return libs == 2
}

// breaker is a stone of the side to move without which its chain on q, which has
// one liberty and can run, would be caught: the nearest to that liberty. A stone
// beside the liberty is none: with it the chain does not run, it connects.
func (r *reader) breaker(q goban.Point) (goban.Point, bool) {
	last, _ := r.Atari(q)
	var stones []goban.Point
	for p := range r.Points() {
		if r.At(p) == r.Turn() && r.Chain(p) != r.Chain(q) && distance(p, last) > 1 {
			stones = append(stones, p)
		}
	}
	order.Stable(stones, func(p, o goban.Point) int {
		if d := distance(p, last) - distance(o, last); d != 0 {
			return d
		}
		return reading(p, o)
	})
	for _, p := range stones {
		other := r.without(p)
		if !other.runs(q) {
			continue
		}
		if caught, _ := other.known((*reader).caught, q, ladderMost); caught {
			return p, true
		}
	}
	return goban.NoPoint, false
}

// without is the position without the stone on p; ko is lifted.
func (r *reader) without(p goban.Point) *reader {
	w := &reader{missing: r.missing}
	w.Reset(r.Size())
	for at := range r.Points() {
		if c := r.At(at); c != goban.Empty && at != p {
			w.Put(at, c)
		}
	}
	if w.Turn() != r.Turn() {
		w.Pass()
	}
	return w
}

// distance is how many lines apart two points are, along the lines.
func distance(p, q goban.Point) int {
	return abs(p.Column()-q.Column()) + abs(p.Row()-q.Row())
}

func abs(n int) int { return max(n, -n) }

// chain lists the stones of the chain on q in reading order.
func (r *reader) chain(q goban.Point) []goban.Point {
	stones := slices.Collect(r.ChainStones(q))
	order.Long(stones, reading)
	return stones
}
