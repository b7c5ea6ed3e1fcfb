package generate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

func breadthOptions(t *testing.T, name string, width, plies int, merge bool) Options {
	o := fakeOptions(t, name)
	o.Games, o.Breadth = 1, breadth(width, plies, merge)
	return o
}

// lineTexts are the lines of a tree job, by its games.
func lineTexts(t *testing.T, b *book.Book) []string {
	t.Helper()
	var lines []string
	for g, err := range b.Games(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, g.Moves)
	}
	return lines
}

func TestBreadth_exactlyNToTheM(t *testing.T) {
	for _, c := range []struct{ width, plies, lines int }{{2, 1, 2}, {3, 3, 27}, {2, 4, 16}, {4, 3, 64}} {
		o := breadthOptions(t, "mnk3", c.width, c.plies, false)
		o.Record, o.Dedupe = RecordEnd, false
		b, s := generated(t, o)
		lines := lineTexts(t, b)
		slices.Sort(lines)
		if len(lines) != c.lines || len(slices.Compact(lines)) != c.lines {
			t.Errorf("%d^%d: %d lines, %d different, want %d", c.width, c.plies, len(lines), len(slices.Compact(lines)), c.lines)
		}
		if s.Positions != int64(c.lines) || s.Transpositions != 0 || s.Reasons[book.ReasonBreadth] != s.Games {
			t.Errorf("%d^%d: summary = %+v, want %d candidate positions", c.width, c.plies, s, c.lines)
		}
		for _, r := range booktest.Records(t, b) {
			if r.Ply != c.plies {
				t.Errorf("%d^%d: a candidate at ply %d", c.width, c.plies, r.Ply)
			}
		}
	}
}

func TestBreadth_theNBest(t *testing.T) {
	o := breadthOptions(t, "mnk", 3, 2, false)
	o.Depth = Depth{Scope: ScopeGame, Distribution: "uniform", Min: 4, Max: 5}
	var used []*booktest.Fake
	o.Engines = func(int) (engine.Engine, error) {
		used = append(used, &booktest.Fake{Label: "fake"})
		return used[len(used)-1], nil
	}
	b, _ := generated(t, o)
	root, err := b.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	first := booktest.Records(t, b)[0]
	if len(root.Moves) != 3 || len(first.Candidates) != 3 || root.Count != 9 {
		t.Fatalf("root = %+v, candidates %v, want 3 moves in 9 lines", root, first.Candidates)
	}
	for _, m := range root.Moves {
		if !slices.ContainsFunc(first.Candidates, func(c book.Candidate) bool { return c.Move == m.Move && c.Score == *m.Eval }) || m.Count != 3 {
			t.Errorf("%+v is not among the candidates %v with that score in 3 lines", m, first.Candidates)
		}
	}
	for _, f := range used {
		for _, l := range f.Calls {
			if l.Lines != 3 || !l.Fresh {
				t.Errorf("limits %+v, want 3 lines, afresh", l)
			}
		}
	}
}

func TestBreadth_fewerLegalThanN(t *testing.T) {
	// From a board with two free points: 2 lines of 1 ply, then 1 move each.
	o := breadthOptions(t, "mnk", 3, 4, false)
	o.Initial.Positions = []string{"xoxxo.ox. 0 7"}
	b, s := generated(t, o)
	if lines := lineTexts(t, b); len(lines) != 2 || s.Reasons[book.ReasonBreadth] != 0 || s.Plies != 2 && s.Plies != 1.5 && s.Plies != 1 {
		t.Errorf("lines %q, summary %+v, want both orders of the last two points, ended by the rules", lines, s)
	}
}

func TestBreadth_merge(t *testing.T) {
	// Seven free points, three plies: 7*6*5 lines. The first and the third move
	// are of one player and may come in either order: half as many positions.
	job := func(merge bool, record Recording) Options {
		o := breadthOptions(t, "mnk", 7, 3, merge)
		o.Initial.Positions = []string{"xo....... 0 2"}
		o.Record = record
		return o
	}
	a, _ := generated(t, job(false, RecordAll))
	b, s := generated(t, job(true, RecordAll))
	if n := len(lineTexts(t, a)); n != 210 {
		t.Errorf("%d lines without merging, want 210", n)
	}
	// Ten of the lines end with a row.
	if s.Reasons[book.ReasonBreadth] != 95 || s.Reasons["row"] != 10 || s.Transpositions != 105 {
		t.Errorf("lines %v and %d transpositions with merging, want 95 + 10 and 105", s.Reasons, s.Transpositions)
	}
	if _, s := generated(t, job(true, RecordEnd)); s.Games != 105 || s.Positions != 105 {
		t.Errorf("ends alone: %d lines and %d positions, want 105 each", s.Games, s.Positions)
	}
	positions := func(b *book.Book) map[string]bool {
		m := map[string]bool{}
		for _, r := range booktest.Records(t, b) {
			m[r.FEN] = true
		}
		return m
	}
	if n, m := len(positions(a)), len(positions(b)); n != 1+7+42+105 || m != n {
		t.Errorf("%d positions without merging, %d with, want 155", n, m)
	}
}

