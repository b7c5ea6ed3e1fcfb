package train

import (
	"math"

	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/internal/rng"
)

// What the whole numbers of a network stand for, see package nnue.
const (
	unit      = 255 // of the first layer
	outUnit   = 64  // of the output layer
	pieceUnit = 64  // of the material
	// The most that weights may be, so that sums stay in 16 bits.
	rowsWidest = 32224
	biasWidest = 510
	outWidest  = 127
)

// shape tells the parameters of a network and where each kind begins.
type shape struct {
	layout         *nnue.Layout
	width, outputs int
	rows           int // places of the king times inputs

	shared, bias, material, out, outBias, end int // where they begin among the parameters, after the rows
}

func shapeOf(l *nnue.Layout, width, outputs int) shape {
	s := shape{layout: l, width: width, outputs: outputs, rows: l.Kings * l.Inputs}
	s.shared = s.rows * width
	s.bias = s.shared + l.Inputs*width
	s.material = s.bias + width
	s.out = s.material + s.rows*outputs
	s.outBias = s.out + outputs*2*width
	s.end = s.outBias + outputs
	return s
}

// model is what learns. A row of the first layer is the sum of the row that belongs to the
// input under its place of the king and of one that all places share, which learns what does
// not depend on the king.
type model struct {
	shape
	scale  float32
	params []float32
	first  []float32 // Adam's means of the gradients
	second []float32 // and of their squares

	words []uint64 // the rounded rows, four to a word, as package nnue packs them
	start []uint64 // the rounded bias with 32768 added to each
	outs  []int32  // the rounded output layer
}

func newModel(s shape, scale int, seed uint64) *model {
	m := &model{
		shape: s, scale: float32(scale), params: make([]float32, s.end), first: make([]float32, s.end), second: make([]float32, s.end),
		words: make([]uint64, s.rows*s.width/4), start: make([]uint64, s.width/4), outs: make([]int32, s.outputs*2*s.width),
	}
	random := rng.Of(seed, 0)
	uniform := func(to []float32, most float32) {
		for i := range to {
			to[i] = float32(2*random.Float64()-1) * most
		}
	}
	uniform(m.params[s.shared:s.bias], 0.1)
	uniform(m.params[s.bias:s.material], 0.3)
	for i := range s.layout.Inputs {
		owner, kind := s.layout.Man(i)
		worth := float32(s.layout.In.Men[kind].Worth*(1-2*owner)) / m.scale
		for k := range s.layout.Kings {
			for o := range s.outputs {
				m.params[s.material+(k*s.layout.Inputs+i)*s.outputs+o] = worth
			}
		}
	}
	// The sets of the output layer begin alike.
	set := m.params[s.out:][:2*s.width]
	uniform(set, 0.15)
	for o := 1; o < s.outputs; o++ {
		copy(m.params[s.out+o*2*s.width:], set)
	}
	m.roundInputs(0, s.layout.Inputs)
	m.roundRest()
	return m
}

// rounded is x in whole units, at most so many either way.
func rounded(x float32, units, most int32) int32 {
	return min(max(int32(math.RoundToEven(float64(x)*float64(units))), -most), most)
}

// row is the most that a weight of a row may be, in units.
func (s *shape) widest() int32 { return int32(rowsWidest / s.layout.In.MenMost) }

// roundInputs rounds the rows of some inputs.
func (m *model) roundInputs(from, to int) {
	most := m.widest()
	for k := range m.layout.Kings {
		for i := from; i < to; i++ {
			r := k*m.layout.Inputs + i
			own, shared := m.params[r*m.width:][:m.width], m.params[m.shared+i*m.width:][:m.width]
			words := m.words[r*m.width/4:][:m.width/4]
			for j := range words {
				a, b := own[4*j:4*j+4:4*j+4], shared[4*j:4*j+4:4*j+4]
				words[j] = uint64(int64(rounded(a[0]+b[0], unit, most)) + int64(rounded(a[1]+b[1], unit, most))<<16 +
					int64(rounded(a[2]+b[2], unit, most))<<32 + int64(rounded(a[3]+b[3], unit, most))<<48)
			}
		}
	}
}

// roundRest rounds the bias and the output layer.
func (m *model) roundRest() {
	for j := range m.start {
		m.start[j] = 0x8000_8000_8000_8000
		for lane := range 4 {
			m.start[j] += uint64(int64(rounded(m.params[m.bias+4*j+lane], unit, biasWidest)) << (16 * lane))
		}
	}
	for i := range m.outs {
		m.outs[i] = rounded(m.params[m.out+i], outUnit, outWidest)
	}
}

// weights are the numbers of a file.
func (m *model) weights() nnue.Weights {
	w := nnue.Weights{Layout: m.layout, Width: m.width, Outputs: m.outputs, Scale: int(m.scale)}
	for i := range m.rows * m.width {
		x := m.params[i] + m.params[m.shared+i/m.width%m.layout.Inputs*m.width+i%m.width]
		w.Rows = append(w.Rows, int16(rounded(x, unit, m.widest())))
	}
	for _, x := range m.params[m.bias:m.material] {
		w.Bias = append(w.Bias, int16(rounded(x, unit, biasWidest)))
	}
	for _, x := range m.params[m.material:m.out] {
		w.Material = append(w.Material, rounded(float32(x*m.scale), pieceUnit, 1<<20))
	}
	for _, x := range m.outs {
		w.Out = append(w.Out, int8(x))
	}
	for _, x := range m.params[m.outBias:] {
		w.OutBias = append(w.OutBias, rounded(float32(x*m.scale), 1, 1<<15))
	}
	return w
}

