package gateway_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/gateway"
)

func TestLines_bad(t *testing.T) {
	o, _ := options()
	h := open(t, o)
	p := h.login("amy")
	for _, row := range [][2]string{
		{"hello", "500 000"}, {"", "500 000"}, {"1", "500 000"}, {"3030 x", "500 303"}, {"303x", "500 303"}, {"GET / HTTP/1.1", "500 000"},
		{"303 a\x00b", "505 303"}, {"303 a\rb", "505 303"}, {"303 a\x1bb", "505 303"}, {"303 \xff\xfe", "505 303"}, {"303 e\u0301", "505 303"},
		{"303 " + strings.Repeat("x", 501), "502 303"}, {"303", "502 303"}, {"303 " + strings.Repeat("x", 500), "803"},
		{"303  two spaces", "803"}, {"202 ignored text", "702"}, {"204\x20", "704"},
	} {
		if got := p.do(row[0]); !strings.HasPrefix(got, row[1]) {
			t.Errorf("%q: %q, want %q", row[0], got, row[1])
		}
	}
	p.unread = nil
	p.Write([]byte("109 LF only\n"))
	for got := p.read(); got != "609 LF only"; got = p.read() {
		if !strings.HasPrefix(got, "853 - amy ") { // what was said comes first
			t.Fatalf("a line with LF only: %q", got)
		}
	}
	// Octet by octet, and many lines at once.
	for _, octet := range []byte("109 slowly\r\n") {
		p.Write([]byte{octet})
	}
	if got := p.read(); got != "609 slowly" {
		t.Errorf("octet by octet: %q", got)
	}
	p.Write(bytes.Repeat([]byte("109 q\r\n"), 500))
	for range 500 {
		if got := p.read(); got != "609 q" {
			t.Fatalf("in one packet: %q", got)
		}
	}
}

func TestLines_tooLong(t *testing.T) {
	o, _ := options()
	h := open(t, o)
	p := h.login("amy")
	p.ask("109 "+strings.Repeat("x", 1018), "609")
	p.ask("109 "+strings.Repeat("x", 1019), "504 109")
	p.ask("109 still here", "609")
	p.Write(bytes.Repeat([]byte("y"), 1_000_000))
	if got := p.read(); got != "504 000 sgcp: line too long (000), expected a line's end sooner" {
		t.Errorf("a million octets: %q", got)
	}
	p.Write([]byte("\r\n"))
	p.ask("109 still here", "609")
	p.write(strings.Repeat("z", 2000))
	p.closed("504")
}

func TestCharset_gb18030(t *testing.T) {
	o, _ := options()
	h := open(t, o)
	old, amy := h.login("old"), h.login("amy")
	old.ask("104 charset=gb18030", "604 charset=gb18030")
	old.ask("303 \xc4\xe3\xba\xc3", "803") // 你好
	amy.expect("853 - old 你好")
	old.expect("853")
	amy.ask("303 围棋 😀", "803")
	if got := old.expect("853"); got != "853 - amy \xce\xa7\xc6\xe5 \x94\x39\xfc\x36" {
		t.Errorf("in GB18030: %q", got)
	}
	old.ask("303 \xff\xff", "505")
}

func TestFlood_refusedThenCut(t *testing.T) {
	o, c := options()
	o.Limits = gateway.DefaultLimits()
	o.Limits.Delay, o.Limits.Refusals = time.Millisecond, 20
	h := open(t, o)
	p := h.login("amy")
	for i := range 5 {
		p.ask(fmt.Sprint("303 ", i), "803")
	}
	p.ask("303 too fast", "506 303")
	c.advance(time.Second)
	p.ask("303 again", "803")
	c.advance(10 * time.Second)
	for range 20 {
		p.ask("109", "609")
	}
	p.ask("109", "506 109")
	c.advance(time.Second)
	for range 5 {
		p.ask("109", "609")
	}
	for range 17 {
		p.ask("109", "506 109")
	}
	p.write("109")
	p.closed("506 109")
}

// A move that was accepted is not counted.
func TestFlood_movesAreFree(t *testing.T) {
	o, _ := options()
	o.Limits = gateway.DefaultLimits()
	o.Limits.Delay = time.Millisecond
	h := open(t, o)
	b, w, game := pair(h.login("amy"), h.login("bob"))
	list := ""
	for i := range 100 {
		list += fmt.Sprintf("%c%d ", "ABCDEFGHJKLMNOPQRST"[i%19], 1+3*(i/19)+i%2)
	}
	moves(b, w, game, list)
}

