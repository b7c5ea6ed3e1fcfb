package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/goban"
)

// Progress is how far a review is.
type Progress struct {
	// Phase is "moves" while the user's moves are searched, "targets" while the
	// bad ones are searched deeply.
	Phase string `json:"phase"`
	// Done is the part of the work that is done, out of Total: it never goes back. How
	// many moves are bad is guessed until all moves have been searched.
	Done  int `json:"done"`
	Total int `json:"total"`
}

// progressTotal is the whole of the work.
const progressTotal = 1000

// badShare is the part of the moves that is expected to be bad, lastShare what of the
// remaining work is kept back for what the targets prove of other moves.
const (
	badShare  = 0.25
	lastShare = 0.05
)

// errTime is the end of Options.Time.
var errTime = errors.New("review: the time is over")

// Review reviews a game in SGF. A review that ctx ended comes with what was done
// until then and the cause; one that Options.Time ended comes without an error.
// Both say so in Ended. It takes about as many searches as the user has moves,
// and some six for each bad one.
func Review(ctx context.Context, record []byte, o Options) (*Report, error) {
	return review(ctx, record, o, func(Progress) {})
}

func review(ctx context.Context, sgf []byte, o Options, progress func(Progress)) (*Report, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	r, err := readRecord(sgf, &o)
	if err != nil {
		return nil, err
	}
	return r.review(ctx, &o, progress)
}

func (r *record) review(ctx context.Context, o *Options, progress func(Progress)) (*Report, error) {
	list, err := r.positions(o)
	if err != nil {
		return nil, err
	}
	outer := ctx
	if o.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, seconds(o.Time), errTime)
		defer cancel()
	}
	w, err := newWorkers(o, r.start.Size(), len(list), progress)
	if err != nil {
		return nil, err
	}
	if r.known != nil {
		w.known = newProofs(r.known)
	}
	judged, err := w.judged(list)
	if err != nil {
		return nil, err
	}
	if !judged {
		o.withoutNet()
	}
	err = w.run(ctx, list, r)
	r.known = w.known
	net, tier := w.net()
	rep, e := r.report(o, list, net, tier)
	if e != nil {
		return nil, e
	}
	switch {
	case err == nil:
		rep.Complete, rep.Ended = true, "complete"
	case outer.Err() != nil:
		rep.Ended, rep.Repeatable = "cancelled", false
	case ctx.Err() != nil:
		rep.Ended, rep.Repeatable, err = "time", false, nil
	default:
		return nil, err
	}
	rep.explain(r, w.known)
	rep.describe()
	return rep, err
}

// positions are the user's moves; those in the range have a board.
func (r *record) positions(o *Options) ([]*position, error) {
	plies := r.plies()
	first, last := o.within(len(plies))
	if first > last || len(plies) == 0 {
		return nil, fmt.Errorf("%w: %s has %d moves, expected some from %d to %d", ErrNothing, r.user, len(plies), first, max(first, last))
	}
	list := make([]*position, len(plies))
	some := false
	for i, ply := range plies {
		b := r.at(ply)
		list[i] = &position{number: i + 1, ply: ply, played: r.moves[ply], doubted: i+1 == r.doubted}
		empty := b.Stones().Count(goban.Black)+b.Stones().Count(goban.White) == 0
		if i+1 >= first && i+1 <= last && (o.FirstMove || !empty) {
			list[i].board, some = b, true
		}
	}
	if !some {
		return nil, fmt.Errorf("%w: the only move in the range is the first on the empty board", ErrNothing)
	}
	for _, n := range o.Demonstrate {
		if n < 1 || n > len(list) || list[n-1].board == nil {
			return nil, fmt.Errorf("%w: demonstrate has %d, expected numbers of moves that are analysed, %d to %d here", ErrOptions, n, first, last)
		}
	}
	return list, nil
}

