package mcts

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/internal/rng"
)

// NoLimit is the value of a limit that is not set.
const NoLimit = 0

// Limits ends a search at the first limit reached, or with a proof of the root.
type Limits[M ~uint16 | ~uint32] struct {
	Visits int           // playouts from the root, those kept from earlier searches included; NoLimit
	Time   time.Duration // NoLimit
	Lines  int           // best moves wanted, 1 or more
	// Width, 0 to 1, widens the search at the root: 0 is plain PUCT, 1 gives all
	// moves nearly the same visits; 0.04 suits analysis.
	Width float64
	// Explore, up to 10, is the weight of the prior term in place of Options.Explore; 0
	// for that.
	Explore float64
	// Only lists the moves of the root that are searched, each at least once, and
	// reported; nil for all. Moves that are not legal are ignored.
	Only []M
	// EarlyStop, 0 to 1, ends the search when the best move's share leads every
	// other's by so much, each with EarlyStopVisits or proven; 0 is none.
	EarlyStop       float64
	EarlyStopVisits int
	// Known are moves of the root whose outcome is certain beforehand.
	Known []Known[M]
	// Progress is called on a searching goroutine each time the playouts have
	// doubled, from 64 on; nil for none.
	Progress func(Result[M])
}

// Known is a move whose outcome is certain.
type Known[M ~uint16 | ~uint32] struct {
	Move   M
	Winner int
	Plies  int // from after the move to the end at most; Far when unknown
}

// Search is a tree and the workers that grow it. One search runs at a time.
type Search[M ~uint16 | ~uint32] struct {
	options Options
	tree    *tree[M]
	workers []*worker[M]
	stopped atomic.Bool
	only    []M // of the latest run; nil for all
}

// New makes a search.
func New[M ~uint16 | ~uint32](o Options) (*Search[M], error) {
	if err := options.Check(&o); err != nil {
		return nil, options.Wrap(ErrOptions, err)
	}
	s := &Search[M]{options: o, tree: newTree[M](o.Bytes, o.Rave > 0)}
	for i := range o.Workers {
		s.workers = append(s.workers, &worker[M]{search: s, tree: s.tree, options: &s.options, index: uint64(i)})
	}
	s.tree.reset()
	return s, nil
}

// Workers is the number of games that Run asks for.
func (s *Search[M]) Workers() int { return len(s.workers) }

// Clear forgets the tree.
func (s *Search[M]) Clear() { s.tree.reset() }

// Run plays out from the position that every game stands at, one game a worker,
// until a limit, a proof of the root or the end of ctx, whose cause it then
// returns together with what was found so far. The games are left as they were.
// The tree of an earlier Run is used on: call Clear when the position is another
// one.
func (s *Search[M]) Run(ctx context.Context, games []Game[M], l Limits[M]) (Result[M], error) {
	if !(l.Explore >= 0 && l.Explore <= 10) {
		return Result[M]{}, fmt.Errorf("%w: Explore %v, expected 0 to 10", ErrOptions, l.Explore)
	}
	for i, w := range s.workers {
		if err := w.take(games[i]); err != nil {
			return Result[M]{}, err
		}
		w.explore = cmp.Or(l.Explore, w.options.Explore)
	}
	if !(l.Width >= 0 && l.Width <= 1 && l.EarlyStop >= 0 && l.EarlyStop <= 1) {
		return Result[M]{}, fmt.Errorf("%w: Width %v and EarlyStop %v, expected 0 to 1", ErrOptions, l.Width, l.EarlyStop)
	}
	s.stopped.Store(false)
	s.only = l.Only
	run := &run[M]{ctx: ctx, visits: math.MaxUint32, began: time.Now(), lines: l.Lines, progress: l.Progress,
		width: l.Width, earlyStop: l.EarlyStop, earlyStopVisits: max(l.EarlyStopVisits, 1)}
	if l.Visits != NoLimit {
		run.visits = uint32(min(l.Visits, math.MaxUint32))
	}
	if l.Time != NoLimit {
		run.deadline = run.began.Add(l.Time)
	}
	s.open(run, l.Known)
	var err error
	if len(s.workers) == 1 {
		s.workers[0].run(run)
	} else {
		err = pool.Run(ctx, len(s.workers), func(_ context.Context, i int) error {
			// A worker that panics stops the others by leaving stopped set.
			defer s.stopped.Store(true)
			s.workers[i].run(run)
			return nil
		})
	}
	if err != nil { // a panic: the tree and the games cannot be trusted
		s.Clear()
		return Result[M]{}, err
	}
	res := s.result(l.Lines)
	res.Time, res.Stop = time.Since(run.began), run.why(&s.tree.nodes[root])
	return res, context.Cause(ctx)
}