// Who does not read is cut when 64 KiB or 256 lines wait; the others go on.
func TestSlow_isCut(t *testing.T) {
	o, _ := options()
	o.Limits.Write = time.Hour
	h := open(t, o)
	slow, amy := h.login("slow"), h.login("amy")
	if err := slow.Conn.(*net.TCPConn).SetReadBuffer(4096); err != nil {
		t.Fatal(err)
	}
	text := "303 " + strings.Repeat("x", 480)
	for n := range 40_000 {
		amy.write(text)
		for {
			if line := amy.read(); strings.HasPrefix(line, "803") {
				break
			}
		}
		if n%64 > 0 {
			continue
		}
		var figures strings.Builder
		if err := h.WriteMetrics(&figures); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(figures.String(), "slow_connections_total 1") {
			break
		}
	}
	h.until("slow_connections_total 1 connections 1 sessions 2")
	again := h.connect()
	again.ask("105 "+slow.secret+" 1", "605 ")
}

// A client that ends its half of the connection gets the answers to what it asked.
func TestHalfClose_isAnswered(t *testing.T) {
	o, _ := options()
	h := open(t, o)
	p := h.connect()
	p.Write([]byte("101 amy\r\n201\r\n204"))
	p.Conn.(*net.TCPConn).CloseWrite()
	for _, want := range []string{"601 amy", "701", ""} {
		if got := p.read(); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("after a half-close: %q, want %q", got, want)
		}
	}
}

// from is a listener whose connections come from where the test says.
type from struct {
	net.Listener
	addresses chan string
}

type fromConn struct {
	net.Conn
	remote net.Addr
}

func (c fromConn) RemoteAddr() net.Addr { return c.remote }

func (f from) Accept() (net.Conn, error) {
	conn, err := f.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return fromConn{conn, &net.TCPAddr{IP: net.ParseIP(<-f.addresses), Port: 1}}, nil
}

func TestAddress_limits(t *testing.T) {
	o, c := options()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := from{listener, make(chan string, 1)}
	o.Listener, o.Limits.Open, o.Limits.New = f, 2, 4
	h := open(t, o)
	dial := func(address, want string) *peer {
		t.Helper()
		f.addresses <- address
		p := h.connect()
		if want == "" {
			p.ask("109", "609")
		} else {
			p.closed(want)
		}
		return p
	}
	a := dial("192.0.2.1", "")
	dial("192.0.2.1", "")
	dial("::ffff:192.0.2.1", "507 000") // the same address
	dial("192.0.2.2", "")
	dial("2001:db8::1", "")
	dial("2001:db8::2", "") // the same /64
	dial("2001:db8::3", "507 000")
	dial("2001:db8:0:1::1", "")
	for range 3 {
		dial("127.0.0.5", "") // loopback is not limited
	}
	for i := range 3 {
		a.Close()
		h.until("connections 8")
		want := ""
		if i == 2 {
			want = "507 000 too many new"
		}
		a = dial("192.0.2.1", want)
	}
	h.until("connections 8")
	c.advance(11 * time.Minute)
	h.until("connections 0") // nobody had logged in
	dial("192.0.2.1", "")
}

// AI platforms that have authenticated take nobody's place at their address.
func TestAddress_platformsAreNotLimited(t *testing.T) {
	o, _ := options()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := from{listener, make(chan string, 1)}
	o.Listener, o.Limits.Open, o.Limits.New = f, 2, 3
	o.Keys = map[string]string{"secret": "tian"}
	h := open(t, o)
	dial := func() *peer {
		t.Helper()
		f.addresses <- "192.0.2.1"
		return h.connect()
	}
	var platforms []*peer
	for i := range 5 {
		p := dial()
		p.ask("102 key secret", "602")
		p.ask("102 key secret", "602") // twice gives back no more
		p.enter(fmt.Sprint("AI-p", i))
		platforms = append(platforms, p)
	}
	for _, p := range platforms { // and back again, without 102
		p.Close()
		again := dial()
		again.ask("105 "+p.secret+" 0", "605")
	}
	h.until("connections 5")
	first, second := dial(), dial()
	first.ask("109", "609")
	second.ask("109", "609")
	dial().closed("507 000 too many connections")
	first.Close()
	h.until("connections 6")
	dial().ask("109", "609")
	second.Close()
	h.until("connections 6")
	dial().closed("507 000 too many new")
}

