package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/sgcp"
)

// Compute works as a terminal for the cluster's host until the cluster ends, or until
// ctx ends, whose cause it then returns. It waits for a host that is not there,
// registers again with one that has restarted, and leads other terminals when it
// is told to. progress (nil for none) is called every two seconds, on the calling
// goroutine.
//
// The errors are compute.ErrOptions, and compute.ErrRefused when the host does not
// take the terminal.
func (c *Cluster) Compute(ctx context.Context, o compute.TerminalOptions, progress func(compute.Standing)) error {
	if err := o.Check(); err != nil {
		return err
	}
	ctx, done := c.within(ctx)
	defer done()
	t := &terminal{cluster: c, options: o, ctx: ctx, name: c.user + "." + nuid.Next(), wait: c.patience, leaders: map[string]string{}}
	t.own = compute.NewTerminal(o, t.send)
	defer t.close()
	// One channel, so that one goroutine takes all messages in order.
	heard := make(chan *nats.Msg, heardMost)
	for _, subject := range []string{toAll, toMember + t.name, toFollow + "*.*." + t.name} {
		s, err := c.conn.ChanSubscribe(subject, heard)
		if err != nil {
			return err
		}
		defer s.Unsubscribe()
	}
	t.seek()
	beats := time.NewTicker(heartbeat)
	defer beats.Stop()
	for {
		select {
		case <-ctx.Done():
			t.say(&sgcp.Unregister{})
			c.conn.Flush() // otherwise the server may hear it too late
			return context.Cause(ctx)
		case m := <-heard:
			if err := t.hear(m); err != nil {
				return err
			}
		case <-beats.C:
			t.hostless()
			if progress != nil {
				progress(t.own.Standing())
			}
		}
	}
}

// heardMost is the greatest number of messages that wait to be taken.
const heardMost = 1024

// waitMost is the most beats after which a terminal registers again with a host that does
// not push: two minutes.
const waitMost = int(2 * time.Minute / heartbeat)

// terminal is a member that computes.
type terminal struct {
	cluster *Cluster
	options compute.TerminalOptions
	ctx     context.Context
	name    string
	own     *compute.Terminal
	host    string   // the process of the host that we registered with, "" for none
	silent  int      // beats since it greeted
	unasked int      // beats since it pushed, or we registered
	wait    int      // the most of them before we register again
	lead    *leading // nil: no sub-host

	mu      sync.Mutex
	leaders map[string]string // who is to get the result of a lease, when it is not the host
}

// send publishes what the terminal says; a result goes to the sender of its lease.
func (t *terminal) send(m sgcp.Message) {
	subject := toHost + t.name
	t.mu.Lock()
	switch m := m.(type) {
	case *sgcp.TaskResult:
		if leader, ok := t.leaders[m.Lease]; ok {
			delete(t.leaders, m.Lease)
			subject = toLeader + leader + "." + t.name
		}
	case *sgcp.Progress:
		if leader, ok := t.leaders[m.Lease]; ok {
			subject = toLeader + leader + "." + t.name
		}
	}
	t.mu.Unlock()
	t.publish(subject, m)
}

// publish sends a message as soon as the server is there.
func (t *terminal) publish(subject string, m sgcp.Message) {
	octets := line(m)
	for {
		err := t.cluster.conn.Publish(subject, octets)
		if err == nil || !isAway(err) {
			// NATS writes by another goroutine: with one thread it would not get to it
			// before the next lease is done.
			runtime.Gosched()
			return
		}
		if pool.Sleep(t.ctx, 50*time.Millisecond) != nil {
			return
		}
	}
}

// say sends a message that need not wait for a server that is away.
func (t *terminal) say(m sgcp.Message) {
	if err := t.cluster.conn.Publish(toHost+t.name, line(m)); err != nil {
		t.cluster.log(slog.LevelDebug, "terminal", "error", err)
	}
}

// hear handles a message. An error ends the terminal.
func (t *terminal) hear(m *nats.Msg) error {
	if m.Subject == toAll {
		t.greeted(string(m.Data))
		return nil
	}
	if strings.HasPrefix(m.Subject, toFollow) {
		t.followed(m)
		return nil
	}
	return t.push(m)
}

