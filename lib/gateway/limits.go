package gateway

import (
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

type addresses struct {
	limits *Limits

	mu    sync.Mutex
	known map[netip.Prefix]*address
	swept time.Time // when sweep last did its work
}

// address is what is known of the connections from one address.
type address struct {
	open  int
	fresh []time.Time // when the last ones came, oldest first
	wrong []time.Time // when the last wrong secrets came
}

// prefixOf is the IPv4 /32 or IPv6 /64 that a connection comes from. Loopback, and
// what is no IP address, is not limited.
func prefixOf(a net.Addr) (p netip.Prefix, limited bool) {
	ip, ok := addressOf(a)
	if !ok || ip.IsLoopback() {
		return p, false
	}
	bits := 64
	if ip.Is4() {
		bits = 32
	}
	p, err := ip.Prefix(bits)
	return p, err == nil
}

// enter counts a connection. It returns why the connection may not stay, or nil.
func (a *addresses) enter(c *conn) *sgcp.Fault {
	if !c.limited {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sweep(c.opened)
	from := a.known[c.prefix]
	if from == nil {
		from = &address{}
		a.known[c.prefix] = from
	}
	from.open++
	from.forget(c.opened.Add(-a.limits.NewTime))
	switch {
	case from.open > a.limits.Open:
		return &sgcp.Fault{Code: sgcp.FaultFull, Text: "too many connections from this address"}
	case len(from.wrong) >= guessers*a.limits.Guesses:
		return &sgcp.Fault{Code: sgcp.FaultFull, Text: "too many wrong secrets from this address"}
	case len(from.fresh) >= a.limits.New:
		return &sgcp.Fault{Code: sgcp.FaultFull, Text: "too many new connections from this address"}
	}
	from.fresh = append(from.fresh, c.opened)
	return nil
}

// guessers is how many connections of an address may use up their guesses.
const guessers = 4

// guessed notes a wrong secret.
func (a *addresses) guessed(c *conn, now time.Time) {
	if c.limited {
		a.mu.Lock()
		defer a.mu.Unlock()
		from := a.known[c.prefix]
		from.wrong = append(from.wrong, now)
	}
}

func (a *addresses) leave(c *conn) {
	if c.limited {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.known[c.prefix].open--
	}
}

// exempt takes a connection out of the count for good.
func (a *addresses) exempt(c *conn) {
	a.leave(c)
	c.limited = false
	a.mu.Lock()
	defer a.mu.Unlock()
	from := a.known[c.prefix]
	if i := slices.IndexFunc(from.fresh, func(came time.Time) bool { return !came.Before(c.opened) }); i >= 0 {
		from.fresh = slices.Delete(from.fresh, i, i+1)
	}
}

// sweep drops addresses without a recent connection, once every Limits.NewTime.
func (a *addresses) sweep(now time.Time) {
	if now.Sub(a.swept) < a.limits.NewTime {
		return
	}
	a.swept = now
	for p, from := range a.known {
		if from.forget(now.Add(-a.limits.NewTime)); from.open == 0 && len(from.fresh) == 0 && len(from.wrong) == 0 {
			delete(a.known, p)
		}
	}
}

func (a *address) forget(before time.Time) {
	for _, times := range []*[]time.Time{&a.fresh, &a.wrong} {
		for len(*times) > 0 && !(*times)[0].After(before) {
			*times = (*times)[1:]
		}
	}
}

// descriptorsKept are left for the store, the listener and the host's own files.
const descriptorsKept = 64

// bucket limits a rate: a burst at once, then a number a second.
type bucket struct {
	used float64 // of the burst, at the time last
	last time.Time
}

// take tells whether one more is allowed now, and counts it if so.
func (b *bucket) take(now time.Time, burst int, rate float64) bool {
	b.used = max(0, b.used-rate*max(0, now.Sub(b.last).Seconds()))
	b.last = now
	if b.used+1 > float64(burst) {
		return false
	}
	b.used++
	return true
}

// giveBack uncounts the last one.
func (b *bucket) giveBack() { b.used = max(0, b.used-1) }
