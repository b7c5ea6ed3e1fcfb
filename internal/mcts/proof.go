package mcts

// A node's proof says how the game ends from there with best play: 0 while
// unknown, otherwise winner+2 in the low byte (so that Draw is 1) and the plies
// to the end above it.
const (
	proofWinner = 0xff
	proofPlies  = 8
)

func newProof(winner, plies int) uint32 { return uint32(plies)<<proofPlies | uint32(winner+2) }

// proven reads a proof.
func proven(p uint32) (winner, plies int, ok bool) {
	return int(p&proofWinner) - 2, int(p >> proofPlies), p != 0
}

// settle proves a node from its children, if they suffice; mover is who
// chooses among them. One move that wins is enough. When every move is proven
// and none wins, a draw is kept; a loss names its winner, and where different
// moves lose to different players nothing is proven, for the mover does not
// care and the others do.
func (t *tree[M]) settle(n *node[M], mover int) bool {
	children := t.children(n)
	if len(children) == 0 {
		return false
	}
	var (
		all            = true
		drawn          bool
		loser          = true // every proven move loses to winner
		winner         = Draw
		shortest, last = Far + 1, 0
	)
	for i := range children {
		w, plies, ok := proven(children[i].proof.Load())
		switch {
		case !ok:
			all = false
		case w == mover:
			shortest = min(shortest, plies+1, Far)
		case w == Draw:
			drawn = true
		default:
			loser = loser && (winner == Draw || winner == w)
			winner, last = w, min(max(last, plies+1), Far)
		}
	}
	switch {
	case shortest <= Far:
		n.proof.Store(newProof(mover, shortest))
	case all && drawn:
		n.proof.Store(newProof(Draw, 0))
	case all && loser:
		n.proof.Store(newProof(winner, last))
	default:
		return false
	}
	return true
}
