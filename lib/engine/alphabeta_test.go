package engine

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/surakarta"
)

func newAlpha(t testing.TB, change func(*Options)) Engine {
	t.Helper()
	o := DefaultOptions()
	o.TableMB = 16
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

func search(t testing.TB, e Engine, b game.Board, l Limits) Result {
	t.Helper()
	r, err := e.Search(context.Background(), b, l)
	if err != nil {
		t.Fatalf("%s: %v", b.Position(), err)
	}
	return r
}

func depth(n int) Limits {
	l := DefaultLimits()
	l.Depth = n
	return l
}

// middlegames are positions that a game may well pass through.
var middlegames = []string{
	"",
	"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
	"r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1",
	"2bakab2/9/2n1c1n2/p1p1p1p1p/2r6/2P3R2/P3P1P1P/1C2C1N2/9/2BAKAB2 b - - 0 1",
	"1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
	"5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
	"3k5/2P1P4/9/4p4/9/9/9/4p4/3p5/5K3 b - - 0 1",
}

// The whole search, table, order, pruning and evaluation, shows in how many
// positions it visits. A refactoring leaves the number; whoever changes it
// says so in the commit and shows a match.
func TestAlphaBeta_signature(t *testing.T) {
	for evaluator, want := range map[string]int{"terms": 32_316, "nnue": 29_253} {
		e := newAlpha(t, func(o *Options) { o.Evaluator = evaluator })
		got := 0
		for _, fen := range middlegames {
			l := depth(8)
			l.Fresh = true
			got += search(t, e, xiangqiBoard(t, fen), l).Nodes
		}
		if got != want {
			t.Errorf("bench by %s: %d nodes, want %d", evaluator, got, want)
		}
	}
}

// Shallow searches see the replies: the start position is about level at every
// depth.
func TestAlphaBeta_shallow(t *testing.T) {
	// The network tells the positions of even games further apart than the terms do.
	for evaluator, most := range map[string]int{"terms": 60, "nnue": 90} {
		e := newAlpha(t, func(o *Options) { o.Evaluator = evaluator })
		for n := 2; n <= 8; n++ {
			l := depth(n)
			l.Fresh = true
			if r := search(t, e, xiangqiBoard(t, ""), l); r.Score < -most || r.Score > most {
				t.Errorf("%s, depth %d: the start position is worth %d, want it within %d", evaluator, n, r.Score, most)
			}
		}
	}
}

// However early a search is stopped, it has a move.
func TestAlphaBeta_stoppedAtOnce(t *testing.T) {
	e := newAlpha(t, nil)
	for _, l := range []Limits{{Time: 1, Lines: 1}, {Nodes: 1, Lines: 1}} {
		if r := search(t, e, xiangqiBoard(t, ""), l); r.Best == game.NoMove {
			t.Errorf("limits %+v: no move", l)
		}
	}
}

// A search stopped by the clock and one stopped at as many nodes are the same.
func TestAlphaBeta_replay(t *testing.T) {
	e := newAlpha(t, nil)
	for _, fen := range middlegames {
		for _, lines := range []int{1, 3} {
			b := xiangqiBoard(t, fen)
			l := DefaultLimits()
			l.Lines, l.Time, l.Fresh = lines, 30*time.Millisecond, true
			first := search(t, e, b, l)
			l.Time, l.Nodes = NoLimit, first.Nodes
			again := search(t, e, b, l)
			first.Time, again.Time = 0, 0
			if !reflect.DeepEqual(first, again) {
				t.Errorf("%q, %d lines:\nby time  %s\nby nodes %s", fen, lines, first.JSON(b), again.JSON(b))
			}
		}
	}
}

func TestAlphaBeta_nodesExact(t *testing.T) {
	e := newAlpha(t, nil)
	for _, nodes := range []int{1, 2, 50, 1023, 1024, 5001} {
		l := DefaultLimits()
		l.Nodes, l.Fresh = nodes, true
		r := search(t, e, xiangqiBoard(t, ""), l)
		if r.Nodes != nodes || r.Best == game.NoMove || len(r.Lines) != 1 {
			t.Errorf("%d nodes allowed: searched %d, best %v", nodes, r.Nodes, r.Best)
		}
	}
}

func TestAlphaBeta_cancel(t *testing.T) {
	for _, workers := range []int{1, 2} {
		e := newAlpha(t, func(o *Options) { o.Workers = workers })
		cause := errors.New("enough")
		// 50 ms are promised on a machine with nothing else to do.
		within(t, fmt.Sprintf("%d workers: the answer after the cancel", workers), 500*time.Millisecond, func() time.Duration {
			ctx, cancel := context.WithCancelCause(context.Background())
			timer := time.AfterFunc(50*time.Millisecond, func() { cancel(cause) })
			defer timer.Stop()
			started := time.Now()
			r, err := e.Search(ctx, xiangqiBoard(t, ""), DefaultLimits())
			if !errors.Is(err, cause) || r.Best == game.NoMove {
				t.Errorf("%d workers: best %v, error %v; want a move and %v", workers, r.Best, err, cause)
			}
			return time.Since(started) - 50*time.Millisecond
		})
	}
}

func TestAlphaBeta_cancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for kind, e := range map[string]Engine{"alphabeta": newAlpha(t, nil), "mcts": newMCTS(t, nil)} {
		for range 30 { // the engine is free, whatever else is ready
			if r, err := e.Search(ctx, xiangqiBoard(t, ""), DefaultLimits()); !errors.Is(err, context.Canceled) || r.Best == game.NoMove {
				t.Fatalf("%s: best %v, error %v; want a move and context.Canceled", kind, r.Best, err)
			}
		}
	}
}

