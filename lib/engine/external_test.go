package engine

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/game"
)

var protocols = []string{"uci", "ucci"}

// newExternal makes an engine that is closed, reaped and without goroutines
// when the test ends.
func newExternal(t testing.TB, o Options) *external {
	t.Helper()
	before := runtime.NumGoroutine()
	e, err := New("xiangqi", o)
	if err != nil {
		t.Fatal(err)
	}
	x := e.(*external)
	t.Cleanup(func() {
		p := x.process
		if err := x.Close(); err != nil {
			t.Errorf("Close() = %v", err)
		}
		if p != nil && p.cmd.ProcessState == nil {
			t.Errorf("%s has not been reaped", x.Name())
		}
		await.Goroutines(t, before)
	})
	return x
}

// fairyStockfish finds the engine that build.sh installs. Without it these
// tests fail rather than pass unseen.
func fairyStockfish(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"fairy-stockfish", "/usr/games/fairy-stockfish"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("fairy-stockfish is not installed: apt-get install fairy-stockfish")
	return ""
}

func fairyOptions(t testing.TB, protocol string) Options {
	o := DefaultOptions()
	o.Kind, o.Path, o.TableMB = protocol, fairyStockfish(t), 16
	return o
}

func limited(depth, lines int) Limits {
	l := DefaultLimits()
	l.Depth, l.Lines = depth, lines
	return l
}

func legal(b game.Board, m game.Move) bool {
	for _, other := range b.Moves(nil) {
		if m == other {
			return true
		}
	}
	return false
}

func TestExternal_fairy(t *testing.T) {
	for _, protocol := range protocols {
		e := newExternal(t, fairyOptions(t, protocol))
		if !strings.HasPrefix(e.Name(), "Fairy-Stockfish") {
			t.Errorf("Name() = %q", e.Name())
		}
		want := map[string]string{"uci": "uci10", "ucci": "uci"}[protocol]
		if e.notation != want {
			t.Errorf("%s: notation %s, want %s", protocol, e.notation, want)
		}
		for name, test := range map[string]func(*testing.T, *external){
			"lines": fairyLines, "back rank": fairyBackRank, "mates": fairyMates, "limits": fairyLimits, "clear": fairyClear,
		} {
			t.Run(protocol+" "+name, func(t *testing.T) { test(t, e) })
		}
	}
}

func fairyLines(t *testing.T, e *external) {
	b := xiangqiBoard(t, "")
	if err := game.PlayLine(b, []string{"h2e2", "h9g7", "h0g2"}); err != nil {
		t.Fatal(err)
	}
	before := b.Position()
	var seen []int
	l := limited(6, 3)
	l.Progress = func(r Result) { seen = append(seen, r.Depth) }
	r, err := e.Search(context.Background(), b, l)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Lines) != 3 || r.Depth != 6 || r.Nodes == 0 || !r.Scored || !legal(b, r.Best) || r.Best != r.Lines[0].Moves[0] {
		t.Errorf("Search = %s, want 3 lines of depth 6", r.JSON(b))
	}
	if r.Lines[0].Score < r.Lines[1].Score || r.Lines[1].Score < r.Lines[2].Score {
		t.Errorf("scores of the lines %s are not sorted", r.JSON(b))
	}
	if len(seen) < 3 {
		t.Errorf("progress at depths %v, want at least three", seen)
	}
	if b.Position() != before {
		t.Errorf("the board is %s after the search, %s before", b.Position(), before)
	}
	if r, err = e.Search(context.Background(), b, limited(3, 1)); err != nil || len(r.Lines) != 1 {
		t.Errorf("one line after three: %s, %v", r.JSON(b), err)
	}
}

// With ranks from 1 the horse's moves are b10c8 and the like: two digits, and
// no move at all with ranks from 0.
func fairyBackRank(t *testing.T, e *external) {
	b := xiangqiBoard(t, "1n1k5/9/9/9/9/9/9/9/4R4/3RK4 b - - 0 1")
	r, err := e.Search(context.Background(), b, limited(4, 40))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Lines) != len(b.Moves(nil)) {
		t.Errorf("%d lines, want all %d legal moves: %s", len(r.Lines), len(b.Moves(nil)), r.JSON(b))
	}
}

