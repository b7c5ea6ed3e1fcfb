package engine

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"qikit.dev/qikit/internal/mcts"
	"qikit.dev/qikit/lib/game"
)

func newMCTS(t testing.TB, change func(*Options)) Engine {
	t.Helper()
	o := DefaultOptions()
	o.Kind, o.TableMB = "mcts", 16
	if change != nil {
		change(&o)
	}
	e, err := New("xiangqi", o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

func xiangqiBoard(t testing.TB, fen string) game.Board {
	t.Helper()
	b, err := game.New("xiangqi", game.Setup{Position: fen})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// mates are positions of self-play; fairy-stockfish gives the same distances.
var mates = []struct {
	fen   string
	plies int
}{
	{"3k5/9/9/9/9/9/9/R8/1R7/4K4 w - - 0 1", 1},
	{"3k5/4a4/3a5/4N4/9/9/9/9/9/R3K4 w - - 0 1", 1},
	{"7R1/R8/4k4/9/2p1CCp1p/9/2P1N3P/6N2/9/2BAKAB2 w - - 3 41", 1},
	{"4k1b2/4aC3/3PR4/5N3/9/2R5P/P3P1P2/6N1B/4A4/3AnK3 w - - 1 36", 1},
	{"4k4/9/9/9/9/R8/1R7/9/9/3K5 w - - 0 1", 3},
	{"2b1k1nR1/4aR3/4b4/p8/6p1C/2p1P4/P1P3P1P/2N3N2/9/2BAKAB2 w - - 3 36", 3},
	{"2N2a3/3k3C1/4ca3/6pPp/9/p7P/2P1P4/5C3/R3A4/2B1KABNR w - - 1 30", 3},
	{"R4a3/3k5/1R4N2/p8/2p3b1p/9/P3P3r/1CC1B3N/4A4/4KAB2 w - - 2 27", 3},
	{"C1bR1a3/2R6/4kc2b/4C3p/6p2/2P6/P4pP1P/6N2/4A4/1NBK1ABr1 w - - 3 24", 3},
	{"1nRak4/3ran3/4b3R/p8/4C3p/9/P1P1P1P1P/1C6N/9/1NBAKAB2 w - - 1 17", 3},
	{"rnb2ar2/3kaR3/8b/p1p1C1p2/1c7/9/P1P1N1P1P/1C4N2/R8/2BAKAB2 w - - 1 12", 3},
	{"9/3k5/2r1Pa3/R7p/6p2/8P/P5P2/B1N1C4/9/2RAKAB2 w - - 1 26", 3},
}

// The network is so sure of won positions that its search need not look for their proofs;
// the terms' search finds them all.
func TestTreeSearch_mates(t *testing.T) {
	e := newMCTS(t, func(o *Options) { o.Evaluator = "terms" })
	sure := newMCTS(t, nil)
	rows := mates
	if testing.Short() {
		rows = rows[:6]
	}
	for _, row := range rows {
		b := xiangqiBoard(t, row.fen)
		l := DefaultLimits()
		l.Visits = 10000
		r, err := e.Search(context.Background(), b, l)
		if err != nil {
			t.Fatal(err)
		}
		// A proof by tree search is a win, not always the shortest.
		if r.Proven != "win" || r.Plies < row.plies || r.Plies%2 == 0 || r.WinRate != 1 {
			t.Errorf("%s: %s, want a proven win in %d plies or a few more", row.fen, r.JSON(b), row.plies)
		}
		if r, err := sure.Search(context.Background(), b, l); err != nil || r.WinRate < 0.99 {
			t.Errorf("%s: by the network %s, %v, want a win", row.fen, r.JSON(b), err)
		}
		if row.plies == 1 {
			b.Play(r.Best)
			if _, over := b.Outcome(); !over {
				t.Errorf("%s: the move proven to mate at once does not", row.fen)
			}
		}
	}
}

func TestTreeSearch_mated(t *testing.T) {
	b := xiangqiBoard(t, "4k4/R8/1R7/9/9/9/9/9/9/3K5 b - - 0 1")
	l := DefaultLimits()
	l.Depth = 8
	r, err := newMCTS(t, nil).Search(context.Background(), b, l)
	if err != nil || r.Proven != "loss" || r.Plies != 2 || r.WinRate != 0 || r.Best == game.NoMove {
		t.Errorf("%s, %v; want a proven loss in 2 plies with a move", r.JSON(b), err)
	}
}

// With two plies to the natural limit and nothing to take, every line draws.
func TestTreeSearch_draw(t *testing.T) {
	b := xiangqiBoard(t, "4k4/4a4/9/9/9/9/9/9/4A4/3K5 w - - 118 100")
	l := DefaultLimits()
	l.Visits = 2000
	r, err := newMCTS(t, nil).Search(context.Background(), b, l)
	if err != nil || r.Proven != "draw" || r.WinRate != 0.5 || r.Best == game.NoMove {
		t.Errorf("%s, %v; want a proven draw with a move", r.JSON(b), err)
	}
}

func TestTreeSearch_gameOver(t *testing.T) {
	b := xiangqiBoard(t, "1R1k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1")
	l := DefaultLimits()
	l.Visits = 10
	if r, err := newMCTS(t, nil).Search(context.Background(), b, l); err != nil || r.Best != game.NoMove || len(r.Lines) != 0 {
		t.Errorf("%s, %v; want no move", r.JSON(b), err)
	}
}

func TestTreeSearch_lines(t *testing.T) {
	b := xiangqiBoard(t, "")
	before := b.Position()
	l := DefaultLimits()
	l.Depth, l.Lines = 8, 5
	var seen []int
	l.Progress = func(r Result) { seen = append(seen, r.Nodes) }
	r, err := newMCTS(t, nil).Search(context.Background(), b, l)
	if err != nil {
		t.Fatal(err)
	}
	// 25 x 1.5^8 = 640.7
	if r.Nodes != 641 || r.Scored || len(r.Lines) != 5 || r.Best != r.Lines[0].Moves[0] {
		t.Errorf("%s, want 641 playouts and 5 lines without scores", r.JSON(b))
	}
	sum := 0
	for i, line := range r.Lines {
		sum += line.Visits
		if i > 0 && line.Visits > r.Lines[i-1].Visits {
			t.Errorf("line %d has more visits than the one before: %s", i+1, r.JSON(b))
		}
		if line.WinRate <= 0 || line.WinRate >= 1 || len(line.Moves) == 0 || line.Depth != len(line.Moves) {
			t.Errorf("line %d: %+v", i+1, line)
		}
	}
	if sum > 640 || sum < 100 {
		t.Errorf("the lines have %d visits of 640", sum)
	}
	if b.Position() != before {
		t.Errorf("the board is %s after the search, %s before", b.Position(), before)
	}
	if want := []int{64, 128, 256, 512}; !reflect.DeepEqual(seen, want) {
		t.Errorf("progress at %v playouts, want %v", seen, want)
	}
	l.Lines, l.Progress = 256, nil
	if r, err = newMCTS(t, nil).Search(context.Background(), b, l); err != nil || len(r.Lines) != len(b.Moves(nil)) {
		t.Errorf("%d lines, %v; want every legal move", len(r.Lines), err)
	}
}

func TestTreeSearch_replay(t *testing.T) {
	b := xiangqiBoard(t, "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2")
	l := DefaultLimits()
	l.Visits, l.Lines = 300, 10
	e := newMCTS(t, nil)
	if !e.Repeatable(l) {
		t.Error("one worker and a number of visits are not called repeatable")
	}
	run := func(e Engine) Result {
		t.Helper()
		r, err := e.Search(context.Background(), b, l)
		if err != nil {
			t.Fatal(err)
		}
		r.Time = 0
		return r
	}
	first := run(e)
	if _, err := e.Search(context.Background(), xiangqiBoard(t, ""), l); err != nil {
		t.Fatal(err)
	}
	if err := e.Clear(); err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]Result{"after another search": run(e), "by another engine": run(newMCTS(t, nil))} {
		if !reflect.DeepEqual(r, first) {
			t.Errorf("%s: %s, at first %s", name, r.JSON(b), first.JSON(b))
		}
	}
	l.Time = time.Second
	if e.Repeatable(l) || newMCTS(t, func(o *Options) { o.Workers = 2 }).Repeatable(Limits{Visits: 5}) || e.Repeatable(DefaultLimits()) {
		t.Error("a time limit, two workers or no limit at all are called repeatable")
	}
}

func TestTreeSearch_workers(t *testing.T) {
	e := newMCTS(t, func(o *Options) { o.Workers = 2 })
	for _, row := range mates[:6] {
		b := xiangqiBoard(t, row.fen)
		l := DefaultLimits()
		l.Visits = 4000
		if r, err := e.Search(context.Background(), b, l); err != nil || r.Proven != "win" {
			t.Errorf("%s: %s, %v; want a proven win", row.fen, r.JSON(b), err)
		}
	}
	l := DefaultLimits()
	l.Visits, l.Lines = 500, 3
	l.Progress = func(r Result) {
		if len(r.Lines) == 0 {
			t.Error("progress without a line")
		}
	}
	if r, err := e.Search(context.Background(), xiangqiBoard(t, ""), l); err != nil || r.Nodes != 500 {
		t.Errorf("%d playouts, %v; want 500", r.Nodes, err)
	}
}

func TestTreeSearch_cancel(t *testing.T) {
	for _, workers := range []int{1, 2} {
		e := newMCTS(t, func(o *Options) { o.Workers = workers })
		promptly(t, fmt.Sprint(workers, " workers"), func(ctx context.Context) error {
			r, err := e.Search(ctx, xiangqiBoard(t, ""), DefaultLimits())
			if r.Best == game.NoMove {
				t.Errorf("%d workers: no move", workers)
			}
			return err
		})
	}
}

func TestTreeSearch_visits(t *testing.T) {
	e := newMCTS(t, nil).(*netTree).treeSearch
	rows := []struct {
		name   string
		limits Limits
		want   int
	}{
		{"depth 15", Limits{Depth: 15}, 10947},
		{"depth 1", Limits{Depth: 1}, 38},
		{"fewer visits", Limits{Depth: 15, Visits: 100}, 100},
		{"fewer nodes", Limits{Depth: 15, Visits: 100, Nodes: 50}, 50},
		{"a depth out of reach", Limits{Depth: 100}, 1<<32 - 2},
		{"none", Limits{}, NoLimit},
	}
	for _, row := range rows {
		if got := e.visits(row.limits); got != row.want {
			t.Errorf("%s: %d playouts, want %d", row.name, got, row.want)
		}
	}
	weak := newMCTS(t, func(o *Options) { o.Level, o.VisitsBase, o.VisitsFactor = 1, 10, 2 }).(*netTree).treeSearch
	if got := weak.visits(Limits{Depth: 15}); got != 20 {
		t.Errorf("level 1 with 10 x 2^depth: %d playouts, want 20", got)
	}
}

func TestTreeSearch_levels(t *testing.T) {
	b := xiangqiBoard(t, "")
	l := DefaultLimits()
	l.Depth = 10
	moves := map[game.Move]bool{}
	for seed := range uint64(12) {
		e := newMCTS(t, func(o *Options) { o.Level, o.Seed = 1, seed })
		r, err := e.Search(context.Background(), b, l)
		if err != nil || len(r.Lines) != 1 {
			t.Fatalf("%s, %v; want one line", r.JSON(b), err)
		}
		moves[r.Best] = true
	}
	if len(moves) < 2 {
		t.Error("level 1 always plays the same move")
	}
}

func TestTreeSearch_refuses(t *testing.T) {
	for name, spoil := range map[string]func(*Options){
		"book":     func(o *Options) { o.Book = "x.qkb" },
		"tables":   func(o *Options) { o.Tables = "x" },
		"strategy": func(o *Options) { o.Strategy = "x" },
	} {
		o := DefaultOptions()
		o.Kind = "mcts"
		spoil(&o)
		if _, err := New("xiangqi", o); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%s: %v, want %v", name, err, ErrUnsupported)
		}
	}
	e := newMCTS(t, nil)
	if _, err := e.Search(context.Background(), xiangqiBoard(t, ""), Limits{}); !errors.Is(err, ErrLimits) {
		t.Errorf("no lines: %v, want %v", err, ErrLimits)
	}
	e.Close()
	if _, err := e.Search(context.Background(), xiangqiBoard(t, ""), Limits{Visits: 1, Lines: 1}); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v, want %v", err, ErrClosed)
	}
	if err := e.Clear(); !errors.Is(err, ErrClosed) {
		t.Errorf("Clear after Close: %v, want %v", err, ErrClosed)
	}
}

