package alphabeta

import (
	"context"
	"errors"
	"math/bits"
	"runtime"
	"slices"
	"testing"
	"time"

	"qikit.dev/qikit/internal/rng"
)

// noughts is noughts and crosses: nine cells, three in a row win. The side to
// move owns sets[0].
type noughts struct {
	sets   [2]uint16
	played []uint16
	panics bool
	yields bool // lets the other workers run before each move
}

var rows = [8]uint16{0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124}

// cross reads a drawn board, x to move: 'x', 'o' and '.'.
func cross(picture string) *noughts {
	g := &noughts{}
	i := 0
	for _, c := range picture {
		switch c {
		case 'x':
			g.sets[0] |= 1 << i
		case 'o':
			g.sets[1] |= 1 << i
		case '.':
		default:
			continue
		}
		i++
	}
	return g
}

func (g *noughts) Moves(dst []uint16) []uint16 {
	if over, _ := g.Verdict(); over {
		return dst
	}
	for free := ^(g.sets[0] | g.sets[1]) & 0o777; free != 0; free &= free - 1 {
		dst = append(dst, free&-free)
	}
	return dst
}

func (g *noughts) Captures(dst []uint16) []uint16 { return dst }

func (g *noughts) Play(m uint16) {
	if g.panics {
		panic("a rule broke")
	}
	if g.yields {
		runtime.Gosched()
	}
	g.sets[0] |= m
	g.sets[0], g.sets[1] = g.sets[1], g.sets[0]
	g.played = append(g.played, m)
}

func (g *noughts) Undo() {
	g.sets[0], g.sets[1] = g.sets[1], g.sets[0]
	g.sets[0] &^= g.played[len(g.played)-1]
	g.played = g.played[:len(g.played)-1]
}

func (g *noughts) Null() bool    { return false }
func (g *noughts) InCheck() bool { return false }
func (g *noughts) Score() int    { return 0 }

func (g *noughts) Key() uint64 {
	return (uint64(g.sets[0])<<16 | uint64(g.sets[1]) + 1) * 0x9e3779b97f4a7c15
}

func (g *noughts) Verdict() (over bool, score int) {
	for _, row := range rows {
		if g.sets[1]&row == row {
			return true, -Mate
		}
	}
	return bits.OnesCount16(g.sets[0]|g.sets[1]) == 9, 0
}

