package selfplay

import (
	"math"
	"slices"

	"qikit.dev/qikit/internal/convnet"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
)

// found is what a search says of a position.
type found struct {
	move   goban.Point
	moves  []goban.Point // those considered
	shares []float64     // how good the search thinks each of moves, summing to 1
	value  float64       // win rate of the side to move
	proof  int8          // 1: the side to move wins, -1: it loses, 0: unknown
	visits int
}

// searcher finds moves; it serves one goroutine.
type searcher interface {
	// search looks at a position with a legal move. varied draws the move
	// instead of choosing the best. The slices of what is found are the
	// searcher's and hold until its next search.
	search(from *table, visits int, varied bool, r *rng.Source) found
}

// newSearcher searches with a network, or without one by playouts.
func newSearcher(n *convnet.Net) searcher {
	if n == nil {
		return &puct{tree: tree{judge: newPlayouts(), lazy: true}}
	}
	return &gumbel{tree: tree{judge: newNetJudge(n), even: true}}
}

// puct is the usual tree search: what it likes is what it visits.
type puct struct {
	tree
	moves  []goban.Point
	shares []float64
}

func (s *puct) search(from *table, visits int, varied bool, r *rng.Source) found {
	t := &s.tree
	t.random = r
	t.begin(from)
	for i := 1; i < visits && t.nodes[root].proof == 0; i++ {
		t.visit(root)
	}
	top := t.nodes[root]
	f := found{value: 1 - top.mean(), proof: -top.proof, visits: int(top.visits)}
	s.moves, s.shares = s.moves[:0], s.shares[:0]
	children := t.children(&top)
	for i := range children {
		c := &children[i]
		share := float64(c.visits) + float64(c.prior) // some order also among the unvisited
		switch {
		case top.proof == 0 && c.proof < 0, top.proof < 0 && c.proof <= 0:
			share = 0
		case top.proof != 0:
			share = 1
		}
		s.moves, s.shares = append(s.moves, c.move), append(s.shares, share)
	}
	f.moves, f.shares = s.moves, s.shares
	scale(f.shares)
	f.move = f.moves[best(f.shares)]
	if varied && top.proof == 0 {
		f.move = f.moves[drawn(f.shares, r)]
	}
	return f
}

// scale makes shares sum to 1.
func scale[F float32 | float64](shares []F) {
	sum := F(0)
	for _, x := range shares {
		sum += x
	}
	for i := range shares {
		shares[i] /= sum
	}
}

// softmax makes shares of logits: each to the power of e, summing to 1.
func softmax(logits []float32) {
	if len(logits) == 0 {
		return
	}
	most := slices.Max(logits)
	for i, x := range logits {
		logits[i] = float32(math.Exp(float64(x - most)))
	}
	scale(logits)
}

// best is the index of the largest.
func best(shares []float64) int {
	at, most := 0, math.Inf(-1)
	for i, x := range shares {
		if x > most {
			at, most = i, x
		}
	}
	return at
}

// drawn is an index drawn by its share.
func drawn(shares []float64, r *rng.Source) int {
	at := r.Float64()
	for i, x := range shares {
		if at -= x; at < 0 {
			return i
		}
	}
	return best(shares)
}