func fairyMates(t *testing.T, e *external) {
	for _, row := range []struct {
		name, fen, proven string
		plies             int
	}{
		{"mate in one", "3k5/9/9/9/9/9/9/R8/1R7/4K4 w - - 0 1", "win", 1},
		{"mated in two plies", "4k4/R8/1R7/9/9/9/9/9/9/3K5 b - - 0 1", "loss", 2},
	} {
		b := xiangqiBoard(t, row.fen)
		r, err := e.Search(context.Background(), b, limited(6, 1))
		if err != nil {
			t.Fatal(err)
		}
		if r.Proven != row.proven || r.Plies != row.plies {
			t.Errorf("%s: %s, want %s in %d", row.name, r.JSON(b), row.proven, row.plies)
		}
	}
}

func fairyLimits(t *testing.T, e *external) {
	b := xiangqiBoard(t, "")
	l := DefaultLimits()
	l.Time = 50 * time.Millisecond
	within(t, "a search of 50 ms", time.Second, func() time.Duration {
		r, err := e.Search(context.Background(), b, l)
		if err != nil {
			t.Fatal(err)
		}
		return r.Time
	})
	l = DefaultLimits()
	l.Nodes = 5000
	if r, err := e.Search(context.Background(), b, l); err != nil || r.Nodes < 1000 || r.Nodes > 50000 {
		t.Errorf("5000 nodes: %d, %v", r.Nodes, err)
	}
	l = DefaultLimits()
	l.Fresh, l.Visits = true, 5000
	if r, err := e.Search(context.Background(), b, l); err != nil || r.Nodes < 1000 || r.Nodes > 50000 {
		t.Errorf("5000 visits: %d nodes, %v", r.Nodes, err)
	}
}

func fairyClear(t *testing.T, e *external) {
	if err := e.Clear(); err != nil {
		t.Errorf("Clear() = %v", err)
	}
	e.drop()
	if err := e.Clear(); err != nil {
		t.Errorf("Clear() of a dead one = %v", err)
	}
	if _, err := e.Search(context.Background(), xiangqiBoard(t, ""), limited(1, 1)); err != nil {
		t.Errorf("the search after it: %v", err)
	}
}

// The two protocols play each other; every move passes both ways through both
// notations, and the histories carry repetitions.
func TestExternal_fairyPlaysItself(t *testing.T) {
	players := []*external{newExternal(t, fairyOptions(t, "uci")), newExternal(t, fairyOptions(t, "ucci"))}
	plies := 60
	if testing.Short() {
		plies = 16
	}
	b := xiangqiBoard(t, "")
	for ply := range plies {
		if _, over := b.Outcome(); over {
			break
		}
		r, err := players[ply%2].Search(context.Background(), b, limited(3, 1))
		if err != nil {
			t.Fatalf("ply %d, %s: %v", ply, b.Position(), err)
		}
		b.Play(r.Best)
	}
}

// within holds that something takes a limit at most, once at least: a busy machine
// may stop any one try for longer.
func within(t *testing.T, name string, limit time.Duration, try func() time.Duration) {
	t.Helper()
	for n := 1; ; n++ {
		took := try()
		if took <= limit {
			return
		}
		if n == 5 {
			t.Errorf("%s took %v, want %v at most", name, took, limit)
			return
		}
	}
}

// promptly cancels searches until one has come back within 50 ms of it: on a
// busy machine a single one may be late without any fault of ours.
func promptly(t *testing.T, name string, search func(ctx context.Context) error) {
	t.Helper()
	cause := errors.New("enough")
	var late time.Duration
	for try := range 20 {
		ctx, cancel := context.WithCancelCause(context.Background())
		var at time.Time
		timer := time.AfterFunc(40*time.Millisecond, func() { at = time.Now(); cancel(cause) })
		err := search(ctx)
		late = time.Since(at)
		timer.Stop()
		if !errors.Is(err, cause) {
			t.Fatalf("%s: error %v, want %v", name, err, cause)
		}
		// The second search meets what the first has left behind.
		if late <= 50*time.Millisecond && try > 0 {
			return
		}
	}
	t.Errorf("%s: came back %v after the cancel, want at most 50 ms", name, late)
}

func TestExternal_cancel(t *testing.T) {
	for _, protocol := range protocols {
		for name, o := range map[string]Options{"fairy": fairyOptions(t, protocol), "stops late": fakeOptions(t, protocol, "stops late")} {
			e := newExternal(t, o)
			b := xiangqiBoard(t, "")
			program := e.process
			promptly(t, protocol+" "+name, func(ctx context.Context) error {
				r, err := e.Search(ctx, b, DefaultLimits())
				if r.Best != game.NoMove && !legal(b, r.Best) {
					t.Errorf("%s %s: best move of %s is not legal", protocol, name, r.JSON(b))
				}
				return err
			})
			if e.process != program {
				t.Errorf("%s %s: cancelling ended the program", protocol, name)
			}
		}
	}
}