func solve(t *testing.T, workers int, g *noughts, l Limits) Result[uint16] {
	t.Helper()
	s := New[uint16](workers, 1)
	roots := make([]Position[uint16], workers)
	for i := range roots {
		c := *g
		roots[i] = Position[uint16]{Game: &c, Eval: &c}
	}
	r, err := s.Run(context.Background(), roots, l, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// minimax is the whole truth about a position, by trying everything.
func minimax(g *noughts, ply int) int {
	if over, score := g.Verdict(); over {
		return atNode(score, ply)
	}
	best := -infinity
	for _, m := range g.Moves(nil) {
		g.Play(m)
		best = max(best, -minimax(g, ply+1))
		g.Undo()
	}
	return best
}

// every calls f for every position that can arise.
func every(g *noughts, seen map[[2]uint16]bool, f func()) {
	if seen[g.sets] {
		return
	}
	seen[g.sets] = true
	f()
	for _, m := range g.Moves(nil) {
		g.Play(m)
		every(g, seen, f)
		g.Undo()
	}
}

// The search finds what trying everything finds, to the ply.
func TestRun_noughts(t *testing.T) {
	g := cross("... ... ...")
	s := New[uint16](1, 1)
	asked := 0
	every(g, map[[2]uint16]bool{}, func() {
		if asked++; asked%5 != 0 || len(g.Moves(nil)) == 0 {
			return
		}
		want := minimax(g, 0)
		r, err := s.Run(context.Background(), []Position[uint16]{{Game: g, Eval: g}}, Limits{Depth: 20, Lines: 1}, nil)
		if err != nil || r.Lines[0].Score != want {
			t.Fatalf("%o: %+v, %v; want score %d", g.sets, r, err, want)
		}
	})
	if asked != 5478 {
		t.Errorf("%d positions, want 5478", asked)
	}
}

func TestRun_noughtsDrawn(t *testing.T) {
	games := []struct {
		name, board string
		score       int
	}{
		{"nobody need lose", "... ... ...", 0},
		{"x completes a row", "xx. oo. ...", Mate - 1},
		{"o has two threats, x completes none", "oo. o.. .xx", Mate - 1},
		{"o threatens twice", "o.o .x. o.x", 2 - Mate},
		{"o answered the corner at the edge: x forks", "xo. ... ...", Mate - 5},
	}
	for _, row := range games {
		for _, workers := range []int{1, 2, 7} {
			r := solve(t, workers, cross(row.board), Limits{Depth: 30, Lines: 1})
			if got := r.Lines[0].Score; got != row.score {
				t.Errorf("%s, %d workers: score %d, want %d", row.name, workers, got, row.score)
			}
		}
	}
}

func TestRun_everyLine(t *testing.T) {
	// Of the nine first moves none wins or loses; from the corner's fork the
	// lines are in order and begin with different moves.
	for _, board := range []string{"... ... ...", "xo. ... ..."} {
		g := cross(board)
		want := len(g.Moves(nil))
		r := solve(t, 1, g, Limits{Depth: 12, Lines: 9})
		if len(r.Lines) != want {
			t.Fatalf("%s: %d lines, want %d", board, len(r.Lines), want)
		}
		seen := map[uint16]bool{}
		for i, line := range r.Lines {
			if seen[line.Moves[0]] || i > 0 && line.Score > r.Lines[i-1].Score {
				t.Errorf("%s: line %d: %+v after %+v", board, i, line, r.Lines[max(i-1, 0)])
			}
			seen[line.Moves[0]] = true
		}
	}
}

// Behind the move that the table knows the others come by what is seen at once.
func TestArrange_theWinComesNext(t *testing.T) {
	g := cross("..x oox ...")
	before := *g
	w := New[uint16](1, 1).workers[0]
	w.prepare(Position[uint16]{Game: g, Eval: g})
	w.arrange()
	var order []uint16
	for _, r := range w.root {
		order = append(order, r.move)
	}
	if want := []uint16{1 << 0, 1 << 8, 1 << 1, 1 << 6, 1 << 7}; !slices.Equal(order, want) {
		t.Errorf("order %o, want %o", order, want)
	}
	if g.sets != before.sets || len(g.played) != 0 {
		t.Errorf("the board is %o after %v, want it as it was", g.sets, g.played)
	}
}

// A shallow search for one line that goes on has the root in that order, a deeper one in
// the order of what was learnt.
func TestBegin_glance(t *testing.T) {
	listed := []uint16{1 << 1, 1 << 0, 1 << 6, 1 << 7, 1 << 8}
	arranged := []uint16{1 << 1, 1 << 8, 1 << 0, 1 << 6, 1 << 7}
	for _, row := range []struct {
		glance, limit int
		want          []uint16
	}{{0, 3, listed}, {3, 3, arranged}, {3, 4, listed}} {
		g := cross("..x oox ...")
		s := New[uint16](1, 1)
		s.limits.Lines = 1
		s.table.store(g.Key(), entry{depth: 1, move: 1 << 1, bound: boundUpper})
		w := s.workers[0]
		w.prepare(Position[uint16]{Game: g, Eval: g, Glance: row.glance})
		w.begin(row.limit)
		var order []uint16
		for _, r := range w.root {
			order = append(order, r.move)
		}
		if reduced := row.want[1] == 1<<8; !slices.Equal(order, row.want) || w.glance != reduced {
			t.Errorf("glance %d, limit %d: order %o, reduced %v, want %o, %v", row.glance, row.limit, order, w.glance, row.want, reduced)
		}
	}
}

func TestRun_over(t *testing.T) {
	r := solve(t, 2, cross("ooo xx. x.."), Limits{Depth: 3, Lines: 2})
	if len(r.Lines) != 0 || r.Nodes != 0 {
		t.Errorf("a finished game has lines: %+v", r)
	}
}

func TestRun_panicOfAWorker(t *testing.T) {
	s := New[uint16](2, 1)
	good, bad := cross("... ... ..."), cross("... ... ...")
	good.yields, bad.panics = true, true
	// The second worker plays moves only once it has found something to help with;
	// on one processor it looks for it only when the first one lets it run.
	for range 1000 {
		s.Clear()
		_, err := s.Run(context.Background(), []Position[uint16]{{Game: good, Eval: good}, {Game: bad, Eval: bad}}, Limits{Depth: 30, Lines: 1}, nil)
		if err == nil {
			continue
		}
		if err.Error() != "panic: a rule broke" {
			t.Errorf("error %v, want the worker's panic", err)
		}
		return
	}
	t.Error("the second worker never helped")
}

// Workers that are stopped anywhere come to an end, and the next search is whole.
func TestRun_stoppedTogether(t *testing.T) {
	s := New[uint16](4, 1)
	r := rng.New(7)
	for range 300 {
		s.Clear()
		roots := make([]Position[uint16], s.Workers())
		for i := range roots {
			g := cross("... ... ...")
			roots[i] = Position[uint16]{Game: g, Eval: g}
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.IntN(2000))*time.Microsecond)
		got, err := s.Run(ctx, roots, Limits{Depth: 30, Lines: 1}, nil)
		cancel()
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		if err == nil && (len(got.Lines) != 1 || got.Lines[0].Score != 0) {
			t.Fatalf("%+v, want a draw", got)
		}
		for i := range roots {
			if g := roots[i].Game.(*noughts); len(g.played) > 0 {
				t.Fatalf("worker %d left its game %d moves on", i, len(g.played))
			}
		}
	}
}

func TestRun_stops(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	g := cross("... ... ...")
	r, err := New[uint16](1, 1).Run(ctx, []Position[uint16]{{Game: g, Eval: g}}, Limits{Lines: 1}, nil)
	if !errors.Is(err, cause) || len(r.Lines) != 1 {
		t.Errorf("%+v, %v; want a line and %v", r, err, cause)
	}
	var long time.Duration
	for range 5 { // one search may be late on a busy machine
		started := time.Now()
		solve(t, 1, g, Limits{Time: time.Millisecond, Lines: 9})
		if long = time.Since(started); long <= time.Second {
			return
		}
	}
	t.Errorf("took %v of the millisecond allowed", long)
}

func TestRun_progress(t *testing.T) {
	g := cross("... ... ...")
	last := 0
	_, err := New[uint16](1, 1).Run(context.Background(), []Position[uint16]{{Game: g, Eval: g}}, Limits{Depth: 5, Lines: 1}, func(r Result[uint16]) {
		if r.Depth != last+1 || len(r.Lines) != 1 {
			t.Errorf("after depth %d: %+v", last, r)
		}
		last = r.Depth
	})
	if err != nil || last != 5 {
		t.Errorf("last depth %d, %v; want 5", last, err)
	}
}

func TestRun_allocations(t *testing.T) {
	s := New[uint16](1, 1)
	g := cross("... ... ...")
	g.played = make([]uint16, 0, 16)
	roots := []Position[uint16]{{Game: g, Eval: g}}
	run := func(nodes int) float64 {
		return testing.AllocsPerRun(5, func() {
			s.Clear()
			if _, err := s.Run(context.Background(), roots, Limits{Nodes: nodes, Lines: 1}, nil); err != nil {
				t.Fatal(err)
			}
		})
	}
	run(4000)
	if few, many := run(500), run(4000); many > few+2 {
		t.Errorf("500 nodes allocate %v times, 4000 nodes %v: a node must not", few, many)
	}
}
