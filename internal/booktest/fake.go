package booktest

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"slices"
	"sync"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// Fake is an engine whose opinion of a move is a hash of the position after
// it, so that it is the same every time, and different at every depth.
type Fake struct {
	Label   string
	Salt    int
	Once    bool // not repeatable
	Tree    bool // without scores
	Fault   func(b game.Board) error
	Lie     func(b game.Board) bool                                   // answers an illegal move
	Opinion func(b game.Board, m game.Move, limits engine.Limits) int // nil for the hash
	Evals   func(b game.Board) []int                                  // EvaluatePlayers
	Closed  bool

	mu      sync.Mutex
	Calls   []engine.Limits
	Cleared int
}

func (f *Fake) Name() string                  { return f.Label }
func (f *Fake) Repeatable(engine.Limits) bool { return !f.Once }
func (f *Fake) Close() error                  { f.Closed = true; return nil }

func (f *Fake) Clear() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Cleared++
	return nil
}

func (f *Fake) Search(ctx context.Context, b game.Board, l engine.Limits) (engine.Result, error) {
	f.mu.Lock()
	f.Calls = append(f.Calls, l)
	f.mu.Unlock()
	if ctx.Err() != nil {
		return engine.Result{}, context.Cause(ctx)
	}
	if f.Fault != nil {
		if err := f.Fault(b); err != nil {
			return engine.Result{}, err
		}
	}
	r, identity := engine.Result{Scored: !f.Tree, Depth: l.Depth}, b.Identity(game.View{})
	for _, m := range b.Moves(nil) {
		r.Lines = append(r.Lines, engine.Line{Moves: []game.Move{m}, Score: f.opinion(b, identity, m, l)})
	}
	slices.SortFunc(r.Lines, func(x, y engine.Line) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.Moves[0], y.Moves[0]))
	})
	r.Lines = r.Lines[:min(len(r.Lines), l.Lines)]
	if len(r.Lines) > 0 {
		r.Best, r.Score = r.Lines[0].Moves[0], r.Lines[0].Score
	}
	if f.Lie != nil && f.Lie(b) {
		r.Best, r.Lines = 99, []engine.Line{{Moves: []game.Move{99}}}
	}
	return r, nil
}

func (f *Fake) opinion(b game.Board, identity string, m game.Move, l engine.Limits) int {
	if f.Opinion != nil {
		return f.Opinion(b, m, l)
	}
	h := fnv.New32a()
	h.Write(append([]byte{byte(f.Salt), byte(l.Depth), byte(m)}, identity...))
	return int(h.Sum32()%401) - 200
}

func (f *Fake) Evaluate(b game.Board) ([]engine.Term, error) {
	return nil, errors.New("fake: not asked for")
}

func (f *Fake) EvaluatePlayers(b game.Board) ([]int, error) {
	if f.Evals == nil {
		return make([]int, len(b.Sides())), nil
	}
	return f.Evals(b), nil
}
