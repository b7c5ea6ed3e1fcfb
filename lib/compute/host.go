package compute

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/sgcp"
)

// Host is the server's side: it measures terminals, splits tasks over them,
// and checks what comes back. Its methods may be called from any goroutine.
type Host struct {
	options   HostOptions
	benchSeed uint64 // of the playouts that measure every terminal
	epoch     string // begins the names of leases, so that no lease of an earlier host is taken for one of this
	self      *Terminal
	life      context.Context
	end       context.CancelCauseFunc

	keeping sync.Mutex // around the file of bans; taken before mu

	mu       sync.Mutex
	secret   *rng.Source // draws which leases are done again
	public   *rng.Source // draws what terminals see; it says nothing of secret
	members  map[string]*member
	own      *member // the host as a member; it is not in members
	joined   uint64  // terminals so far
	named    uint64  // leases so far
	leases   map[string]*lease
	runs     []*run
	checks   []*check
	scales   [termsCount]scale
	done     [termsCount]bool // by terms: some terminal has delivered
	banned   map[string]Ban   // by origin
	unkept   []Ban            // that are not in the file yet
	rewrite  bool             // the file of bans is written anew
	writing  bool             // a caller of unlock keeps bans
	proof    *pool.Task       // computes sum; nil before any terminal needs it
	known    bool             // sum has been computed
	sum      sgcp.Hash
	closed   bool
	outbox   []outgoing
	draining bool
}

// outgoing is a push that is sent when the lock is free.
type outgoing struct {
	push func(sgcp.Message)
	m    sgcp.Message
}

// NewHost starts a host, which lives until Close. ErrOptions.
func NewHost(o HostOptions) (*Host, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	bans, err := readBans(o.Bans)
	if err != nil {
		return nil, err
	}
	h := newHost(o)
	h.banned = bans
	t := DefaultTerminalOptions()
	t.Cores = o.Cores
	h.self = NewTerminal(t, func(m sgcp.Message) {
		if r, ok := m.(*sgcp.TaskResult); ok {
			_ = h.Result(h.own.ID, r) // a refused lease is no longer wanted
		}
	})
	h.own.push = h.self.Handle
	return h, nil
}

// newHost makes a host without its own terminal.
func newHost(o HostOptions) *Host {
	public := rng.New(rng.Of(o.Seed, 1).Uint64() >> 32)
	h := &Host{
		options: o, epoch: strconv.FormatUint(public.Uint64()>>32, 36), secret: rng.Of(o.Seed, 2), public: public,
		benchSeed: public.Uint64(),
		members:   map[string]*member{}, leases: map[string]*lease{}, banned: map[string]Ban{},
	}
	h.life, h.end = context.WithCancelCause(context.Background())
	h.own = &member{
		Member: Member{ID: "host", Version: Version, Cores: o.Cores, Trusted: true}, stage: ready, self: true, proven: true,
	}
	return h
}

// Close ends all runs with ErrClosed, tells the terminals to stop, and waits for
// what the host started. Closing twice is harmless.
func (h *Host) Close() error {
	h.mu.Lock()
	h.closed = true
	for _, r := range slices.Clone(h.runs) {
		r.finish(fmt.Errorf("%w: the host", ErrClosed))
	}
	proof := h.proof
	h.end(ErrClosed)
	h.unlock()
	var err error
	if proof != nil {
		err = proof.Wait()
	}
	if h.self != nil {
		err = errors.Join(err, h.self.Close())
	}
	return err
}

