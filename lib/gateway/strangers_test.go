package gateway_test

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/pires/go-proxyproto"

	"qikit.dev/qikit/lib/gateway"
)

// behindProxy is a connection as a proxy makes it, for somebody at an address.
func (h *hall) behindProxy(address string, version byte) *peer {
	h.t.Helper()
	p := h.dial()
	header := proxyproto.HeaderProxyFromAddrs(version, &net.TCPAddr{IP: net.ParseIP(address), Port: 5}, h.Addr())
	if _, err := header.WriteTo(p); err != nil {
		h.t.Fatal(err)
	}
	return p
}

// Limits go by the address that a trusted proxy names, and by nobody else's word.
func TestProxies(t *testing.T) {
	o, _ := options()
	o.Proxies, o.Limits.Open = []string{"10.0.0.0/8", "127.0.0.1"}, 2
	h := open(t, o)
	for range 2 {
		h.behindProxy("203.0.113.9", 2).expect("650")
	}
	third := h.behindProxy("203.0.113.9", 2)
	third.expect("650")
	third.closed("507 000 too many connections from this address")
	h.behindProxy("203.0.113.10", 2).expect("650")
	h.behindProxy("2001:db8::1", 2).expect("650")
	h.behindProxy("203.0.113.11", 1).closed("") // the first version is not spoken
	p := h.dial()
	p.Write([]byte("101 amy\r\n"))
	p.closed("") // a proxy that says nothing of whom it serves
	h.until("connections 4")

	o.Proxies = []string{"10.0.0.0/8"}
	h = open(t, o)
	p = h.dial()
	p.Write([]byte("PROXY TCP4 203.0.113.9 127.0.0.1 5 5\r\n"))
	p.expect("650", "500 000")
	p.ask("101 amy", "601 amy")
}

func TestProxies_badOptions(t *testing.T) {
	for _, bad := range []string{"", "here", "10.0.0.0/40", "10.0.0.1:80"} {
		o := gateway.DefaultOptions()
		o.Proxies = []string{"::1", bad}
		if _, err := gateway.Start(o); !errors.Is(err, gateway.ErrOptions) || !strings.Contains(err.Error(), "proxies[1]") {
			t.Errorf("the proxy %q: %v, want ErrOptions with its key", bad, err)
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	o := gateway.DefaultOptions()
	o.Listener, o.Proxies = listener, []string{"::1"}
	if _, err := gateway.Start(o); !errors.Is(err, gateway.ErrOptions) {
		t.Errorf("proxies beside a listener: %v, want ErrOptions", err)
	}
}

// A gateway ends while a proxy has not said whom it serves.
func TestProxies_closedWhileTheyAreSilent(t *testing.T) {
	o, _ := options()
	o.Proxies = []string{"127.0.0.1"}
	h := open(t, o)
	p := h.dial()
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	p.closed("")
}

// Who guesses secrets is cut, and their address kept out; loopback never is.
func TestGuesses(t *testing.T) {
	o, c := options()
	o.Keys, o.Proxies = map[string]string{"secret": "lab"}, []string{"127.0.0.1"}
	h := open(t, o)
	guess := func(address string) {
		t.Helper()
		p := h.behindProxy(address, 2)
		for i := range 4 {
			p.ask(fmt.Sprint("102 key guess", i), "512")
		}
		p.write("102 key guess")
		p.closed("512")
	}
	for range 4 {
		guess("203.0.113.9")
		guess("127.0.0.1")
	}
	p := h.behindProxy("203.0.113.9", 2)
	p.expect("650")
	p.closed("507 000 too many wrong secrets from this address")
	h.behindProxy("203.0.113.10", 2).ask("102 key secret", "602 ok lab")
	guess("127.0.0.1")
	c.advance(o.Limits.NewTime + time.Second)
	h.behindProxy("203.0.113.9", 2).ask("102 key secret", "602 ok lab")

	q := h.behindProxy("203.0.113.9", 2)
	for range 4 {
		q.ask("105 AAAAAAAAAAAAAAAAAAAAAAAAAY 0", "513")
	}
	q.write("105 AAAAAAAAAAAAAAAAAAAAAAAAAY 0")
	q.closed("513")
}

// Log-ins over the limit wait, and are let in.
func TestLogins_takeTurns(t *testing.T) {
	o, _ := options()
	o.Limits.Logins = 2
	h := open(t, o)
	for i := range 5 { // two seconds' turns have gathered
		h.login(fmt.Sprint("p", i))
	}
	begun := time.Now()
	h.login("late")
	if waited := time.Since(begun); waited < 300*time.Millisecond {
		t.Errorf("the log-in over the limit waited %v, want half a second or more", waited)
	}
}
