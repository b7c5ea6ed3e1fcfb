package client_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

func TestDial_logsIn(t *testing.T) {
	f := serve(t, func(p *peer) {
		p.send("650 SGCP/1 hall 1712345678901\r\n")
		p.login()
		p.gone()
	})
	c := dial(t, options(f))
	events(t, c, "650 SGCP/1 hall 1712345678901")
	session, last := c.Session()
	if c.Nick() != "bob_" || session.Text() != secret || last != 0 || !c.Granted().Has(sgcp.CanMarking) || c.Err() != nil {
		t.Errorf("nick %q, session %s, last %d, granted %v, err %v", c.Nick(), session.Text(), last, c.Granted(), c.Err())
	}
}

func TestDial_withKey(t *testing.T) {
	f := serve(t, func(p *peer) {
		p.expect("102 key my secret")
		p.send("602 ok tian\r\n")
		p.login()
		p.gone()
	})
	o := options(f)
	o.Key = "my secret"
	if c := dial(t, o); c.Nick() != "bob_" {
		t.Errorf("nick %q", c.Nick())
	}
	o = options(serve(t, func(p *peer) { p.expect("102 key wrong"); p.send("512 102 no such key\r\n"); p.gone() }))
	o.Key = "wrong"
	var fault *sgcp.Fault
	if _, err := client.Dial(t.Context(), o); !errors.As(err, &fault) || fault.Code != sgcp.FaultAuthentication {
		t.Errorf("a wrong key: %v, want 512", err)
	}
}

func TestDial_serverOfTheTwelve(t *testing.T) {
	f := serve(t, func(p *peer) {
		p.expect("101 bob")
		p.send(hello)
		p.expect("104 ping marking")
		p.send("501 104 what?\r\n")
		p.gone()
	})
	if c := dial(t, options(f)); len(c.Granted()) != 0 {
		t.Errorf("granted %v, want nothing", c.Granted())
	}
}

func TestDial_fails(t *testing.T) {
	for _, row := range []struct {
		name   string
		script func(*peer)
		err    error
		code   sgcp.Number
	}{
		{"a bad nick", func(p *peer) { p.expect("101 bob"); p.send("511 101 no\r\n"); p.gone() }, nil, 511},
		{"the server is full", func(p *peer) { p.send("507 000 full\r\n") }, client.ErrLost, 507},
		{"it hangs up", func(p *peer) {}, client.ErrLost, 0},
		{"it is silent", (*peer).silent, client.ErrTimeout, 0},
		{"it is another kind of server", func(p *peer) { p.send("HTTP/1.1 400 Bad Request\r\n") }, client.ErrProtocol, 0},
		{"it never ends its line", func(p *peer) { p.Write([]byte(strings.Repeat("x", 5000))) }, client.ErrProtocol, 0},
		{"its reply makes no sense", func(p *peer) { p.expect("101 bob"); p.send("601 bob\r\n"); p.gone() }, client.ErrProtocol, 0},
		{"it answers something else", func(p *peer) { p.expect("101 bob"); p.send("701\r\n") }, client.ErrProtocol, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // nobody is late but by the clock
				o := options(serve(t, row.script))
				if row.err == client.ErrTimeout {
					o.Reply = 100 * time.Millisecond
				}
				c, err := client.Dial(t.Context(), o)
				var f *sgcp.Fault
				errors.As(err, &f)
				if c != nil || err == nil || row.err != nil && !errors.Is(err, row.err) || (f != nil) != (row.code != 0) || f != nil && f.Code != row.code {
					t.Errorf("Dial = %v, %v; want %v, %v", c, err, row.err, row.code)
				}
			})
		})
	}
	f := serve(t)
	if _, err := client.Dial(t.Context(), options(f)); !errors.Is(err, errRefused) || !errors.Is(err, client.ErrLost) {
		t.Errorf("refused: %v, want ErrLost and the reason", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	f = serve(t, func(p *peer) { p.expect("101 bob"); cancel(enough); p.gone() })
	if _, err := client.Dial(ctx, options(f)); !errors.Is(err, enough) {
		t.Errorf("cancelled: %v, want the cause", err)
	}
}

func TestOptions_check(t *testing.T) {
	for name, change := range map[string]func(*client.Options){
		"key":  func(o *client.Options) { o.Key = strings.Repeat("x", 513) },
		"nick": func(o *client.Options) { o.Nick = "b b" }, "host": func(o *client.Options) { o.Host = "" }, "port": func(o *client.Options) { o.Port = 0 },
		"capabilities": func(o *client.Options) { o.Capabilities = sgcp.Pairs{{Key: "charset", Value: "gb18030"}} },
		"connect":      func(o *client.Options) { o.Connect = 0 }, "reply": func(o *client.Options) { o.Reply = 0 }, "write": func(o *client.Options) { o.Write = -1 },
		"ping": func(o *client.Options) { o.Ping = -1 }, "backoff_min": func(o *client.Options) { o.BackoffMin = 0 },
		"backoff_max": func(o *client.Options) { o.BackoffMax = o.BackoffMin - 1 }, "give_up": func(o *client.Options) { o.GiveUp = -1 },
		"events": func(o *client.Options) { o.Events = 0 },
	} {
		o := options(serve(t))
		change(&o)
		if c, err := client.Dial(t.Context(), o); !errors.Is(err, client.ErrOptions) || c != nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: Dial = %v, %v; want ErrOptions that names it", name, c, err)
		}
	}
}