// unlock frees the lock, sends the pushes that have gathered, and keeps new bans. No push
// is sent under the lock, and one caller at a time sends, which keeps the order.
func (h *Host) unlock() {
	if !h.draining {
		h.draining = true
		for len(h.outbox) > 0 {
			batch := h.outbox
			h.outbox = nil
			h.mu.Unlock()
			for _, o := range batch {
				o.push(o.m)
			}
			h.mu.Lock()
		}
		h.draining = false
	}
	// One caller writes, also the bans that come meanwhile: nobody waits for its disk.
	for len(h.unkept) > 0 && !h.writing {
		fresh := h.unkept
		h.writing = true
		h.mu.Unlock()
		err := h.keepBans()
		if err != nil {
			h.options.Log.Error("a ban is not kept", "origin", fresh[0].Origin, "error", err)
		}
		h.mu.Lock()
		h.writing = false
		if err != nil {
			break // the next caller tries again
		}
	}
	h.mu.Unlock()
}

func (h *Host) tell(m *member, what sgcp.Message) {
	if m.push != nil {
		h.outbox = append(h.outbox, outgoing{m.push, what})
	}
}

// Count returns the number of terminals.
func (h *Host) Count() int {
	h.mu.Lock()
	defer h.unlock()
	return len(h.members)
}

// Join admits a terminal (401) and begins to measure it. The host calls push from
// any goroutine, even before Join has returned; push must not wait, and must keep
// the order. Bans go by origin: the account or key of who is at the terminal, or else
// the network it comes from. "" is unknown: then nobody but the terminal is banned.
// ErrRejected: the origin is banned. ErrClosed; ErrOptions when there is no room.
func (h *Host) Join(push func(sgcp.Message), trusted bool, m *sgcp.Register, origin string) (id string, err error) {
	h.mu.Lock()
	defer h.unlock()
	t, err := h.admit(push, trusted, m, origin)
	if err != nil {
		return "", err
	}
	h.ask(t, sgcp.BenchAdd, h.options.Additions)
	return t.ID, nil
}

// coresMost is how many cores of a terminal count; it may claim any number.
const coresMost = 1024

func (h *Host) admit(push func(sgcp.Message), trusted bool, m *sgcp.Register, origin string) (*member, error) {
	switch {
	case h.closed:
		return nil, fmt.Errorf("%w: %w", ErrClosed, &sgcp.Fault{Code: sgcp.FaultShutdown, Text: "no more terminals"})
	case h.banned[origin].Origin != "":
		return nil, refuse(ErrRejected, "results from %s were forged", origin)
	case len(h.members) >= h.options.Members:
		return nil, fmt.Errorf("%w: %w", ErrOptions, &sgcp.Fault{Code: sgcp.FaultFull, Text: fmt.Sprintf("%d terminals, expected no more", h.options.Members)})
	}
	h.joined++
	t := &member{
		Member: Member{ID: "t" + strconv.FormatUint(h.joined, 10), Version: m.Version, Origin: origin, Cores: min(m.Cores, coresMost), Trusted: trusted},
		push:   push,
	}
	h.members[t.ID] = t
	h.options.Log.Info("a terminal joined", "terminal", t.ID, "cores", t.Cores, "version", m.Version, "origin", origin, "trusted", trusted)
	return t, nil
}

// Seat admits a terminal that another host has measured, as when a leader gets its
// group: Additions, Rate and Trusted of the Member count.
func (h *Host) Seat(push func(sgcp.Message), as Member) (id string, err error) {
	h.mu.Lock()
	defer h.unlock()
	t, err := h.admit(push, as.Trusted, &sgcp.Register{Cores: as.Cores, Version: as.Version}, as.Origin)
	if err != nil {
		return "", err
	}
	t.Additions, t.Rate = as.Additions, max(as.Rate, 1e-3)
	t.adds = float64(h.options.Additions) / max(as.Additions.Seconds(), leastTime)
	h.welcome(t)
	return t.ID, nil
}

// Leave removes a terminal (405, or the end of its connection). Its leases go to
// others. An id that the host does not know is ignored.
func (h *Host) Leave(id string) {
	h.mu.Lock()
	defer h.unlock()
	m := h.members[id]
	if m == nil {
		return
	}
	h.options.Log.Info("a terminal left", "terminal", id, "leases", len(m.out))
	delete(h.members, id)
	h.expel(m, func(*run, *member) {})
	h.settle(h.options.Clock.Now())
}

