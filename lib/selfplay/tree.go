package selfplay

import (
	"math"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
)

// judge estimates a position without a search.
type judge interface {
	// judge fills the priors of the moves, which sum to 1, and gives the win
	// rate of the side to move. t is left as it was.
	judge(t *table, moves []goban.Point, priors []float32, r *rng.Source) float64
	// glance is the win rate alone.
	glance(t *table, r *rng.Source) float64
}

// node is a move and the position after it.
type node struct {
	move   goban.Point
	proof  int8 // for the side that played move: 1 wins, -1 loses, 0 unknown
	prior  float32
	visits int32
	sum    float64 // of the win rates of the side that played move
	first  int32   // of the children, one after the other; 0 before they are made
	count  int32
	worth  float64 // what the judge said, for the side to move after it
}

func (n *node) mean() float64 {
	if n.proof != 0 {
		return float64(1+int(n.proof)) / 2
	}
	return n.sum / float64(n.visits)
}

// meanOr is the mean, or what is given for a node of which nothing is known.
func (n *node) meanOr(unknown float64) float64 {
	if n.visits > 0 || n.proof != 0 {
		return n.mean()
	}
	return unknown
}

// tree is a search of one position at a time; its memory is kept.
type tree struct {
	judge  judge
	random *rng.Source
	nodes  []node
	table  table
	moves  []goban.Point
	priors []float32
	path   []int32
	steps  []step
	policy []float64
	lazy   bool // leaves get their children at the second visit
	even   bool // visits follow the improved policy, not PUCT
}

// begin takes a position, which must have a legal move, and makes the root's
// children.
func (t *tree) begin(from *table) {
	if t.table.stones.Size() != from.stones.Size() {
		t.table = *from
	} else {
		t.table.copyFrom(from)
	}
	t.nodes = append(t.nodes[:0], node{}, node{})
	t.path = append(t.path[:0], root)
	t.steps = t.steps[:0]
	t.back(t.expand())
}

// root is the root's index; index 0 is never a node.
const root = 1

// visit is one walk from a node below the root, or the root itself, to a leaf
// and back.
func (t *tree) visit(top int32) {
	t.path = append(t.path[:0], root)
	t.steps = t.steps[:0]
	if top != root {
		t.descend(top)
	}
	for {
		n := &t.nodes[t.path[len(t.path)-1]]
		if n.proof != 0 || n.first == 0 {
			break
		}
		t.descend(t.choose(n))
	}
	leaf := &t.nodes[t.path[len(t.path)-1]]
	value := 0.0
	switch {
	case leaf.proof != 0:
		value = float64(1-int(leaf.proof)) / 2
	case t.lazy && leaf.visits == 0:
		value = t.judge.glance(&t.table, t.random)
	default:
		value = t.expand()
	}
	t.back(value)
}

func (t *tree) descend(to int32) {
	t.path = append(t.path, to)
	t.steps = append(t.steps, t.table.play(t.nodes[to].move))
}

// back takes the moves of the path back and adds the value, the win rate of
// the side to move at its end.
func (t *tree) back(value float64) {
	for i := len(t.path) - 1; i >= 0; i-- {
		n := &t.nodes[t.path[i]]
		value = 1 - value
		n.visits++
		n.sum += value
		if i > 0 {
			t.table.undo(&t.steps[i-1])
		}
		if n.proof == 0 && n.first != 0 {
			t.settle(n)
			if n.proof != 0 {
				value = float64(1+int(n.proof)) / 2
			}
		}
	}
}

// settle proves a node from its children: a move that wins is enough, a loss
// needs all of them.
func (t *tree) settle(n *node) {
	lost := true
	for _, c := range t.children(n) {
		if c.proof > 0 {
			n.proof = -1
			return
		}
		lost = lost && c.proof < 0
	}
	if lost {
		n.proof = 1
	}
}

func (t *tree) children(n *node) []node { return t.nodes[n.first : n.first+n.count] }

// expand makes the children of the path's last node and judges it. Moves that
// lose at once are left out while there are others; a position with a winning
// capture is proven, as is one where every move loses at once.
func (t *tree) expand() float64 {
	at := t.path[len(t.path)-1]
	b := &t.table
	if p := b.killing(); p != goban.NoPoint {
		t.nodes[at].proof = -1
		t.grow(at, []goban.Point{p}, []float32{1})
		t.nodes[t.nodes[at].first].proof = 1
		return 1
	}
	t.moves = t.moves[:0]
	fatal := 0
	for p := range b.stones.Points() {
		if !b.stones.Legal(p) {
			continue
		}
		s := b.play(p)
		bad := b.lethal()
		b.undo(&s)
		if bad {
			fatal++
			continue
		}
		t.moves = append(t.moves, p)
	}
	if len(t.moves) == 0 {
		t.nodes[at].proof = 1
		t.surrender(at, fatal)
		return 0
	}
	t.priors = append(t.priors[:0], make([]float32, len(t.moves))...)
	value := t.judge.judge(b, t.moves, t.priors, t.random)
	t.nodes[at].worth = value
	t.grow(at, t.moves, t.priors)
	return value
}

// surrender gives the root its legal moves although all lose at once, so that
// the game can be played to its end.
func (t *tree) surrender(at int32, fatal int) {
	if at != root || fatal == 0 {
		return
	}
	for p := range t.table.stones.Points() {
		if t.table.stones.Legal(p) {
			t.moves = append(t.moves, p)
			t.priors = append(t.priors[:len(t.moves)-1], 1/float32(fatal))
		}
	}
	t.grow(at, t.moves, t.priors)
	children := t.children(&t.nodes[at])
	for i := range children {
		children[i].proof = -1
	}
}

func (t *tree) grow(at int32, moves []goban.Point, priors []float32) {
	first := int32(len(t.nodes))
	for i, p := range moves {
		t.nodes = append(t.nodes, node{move: p, prior: priors[i]})
	}
	t.nodes[at].first, t.nodes[at].count = first, int32(len(moves))
}

// The constants of PUCT: the weight of the prior term, and how far below its
// siblings an unvisited move is taken to be.
const (
	explore = 1.0
	urgency = 0.2
)

// choose is the child that the next visit goes to.
func (t *tree) choose(n *node) int32 {
	if t.even {
		return t.chooseEven(n)
	}
	var sum, total, mass float64
	children := t.children(n)
	for i := range children {
		if c := &children[i]; c.visits > 0 {
			sum += c.mean() * float64(c.visits)
			total += float64(c.visits)
			mass += float64(c.prior)
		}
	}
	fresh := (n.worth+sum)/(1+total) - urgency*math.Sqrt(mass)
	scale := explore * math.Sqrt(1+total)
	best, most := n.first, math.Inf(-1)
	for i := range children {
		c := &children[i]
		if c.proof < 0 {
			continue
		}
		q := fresh
		if c.visits > 0 {
			q = c.mean()
		}
		if q += scale * float64(c.prior) / float64(1+c.visits); q > most {
			best, most = n.first+int32(i), q
		}
	}
	return best
}