func TestAlphaBeta_workersShare(t *testing.T) {
	e := newAlpha(t, func(o *Options) { o.Workers = 3 })
	for _, fen := range middlegames[:4] {
		b := xiangqiBoard(t, fen)
		before := b.Position()
		l := depth(6)
		l.Lines = 2
		r := search(t, e, b, l)
		if len(r.Lines) != 2 || r.Depth != 6 || b.Position() != before {
			t.Errorf("%q: %s", fen, r.JSON(b))
		}
	}
}

func TestAlphaBeta_lines(t *testing.T) {
	e := newAlpha(t, nil)
	for _, fen := range middlegames {
		b := xiangqiBoard(t, fen)
		l := depth(5)
		l.Lines = 6
		r := search(t, e, b, l)
		if want := min(6, len(b.Moves(nil))); len(r.Lines) != want {
			t.Fatalf("%q: %d lines, want %d", fen, len(r.Lines), want)
		}
		seen := map[game.Move]bool{}
		for i, line := range r.Lines {
			if i > 0 && line.Score > r.Lines[i-1].Score {
				t.Errorf("%q: line %d scores %d, over %d before it", fen, i+1, line.Score, r.Lines[i-1].Score)
			}
			if seen[line.Moves[0]] {
				t.Errorf("%q: %s leads two lines", fen, b.Text(line.Moves[0]))
			}
			seen[line.Moves[0]] = true
			replay := b.Copy()
			for _, m := range line.Moves {
				if !legal(replay, m) {
					t.Errorf("%q: line %d plays an illegal move", fen, i+1)
					break
				}
				replay.Play(m)
			}
		}
		if r.Best != r.Lines[0].Moves[0] || r.Score != r.Lines[0].Score {
			t.Errorf("%q: best is not the first line", fen)
		}
	}
}

func TestAlphaBeta_gameOver(t *testing.T) {
	e := newAlpha(t, nil)
	for name, fen := range map[string]string{
		"mated":      "1R2k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1",
		"stalemated": "4k4/9/4P4/9/9/9/9/9/9/3RKR3 b - - 0 1",
		"counted":    "4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 120 90",
	} {
		b := xiangqiBoard(t, fen)
		r, err := e.Search(context.Background(), b, depth(3))
		if err != nil || r.Best != game.NoMove || len(r.Lines) != 0 {
			t.Errorf("%s: %s, %v; want no move and no error", name, r.JSON(b), err)
		}
	}
}

