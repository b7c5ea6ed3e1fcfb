package mcts

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"
	"time"

	"qikit.dev/qikit/internal/cputime"
	"qikit.dev/qikit/internal/rng"
)

// nim is a heap from which players take 1 to 3 in turn; who takes the last wins.
// Its theory is known: with two players, heaps divisible by 4 are lost.
type nim struct {
	players, heap int
	taken         []uint16
}

func (n *nim) Players() int { return n.players }
func (n *nim) Turn() int    { return len(n.taken) % n.players }
func (n *nim) Moves(dst []uint16) []uint16 {
	for m := 1; m <= min(3, n.heap); m++ {
		dst = append(dst, uint16(m))
	}
	return dst
}
func (n *nim) Play(m uint16) { n.heap -= int(m); n.taken = append(n.taken, m) }
func (n *nim) Undo() {
	last := len(n.taken) - 1
	n.heap += int(n.taken[last])
	n.taken = n.taken[:last]
}
func (n *nim) Outcome(moves int) (winner int, over bool) {
	return (len(n.taken) + n.players - 1) % n.players, moves == 0
}

// crosses is tic-tac-toe; move m is cell m-1.
type crosses struct {
	cells [9]byte // '.', 'x', 'o'
	made  []uint16
}

func drawCrosses(t testing.TB, picture string) *crosses {
	t.Helper()
	c := &crosses{}
	i, turn := 0, 0
	for _, r := range picture {
		if r == '.' || r == 'x' || r == 'o' {
			c.cells[i] = byte(r)
			i++
			if r != '.' {
				turn++
			}
		}
	}
	if i != 9 {
		t.Fatalf("picture %q has %d cells, want 9", picture, i)
	}
	// Only the parity of what was made before matters.
	c.made = make([]uint16, turn, 9)
	return c
}

