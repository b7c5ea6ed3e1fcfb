package gateway

import "database/sql/driver"

// batch is what the next commit stores, and who waits for it. Two of them take
// turns, so that moves make no garbage.
type batch struct {
	number  uint64
	ops     []op
	values  []driver.NamedValue // of all ops, one after the other
	waiting []*conn
}

// op is one change of the store: one of its statements, and where its arguments
// end.
type op struct {
	statement int
	end       int
}

// reset makes a batch empty again; what it pointed to is let go.
func (b *batch) reset(number uint64) {
	clear(b.values)
	clear(b.waiting)
	b.number, b.ops, b.values, b.waiting = number, b.ops[:0], b.values[:0], b.waiting[:0]
}

// keep adds a change to the next commit. Nothing without a store.
func (g *Gateway) keep(statement int, args ...any) {
	if g.store == nil || g.abandoned {
		return
	}
	b := g.batch
	for i, v := range args {
		if n, ok := v.(int); ok {
			v = int64(n) // what drivers take
		}
		b.values = append(b.values, driver.NamedValue{Ordinal: i + 1, Value: v})
	}
	b.ops = append(b.ops, op{statement, len(b.values)})
	if len(b.ops) == 1 {
		select {
		case g.due <- struct{}{}:
		default:
		}
	}
}

// after is the number of the batch that a line has to wait for, since it may tell
// of a change in it; 0 for none.
func (g *Gateway) after(c *conn) uint64 {
	if g.store == nil || g.abandoned {
		return 0
	}
	last := g.batch.number
	if len(g.batch.ops) == 0 {
		// The batch before is being committed, or is in the store. Whoever commits
		// it looks at this batch's list too.
		last--
	}
	if g.committed.Load() >= last {
		return 0
	}
	if n := len(g.batch.waiting); n == 0 || g.batch.waiting[n-1] != c {
		g.batch.waiting = append(g.batch.waiting, c)
	}
	return last
}

// commit stores what has changed, as much at a time as has come meanwhile, until
// the gateway is closed. When the store fails nothing more is acknowledged: the
// gateway ends, and what is in the store goes on when one starts again on it.
func (g *Gateway) commit() error {
	for {
		last := false
		select {
		case <-g.due:
		case <-g.done:
			last = true
		}
		if err := g.commitBatch(); err != nil {
			g.fail(err)
			g.abandon()
			return nil // Close says it
		}
		if last {
			return nil
		}
	}
}

func (g *Gateway) commitBatch() error {
	g.mu.Lock()
	b := g.batch
	if len(b.ops) == 0 {
		g.mu.Unlock()
		return nil
	}
	next := g.spare
	g.spare = nil
	next.reset(b.number + 1)
	g.batch = next
	g.mu.Unlock()
	if err := g.store.write(b); err != nil {
		return err
	}
	g.figures.commits.Add(1)
	g.figures.changes.Add(uint64(len(b.ops)))
	g.mu.Lock()
	g.committed.Store(b.number)
	waiting := append(b.waiting, next.waiting...)
	if len(next.ops) == 0 { // all of these waited for the batch just stored
		next.waiting = next.waiting[:0]
	}
	b.waiting = waiting
	g.spare = b
	g.mu.Unlock()
	// Nobody but this goroutine takes the spare one.
	for _, c := range waiting {
		c.nudge()
	}
	return nil
}

// abandon lets nobody in any more and cuts everybody without a word, since what
// they wait for can not be acknowledged.
func (g *Gateway) abandon() {
	g.options.Log.Error("the store failed: the gateway ends")
	g.listener.Close() // the store's failure counts
	g.mu.Lock()
	g.leaving, g.abandoned = true, true
	for c := range g.conns {
		c.out.close()
		g.spawn(c, func() { c.net.Close() }) // with TLS it takes a while; given up, whatever this says
	}
	g.mu.Unlock()
	g.ending.Do(func() { close(g.done) })
}
