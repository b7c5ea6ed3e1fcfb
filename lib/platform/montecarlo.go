package platform

import (
	"context"
	"math"
	"time"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// monteCarlo is the module of playouts: the tree search of lib/engine.
type monteCarlo struct {
	options engine.Options
	engine  engine.Engine             // nil until it searches: its tree takes most of the memory
	lines   map[game.Move][]game.Move // that the last search expects after each move
}

// newMonteCarlo makes a search with so many workers, whose tree takes that many
// megabytes at most; the first search makes it. Only a search with one worker is repeatable.
func newMonteCarlo(workers, megabytes int, seed uint64) *monteCarlo {
	o := engine.DefaultOptions()
	o.Kind, o.Workers, o.TableMB, o.Seed = "mcts", workers, megabytes, seed
	return &monteCarlo{options: o}
}

// Search runs the playouts that the budget asks for beyond those that are known; none
// when these are enough. A search that would stop the game finds a pass and nothing
// else. When ctx ends, Search returns what it found and the cause.
func (m *monteCarlo) Search(ctx context.Context, p *position) (found evidence, took time.Duration, err error) {
	m.lines = nil
	limits := engine.DefaultLimits()
	limits.Lines = 256
	limits.Visits, limits.Time = p.Budget.Playouts, p.Budget.Time
	if known, whole := p.Known.Visits(), float64(p.Budget.Expected); known > 0 && whole > 0 {
		left := 1 - known/whole
		if left <= 0 {
			return nil, 0, nil
		}
		limits.Time = max(time.Duration(left*float64(limits.Time)), time.Millisecond)
		if limits.Visits > 0 {
			limits.Visits = max(1, int(math.Round(left*whole)))
		}
	}
	if m.engine == nil {
		if m.engine, err = engine.New("go", m.options); err != nil {
			return nil, 0, err
		}
	}
	began := time.Now()
	r, err := m.engine.Search(ctx, p.Board, limits)
	found, m.lines = evidence{}, map[game.Move][]game.Move{}
	for _, line := range r.Lines {
		if n := float64(line.Visits); n > 0 || line.Moves[0] == goban.Pass {
			found[line.Moves[0]] = Tried{max(n, 1), max(n, 1) * line.WinRate}
			m.lines[line.Moves[0]] = line.Moves[1:]
		}
	}
	return found, time.Since(began), err
}

// Close frees the tree. A later search has a new one.
func (m *monteCarlo) Close() error {
	if m.engine == nil {
		return nil
	}
	err := m.engine.Close()
	m.engine = nil
	return err
}
