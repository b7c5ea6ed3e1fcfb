package engine

import (
	"context"
	"time"

	"qikit.dev/qikit/internal/dfpn"
	"qikit.dev/qikit/internal/mcts"
	"qikit.dev/qikit/lib/game"
)

// lostVisits is how much is searched for the best defence in a position that is
// proven lost.
const lostVisits = 400

// A search that counts no visits gives the proof of its root proofSlice after
// searchSlice, then again, each time sliceGrowth as long: there is a move worth playing
// from the first slice on, and the proof has two fifths of the time.
const (
	searchSlice = 12 * time.Millisecond
	proofSlice  = 8 * time.Millisecond
	sliceGrowth = 1.5
)

// runProving searches the root and tries to prove it. A search that counts visits
// tries at first, by counted nodes, so that it is repeatable; any other tries in between.
func (t *Tree) runProving(ctx context.Context, l mcts.Limits[game.Move], began time.Time) (r TreeResult, err error) {
	var proof rootProof
	if solver, ok := t.views[0].(solving); ok {
		l.Known = solver.certain()
		switch nodes := solver.rootNodes(l.Visits); {
		case nodes == 0:
		case l.Visits != NoLimit:
			proof = solver.tryRoot(ctx, nodes)
		default:
			if proof, err = t.alternate(ctx, l, solver, nodes, began); err != nil {
				return TreeResult{}, err
			}
		}
	}
	l.Known = append(l.Known, proof.won...)
	if proof.lost && (l.Visits == NoLimit || l.Visits > lostVisits) {
		l.Visits = lostVisits
	}
	l.Time = timeLeft(l.Time, began)
	if r, err = t.run(ctx, l); proof.lost {
		concede(&r)
	}
	return r, err
}

// alternate searches and tries to prove the root by turns, until that succeeds or there
// is nothing left to do it with: time, or nodes where time has no limit.
func (t *Tree) alternate(ctx context.Context, l mcts.Limits[game.Move], solver solving, nodes int, began time.Time) (proof rootProof, err error) {
	timed := l.Time != NoLimit
	for slice := 1.0; ctx.Err() == nil; slice *= sliceGrowth {
		part := l
		part.Time = time.Duration(slice * float64(searchSlice))
		if timed {
			part.Time = min(part.Time, timeLeft(l.Time, began))
		}
		r, err := t.run(ctx, part)
		if err != nil && ctx.Err() == nil { // a panic
			return proof, err
		}
		left := time.Duration(slice * float64(proofSlice))
		if timed {
			left = min(left, l.Time-time.Since(began))
		}
		if r.Proven != "" || left <= 0 {
			break
		}
		turn, cancel := context.WithTimeout(ctx, left)
		if timed {
			proof = solver.tryRoot(turn, dfpn.NoLimit)
		} else {
			proof = solver.tryRoot(turn, nodes)
			nodes -= proof.nodes
		}
		cancel()
		if proof.lost || len(proof.won) > 0 || nodes <= 0 {
			break
		}
	}
	return proof, nil
}

// concede marks a position as lost, and every move with it.
func concede(r *TreeResult) {
	r.Proven, r.WinRate = "loss", 0
	for i := range r.Moves {
		r.Moves[i].WinRate = 0
	}
}