func TestBreadth_cap(t *testing.T) {
	o := breadthOptions(t, "mnk", 9, 4, false)
	o.Breadth.Cap = 6560
	if _, err := Book(t.Context(), o, nil); !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), "9^4 = 6561 lines") {
		t.Errorf("err = %v, want ErrOptions that says 6561 lines", err)
	}
}

func TestBreadth_ranksShift(t *testing.T) {
	o := breadthOptions(t, "mnk", 2, 3, false)
	o.Balance = balanced(func(b *Balance) { b.Rank = &Rank{Weaker: [2]int{1, 1}, Stronger: [2]int{3, 3}} })
	o.Engines = lopsided
	b, _ := generated(t, o)
	for _, r := range booktest.Records(t, b) {
		if r.Move == nil || len(r.Candidates) == 0 {
			continue
		}
		first, n := 0, 2
		if r.Ply%2 == 0 {
			first, n = 2, 4 // the first player is ahead: its third and fourth best
		}
		if len(r.Candidates) != n || *r.Move != r.Candidates[first].Move {
			t.Errorf("ply %d: %s of %v, want candidate %d of %d", r.Ply, *r.Move, r.Candidates, first, n)
		}
	}
}

func TestBreadth_depthsAndAdjustment(t *testing.T) {
	o := breadthOptions(t, "mnk", 2, 4, false)
	o.Depth = Depth{Scope: ScopePly, Distribution: "uniform", Min: 3, Max: 30}
	o.Balance = balanced(nil)
	o.Engines = lopsided
	b, _ := generated(t, o)
	depths, byMoves := map[int]bool{}, map[string]int{}
	for _, r := range booktest.Records(t, b) {
		if r.Depth == nil {
			continue
		}
		depths[*r.Depth] = true
		byMoves[strings.Join(r.Moves, " ")] = *r.Depth
		if r.Ply%2 == 1 && *r.Depth <= byMoves[strings.Join(r.Moves[:r.Ply-1], " ")] {
			t.Errorf("after %v: depth %d, want over the stronger player's", r.Moves, *r.Depth)
		}
	}
	if len(depths) < 4 {
		t.Errorf("depths %v, want many", depths)
	}
}

func TestBreadth_sameForAnyWorkers(t *testing.T) {
	var want string
	for _, workers := range []int{1, 3} {
		o := breadthOptions(t, "mnk", 3, 4, true)
		o.Workers = workers
		o.Reevaluate = &Reevaluate{Depth: 9, Lines: 1}
		b, _ := generated(t, o)
		got := booktest.Export(t, b, "jsonl")
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d workers give another book than one", workers)
		}
	}
}

func TestBreadth_cancelAndResume(t *testing.T) {
	make := func() Options {
		o := breadthOptions(t, "mnk", 3, 4, true)
		o.Reevaluate = &Reevaluate{Depth: 9, Lines: 1}
		return o
	}
	b, whole := generated(t, make())
	want := booktest.Export(t, b, "jsonl")
	for _, searches := range []int64{0, 2, 8, 20} {
		o := make()
		ctx, cancel := context.WithCancel(t.Context())
		o.Engines = cancelling(o.Out, searches, cancel)
		_, err := Book(ctx, o, nil)
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("at %d: err = %v, want Canceled", searches, err)
		}
		again := make()
		again.Out, again.Resume = o.Out, true
		b, s := generated(t, again)
		if booktest.Export(t, b, "jsonl") != want || s.Transpositions != whole.Transpositions {
			t.Errorf("at %d: the resumed book differs (%d transpositions, want %d)", searches, s.Transpositions, whole.Transpositions)
		}
	}
}

func TestBreadth_faultyEngineFailsItsLines(t *testing.T) {
	o := breadthOptions(t, "mnk", 3, 3, false)
	searches := -2 // one worker: after a try of each player's the fifth search is the first of ply 2
	o.Engines = func(int) (engine.Engine, error) {
		return &booktest.Fake{Label: "bad", Fault: func(game.Board) error {
			if searches++; searches == 5 {
				return errors.New("gone")
			}
			return nil
		}}, nil
	}
	b, s := generated(t, o)
	// Three of the 27 lines end in that node, as one.
	if s.Games != 25 || s.Failed != 1 || s.Failures[0] != (book.Failure{Game: 0, Error: "bad: gone"}) {
		t.Errorf("%d games, failures %+v, want 25 and the first of them", s.Games, s.Failures)
	}
	for _, r := range booktest.Records(t, b) {
		if r.Game == 0 {
			t.Errorf("a record of the failed line: %v", r.Moves)
		}
	}
}
