package alphabeta

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// split is a node whose moves several workers try at a time, once the first moves have
// not refuted it (young brothers wait: R. Feldmann et al., "A fully distributed chess
// program", 1991). The owner is the worker that came to the node; it does not leave the
// node before all helpers have.
type split[M Code] struct {
	owner *worker[M]
	above *split[M] // what the owner was at work at: when that is decided, so is this
	node  node
	depth int // of the iteration
	nulls int // the owner's nullFrom
	skip  uint16
	line  []step[M] // the way here: one for each ply above, and the node's own

	_       padding
	decided atomic.Bool // no more moves are needed; nodes below read it
	_       padding

	helpers     atomic.Int32
	mu          sync.Mutex // guards what follows, and the moves in the owner's frame
	left        int        // moves not handed out
	first       M          // tried already
	alpha, best int
	move        M
	count       int
	quiets      int
	pv          []M
}

// padding keeps fields that are read all the time on other cache lines than fields
// that change.
type padding [64]byte

// step is what the search below a node needs to know of a node above.
type step[M Code] struct {
	played  M // 0 passed
	class   int
	static  int
	check   bool
	killers [2]M
}

// crew is where workers find each other's work.
type crew[M Code] struct {
	_    padding
	idle atomic.Int32 // workers waiting for work
	_    padding
	open atomic.Int32 // splits with moves to hand out
	_    padding
	// decisions counts splits that were decided: while it stays, nobody's work has become
	// needless, and a node need not look at all the splits above it.
	decisions atomic.Int64
	_         padding
	growth    atomic.Pointer[growth] // of the table, between iterations
	_         padding

	mu     sync.Mutex // guards what follows; a split's may be taken while it is held
	bell   *sync.Cond // rung when there is something new for those who sleep
	asleep int
	splits []*split[M]
}

// A node is shared from splitDepth plies on, after so many moves: where a refutation is
// expected, the second move may still be the refutation.
const (
	splitDepth    = 2
	splitAfter    = 1
	splitAfterCut = 2
)

// spins is how often a worker looks for work before it sleeps, some hundred
// microseconds; it lets others run every spinsRun of them.
const (
	spins    = 20000
	spinsRun = 64
)

// open is what others need to know to help at a node one of whose moves is being searched: how far its moves have been
// tried, that one counted. The frame has the moves that are left.
type open[M Code] struct {
	ready       bool
	split       *split[M] // that was made of it meanwhile
	node        node
	alpha, best int
	move, first M
	count       int
	quiets      int
	nulls       int
}

// at sets it before the node's next move is searched. Where a refutation is expected, that move may be it, and others are not
// to come: Surakarta took 5 % longer with their help.
func (o *open[M]) at(w *worker[M], t *trial[M], first M, quiet bool) {
	if o.ready = !t.cut && t.divisible(); !o.ready {
		return
	}
	o.node, o.alpha, o.best, o.move, o.first = *t.node, t.alpha, t.best, t.move, first
	o.count, o.quiets, o.nulls = t.count+1, t.quiets, w.nullFrom
	if quiet {
		o.quiets++
	}
}

func (o *open[M]) trial() trial[M] {
	return trial[M]{node: &o.node, alpha: o.alpha, best: o.best, move: o.move, count: o.count, quiets: o.quiets}
}

// divisible says whether enough moves have been tried for others to try the rest.
func (t *trial[M]) divisible() bool {
	needed := splitAfter
	if t.cut {
		needed = splitAfterCut
	}
	return t.best != -infinity && t.count >= needed
}

// mayShare says whether somebody waits for the moves of this node, and has none of the worker's at hand. When there are
// moves left nearer to the root, they are what is offered: there is most work in them.
func (w *worker[M]) mayShare(t *trial[M]) bool {
	if !threads || w.s.crew.idle.Load() == 0 || w.at.offered(w) {
		return false
	}
	from := 0
	if w.at != nil {
		from = w.at.node.ply + 1
	}
	for ply := from; ply < t.ply; ply++ {
		if f := &w.stack[ply]; f.open.ready && f.left > 0 {
			o := &f.open
			above := o.trial()
			if above.crowded() {
				continue
			}
			o.split = w.publish(&above, o.first, o.nulls)
			return false
		}
	}
	return t.depth >= splitDepth && t.divisible()
}

