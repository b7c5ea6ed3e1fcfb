package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"qikit.dev/qikit/internal/nnue"
)

func layout(t testing.TB) *nnue.Layout {
	t.Helper()
	l, err := nnue.NewLayout(nnue.Xiangqi, true)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// randomExample puts men anywhere on the board, kings in their palaces.
func randomExample(rng *rand.Rand, outputs int, l *nnue.Layout) example {
	e := example{target: rng.Float32()}
	taken := map[int]bool{}
	put := func(owner, kind, p int) {
		if taken[p] {
			return
		}
		taken[p] = true
		l.In.Put(&e.men, owner, kind, p)
	}
	e.men.King = [2]int{3 + rng.IntN(3) + 9*rng.IntN(3), 66 + rng.IntN(3) + 9*rng.IntN(3)}
	put(0, 0, e.men.King[0])
	put(1, 0, e.men.King[1])
	for range rng.IntN(20) {
		put(rng.IntN(2), 3+rng.IntN(3), rng.IntN(90))
	}
	e.set = (&nnue.Weights{Layout: l, Outputs: outputs}).Set(len(taken))
	return e
}

// shaken is a model far from where learning begins.
func shaken(t testing.TB, rng *rand.Rand, width, outputs int) *model {
	m := newModel(shapeOf(layout(t), width, outputs), 380, 7)
	for i := range m.params {
		m.params[i] += (rng.Float32() - 0.5) / 2
	}
	m.roundInputs(0, m.layout.Inputs)
	m.roundRest()
	return m
}

// What learns computes what the network that comes out will say.
func TestModel_isTheNetworkThatComesOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	m := shaken(t, rng, 32, 4)
	n, err := nnue.New(m.weights())
	if err != nil {
		t.Fatal(err)
	}
	ev, g := nnue.NewEvaluator(n), newGradient(&m.shape)
	for range 300 {
		e := randomExample(rng, 4, m.layout)
		want := float64(m.value(g, &e)) * 380
		if got := float64(ev.Score(&e.men, 0)); math.Abs(got-want) > 4 {
			t.Fatalf("network: %v, model: %v", got, want)
		}
	}
}

// The gradient is that of the definition, computed slowly from the rounded weights.
func TestLearn_gradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	m := shaken(t, rng, 16, 2)
	w := m.weights()
	for range 40 {
		e := randomExample(rng, 2, m.layout)
		g := newGradient(&m.shape)
		p := float64(sigmoid(m.value(g, &e)))
		m.learn(g, &e)
		up := 2 * (p - float64(e.target)) * p * (1 - p)
		near := func(what string, got float32, want float64) {
			t.Helper()
			if math.Abs(float64(got)-want) > 1e-5*(1+math.Abs(want)) {
				t.Fatalf("%s: %v, want %v", what, got, want)
			}
		}
		near("output bias", g.outBias[e.set], up)
		bias := make([]float64, m.width)
		for view := range 2 {
			active := m.layout.Active(nil, &e.men, view)
			for i := range m.width {
				sum := float64(w.Bias[i])
				for _, r := range active {
					sum += float64(w.Rows[int(r)*m.width+i])
				}
				a := min(max(sum/255, 0), 1)
				at := (2*e.set+view)*m.width + i
				near("output layer", g.out[at], up*a*a)
				if a > 0 && a < 1 {
					bias[i] += up * 2 * a * float64(w.Out[at]) / 64
				}
			}
		}
		for i, want := range bias {
			near("bias", g.bias[i], want)
		}
		total := 0.0
		for r, touched := range g.touched {
			if touched {
				total += float64(g.material[r*m.outputs+e.set])
			}
		}
		men := len(m.layout.Active(nil, &e.men, 0)) - len(m.layout.Active(nil, &e.men, 1))
		near("material", float32(total), up/2*float64(men))
	}
}

func TestSigmoidAndCosine(t *testing.T) {
	for x := -50.0; x <= 50; x += 0.037 {
		want := 1 / (1 + math.Exp(-min(max(x, -40), 40)))
		if got := float64(sigmoid(float32(x))); math.Abs(got-want) > 2e-7 {
			t.Fatalf("sigmoid(%v) = %v, want %v", x, got, want)
		}
	}
	for x := 0.0; x <= 1; x += 0.01 {
		if got, want := cosine(x), math.Cos(math.Pi*x); math.Abs(got-want) > 1e-12 {
			t.Fatalf("cosine(%v) = %v, want %v", x, got, want)
		}
	}
	if got, want := power(0.999, 1234), math.Pow(0.999, 1234); math.Abs(got-want) > 1e-12 {
		t.Errorf("power: %v, want %v", got, want)
	}
}

// One worker's positions a second, without reading them.
func BenchmarkLearn(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 3))
	m := newModel(shapeOf(layout(b), 64, 4), 380, 7)
	g := newGradient(&m.shape)
	var batch []example
	for range 1024 {
		batch = append(batch, randomExample(rng, 4, m.layout))
	}
	b.ReportAllocs()
	for i := range b.N {
		m.learn(g, &batch[i%len(batch)])
	}
}
