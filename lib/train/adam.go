package train

import "math"

// Adam's constants.
const (
	beta1, beta2 = 0.9, 0.999
	epsilon      = 1e-8
)

// pace is what a step of Adam is made with.
type pace struct {
	rate, decay    float32
	first, second  float32 // corrections of the means for their begin at 0
	scale          float32 // of the gradients: 1 by the number of examples
	rowMost        float32 // the most that a rounded weight can be
	biasMost, most float32
}

// paceOf is that of a step, counted from 1, of all.
func paceOf(o *Options, step, steps, examples int, rowMost int32) pace {
	warm := max(steps/100, 1)
	rate := o.Rate
	if step < warm {
		rate *= float64(step) / float64(warm)
	} else {
		done := float64(step-warm) / float64(max(steps-warm, 1))
		rate *= 0.01 + 0.99*(1+cosine(done))/2
	}
	return pace{
		rate: float32(rate), decay: float32(rate * o.Decay), scale: 1 / float32(examples),
		first: float32(1 / (1 - power(beta1, step))), second: float32(1 / (1 - power(beta2, step))),
		rowMost: float32(rowMost) / unit, biasMost: float32(biasWidest) / unit, most: float32(outWidest) / outUnit,
	}
}

// cosine is cos(pi*x) for x from 0 to 1, with the same bits on every machine.
func cosine(x float64) float64 {
	y := math.Pi * (0.5 - x) // cos(pi*x) = sin(y)
	square, term, sum := float64(y*y), y, y
	for n := 2.0; n < 24; n += 2 {
		term = -float64(float64(term*square) / float64(n*(n+1)))
		sum += term
	}
	return sum
}

// power is x to the power of n, with the same bits on every machine.
func power(x float64, n int) float64 {
	p := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			p = float64(p * x)
		}
		x = float64(x * x)
	}
	return p
}

// move moves a parameter against its gradient and returns where it is then.
func (p *pace) move(x, g float32, m, v *float32) float32 {
	*m = float32(beta1*(*m)) + float32((1-beta1)*g)
	*v = float32(beta2*(*v)) + float32(float32((1-beta2)*g)*g)
	root := float32(math.Sqrt(float64(float32(*v * p.second))))
	return x - float32(p.rate*float32(float32(*m*p.first)/(root+epsilon)))
}

// step moves the rows of the inputs from one on, by the sum of the gradients.
func (m *model) step(p pace, parts []*gradient, from, to int) {
	sum, shared := make([]float32, m.width), make([]float32, m.width)
	worth := make([]float32, m.outputs)
	for i := from; i < to; i++ {
		clear(shared)
		at := m.shared + i*m.width
		for k := range m.layout.Kings {
			r := k*m.layout.Inputs + i
			clear(sum)
			clear(worth)
			for _, g := range parts {
				if g.touched[r] {
					add(sum, g.rows[r*m.width:][:m.width])
					for o := range worth {
						worth[o] += g.material[r*m.outputs+o]
					}
				}
			}
			add(shared, sum)
			m.moveAll(&p, r*m.width, sum, p.decay, p.rowMost)
			m.moveAll(&p, m.material+r*m.outputs, worth, 0, math.MaxFloat32)
		}
		m.moveAll(&p, at, shared, p.decay, p.rowMost)
	}
	m.roundInputs(from, to)
}

// moveAll moves parameters that follow each other.
func (m *model) moveAll(p *pace, at int, g []float32, decay, most float32) {
	x, first, second := m.params[at:][:len(g)], m.first[at:][:len(g)], m.second[at:][:len(g)]
	for i := range g {
		y := p.move(x[i]-float32(decay*x[i]), float32(g[i]*p.scale), &first[i], &second[i])
		x[i] = min(max(y, -most), most)
	}
}

// stepRest moves the bias and the output layer.
func (m *model) stepRest(p pace, parts []*gradient) {
	for _, g := range parts[1:] {
		add(parts[0].out, g.out)
		add(parts[0].bias, g.bias)
		for o, x := range g.outBias {
			parts[0].outBias[o] += x
		}
	}
	m.moveAll(&p, m.bias, parts[0].bias, 0, p.biasMost)
	m.moveAll(&p, m.out, parts[0].out, p.decay, p.most)
	m.moveAll(&p, m.outBias, parts[0].outBias, 0, math.MaxFloat32)
	m.roundRest()
}
