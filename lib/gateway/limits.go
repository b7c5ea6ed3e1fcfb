package gateway

import (
	"net"
	"net/netip"
	"slices"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// address is what is known of the connections from one place.
type address struct {
	open  int
	fresh []time.Time // when the last ones came, oldest first
}

// prefixOf is the IPv4 /32 or IPv6 /64 that a connection comes from; not limited
// are loopback and what is no IP address.
func prefixOf(a net.Addr) (p netip.Prefix, limited bool) {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || tcp.IP.IsLoopback() {
		return p, false
	}
	return prefixOfIP(tcp.IP)
}

func prefixOfIP(raw net.IP) (p netip.Prefix, ok bool) {
	ip, ok := netip.AddrFromSlice(raw)
	if !ok {
		return p, false
	}
	ip = ip.Unmap().WithZone("")
	bits := 64
	if ip.Is4() {
		bits = 32
	}
	p, err := ip.Prefix(bits)
	return p, err == nil
}

// mayEnter counts a connection and says why it may not stay, 0 when it may.
func (g *Gateway) mayEnter(c *conn) (code sgcp.Number, text string) {
	l := &g.options.Limits
	now := g.options.Clock.Now()
	switch {
	case g.leaving:
		code, text = sgcp.FaultShutdown, "the server goes down"
	case len(g.conns) > l.Connected || len(g.conns) > descriptors()-descriptorsKept:
		code, text = sgcp.FaultFull, "the hall is full"
	}
	if !c.limited {
		return code, text
	}
	a := g.addresses[c.prefix]
	if a == nil {
		a = &address{}
		g.addresses[c.prefix] = a
		g.forgetAddress(c.prefix)
	}
	a.open++
	a.forget(now.Add(-l.NewTime))
	switch {
	case a.open > l.Open:
		return sgcp.FaultFull, "too many connections from this address"
	case len(a.fresh) >= l.New:
		return sgcp.FaultFull, "too many new connections from this address"
	}
	a.fresh = append(a.fresh, now)
	return code, text
}

// exempt gives the place back that a connection took at its address: AI platforms
// are not limited once they have authenticated.
func (g *Gateway) exempt(c *conn) {
	if !c.limited {
		return
	}
	c.limited = false
	a := g.addresses[c.prefix]
	a.open--
	if i := slices.IndexFunc(a.fresh, func(came time.Time) bool { return !came.Before(c.opened) }); i >= 0 {
		a.fresh = slices.Delete(a.fresh, i, i+1)
	}
}

// forget drops what is older.
func (a *address) forget(before time.Time) {
	for len(a.fresh) > 0 && !a.fresh[0].After(before) {
		a.fresh = a.fresh[1:]
	}
}

// forgetAddress drops an address once nothing is known of it any more.
func (g *Gateway) forgetAddress(p netip.Prefix) {
	g.at(g.options.Clock.Now().Add(g.options.Limits.NewTime), func(now time.Time) {
		a := g.addresses[p]
		a.forget(now.Add(-g.options.Limits.NewTime))
		if a.open == 0 && len(a.fresh) == 0 {
			delete(g.addresses, p)
			return
		}
		g.forgetAddress(p)
	})
}

// descriptorsKept are for the store, the listener and the host's own files.
const descriptorsKept = 64

// bucket is a limit of rate: so many at once, then so many a second.
type bucket struct {
	used float64 // of the burst, at the time last
	last time.Time
}

// take says whether another one is allowed now, and counts it if so.
func (b *bucket) take(now time.Time, burst int, rate float64) bool {
	b.used = max(0, b.used-rate*max(0, now.Sub(b.last).Seconds()))
	b.last = now
	if b.used+1 > float64(burst) {
		return false
	}
	b.used++
	return true
}

// giveBack takes the last one back.
func (b *bucket) giveBack() { b.used = max(0, b.used-1) }