// What was heard before the cancel is the result, also when the move itself
// comes too late.
func TestExternal_cancelKeepsTheBest(t *testing.T) {
	for _, protocol := range protocols {
		e := newExternal(t, fakeOptions(t, protocol, "stops late"))
		b := xiangqiBoard(t, "")
		ctx, cancel := context.WithCancel(context.Background())
		l := DefaultLimits()
		l.Progress = func(Result) { cancel() }
		r, err := e.Search(ctx, b, l)
		if !errors.Is(err, context.Canceled) || !legal(b, r.Best) || r.Score != 50 || len(r.Lines) != 1 {
			t.Errorf("%s: %s, %v; want the line told and %v", protocol, r.JSON(b), err, context.Canceled)
		}
		cancel()
	}
}

func TestExternal_honest(t *testing.T) {
	for _, protocol := range protocols {
		for _, flaw := range []string{"", "ranks from 1"} {
			if protocol == "ucci" && flaw != "" {
				continue
			}
			e := newExternal(t, fakeOptions(t, protocol, flaw))
			b := xiangqiBoard(t, "")
			r, err := e.Search(context.Background(), b, limited(5, 8))
			if err != nil {
				t.Fatalf("%s %q: %v", protocol, flaw, err)
			}
			// Three lines are all the program offers.
			if len(r.Lines) != 3 || r.Score != 50 || r.Depth != 4 || r.Nodes != 200 || len(r.Lines[0].Moves) != 1 {
				t.Errorf("%s %q: %s, want 3 lines of depth 4, the first of one move and 50", protocol, flaw, r.JSON(b))
			}
		}
	}
}

func TestExternal_resigning(t *testing.T) {
	e := newExternal(t, fakeOptions(t, "ucci", "resigns"))
	b := xiangqiBoard(t, "")
	if r, err := e.Search(context.Background(), b, limited(1, 1)); err != nil || !legal(b, r.Best) || len(r.Lines) != 1 {
		t.Errorf("a move with resign: %s, %v; want the move", r.JSON(b), err)
	}
}

func TestExternal_plainScores(t *testing.T) {
	e := newExternal(t, fakeOptions(t, "ucci", "plain scores"))
	b := xiangqiBoard(t, "")
	if r, err := e.Search(context.Background(), b, limited(1, 1)); err != nil || r.Score != 100 {
		t.Errorf("a quarter of a minor piece: %s, %v; want a soldier, 100", r.JSON(b), err)
	}
}

func TestExternal_deadAtStart(t *testing.T) {
	for _, protocol := range protocols {
		_, err := New("xiangqi", fakeOptions(t, protocol, "dead at start"))
		if !errors.Is(err, ErrEngineDied) || !strings.Contains(err.Error(), "exit status 3") || !strings.Contains(err.Error(), "cannot open the net") {
			t.Errorf("%s: %v, want %v with the exit status and what it said", protocol, err, ErrEngineDied)
		}
		o := fakeOptions(t, protocol, "mute at start")
		o.Timeout = 50 * time.Millisecond
		if _, err := New("xiangqi", o); !errors.Is(err, ErrEngineTimeout) {
			t.Errorf("%s, mute: %v, want %v", protocol, err, ErrEngineTimeout)
		}
	}
}

func TestExternal_noProgram(t *testing.T) {
	o := DefaultOptions()
	o.Kind = "uci"
	rows := map[string]struct {
		path string
		err  error
	}{
		"no path":   {"", ErrOptions},
		"no file":   {"/nowhere/at/all", ErrEngineStart},
		"a folder":  {os.TempDir(), ErrEngineStart},
		"no engine": {"/bin/true", ErrEngineDied},
	}
	for name, row := range rows {
		o.Path = row.path
		if _, err := New("xiangqi", o); !errors.Is(err, row.err) {
			t.Errorf("%s: %v, want %v", name, err, row.err)
		}
	}
}

