package convnet

import (
	"fmt"
	"math"

	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/rng"
)

// Sizes of a network, as in its file.
type Sizes struct {
	Planes, Channels, Blocks int
	Pool                     int // block that pools, -1 for none
	Policy, Value            int
}

// DefaultSizes are those of the shipped networks.
func DefaultSizes() Sizes {
	return Sizes{Planes: 32, Channels: 48, Blocks: 6, Pool: 3, Policy: 16, Value: 32}
}

// Random makes a network of untrained weights, for tests and benchmarks: each
// layer keeps the numbers about as large as they came in.
func Random(seed uint64, s Sizes, kind netfile.Type) *netfile.File {
	f := &netfile.File{
		Arch: netfile.Arch{Features: "random/1", Kind: Kind, Sizes: map[string]int{
			"planes": s.Planes, "channels": s.Channels, "blocks": s.Blocks, "pool": s.Pool, "policy": s.Policy, "value": s.Value}},
		Meta: map[string]string{"name": "random", "seed": fmt.Sprint(seed)},
	}
	r := rng.New(seed)
	tensor := func(name string, scale float64, shape ...int) {
		n := 1
		for _, d := range shape {
			n *= d
		}
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(scale * (2*float64(r.Uint64()>>11)/(1<<53) - 1))
		}
		f.Tensors = append(f.Tensors, netfile.Floats(name, kind, shape, v))
	}
	// Uniform over -a..a has variance a*a/3; relu halves it. Biases are small.
	layer := func(name string, out, in, area int, gain float64, shape ...int) {
		tensor(name+".w", gain*math.Sqrt(6/float64(in*area)), shape...)
		tensor(name+".b", 0.2, out)
	}
	layer("stem", s.Channels, s.Planes, 9, 1, s.Channels, s.Planes, 3, 3)
	for i := range s.Blocks {
		for k, gain := range []float64{1, 0.4} { // the second adds to what is there
			layer(fmt.Sprintf("block%d.conv%d", i, k+1), s.Channels, s.Channels, 9, gain, s.Channels, s.Channels, 3, 3)
		}
	}
	if s.Pool >= 0 {
		layer("pool", s.Channels, 2*s.Channels, 1, 0.5, s.Channels, 2*s.Channels)
	}
	layer("policy.conv1", s.Policy, s.Channels, 1, 1, s.Policy, s.Channels, 1, 1)
	layer("policy.conv2", 1, s.Policy, 1, 1, 1, s.Policy, 1, 1)
	layer("value.fc1", s.Value, 2*s.Channels, 1, 1, s.Value, 2*s.Channels)
	layer("value.fc2", 1, s.Value, 1, 1, 1, s.Value)
	return f
}
