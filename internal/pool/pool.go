// Package pool is the one place that starts goroutines. Work started here is waited
// for, and a panic in it is handed to whoever waits instead of ending the host's
// process.
package pool

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// Panic is what a worker's panic becomes: an error with the value and the
// stack of the goroutine that panicked.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// Catch calls f and returns its error, or its panic as a *Panic.
func Catch(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &Panic{Value: v, Stack: debug.Stack()}
		}
	}()
	return f()
}

// Task is the work of one goroutine.
type Task struct {
	done chan struct{}
	err  error
}

// Go starts f. Its error, or its panic as a *Panic, is what Wait returns.
func Go(f func() error) *Task {
	t := &Task{done: make(chan struct{})}
	go func() {
		defer close(t.done)
		t.err = Catch(f)
	}()
	return t
}

// Done is closed when the task has ended.
func (t *Task) Done() <-chan struct{} { return t.done }

// Wait waits for the task's end and returns its error.
func (t *Task) Wait() error {
	<-t.done
	return t.err
}

// Wake puts a signal into a channel that holds one, unless one is there already.
func Wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Sleep waits for d, and returns the cause when ctx ends before.
func Sleep(ctx context.Context, d time.Duration) error {
	wait := time.NewTimer(d)
	defer wait.Stop()
	select {
	case <-wait.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Run calls f(0) … f(n-1), each in a goroutine of its own, waits for all and
// returns the first error. When one fails or panics, the context given to the
// others is cancelled.
func Run(ctx context.Context, n int, f func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		once  sync.Once
		first error
		tasks = make([]*Task, n)
	)
	for i := range tasks {
		tasks[i] = Go(func() error {
			err := Catch(func() error { return f(ctx, i) })
			if err != nil {
				once.Do(func() { first = err; cancel(err) })
			}
			return err
		})
	}
	for _, t := range tasks {
		<-t.done
	}
	return first
}

// Each calls f(0) … f(n-1) on at most workers goroutines, in order of index as
// they become free, until all are done or one fails.
func Each(ctx context.Context, workers, n int, f func(ctx context.Context, i int) error) error {
	var next atomic.Int64
	return Run(ctx, min(workers, n), func(ctx context.Context, _ int) error {
		for ctx.Err() == nil {
			i := int(next.Add(1)) - 1
			if i >= n {
				return nil
			}
			if err := f(ctx, i); err != nil {
				return err
			}
		}
		return context.Cause(ctx)
	})
}
