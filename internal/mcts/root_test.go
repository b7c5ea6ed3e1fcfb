package mcts

import (
	"context"
	"math"
	"testing"
)

// entropy of the visits of a result's lines, in nats.
func entropy(r Result[uint16]) (h float64) {
	sum := 0
	for _, l := range r.Lines {
		sum += l.Visits
	}
	for _, l := range r.Lines {
		if p := float64(l.Visits) / float64(sum); p > 0 {
			h -= p * math.Log(p)
		}
	}
	return h
}

// prior is wide, with one move that is much likelier and better.
type prior struct{ valued }

func (p *prior) Priors(moves []uint16, dst []float32) {
	for i, m := range moves {
		dst[i] = 0.01
		if m == 7 {
			dst[i] = 1
		}
	}
}

func TestWidth_entropyGrows(t *testing.T) {
	before := -1.0
	for _, width := range []float64{0, 0.1, 0.2, 0.5, 0.8, 1} {
		res := mustRun(t, smallOptions(), Limits[uint16]{Visits: 5000, Lines: 50, Width: width}, &prior{})
		h := entropy(res)
		if h <= before {
			t.Errorf("width %v: entropy %.3f of the root's visits, with less width %.3f", width, h, before)
		}
		before = h
	}
	if even := math.Log(50); math.Abs(before-even) > 0.001 {
		t.Errorf("width 1: entropy %.4f, want %.4f of even visits", before, even)
	}
}

func TestWidth_tinyIsPlain(t *testing.T) {
	plain := mustRun(t, smallOptions(), Limits[uint16]{Visits: 3000, Lines: 50}, &prior{})
	tiny := mustRun(t, smallOptions(), Limits[uint16]{Visits: 3000, Lines: 50, Width: 1e-12}, &prior{})
	for i := range plain.Lines {
		if plain.Lines[i].Moves[0] != tiny.Lines[i].Moves[0] || plain.Lines[i].Visits != tiny.Lines[i].Visits {
			t.Fatalf("line %d: %+v without width, %+v with a width of next to nothing", i, plain.Lines[i], tiny.Lines[i])
		}
	}
}

func TestOnly_searchesTheMovesListed(t *testing.T) {
	for _, width := range []float64{0, 0.3} {
		res := mustRun(t, smallOptions(), Limits[uint16]{Visits: 500, Lines: 50, Only: []uint16{11, 12, 7, 99}, Width: width}, &guided{})
		sum, degrees := 0, 0.0
		for _, l := range res.Lines {
			sum, degrees = sum+l.Visits, degrees+l.Degree
			if l.Visits == 0 {
				t.Errorf("move %d was not searched, prior %v", l.Moves[0], l.Prior)
			}
		}
		if len(res.Lines) != 3 || res.Lines[0].Moves[0] != 7 || sum != 499 || math.Abs(degrees-1) > 1e-9 {
			t.Errorf("width %v: %+v, want moves 7, 11 and 12 with 499 visits and degrees that sum to 1", width, res.Lines)
		}
	}
}

func TestOnly_allProven(t *testing.T) {
	// Taking 1 or 3 of 6 leaves the opponent a won heap; taking 2 would win.
	res := mustRun(t, smallOptions(), Limits[uint16]{Visits: 100000, Lines: 3, Only: []uint16{1, 3}}, &nim{players: 2, heap: 6})
	if res.Stop != Proven || res.Proven || len(res.Lines) != 2 || res.Visits == 100000 {
		t.Errorf("%+v, want two proven moves and no proof of the root", res)
	}
	for _, l := range res.Lines {
		if !l.Proven || l.Winner != 1 || l.Share != 0 || l.Degree != 0.5 {
			t.Errorf("%+v, want a proven loss, recommended as much as the other", l)
		}
	}
}

func TestKnown_isBelieved(t *testing.T) {
	res := mustRun(t, smallOptions(), Limits[uint16]{Visits: 100, Lines: 3, Known: []Known[uint16]{{Move: 2, Winner: 0, Plies: Far}}}, &nim{players: 2, heap: 1002})
	if !res.Proven || res.Winner != 0 || res.Plies != 0 || res.Lines[0].Moves[0] != 2 || res.Lines[0].Degree != 1 || res.Visits != 1 {
		t.Errorf("%+v, want the known win of unknown length, without a search", res)
	}
}

func TestGap_stops(t *testing.T) {
	l := Limits[uint16]{Visits: 100000, Lines: 50, EarlyStop: 0.15, EarlyStopVisits: 4}
	res := mustRun(t, smallOptions(), l, &valued{})
	if res.Stop != EarlyStop || res.Visits%earlyStopEvery != 0 || res.Visits > 5000 {
		t.Errorf("stopped by %v after %d visits, want the early stop soon", res.Stop, res.Visits)
	}
	l.EarlyStop, l.Visits = 0.25, 3000
	if res = mustRun(t, smallOptions(), l, &valued{}); res.Stop != Visits {
		t.Errorf("a lead of 0.2 stopped a search that asks for 0.25: %v", res.Stop)
	}
	l.EarlyStop = 2
	if _, err := mustNew(t, smallOptions()).Run(context.Background(), []Game[uint16]{&valued{}}, l); err == nil {
		t.Error("an early stop at a lead of 2 is taken")
	}
}

// claimed is a game that ends at once by a claim of player 0.
type claimed struct{ wide }

func (c *claimed) Outcome(int) (winner int, over bool) { return 0, c.played == 1 }
func (c *claimed) Claimed() bool                       { return true }

func TestClaims_proveNothing(t *testing.T) {
	res := mustRun(t, smallOptions(), Limits[uint16]{Visits: 1000, Lines: 1}, &claimed{})
	if res.Proven || res.Lines[0].Proven || res.Share != 1 || res.Visits != 1000 {
		t.Errorf("%+v, want a share of 1 and no proof", res)
	}
}

// prover knows nim's theory, once a position is worth four visits.
type prover struct {
	nim
	asked map[int]bool
}

func (p *prover) Prove(visits int) (winner, plies int, ok bool) {
	p.asked[visits] = true
	if p.heap%4 == 0 {
		return 1 - p.Turn(), Far, visits >= 4
	}
	return p.Turn(), Far, visits >= 4
}

func TestProve_isAskedAsVisitsDouble(t *testing.T) {
	p := &prover{nim: nim{players: 2, heap: 101}, asked: map[int]bool{}}
	res := mustRun(t, smallOptions(), Limits[uint16]{Visits: 10000, Lines: 3}, p)
	if !res.Proven || res.Winner != 0 || res.Lines[0].Moves[0] != 1 || res.Plies != 0 || res.Visits > 20 {
		t.Errorf("%+v, want a proven win by taking 1 within some visits", res)
	}
	for n := range p.asked {
		if n&(n-1) != 0 {
			t.Errorf("asked at %d visits, want powers of two only", n)
		}
	}
}
