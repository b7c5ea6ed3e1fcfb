package gateway

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"time"

	"github.com/pires/go-proxyproto"

	"qikit.dev/qikit/internal/options"
)

// Proxied is a listener behind proxies, each given by its address or its network in
// CIDR. A connection from one of them begins with a header of the PROXY protocol,
// version 2, that says for whom it is; limits and bans then go by that address. A
// connection from elsewhere is taken as it is: nobody else can say that they are
// another. TLS goes on top: tls.NewListener(proxied, …). ErrOptions.
func Proxied(l net.Listener, proxies []string) (net.Listener, error) {
	trusted, err := networks(proxies)
	if err != nil {
		return nil, options.Wrap(ErrOptions, err)
	}
	return &proxyproto.Listener{
		Listener: l, ReadHeaderTimeout: headerTime, ValidateHeader: secondVersion,
		ConnPolicy: func(o proxyproto.ConnPolicyOptions) (proxyproto.Policy, error) {
			if from, ok := addressOf(o.Upstream); ok && slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(from) }) {
				return proxyproto.REQUIRE, nil
			}
			return proxyproto.SKIP, nil
		},
	}, nil
}

// headerTime is how long a proxy may take to send its header.
const headerTime = 5 * time.Second

func secondVersion(h *proxyproto.Header) error {
	if h.Version != 2 {
		return errors.New("gateway: a PROXY header of version 1, expected 2")
	}
	return nil
}

func networks(texts []string) (all []netip.Prefix, err error) {
	for i, text := range texts {
		p, err := netip.ParsePrefix(text)
		if address, aerr := netip.ParseAddr(text); aerr == nil {
			p, err = address.Prefix(address.BitLen())
		}
		if err != nil {
			return nil, options.Wrong(fmt.Sprintf("proxies[%d]", i), text, "an address, or a network such as 10.0.0.0/8")
		}
		all = append(all, p.Masked())
	}
	return all, nil
}

// addressOf is the IP address of a TCP connection's end.
func addressOf(a net.Addr) (ip netip.Addr, ok bool) {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return ip, false
	}
	ip, ok = netip.AddrFromSlice(tcp.IP)
	return ip.Unmap().WithZone(""), ok
}

// behind is the connection from a proxy under a connection, nil when there is none.
func behind(raw net.Conn) *proxyproto.Conn {
	if secure, ok := raw.(secured); ok {
		raw = secure.NetConn()
	}
	p, _ := raw.(*proxyproto.Conn)
	return p
}

// awaitHeader reads a proxy's header, and then lets the connection in.
func (g *Gateway) awaitHeader(raw net.Conn, p *proxyproto.Conn) {
	read := make(chan struct{})
	g.spawn(raw, func() {
		select {
		case <-g.done:
			raw.Close() // it is given up, so the error does not matter
		case <-read:
		}
	})
	g.spawn(raw, func() {
		defer close(read)
		if p.ProxyHeader() == nil {
			g.figures.refused.Add(1)
			g.options.Log.Warn("no PROXY header", "proxy", p.Raw().RemoteAddr().String())
			raw.Close() // it is given up, so the error does not matter
			return
		}
		g.welcome(raw)
	})
}