// Any board can be played out, with no more than the game contract.
func TestTreeSearch_byPlayouts(t *testing.T) {
	o := mcts.DefaultOptions()
	s, err := mcts.New[game.Move](o)
	if err != nil {
		t.Fatal(err)
	}
	b := xiangqiBoard(t, mates[0].fen)
	r, err := s.Run(context.Background(), []mcts.Game[game.Move]{boardView{}.at(b)}, mcts.Limits[game.Move]{Visits: 300, Lines: 1})
	if err != nil || !r.Proven || r.Winner != 0 || r.Plies != 1 {
		t.Errorf("%+v, %v; want the mate in one", r, err)
	}
}

func TestTreeSearch_allocatesNothingPerPlayout(t *testing.T) {
	e, b, l := newMCTS(t, nil), xiangqiBoard(t, ""), DefaultLimits()
	allocs := func(visits int) float64 {
		l.Visits = visits
		return testing.AllocsPerRun(3, func() {
			if _, err := e.Search(context.Background(), b, l); err != nil {
				t.Fatal(err)
			}
		})
	}
	// A search allocates for its boards and its report, which has some more
	// moves after ten times the playouts.
	few, many := allocs(50), allocs(500)
	if more := many - few; more > 60 {
		t.Errorf("450 more playouts cost %v more allocations, want a few for the report", more)
	}
}

func BenchmarkTreeSearch(b *testing.B) {
	e, board, l := newMCTS(b, nil), xiangqiBoard(b, ""), DefaultLimits()
	l.Visits = 1000
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Search(context.Background(), board, l); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*float64(l.Visits)/b.Elapsed().Seconds(), "visits/s")
}
