package selfplay

import (
	"fmt"

	"qikit.dev/qikit/internal/captureplanes"
	"qikit.dev/qikit/internal/convnet"
	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/plainfile"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
)

// features is what internal/captureplanes calls itself in a network's file.
const features = "capture/1"

// readNet reads a network from a file; "" is none, for playouts.
func readNet(path string) (*convnet.Net, error) {
	if path == "" {
		return nil, nil
	}
	file, err := plainfile.Read(path, netfile.MaxFile)
	if err != nil {
		return nil, err
	}
	n, err := convnet.Load(file)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %v", ErrNet, path, err)
	}
	if n.Features() != features || n.Planes() != captureplanes.Planes {
		return nil, fmt.Errorf("%w: %s: features %q of %d planes, expected %q of %d", ErrNet, path,
			n.Features(), n.Planes(), features, captureplanes.Planes)
	}
	return n, nil
}

// netJudge judges by a network.
type netJudge struct {
	net     *convnet.Net
	scratch *convnet.Scratch
	filler  captureplanes.Filler
	planes  [points * captureplanes.Planes]float32
	logits  [points]float32
}

func newNetJudge(n *convnet.Net) *netJudge {
	return &netJudge{net: n, scratch: n.NewScratch(captureplanes.PackedSize)}
}

func (j *netJudge) judge(t *table, moves []goban.Point, priors []float32, _ *rng.Source) float64 {
	size := t.stones.Size()
	j.filler.Fill(t.position(), j.planes[:])
	value := j.net.Run(j.scratch, size, j.planes[:], j.logits[:])
	for i, p := range moves {
		priors[i] = j.logits[index(p, size)]
	}
	softmax(priors)
	return convnet.WinRate(value)
}

func (j *netJudge) glance(t *table, r *rng.Source) float64 {
	return j.judge(t, nil, nil, r)
}
