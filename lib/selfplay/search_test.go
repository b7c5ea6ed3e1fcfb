package selfplay

import (
	"math"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
)

func newRandom() *rng.Source { return rng.New(9) }

// What the rules decide within two moves, every search knows.
func TestSearch_decided(t *testing.T) {
	n, err := readNet(net(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]searcher{"puct": newSearcher(nil), "gumbel": newSearcher(n)} {
		for _, c := range []struct {
			name, position, move string
			proof                int8
		}{
			{"a capture wins", "7/7/2X4/1XOX3/7/7/7 X 1", "C3", 1},
			{"two chains with one last liberty are enough", "7/7/7/7/2X4/1XOX3/XO1OX2 X 2", "C1", 1},
			{"the only way out", "7/7/2X4/1XOX3/7/7/7 O 1", "C3", 0},
			{"two chains in atari", "7/4X2/2XXO1X/1XOXXX1/7/7/7 O 1", "", -1},
		} {
			f := searchOf(t, s, c.position, 30)
			if f.proof != c.proof || c.move != "" && f.move.String() != c.move {
				t.Errorf("%s, %s: %v proof %d, want %s proof %d", name, c.name, f.move, f.proof, c.move, c.proof)
			}
			sum := 0.0
			for _, share := range f.shares {
				sum += share
			}
			if math.Abs(sum-1) > 1e-9 || f.value < 0 || f.value > 1 || c.proof != 0 && f.value != float64(1+int(c.proof))/2 {
				t.Errorf("%s, %s: shares sum to %v, value %v", name, c.name, sum, f.value)
			}
		}
	}
}

// A short ladder to the edge, five moves deep, is found and proven.
func TestSearch_ladder(t *testing.T) {
	f := searchOf(t, newSearcher(nil), "7/7/7/4X2/4XO1/5X1/7 X 1", 2000)
	if f.move.String() != "F4" || f.proof != 1 {
		t.Errorf("%v with win rate %.2f, want F4, proven", f.move, f.value)
	}
}

// The Gumbel search follows its judge: with no visits to speak of it plays the
// judge's move, and a better value for another move turns it round.
func TestGumbel_improves(t *testing.T) {
	for _, c := range []struct {
		gain float64
		want string
	}{{0, "C3"}, {0.5, "E5"}} {
		s := &gumbel{tree: tree{judge: &told{prior: point(t, "C3"), good: point(t, "E5"), gain: c.gain}, even: true}}
		f := searchOf(t, s, "7/7/7/7/7/7/7 X 1", 40)
		if f.move.String() != c.want {
			t.Errorf("gain %v: %v, want %s", c.gain, f.move, c.want)
		}
		if at := best(f.shares); f.moves[at] != f.move {
			t.Errorf("gain %v: the largest share is that of %v, the move %v", c.gain, f.moves[at], f.move)
		}
		if f.visits < 30 || f.visits > 40 {
			t.Errorf("%d visits, want about 40", f.visits)
		}
	}
}

func point(t *testing.T, text string) goban.Point {
	t.Helper()
	p, err := goban.ParsePoint(text, 7)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// told likes one move, and values positions after another one.
type told struct {
	prior, good goban.Point
	gain        float64
}

func (j *told) judge(t *table, moves []goban.Point, priors []float32, _ *rng.Source) float64 {
	for i, p := range moves {
		priors[i] = 0.5 / float32(len(moves))
		if p == j.prior {
			priors[i] += 0.3
		}
		if p == j.good {
			priors[i] += 0.2
		}
	}
	// The value is the side to move's; the searched move was Black's.
	value := 0.5
	if t.stones.At(j.good) == goban.Black {
		value += j.gain / 2
	}
	if t.stones.Turn() == goban.White {
		return 1 - value
	}
	return value
}

func (j *told) glance(t *table, _ *rng.Source) float64 { return 0.5 }

// Starts leave nobody with a winning capture, and hold what they promise.
func TestDeal_fair(t *testing.T) {
	o := DefaultStarts()
	unequal, crossCuts := 0, 0
	for i := range 600 {
		s := o.deal(rng.Of(1, uint64(i)))
		if s.killing() != goban.NoPoint || !s.stones.CanPlay() || s.need(goban.Black) < 1 || s.need(goban.White) < 1 {
			t.Fatalf("start %d: decided", i)
		}
		if s.target[0] != s.target[1] {
			unequal++
		}
		size := s.stones.Size()
		for p := range size*size - size {
			at := goban.PointAt(p%size, p/size)
			if a, b := s.stones.At(at), s.stones.At(at+1); a < goban.Empty && b == a.Other() && p%size < size-1 &&
				s.stones.At(goban.PointAt(p%size, p/size+1)) == b && s.stones.At(goban.PointAt(p%size+1, p/size+1)) == a {
				crossCuts++
				break
			}
		}
	}
	if unequal < 90 || unequal > 200 || crossCuts < 100 {
		t.Errorf("%d unequal targets and %d cross-cuts of 600", unequal, crossCuts)
	}
}
