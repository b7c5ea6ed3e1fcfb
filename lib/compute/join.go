package compute

import (
	"context"
	"errors"
	"fmt"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

// JoinOptions say for which server a terminal computes, and how much.
type JoinOptions struct {
	Client   client.Options // where, and as whom; the capability "compute" is added
	Terminal TerminalOptions
}

// DefaultJoinOptions are complete but for Client.Port and Client.Nick.
func DefaultJoinOptions() JoinOptions {
	return JoinOptions{Client: client.DefaultOptions(), Terminal: DefaultTerminalOptions()}
}

// senders is how many results may be on their way at once, so that the work does not
// wait for the network.
const senders = 8

// standingEvery is the least time between two calls of progress.
const standingEvery = 250 * time.Millisecond

// membership is one terminal's life with one server.
type membership struct {
	conn     *client.Client
	terminal *Terminal
	outgoing chan sgcp.Message
	lost     chan struct{} // holds one when the server no longer knows the terminal
}

// Join connects to a server, registers as a terminal and works until ctx ends; then
// it returns the cause. After a lost connection it comes back. One goroutine calls
// progress, when it is not nil, after a change, four times a second at most.
// ErrRefused: the server has no work, or wants none done here. ErrOptions, and the
// errors of package client.
func Join(ctx context.Context, o JoinOptions, progress func(Standing)) error {
	if err := o.Terminal.Check(); err != nil {
		return err
	}
	if !o.Client.Capabilities.Has(sgcp.CanCompute) {
		o.Client.Capabilities = append(o.Client.Capabilities[:len(o.Client.Capabilities):len(o.Client.Capabilities)], sgcp.Pair{Key: sgcp.CanCompute})
	}
	conn, err := client.Dial(ctx, o.Client)
	if err != nil {
		if sgcp.Refused(err) != 0 {
			err = fmt.Errorf("%w: %w", ErrRefused, err)
		}
		return err
	}
	j := &membership{conn: conn, outgoing: make(chan sgcp.Message, leasesMax), lost: make(chan struct{}, 1)}
	working, stop := context.WithCancelCause(ctx)
	j.terminal = NewTerminal(o.Terminal, func(m sgcp.Message) {
		select {
		case j.outgoing <- m:
		case <-working.Done():
		}
	})
	sending := pool.Go(func() error {
		return pool.Run(working, senders, func(ctx context.Context, _ int) error { return j.send(ctx) })
	})
	err = j.live(working, sending, progress)
	stop(err)
	if ctx.Err() != nil {
		err = context.Cause(ctx)
		j.leave()
	}
	if failed := sending.Wait(); failed != nil && ctx.Err() == nil && errors.Is(failed, ErrRejected) {
		err = failed
	}
	return errors.Join(err, j.terminal.Close(), conn.Close())
}

// live registers and hands the server's pushes to the terminal.
func (j *membership) live(ctx context.Context, sending *pool.Task, progress func(Standing)) error {
	if err := j.register(ctx); err != nil {
		return err
	}
	tick := time.NewTicker(standingEvery)
	defer tick.Stop()
	var told Standing
	tell := func() {
		if s := j.terminal.Standing(); progress != nil && s != told {
			told = s
			progress(s)
		}
	}
	tell()
	for {
		select {
		case <-ctx.Done():
			tell()
			return context.Cause(ctx)
		case <-sending.Done(): // a result was rejected
			return sending.Wait()
		case <-j.terminal.task.Done(): // a defect
			return j.terminal.task.Wait()
		case <-tick.C:
			tell()
		case <-j.lost:
			if err := j.register(ctx); err != nil {
				return err
			}
		case e, more := <-j.conn.Events():
			if !more {
				return j.conn.Err()
			}
			if err := j.event(ctx, e); err != nil {
				return err
			}
			if e.Kind != client.Pushed {
				tell()
			}
		}
	}
}

func (j *membership) event(ctx context.Context, e client.Event) error {
	switch e.Kind {
	case client.Pushed:
		j.terminal.Handle(e.Push)
	case client.Lost:
		j.terminal.Reset()
	case client.Resumed, client.Resynced, client.Restarted:
		return j.register(ctx)
	}
	return nil
}

// register sends 401. When the connection is lost meanwhile, an event will tell that
// it is back.
func (j *membership) register(ctx context.Context) error {
	if !j.conn.Granted().Has(sgcp.CanCompute) {
		return fmt.Errorf("%w: it does not grant \"compute\"", ErrRefused)
	}
	a, err := j.conn.Do(ctx, j.terminal.Registration())
	switch code := sgcp.Refused(err); {
	case err == nil:
		j.terminal.Reset() // not before: it may still be registered, with work in the queue
		j.terminal.Handle(a.Reply)
		return nil
	case errors.Is(err, client.ErrLost):
		return nil
	case code == sgcp.FaultState:
		return nil // it is still registered
	case code != 0:
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}

// A result that the server has no time for is sent again.
const (
	retries    = 20
	retryAfter = 250 * time.Millisecond
)

// send sends results until ctx ends. ErrRejected: the server found one wrong.
func (j *membership) send(ctx context.Context) error {
	for {
		var m sgcp.Message
		select {
		case <-ctx.Done():
			return nil
		case m = <-j.outgoing:
		}
		for try := 0; ; try++ {
			_, err := j.conn.Do(ctx, m)
			code := sgcp.Refused(err)
			if code == 0 {
				break // sent, or lost together with the connection and its lease
			}
			if code == sgcp.FaultRejected {
				return fmt.Errorf("%w: %w", ErrRejected, err)
			}
			if code == sgcp.FaultNotTerminal {
				pool.Wake(j.lost)
			}
			if code != sgcp.FaultRate && code != sgcp.FaultSlow || try >= retries {
				j.terminal.reject()
				break
			}
			if pool.Sleep(ctx, retryAfter) != nil {
				return nil
			}
		}
	}
}

// leaving bounds the time of a farewell.
const leaving = time.Second

// leave tells the server that the terminal leaves.
func (j *membership) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), leaving)
	defer cancel()
	// Errors do not matter: the server sees that the connection closes.
	if _, err := j.conn.Do(ctx, &sgcp.Unregister{}); err == nil {
		_ = j.conn.Quit(ctx)
	}
}
