package mcts

import (
	"cmp"
	"slices"
	"time"

	"qikit.dev/qikit/internal/order"
)

// Result is what a search found.
type Result[M ~uint16 | ~uint32] struct {
	Lines  []Line[M] // best first; empty when the game is over
	Share  float64   // of the game that the player to move is expected to get
	Proven bool      // Winner and Plies are certain
	Winner int       // meaningless unless Proven
	Plies  int       // to the proven win or loss at most; 0 for a draw or when unknown
	Visits int       // of the root
	Nodes  int       // in the tree
	Time   time.Duration
	Stop   Stop // why it ended
}

// Stop is why a search ended.
type Stop uint8

// Reasons to stop. A search that another limit and its visits end at once
// names the visits.
const (
	Running   Stop = iota // not yet: in progress reports
	Proven                // the root, or every move that was to be searched
	EarlyStop             // Limits.EarlyStop
	Visits                // Limits.Visits
	TimeUp                // Limits.Time
	Cancelled             // the context
)

// String is a word for it: "proven", "gap", "visits", "time", "cancelled".
func (s Stop) String() string {
	return [...]string{"running", "proven", "gap", "visits", "time", "cancelled"}[s]
}

// Line is one move of the root and what follows.
type Line[M ~uint16 | ~uint32] struct {
	Moves  []M
	Visits int     // of the first move
	Share  float64 // of the game, for the player who makes the first move; the root's for a move without visits
	Prior  float64 // the move's likelihood before any search; over all of the root's moves they sum to 1
	Degree float64 // how much the search recommends it, see degrees; over the moves searched they sum to 1
	Proven bool
	Winner int // meaningless unless Proven
	Plies  int // from the root to the proven win or loss at most; 0 for a draw or when unknown
}

// candidate is a child as it was when it was looked at: other workers may
// still be changing it.
type candidate[M ~uint16 | ~uint32] struct {
	node *node[M]
	Line[M]
}

// class orders candidates by what is certain: won, open or drawn, lost.
func (c candidate[M]) class(mover int) int {
	switch {
	case !c.Proven || c.Winner == Draw:
		return 1
	case c.Winner == mover:
		return 0
	}
	return 2
}

// candidates lists a node's children best first for mover: proven wins, the
// shortest first, then by visits, at last proven losses, the longest first.
func (t *tree[M]) candidates(n *node[M], mover int) []candidate[M] {
	block := t.children(n)
	list := make([]candidate[M], len(block))
	for i := range block {
		n := &block[i]
		c := candidate[M]{n, Line[M]{Visits: int(n.visits.Load()), Share: n.mean(), Prior: float64(n.prior)}}
		c.Winner, c.Plies, c.Proven = proven(n.proof.Load())
		if c.Proven {
			c.Share = share(c.Winner, mover)
			if c.Winner != Draw {
				c.Plies = min(c.Plies+1, Far) // from the parent
			}
		}
		list[i] = c
	}
	order.Stable(list, func(a, b candidate[M]) int {
		class := a.class(mover)
		order := cmp.Compare(class, b.class(mover))
		if order == 0 && class != 1 {
			order = cmp.Compare(a.Plies, b.Plies) * (1 - class) // class 2: longest first
		}
		return cmp.Or(order, cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.Share, a.Share))
	})
	return list
}

// result reads the tree from the first worker, between its playouts.
func (s *Search[M]) result(lines int) Result[M] {
	top, mover := &s.tree.nodes[root], s.workers[0].game.Turn()
	res := Result[M]{Share: 0.5, Visits: int(top.visits.Load()), Nodes: int(s.tree.next.Load()) - root}
	list := s.tree.candidates(top, mover)
	if s.only != nil {
		list = slices.DeleteFunc(list, func(c candidate[M]) bool { return !slices.Contains(s.only, c.node.move) })
	}
	degrees(list, mover)
	var sum, visits float64
	for _, c := range list {
		sum, visits = sum+float64(c.Visits)*c.Share, visits+float64(c.Visits)
	}
	if visits > 0 {
		res.Share = sum / visits
	}
	if res.Winner, res.Plies, res.Proven = proven(top.proof.Load()); res.Proven {
		res.Share, res.Plies = share(res.Winner, mover), told(res.Plies)
	}
	for _, c := range list[:min(lines, len(list))] {
		c.Moves, c.Plies = s.line(c.node), told(c.Plies)
		if c.Visits == 0 && !c.Proven {
			c.Share = res.Share
		}
		res.Lines = append(res.Lines, c.Line)
	}
	return res
}

// told is a proof's length as results state it, 0 when it is unknown.
func told(plies int) int {
	if plies >= Far {
		return 0
	}
	return plies
}

// degrees sets how much each candidate is recommended. Proven wins share all of it
// evenly. Proven losses get nothing while other moves remain, and those get their share
// of the visits, or of the priors before the first visit. So the order of the
// candidates is that of their degrees.
func degrees[M ~uint16 | ~uint32](list []candidate[M], mover int) {
	if len(list) == 0 {
		return
	}
	best := list[0].class(mover)
	count, visits, priors := 0.0, 0.0, 0.0
	for _, c := range list {
		if c.class(mover) == best {
			count, visits, priors = count+1, visits+float64(c.Visits), priors+c.Prior
		}
	}
	for i := range list {
		c := &list[i]
		switch {
		case c.class(mover) != best:
		case best == 1 && visits > 0:
			c.Degree = float64(c.Visits) / visits
		case best == 1 && priors > 0:
			c.Degree = c.Prior / priors
		default:
			c.Degree = 1 / count
		}
	}
}

// line follows the best moves from a child of the root.
func (s *Search[M]) line(n *node[M]) []M {
	g := s.workers[0].game
	moves := []M{n.move}
	g.Play(n.move)
	for {
		list := s.tree.candidates(n, g.Turn())
		if len(list) == 0 || list[0].Visits == 0 {
			break
		}
		n = list[0].node
		moves = append(moves, n.move)
		g.Play(n.move)
	}
	for range moves {
		g.Undo()
	}
	return moves
}

// share is what a player gets of a game that ended with that winner.
func share(winner, player int) float64 {
	switch winner {
	case Draw:
		return 0.5
	case player:
		return 1
	}
	return 0
}
