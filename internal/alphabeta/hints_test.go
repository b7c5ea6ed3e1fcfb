//go:build !slim

package alphabeta

import "testing"

// lazy is noughts and crosses, the first cells of which come first, and the others only where these lose.
type lazy struct {
	noughts
	forgets bool // leaves the others out altogether
}

const firstCells = 0o37

func (g *lazy) Moves(dst []uint16) []uint16 {
	n := len(dst)
	dst = g.noughts.Moves(dst)
	if len(g.played) == 0 {
		return dst
	}
	return only(dst, n, firstCells)
}

func (g *lazy) Others(dst []uint16) []uint16 {
	if g.forgets {
		return dst
	}
	n := len(dst)
	return only(g.noughts.Moves(dst), n, 0o777&^firstCells)
}

// only keeps, from the n-th on, the moves that are among some cells.
func only(moves []uint16, n int, cells uint16) []uint16 {
	kept := moves[:n]
	for _, m := range moves[n:] {
		if m&cells != 0 {
			kept = append(kept, m)
		}
	}
	return kept
}

// A position is won or lost only if it is with the moves that were left out, by one worker and by three.
func TestResting_provesNothingTooEarly(t *testing.T) {
	wrong := 0
	for i := 0; i < 9*9*9; i += 5 {
		a, b, c := uint16(1)<<(i%9), uint16(1)<<(i/9%9), uint16(1)<<(i/81)
		if a == b || a == c || b == c {
			continue
		}
		g := noughts{sets: [2]uint16{b, a | c}}
		want := minimax(&g, 0)
		for _, forgets := range []bool{false, true} {
			for _, workers := range []int{1, 3} {
				s := New[uint16](workers, 1)
				roots := make([]Position[uint16], workers)
				for k := range roots {
					own := &lazy{noughts: noughts{sets: g.sets}, forgets: forgets}
					roots[k] = Position[uint16]{Game: own, Eval: own}
				}
				r, err := s.Run(t.Context(), roots, Limits{Depth: 9, Nodes: NoLimit, Time: NoLimit, Lines: 1}, nil)
				if err != nil {
					t.Fatal(err)
				}
				score := r.Lines[0].Score
				_, proven := Proven(score)
				switch right := !proven || score > 0 == (want > 0) && want != 0; {
				case right:
				case forgets:
					wrong++
				default:
					t.Errorf("%o: %d by %d workers, want %d", g.sets, score, workers, want)
				}
			}
		}
	}
	if wrong == 0 {
		t.Error("no position needs the moves that are left out")
	}
}

// ranked knows the best moves beforehand.
type ranked struct{ noughts }

func (g *ranked) Ranks(dst []int32, moves []uint16) []int32 {
	for _, m := range moves {
		g.Play(m)
		dst = append(dst, int32(-minimax(&g.noughts, 0)))
		g.Undo()
	}
	return dst
}

// Moves of which much is known beforehand come first, and fewer others need a look.
func TestRanked_savesNodes(t *testing.T) {
	nodes := func(g Game[uint16], e Eval) int {
		r, err := New[uint16](1, 1).Run(t.Context(), []Position[uint16]{{Game: g, Eval: e}}, Limits{Depth: 6, Nodes: NoLimit, Time: NoLimit, Lines: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Nodes
	}
	plain, known := cross("x.. .o. ..."), &ranked{*cross("x.. .o. ...")}
	if without, with := nodes(plain, plain), nodes(known, known); with >= without {
		t.Errorf("%d nodes with ranks, %d without", with, without)
	}
}