var lines = [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

func (c *crosses) Players() int { return 2 }
func (c *crosses) Turn() int    { return len(c.made) % 2 }
func (c *crosses) Moves(dst []uint16) []uint16 {
	for i, v := range c.cells {
		if v == '.' {
			dst = append(dst, uint16(i+1))
		}
	}
	return dst
}
func (c *crosses) Play(m uint16) {
	c.cells[m-1] = "xo"[c.Turn()]
	c.made = append(c.made, m)
}
func (c *crosses) Undo() {
	c.cells[c.made[len(c.made)-1]-1] = '.'
	c.made = c.made[:len(c.made)-1]
}
func (c *crosses) Outcome(moves int) (winner int, over bool) {
	for _, l := range lines {
		if v := c.cells[l[0]]; v != '.' && v == c.cells[l[1]] && v == c.cells[l[2]] {
			return map[byte]int{'x': 0, 'o': 1}[v], true
		}
	}
	return Draw, moves == 0
}

// solve is the slow second opinion: plain minimax, who wins with best play.
func solve(g Game[uint16]) int {
	moves := g.Moves(nil)
	if winner, over := g.Outcome(len(moves)); over {
		return winner
	}
	mover, best := g.Turn(), 1-g.Turn()
	for _, m := range moves {
		g.Play(m)
		winner := solve(g)
		g.Undo()
		if winner == mover {
			return mover
		}
		if winner == Draw {
			best = Draw
		}
	}
	return best
}

// wide has many moves and never ends.
type wide struct{ played int }

func (w *wide) Players() int { return 2 }
func (w *wide) Turn() int    { return w.played % 2 }
func (w *wide) Moves(dst []uint16) []uint16 {
	for m := range 50 {
		dst = append(dst, uint16(m+1))
	}
	return dst
}
func (w *wide) Play(uint16)                               { w.played++ }
func (w *wide) Undo()                                     { w.played-- }
func (w *wide) Outcome(moves int) (winner int, over bool) { return Draw, false }

// smallOptions have a tree that is quickly made.
func smallOptions() Options {
	o := DefaultOptions()
	o.Bytes = 4 << 20
	return o
}

func mustNew(t testing.TB, o Options) *Search[uint16] {
	t.Helper()
	s, err := New[uint16](o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustRun(t *testing.T, o Options, l Limits[uint16], games ...Game[uint16]) Result[uint16] {
	t.Helper()
	o.Workers = len(games)
	s := mustNew(t, o)
	res, err := s.Run(context.Background(), games, l)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestRun_provesNim(t *testing.T) {
	for heap := 1; heap <= 12; heap++ {
		res := mustRun(t, smallOptions(), Limits[uint16]{Visits: 20000, Lines: 3}, &nim{players: 2, heap: heap})
		winner := 0
		if heap%4 == 0 {
			winner = 1
		}
		if !res.Proven || res.Winner != winner {
			t.Errorf("heap %d: proven %v winner %d, want winner %d proven", heap, res.Proven, res.Winner, winner)
			continue
		}
		if best := res.Lines[0].Moves[0]; winner == 0 && int(best) != heap%4 {
			t.Errorf("heap %d: best move takes %d, want %d", heap, best, heap%4)
		}
		if want := float64(1 - winner); res.Share != want {
			t.Errorf("heap %d: share %v, want %v", heap, res.Share, want)
		}
		if parity := 1 - winner; res.Plies%2 != parity || res.Plies > heap {
			t.Errorf("heap %d: end after %d plies, want at most %d and parity %d", heap, res.Plies, heap, parity)
		}
	}
}

func TestRun_threePlayers(t *testing.T) {
	// With 3 players a heap of up to 3 is taken at once; from 4, whatever the
	// first takes the second finishes.
	for heap, winner := range map[int]int{1: 0, 3: 0, 4: 1} {
		res := mustRun(t, smallOptions(), Limits[uint16]{Visits: 5000, Lines: 1}, &nim{players: 3, heap: heap})
		if !res.Proven || res.Winner != winner {
			t.Errorf("heap %d: proven %v winner %d, want winner %d proven", heap, res.Proven, res.Winner, winner)
		}
	}
	// From 5, taking 1 leaves the third player the win and taking 2 or 3 the
	// second: the first loses whatever he does, but to nobody in particular.
	res := mustRun(t, smallOptions(), Limits[uint16]{Visits: 5000, Lines: 3}, &nim{players: 3, heap: 5})
	if res.Proven || res.Share != 0 {
		t.Errorf("heap 5: proven %v share %v, want nothing proven and share 0", res.Proven, res.Share)
	}
}

func TestRun_provesTicTacToe(t *testing.T) {
	for name, picture := range map[string]string{
		"centre taken":       "x.. .o. ...",
		"win in one":         "xx. oo. ...",
		"win in three":       "x.. .o. ..x",
		"block or lose":      "xx. o.. ...",
		"two threats":        "x.x .o. ..o",
		"last cell":          "xox xox ox.",
		"lost against forks": "x.. o.. x..",
	} {
		t.Run(name, func(t *testing.T) {
			g := drawCrosses(t, picture)
			before := *g
			res := mustRun(t, smallOptions(), Limits[uint16]{Visits: 50000, Lines: 9}, g)
			want := solve(drawCrosses(t, picture))
			if !res.Proven || res.Winner != want {
				t.Errorf("%s: proven %v winner %d, want winner %d proven", picture, res.Proven, res.Winner, want)
			}
			if g.cells != before.cells || len(g.made) != len(before.made) {
				t.Errorf("%s: the game stands elsewhere after the search", picture)
			}
			if moves := g.Moves(nil); len(res.Lines) != len(moves) {
				t.Errorf("%s: %d lines, want %d", picture, len(res.Lines), len(moves))
			}
		})
	}
}

// Every proof of any size of search must be what minimax says, also half-way.
func TestRun_proofsAreTrue(t *testing.T) {
	random := rng.New(7)
	proofs := 0
	for range 60 {
		g := drawCrosses(t, "... ... ...")
		for range random.IntN(5) {
			moves := g.Moves(nil)
			if _, over := g.Outcome(len(moves)); over {
				break
			}
			g.Play(moves[random.IntN(len(moves))])
		}
		res := mustRun(t, smallOptions(), Limits[uint16]{Visits: 1 + random.IntN(300), Lines: 9}, g)
		for _, l := range res.Lines {
			if !l.Proven {
				continue
			}
			proofs++
			g.Play(l.Moves[0])
			if want := solve(g); l.Winner != want {
				t.Errorf("%s after %v: proven winner %d, want %d", g.cells, g.made, l.Winner, want)
			}
			g.Undo()
		}
	}
	if proofs < 50 {
		t.Errorf("only %d proofs seen, the test shows nothing", proofs)
	}
}

func TestRun_sameSeedSameResult(t *testing.T) {
	run := func(seed uint64) Result[uint16] {
		o := smallOptions()
		o.Seed = seed
		res := mustRun(t, o, Limits[uint16]{Visits: 700, Lines: 9}, drawCrosses(t, "... ... ..."))
		res.Time = 0
		return res
	}
	if a, b := run(3), run(3); !reflect.DeepEqual(a, b) {
		t.Errorf("seed 3 twice: %+v and %+v", a, b)
	}
	if a, b := run(3), run(4); reflect.DeepEqual(a, b) {
		t.Errorf("seeds 3 and 4 gave the same %+v: the rollouts do not use the seed", a)
	}
}

func TestRun_workersShareTheVisits(t *testing.T) {
	games := []Game[uint16]{drawCrosses(t, "... ... ..."), drawCrosses(t, "... ... ..."), drawCrosses(t, "... ... ...")}
	res := mustRun(t, smallOptions(), Limits[uint16]{Visits: 900, Lines: 9}, games...)
	sum := 0
	for _, l := range res.Lines {
		sum += l.Visits
	}
	// The first playout, and any that met the root while it got its children,
	// ended at the root itself.
	if res.Visits != 900 || sum < 900-len(games) || sum > 899 {
		t.Errorf("visits %d, of the moves %d; want 900 and 897 to 899", res.Visits, sum)
	}
	games = []Game[uint16]{&nim{players: 2, heap: 12}, &nim{players: 2, heap: 12}, &nim{players: 2, heap: 12}}
	proof := mustRun(t, smallOptions(), Limits[uint16]{Visits: 40000, Lines: 1}, games...)
	if !proof.Proven || proof.Winner != 1 {
		t.Errorf("three workers: proven %v winner %d, want a proven win of player 1", proof.Proven, proof.Winner)
	}
}

func TestRun_cancel(t *testing.T) {
	o := smallOptions()
	o.Rollout = 10000 // the slowest playout allowed
	for _, workers := range []int{1, 2} {
		var games []Game[uint16]
		for range workers {
			games = append(games, &wide{})
		}
		o.Workers = workers
		s := mustNew(t, o)
		cause := errors.New("enough")
		var late time.Duration
		for range 20 { // one search may be late on a busy machine
			ctx, cancel := context.WithCancelCause(context.Background())
			var watch func() time.Duration
			time.AfterFunc(20*time.Millisecond, func() { watch = cputime.Watch(); cancel(cause) })
			res, err := s.Run(ctx, games, Limits[uint16]{Lines: 2})
			late = watch()
			if !errors.Is(err, cause) || len(res.Lines) != 2 {
				t.Fatalf("%d workers: error %v with %d lines, want %v with 2", workers, err, len(res.Lines), cause)
			}
			if late <= 50*time.Millisecond {
				break
			}
		}
		if late > 50*time.Millisecond {
			t.Errorf("%d workers: stopped %v after the cancel, want at most 50 ms", workers, late)
		}
	}
}

func TestRun_cancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	games := []Game[uint16]{drawCrosses(t, "xx. oo. ...")}
	res, err := mustNew(t, smallOptions()).Run(ctx, games, Limits[uint16]{Lines: 1})
	if !errors.Is(err, context.Canceled) || len(res.Lines) != 1 {
		t.Errorf("error %v with lines %v, want %v with one line", err, res.Lines, context.Canceled)
	}
}

func TestRun_timeLimit(t *testing.T) {
	var fastest time.Duration
	var visits int
	for range 5 { // one search may be late on a busy machine
		res := mustRun(t, smallOptions(), Limits[uint16]{Time: 20 * time.Millisecond, Lines: 1}, &wide{})
		if res.Time < 20*time.Millisecond {
			t.Errorf("%v, want 20 ms or more", res.Time)
		}
		if fastest, visits = res.Time, res.Visits; fastest <= 200*time.Millisecond && visits > 1 {
			return
		}
	}
	t.Errorf("%v and %d visits, want about 20 ms and many", fastest, visits)
}

func TestRun_gameOver(t *testing.T) {
	res := mustRun(t, smallOptions(), Limits[uint16]{Visits: 10, Lines: 1}, drawCrosses(t, "xxx oo. ..."))
	if len(res.Lines) != 0 || !res.Proven || res.Winner != 0 {
		t.Errorf("%+v, want no line and a win of player 0", res)
	}
}

func TestRun_fullArena(t *testing.T) {
	o := smallOptions()
	o.Bytes, o.Rollout = 1<<20, 2
	res := mustRun(t, o, Limits[uint16]{Visits: 8000, Lines: 1}, &wide{})
	if room := (1 << 20) / 32; res.Nodes > room || res.Nodes < room-50 || res.Visits != 8000 {
		t.Errorf("%d nodes and %d visits, want nearly %d nodes and 8000 visits", res.Nodes, res.Visits, room)
	}
}

func TestRun_progress(t *testing.T) {
	var seen []int
	mustRun(t, smallOptions(), Limits[uint16]{Visits: 1000, Lines: 1, Progress: func(r Result[uint16]) { seen = append(seen, r.Visits) }}, &wide{})
	if want := []int{64, 128, 256, 512}; !reflect.DeepEqual(seen, want) {
		t.Errorf("progress at %v, want %v", seen, want)
	}
}

// valued is wide with a value that likes move 7 and a guide that likes move 9.
type valued struct {
	wide
	first uint16
}

func (v *valued) Play(m uint16) {
	if v.played == 0 {
		v.first = m
	}
	v.wide.Play(m)
}
func (v *valued) Value(s *Shares) {
	s[0], s[1] = 0.4, 0.6
	if v.first == 7 {
		s[0], s[1] = 0.6, 0.4
	}
}

type guided struct{ valued }

func (g *guided) Priors(moves []uint16, dst []float32) {
	for i, m := range moves {
		dst[i] = 0
		if m == 9 || m == 7 {
			dst[i] = float32(m)
		}
	}
}

func TestRun_valueAndPriors(t *testing.T) {
	res := mustRun(t, smallOptions(), Limits[uint16]{Visits: 2000, Lines: 2}, &valued{})
	if best := res.Lines[0]; best.Moves[0] != 7 || math.Abs(best.Share-0.6) > 1e-6 {
		t.Errorf("best %v share %v, want move 7 with 0.6", best.Moves[0], best.Share)
	}
	res = mustRun(t, smallOptions(), Limits[uint16]{Visits: 2, Lines: 50}, &guided{})
	if first := res.Lines[0].Moves[0]; first != 9 {
		t.Errorf("first visited %d, want 9, the likeliest", first)
	}
	res = mustRun(t, smallOptions(), Limits[uint16]{Visits: 500, Lines: 50}, &guided{})
	for _, l := range res.Lines[2:] {
		if l.Visits != 0 {
			t.Errorf("move %d has %d visits with prior 0", l.Moves[0], l.Visits)
		}
	}
}

func TestPlayout_allocatesNothing(t *testing.T) {
	s := mustNew(t, smallOptions())
	if err := s.workers[0].take(&wide{}); err != nil {
		t.Fatal(err)
	}
	w, top := s.workers[0], &s.tree.nodes[root]
	step := func() { top.visits.Add(1); w.playout(top, &run[uint16]{}) }
	for range 1000 {
		step()
	}
	if n := testing.AllocsPerRun(1000, step); n != 0 {
		t.Errorf("%v allocations per playout, want 0", n)
	}
}

// A limit says how far from the priors to look, for one run.
func TestRun_explore(t *testing.T) {
	o := smallOptions()
	run := func(setting, limit float64) Result[uint16] {
		o.Explore = setting
		r := mustRun(t, o, Limits[uint16]{Visits: 500, Lines: 9, Explore: limit}, &guided{})
		r.Time = 0
		return r
	}
	near := run(0.3, 0)
	if reflect.DeepEqual(near, run(3, 0)) {
		t.Fatal("the setting changes nothing")
	}
	if r := run(3, 0.3); !reflect.DeepEqual(r, near) {
		t.Errorf("got %+v, want what the setting gives: %+v", r, near)
	}
	for _, limit := range []float64{-1, 11, math.NaN()} {
		if _, err := mustNew(t, o).Run(context.Background(), []Game[uint16]{&guided{}}, Limits[uint16]{Visits: 1, Lines: 1, Explore: limit}); !errors.Is(err, ErrOptions) {
			t.Errorf("Explore %v: error %v, want %v", limit, err, ErrOptions)
		}
	}
}

func TestNew_badOptions(t *testing.T) {
	for name, spoil := range map[string]func(*Options){
		"explore zero":       func(o *Options) { o.Explore = 0 },
		"explore not number": func(o *Options) { o.Explore = math.NaN() },
		"urgency":            func(o *Options) { o.Urgency = 1.1 },
		"expand":             func(o *Options) { o.Expand = 0 },
		"rollout":            func(o *Options) { o.Rollout = -1 },
		"mix":                func(o *Options) { o.Mix = math.Inf(1) },
		"workers":            func(o *Options) { o.Workers = 0 },
		"bytes":              func(o *Options) { o.Bytes = 0 },
	} {
		o := smallOptions()
		spoil(&o)
		if _, err := New[uint16](o); !errors.Is(err, ErrOptions) {
			t.Errorf("%s: error %v, want %v", name, err, ErrOptions)
		}
	}
}

func TestRun_badGames(t *testing.T) {
	run := func(o Options, g Game[uint16]) error {
		_, err := mustNew(t, o).Run(context.Background(), []Game[uint16]{g}, Limits[uint16]{Visits: 1, Lines: 1})
		return err
	}
	if err := run(smallOptions(), &nim{players: 17}); !errors.Is(err, ErrOptions) {
		t.Errorf("17 players: error %v, want %v", err, ErrOptions)
	}
	o := smallOptions()
	o.Rollout = 0
	if err := run(o, &wide{}); !errors.Is(err, ErrOptions) {
		t.Errorf("neither rollouts nor values: error %v, want %v", err, ErrOptions)
	}
}

func BenchmarkPlayout(b *testing.B) {
	s := mustNew(b, smallOptions())
	games := []Game[uint16]{&nim{players: 2, heap: 1000}}
	b.ReportAllocs()
	for b.Loop() {
		s.Clear()
		if _, err := s.Run(context.Background(), games, Limits[uint16]{Visits: 1000, Lines: 1}); err != nil {
			b.Fatal(err)
		}
	}
}
