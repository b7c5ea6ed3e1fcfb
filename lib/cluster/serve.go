package cluster

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/sgcp"
)

// Host is a host that terminals work for: *compute.Host.
type Host interface {
	Join(push func(sgcp.Message), trusted bool, m *sgcp.Register, origin string) (id string, err error)
	Benchmarked(id string, m *sgcp.Benchmark) error
	Result(id string, m *sgcp.TaskResult) error
	Progress(id string, m *sgcp.Progress) error
	Leave(id string)
}

// Terminals carries the messages between a host and the terminals of a cluster. Its methods may be called from any goroutine.
type Terminals struct {
	cluster *Cluster

	mu    sync.Mutex
	seats map[string]*seat  // by terminal
	names map[string]string // terminals by their id at the host
	led   map[string]string // what a leader was told last, by its terminal
}

type seat struct {
	id    string // at the host; "" while Join has not returned
	ended bool
}

// Terminals gives access to the cluster's terminals: Serve connects them to a host,
// and Lead is for the host's options.
func (c *Cluster) Terminals() *Terminals {
	return &Terminals{cluster: c, seats: map[string]*seat{}, names: map[string]string{}, led: map[string]string{}}
}

// Serve connects the cluster's terminals to a host until the cluster ends, or until
// ctx ends, whose cause it then returns. Terminals are trusted: keys, or loopback,
// say who they are. ErrTaken when the cluster has a host.
//
// A push that nobody listens to ends a terminal at once; one that hangs or is
// cut off, after some six seconds.
func (t *Terminals) Serve(ctx context.Context, h Host) error {
	c := t.cluster
	ctx, done := c.within(ctx)
	defer done()
	if err := c.free(ctx, hostClaim); err != nil {
		return err
	}
	said, err := c.conn.Subscribe(toHost+">", func(m *nats.Msg) { t.hear(h, m) })
	if err != nil {
		return err
	}
	defer said.Unsubscribe()
	gone, err := c.conn.Subscribe(absent+">", func(m *nats.Msg) {
		if name, ok := tail(m.Subject, absent); ok && isAbsentNote(m) {
			t.leave(h, name)
		}
	})
	if err != nil {
		return err
	}
	defer gone.Unsubscribe()
	// A terminal registers once, as soon as it is answered: its message must be heard.
	claim, err := c.answer(hostClaim)
	if err != nil {
		return err
	}
	defer claim.Unsubscribe()
	defer t.leaveAll(h)
	greeting := []byte(c.process)
	for {
		// Terminals that were here before this host register now.
		if err := c.conn.Publish(toAll, greeting); err != nil && !isAway(err) {
			return err
		}
		for _, name := range t.joined() {
			t.send(name, nil)
		}
		if err := pool.Sleep(ctx, heartbeat); err != nil {
			return err
		}
	}
}

// send pushes to a terminal; the server answers at once when nobody listens.
func (t *Terminals) send(name string, octets []byte) {
	err := t.cluster.conn.PublishMsg(&nats.Msg{Subject: toMember + name, Reply: absent + name, Data: octets})
	if err != nil {
		t.cluster.log(slog.LevelDebug, "push", "terminal", name, "error", err)
	}
}

// hear handles a message of a terminal and answers as SGCP does, but without plain
// acknowledgements, which nobody waits for.
func (t *Terminals) hear(h Host, m *nats.Msg) {
	name, _ := tail(m.Subject, toHost)
	messages(m, func(said sgcp.Message) {
		if r, ok := said.(*sgcp.Register); ok {
			t.join(h, name, r)
			return
		}
		t.mu.Lock()
		id := ""
		if s := t.seats[name]; s != nil {
			id = s.id
		}
		t.mu.Unlock()
		var err error
		switch said := said.(type) {
		case *sgcp.Benchmark:
			err = h.Benchmarked(id, said)
		case *sgcp.TaskResult:
			err = h.Result(id, said)
		case *sgcp.Progress:
			err = h.Progress(id, said)
		case *sgcp.Unregister:
			t.leave(h, name)
		}
		if err != nil {
			t.send(name, line(&sgcp.Fault{Code: sgcp.FaultOf(err), Command: said.Number()}))
		}
	})
}

