package rollout

import (
	"errors"
	"fmt"
	"math"

	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/lib/goban"
)

// Policy is a table of weights, ready to play by. It may be shared.
type Policy struct {
	weights []float32
	pattern [codes]uint32  // for black to move: unit times e to the weight
	factor  [Count]float64 // e to the weight, of the features behind the patterns
}

// ErrWeights is a table of weights that cannot be used.
var ErrWeights = errors.New("rollout: no table of weights")

// Kind is the kind of a network file that holds weights: one tensor of Count
// numbers, Tensor.
const (
	Kind   = "rollout/1"
	Tensor = "weights"
)

const (
	// unit is the weight 1 as a whole number.
	unit = 1 << 12
	// weightMost bounds a weight, so that sums fit 64 bits and patterns 32.
	weightMost = 12
	// patternLeast keeps a pattern possible.
	patternLeast = 1
)

// NewPolicy makes a policy of Count finite weights, in the order of the
// features. Weights beyond 12 either way count as 12. It takes a few
// milliseconds and 256 KB.
func NewPolicy(weights []float32) (*Policy, error) {
	if len(weights) != Count {
		return nil, fmt.Errorf("%w: %d weights, expected %d", ErrWeights, len(weights), Count)
	}
	p := &Policy{weights: append([]float32(nil), weights...)}
	for i, w := range p.weights {
		if w != w || math.IsInf(float64(w), 0) {
			return nil, fmt.Errorf("%w: weight %d is %v", ErrWeights, i, w)
		}
		w = max(-weightMost, min(w, weightMost))
		if i == SelfAtari {
			w = min(w, 0)
		}
		p.weights[i] = w
		p.factor[i] = math.Exp(float64(w))
	}
	for c := range codes {
		p.pattern[c] = max(patternLeast, uint32(unit*p.factor[firstPattern+Pattern(uint16(c), goban.Black)]+0.5))
	}
	return p, nil
}

// Load reads a policy from a network file of kind rollout/1.
func Load(file []byte) (*Policy, error) {
	net, err := netfile.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrWeights, err)
	}
	if net.Arch.Kind != Kind {
		return nil, fmt.Errorf("%w: a file of kind %q, expected %q", ErrWeights, net.Arch.Kind, Kind)
	}
	weights, err := net.Floats(Tensor, Count)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrWeights, err)
	}
	return NewPolicy(weights)
}

// Weights are the policy's, as it uses them.
func (p *Policy) Weights() []float32 { return append([]float32(nil), p.weights...) }

// Weight is that of a move with these features: e to the sum of their weights.
func (p *Policy) Weight(features []int) float32 {
	w := 1.0
	for _, f := range features {
		w *= p.factor[f]
	}
	return float32(w)
}

// of is the weight of a point's pattern, for black to move and for white.
func (p *Policy) of(c uint16) [2]uint32 {
	return [2]uint32{p.pattern[c], p.pattern[exchanged(c)]}
}
