package book

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// fake is an engine whose opinion of a move is a hash of the position after
// it, so that it is the same every time, and different at every depth.
type fake struct {
	name   string
	salt   int
	once   bool // not repeatable
	tree   bool // without scores
	fault  func(b game.Board) error
	lie    func(b game.Board) bool                                   // answers an illegal move
	score  func(b game.Board, m game.Move, limits engine.Limits) int // nil for the hash
	evals  func(b game.Board) []int                                  // EvaluatePlayers
	closed bool

	mu    sync.Mutex
	calls []engine.Limits
	clear int
}

func (f *fake) Name() string                  { return f.name }
func (f *fake) Repeatable(engine.Limits) bool { return !f.once }
func (f *fake) Close() error                  { f.closed = true; return nil }

func (f *fake) Clear() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.clear++
	return nil
}

func (f *fake) Search(ctx context.Context, b game.Board, l engine.Limits) (engine.Result, error) {
	f.mu.Lock()
	f.calls = append(f.calls, l)
	f.mu.Unlock()
	if ctx.Err() != nil {
		return engine.Result{}, context.Cause(ctx)
	}
	if f.fault != nil {
		if err := f.fault(b); err != nil {
			return engine.Result{}, err
		}
	}
	r, identity := engine.Result{Scored: !f.tree, Depth: l.Depth}, b.Identity(game.View{})
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
	if f.lie != nil && f.lie(b) {
		r.Best, r.Lines = 99, []engine.Line{{Moves: []game.Move{99}}}
	}
	return r, nil
}

func (f *fake) opinion(b game.Board, identity string, m game.Move, l engine.Limits) int {
	if f.score != nil {
		return f.score(b, m, l)
	}
	h := fnv.New32a()
	h.Write(append([]byte{byte(f.salt), byte(l.Depth), byte(m)}, identity...))
	return int(h.Sum32()%401) - 200
}

func (f *fake) Evaluate(b game.Board) ([]engine.Term, error) {
	return nil, errors.New("fake: not asked for")
}

func (f *fake) EvaluatePlayers(b game.Board) ([]int, error) {
	if f.evals == nil {
		return make([]int, len(b.Sides())), nil
	}
	return f.evals(b), nil
}

// fakeOptions are a job of the test game played by fakes.
func fakeOptions(t *testing.T, name string) Options {
	t.Helper()
	o := DefaultOptions()
	o.Game, o.Out = name, filepath.Join(t.TempDir(), "book.qkb")
	seed := uint64(7)
	o.Seed, o.Workers, o.Games = &seed, 1, 5
	o.Reevaluate = nil
	o.engines = func(player int) (engine.Engine, error) { return &fake{name: "fake"}, nil }
	return o
}

// generate runs a job that must succeed and opens its book.
func generate(t *testing.T, o Options) (*Book, Summary) {
	t.Helper()
	s, err := Generate(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return reopen(t, o.Out), s
}

func reopen(t *testing.T, path string) *Book {
	t.Helper()
	b, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// records reads all of a book.
func records(t *testing.T, b *Book) []Record {
	t.Helper()
	var list []Record
	for r, err := range b.Records() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