// join lets a terminal join; one that has joined before has restarted.
func (t *Terminals) join(h Host, name string, r *sgcp.Register) {
	t.leave(h, name)
	s := &seat{}
	t.mu.Lock()
	t.seats[name] = s
	t.mu.Unlock()
	user, _, _ := strings.Cut(name, ".")
	id, err := h.Join(func(m sgcp.Message) { t.send(name, line(m)) }, true, r, t.cluster.originOf(user))
	if err != nil {
		t.mu.Lock()
		delete(t.seats, name)
		t.mu.Unlock()
		t.send(name, line(&sgcp.Fault{Code: sgcp.FaultOf(err), Command: r.Number()}))
		return
	}
	t.mu.Lock()
	s.id = id
	ended := s.ended
	if !ended {
		t.names[id] = name
	}
	t.mu.Unlock()
	if ended {
		h.Leave(id) // the terminal left meanwhile
		return
	}
	t.send(name, line(&sgcp.RegisterReply{Terminal: id}))
}

func (t *Terminals) leave(h Host, name string) {
	t.mu.Lock()
	s := t.seats[name]
	id := ""
	if s != nil {
		s.ended, id = true, s.id
		delete(t.seats, name)
		delete(t.names, id)
		delete(t.led, name)
	}
	var free []string // they stop leading: so few need no sub-hosts
	if len(t.seats) <= sgcp.SubHostTerminals {
		for leader := range t.led {
			free = append(free, leader)
		}
		clear(t.led)
	}
	t.mu.Unlock()
	for _, leader := range free {
		t.send(leader, []byte("{}"))
	}
	if id != "" {
		h.Leave(id)
	}
}

func (t *Terminals) leaveAll(h Host) {
	for _, name := range t.joined() {
		t.leave(h, name)
	}
}

func (t *Terminals) joined() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	names := make([]string, 0, len(t.seats))
	for name := range t.seats {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// order tells a terminal whom it leads; nobody any more, when the group is empty.
type order struct {
	Group []follower `json:"group,omitempty"` // the leader first
}

// follower is a terminal as its leader's host lets it join.
type follower struct {
	Name      string        `json:"name"`
	Version   string        `json:"version"`
	Cores     int           `json:"cores"`
	Additions time.Duration `json:"additions"`
	Rate      float64       `json:"rate"`
}

// leadMost is how long a leader may take to say that it leads; tests change it.
var leadMost = 2 * time.Second

// Lead is for compute.HostOptions.Lead: it makes a terminal of the cluster the
// sub-host of a group, when the whole group belongs to the cluster, and says so before ctx
// ends.
func (t *Terminals) Lead(ctx context.Context, leader compute.Member, group []compute.Member) bool {
	var o order
	t.mu.Lock()
	name := t.names[leader.ID]
	for _, m := range group {
		o.Group = append(o.Group, follower{t.names[m.ID], m.Version, m.Cores, m.Additions, m.Rate})
	}
	last := t.led[name]
	t.mu.Unlock()
	if name == "" || slices.ContainsFunc(o.Group, func(f follower) bool { return f.Name == "" }) {
		return false
	}
	who := ""
	for _, f := range o.Group {
		who += f.Name + " "
	}
	if who == last {
		return true
	}
	text, err := json.Marshal(o)
	if err != nil {
		return false // numbers and names
	}
	ctx, cancel := context.WithTimeout(ctx, leadMost)
	defer cancel()
	defer context.AfterFunc(t.cluster.ctx, cancel)()
	if _, err := t.cluster.conn.RequestWithContext(ctx, toMember+name, text); err != nil {
		t.cluster.log(slog.LevelWarn, "a sub-host does not lead", "terminal", name, "error", err)
		return false
	}
	t.mu.Lock()
	leads := len(t.seats) > sgcp.SubHostTerminals && t.names[leader.ID] == name
	if leads {
		t.led[name] = who
	}
	t.mu.Unlock()
	if !leads { // others left before it answered, and leave knew of no leader
		t.send(name, []byte("{}"))
	}
	return leads
}

var _ Host = (*compute.Host)(nil)

// originOf is who is banned for a forged result: the member with that key, or where
// there are no keys, or one for all members of this machine, nobody but the terminal.
func (c *Cluster) originOf(user string) string {
	if user == anyone || user == c.member.Public() {
		return ""
	}
	return user
}