// run is what the workers of one search share.
type run[M ~uint16 | ~uint32] struct {
	ctx      context.Context
	visits   uint32
	began    time.Time
	deadline time.Time // zero for none
	lines    int
	progress func(Result[M])

	width           float64
	wide            bool // the root is not searched plainly
	earlyStop       float64
	earlyStopVisits int
	allowed         []bool      // by the root's children; nil for all
	mass            float64     // of the priors of these
	count           int         // how many these are
	stoodOut        atomic.Bool // the early stop was reached
	settled         atomic.Bool // every move allowed is proven
}

// why says what ended the search.
func (r *run[M]) why(top *node[M]) Stop {
	switch {
	case top.proof.Load() != 0 || r.settled.Load():
		return Proven
	case r.stoodOut.Load():
		return EarlyStop
	case top.visits.Load() >= r.visits:
		return Visits
	case r.ctx.Err() != nil:
		return Cancelled
	}
	return TimeUp
}

// over says whether the search must end now.
func (r *run[M]) over() bool {
	pool.Pause()
	return r.ctx.Err() != nil || !r.deadline.IsZero() && !time.Now().Before(r.deadline)
}

// worker walks its game up and down the shared tree. Its buffers grow to the
// longest line and are kept, so that a playout allocates nothing.
type worker[M ~uint16 | ~uint32] struct {
	search  *Search[M]
	tree    *tree[M]
	options *Options
	game    Game[M]
	valuer  Valuer    // nil when the game is none
	guide   Guide[M]  // nil when the game is none
	roller  Roller    // nil when the game is none
	prover  Prover    // nil when the game is none
	claimer Claimer   // nil when the game is none
	mixer   Mixer     // nil when the game is none
	raver   *raver[M] // nil without Options.Rave
	explore float64   // of this run
	players int
	random  rng.Source
	index   uint64

	path    []*node[M] // from the root down
	movers  []int      // movers[i] chose path[i]; movers[0] is nobody
	moves   []M
	opinion opinion // of its moves
	shares  Shares
	rolled  bool // the game of this playout was played out
}

// take gives the worker a game.
func (w *worker[M]) take(g Game[M]) error {
	w.game, w.players = g, g.Players()
	if w.players < 2 || w.players > MaxPlayers {
		return fmt.Errorf("%w: %d players, expected 2 to %d", ErrOptions, w.players, MaxPlayers)
	}
	w.valuer, _ = g.(Valuer)
	w.guide, _ = g.(Guide[M])
	w.roller, _ = g.(Roller)
	w.prover, _ = g.(Prover)
	w.claimer, _ = g.(Claimer)
	w.mixer, _ = g.(Mixer)
	if w.options.Rave > 0 {
		var err error
		if w.raver, err = newRaver(g, w.raver); err != nil {
			return err
		}
	}
	if w.valuer == nil && w.roller == nil && w.options.Rollout == 0 {
		return fmt.Errorf("%w: Rollout 0, expected 1 or more for a game without static values", ErrOptions)
	}
	return nil
}

func (w *worker[M]) run(r *run[M]) {
	top := &w.tree.nodes[root]
	report := uint32(64)
	for report <= top.visits.Load() {
		report *= 2
	}
	for !w.search.stopped.Load() && !r.over() && top.proof.Load() == 0 {
		// The visit is claimed first, so that several workers together make
		// exactly so many.
		n := top.visits.Add(1)
		if n > r.visits {
			top.visits.Add(^uint32(0))
			break
		}
		if !w.playout(top, r) {
			top.visits.Add(^uint32(0))
			r.settled.Store(true)
			break
		}
		if r.earlyStop > 0 && w.index == 0 && n%earlyStopEvery == 0 && w.search.standsOut(r) {
			r.stoodOut.Store(true)
			break
		}
		if r.progress != nil && w.index == 0 && n >= report {
			res := w.search.result(r.lines)
			res.Time = time.Since(r.began)
			r.progress(res)
			report = 2 * n
		}
	}
	w.search.stopped.Store(true)
}

// playout is one walk from the root to a leaf and back. It says whether there
// was a way to go: not when all moves allowed are proven.
func (w *worker[M]) playout(top *node[M], r *run[M]) bool {
	w.rolled = false
	w.path = append(w.path[:0], top)
	w.movers = append(w.movers[:0], Draw)
	n := top
	for {
		if winner, _, ok := proven(n.proof.Load()); ok {
			settled(winner, w.players, &w.shares)
			break
		}
		children := w.tree.children(n)
		if children == nil {
			if w.evaluate(n) {
				w.prove()
			}
			break
		}
		mover := w.game.Turn()
		switch {
		case n == top && r.wide:
			if n = w.chooseWidely(children, n.visits.Load(), mover, r); n == nil {
				return false
			}
		case w.raver != nil:
			n = w.chooseByRave(n, children)
		default:
			n = w.chooseByPrior(children, n.visits.Load(), mover)
		}
		visits := n.visits.Add(1)
		w.path = append(w.path, n)
		w.movers = append(w.movers, mover)
		w.game.Play(n.move)
		if w.prover != nil && visits&(visits-1) == 0 && n.proof.Load() == 0 {
			if winner, plies, ok := w.prover.Prove(int(visits)); ok {
				n.proof.Store(newProof(winner, plies))
				w.prove()
			}
		}
	}
	if w.raver != nil {
		w.shareTrace()
	}
	for i := len(w.path) - 1; i > 0; i-- {
		w.path[i].value.Add(uint64(w.shares[w.movers[i]] * shareUnit))
		w.game.Undo()
	}
	return true
}

