package engine

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/captureplanes"
	"qikit.dev/qikit/internal/capturesolver"
	"qikit.dev/qikit/internal/convnet"
	"qikit.dev/qikit/internal/dfpn"
	"qikit.dev/qikit/internal/mcts"
	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/nnkern"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
)

func captureGoBoard(t testing.TB, position, rules string) *capturego.Board {
	t.Helper()
	b, err := game.New("capturego", game.Setup{Position: position, Rules: []byte(rules)})
	if err != nil {
		t.Fatal(err)
	}
	return b.(*capturego.Board)
}

func newCaptureGoEngine(t testing.TB, change func(*Options)) Engine {
	t.Helper()
	o := DefaultOptions()
	o.TableMB = 16
	if change != nil {
		change(&o)
	}
	e, err := New("capturego", o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

func playouts(o *Options) { o.Strategy = "playouts" }

// searched is the result of a search by visits.
func searched(t testing.TB, e Engine, b game.Board, visits int, fresh bool) Result {
	t.Helper()
	l := DefaultLimits()
	l.Visits, l.Fresh, l.Lines = visits, fresh, 256
	r, err := e.Search(context.Background(), b, l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCaptureGo_treeSearchIsUsual(t *testing.T) {
	for _, change := range []func(*Options){nil, playouts} {
		e := newCaptureGoEngine(t, change)
		if e.Name() != "mcts" {
			t.Errorf("Capture Go is played by %s, want mcts", e.Name())
		}
		for _, rules := range []string{`{"size": 5}`, `{"size": 9, "target": [1, 3]}`, `{"size": 13, "target": 20}`, `{"size": 2}`,
			`{"size": 7, "pass": "free", "no_move": "draw"}`} {
			b := captureGoBoard(t, "", rules)
			r := searched(t, e, b, 60, true)
			if r.Best == game.NoMove || b.Check(r.Best) != nil || r.WinRate < 0 || r.WinRate > 1 || len(r.Lines) != len(b.Moves(nil)) {
				t.Errorf("%s: %s; want a legal move, a share, and all moves", rules, r.JSON(b))
			}
		}
	}
}

func TestCaptureGo_knowsWhatIsForced(t *testing.T) {
	for _, row := range []struct {
		name, position, best, proven string
		plies, visits                int
	}{
		{"the stone in atari", "5/2X2/1XO2/2X2/5 X", "D3", "win", 1, 1},
		{"two stones for two", "5/1XX2/XOO2/1XX2/5 X 2", "D3", "win", 1, 1},
		{"no way out of the corner", "5/5/5/X4/O1X2 O", "", "loss", 0, 50},
		{"a ladder to the edge", "9/9/9/9/2X6/2XO5/3X5/9/9 X", "E4", "win", 0, 1},
		{"5x5 is won", "5/5/5/5/5 X", "", "win", 0, 1000000},
		{"4x4 is lost", "4/4/4/4 X", "", "loss", 0, 100000},
	} {
		if row.visits > 100000 && testing.Short() {
			continue
		}
		b := captureGoBoard(t, row.position, "")
		r := searched(t, newCaptureGoEngine(t, playouts), b, row.visits, false)
		if row.best != "" && b.Text(r.Best) != row.best || r.Proven != row.proven || row.plies > 0 && r.Plies != row.plies || r.Best == game.NoMove {
			t.Errorf("%s: %s, want %s and a proven %s", row.name, r.JSON(b), row.best, row.proven)
		}
	}
}

func TestCaptureGo_savesAtEveryLevel(t *testing.T) {
	// White's stone must run, and the search has hardly begun.
	b := captureGoBoard(t, "9/9/9/3X5/2XO5/3X5/9/9/9 O", "")
	for level := 4; level <= LevelMax; level++ {
		r := searched(t, newCaptureGoEngine(t, func(o *Options) { o.Level, o.Strategy = level, "playouts" }), b, 100, true)
		if text := b.Text(r.Best); text != "E5" {
			t.Errorf("level %d plays %s, want E5", level, text)
		}
	}
}

func TestCaptureGo_replay(t *testing.T) {
	for _, change := range []func(*Options){nil, playouts} {
		b := captureGoBoard(t, "", `{"size": 7, "target": 2, "start": "cross-cut"}`)
		e := newCaptureGoEngine(t, change)
		first := searched(t, e, b, 150, false)
		for range 2 { // a game goes on, and its tree is used on
			b.Play(searched(t, e, b, 150, false).Best)
		}
		b.Undo()
		b.Undo()
		if err := e.Clear(); err != nil {
			t.Fatal(err)
		}
		for name, r := range map[string]Result{
			"cleared": searched(t, e, b, 150, false), "fresh": searched(t, e, b, 150, true), "another engine": searched(t, newCaptureGoEngine(t, change), b, 150, false),
		} {
			r.Time, first.Time = 0, 0
			if !reflect.DeepEqual(r, first) {
				t.Errorf("%s: %s, at first %s", name, r.JSON(b), first.JSON(b))
			}
		}
	}
}

func TestCaptureGo_treeIsUsedOn(t *testing.T) {
	e := newCaptureGoEngine(t, playouts).(*treeSearch)
	b := captureGoBoard(t, "", "")
	r := searched(t, e, b, 2000, true)
	for range 2 {
		b.Play(r.Lines[0].Moves[0])
		r.Lines[0].Moves = r.Lines[0].Moves[1:]
	}
	l := DefaultLimits()
	l.Visits = 1
	if r, err := e.Search(context.Background(), b, l); err != nil || r.Nodes < 5 {
		t.Errorf("%d playouts, %v: want those kept", r.Nodes, err)
	}
	other := captureGoBoard(t, "", `{"target": 2}`)
	for _, m := range b.Played(nil) {
		other.Play(m)
	}
	if r := searched(t, e, other, 1, false); r.Nodes != 1 {
		t.Errorf("%d playouts: the tree of a game by other rules was used on", r.Nodes)
	}
}

func TestCaptureGo_workers(t *testing.T) {
	e := newCaptureGoEngine(t, func(o *Options) { o.Workers = 2 })
	b := captureGoBoard(t, "", `{"target": 3}`)
	if r := searched(t, e, b, 100, true); r.Nodes != 100 {
		t.Errorf("%d playouts, want 100", r.Nodes)
	}
	promptly(t, "Capture Go", func(ctx context.Context) error {
		r, err := e.Search(ctx, b, DefaultLimits())
		if r.Best == game.NoMove {
			t.Error("no move")
		}
		return err
	})
}

// netOf writes a network with random weights.
func netOf(t *testing.T, planes int) string {
	t.Helper()
	f := convnet.Random(1, convnet.Sizes{Planes: planes, Channels: 16, Blocks: 1, Pool: 0, Policy: 16, Value: 16}, netfile.F16)
	f.Arch.Features = netFeatures
	text, err := f.Encode(true)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "random.qnet")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// A network is read from a regular file that can be one: anything else would hang or
// take all memory.
func TestCaptureGo_netIsNoFile(t *testing.T) {
	huge := filepath.Join(t.TempDir(), "huge")
	if err := errors.Join(os.WriteFile(huge, nil, 0o644), os.Truncate(huge, 8<<30)); err != nil { // a hole takes no place
		t.Fatal(err)
	}
	for _, path := range []string{huge, os.DevNull, t.TempDir()} {
		o := DefaultOptions()
		o.Net = path
		if _, err := New("capturego", o); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), path) {
			t.Errorf("the network %s: %v, want ErrOptions with the path", path, err)
		}
	}
}

func TestCaptureGo_net(t *testing.T) {
	path := netOf(t, captureplanes.Planes)
	e := newCaptureGoEngine(t, func(o *Options) { o.Net = path }).(*treeSearch)
	b := captureGoBoard(t, "", `{"size": 6, "target": 9}`)
	r := searched(t, e, b, 30, true)
	if r.Nodes != 30 || len(r.Lines) != 36 {
		t.Errorf("%s; want 30 playouts", r.JSON(b))
	}
	// The priors are the softmax of what the network says.
	g := e.tree.views[0].(*captureGo)
	moves := g.Moves(nil)
	priors, sum := make([]float32, len(moves)), 0.0
	g.Priors(moves, priors)
	for _, p := range priors {
		sum += float64(p)
	}
	_, logits := g.net.ask(g)
	soft := 0.0
	for _, l := range logits {
		soft += math.Exp(float64(l))
	}
	for i, p := range priors {
		if want := math.Exp(float64(logits[i])) / soft; math.Abs(float64(p)/sum-want) > 1e-5 {
			t.Errorf("%s: prior %v, want %v", b.Text(moves[i]), float64(p)/sum, want)
		}
	}
	for name, bad := range map[string]string{"no file": filepath.Join(t.TempDir(), "x"), "other planes": netOf(t, 16)} {
		o := DefaultOptions()
		o.Net = bad
		if _, err := New("capturego", o); !errors.Is(err, ErrOptions) {
			t.Errorf("%s: %v, want %v", name, err, ErrOptions)
		}
	}
	o := DefaultOptions()
	o.Net, o.Strategy = path, "playouts"
	if _, err := New("capturego", o); !errors.Is(err, ErrUnsupported) {
		t.Errorf("playouts with a net: %v, want %v", err, ErrUnsupported)
	}
	o = DefaultOptions()
	o.Strategy = "best"
	if _, err := New("capturego", o); !errors.Is(err, ErrUnsupported) {
		t.Errorf("strategy best: %v, want %v", err, ErrUnsupported)
	}
}

func TestCaptureGo_allocatesNothingPerPlayout(t *testing.T) {
	for _, change := range []func(*Options){nil, playouts} {
		e, b := newCaptureGoEngine(t, change), captureGoBoard(t, "", `{"size": 7, "target": 3}`)
		allocs := func(visits int) float64 {
			l := DefaultLimits()
			l.Visits, l.Fresh = visits, true
			return testing.AllocsPerRun(2, func() {
				if _, err := e.Search(context.Background(), b, l); err != nil {
					t.Fatal(err)
				}
			})
		}
		few, many := allocs(50), allocs(400)
		if more := many - few; more > 60 {
			t.Errorf("350 more playouts cost %v more allocations, want a few for the report", more)
		}
	}
}

// On random 5x5 positions, with the solver as oracle, the engine finds a winning
// move wherever there is one. The bench has a thousand.
func TestCaptureGo_truth(t *testing.T) {
	positions := 40
	if testing.Short() {
		positions = 8
	}
	random, oracle := rng.New(55), capturesolver.New(32<<20)
	e := newCaptureGoEngine(t, nil)
	l := DefaultLimits()
	l.Time, l.Fresh = time.Hour, true // the proof ends it in milliseconds
	won := 0
	for won < positions {
		b := captureGoBoard(t, "", `{"size": 5}`)
		for range 7 + random.IntN(8) {
			if moves := b.Moves(nil); len(moves) > 0 {
				b.Play(moves[random.IntN(len(moves))])
			}
		}
		if _, over := b.Outcome(); over || oracle.Solve(b.Stones(), [2]int{1, 1}, dfpn.Limits{}).Value != dfpn.Win {
			continue
		}
		won++
		r, err := e.Search(context.Background(), b, l)
		if err != nil {
			t.Fatal(err)
		}
		text := b.Position()
		b.Play(r.Best)
		if _, over := b.Outcome(); !over && oracle.Solve(b.Stones(), [2]int{1, 1}, dfpn.Limits{}).Value != dfpn.Loss {
			b.Undo()
			t.Errorf("%s: %s, which does not win", text, r.JSON(b))
		}
	}
}

// Plain kernels and this machine's best agree on the network's word to the fourth
// digit; the plain ones repeat to the bit.
func TestCaptureGo_deterministic(t *testing.T) {
	b := captureGoBoard(t, "", "")
	plain := newCaptureGoEngine(t, func(o *Options) { o.Deterministic = true })
	first := searched(t, plain, b, 40, true)
	if again := searched(t, plain, b, 40, true); !reflect.DeepEqual(first.Lines, again.Lines) || first.WinRate != again.WinRate {
		t.Errorf("%s, then %s", first.JSON(b), again.JSON(b))
	}
	net := plain.(*treeSearch).tree.views[0].(*captureGo).net.net
	if net.Tier() != nnkern.Generic {
		t.Errorf("the network runs on %v, want %v", net.Tier(), nnkern.Generic)
	}
	if r := searched(t, newCaptureGoEngine(t, nil), b, 1, true); math.Abs(r.WinRate-searched(t, plain, b, 1, true).WinRate) > 1e-4 {
		t.Errorf("win rate %v, plain %v", r.WinRate, first.WinRate)
	}
}

// A search with random games only sees what decides at once, by every rule about
// a side that cannot play.
func TestCaptureGo_random(t *testing.T) {
	for _, noMove := range []string{"lose", "draw", "pass"} {
		b := captureGoBoard(t, "5/2X2/1XO2/2X2/5 X", `{"no_move": "`+noMove+`"}`)
		e := newCaptureGoEngine(t, func(o *Options) { o.Strategy = "random" })
		if r := searched(t, e, b, 500, true); b.Text(r.Best) != "D3" || r.Proven != "win" {
			t.Errorf("no_move %s: %s; want D3, a proven win", noMove, r.JSON(b))
		}
	}
	o := DefaultOptions()
	o.Strategy, o.Net = "random", "x.qnet"
	if _, err := New("capturego", o); !errors.Is(err, ErrUnsupported) {
		t.Errorf("a network without use: %v, want %v", err, ErrUnsupported)
	}
}

// provers counts the nodes that go into proving the root.
type provers struct {
	*captureGo
	nodes int
}

func (p *provers) tryRoot(ctx context.Context, nodes int) rootProof {
	proof := p.captureGo.tryRoot(ctx, nodes)
	p.nodes += proof.nodes
	return proof
}

// A search without limits has looked at the moves long before the proof of its root is
// given up, and one of 50 ms has something to say.
func TestCaptureGo_isOfUseAtOnce(t *testing.T) {
	for _, size := range []string{`{"size": 9}`, `{"size": 13}`} {
		b := captureGoBoard(t, "", size)
		e := newCaptureGoEngine(t, nil).(*treeSearch)
		counted := &provers{captureGo: e.tree.views[0].(*captureGo)}
		e.tree.views[0] = counted
		ctx, cancel := context.WithCancel(context.Background())
		l, spent := DefaultLimits(), -1
		l.Progress = func(Result) { // of 64 visits
			if spent < 0 {
				spent = counted.nodes
			}
			cancel()
		}
		r, err := e.Search(ctx, b, l)
		if !errors.Is(err, context.Canceled) || r.Best == game.NoMove || r.Nodes < 64 {
			t.Errorf("%s: %s, %v; want a move and 64 visits", size, r.JSON(b), err)
		}
		if spent < 0 || spent > rootNodes/4 {
			t.Errorf("%s: %d nodes of proofs before 64 visits, want %d at most", size, spent, rootNodes/4)
		}
		l = DefaultLimits()
		l.Time, l.Fresh = 50*time.Millisecond, true
		if r, err := e.Search(context.Background(), b, l); err != nil || r.Best == game.NoMove || r.Nodes < 1 || len(r.Lines) == 0 || r.Lines[0].Visits < 1 {
			t.Errorf("%s, 50 ms: %s, %v; want a move with visits", size, r.JSON(b), err)
		}
	}
}

// A game that two passes have ended is not proven anew by a capture that stands there.
func TestProve_afterTwoPasses(t *testing.T) {
	o := capturego.DefaultOptions()
	o.Size, o.Pass = 5, "free"
	b, err := capturego.New("", o, false)
	if err != nil || game.PlayLine(b, []string{"B2", "C2", "D2", "E5", "C3", "E4"}) != nil {
		t.Fatal(err)
	}
	g, err := newCaptureGo(DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	p := g.at(b).(mcts.Prover)
	if winner, _, ok := p.Prove(1); !ok || winner != b.Turn() {
		t.Errorf("before the passes: %d, %t, want a win by the capture at C1", winner, ok)
	}
	if err := game.PlayLine(b, []string{"pass", "pass"}); err != nil {
		t.Fatal(err)
	}
	g.at(b)
	if winner, _, ok := p.Prove(1); ok {
		t.Errorf("after two passes player %d wins, but the game is drawn", winner)
	}
}