func TestExternal_flaws(t *testing.T) {
	rows := []struct {
		flaw string
		err  error
	}{
		{"dies", ErrEngineDied},
		{"lies", ErrEngineMove},
		{"none", ErrEngineMove},
		{"nothing", ErrEngineMove},
		{"NUL bytes", ErrEngineMove},
		{"mute", ErrEngineTimeout},
		{"endless line", ErrEngineTimeout},
	}
	for _, protocol := range protocols {
		for _, row := range rows {
			t.Run(protocol+" "+row.flaw, func(t *testing.T) {
				t.Parallel()
				o := fakeOptions(t, protocol, row.flaw)
				e, err := New("xiangqi", o)
				if err != nil {
					t.Fatal(err)
				}
				defer e.Close()
				b := xiangqiBoard(t, "")
				for range 2 { // it is started again, and fails again
					if row.err == ErrEngineTimeout {
						impatient(t, e.(*external), 300*time.Millisecond)
					}
					_, err = e.Search(context.Background(), b, limited(2, 1))
					if !errors.Is(err, row.err) || !strings.Contains(err.Error(), "Fake 1.0") {
						t.Errorf("%v, want %v of Fake 1.0", err, row.err)
					}
					if strings.ContainsAny(err.Error(), "\x00\n") {
						t.Errorf("%q holds raw bytes of the program", err)
					}
				}
			})
		}
	}
}

