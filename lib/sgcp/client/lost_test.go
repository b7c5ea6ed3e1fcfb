package client_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"math/big"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

// A game goes on over two lost connections, the second in the middle of a list.
func TestResume_missedPushesFollow(t *testing.T) {
	f := serve(t,
		func(p *peer) {
			p.login()
			p.send("659\r\n") // about the connection: does not count
			p.expect("109")
			p.send("609\r\n751 " + token + " bob_ amy\r\n")
			p.send("850 " + token + " bob_ amy 19 7.5 area\r\n899 of a later version\r\n")
			p.expect("109 before")
			p.send("609 before\r\n")
		},
		func(p *peer) {
			p.resume("3", "605 bob_ "+token+" 2\r\n851 "+token+" 1 b Q16 0 e220a8397b1dcdaf\r\n857 "+token+" amy count\r\n")
			p.expect("301 " + token)
			p.send("861 1 Q16\r\n861 2 D")
		},
		func(p *peer) {
			p.resume("5", "605 bob_ "+token+" 0\r\n")
			p.expect("109 after")
			p.send("609 after\r\n")
			p.gone()
		},
	)
	c := dial(t, options(f))
	events(t, c, "751 "+token+" bob_ amy", "850 "+token+" bob_ amy 19 7.5 area", "899 of a later version")
	ping(t, c, "before")
	events(t, c, "lost", "resumed xII", "851 "+token+" 1 b Q16 0 e220a8397b1dcdaf", "857 "+token+" amy count")
	if _, err := c.Info(t.Context(), c.Game()); !errors.Is(err, client.ErrLost) {
		t.Errorf("half a list: %v, want ErrLost", err)
	}
	events(t, c, "lost", "resumed")
	ping(t, c, "after")
	if _, last := c.Session(); last != 5 {
		t.Errorf("the session counts %d pushes, want 5", last)
	}
}

func TestResume_resync(t *testing.T) {
	f := serve(t,
		func(p *peer) {
			p.login()
			p.send("751 " + token + " bob_ amy\r\n")
			p.expect("109 1")
			p.send("609 1\r\n")
		},
		func(p *peer) {
			p.resume("1", "605 resync\r\n")
			p.expect("301 " + token)
			p.send("853 - amy before\r\n861 1 Q16 D4\r\n801 " + token + " size=19 moves=2 seq=2 turn=b\r\n853 - amy after\r\n")
			p.expect("109 2")
			p.send("609 2\r\n")
		},
		func(p *peer) { // the count began anew
			p.resume("2", "605 resync\r\n")
			p.expect("301 " + token)
			p.send("530 301 no such game\r\n")
			p.expect("109 3")
			p.send("609 3\r\n")
			p.gone()
		},
	)
	c := dial(t, options(f))
	ping(t, c, "1")
	events(t, c, "751 "+token+" bob_ amy", "lost", "853 - amy before", "resynced "+token+" Q16 D4", "853 - amy after")
	ping(t, c, "2")
	events(t, c, "lost", "resynced")
	ping(t, c, "3")
}

// A client that was started again learns who it is and where it sits, also from a
// server that was.
func TestDial_resyncNamesNickAndGame(t *testing.T) {
	f := serve(t,
		func(p *peer) {
			p.resume("17", "605 resync bob_ "+token+"\r\n")
			p.expect("301 " + token)
			p.send("861 1 Q16 D4\r\n801 " + token + " size=19 moves=2 seq=2 turn=b\r\n")
			p.expect("109 1")
			p.send("609 1\r\n")
		},
		func(p *peer) { // it was taken off the table meanwhile
			p.resume("0", "605 resync bob_ -\r\n")
			p.expect("109 2")
			p.send("609 2\r\n")
			p.gone()
		},
	)
	o := options(f)
	session, err := sgcp.ParseSession(secret)
	if err != nil {
		t.Fatal(err)
	}
	o.Session, o.Last = session, 17
	c := dial(t, o)
	if c.Nick() != "bob_" || c.Game().String() != token {
		t.Errorf("nick %q, game %v; want those of the reply", c.Nick(), c.Game())
	}
	events(t, c, "resynced "+token+" Q16 D4")
	ping(t, c, "1")
	events(t, c, "lost", "resynced")
	ping(t, c, "2")
	if c.Nick() != "bob_" || c.Game() != (sgcp.Gtoken{}) {
		t.Errorf("nick %q, game %v; want no game", c.Nick(), c.Game())
	}
}