// workers search positions at the same time, one tree each.
type workers struct {
	options   *Options
	searchers chan *searcher
	known     *proofs // of all positions; changes only while nobody searches
	mu        sync.Mutex
	progress  func(Progress)
	now       Progress
	done      float64 // of the work
	portion   float64 // of the work that a position of the batch is
}

func newWorkers(o *Options, size, positions int, progress func(Progress)) (*workers, error) {
	w := &workers{options: o, searchers: make(chan *searcher, o.Workers), known: newProofs(nil), progress: progress}
	for range min(o.Workers, positions) {
		s, err := newSearcher(o, size)
		if err != nil {
			return nil, err
		}
		w.searchers <- s
	}
	return w, nil
}

// judged says whether a network judges the positions.
func (w *workers) judged(list []*position) (bool, error) {
	first := list[slices.IndexFunc(list, func(p *position) bool { return p.board != nil })]
	s := <-w.searchers
	defer func() { w.searchers <- s }()
	_, err := s.tree.Search(context.Background(), first.board.Clone(), engine.TreeLimits{Visits: 1})
	return s.tree.Net() != "", err
}

// net is the network that judged, and the kernels that it ran on, "" for none.
func (w *workers) net() (id, tier string) {
	for range len(w.searchers) {
		s := <-w.searchers
		w.searchers <- s
		if id := s.tree.Net(); id != "" {
			return id, s.tree.Tier()
		}
	}
	return "", ""
}

// begin is called before a batch of so many positions, which is that part of the work
// that is left.
func (w *workers) begin(phase string, positions int, part float64) {
	w.now.Phase = phase
	w.portion = part * (1 - w.done) / float64(max(positions, 1))
	w.progress(w.now)
}

func (w *workers) step() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done += w.portion
	w.now.Done = int(w.done * progressTotal)
	w.progress(w.now)
}

// shallow is the part of the work that the recommendation searches are expected to be.
func (o *Options) shallow() float64 {
	bad := badShare * float64(o.Visits+o.TargetVisits+o.Plies*o.DemonstrateVisits)
	return float64(o.Visits) / (float64(o.Visits) + bad)
}

// run does both parts. The positions say what was done when it ends early.
func (w *workers) run(ctx context.Context, list []*position, r *record) error {
	var todo []*position
	for _, p := range list {
		if p.board != nil {
			todo = append(todo, p)
		}
	}
	w.now.Total = progressTotal
	w.begin("moves", len(todo), w.options.shallow())
	err := w.each(ctx, todo, func(ctx context.Context, p *position, s *searcher) error {
		return p.analyse(ctx, s, r.moves)
	})
	// What is proven of one move may change what is to be said of others.
	for {
		settle(w.options, todo, r.end, w.known)
		bad := slices.DeleteFunc(slices.Clone(todo), func(p *position) bool { return !p.due(w.options) })
		if err != nil {
			return err
		}
		if len(bad) == 0 {
			w.now.Done = progressTotal
			w.progress(w.now)
			return nil
		}
		w.begin("targets", len(bad), 1-lastShare)
		err = w.each(ctx, bad, func(ctx context.Context, p *position, s *searcher) error { return p.pursue(ctx, s) })
	}
}

// each gives the positions to the workers, and takes over what they prove.
func (w *workers) each(ctx context.Context, list []*position, f func(context.Context, *position, *searcher) error) error {
	err := pool.Each(ctx, cap(w.searchers), len(list), func(ctx context.Context, i int) error {
		s := <-w.searchers
		defer func() { w.searchers <- s }()
		s.begin(w.known)
		list[i].proofs = s.known
		err := f(ctx, list[i], s)
		if err == nil {
			w.step()
		}
		return err
	})
	for _, p := range list {
		if p.proofs != nil { // nil where the review ended before
			w.known.add(p.proofs)
			p.proofs = nil
		}
	}
	return err
}

// demonstrates says whether a bad move's demonstration is wanted.
func (o *Options) demonstrates(number int) bool {
	return o.Demonstrate == nil || slices.Contains(o.Demonstrate, number)
}
