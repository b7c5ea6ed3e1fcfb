package capturesolver

import (
	"qikit.dev/qikit/internal/dfpn"
	"qikit.dev/qikit/lib/goban"
)

// Solver is a position with a table of what was learnt of others.
type Solver struct {
	position Position
	proofs   *dfpn.Solver[goban.Point]
}

// New makes a solver with a table of so many bytes.
func New(bytes int) *Solver {
	return &Solver{position: Position{memo: newMemo()}, proofs: dfpn.New[goban.Point](bytes)}
}

// Clear forgets everything.
func (s *Solver) Clear() {
	s.proofs.Clear()
	s.position.memo.clear()
}

// Solve looks for a proof for the side to move. A win comes with a move that
// wins. The table is kept from call to call, until size or targets change.
func (s *Solver) Solve(stones *goban.Stones, target [2]int, l dfpn.Limits) dfpn.Result[goban.Point] {
	p := &s.position
	if stones.Size() != p.stones.Size() || target != p.target {
		s.Clear()
	}
	p.Set(stones, target)
	if m, ok := p.Winning(); ok {
		return dfpn.Result[goban.Point]{Value: dfpn.Win, Best: m}
	}
	if _, forced := p.Forced(); !forced {
		if m, ok := p.Ladder(LadderMost); ok {
			return dfpn.Result[goban.Point]{Value: dfpn.Win, Best: m}
		}
	}
	return s.proofs.Solve(p, l)
}