// The token changes whenever the session is taken up. Whatever is lost on the way, the
// client has a token that the server still takes.
func TestResume_renewsTheToken(t *testing.T) {
	const second, third = "AAAAAAAAAAAAAAAAAAAAAAAAAE", "AAAAAAAAAAAAAAAAAAAAAAAAAI"
	take := func(p *peer, session string) {
		p.expect("105 " + session + " 0")
		p.send("605 bob_ - 0\r\n")
		p.expect("104 ping marking")
		p.send("604 ping marking\r\n")
		p.expect("106")
	}
	var kept []string
	f := serve(t,
		func(p *peer) { p.login() },
		func(p *peer) { take(p, secret) }, // the reply is lost
		func(p *peer) { take(p, secret); p.send("606 " + second + "\r\n"); p.expect("106 " + second) },
		func(p *peer) { take(p, second); p.send("606 " + third + "\r\n") }, // nobody could keep it
		func(p *peer) {
			take(p, third)
			p.send("506 106 rate\r\n")
			p.expect("109 after")
			p.send("609 after\r\n")
			p.gone()
		},
	)
	o := options(f)
	o.Keep = func(s sgcp.Session) error {
		kept = append(kept, s.Text())
		if len(kept) > 1 {
			return errors.New("the disk is full")
		}
		return nil
	}
	c := dial(t, o)
	events(t, c, "lost", "resumed", "resumed", "renewed", "resumed", "renewed", "lost", "resumed")
	ping(t, c, "after")
	if now, _ := c.Session(); now.Text() != third || !slices.Equal(kept, []string{second, third}) || c.Began() != 1 {
		t.Errorf("the token is %s, kept were %v, %d sessions began; want %s, two and 1", now.Text(), kept, c.Began(), third)
	}
}

func TestResume_sessionGone(t *testing.T) {
	f := serve(t,
		func(p *peer) {
			p.login()
			p.send("751 " + token + " bob_ amy\r\n")
		},
		func(p *peer) {
			p.expect("105 " + secret + " 1")
			p.send("513 105 unknown\r\n")
			p.expect("101 bob")
			p.send("601 bob__ " + token + "\r\n")
			p.expect("104 ping marking")
			p.send("604 ping marking\r\n853 - amy hello\r\n")
			p.gone()
		},
	)
	c := dial(t, options(f))
	events(t, c, "751 "+token+" bob_ amy", "lost", "restarted", "853 - amy hello")
	session, last := c.Session()
	if c.Nick() != "bob__" || session.Text() != token || last != 1 || c.Game() != (sgcp.Gtoken{}) {
		t.Errorf("nick %q, session %s, last %d, game %v; want those of the new session", c.Nick(), session.Text(), last, c.Game())
	}
}

// A session can be taken up by another client, as after a restart of an app.
func TestDial_withSession(t *testing.T) {
	f := serve(t, func(p *peer) {
		p.resume("17", "605 bob_ "+token+" 1\r\n853 - amy hello\r\n")
		p.gone()
	})
	o := options(f)
	session, err := sgcp.ParseSession(secret)
	if err != nil {
		t.Fatal(err)
	}
	o.Session, o.Last = session, 17
	c := dial(t, o)
	events(t, c, "resumed xI", "853 - amy hello")
	if _, last := c.Session(); last != 18 || c.Nick() != "bob_" || c.Game().String() != token {
		t.Errorf("nick %q, last %d, game %v", c.Nick(), last, c.Game())
	}
}

// replaced takes a session up, and is told that another connection did.
func (p *peer) replaced() {
	p.expect("105 " + secret + " 0")
	p.send("605 bob_ - 0\r\n")
	p.expect("104 ping marking")
	p.send("514 000 newer connection\r\n")
}

// A client whose own late 105 takes the session from its next connection comes back; one
// that is replaced again gives way.
func TestLost_replacedByItself(t *testing.T) {
	f := serve(t, (*peer).loginAndLeave, (*peer).replaced, func(p *peer) {
		p.resume("0", "605 bob_ - 0\r\n")
		p.gone()
	})
	c := dial(t, options(f))
	events(t, c, "lost", "resumed", "514 000 newer connection", "resumed")
	ping(t, c, "here")

	f = serve(t, (*peer).loginAndLeave, (*peer).replaced, (*peer).replaced)
	c = dial(t, options(f))
	events(t, c, "lost", "resumed", "514 000 newer connection", "resumed", "514 000 newer connection")
	if e := next(t, c); e.Kind != client.Ended || sgcp.Refused(e.Err) != sgcp.FaultReplaced {
		t.Errorf("event %v, %v; want the end, with 514", e.Kind, e.Err)
	}
}