// publish makes a split of a node that the worker is at or below.
func (w *worker[M]) publish(t *trial[M], first M, nulls int) *split[M] {
	sp := w.spare()
	f := &w.stack[t.ply]
	sp.owner, sp.above, sp.node, sp.depth, sp.nulls, sp.skip = w, w.at, *t.node, w.depth, nulls, f.skip
	sp.line = sp.line[:0]
	for i := range t.ply + 1 {
		g := &w.stack[i]
		sp.line = append(sp.line, step[M]{played: g.played, class: g.class, static: g.static, check: g.check, killers: g.killers})
	}
	sp.decided.Store(false)
	sp.left, sp.first = f.left, first
	sp.alpha, sp.best, sp.move, sp.count, sp.quiets = t.alpha, t.best, t.move, t.count, t.quiets
	sp.pv = append(sp.pv[:0], f.pv[:f.length]...)
	w.at = sp
	w.s.crew.publish(sp)
	return sp
}

// share tries the node's other moves together with whoever is free, and brings
// what was found into t.
func (w *worker[M]) share(t *trial[M], first M) {
	w.finish(w.publish(t, first, w.nullFrom), t)
}

// rejoin ends a node one of whose moves the worker has searched. When others have come to it meanwhile, it goes on
// together with them, and says that the node needs no more.
func (w *worker[M]) rejoin(t *trial[M], m M, enough bool) bool {
	f := &w.stack[t.ply]
	sp := f.open.split
	f.open.ready, f.open.split = false, nil
	if sp == nil {
		return false
	}
	if !w.stopped {
		sp.learn(t, m, f.pv[:f.length], enough)
	}
	w.finish(sp, t)
	return true
}

// finish tries what is left of a split of the worker's own, together with whoever is there, and brings what was found into t.
func (w *worker[M]) finish(sp *split[M], t *trial[M]) {
	f := &w.stack[t.ply]
	if !w.stopped {
		w.work(sp)
	}
	w.s.crew.withdraw(sp)
	w.await(sp)
	w.leave(sp.above)

	t.alpha, t.best, t.move, t.count, t.quiets = sp.alpha, sp.best, sp.move, sp.count, sp.quiets
	f.length = copy(f.pv[:], sp.pv)
	w.used--
}

// spare is a split of the worker's own that is not in use.
func (w *worker[M]) spare() *split[M] {
	if w.used == len(w.splits) {
		w.splits = append(w.splits, new(split[M]))
	}
	w.used++
	return w.splits[w.used-1]
}

// leave sends the worker back to the split that it was at before.
func (w *worker[M]) leave(back *split[M]) {
	w.at = back
	w.stopped = w.s.stop.Load() || back.dead()
}

// dead says whether the result of this split, or of one above it, is not needed any
// more.
func (sp *split[M]) dead() bool {
	for ; sp != nil; sp = sp.above {
		if sp.decided.Load() {
			return true
		}
	}
	return false
}

// overtaken says whether what the worker is at is not needed any more.
func (w *worker[M]) overtaken() bool {
	n := w.s.crew.decisions.Load()
	if n == w.seen {
		return false
	}
	w.seen = n
	return w.at.dead()
}

// under says whether the node lies below another one.
func (sp *split[M]) under(other *split[M]) bool {
	for ; sp != nil; sp = sp.above {
		if sp == other {
			return true
		}
	}
	return false
}

// work tries moves of a split, at whose node the worker's game stands.
func (w *worker[M]) work(sp *split[M]) {
	n := sp.node
	t := trial[M]{node: &n}
	f := &w.stack[n.ply]
	for !sp.decided.Load() {
		sp.mu.Lock()
		o, ok := sp.take(w)
		if !ok {
			sp.mu.Unlock()
			return
		}
		t.alpha, t.best, t.count, t.quiets = sp.alpha, sp.best, sp.count, sp.quiets
		sp.count++
		if o.Gain == 0 {
			sp.quiets++
		}
		sp.mu.Unlock()
		was := t.best
		var enough bool
		if n.ply == 0 {
			enough = w.tryRoot(&t, o.move)
		} else {
			enough = w.try(&t, o)
		}
		if w.stopped {
			return
		}
		if t.best > was {
			sp.learn(&t, o.move, f.pv[:f.length], enough)
		}
	}
}

// learn brings what a worker has found by searching a move into the split.
func (sp *split[M]) learn(t *trial[M], m M, line []M, enough bool) {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	if t.best <= sp.best {
		return
	}
	sp.best = t.best
	if t.best > sp.alpha {
		sp.alpha, sp.move = t.best, m
		if t.exact {
			sp.pv = append(sp.pv[:0], line...)
		}
	}
	if enough {
		sp.decided.Store(true)
		sp.owner.s.crew.decisions.Add(1)
	}
}

// take hands out a move to a worker whose game stands at the node. The caller holds the lock.
func (sp *split[M]) take(w *worker[M]) (o option[M], ok bool) {
	for sp.left > 0 {
		sp.left--
		if sp.left == 0 {
			sp.owner.s.crew.open.Add(-1)
		}
		if sp.node.ply == 0 {
			root := sp.owner.root
			return option[M]{move: root[len(root)-sp.left-1].move}, true
		}
		o = w.next(&sp.owner.stack[sp.node.ply])
		if o.move == sp.first || sp.skip != 0 && uint16(o.move) == sp.skip {
			continue
		}
		return o, true
	}
	return o, false
}