// The levels grow stronger: what a level overlooks, the next ones see.
func TestAlphaBeta_levels(t *testing.T) {
	b := xiangqiBoard(t, "")
	last := 0
	for level := 1; level <= LevelMax; level++ {
		e := newAlpha(t, func(o *Options) { o.Level, o.Seed = level, 3 })
		l := depth(12)
		l.Nodes = 4000
		r := search(t, e, b, l)
		if r.Best == game.NoMove || r.Depth < last || len(r.Lines) != 1 {
			t.Errorf("level %d: best %v, depth %d after %d, %d lines", level, r.Best, r.Depth, last, len(r.Lines))
		}
		if again := search(t, newAlpha(t, func(o *Options) { o.Level, o.Seed = level, 3 }), b, l); again.Best != r.Best {
			t.Errorf("level %d: the same seed plays %s, then %s", level, b.Text(r.Best), b.Text(again.Best))
		}
		last = r.Depth
	}
}

func TestAlphaBeta_refuses(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"strategy": func(o *Options) { o.Strategy = "106" },
		"book":     func(o *Options) { o.Book = "a.book" },
		"tables":   func(o *Options) { o.Tables = "/" },
	} {
		o := DefaultOptions()
		change(&o)
		if _, err := New("xiangqi", o); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%s: error %v, want ErrUnsupported", name, err)
		}
	}
	e := newAlpha(t, nil)
	for _, l := range []Limits{{Depth: -1, Lines: 1}, {Depth: DepthMax + 1, Lines: 1}} {
		if _, err := e.Search(context.Background(), xiangqiBoard(t, ""), l); !errors.Is(err, ErrLimits) || !strings.HasSuffix(err.Error(), "expected 1 to 100, or 0 for none") {
			t.Errorf("depth %d: error %v, want ErrLimits with the range", l.Depth, err)
		}
	}
	if _, err := e.Search(context.Background(), xiangqiBoard(t, ""), Limits{Lines: 0}); !errors.Is(err, ErrLimits) {
		t.Errorf("no lines: error %v, want ErrLimits", err)
	}
	if _, err := e.Search(context.Background(), xiangqiBoard(t, ""), Limits{Visits: 10, Lines: 1}); !errors.Is(err, ErrLimits) {
		t.Errorf("visits: error %v, want ErrLimits", err) // and not a search without a limit
	}
	other, err := game.New("surakarta", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Search(context.Background(), other, depth(1)); !errors.Is(err, ErrGame) {
		t.Errorf("another game's board: error %v, want ErrGame", err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Search(context.Background(), xiangqiBoard(t, ""), depth(1)); !errors.Is(err, ErrClosed) {
		t.Errorf("closed: error %v, want ErrClosed", err)
	}
}

// Evaluate's terms add up to its total, to what the players have, and to what
// the search starts from.
func TestAlphaBeta_evaluate(t *testing.T) {
	e := newAlpha(t, nil)
	for _, fen := range middlegames {
		b := xiangqiBoard(t, fen)
		terms, err := Evaluate(e, b)
		if err != nil {
			t.Fatal(err)
		}
		names, sum := "", 0
		for _, term := range terms[:min(5, len(terms))] {
			names += term.Name + " "
			sum += term.Value
		}
		if len(terms) != 7 || names != "value position mobility own enemy " || terms[5] != (Term{"total", sum}) || terms[6].Name != "network" {
			t.Errorf("%q: %v", fen, terms)
		}
		players, err := e.(Evaluator).EvaluatePlayers(b)
		if err != nil {
			t.Fatal(err)
		}
		if d := players[b.Turn()] - players[1-b.Turn()]; d != sum {
			t.Errorf("%q: players have %v, a difference of %d, want %d", fen, players, d, sum)
		}
	}
	start, err := e.(Evaluator).EvaluatePlayers(xiangqiBoard(t, ""))
	if err != nil || start[0] != start[1] || start[0] <= 0 {
		t.Errorf("at the start the players have %v, %v; want as much each", start, err)
	}
}

// Boards that no game leads to, kings missing and pieces where they cannot
// stand, are searched and evaluated like any other.
func TestAlphaBeta_oddBoards(t *testing.T) {
	e := newAlpha(t, nil)
	r := rng.New(11)
	for range 100 {
		b, err := game.New("xiangqi", game.Setup{Position: oddBoard(r), Lenient: true})
		if err != nil {
			t.Fatal(err)
		}
		l := depth(3)
		l.Nodes, l.Lines = 3000, 2
		result := search(t, e, b, l)
		if _, over := b.Outcome(); !over && result.Best == game.NoMove {
			t.Errorf("%s: no move", b.Position())
		}
		if _, err := Evaluate(e, b); err != nil {
			t.Errorf("%s: %v", b.Position(), err)
		}
	}
}

// oddBoard is the FEN of up to sixty pieces thrown onto the board.
func oddBoard(r *rng.Source) string {
	const pieces = "KABNRCPkabnrcp"
	rows := make([]string, 10)
	share := 1 + r.IntN(60)
	for i := range rows {
		for range 9 {
			c := "1"
			if r.IntN(90) < share {
				n := r.IntN(len(pieces))
				c = pieces[n : n+1]
			}
			rows[i] += c
		}
	}
	text := strings.Join(rows, "/")
	// One king a side at most.
	for _, king := range []string{"K", "k"} {
		first, rest, found := strings.Cut(text, king)
		if found {
			text = first + king + strings.ReplaceAll(rest, king, "1")
		}
	}
	return text + " w - - 0 1"
}

// Lines far behind the best one are left out on request, and the others stay.
func TestAlphaBeta_within(t *testing.T) {
	e := newAlpha(t, func(o *Options) { o.Evaluator = "terms" }) // no new network changes what is asked here
	all, near, nodes := 0, 0, [2]int{}
	for _, fen := range middlegames {
		b := xiangqiBoard(t, fen)
		l := depth(6)
		l.Lines, l.Fresh = 4, true
		whole := search(t, e, b, l)
		l.Within = 50
		r := search(t, e, b, l)
		for i, line := range r.Lines {
			if line.Score < r.Score-50 || line.Score > r.Score {
				t.Errorf("%q: line %d scores %d beside %d, want at most 50 less", fen, i+1, line.Score, r.Score)
			}
		}
		if d := r.Score - whole.Score; d < -60 || d > 60 {
			t.Errorf("%q: %d, with the others %d", fen, r.Score, whole.Score)
		}
		all, near = all+len(whole.Lines), near+len(r.Lines)
		nodes[0], nodes[1] = nodes[0]+whole.Nodes, nodes[1]+r.Nodes
	}
	if near < len(middlegames) || near >= all || nodes[1] >= nodes[0] {
		t.Errorf("%d lines of %d by %d nodes of %d, want fewer", near, all, nodes[1], nodes[0])
	}
}

// The search of the next position begins where that of the one before came to.
func TestAlphaBeta_goesOn(t *testing.T) {
	e := newAlpha(t, func(o *Options) { o.Evaluator = "terms" }) // no new network changes what is asked here
	for _, lines := range []int{1, 3} {
		fresh, on := 0, 0
		for _, fen := range middlegames {
			b := xiangqiBoard(t, fen)
			l := depth(7)
			l.Lines, l.Fresh = lines, true
			b.Play(search(t, e, b, l).Best)
			l.Fresh = false
			after := search(t, e, b, l)
			on += after.Nodes
			l.Fresh = true
			anew := search(t, e, b, l)
			fresh += anew.Nodes
			if after.Depth != anew.Depth || len(after.Lines) != len(anew.Lines) {
				t.Errorf("%q: depth %d and %d lines, want %d and %d", fen, after.Depth, len(after.Lines), anew.Depth, len(anew.Lines))
			}
		}
		if 4*on > 3*fresh {
			t.Errorf("%d lines: %d nodes, want three quarters of %d at most", lines, on, fresh)
		}
	}
}

// Whatever ends a search that goes on, its result says what was reached.
func TestAlphaBeta_goesOnAndStops(t *testing.T) {
	e := newAlpha(t, nil)
	for _, nodes := range []int{1, 30, 300} {
		for _, lines := range []int{1, 3} {
			b := xiangqiBoard(t, middlegames[2])
			l := depth(7)
			l.Fresh = true
			b.Play(search(t, e, b, l).Best)
			l.Fresh, l.Nodes, l.Lines = false, nodes, lines
			r := search(t, e, b, l)
			if r.Best == game.NoMove || !legal(b, r.Best) || lines == 1 && (r.Depth < 5 || r.Score < -300 || r.Score > 300) {
				t.Errorf("%d nodes, %d lines: %s", nodes, lines, r.JSON(b))
			}
		}
	}
}