func TestLost_replacedIsFinal(t *testing.T) {
	f := serve(t, func(p *peer) {
		p.login()
		p.send("514 000 newer connection\r\n")
	})
	c := dial(t, options(f))
	events(t, c, "514 000 newer connection")
	e := next(t, c)
	var fault *sgcp.Fault
	if e.Kind != client.Ended || !errors.As(e.Err, &fault) || fault.Code != sgcp.FaultReplaced || !errors.Is(c.Err(), client.ErrEnded) {
		t.Errorf("event %v, %v; want the end, with 514", e.Kind, e.Err)
	}
	if _, ok := <-c.Events(); ok {
		t.Error("an event after the end")
	}
	if _, err := c.Do(t.Context(), &sgcp.Wait{}); !errors.Is(err, client.ErrEnded) {
		t.Errorf("a command after the end: %v, want ErrEnded", err)
	}
}

func TestLost_busyServerIsTriedAgain(t *testing.T) {
	f := serve(t,
		func(p *peer) { p.login(); p.send("658 1\r\n509 000 going down\r\n") },
		func(p *peer) { p.send("507 000 full\r\n") },
		func(p *peer) { p.expect("105 " + secret + " 0"); p.send("506 105 not so fast\r\n"); p.gone() },
		func(p *peer) { p.resume("0", "605 bob_ - 0\r\n"); p.gone() },
	)
	c := dial(t, options(f))
	events(t, c, "658 1", "509 000 going down", "lost", "507 000 full", "resumed")
	ping(t, c, "end")
}

func TestLost_givesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // nobody is late but by the clock
		f := serve(t, (*peer).loginAndLeave)
		o := options(f)
		o.GiveUp = 30 * time.Millisecond
		c := dial(t, o)
		events(t, c, "lost")
		if e := next(t, c); e.Kind != client.Ended || !errors.Is(e.Err, client.ErrTimeout) || !errors.Is(e.Err, errRefused) {
			t.Errorf("event %v, %v; want the end, ErrTimeout and the last reason", e.Kind, e.Err)
		}
		f = serve(t, (*peer).loginAndLeave)
		o = options(f)
		o.Reconnect = false
		c = dial(t, o)
		events(t, c, "ended")
	})
}

func (p *peer) loginAndLeave() { p.login() }

// A command that comes while there is no connection waits for one.
func TestDo_waitsForTheConnection(t *testing.T) {
	again := make(chan struct{})
	f := serve(t, (*peer).loginAndLeave, func(p *peer) {
		await.From(t, again)
		p.resume("0", "605 bob_ - 0\r\n")
		p.expect("109 waited")
		p.send("609 waited\r\n")
		p.gone()
	})
	c := dial(t, options(f))
	events(t, c, "lost")
	late := errors.New("not for me")
	ctx, cancel := context.WithTimeoutCause(t.Context(), time.Millisecond, late)
	defer cancel()
	if _, err := c.Do(ctx, &sgcp.Wait{}); !errors.Is(err, late) {
		t.Errorf("without a connection: %v, want the context's cause", err)
	}
	close(again)
	ping(t, c, "waited")
}

func TestLost_byWhatTheServerSends(t *testing.T) {
	for name, garbage := range map[string]string{
		"no line":                "hello there\r\n",
		"NUL":                    "\x00\x00\x00\r\n",
		"a command":              "101 bob\r\n",
		"a reply nobody awaits":  "821 5\r\n",
		"a row outside its list": "752 amy 1 human\r\n",
		"a fault of another":     "534 321 occupied\r\n",
		"no end":                 strings.Repeat("x", 5000),
		"a row it garbles":       "861 x\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			f := serve(t,
				func(p *peer) {
					p.login()
					p.Write([]byte(garbage)) // its end may not be read any more
					p.gone()
				},
				func(p *peer) { p.resume("0", "605 bob_ - 0\r\n"); p.gone() },
			)
			c := dial(t, options(f))
			if e := next(t, c); e.Kind != client.Lost || !errors.Is(e.Err, client.ErrProtocol) {
				t.Errorf("event %v, %v; want lost by ErrProtocol", e.Kind, e.Err)
			}
			events(t, c, "resumed")
			ping(t, c, "end")
		})
	}
}

