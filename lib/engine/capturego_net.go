package engine

import (
	"fmt"
	"math"

	"qikit.dev/qikit/internal/captureplanes"
	"qikit.dev/qikit/internal/convnet"
	"qikit.dev/qikit/internal/netfile"
	nets "qikit.dev/qikit/internal/nets/capturego"
	"qikit.dev/qikit/internal/plainfile"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// netMix is the weight of a playout beside the network's value. Matches with a
// prior term of weight 0.55: 0.1 won 41 of 100 on 7x7 and 46 of 100 on 9x9, 0.45 48 and 43.
const netMix = 0.25

// netExplore is the weight of the prior term in PUCT for a move to play, with a network.
// Matches at 50 ms a move from openings of two plies, the network of generation 7,
// against the 1.5 of internal/mcts: 0.75 won 61 of 100 on 7x7 and 61 of 100 on 9x9,
// 0.4 66 of 120 and 67 of 100. AlphaZero has 0.625, on values from 0 to 1 (D. Silver et
// al., Science 362, 2018). An analysis, which is to tell what other moves are worth,
// keeps 1.5.
const netExplore = 0.6

// captureGoNet asks a network about positions; a nil one never serves.
type captureGoNet struct {
	net     *convnet.Net
	any     bool // the caller chose it: it serves whatever the board
	scratch *convnet.Scratch
	filler  captureplanes.Filler
	planes  []float32
	fits    bool      // it serves the latest root
	id      uint64    // of the network, from its file's hash
	said    []float32 // of the latest position: the value, then a logit for each point
	cache   *netCache
}

// newCaptureGoNet reads a network's file, or takes the library's own.
func newCaptureGoNet(path string, deterministic bool) (*captureGoNet, error) {
	n := &captureGoNet{any: path != ""}
	var err error
	if path == "" {
		n.net, err = nets.Net()
	} else {
		var file []byte
		if file, err = plainfile.Read(path, netfile.MaxFile); err == nil {
			n.net, err = convnet.Load(file)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: net %q: %w", ErrOptions, path, err)
	}
	if n.net.Planes() != captureplanes.Planes || n.net.Features() != netFeatures {
		return nil, fmt.Errorf("%w: net %q sees %d planes of %q, expected %d of %q", ErrOptions, path,
			n.net.Planes(), n.net.Features(), captureplanes.Planes, netFeatures)
	}
	for _, c := range []byte(n.net.ID()) {
		n.id = (n.id ^ uint64(c)) * keyFactor
	}
	if deterministic {
		n.net = n.net.Deterministic()
	}
	return n, nil
}

// keyFactor mixes keys; odd, so that it takes none together.
const keyFactor = 0x9e3779b97f4a7c15

// netFeatures names what captureplanes fills.
const netFeatures = "capture/1"

// at decides whether the network serves a board. The library's own network serves
// only boards of the kind that it was trained on.
func (n *captureGoNet) at(b *capturego.Board) {
	if n == nil {
		return
	}
	size := b.Size()
	learnt := size >= nets.SizeMin && size <= nets.SizeMax &&
		b.Target(goban.Black) <= nets.TargetMax && b.Target(goban.White) <= nets.TargetMax
	if n.fits = n.any || learnt; n.fits && n.scratch == nil {
		n.scratch = n.net.NewScratch(goban.SizeMax)
		n.planes = make([]float32, goban.SizeMax*goban.SizeMax*captureplanes.Planes)
		n.said = make([]float32, 1+goban.SizeMax*goban.SizeMax)
		if n.cache == nil {
			n.cache = new(netCache)
			n.cache.grow(ownLines)
		}
	}
}

func (n *captureGoNet) serves() bool { return n != nil && n.fits }

// ask is what the network says of the position of g: the value, and a logit for each point,
// which holds until the next call.
func (n *captureGoNet) ask(g *captureGo) (value float32, logits []float32) {
	// The key covers everything that the network sees, and which network it is.
	key := (g.board.Key() ^ n.id ^ uint64(n.net.Tier())) * keyFactor
	p := captureplanes.Position{Stones: g.board.Stones()}
	for i := range p.Last {
		p.Last[i] = g.last(i)
		key = (key ^ uint64(p.Last[i])) * keyFactor
	}
	size := g.board.Size()
	said := n.said[:1+size*size]
	if !n.cache.get(key, said) {
		for c := range p.Need {
			p.Need[c] = g.rules.Target[c] - p.Stones.Captured(goban.Color(c))
		}
		n.filler.Fill(p, n.planes)
		said[0] = n.net.Run(n.scratch, size, n.planes, said[1:])
		n.cache.put(key, said)
	}
	return said[0], said[1:]
}

// value is the win rate of the side to move.
func (n *captureGoNet) value(g *captureGo) float64 {
	value, _ := n.ask(g)
	return convnet.WinRate(value)
}

// priors are the softmax of the moves' logits, up to a factor.
func (n *captureGoNet) priors(g *captureGo, moves []game.Move, dst []float32) {
	_, logits := n.ask(g)
	size := g.board.Size()
	most := float32(math.Inf(-1))
	for i, m := range moves {
		dst[i] = float32(math.Inf(-1)) // a pass has no logit
		if m != goban.Pass {
			p := goban.Point(m)
			dst[i] = logits[p.Row()*size+p.Column()]
		}
		most = max(most, dst[i])
	}
	for i := range dst {
		dst[i] = float32(convnet.Exp(float64(dst[i] - most)))
	}
}