func TestFull(t *testing.T) {
	o, _ := options()
	o.Limits.Connected = 2
	h := open(t, o)
	h.login("amy")
	h.login("bob")
	h.connect().closed("507 000")
}

func TestTLS(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"hall.example"}, NotAfter: time.Now().Add(time.Hour)}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	trusted := x509.NewCertPool()
	trusted.AddCert(certificate)
	o, c := options()
	plainly, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o.Listener = tls.NewListener(plainly, &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: key}}})
	h := open(t, o)
	conn, err := tls.Dial("tcp", h.Addr().String(), &tls.Config{RootCAs: trusted, ServerName: "hall.example"})
	if err != nil {
		t.Fatal(err)
	}
	greeted(t, conn).enter("amy")
	plain, err := net.Dial("tcp", h.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	plain.SetDeadline(await.End(t))
	fmt.Fprint(plain, "101 bob\r\n")
	if n, _ := plain.Read(make([]byte, 100)); n > 0 && h.sessions() > 1 {
		t.Error("a plain connection was let in")
	}
	h.until("connections 1")                        // the plain one is gone, so that the next two are amy and half
	half, err := net.Dial("tcp", h.Addr().String()) // no handshake comes
	if err != nil {
		t.Fatal(err)
	}
	defer half.Close()
	h.until("connections 2")
	c.advance(31 * time.Second) // who does not shake hands is cut like who does not log in
	half.SetReadDeadline(await.End(t))
	if _, err := half.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("without a handshake: %v, want a closed connection", err)
	}
}

// sessions is the number of them.
func (h *hall) sessions() (n int) {
	var text strings.Builder
	if err := h.WriteMetrics(&text); err != nil {
		h.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(text.String(), "\nqikit_gateway_sessions ")
	fmt.Sscan(rest, &n)
	return n
}

func TestShutdown(t *testing.T) {
	o, c := options()
	h := open(t, o)
	b, w, game := pair(h.login("amy"), h.login("bob"))
	done := make(chan error, 1)
	go func() { done <- h.Shutdown(context.Background(), 30*time.Second) }()
	b.expect("658 30")
	w.expect("658 30")
	b.ask("321 C3", "821") // games go on
	w.expect("851 " + game)
	b.ask("302 "+game, "802")
	b.ask("201", "509")
	late := h.connect()
	late.closed("509 000")
	tooLong := await.Over(t)
	for waiting := true; waiting; {
		c.advance(10 * time.Second)
		select {
		case <-tooLong:
			t.Fatal("it does not end")
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
			waiting = false
		case <-time.After(10 * time.Millisecond):
		}
	}
	w.closed("509 000")
}

func TestStart_faults(t *testing.T) {
	for name, change := range map[string]func(*gateway.Options){
		"port": func(o *gateway.Options) { o.Port = 70000 }, "name": func(o *gateway.Options) { o.Name = "two words" }, "size": func(o *gateway.Options) { o.Size = 20 },
		"komi": func(o *gateway.Options) { o.Komi = 0.3 }, "rule": func(o *gateway.Options) { o.Rule = "japanese" }, "clock": func(o *gateway.Options) { o.Clock = nil },
		"limits.rate": func(o *gateway.Options) { o.Limits.Rate = 0 }, "limits.dead": func(o *gateway.Options) { o.Limits.Dead = o.Limits.Idle },
		"limits.write": func(o *gateway.Options) { o.Limits.Write = 0 }, "log": func(o *gateway.Options) { o.Log = nil }, "limits.graces": func(o *gateway.Options) { o.Limits.Graces = -1 },
	} {
		o, _ := options()
		change(&o)
		if g, err := gateway.Start(o); !errors.Is(err, gateway.ErrOptions) || g != nil || !strings.HasPrefix(err.Error(), gateway.ErrOptions.Error()+": "+name+" is ") {
			t.Errorf("%s: %v, want ErrOptions that names it", name, err)
		}
	}
	o, _ := options()
	o.Host = "no.such.host.invalid"
	if _, err := gateway.Start(o); !errors.Is(err, gateway.ErrListen) {
		t.Errorf("a host that is none: %v", err)
	}
}