// Replies go to those who asked, whoever else asks and whatever comes between.
func TestDo_manyAtOnce(t *testing.T) {
	const callers, each = 16, 20
	for _, pipes := range []bool{true, false} {
		f := serve(t, func(p *peer) {
			p.login()
			for i := range callers * each {
				line, err := p.lines.ReadString('\n')
				if err != nil {
					t.Error(err)
					return
				}
				if i%3 == 0 {
					p.send("853 - amy hello\r\n")
				}
				p.send("609 " + strings.TrimPrefix(line, "109 "))
			}
			p.gone()
		})
		f.pipes = pipes
		c := dial(t, options(f))
		var all sync.WaitGroup
		for i := range callers {
			all.Go(func() {
				for j := range each {
					text := fmt.Sprint(i, " ", j)
					a, err := c.Do(t.Context(), &sgcp.Ping{Text: text})
					if err != nil || a.Param != text || a.Number != sgcp.CommandPing.Reply() {
						t.Errorf("ping %s: %+v, %v", text, a, err)
					}
				}
			})
		}
		all.Wait()
		pushes := 0
		for range (callers*each + 2) / 3 {
			if e := next(t, c); e.Kind == client.Pushed {
				pushes++
			}
		}
		if _, last := c.Session(); last != uint64(pushes) || pushes != (callers*each+2)/3 {
			t.Errorf("%d pushes, the session counts %d, want %d", pushes, last, (callers*each+2)/3)
		}
		c.Close()
	}
}

