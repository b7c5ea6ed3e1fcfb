package convnet

import (
	"errors"
	"fmt"
	"maps"

	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/nnkern"
)

// Kind is what a file for this package calls itself.
const Kind = "convnet/1"

// MinSize and MaxSize are the boards a net runs on, in points a side.
const (
	MinSize = 2
	MaxSize = nnkern.MaxSize
)

// ErrNet is a sound network file whose network this package cannot run.
var ErrNet = errors.New("convnet: not a network this version runs")

// The sizes in a file: how many, and their limits.
const (
	sizes       = 6
	maxPlanes   = 256
	maxChannels = 512
	maxBlocks   = 64
)

// Net is a network ready to run; read-only.
type Net struct {
	about netfile.File // without its tensors

	tier      nnkern.Tier
	following bool // the tier is the process's current one

	*weights
}

// weights are shared by all views of a net.
type weights struct {
	planes, channels, policy, value int // as the file says
	pool                            int // block that pools, or -1

	stem          *nnkern.Conv
	blocks        [][2]*nnkern.Conv
	poolDense     *nnkern.Dense
	policyDense   *nnkern.Dense
	policyPoint   []float32 // a weight a channel of policyDense
	policyBias    float32
	valueDense    *nnkern.Dense
	valueLast     []float32
	valueLastBias float32
}

// Load reads a .qnet file: netfile.ErrFile and netfile.ErrVersion for one that
// is damaged or newer, ErrNet for one whose network is another, each saying
// what was found and what was expected. It transforms the weights, which takes
// about 15 ms for the shipped sizes, and keeps nothing of file.
func Load(file []byte) (*Net, error) {
	f, err := netfile.Decode(file)
	if err != nil {
		return nil, err
	}
	return New(f)
}

// New is Load for a file that is read already.
func New(f *netfile.File) (*Net, error) {
	w, err := newWeights(f)
	if err != nil {
		return nil, err
	}
	return &Net{about: netfile.File{ID: f.ID, Game: f.Game, Arch: f.Arch, Meta: maps.Clone(f.Meta)}, following: true, weights: w}, nil
}

func newWeights(f *netfile.File) (*weights, error) {
	if f.Arch.Kind != Kind {
		return nil, fmt.Errorf("%w: kind %q, expected %q", ErrNet, f.Arch.Kind, Kind)
	}
	r := reader{file: f}
	w := &weights{
		planes: r.size("planes", 1, maxPlanes), channels: r.size("channels", 1, maxChannels),
		policy: r.size("policy", 1, maxChannels), value: r.size("value", 1, maxChannels),
	}
	w.blocks = make([][2]*nnkern.Conv, r.size("blocks", 0, maxBlocks))
	w.pool = r.size("pool", -1, len(w.blocks)-1)
	if r.err != nil {
		return nil, r.err
	}
	if len(f.Arch.Sizes) != sizes {
		return nil, fmt.Errorf("%w: sizes %v, expected planes, channels, blocks, pool, policy and value", ErrNet, f.Arch.Sizes)
	}
	w.stem = r.conv("stem", w.planes, w.channels)
	for i := range w.blocks {
		for k := range 2 {
			w.blocks[i][k] = r.conv(fmt.Sprintf("block%d.conv%d", i, k+1), w.channels, w.channels)
		}
	}
	if w.pool >= 0 {
		w.poolDense = r.pooled("pool", w.channels, w.channels)
	}
	w.valueDense = r.pooled("value.fc1", w.channels, w.value)
	w.policyDense = r.point("policy.conv1", w.channels, w.policy)
	w.policyPoint = r.row("policy.conv2", w.policy, 1, w.policy, 1, 1)
	w.policyBias = r.floats("policy.conv2.b", 1)[0]
	w.valueLast = r.row("value.fc2", w.value, 1, w.value)
	w.valueLastBias = r.floats("value.fc2.b", 1)[0]
	if r.err == nil && r.tensors != len(f.Tensors) {
		r.err = fmt.Errorf("%w: %d tensors, expected %d", ErrNet, len(f.Tensors), r.tensors)
	}
	return w, r.err
}

// ID is the first eight bytes of the file's SHA-256, in hexadecimal.
func (n *Net) ID() string { return n.about.ID }

// Game is the file's game number (internal/netfile).
func (n *Net) Game() uint16 { return n.about.Game }

// Features names what the planes mean, "capture/1" say.
func (n *Net) Features() string { return n.about.Arch.Features }

// Planes is how many planes go in.
func (n *Net) Planes() int { return n.planes }

// Meta is what the file remarks about itself; the caller's own copy.
func (n *Net) Meta() map[string]string { return maps.Clone(n.about.Meta) }

// Tier is the kernels that Run uses.
func (n *Net) Tier() nnkern.Tier {
	if n.following {
		return nnkern.Current()
	}
	return n.tier
}

// On is the same net on kernels of a tier, whatever the process's current one
// is: nnkern.ErrTier if this machine does not have them.
func (n *Net) On(t nnkern.Tier) (*Net, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	view := *n
	view.tier, view.following = t, false
	return &view, nil
}

// Deterministic is the same net on plain Go, which gives the same bits on
// every machine.
func (n *Net) Deterministic() *Net {
	view, _ := n.On(nnkern.Generic) // which every machine has
	return view
}