// reset removes what a run that panicked has left.
func (c *crew[M]) reset() {
	c.idle.Store(0)
	c.open.Store(0)
	c.splits, c.asleep = c.splits[:0], 0
}

func (c *crew[M]) publish(sp *split[M]) {
	c.mu.Lock()
	c.splits = append(c.splits, sp)
	c.open.Add(1)
	if c.asleep > 0 {
		c.bell.Broadcast()
	}
	c.mu.Unlock()
}

// withdraw stops handing out moves of a split.
func (c *crew[M]) withdraw(sp *split[M]) {
	c.mu.Lock()
	c.splits = slices.DeleteFunc(c.splits, func(other *split[M]) bool { return other == sp })
	c.mu.Unlock()
	sp.mu.Lock()
	if sp.left > 0 {
		sp.left = 0
		c.open.Add(-1)
	}
	sp.mu.Unlock()
}

// find joins the split with the deepest search left, below one or, for nil,
// anywhere; nil when there is none.
func (c *crew[M]) find(below *split[M]) (best *split[M]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if best = c.best(below); best != nil {
		best.helpers.Add(1)
	}
	return best
}

// best is the split that find joins. The caller holds the lock.
func (c *crew[M]) best(below *split[M]) (best *split[M]) {
	for _, sp := range c.splits {
		if (best == nil || sp.node.depth > best.node.depth) && (below == nil || sp.under(below)) && sp.hasMoves() {
			best = sp
		}
	}
	return best
}

// offered says whether the split is one of the worker's own that nobody has come to yet: it is above what the worker is
// at, and better than another one.
func (sp *split[M]) offered(w *worker[M]) bool {
	return sp != nil && sp.owner == w && sp.helpers.Load() == 0 && sp.hasMoves()
}

func (sp *split[M]) hasMoves() bool {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	return sp.left > 0 && !sp.decided.Load()
}

// wake rings the bell if somebody sleeps.
func (c *crew[M]) wake() {
	c.mu.Lock()
	if c.asleep > 0 {
		c.bell.Broadcast()
	}
	c.mu.Unlock()
}

// await waits until the split's helpers have left, and helps them meanwhile.
func (w *worker[M]) await(sp *split[M]) {
	w.assist(sp, func() bool { return sp.helpers.Load() == 0 })
}

// assist helps at splits below one, or at any, until there is nothing left to wait for.
func (w *worker[M]) assist(below *split[M], over func() bool) {
	c := &w.s.crew
	if over() {
		return
	}
	c.idle.Add(1)
	defer c.idle.Add(-1)
	for n := 0; !over(); n++ {
		if c.open.Load() > 0 {
			if sp := c.find(below); sp != nil {
				c.idle.Add(-1)
				w.help(sp, below)
				c.idle.Add(1)
				n = 0
				continue
			}
		}
		if g := c.growth.Load(); g != nil {
			g.help()
		}
		if n < spins {
			if n%spinsRun == spinsRun-1 {
				runtime.Gosched()
			}
			continue
		}
		c.mu.Lock()
		if !over() && c.best(below) == nil {
			c.asleep++
			c.bell.Wait()
			c.asleep--
		}
		c.mu.Unlock()
		n = 0
	}
}

// help goes to a split's node, works there, and comes back.
func (w *worker[M]) help(sp, from *split[M]) {
	start := 0
	if from != nil {
		start = from.node.ply
	}
	played, back, whole := 0, w.at, false
	defer func() {
		if !whole { // a panic: everybody is to come to an end
			w.s.stop.Store(true)
		}
		if sp.helpers.Add(-1) == 0 {
			w.s.crew.wake()
		}
	}()
	w.at, w.stopped, w.seen = sp, false, -1
	depth, nulls := w.depth, w.nullFrom
	w.depth, w.nullFrom = sp.depth, sp.nulls
	for i, s := range sp.line {
		f := &w.stack[i]
		f.class, f.static, f.check, f.killers, f.played = s.class, s.static, s.check, s.killers, s.played
		if i < start || i == len(sp.line)-1 {
			continue
		}
		if s.played == 0 {
			w.game.Null()
		} else {
			w.game.Play(s.played)
		}
		played++
	}
	f := &w.stack[sp.node.ply]
	f.tried, f.taken, f.length = f.tried[:0], f.taken[:0], 0
	w.stack[sp.node.ply+1].killers = [2]M{}
	w.work(sp)
	for range played {
		w.game.Undo()
	}
	w.depth, w.nullFrom = depth, nulls
	w.leave(back)
	whole = true
}
