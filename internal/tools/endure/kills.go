package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"qikit.dev/qikit/internal/tools/must"
)

const (
	killEvery = 250 * time.Millisecond // a kill of some server, on average
	drain     = 4 * time.Minute        // for what is under way when the killing ends
)

// tally counts what was done, and what of it went wrong.
type tally struct {
	what string
	done atomic.Int64
	bad  atomic.Int64
	mu   sync.Mutex
	why  string // the first that went wrong
}

func (t *tally) add(n int, err error) {
	t.done.Add(int64(n))
	if err == nil {
		return
	}
	t.bad.Add(1)
	t.mu.Lock()
	if t.why == "" {
		t.why = err.Error()
	}
	t.mu.Unlock()
	fmt.Printf("%s: %v\n", t.what, err)
	time.Sleep(time.Second) // whatever it is, it is not tried again at once
}

func (t *tally) row(kind string, seconds float64) row {
	return row{kind: kind, what: t.what, seconds: seconds, count: t.done.Load(), bad: t.bad.Load(), note: t.why}
}

// killSlice kills gateway, platform, farm and terminals at random while all of them work,
// and counts what was lost or came twice.
func killSlice(ctx context.Context, dir string) (rows []row) {
	begun := time.Now()
	work, cancel := context.WithDeadline(context.WithoutCancel(ctx), deadline(ctx).Add(drain))
	defer cancel()
	f := newFleet(dir)
	defer f.close()
	done := f.work(ctx, work)
	for ctx.Err() == nil {
		time.Sleep(time.Duration(rand.Int64N(int64(2 * killEvery))))
		f.victim().kill()
	}
	<-done
	seconds := time.Since(begun).Seconds()
	for _, s := range f.everyone() {
		s.mu.Lock()
		r := row{kind: "kills", what: "kill of a " + s.name, seconds: seconds, count: s.kills, bad: int64(len(s.errors))}
		if len(s.errors) > 0 {
			r.note = s.errors[0]
		}
		s.mu.Unlock()
		rows = merged(rows, r)
	}
	for _, t := range f.tallies() {
		rows = append(rows, t.row("kills", seconds))
	}
	return rows
}

// merged adds a row to the one of the same thing, if there is one.
func merged(rows []row, r row) []row {
	for i := range rows {
		if rows[i].what == r.what {
			rows[i].count += r.count
			rows[i].bad += r.bad
			if rows[i].note == "" {
				rows[i].note = r.note
			}
			return rows
		}
	}
	return append(rows, r)
}

// work lets everything be used until the first context ends: what is under way then is
// finished while the second lasts. done is closed when it is.
func (f *fleet) work(ctx, work context.Context) (done chan struct{}) {
	var all sync.WaitGroup
	loop := func(t *tally, one func(n int) (int, error)) {
		all.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				t.add(one(n))
			}
		})
	}
	for i := range 6 {
		loop(&f.moves, func(n int) (int, error) { return f.game(work, fmt.Sprintf("g%dx%d", i, n)) })
	}
	for i := range 2 {
		loop(&f.answers, func(n int) (int, error) { return f.duel(work, fmt.Sprintf("d%dx%d", i, n)) })
	}
	loop(&f.books, func(n int) (int, error) { return f.book(work, n) })
	loop(&f.tasks, func(n int) (int, error) { return f.task(work, uint64(n)) })
	done = make(chan struct{})
	go func() {
		all.Wait()
		close(done)
	}()
	return done
}

func (f *fleet) victim() *server {
	all := f.running()
	if len(all) == 0 {
		must.Fail("nothing runs")
	}
	return all[rand.IntN(len(all))]
}