// gradient is the sum of the gradients of some examples, and their losses. That of the shared
// rows follows from those of the rows.
type gradient struct {
	rows, bias, material, out, outBias []float32
	touched                            []bool // rows
	loss                               float64

	// of the example at hand
	active [2][]int32
	sums   [2][]uint64
	back   []float32
}

func newGradient(s *shape) *gradient {
	g := &gradient{
		rows: make([]float32, s.rows*s.width), bias: make([]float32, s.width), material: make([]float32, s.rows*s.outputs),
		out: make([]float32, s.outputs*2*s.width), outBias: make([]float32, s.outputs), touched: make([]bool, s.rows), back: make([]float32, s.width),
	}
	for view := range g.sums {
		g.sums[view] = make([]uint64, s.width/4)
	}
	return g
}

// clear forgets what was added up.
func (g *gradient) clear(s *shape) {
	for r, touched := range g.touched {
		if touched {
			clear(g.rows[r*s.width:][:s.width])
			clear(g.material[r*s.outputs:][:s.outputs])
		}
	}
	clear(g.touched)
	clear(g.bias)
	clear(g.out)
	clear(g.outBias)
	g.loss = 0
}

// example is a position, the player to move as the first player, and what to learn.
type example struct {
	men    nnue.Men
	set    int     // of the output layer
	target float32 // win probability of the player to move
}

// value computes the output for an example, whose sums and active inputs stay in g.
func (m *model) value(g *gradient, e *example) float32 {
	total, material := int64(0), float32(0)
	out := m.outs[e.set*2*m.width:][:2*m.width]
	for view := range 2 {
		g.active[view] = m.layout.Active(g.active[view][:0], &e.men, view)
		sums := g.sums[view]
		copy(sums, m.start)
		worth := float32(0)
		for _, r := range g.active[view] {
			for i, w := range m.words[int(r)*len(sums):][:len(sums)] {
				sums[i] += w
			}
			worth += m.params[m.material+int(r)*m.outputs+e.set]
		}
		if view == 0 {
			material += worth
		} else {
			material -= worth
		}
		w := out[view*m.width:][:m.width]
		for i, word := range sums {
			v := w[4*i : 4*i+4 : 4*i+4]
			a, b, c, d := clipped(word), clipped(word>>16), clipped(word>>32), clipped(word>>48)
			total += a*a*int64(v[0]) + b*b*int64(v[1]) + c*c*int64(v[2]) + d*d*int64(v[3])
		}
	}
	return float32(float64(total)/(unit*unit*outUnit)) + m.params[m.outBias+e.set] + float32(material/2)
}

// clipped is the lowest sum of a word, cut to 0 … 255.
func clipped(word uint64) int64 { return min(max(int64(uint16(word))-0x8000, 0), unit) }

// learn adds the gradient of an example.
func (m *model) learn(g *gradient, e *example) {
	p := sigmoid(m.value(g, e))
	off := p - e.target
	g.loss += float64(float64(off) * float64(off))
	up := float32(float32(2*off)*p) * (1 - p)
	g.outBias[e.set] += up
	half := float32(up / 2)
	for view := range 2 {
		at := (2*e.set + view) * m.width
		weights, grads := m.outs[at:][:m.width], g.out[at:][:m.width]
		m.backOut(g, g.sums[view], weights, grads, up)
		back, bias := g.back[:m.width], g.bias[:m.width]
		for i, x := range back {
			bias[i] += x
		}
		for _, r := range g.active[view] {
			g.touched[r] = true
			add(g.rows[int(r)*m.width:][:m.width], back)
			g.material[int(r)*m.outputs+e.set] += half
		}
		half = -half
	}
}

// backOut brings the gradient of the output back to the sums of a view, and adds that of the
// output layer.
func (m *model) backOut(g *gradient, sums []uint64, weights []int32, grads []float32, up float32) {
	const square, slope = 1.0 / (unit * unit), 2.0 / (unit * outUnit)
	back := g.back[:len(weights)]
	grads = grads[:len(weights)]
	up1, up2 := float32(up*square), float32(up*slope)
	for i, w := range weights {
		s := int64(uint16(sums[i/4]>>(16*(i%4)))) - 0x8000
		back[i] = 0
		if s > 0 {
			a := float32(min(s, unit))
			grads[i] += float32(up1 * float32(a*a))
			if s < unit {
				back[i] = float32(up2 * float32(a*float32(w)))
			}
		}
	}
}

// add adds numbers to others.
func add(to, from []float32) {
	to = to[:len(from)]
	for i := 0; i+3 < len(from); i += 4 {
		f, t := from[i:i+4:i+4], to[i:i+4:i+4]
		t[0] += f[0]
		t[1] += f[1]
		t[2] += f[2]
		t[3] += f[3]
	}
}

// sigmoid is 1/(1+exp(-x)) to 1e-7, with the same bits on every machine.
func sigmoid(x float32) float32 {
	y := -float64(min(max(x, -40), 40))
	n := math.Floor(y*math.Log2E + 0.5)
	r := y - float64(n*math.Ln2)
	e := 1.0
	for i := 10; i > 0; i-- { // exp(r) by its series: |r| is under 0.35
		e = 1 + float64(float64(r*e)/float64(i))
	}
	return float32(1 / (1 + math.Ldexp(e, int(n))))
}