// greeted notes that a host is there, and registers with a new one.
func (t *terminal) greeted(host string) {
	fresh := t.host != host
	t.host, t.silent = host, 0
	if fresh {
		t.register()
	}
}

// seek asks for a host, instead of waiting for its next greeting.
func (t *terminal) seek() {
	ctx, cancel := context.WithTimeout(t.ctx, time.Second)
	defer cancel()
	if m, err := t.cluster.conn.RequestWithContext(ctx, hostClaim, nil); err == nil {
		t.greeted(string(m.Data))
	}
}

// register starts from nothing: a host does not know the leases of another.
func (t *terminal) register() {
	t.unasked = 0
	t.reset()
	t.say(t.own.Registration())
}

func (t *terminal) reset() {
	t.end()
	t.own.Reset()
	t.mu.Lock()
	clear(t.leaders)
	t.mu.Unlock()
}

// hostless gives up the work for a host that has fallen silent. It registers again
// with a host that still greets but no longer asks for this terminal: that host
// dropped it, or never heard of it. It waits twice as long each time, as the host may have
// more to take in than it can. It counts beats, not seconds: between two of them it hears
// what has come, so a machine that was asleep or busy blames nobody.
func (t *terminal) hostless() {
	t.silent++
	t.unasked++
	switch {
	case t.host == "":
	case t.silent > t.cluster.patience:
		t.host = ""
		t.cluster.log(slog.LevelWarn, "the host is gone")
		t.reset()
	case t.unasked > t.wait:
		t.wait = min(2*t.wait, waitMost)
		t.cluster.log(slog.LevelWarn, "the host has forgotten us")
		t.register()
	}
}

// push handles a push of the host.
func (t *terminal) push(m *nats.Msg) (failed error) {
	t.unasked, t.wait = 0, t.cluster.patience
	if len(m.Data) == 0 {
		return nil // a question whether the terminal is there: the server answers it
	}
	if m.Data[0] == '{' {
		// If the answer is lost, the host leads the group itself.
		var o order
		if err := json.Unmarshal(m.Data, &o); err == nil && t.follow(&o) == nil && !strings.HasPrefix(m.Reply, absent) {
			if err := m.Respond(nil); err != nil {
				t.cluster.log(slog.LevelDebug, "leading", "error", err)
			}
		}
		return nil
	}
	messages(m, func(push sgcp.Message) {
		switch push := push.(type) {
		case *sgcp.Fault:
			failed = t.fault(push)
		case *sgcp.Task:
			if t.lead != nil {
				t.lead.terminal.Handle(push)
				return
			}
			t.own.Handle(push)
		case *sgcp.Recall, *sgcp.Cancel:
			if t.lead != nil {
				t.lead.terminal.Handle(push)
			}
			t.own.Handle(push) // a lease from before this terminal led
		default:
			t.own.Handle(push)
		}
	})
	return failed
}

// fault is a refusal by the host.
func (t *terminal) fault(f *sgcp.Fault) error {
	switch {
	case f.Code == sgcp.FaultNotTerminal:
		t.register() // the host dropped this terminal
	case f.Command == sgcp.CommandRegister:
		return fmt.Errorf("%w: %w", compute.ErrRefused, f)
	default:
		t.cluster.log(slog.LevelWarn, "the host refuses", "command", f.Command, "code", f.Code)
	}
	return nil
}

// followed handles a push of a leader.
func (t *terminal) followed(m *nats.Msg) {
	both, _ := tail(m.Subject, toFollow)
	leader := strings.TrimSuffix(both, "."+t.name)
	messages(m, func(push sgcp.Message) {
		t.mu.Lock()
		switch push := push.(type) {
		case *sgcp.Task:
			t.leaders[push.Lease] = leader
		case *sgcp.Cancel:
			delete(t.leaders, push.Lease) // it will have no result
		}
		t.mu.Unlock()
		t.own.Handle(push)
	})
}

func (t *terminal) close() {
	t.end()
	t.own.Close()
}