func TestDo_lists(t *testing.T) {
	f := serve(t, func(p *peer) {
		p.login()
		p.expect("202")
		p.send("752 amy 12 human\r\n853 - amy between\r\n752 AI-x 3 ai\r\n702 2 more\r\n")
		p.expect("301 " + token)
		p.send("861 1 Q16 D4\r\n861 3 PASS\r\n801 " + token + " size=19 komi=7.5 rule=area state=playing turn=w moves=3 seq=3 hash=0000000000000000\r\n")
		p.expect("202")
		p.send("752 amy 12 human\r\n702 2\r\n")
		p.expect("301 " + token)
		p.send("861 2 Q16 D4\r\n801 " + token + " moves=2\r\n")
		p.expect("121")
		p.send("621 0\r\n")
		p.expect("109 still here")
		p.send("609 still here\r\n")
		p.gone()
	})
	c := dial(t, options(f))
	a, err := c.Do(t.Context(), &sgcp.ListWaiting{})
	if err != nil || len(a.Rows) != 2 || a.Rows[1].(*sgcp.Waiting).Nick != "AI-x" || !a.Reply.(*sgcp.ListWaitingReply).More {
		t.Errorf("waiting: %+v, %v", a, err)
	}
	game, err := sgcp.ParseGtoken(token)
	if err != nil {
		t.Fatal(err)
	}
	info, err := c.Info(t.Context(), game)
	if err != nil || fmt.Sprint(info.Line) != "[Q16 D4 PASS]" || info.Turn != sgcp.White {
		t.Errorf("info: %+v, %v", info, err)
	}
	if a, err := c.Do(t.Context(), &sgcp.ListWaiting{}); !errors.Is(err, client.ErrProtocol) {
		t.Errorf("a row too few: %+v, %v; want ErrProtocol", a, err)
	}
	if info, err := c.Info(t.Context(), game); !errors.Is(err, client.ErrProtocol) {
		t.Errorf("moves from the second on: %+v, %v; want ErrProtocol", info, err)
	}
	if a, err := c.Send(t.Context(), 121, ""); err != nil || len(a.Rows) != 0 {
		t.Errorf("an empty list: %+v, %v", a, err)
	}
	ping(t, c, "still here")
}

func TestDo_refused(t *testing.T) {
	f := serve(t, func(p *peer) {
		p.login()
		p.expect("321 Q16")
		p.send("534 321 there is a stone\r\n")
		p.expect("399 x")
		p.send("501 399\r\n")
		p.expect("329")
		p.send("829 of a later version\r\n")
		p.expect("303 hi")
		p.send("505 000 not my charset\r\n")
		p.gone()
	})
	c := dial(t, options(f))
	want := func(err error, code sgcp.Number) {
		t.Helper()
		var f *sgcp.Fault
		if !errors.As(err, &f) || f.Code != code {
			t.Errorf("%v, want the fault %v", err, code)
		}
	}
	_, err := c.Do(t.Context(), &sgcp.Play{Coord: sgcp.At(15, 15)})
	want(err, 534)
	_, err = c.Send(t.Context(), 399, "x")
	want(err, 501)
	if a, err := c.Send(t.Context(), 329, ""); err != nil || a.Number != 829 || a.Param != "of a later version" || a.Reply != nil {
		t.Errorf("a command of a later version: %+v, %v", a, err)
	}
	_, err = c.Do(t.Context(), &sgcp.Chat{Text: "hi"})
	want(err, 505)
	for _, m := range []sgcp.Message{&sgcp.Login{Nick: "bob"}, &sgcp.Resume{}, &sgcp.Announce{}, &sgcp.Quit{}} {
		if _, err := c.Do(t.Context(), m); !errors.Is(err, client.ErrManaged) {
			t.Errorf("%T: %v, want ErrManaged", m, err)
		}
	}
	if _, err := c.Do(t.Context(), &sgcp.Chat{Text: "a\r\n302"}); !errors.Is(err, sgcp.ErrCharset) {
		t.Errorf("a line's end in a text: %v, want ErrCharset", err)
	}
	if _, err := c.Send(t.Context(), 821, "1"); !errors.Is(err, sgcp.ErrUnknownNumber) {
		t.Errorf("a reply sent as a command: %v, want ErrUnknownNumber", err)
	}
}

// A reply that comes too late is passed over, and the next one is for the next.
func TestDo_slowServer(t *testing.T) {
	late := errors.New("too late for me")
	ctx, cancel := context.WithCancelCause(t.Context())
	release := make(chan struct{})
	f := serve(t, func(p *peer) {
		p.login()
		p.expect("202")
		cancel(late)
		await.From(t, release)
		p.send("752 amy 12 human\r\n702 1\r\n")
		p.expect("109 2")
		p.send("609 2\r\n")
		p.gone()
	})
	c := dial(t, options(f))
	if a, err := c.Do(ctx, &sgcp.ListWaiting{}); !errors.Is(err, late) {
		t.Errorf("a slow reply: %+v, %v; want the context's cause", a, err)
	}
	close(release)
	ping(t, c, "2")
}

