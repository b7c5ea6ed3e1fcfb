package tables

import (
	"bytes"
	"context"
	"testing"
)

// solved is the tables up to that many pieces, made afresh.
func solved(t testing.TB, r Rules, upto Pieces) *Set {
	s := &Set{rules: r}
	for _, p := range Upto(upto) {
		made, err := solve(context.Background(), r, p, s, 2, func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		s.add(made)
	}
	return s
}

// census counts the placements, symmetric ones each, with so many own pieces
// by result, and the longest way to an end.
func census(s *Set, own, enemy int) (wins, draws, losses, longest int) {
	x := indexOf(own, enemy)
	for c, first := range x.sets.first {
		for _, other := range x.each(uint16(c)) {
			_, same := x.at(first, other)
			r, _ := s.Probe(first, other)
			switch r.Value {
			case 1:
				wins += 8 / int(same)
			case 0:
				draws += 8 / int(same)
			default:
				losses += 8 / int(same)
			}
			if r.Ends {
				longest = max(longest, r.Plies)
			}
		}
	}
	return wins, draws, losses, longest
}

func TestSolve_checkedFacts(t *testing.T) {
	tests := []struct {
		name                         string
		set                          *Set
		own, enemy                   int
		wins, draws, losses, longest int
	}{
		{"the owner to move, basic", solved(t, Basic, Pieces{1, 1}), 1, 1, 844, 336, 80, 3},
		// 6,528 draws in all under basic, of which 5,232 stay draws.
		{"2v1, basic", solved(t, Basic, Pieces{2, 1}), 2, 1, 20_724, 576, 120, 7},
		{"1v2, basic", solved(t, Basic, Pieces{2, 1}), 1, 2, 2_108, 5_952, 13_360, 6},
		{"2v1, olympiad", solved(t, Olympiad, Pieces{2, 1}), 2, 1, 21_300, 0, 120, 7},
		{"1v2, olympiad", solved(t, Olympiad, Pieces{2, 1}), 1, 2, 2_108, 5_232, 14_080, 6},
	}
	for _, test := range tests {
		wins, draws, losses, longest := census(test.set, test.own, test.enemy)
		if wins != test.wins || draws != test.draws || losses != test.losses || longest != test.longest {
			t.Errorf("%s: %d wins, %d draws, %d losses, longest %d; want %d, %d, %d, %d", test.name,
				wins, draws, losses, longest, test.wins, test.draws, test.losses, test.longest)
		}
	}
}

// Any number of workers makes the same bytes, and they are those that ship.
func TestEmbedded_isWhatSolveMakes(t *testing.T) {
	for r := range rulesCount {
		s := Set{rules: r}
		for _, p := range inEmbedded() {
			if testing.Short() && p.More+p.Fewer > 4 {
				continue
			}
			for _, workers := range []int{3, 1} {
				if workers == 1 && p.More+p.Fewer > 4 {
					continue
				}
				made, err := solve(context.Background(), r, p, &s, workers, func(int) {})
				if err != nil {
					t.Fatal(err)
				}
				kept := Embedded(r).tables[p.More][p.Fewer]
				if made.longest != kept.longest || !bytes.Equal(made.half[0], kept.half[0]) || !bytes.Equal(made.half[1], kept.half[1]) {
					t.Errorf("%s with %d workers differs from what ships: run go generate", fileName(r, p), workers)
				}
				s.add(made)
			}
		}
	}
}