// welcome gives work to a terminal from now on: it has been measured.
func (h *Host) welcome(m *member) {
	m.stage, m.bench = ready, nil
	h.options.Log.Info("a terminal is ready", "terminal", m.ID, "additions", m.Additions, "playouts", m.Rate)
	for _, r := range h.runs {
		r.enlist(m)
	}
	h.settle(h.options.Clock.Now())
}

// Progress takes 404, which shows that the terminal is alive. ErrNotTerminal,
// ErrLease.
func (h *Host) Progress(id string, m *sgcp.Progress) error {
	h.mu.Lock()
	defer h.unlock()
	t := h.members[id]
	if t == nil {
		return refuse(ErrNotTerminal, "%q", id)
	}
	l := h.leases[m.Lease]
	if l == nil || l.member != t || m.Done > l.span.len() {
		return refuse(ErrLease, "%q with %d done", m.Lease, m.Done)
	}
	if t.silent {
		t.silent = false
		h.settle(h.options.Clock.Now())
	}
	return nil
}

// Result takes 403. ErrNotTerminal (540). ErrLease (541): the result is late, comes
// twice, or is for another terminal's lease. ErrRejected (542): the result cannot be
// right, and the terminal is banned. ErrUnsupported (543): no unit was done, so the
// terminal gets no more tasks of this kind. A result that looks right is taken;
// checks may find out later that it was forged.
func (h *Host) Result(id string, m *sgcp.TaskResult) error {
	h.mu.Lock()
	defer h.unlock()
	t := h.members[id]
	if id == h.own.ID {
		t = h.own
	}
	if t == nil {
		return refuse(ErrNotTerminal, "%q", id)
	}
	if t.stage == refused {
		return refuse(ErrRejected, "terminal %s gave a wrong result", id)
	}
	t.silent = false
	now := h.options.Clock.Now()
	defer h.settle(now)
	l := h.leases[m.Lease]
	if l == nil || l.member != t {
		return refuse(ErrLease, "%q", m.Lease)
	}
	if m.Done == 0 && !l.recalled && now.Sub(l.sent) < l.limit && !t.self {
		t.cannot[l.terms/sizes] = true
		h.lose(l)
		return refuse(ErrUnsupported, "nothing of lease %s was done", m.Lease)
	}
	sums, err := l.read(m)
	if err != nil {
		h.ban(t, err.Error())
		return refuse(ErrRejected, "lease %s: %v", m.Lease, err)
	}
	h.take(l, m, sums, now)
	return nil
}

// ban refuses a terminal, and its origin until the ban is lifted, with all others that
// came from there, and takes back what they did.
func (h *Host) ban(m *member, why string) {
	h.options.Log.Warn("a terminal is banned", "terminal", m.ID, "origin", m.Origin, "why", why)
	h.banOrigin(m.Origin, why)
	out := []*member{m}
	for _, other := range h.members {
		if other != m && other.Origin == m.Origin && m.Origin != "" && other.stage != refused {
			out = append(out, other)
		}
	}
	slices.SortFunc(out[1:], func(a, b *member) int { return cmp.Compare(a.ID, b.ID) })
	for _, m := range out {
		for _, l := range m.out {
			h.tell(m, &sgcp.Cancel{Lease: l.name})
		}
		h.uncheck(m)
		h.expel(m, (*run).retract)
	}
}

// expel takes its leases from a terminal, and then calls leave with every run.
func (h *Host) expel(m *member, leave func(*run, *member)) {
	h.forget(m)
	m.stage = refused
	for len(m.out) > 0 {
		h.lose(m.out[0])
	}
	for _, r := range h.runs {
		leave(r, m)
		r.dismiss(m)
	}
}

// leastTime is the shortest time, in seconds, that counts for a benchmark.
const leastTime = 0.5e-3

// tripMost bounds the time that is put down to the network.
const tripMost = 2 * time.Second
