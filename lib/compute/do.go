package compute

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"qikit.dev/qikit/internal/gorollout"
	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
)

// Do does a task, or a lease of one, on one core. When ctx ends it returns the first
// part that is done, without an error. The result is a pure function of kind, seed,
// payload and the number of units done, on every machine. Do calls progress, when it
// is not nil, with the units done now and then. ErrTask, ErrUnsupported.
func Do(ctx context.Context, t Task, progress func(done uint64)) (Result, error) {
	return DoOn(ctx, 1, t, progress)
}

// DoOn is Do on several cores, 1 or more. The result is the same.
func DoOn(ctx context.Context, cores int, t Task, progress func(done uint64)) (Result, error) {
	return effort{cores: cores, share: 1}.do(ctx, t, progress)
}

// effort is how much a machine gives.
type effort struct {
	cores int
	share float64 // of each core's time, over 0 to 1
}

func (e effort) do(ctx context.Context, t Task, progress func(done uint64)) (Result, error) {
	p, err := t.read()
	if err != nil {
		return Result{}, err
	}
	total := new(tally)
	var mu sync.Mutex
	done, err := e.run(ctx, t.Count, progress, func(i func() (uint64, bool)) {
		w := newWorker(p, t.Seed)
		for unit, ok := i(); ok; unit, ok = i() {
			w.unit(p.from + unit)
		}
		mu.Lock()
		defer mu.Unlock()
		total.add(&w.sums)
	})
	return Result{Done: done, Payload: total.text()}, err
}

// run hands out the units 0 to n-1 in order until ctx ends, and returns how many.
// A unit that was handed out is done, so they are always a first part.
func (e effort) run(ctx context.Context, n uint64, progress func(uint64), work func(next func() (unit uint64, ok bool))) (done uint64, err error) {
	var taken, finished atomic.Uint64
	var stopped atomic.Bool
	defer context.AfterFunc(ctx, func() { stopped.Store(true) })()
	cores := int(min(uint64(max(1, e.cores)), n))
	err = pool.Run(context.WithoutCancel(ctx), cores, func(_ context.Context, core int) error {
		pace := pacer{share: e.share}
		busy := false
		work(func() (uint64, bool) {
			if busy {
				if all := finished.Add(1); core == 0 && progress != nil {
					progress(all)
				}
				pace.rest(ctx)
			}
			if stopped.Load() || ctx.Err() != nil {
				return 0, false
			}
			unit := taken.Add(1) - 1
			busy = unit < n
			return unit, busy
		})
		return nil
	})
	return min(taken.Load(), n), err
}

// pacer rests so that a core has time for others.
type pacer struct {
	share float64
	began time.Time
}

// stint is how long a core works between two rests.
const stint = 10 * time.Millisecond

func (p *pacer) rest(ctx context.Context) {
	if p.share >= 1 {
		return
	}
	if p.began.IsZero() {
		p.began = time.Now()
	}
	worked := time.Since(p.began)
	if worked < stint {
		return
	}
	pool.Sleep(ctx, time.Duration(float64(worked)*(1/p.share-1))) // the caller looks whether ctx has ended
	p.began = time.Now()
}

// worker does units of one problem on one core.
type worker struct {
	*problem
	seed   uint64
	sums   tally
	player *gorollout.Player
	stones *goban.Stones
	reader *reader
}

func newWorker(p *problem, seed uint64) *worker {
	w := &worker{problem: p, seed: seed}
	switch p.kind {
	case sgcp.TaskSearch:
		w.reader = newReader(p.board.Stones(), p.nodes)
		return w
	case sgcp.TaskTree:
		return w
	}
	w.player = gorollout.NewPlayer()
	w.stones = goban.NewStones(p.board.Size())
	return w
}

// unit does one unit, counted from the task's first.
func (w *worker) unit(i uint64) {
	switch w.kind {
	case sgcp.TaskPlayout:
		w.playout(i)
	case sgcp.TaskAnalyse:
		w.player.Play(w.board.Stones(), w.last, w.own, rng.Of(w.seed, i))
		end := w.player.Stones()
		for _, at := range w.points {
			if c := end.Owner(at); c < goban.Empty {
				w.sums[at][c]++
			}
		}
	case sgcp.TaskTree:
		w.tree(i)
	case sgcp.TaskSearch:
		at := w.points[i]
		answer, move := w.reader.read(at)
		w.sums[at] = [3]uint64{uint64(answer), uint64(w.reader.nodes), uint64(move)}
	}
}

// playout draws a first move, plays the game out and counts who won.
func (w *worker) playout(i uint64) {
	random := rng.Of(w.seed, i)
	s := w.board.Stones()
	first := goban.NoPoint
	margin := 0
	if w.draw == DrawByPolicy {
		margin = w.player.Play(s, w.last, w.own, random)
		if played := w.player.Played(); len(played) > 0 {
			first = played[0]
		}
	} else {
		w.stones.CopyFrom(s)
		if len(w.points) > 0 {
			first = w.points[random.IntN(len(w.points))]
			w.stones.Play(first)
		} else {
			w.stones.Pass()
		}
		margin = w.player.Play(w.stones, first, w.last, random)
	}
	w.sums[first][0]++
	w.sums[first][1] += halves(2*margin-w.komi, s.Turn())
}

// tree searches the position by a tree of its own. Its memory depends on the task alone,
// since a tree that is full does not grow.
func (w *worker) tree(i uint64) {
	o := engine.DefaultOptions()
	o.Seed = rng.Of(w.seed, i).Uint64()
	o.TableMB = 1 + w.visits*w.board.Size()*w.board.Size()/treeShare
	t, err := engine.NewTree(w.board.Game(), o)
	if err != nil {
		panic(err) // the options are ours
	}
	r, err := t.Search(context.Background(), w.board, engine.TreeLimits{Visits: w.visits})
	if err != nil {
		panic(err)
	}
	for _, m := range r.Moves {
		at := goban.NoPoint
		if m.Move != goban.Pass {
			at = goban.Point(m.Move)
		}
		w.sums[at][0] += uint64(m.Visits)
		w.sums[at][1] += uint64(math.Round(float64(2*m.Visits) * m.WinRate))
	}
}

// treeShare is how many visits, times the points of the board, a megabyte has room for: a
// position is entered at its eighth visit, with 48 octets for each of its moves.
const treeShare = 100_000

// halves returns what a margin, in halves of a point for Black, is worth to a side:
// 2 for a win, 1 for a draw, 0 for a loss.
func halves(margin int, side goban.Color) uint64 {
	if side == goban.White {
		margin = -margin
	}
	switch {
	case margin > 0:
		return 2
	case margin == 0:
		return 1
	}
	return 0
}
