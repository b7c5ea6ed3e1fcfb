package ludo

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// second is the rules again, slowly: planes walk field by field.
type second struct {
	o       Options
	far     [][]int // by player: -1 at the base, 0 at the start, 56 at home
	turn    int
	corners []int
}

func (s *second) field(player, far int) int {
	for at, i := 13*s.corners[player]%52, 1; i <= 50; at, i = (at+1)%52, i+1 {
		if i == far {
			return at
		}
	}
	return -1
}

// land sends others home from where a plane comes down.
func (s *second) land(far int) {
	at := s.field(s.turn, far)
	for p := range s.far {
		for i, other := range s.far[p] {
			if at >= 0 && p != s.turn && s.field(p, other) == at {
				s.far[p][i] = -1
			}
		}
	}
}

// from lists the places from which a plane may move, each once.
func (s *second) from(die int) (list []int) {
	for _, far := range s.far[s.turn] {
		takesOff := die == 6 || die == 5 && s.o.TakeOff == "5-6"
		if far != 56 && (far != -1 || takesOff) && !slices.Contains(list, far) {
			list = append(list, far)
		}
	}
	slices.Sort(list)
	return list
}

func (s *second) move(from, die int) {
	to, step := from, 1
	if from == -1 {
		to = 0
	} else {
		for range die {
			if to == 56 {
				step = -1
			}
			to += step
		}
	}
	s.land(to)
	flew := false
	fly := func() {
		if to == 18 && s.o.Flights && !flew {
			to, flew = 30, true
			s.land(to)
		}
	}
	fly()
	if to > 0 && to < 50 && to%4 == 2 && s.o.Jumps {
		to += 4
		s.land(to)
		fly()
	}
	s.far[s.turn][slices.Index(s.far[s.turn], from)] = to
}

// Random games go alike by the rules written twice, and the weights of chance sum to one.
func TestSecondRules(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	ends := 0
	for g := range 500 {
		o := DefaultOptions()
		o.Players, o.Jumps, o.Flights, o.PlyLimit = 2+g%3, g%4 != 3, g%5 != 4, 0
		o.TakeOff = []string{"6", "5-6"}[g%2]
		b := set(t, "", o)
		s := second{o: o, corners: [][]int{{0, 2}, {0, 1, 2}, {0, 1, 2, 3}}[o.Players-2]}
		for range o.Players {
			s.far = append(s.far, []int{-1, -1, -1, -1})
		}
		for ply := 0; ; ply++ {
			winner := slices.IndexFunc(s.far, func(far []int) bool { return slices.Min(far) == 56 })
			outcome, over := b.Outcome()
			if over != (winner >= 0) || over && outcome.Winner != winner {
				t.Fatalf("game %d: %+v, %v in %s, want winner %d", g, outcome, over, b.Position(), winner)
			}
			if over {
				ends++
				break
			}
			sum := 0.0
			for _, w := range b.Weights(nil) {
				sum += w
			}
			rolls := b.Moves(nil)
			if math.Abs(sum-1) > 1e-12 || len(rolls) != 6 || !game.ChanceMoves(b) {
				t.Fatalf("game %d: %d rolls of weight %v in %s", g, len(rolls), sum, b.Position())
			}
			die := 1 + r.IntN(6)
			b.Play(rolls[die-1])
			from, moves := s.from(die), b.Moves(nil)
			if len(moves) != max(1, len(from)) || b.Turn() != s.turn || (len(from) == 0) != (b.Text(moves[0]) == "pass") {
				t.Fatalf("game %d, ply %d: %d moves in %s, want from %v", g, ply, len(moves), b.Position(), from)
			}
			i := r.IntN(len(moves))
			b.Play(moves[i])
			if len(from) > 0 {
				s.move(from[i], die)
			}
			for p := range s.far {
				slices.Sort(s.far[p])
				for i, far := range b.Planes(p) {
					if int(far) != s.far[p][i] {
						t.Fatalf("game %d, ply %d: %s, want %v", g, ply, b.Position(), s.far)
					}
				}
			}
			if die != 6 {
				s.turn = (s.turn + 1) % o.Players
			}
		}
	}
	if ends != 500 {
		t.Errorf("%d games ended", ends)
	}
}
