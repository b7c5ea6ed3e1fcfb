package platform

import (
	"context"
	"sync"
	"time"
)

// selfLearning analyses positions that recur in the memory bank, with more playouts
// than a move gets, and stores the results back. So the next meeting is answered
// better, and in a quarter of the time. It has a search of its own and is for one
// goroutine.
type selfLearning struct {
	bank   *MemoryBank
	mc     *monteCarlo
	editor *ParameterEditor
	// Of the positions to analyse, the least number of meetings; and the playouts, as a
	// multiple of those of a move by the editor's parameters. All Clients share the bank,
	// so no Client can set these; see Options.
	meetings int
	depth    float64
}

// learnLeast is the least number of playouts for a position.
const learnLeast = 2000

// Step analyses one position: of those that recur and are not known well enough, the
// one that was met most; false when there is none. When ctx interrupts it, what was
// found is kept, and the error is the cause.
func (l *selfLearning) Step(ctx context.Context) (learnt bool, err error) {
	v := l.editor.effective()
	want := func(size int) (budget, int) {
		b := l.editor.constants.Budget(v, size, 0)
		most := int(l.depth * float64(max(b.Expected, learnLeast)))
		return budget{Time: time.Duration(l.depth * float64(b.Time)), Playouts: most, Expected: most}, most
	}
	_, least := want(0)
	list, err := l.bank.recurring(l.meetings, least, 1)
	if err != nil || len(list) == 0 {
		return false, err
	}
	m := list[0]
	p := &position{Board: m.Board, Moves: sensible(m.Board), Values: v}
	p.Budget, _ = want(m.Board.Size())
	p.Budget.Playouts = max(p.Budget.Playouts-m.Learnt, 1)
	found, took, err := l.mc.Search(ctx, p)
	played := int(found.Visits())
	l.editor.constants.Measured(m.Board.Size(), played, took)
	if err == nil {
		// All count as played, even when the time was too short: there is no second try.
		played = max(played, least-m.Learnt)
	}
	if kept := l.bank.save(m.Board, found, 0, played); err == nil {
		err = kept
	}
	return true, err
}

// learn runs self-learning while no game needs the processor.
func (p *Platform) learn(life context.Context) error {
	mc := newMonteCarlo(1, p.options.TableMB, p.options.Seed)
	defer mc.Close()
	l := &selfLearning{p.memory, mc, NewParameterEditor(nil), p.options.Meetings, p.options.Depth}
	for life.Err() == nil {
		ctx, cancel := context.WithCancel(life)
		idle, changed := p.duty.watch(cancel)
		learnt := false
		if idle {
			var err error
			if learnt, err = l.Step(ctx); err != nil && ctx.Err() == nil {
				p.options.Log.Error("self-learning", "error", err)
				learnt = false
			}
		}
		cancel()
		if learnt {
			p.figures.learnt.Add(1)
			continue
		}
		select {
		case <-changed:
		case <-life.Done():
		}
	}
	return nil
}

// duty counts the choices under way. Self-learning runs only while there is none.
type duty struct {
	mu        sync.Mutex
	busy      int
	interrupt context.CancelFunc // nil: nobody to interrupt
	changed   chan struct{}      // closed when something happened
}

// begin interrupts self-learning; end lets it go on.
func (d *duty) begin() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.busy++
	if d.interrupt != nil {
		d.interrupt()
		d.interrupt = nil
	}
}

func (d *duty) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.busy--
	if d.changed != nil {
		close(d.changed)
		d.changed = nil
	}
}

// watch says whether no choice is under way. If so, the next begin calls interrupt.
// The next end closes changed.
func (d *duty) watch(interrupt context.CancelFunc) (idle bool, changed <-chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.changed == nil {
		d.changed = make(chan struct{})
	}
	if d.busy > 0 {
		return false, d.changed
	}
	d.interrupt = interrupt
	return true, d.changed
}