// A command whose context has ended is not sent, by none of many tries.
func TestDo_endedContext(t *testing.T) {
	f := serve(t, func(p *peer) {
		p.login()
		for _, text := range []string{"the first", "the next"} {
			p.expect("109 " + text)
			p.send("609 " + text + "\r\n")
		}
		p.gone()
	})
	c := dial(t, options(f))
	ping(t, c, "the first") // now nothing else is being written
	gone := errors.New("nobody waits for it")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(gone)
	for range 50 {
		if _, err := c.Do(ctx, &sgcp.Withdraw{}); !errors.Is(err, gone) {
			t.Fatalf("%v, want the context's cause", err)
		}
	}
	ping(t, c, "the next")
}

func TestDo_tooManyAtOnce(t *testing.T) {
	full := make(chan struct{})
	f := serve(t, func(p *peer) {
		p.login()
		for range client.CommandsMax {
			p.expect("201")
		}
		close(full)
		p.silent()
	})
	c := dial(t, options(f))
	var all sync.WaitGroup
	for range client.CommandsMax {
		all.Go(func() {
			if _, err := c.Do(t.Context(), &sgcp.Wait{}); !errors.Is(err, client.ErrClosed) {
				t.Errorf("a command without a reply: %v, want ErrClosed at the end", err)
			}
		})
	}
	await.From(t, full)
	if _, err := c.Do(t.Context(), &sgcp.Ping{Text: "one too many"}); !errors.Is(err, client.ErrBusy) {
		t.Errorf("one too many: %v, want ErrBusy", err)
	}
	c.Close()
	all.Wait()
}

func TestQuit(t *testing.T) {
	f := serve(t, func(p *peer) {
		p.login()
		p.expect("103")
		p.send("603\r\n")
	})
	c := dial(t, options(f))
	if err := c.Quit(t.Context()); err != nil {
		t.Errorf("Quit = %v", err)
	}
	if _, err := c.Do(t.Context(), &sgcp.Wait{}); !errors.Is(err, client.ErrClosed) || !errors.Is(c.Err(), client.ErrClosed) {
		t.Errorf("after Quit: %v, Err %v; want ErrClosed", err, c.Err())
	}
}

func TestClose_whileOthersWait(t *testing.T) {
	entered := make(chan struct{})
	f := serve(t, func(p *peer) {
		p.login()
		p.expect("201")
		close(entered)
		p.silent()
	})
	c := dial(t, options(f))
	var waiting sync.WaitGroup
	for range 4 {
		waiting.Go(func() {
			if _, err := c.Do(t.Context(), &sgcp.Wait{}); !errors.Is(err, client.ErrClosed) {
				t.Errorf("a command at Close: %v, want ErrClosed", err)
			}
		})
	}
	await.From(t, entered)
	for range 3 {
		waiting.Go(func() {
			if err := c.Close(); err != nil {
				t.Errorf("Close = %v", err)
			}
		})
	}
	waiting.Wait()
	if _, ok := <-c.Events(); ok {
		t.Error("an event after Close")
	}
}

// What does not fit into the queue is counted where it is missing, and the
// connection goes on.
func TestEvents_full(t *testing.T) {
	const room, pushes = 4, 30
	f := serve(t, func(p *peer) {
		p.login()
		for i := range pushes {
			p.send(fmt.Sprintf("853 - amy %d\r\n", i))
		}
		p.expect("109 all read")
		p.send("609 all read\r\n")
		p.expect("109 more")
		p.send("853 - amy last\r\n609 more\r\n")
		p.gone()
	})
	o := options(f)
	o.Events = room
	c := dial(t, o)
	ping(t, c, "all read")
	if _, last := c.Session(); last != pushes {
		t.Errorf("the session counts %d pushes, want %d", last, pushes)
	}
	read := 0
	e := next(t, c)
	for ; e.Kind == client.Pushed; e = next(t, c) {
		if want := fmt.Sprintf("- amy %d", read); e.Param != want {
			t.Fatalf("push %q, want %q", e.Param, want)
		}
		read++
	}
	// One more than there is room for is on its way to the reader.
	if e.Kind != client.Missed || read+e.Count != pushes || read < room || read > room+1 {
		t.Errorf("%d pushes, then %v of %d; want %d or %d, then the rest missed", read, e.Kind, e.Count, room, room+1)
	}
	ping(t, c, "more")
	events(t, c, "853 - amy last")
}