// impatient gives a program that runs, and is started before if it does not, a time-out
// that its start may take longer than.
func impatient(t *testing.T, e *external, timeout time.Duration) {
	t.Helper()
	e.options.Timeout = time.Hour
	if e.process == nil {
		if err := e.start(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	e.options.Timeout = timeout
}

func TestExternal_floods(t *testing.T) {
	o := fakeOptions(t, "uci", "floods")
	e := newExternal(t, o)
	l := DefaultLimits()
	l.Time = 50 * time.Millisecond
	within(t, "giving up after 150 ms", 2*time.Second, func() time.Duration {
		impatient(t, e, 100*time.Millisecond)
		began := time.Now()
		if _, err := e.Search(context.Background(), xiangqiBoard(t, ""), l); !errors.Is(err, ErrEngineTimeout) {
			t.Errorf("%v, want %v", err, ErrEngineTimeout)
		}
		return time.Since(began)
	})
	impatient(t, e, o.Timeout)
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	if _, err := e.Search(ctx, xiangqiBoard(t, ""), DefaultLimits()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("cancelled in a flood: %v, want %v", err, context.DeadlineExceeded)
	}
}

func TestExternal_startsAgain(t *testing.T) {
	for _, protocol := range protocols {
		e := newExternal(t, fakeOptions(t, protocol, "dies once"))
		b := xiangqiBoard(t, "")
		if _, err := e.Search(context.Background(), b, limited(1, 1)); !errors.Is(err, ErrEngineDied) {
			t.Fatalf("%s: first search %v, want %v", protocol, err, ErrEngineDied)
		}
		if r, err := e.Search(context.Background(), b, limited(1, 1)); err != nil || !legal(b, r.Best) {
			t.Errorf("%s: second search %s, %v; want a move", protocol, r.JSON(b), err)
		}
	}
}

func TestExternal_oddRanks(t *testing.T) {
	if _, err := New("xiangqi", fakeOptions(t, "uci", "odd ranks")); !errors.Is(err, ErrEngineMove) {
		t.Errorf("%v, want %v", err, ErrEngineMove)
	}
}

func TestExternal_staysAfterQuit(t *testing.T) {
	var e Engine
	within(t, "Close", 2*time.Second, func() time.Duration { // about quitGrace
		var err error
		if e, err = New("xiangqi", fakeOptions(t, "uci", "stays")); err != nil {
			t.Fatal(err)
		}
		p := e.(*external).process
		began := time.Now()
		if err := e.Close(); err != nil || p.cmd.ProcessState == nil {
			t.Errorf("Close() = %v, reaped %v", err, p.cmd.ProcessState)
		}
		return time.Since(began)
	})
	if err := e.Close(); err != nil {
		t.Errorf("second Close() = %v", err)
	}
	if _, err := e.Search(context.Background(), xiangqiBoard(t, ""), limited(1, 1)); !errors.Is(err, ErrClosed) {
		t.Errorf("Search after Close: %v, want %v", err, ErrClosed)
	}
}

// A child that the program leaves behind keeps its output open.
func TestExternal_orphan(t *testing.T) {
	o := DefaultOptions()
	o.Kind, o.Path, o.Args, o.Timeout = "uci", "/bin/sh", []string{"-c", "sleep 5 & exit 0"}, 200*time.Millisecond
	within(t, "giving up, well before the child's 5 s,", 3*time.Second, func() time.Duration {
		began := time.Now()
		if _, err := New("xiangqi", o); err == nil {
			t.Error("an engine that left at once was accepted")
		}
		return time.Since(began)
	})
}

func TestExternal_settings(t *testing.T) {
	o := fakeOptions(t, "uci", "")
	o.Level = 1
	o.Settings = map[string]string{"multipv": "2", "UCI_VARIANT": "xiangqi"}
	newExternal(t, o)
	log, err := os.ReadFile(o.Args[3] + ".settings")
	want := "setoption name UCI_Variant value xiangqi\nsetoption name MultiPV value 2\nsetoption name Skill Level value 0\n"
	if err != nil || string(log) != want {
		t.Errorf("the program was told\n%s(%v), want\n%s", log, err, want)
	}
	for name, spoil := range map[string]func(*Options){
		"unknown setting": func(o *Options) { o.Settings = map[string]string{"Contempt": "1"} },
		"two lines":       func(o *Options) { o.Settings = map[string]string{"MultiPV": "1\nquit"} },
		"no name":         func(o *Options) { o.Settings = map[string]string{"": "1"} },
	} {
		o := fakeOptions(t, "uci", "")
		spoil(&o)
		if _, err := New("xiangqi", o); !errors.Is(err, ErrOptions) {
			t.Errorf("%s: %v, want %v", name, err, ErrOptions)
		}
	}
	o = fakeOptions(t, "uci", "")
	o.Net = "x.nnue"
	if _, err := New("xiangqi", o); !errors.Is(err, ErrUnsupported) {
		t.Errorf("a net: %v, want %v", err, ErrUnsupported)
	}
	o = fakeOptions(t, "ucci", "")
	o.Level = 3
	if _, err := New("xiangqi", o); !errors.Is(err, ErrUnsupported) {
		t.Errorf("a level without a setting for it: %v, want %v", err, ErrUnsupported)
	}
}

func TestExternal_gameOver(t *testing.T) {
	e := newExternal(t, fakeOptions(t, "uci", ""))
	b := xiangqiBoard(t, "3k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1")
	for _, m := range b.Moves(nil) {
		t.Fatalf("%s has the move %s, the test wants a lost position", b.Position(), b.Text(m))
	}
	if r, err := e.Search(context.Background(), b, limited(1, 1)); err != nil || r.Best != game.NoMove {
		t.Errorf("%s, %v; want no move", r.JSON(b), err)
	}
}

// The name may be asked for while the program is being started again.
func TestExternal_nameWhileStarting(t *testing.T) {
	e := newExternal(t, fakeOptions(t, "uci", ""))
	e.drop()
	done := make(chan error, 1)
	go func() {
		_, err := e.Search(context.Background(), xiangqiBoard(t, ""), limited(1, 1))
		done <- err
	}()
	for range 1000 {
		if name := e.Name(); name != "Fake 1.0" {
			t.Fatalf("Name() = %q", name)
		}
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// Nothing that a program may say makes us fall over.
func FuzzAnswer(f *testing.F) {
	for _, line := range []string{
		"info depth 4 seldepth 9 multipv 2 score cp -31 nodes 1000 pv h2e2 h9g7",
		"info depth 5 score mate -2 upperbound pv h2e2",
		"info score 4 pv b0c2",
		"info depth 99999999999999999999 score cp 9223372036854775807 pv h2e2",
		"info score mate -9223372036854775808 multipv -1 pv h2e2",
		"info score mate -5000000000000000000 pv h2e2", "info score 5000000000000000000 pv h2e2",
		"info multipv 0 score", "info pv", "bestmove", "bestmove (none)", "nobestmove",
		"option name  type spin min max", "option", "option name type", "\x00 \xff",
	} {
		f.Add(line)
	}
	b, err := game.New("xiangqi", game.Setup{})
	if err != nil {
		f.Fatal(err)
	}
	position := b.Position()
	f.Fuzz(func(t *testing.T, line string) {
		words := strings.Fields(line)
		if len(words) == 0 {
			return
		}
		for _, d := range []*dialect{&uci, &ucci} {
			d.announced(words[1:])
		}
		a := &answer{board: b, notation: "uci", lines: make([]heard, 3)}
		a.note(words[1:])
		if len(a.lines[0].pv) > 0 {
			a.lines[0].pv = []string{"h2e2"} // let the score be seen
		}
		r := a.result(game.NoMove, 3)
		if b.Position() != position {
			t.Fatalf("%q: the board has moved to %s", line, b.Position())
		}
		if r.Score > Mate || r.Score < -Mate || r.WinRate < 0 || r.WinRate > 1 || r.Plies < 0 {
			t.Errorf("%q: %+v is out of range", line, r)
		}
		e := &external{dialect: &uci, notation: "uci"}
		if m, err := e.chosen(b, words); err == nil && !legal(b, m) {
			t.Errorf("%q: chose the illegal move %v", line, m)
		}
	})
}