// chooseByPrior is PUCT over the children of a position at which mover moves. Moves
// proven not to win are left out while others remain. Children are sorted by
// prior and the unvisited ones share one value, so only the first of these
// can be the best of them.
func (w *worker[M]) chooseByPrior(children []node[M], visits uint32, mover int) *node[M] {
	explore := w.explore * math.Sqrt(float64(visits))
	var (
		best      *node[M]
		bestScore = math.Inf(-1)
		sum       float64 // of the visited children's shares
		total     float64 // their visits
		mass      float64 // their priors
		fresh     *node[M]
		refuge    *node[M] // the best of the proven moves
	)
	for i := range children {
		c := &children[i]
		n := c.visits.Load()
		if n == 0 {
			fresh = c
			break
		}
		total += float64(n)
		mass += float64(c.prior)
		q := c.mean()
		if winner, _, ok := proven(c.proof.Load()); ok {
			if refuge == nil || winner == Draw {
				refuge = c
			}
			if winner != Draw {
				continue // a win would have proven the parent; this loses
			}
			q = 0.5
		}
		sum += q * float64(n)
		if score := q + explore*float64(c.prior)/float64(1+n); score > bestScore {
			best, bestScore = c, score
		}
	}
	if fresh != nil {
		q := 0.5
		if total > 0 {
			q = sum/total - w.options.Urgency*math.Sqrt(mass)
		}
		if q+explore*float64(fresh.prior) > bestScore {
			best = fresh
		}
	}
	if best == nil {
		return refuge
	}
	return best
}

// evaluate fills the shares at a leaf, gives it children when it has been
// visited often enough, and says whether it turned out to be an end.
func (w *worker[M]) evaluate(n *node[M]) (ended bool) {
	w.moves = w.game.Moves(w.moves[:0])
	if winner, over := w.game.Outcome(len(w.moves)); over {
		settled(winner, w.players, &w.shares)
		if w.claimer != nil && w.claimer.Claimed() {
			return false
		}
		n.proof.Store(newProof(winner, 0))
		return true
	}
	if n.visits.Load() >= uint32(w.options.Expand) || len(w.path) == 1 {
		w.tree.grow(n, w.moves, w.weighted())
	}
	mix := w.options.Mix
	if w.mixer != nil {
		mix = w.mixer.Mix()
	}
	if w.valuer == nil || mix >= 1 {
		w.rollout()
		return false
	}
	if mix == 0 {
		w.valuer.Value(&w.shares)
		return false
	}
	w.rollout()
	rolled := w.shares
	w.valuer.Value(&w.shares)
	for p := range w.players {
		w.shares[p] += mix * (rolled[p] - w.shares[p])
	}
	return false
}

// opinion is what is known of moves beforehand: priors, which sum to 1, and by the
// Appraiser games won and tried.
type opinion struct{ priors, won, tried []float32 }

// weighted fills the opinion of the worker's moves.
func (w *worker[M]) weighted() opinion {
	priors := w.opinion.priors[:0]
	for range w.moves {
		priors = append(priors, 1)
	}
	w.opinion.priors = priors
	switch {
	case w.raver != nil:
		w.appraise()
	case w.guide != nil:
		w.guide.Priors(w.moves, priors)
	}
	var sum float32
	for _, p := range priors {
		sum += p
	}
	for i := range priors {
		if sum > 0 {
			priors[i] /= sum
		} else {
			priors[i] = 1 / float32(len(priors))
		}
	}
	return w.opinion
}

// rollout lets the game play itself out, or plays random moves to the end. At the
// greatest length the static value counts, or a draw when there is none.
func (w *worker[M]) rollout() {
	if w.roller != nil {
		w.roller.Rollout(&w.random, &w.shares)
		w.rolled = true
		return
	}
	plies := 0
	defer func() {
		for range plies {
			w.game.Undo()
		}
	}()
	for plies < w.options.Rollout {
		w.moves = w.game.Moves(w.moves[:0])
		if winner, over := w.game.Outcome(len(w.moves)); over {
			settled(winner, w.players, &w.shares)
			return
		}
		w.game.Play(w.moves[w.random.IntN(len(w.moves))])
		plies++
	}
	if w.valuer != nil {
		w.valuer.Value(&w.shares)
		return
	}
	settled(Draw, w.players, &w.shares)
}

// prove carries the proof of the path's last node up the path as far as it holds.
func (w *worker[M]) prove() {
	for i := len(w.path) - 1; i > 0; i-- {
		if !w.tree.settle(w.path[i-1], w.movers[i]) {
			return
		}
	}
}