// A push that cannot be read is one nevertheless: it counts.
func TestPush_unreadable(t *testing.T) {
	f := serve(t,
		func(p *peer) {
			p.login()
			p.send("853 - amy \xff\r\n851 nonsense\r\n")
		},
		func(p *peer) { p.resume("2", "605 bob_ - 0\r\n"); p.gone() },
	)
	c := dial(t, options(f))
	for range 2 {
		if e := next(t, c); e.Kind != client.Pushed || e.Push != nil || !errors.Is(e.Err, client.ErrProtocol) {
			t.Errorf("event %+v, want a push with ErrProtocol", e)
		}
	}
	events(t, c, "lost", "resumed")
	ping(t, c, "end")
}

func TestLost_halfClosed(t *testing.T) {
	f := serve(t,
		func(p *peer) {
			p.login()
			p.expect("201")
			p.send("701\r\n")
			p.Conn.(*net.TCPConn).CloseWrite()
			p.gone() // the client closes its half too
		},
		func(p *peer) { p.resume("0", "605 bob_ - 0\r\n"); p.gone() },
	)
	f.pipes = false
	c := dial(t, options(f))
	if _, err := c.Do(t.Context(), &sgcp.Wait{}); err != nil {
		t.Error(err)
	}
	events(t, c, "lost", "resumed")
	ping(t, c, "end")
}

// A server that is there but silent is found out: by a command or by a ping.
func TestLost_silence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // nobody is late but by the clock
		f := serve(t,
			func(p *peer) { p.login(); p.expect("201"); p.silent() },
			func(p *peer) {
				p.resume("0", "605 bob_ - 0\r\n")
				p.expect("109")
				p.send("609\r\n")
				p.expect("109") // and is not answered
				p.silent()
			},
			func(p *peer) { p.resume("0", "605 bob_ - 0\r\n"); p.gone() },
		)
		o := options(f)
		o.Reply, o.Ping = 400*time.Millisecond, 50*time.Millisecond
		c := dial(t, o)
		if _, err := c.Do(t.Context(), &sgcp.Wait{}); !errors.Is(err, client.ErrTimeout) {
			t.Errorf("a command without an answer: %v, want ErrTimeout", err)
		}
		for range 2 {
			if e := next(t, c); e.Kind != client.Lost || !errors.Is(e.Err, client.ErrTimeout) {
				t.Fatalf("event %v, %v; want lost by ErrTimeout", e.Kind, e.Err)
			}
			events(t, c, "resumed")
		}
		ping(t, c, "end")
	})
}

// A server that does not read: the write is given up, nobody hangs.
func TestLost_serverDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // nobody is late but by the clock
		release := make(chan struct{})
		f := serve(t,
			func(p *peer) { p.login(); <-release },
			func(p *peer) { p.resume("0", "605 bob_ - 0\r\n"); p.gone() },
		)
		o := options(f)
		o.Write = 200 * time.Millisecond
		c := dial(t, o)
		if _, err := c.Do(t.Context(), &sgcp.Wait{}); !errors.Is(err, client.ErrLost) {
			t.Errorf("a command that is not read: %v, want ErrLost", err)
		}
		close(release)
		events(t, c, "lost", "resumed")
		ping(t, c, "end")
	})
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
	secure := func(script func(*peer)) func(*peer) {
		return func(p *peer) {
			config := &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: key}}}
			p.Conn = tls.Server(p.Conn, config)
			p.lines.Reset(p.Conn)
			script(p)
		}
	}
	f := serve(t, secure(func(p *peer) { p.login(); p.gone() }), secure((*peer).gone))
	o := options(f)
	o.Host = "hall.example"
	o.Dial = func(ctx context.Context, network, address string) (net.Conn, error) { // as tls.Dialer, over the fake's
		conn, err := f.dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		host, _, _ := net.SplitHostPort(address)
		secure := tls.Client(conn, &tls.Config{RootCAs: trusted, ServerName: host})
		if err := secure.HandshakeContext(ctx); err != nil {
			conn.Close()
			return nil, err
		}
		return secure, nil
	}
	if c := dial(t, o); c.Nick() != "bob_" {
		t.Errorf("nick %q", c.Nick())
	}
	o.Host = "other.example"
	if _, err := client.Dial(t.Context(), o); !errors.Is(err, client.ErrLost) || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("another name: %v, want ErrLost with the certificate's fault", err)
	}
}
