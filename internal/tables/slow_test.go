package tables

import (
	"math/bits"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/surakarta"
)

// A second solver, slow and plain: all placements one by one, no symmetry, no
// index, no counters, the moves from the board itself. It plays k plies without
// capture and then counts, as the rules do; what that comes to as k grows is the
// value.

type placement struct{ own, enemy uint64 }

type slowSolver struct {
	list     []placement
	children [][]int32 // indexes of list; won for the last piece taken
}

const won = -1

// slow lists all placements of up to most pieces against up to most, total at
// the most in all.
func slow(t *testing.T, most, total int) *slowSolver {
	s := &slowSolver{}
	number := map[placement]int32{}
	var sets []uint64
	for k := 1; k <= most; k++ {
		for r := range choose[points][k] {
			sets = append(sets, unrank(r, k))
		}
	}
	for _, own := range sets {
		for _, enemy := range sets {
			if own&enemy == 0 && bits.OnesCount64(own)+bits.OnesCount64(enemy) <= total {
				number[placement{own, enemy}] = int32(len(s.list))
				s.list = append(s.list, placement{own, enemy})
			}
		}
	}
	o, err := surakarta.RulesOf("basic")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range s.list {
		b, err := surakarta.New(drawn(p)+" b", o, false)
		if err != nil {
			t.Fatal(err)
		}
		var list []int32
		for _, m := range b.Moves(nil) {
			b.Play(m)
			child := int32(won)
			if b.Pieces(surakarta.White) != 0 {
				child = number[placement{b.Pieces(surakarta.White), b.Pieces(surakarta.Black)}]
			}
			list = append(list, child)
			b.Undo()
		}
		s.children = append(s.children, list)
	}
	return s
}

