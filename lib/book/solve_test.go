package book

import (
	"math/rand/v2"
	"testing"
)

// slowPlace is a position of the second, plain implementation of solve: it asks of
// every bound by itself whether the player to move can reach it.
type slowPlace struct {
	own     *int
	over    bool
	options []slowOption
	value   *int
	lost    bool
}

type slowOption struct {
	to   int // -1: says
	says int
}

// slowSolve settles what can be settled, then what depends on itself, until nothing is
// left.
func slowSolve(places []*slowPlace) {
	for {
		slowForget(places)
		slowBounds(places)
		core := slowCore(places)
		if len(core) == 0 {
			return
		}
		values := map[int]*int{}
		for _, i := range core {
			values[i] = places[i].own
			if values[i] != nil {
				continue
			}
			for _, o := range places[i].options {
				if says := slowSays(places, o); says != nil && (values[i] == nil || *says > *values[i]) {
					values[i] = says
				}
			}
		}
		some := false
		for _, v := range values {
			some = some || v != nil
		}
		for i, v := range values {
			places[i].value, places[i].lost = v, v == nil && !some
		}
	}
}

// slowSays is what an option says as far as it is known.
func slowSays(places []*slowPlace, o slowOption) *int {
	switch {
	case o.to < 0:
		return &o.says
	case places[o.to].value != nil:
		return new(-*places[o.to].value)
	}
	return nil
}

// slowForget takes positions out of which nothing can be known.
func slowForget(places []*slowPlace) {
	for again := true; again; {
		again = false
		for _, p := range places {
			if p.value != nil || p.lost {
				continue
			}
			var left []slowOption
			for _, o := range p.options {
				if o.to < 0 || !places[o.to].lost {
					left = append(left, o)
				}
			}
			p.options = left
			if p.over || len(left) == 0 {
				p.value, p.lost, again = p.own, p.own == nil, true
			}
		}
	}
}

// slowBounds finds who can reach what, bound by bound.
func slowBounds(places []*slowPlace) {
	const most = 40
	values := make([]*int, len(places))
	for bound := 1; bound <= most; bound++ {
		reached, held := make([]bool, len(places)), make([]bool, len(places)) // value >= bound; value <= -bound
		for again := true; again; {
			again = false
			for i, p := range places {
				best, worst := false, true
				if p.value != nil {
					best, worst = *p.value >= bound, *p.value <= -bound
				} else if p.lost {
					continue
				} else {
					for _, o := range p.options {
						if o.to < 0 {
							best, worst = best || o.says >= bound, worst && o.says <= -bound
						} else {
							best, worst = best || held[o.to], worst && reached[o.to]
						}
					}
				}
				if best && !reached[i] || worst && !held[i] {
					reached[i], held[i], again = reached[i] || best, held[i] || worst, true
				}
			}
		}
		for i := range places {
			if reached[i] {
				values[i] = new(bound)
			} else if held[i] {
				values[i] = new(-bound)
			}
		}
	}
	for i, p := range places {
		if p.value == nil && !p.lost {
			p.value = values[i]
		}
	}
	// Nobody can reach more than nothing; nothing is what is left where it is said.
	for again := true; again; {
		again = false
		for _, p := range places {
			for _, o := range p.options {
				if says := slowSays(places, o); p.value == nil && !p.lost && says != nil && *says == 0 {
					p.value, again = new(0), true
				}
			}
		}
	}
}

// slowCore lists the positions left, but those that no position left leads to, again
// and again.
func slowCore(places []*slowPlace) (core []int) {
	in := map[int]bool{}
	for i, p := range places {
		in[i] = p.value == nil && !p.lost
	}
	for again := true; again; {
		again = false
		for i := range places {
			led := false
			for j, p := range places {
				for _, o := range p.options {
					led = led || in[j] && o.to == i
				}
			}
			if in[i] && !led {
				in[i], again = false, true
			}
		}
	}
	for i := range places {
		if in[i] {
			core = append(core, i)
		}
	}
	return core
}

func TestSolve_againstBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	settled, circling, lost := 0, int64(0), 0
	for n := range 4000 {
		size := 1 + r.IntN(9)
		places, slow := make([]place, size), make([]*slowPlace, size)
		for i := range places {
			slow[i] = &slowPlace{over: r.IntN(8) == 0}
			if r.IntN(3) > 0 || slow[i].over {
				v := r.IntN(61) - 30
				slow[i].own, places[i].own = &v, &known{score: v, scored: true}
			}
			places[i].over = slow[i].over
			for range r.IntN(4) {
				if slow[i].over {
					break
				}
				o := slowOption{to: r.IntN(size)}
				if r.IntN(5) == 0 {
					o = slowOption{to: -1, says: r.IntN(61) - 30}
				}
				slow[i].options = append(slow[i].options, o)
				places[i].options = append(places[i].options, option{to: int32(o.to), said: known{score: o.says, scored: true}})
			}
		}
		circling += solve(places)
		slowSolve(slow)
		for i := range places {
			p, want := &places[i], slow[i]
			if p.resolved != (want.value != nil) || p.resolved && p.value.worth() != *want.value {
				for j, q := range places {
					t.Logf("%d: own %v, over %v, options %+v; %v %d", j, q.own, q.over, q.options, q.resolved, q.value.worth())
				}
				for j, q := range slow {
					if q.value != nil {
						t.Logf("slow %d: %d", j, *q.value)
					}
				}
				t.Fatalf("graph %d, place %d of %d: %v %+v, want %v", n, i, size, p.resolved, p.value, want.value)
			}
			if p.resolved {
				settled++
			} else {
				lost++
			}
			if p.value.depth > size {
				t.Fatalf("graph %d: depth %d in %d places", n, p.value.depth, size)
			}
		}
	}
	if settled < 1000 || circling < 100 || lost < 100 {
		t.Errorf("%d settled, %d that depend on themselves, %d of which nothing is known", settled, circling, lost)
	}
}

func TestKnown_mateIsAPlyFurtherAway(t *testing.T) {
	for score, want := range map[int]int{-Mate: Mate - 1, Mate - 7: 8 - Mate, 40: -40, 0: 0} {
		if got := (known{score: score, scored: true, depth: 3}).back(); got.score != want || got.depth != 4 {
			t.Errorf("%d behind a move: %+v, want %d", score, got, want)
		}
	}
	if got := (known{rate: 0.75}).back(); got.rate != 0.25 || got.worth() != -191 {
		t.Errorf("a rate of 0.75 behind a move: %+v", got)
	}
}
