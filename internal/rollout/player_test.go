package rollout

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/goban"
)

func TestPattern_count(t *testing.T) {
	most := 0
	for c := range codes {
		if possible(uint16(c)) {
			most = max(most, Pattern(uint16(c), goban.Black))
			for symmetry := range 8 {
				if Pattern(image(uint16(c), symmetry), goban.White) != Pattern(uint16(c), goban.White) {
					t.Fatalf("code %x and its image %d have different patterns", c, symmetry)
				}
			}
			if Pattern(uint16(c), goban.White) != Pattern(exchanged(uint16(c)), goban.Black) {
				t.Fatalf("code %x: the colors exchanged make another pattern", c)
			}
		}
	}
	if most != Patterns-1 {
		t.Errorf("patterns 0 to %d, want %d of them", most, Patterns)
	}
}

// randomStones are some random moves from an empty board; the game goes on, and
// the latest moves are told.
func randomStones(random *rng.Source, size, plies int, r Rules) (s *goban.Stones, last, own goban.Point) {
	for {
		s, last, own = goban.NewStones(size), goban.NoPoint, goban.NoPoint
		over := false
		for range plies {
			turn := s.Turn()
			m := s.Random(random)
			if m == goban.NoPoint {
				over = true
				break
			}
			s.Play(m)
			own, last = last, m
			over = over || s.Captured(turn) >= r.Target[turn]
		}
		if !over && s.CanPlay() {
			return s, last, own
		}
	}
}

// The moves drawn have the distribution that the features define.
func TestChoose_isTheSoftmax(t *testing.T) {
	random := rng.New(4)
	rules := Rules{Target: [2]int{5, 5}}
	weights := make([]float32, Count)
	for i := range weights {
		weights[i] = float32(random.Normal()) / 2
	}
	weights[SelfAtari], weights[BesideLast], weights[CaptureTwo] = -0.8, -0.5, -0.3
	policy, err := NewPolicy(weights)
	if err != nil {
		t.Fatal(err)
	}
	draws, positions := 40000, 12
	if testing.Short() {
		draws, positions = 10000, 4
	}
	seen := map[int]int{} // features behind the patterns
	for n := range positions {
		s, last, own := randomStones(random, 5, 8+n, rules)
		p := NewPlayer(policy)
		p.stones, p.size, p.last, p.own = *s, 5, last, own
		p.weigh()
		if m := p.tactics(rules); m != goban.NoPoint {
			continue
		}
		p.forget()
		want := map[goban.Point]float64{}
		for _, m := range s.Spaces() {
			if !s.Legal(m) {
				continue
			}
			total := 0.0
			for _, f := range Features(s, rules, m, last, own, nil) {
				total += float64(weights[f])
				if f >= CaptureOne {
					seen[f]++
				}
			}
			want[m] = math.Exp(total)
		}
		got := map[goban.Point]int{}
		for range draws {
			got[p.choose(rules, random)]++
		}
		compare(t, got, want, draws)
		// Looking at all moves gives the same.
		p.tactics(rules)
		slow := map[goban.Point]int{}
		for range draws {
			slow[p.slowly(random)]++
		}
		p.forget()
		compare(t, slow, want, draws)
	}
	for f := CaptureOne; f < Count && !testing.Short(); f++ {
		if seen[f] == 0 && f != Threatened && f != CaptureMore && f != CaptureTwo {
			t.Errorf("feature %d was never seen", f-CaptureOne)
		}
	}
}

// compare holds how often moves were drawn against their weights.
func compare(t *testing.T, got map[goban.Point]int, want map[goban.Point]float64, draws int) {
	t.Helper()
	sum := 0.0
	for _, w := range want {
		sum += w
	}
	for m, w := range want {
		expected := w / sum * float64(draws)
		if deviation := math.Abs(float64(got[m]) - expected); deviation > 5*math.Sqrt(expected)+2 {
			t.Errorf("%v drawn %d times, want %.0f", m, got[m], expected)
		}
	}
	for m := range got {
		if want[m] == 0 {
			t.Errorf("%v is illegal and was drawn", m)
		}
	}
}

// Codes and weights kept up move by move are those computed afresh.
func TestMove_keepsUp(t *testing.T) {
	random := rng.New(9)
	for n := range 60 {
		size := 2 + n%12
		rules := Rules{Target: [2]int{20, 20}}
		p, fresh := NewPlayer(DefaultPolicy()), NewPlayer(DefaultPolicy())
		p.stones, p.size = *goban.NewStones(size), size
		p.weigh()
		for range 2 * size * size {
			m := p.choose(rules, random)
			if m == goban.NoPoint {
				break
			}
			if !p.stones.Legal(m) {
				t.Fatalf("%v is illegal", m)
			}
			p.move(m)
			fresh.stones = p.stones
			fresh.weigh()
			for _, q := range p.stones.Spaces() {
				if p.around[q] != fresh.around[q] {
					t.Fatalf("size %d, after %v: the code of %v is %x, want %x", size, m, q, p.around[q], fresh.around[q])
				}
			}
			if p.base != fresh.base || p.rows != fresh.rows {
				t.Fatalf("size %d, after %v: the weights kept up are others than fresh ones", size, m)
			}
		}
	}
}