// drawn is a placement as text, the own pieces black.
func drawn(p placement) string {
	var rows []string
	for rank := side - 1; rank >= 0; rank-- {
		row := ""
		for file := range side {
			bit := uint64(1) << surakarta.PointAt(file, rank)
			switch {
			case p.own&bit != 0:
				row += "b"
			case p.enemy&bit != 0:
				row += "w"
			default:
				row += "."
			}
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/")
}

// count is who has more pieces: what endless play and, but for Basic, a lack
// of moves is worth.
func (p placement) count() int {
	own, enemy := bits.OnesCount64(p.own), bits.OnesCount64(p.enemy)
	return min(max(own-enemy, -1), 1)
}

// iterate looks one ply further at the placements listed until nothing changes.
// values begin as what is thought of a position without looking; plies are
// those after which a value was last seen to change.
func (s *slowSolver) iterate(r Rules, values, plies []int, listed []int) {
	next := make([]int, len(values))
	for ply, changed := 0, true; changed || ply < 2; ply++ {
		changed = false
		for _, i := range listed {
			best := -2
			for _, child := range s.children[i] {
				if child == won {
					best = 1
				} else {
					best = max(best, -values[child])
				}
			}
			switch {
			case best > -2 && ply == 0:
				best = values[i] // ends of 0 plies only
			case best == -2 && r == Basic:
				best = -1
			case best == -2:
				best = s.list[i].count()
			}
			if next[i] = best; best != values[i] {
				changed, plies[i] = true, ply
			}
		}
		for _, i := range listed {
			values[i] = next[i]
		}
	}
}

// solve is the value of every placement, and the plies to its end or 0.
func (s *slowSolver) solve(r Rules) (values, ends, plies []int) {
	values, ends, plies = make([]int, len(s.list)), make([]int, len(s.list)), make([]int, len(s.list))
	var all []int
	bySize := map[[2]int][]int{} // by pieces in all and the difference
	for i, p := range s.list {
		own, enemy := bits.OnesCount64(p.own), bits.OnesCount64(p.enemy)
		if r == Olympiad {
			values[i] = p.count()
		}
		size := [2]int{own + enemy, max(own-enemy, enemy-own)}
		bySize[size] = append(bySize[size], i)
		all = append(all, i)
	}
	for total := range 2*Most + 1 {
		for difference := range Most {
			s.iterate(r, values, make([]int, len(s.list)), bySize[[2]int{total, difference}])
		}
	}
	s.iterate(r, ends, plies, all)
	return values, ends, plies
}

func TestProbe_likeTheSlowSolver(t *testing.T) {
	total := 4
	if testing.Short() {
		total = 3
	}
	s := slow(t, 2, total)
	for r := range rulesCount {
		values, ends, plies := s.solve(r)
		for i, p := range s.list {
			got, ok := Embedded(r).Probe(p.own, p.enemy)
			want := Result{Value: values[i], Ends: ends[i] != 0, Plies: plies[i]}
			if !ok || got.Value != want.Value || got.Ends != want.Ends || got.Ends && got.Plies != want.Plies {
				t.Fatalf("%s: %s, black to move: %+v, want %+v", r, drawn(p), got, want)
			}
		}
	}
}

// What a table says of a position follows from what it says of those a move
// leads to.
func TestProbe_followsFromTheMoves(t *testing.T) {
	for r := range rulesCount {
		s := Embedded(r)
		for _, p := range inEmbedded() {
			if testing.Short() && p.More+p.Fewer > 4 {
				continue
			}
			for _, own := range []int{p.More, p.Fewer} {
				x := indexOf(own, p.More+p.Fewer-own)
				for c, first := range x.sets.first {
					for i, enemy := range x.each(uint16(c)) {
						if i%5 != 0 && p.More+p.Fewer > 4 {
							continue
						}
						got, _ := s.Probe(first, enemy)
						if want, ok := expected(s, first, enemy, got); !ok || got != want {
							t.Fatalf("%s: %s: %+v, its moves say %+v", r, drawn(placement{first, enemy}), got, want)
						}
					}
				}
			}
		}
	}
}

// expected is what the results after each move make of a position, given what
// the table makes of it; ok is false when that is impossible.
func expected(s *Set, own, enemy uint64, got Result) (want Result, ok bool) {
	after := results(s, own, enemy)
	if len(after) == 0 {
		stuck := Result{Value: placement{own, enemy}.count()}
		if s.rules == Basic {
			stuck.Value = -1
		}
		stuck.Ends = stuck.Value != 0
		return stuck, true
	}
	best, allEnd := -1, true
	for _, r := range after {
		best = max(best, r.Value)
		allEnd = allEnd && r.Value < 0 && r.Ends
	}
	want = Result{Value: best, Ends: allEnd}
	near, far := 100, 0
	for _, r := range after {
		if r.Value > 0 && r.Ends {
			want.Ends = true
		}
	}
	for _, r := range after {
		if r.Value == best && r.Ends == want.Ends {
			near = min(near, r.Plies)
		}
		far = max(far, r.Plies)
	}
	switch count := (placement{own, enemy}).count(); {
	case want.Ends && best > 0:
		want.Plies = near
	case want.Ends:
		want.Plies = far
	case s.rules == Basic || best == count: // endless play gives it
		want.Plies = 0
	case best > count: // to be brought about
		want.Plies = near
	default:
		want.Plies = far
	}
	return want, want.Value == got.Value
}

// results is what each move leads to, for the side that makes it.
func results(s *Set, own, enemy uint64) (list []Result) {
	for _, m := range surakarta.CapturesOf(own, enemy, nil) {
		source, target := uint64(1)<<surakarta.Source(m), uint64(1)<<surakarta.Target(m)
		list = append(list, after(s, own&^source|target, enemy&^target))
	}
	for movers := own; movers != 0; movers &= movers - 1 {
		source := movers & -movers
		for to := near[bits.TrailingZeros64(source)] &^ (own | enemy); to != 0; to &= to - 1 {
			list = append(list, after(s, own&^source|to&-to, enemy))
		}
	}
	return list
}

func after(s *Set, own, enemy uint64) Result {
	if enemy == 0 {
		return Result{Value: 1, Ends: true, Plies: 1}
	}
	r, _ := s.Probe(enemy, own)
	return Result{Value: -r.Value, Ends: r.Ends, Plies: r.Plies + 1}
}
