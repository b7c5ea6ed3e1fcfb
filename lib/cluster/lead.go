package cluster

import (
	"log/slog"

	"github.com/nats-io/nats.go"

	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/sgcp"
)

// leading is a terminal at work as a sub-host: a host of its own that splits the
// leases it is given over its group, itself included.
type leading struct {
	terminal *compute.Terminal // does leases by asking the group
	host     *compute.Host
	heard    *nats.Subscription
	ids      map[string]string // at host, by terminal
}

// follow starts to lead a group, or stops when the group is empty.
func (t *terminal) follow(o *order) error {
	t.end()
	if len(o.Group) == 0 {
		return nil
	}
	l, err := t.gather(o)
	if err != nil {
		t.cluster.log(slog.LevelWarn, "not leading", "error", err)
		return err
	}
	t.lead = l
	return nil
}

func (t *terminal) end() {
	if t.lead != nil {
		t.lead.close()
		t.lead = nil
	}
}

// gather makes a host for a group and lets the group join it.
func (t *terminal) gather(o *order) (*leading, error) {
	ho := compute.DefaultHostOptions()
	ho.Cores = t.options.Cores
	ho.Verify = 0 // the cluster's host verifies what this terminal hands in
	host, err := compute.NewHost(ho)
	if err != nil {
		return nil, err
	}
	l := &leading{host: host, ids: map[string]string{}}
	to := t.options
	to.Work = host.Work
	l.terminal = compute.NewTerminal(to, t.send)
	for _, f := range o.Group {
		as := compute.Member{Version: f.Version, Cores: f.Cores, Additions: f.Additions, Rate: f.Rate, Trusted: true}
		push := func(m sgcp.Message) {
			subject := toFollow + t.name + "." + f.Name
			if err := t.cluster.conn.PublishMsg(&nats.Msg{Subject: subject, Reply: toLeader + t.name + "." + f.Name, Data: line(m)}); err != nil {
				t.cluster.log(slog.LevelDebug, "push", "terminal", f.Name, "error", err)
			}
		}
		id, err := host.Seat(push, as)
		if err != nil {
			l.close()
			return nil, err
		}
		l.ids[f.Name] = id
	}
	l.heard, err = t.cluster.conn.Subscribe(toLeader+t.name+".>", func(m *nats.Msg) { l.hear(m, toLeader+t.name+".") })
	if err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

// hear handles a message of a terminal of the group.
func (l *leading) hear(m *nats.Msg, head string) {
	name, _ := tail(m.Subject, head)
	id := l.ids[name]
	if isAbsentNote(m) {
		l.host.Leave(id)
		return
	}
	messages(m, func(said sgcp.Message) {
		// Nobody waits for what the group's host refuses.
		switch said := said.(type) {
		case *sgcp.TaskResult:
			_ = l.host.Result(id, said)
		case *sgcp.Progress:
			_ = l.host.Progress(id, said)
		}
	})
}

func (l *leading) close() {
	if l.heard != nil {
		l.heard.Unsubscribe()
	}
	l.host.Close()
	l.terminal.Close()
}