func TestPlay_winner(t *testing.T) {
	for name, row := range map[string]struct {
		position string
		want     goban.Color
	}{
		"a stone to take":         {"5/2X2/1XO2/2X2/5 X", goban.Black},
		"no way out":              {"5/5/5/X4/O1X2 O", goban.Black},
		"two for a target of two": {"5/1XX2/XOO2/1XX2/5 X 2", goban.Black},
	} {
		b, err := capturego.New(row.position, capturego.DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		r := Rules{Target: [2]int{b.Target(goban.Black), b.Target(goban.White)}}
		p, random := NewPlayer(DefaultPolicy()), rng.New(1)
		before := b.Position()
		for range 50 {
			if got := p.Play(b.Stones(), r, goban.NoPoint, goban.NoPoint, random); got != int(row.want) {
				t.Errorf("%s: %d wins, want %v", name, got, row.want)
				break
			}
		}
		if b.Position() != before {
			t.Errorf("%s: the board has changed", name)
		}
	}
}

// A player's next game depends on nothing of the one before, its size included.
func TestPlay_afterAnother(t *testing.T) {
	random, used := rng.New(21), NewPlayer(DefaultPolicy())
	for n := range 400 {
		rules := Rules{Target: [2]int{1 + n%3, 2}}
		s, last, own := randomStones(random, 4+n%6, n%9, rules)
		want := NewPlayer(DefaultPolicy()).Play(s, rules, last, own, rng.New(uint64(n)))
		if got := used.Play(s, rules, last, own, rng.New(uint64(n))); got != want {
			t.Fatalf("game %d: %d wins, %d with a new player", n, got, want)
		}
	}
}

func TestPlay_withoutMoves(t *testing.T) {
	// On 2x2 games end without a move, too.
	start := goban.NewStones(2)
	for _, policy := range []*Policy{nil, DefaultPolicy()} {
		p, random := NewPlayer(policy), rng.New(1)
		for noMove, drawn := range map[string]bool{"lose": false, "": false, "draw": true, "pass": true} {
			draws := 0
			for range 300 {
				if p.Play(start, Rules{Target: [2]int{20, 20}, NoMove: noMove}, goban.NoPoint, goban.NoPoint, random) == Nobody {
					draws++
				}
			}
			if !drawn && draws > 0 {
				t.Errorf("no move %q: %d draws", noMove, draws)
			}
		}
	}
}

func TestPlay_sameSeedSameGames(t *testing.T) {
	play := func() (wins int) {
		p, random := NewPlayer(DefaultPolicy()), rng.New(77)
		for range 200 {
			wins += p.Play(goban.NewStones(9), Rules{Target: [2]int{2, 2}}, goban.NoPoint, goban.NoPoint, random)
		}
		return wins
	}
	if a, b := play(), play(); a != b || a < 40 || a > 160 {
		t.Errorf("white wins %d and %d of 200", a, b)
	}
}

func TestPlay_allocatesNothing(t *testing.T) {
	start := goban.NewStones(9)
	for _, policy := range []*Policy{nil, DefaultPolicy()} {
		p, random := NewPlayer(policy), rng.New(1)
		if n := testing.AllocsPerRun(100, func() {
			p.Play(start, Rules{Target: [2]int{3, 3}}, goban.NoPoint, goban.NoPoint, random)
		}); n != 0 {
			t.Errorf("%v allocations a game, want 0", n)
		}
	}
}

func TestLoad(t *testing.T) {
	weights := DefaultPolicy().Weights()
	weights[SelfAtari], weights[3] = 5, 99
	encode := func(kind string, n int) []byte {
		f := netfile.File{Arch: netfile.Arch{Kind: kind, Features: "local/1", Sizes: map[string]int{}}}
		f.Tensors = append(f.Tensors, netfile.Floats(Tensor, netfile.F32, []int{n}, weights[:n]))
		text, err := f.Encode(true)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	p, err := Load(encode(Kind, Count))
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Weights(); got[SelfAtari] != 0 || got[3] != weightMost || got[5] != weights[5] {
		t.Errorf("weights %v, %v, %v; want 0, %v, %v", got[SelfAtari], got[3], got[5], weightMost, weights[5])
	}
	for name, file := range map[string][]byte{"another kind": encode("convnet/1", Count), "too short": encode(Kind, Count-1), "empty": nil} {
		if _, err := Load(file); !errors.Is(err, ErrWeights) {
			t.Errorf("%s: %v, want %v", name, err, ErrWeights)
		}
	}
	weights[7] = float32(math.NaN())
	if _, err := NewPolicy(weights); !errors.Is(err, ErrWeights) {
		t.Errorf("a weight that is no number: %v, want %v", err, ErrWeights)
	}
}

func BenchmarkPlay(b *testing.B) {
	for _, row := range []struct {
		name   string
		policy *Policy
	}{{"evenly", nil}, {"by hand", DefaultPolicy()}} {
		for _, target := range []int{1, 5} {
			b.Run(fmt.Sprintf("%s target %d", row.name, target), func(b *testing.B) {
				b.ReportAllocs()
				start, p, random := goban.NewStones(9), NewPlayer(row.policy), rng.New(1)
				for b.Loop() {
					p.Play(start, Rules{Target: [2]int{target, target}}, goban.NoPoint, goban.NoPoint, random)
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
			})
		}
	}
}
