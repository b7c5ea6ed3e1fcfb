package selfplay

import (
	"cmp"
	"math"
	"slices"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
)

// gumbel is the search of I. Danihelka, A. Guez, J. Schrittwieser, D. Silver,
// "Policy improvement by planning with Gumbel", ICLR 2022: a few candidates are
// drawn without replacement by adding Gumbel noise to the policy's logits, the
// visits are spent on them by halving, and the values found improve the policy.
// It improves even with a handful of visits.
type gumbel struct {
	tree
	noise  []float64
	field  []int // the candidates left, by index of the root's child
	moves  []goban.Point
	shares []float64
}

// Constants of the paper: candidates, and the scale of a value beside a logit,
// (valueVisits + most visits of a move) * valueScale. Its valueScale of 1 is for
// values of large networks.
const (
	candidates  = 16
	valueVisits = 50
	valueScale  = 0.5
)

func (s *gumbel) search(from *table, visits int, varied bool, r *rng.Source) found {
	t := &s.tree
	t.random = r
	t.begin(from)
	s.draw(varied, r)
	used := 1
	for used < visits && t.nodes[root].proof == 0 && len(s.field) > 0 {
		used = s.round(used, visits)
	}
	top := &t.nodes[root]
	f := found{proof: -top.proof, visits: int(top.visits)}
	children := t.children(top)
	s.moves = s.moves[:0]
	for i := range children {
		s.moves = append(s.moves, children[i].move)
	}
	s.shares = append(s.shares[:0], t.improved(top)...)
	f.moves, f.shares = s.moves, s.shares
	f.value = t.expected(top, s.shares)
	chosen := best(s.shares)
	if top.proof == 0 && len(s.field) > 0 {
		s.sort()
		chosen = s.field[0]
	}
	f.move = f.moves[chosen]
	return f
}

// draw draws the noise, none unless varied, and the candidates.
func (s *gumbel) draw(varied bool, r *rng.Source) {
	children := s.children(&s.nodes[root])
	s.noise, s.field = s.noise[:0], s.field[:0]
	for i := range children {
		noise := 0.0
		if varied {
			noise = -math.Log(-math.Log(1 - r.Float64()*(1-1e-12) - 1e-13))
		}
		s.noise = append(s.noise, noise)
		s.field = append(s.field, i)
	}
	s.sort()
	s.field = s.field[:min(len(s.field), candidates)]
}

// round visits every candidate equally often and drops the worse half, so that
// all rounds together take about the visits there are.
func (s *gumbel) round(used, visits int) int {
	t := &s.tree
	rounds := 1
	for n := len(s.field); n > 2; n = (n + 1) / 2 {
		rounds++
	}
	each := max(1, (visits-used)/(rounds*len(s.field)))
	for range each {
		for _, i := range s.field {
			top := &t.nodes[root]
			if used >= visits || top.proof != 0 {
				return visits
			}
			if c := top.first + int32(i); t.nodes[c].proof == 0 {
				t.visit(c)
				used++
			}
		}
	}
	s.field = slices.DeleteFunc(s.field, func(i int) bool { return t.children(&t.nodes[root])[i].proof < 0 })
	s.sort()
	if len(s.field) > 2 {
		s.field = s.field[:(len(s.field)+1)/2]
	}
	return used
}

// sort puts the best candidate first: noise, logit and what its visits found.
func (s *gumbel) sort() {
	top := &s.nodes[root]
	children := s.children(top)
	weight := valueWeight(children)
	worth := func(i int) float64 {
		c := &children[i]
		x := s.noise[i] + math.Log(float64(c.prior)+1e-12)
		x += weight * c.meanOr(top.worth)
		return x
	}
	slices.SortStableFunc(s.field, func(a, b int) int { return cmp.Compare(worth(b), worth(a)) })
}

// valueWeight is what a win rate counts beside a logit.
func valueWeight(children []node) float64 {
	most := int32(0)
	for i := range children {
		most = max(most, children[i].visits)
	}
	return float64(valueVisits+most) * valueScale
}

// improved is the policy improved by what the visits found: the softmax of
// logits and values, moves without a visit having the value that the others
// suggest. The slice is the tree's.
func (t *tree) improved(n *node) []float64 {
	children := t.children(n)
	weight := valueWeight(children)
	unknown := t.mixed(n)
	t.policy = t.policy[:0]
	most := math.Inf(-1)
	for i := range children {
		c := &children[i]
		x := math.Log(float64(c.prior)+1e-12) + weight*c.meanOr(unknown)
		switch {
		case c.proof > 0:
			x = 1e6
		case c.proof < 0 && n.proof == 0:
			x = -1e6
		}
		t.policy = append(t.policy, x)
		most = max(most, x)
	}
	for i, x := range t.policy {
		t.policy[i] = math.Exp(x - most)
	}
	scale(t.policy)
	return t.policy
}

// mixed is the value of a position from its own judgement and its visits.
func (t *tree) mixed(n *node) float64 {
	children := t.children(n)
	var visits, mass, sum float64
	for i := range children {
		if c := &children[i]; c.visits > 0 {
			visits += float64(c.visits)
			mass += float64(c.prior)
			sum += float64(c.prior) * c.mean()
		}
	}
	if mass == 0 {
		return n.worth
	}
	return (n.worth + visits*sum/mass) / (1 + visits)
}

// expected is the value of playing by a policy.
func (t *tree) expected(n *node, policy []float64) float64 {
	if n.proof != 0 {
		return float64(1-int(n.proof)) / 2
	}
	children := t.children(n)
	unknown := t.mixed(n)
	sum := 0.0
	for i, share := range policy {
		sum += share * children[i].meanOr(unknown)
	}
	return sum
}

// chooseEven is the child that visits should go to so that they come to be
// distributed like the improved policy.
func (t *tree) chooseEven(n *node) int32 {
	children := t.children(n)
	total := 0.0
	for i := range children {
		total += float64(children[i].visits)
	}
	policy := t.improved(n)
	at, most := n.first, math.Inf(-1)
	for i, share := range policy {
		c := &children[i]
		if c.proof < 0 {
			continue
		}
		if x := share - float64(c.visits)/(1+total); x > most {
			at, most = n.first+int32(i), x
		}
	}
	return at
}