// The client knows its own game, and takes no other for it.
func TestGame(t *testing.T) {
	const other = "AAAAAAAAAAAAAAAAAAAAAAAAAE"
	f := serve(t, func(p *peer) {
		p.login()
		p.expect("203 amy")
		p.send("703 " + token + "\r\n")
		p.expect("304 " + other)
		p.send("804 " + other + "\r\n850 " + other + " carl dora 19 7.5 area\r\n")
		p.expect("321 " + token + " Q16")
		p.send("821 1\r\n")
		p.expect("302 " + token)
		p.send("802\r\n")
		p.expect("207 5")
		p.send("707 " + other + "\r\n")
		p.gone()
	})
	c := dial(t, options(f))
	ask := func(m sgcp.Message, game string) {
		t.Helper()
		if _, err := c.Do(t.Context(), m); err != nil || c.Game().String() != game {
			t.Errorf("after %T: game %v, %v; want %s", m, c.Game(), err, game)
		}
	}
	ask(&sgcp.Challenge{Nick: "amy"}, token)
	watched, err := sgcp.ParseGtoken(other)
	if err != nil {
		t.Fatal(err)
	}
	ask(&sgcp.Watch{Game: watched}, token)
	events(t, c, "850 "+other+" carl dora 19 7.5 area")
	if a, err := c.DoFor(t.Context(), c.Game(), &sgcp.Play{Coord: sgcp.At(15, 15)}); err != nil || a.Reply.(*sgcp.PlayReply).Seq != 1 {
		t.Errorf("a move in one of several games: %+v, %v", a, err)
	}
	ask(&sgcp.Leave{Game: c.Game()}, "-")
	ask(&sgcp.PlayAI{Level: 5}, other)
	if _, err := c.DoFor(t.Context(), sgcp.Gtoken{}, &sgcp.Ready{}); !errors.Is(err, sgcp.ErrParameter) {
		t.Errorf("a move in no game: %v, want ErrParameter", err)
	}
}

// Commands that were started are all under way before a reply comes, and each gets its own.
func TestStart_manyAtOnce(t *testing.T) {
	const all = 5
	f := serve(t, func(p *peer) {
		p.login()
		for i := range all {
			p.expect(fmt.Sprintf("109 %d", i))
		}
		for i := range all {
			p.send(fmt.Sprintf("609 %d\r\n", i))
		}
		p.silent()
	})
	c := dial(t, options(f))
	var started []*client.Started
	for i := range all {
		s, err := c.Start(t.Context(), &sgcp.Ping{Text: fmt.Sprint(i)})
		if err != nil {
			t.Fatal(err)
		}
		started = append(started, s)
	}
	for i, s := range started {
		a, err := s.Wait(t.Context())
		if err != nil || a.Param != fmt.Sprint(i) {
			t.Errorf("ping %d was answered %q, %v", i, a.Param, err)
		}
	}
	if s, err := c.Start(t.Context(), &sgcp.Quit{}); s != nil || !errors.Is(err, client.ErrManaged) {
		t.Errorf("103: %v, %v, want ErrManaged", s, err)
	}
	c.Close()
	if s, err := c.Start(t.Context(), &sgcp.Ping{}); s != nil || !errors.Is(err, client.ErrClosed) {
		t.Errorf("after Close: %v, %v, want ErrClosed", s, err)
	}
}
