package remote_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
	"qikit.dev/qikit/lib/sgcp/remote"
)

type answer struct {
	Code  int
	Param string
	Rows  []struct {
		Code  int
		Param string
	}
}

type event struct {
	Kind  string
	Code  int
	Param string
	Count int
	Error string
	Game  *struct {
		Param string
		Moves []string
	}
}

func hall(t *testing.T, size int) *gateway.Gateway {
	o := gateway.DefaultOptions()
	o.Size, o.Seed = size, 1
	g, err := gateway.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
	return g
}

// player is a client with its life.
type player struct {
	t *testing.T
	*remote.Client
	life *job.Job
}

func enter(t *testing.T, port int, nick, more string) *player {
	o, err := remote.ParseOptions(fmt.Appendf(nil, `{"port": %d, "nick": %q%s}`, port, nick, more))
	if err != nil {
		t.Fatal(err)
	}
	c := remote.New(o)
	p := &player{t, c, job.Start(c.Life)}
	t.Cleanup(func() {
		p.life.Cancel()
		await.From(t, p.life.Done())
	})
	return p
}

func (p *player) send(code sgcp.Number, param string) (a answer) {
	p.t.Helper()
	j := job.Start(p.Send(code, param))
	await.From(p.t, j.Done())
	text, err := j.Result()
	if err != nil {
		p.t.Fatalf("%v %s: %v", code, param, err)
	}
	if err := json.Unmarshal(text, &a); err != nil {
		p.t.Fatal(err)
	}
	return a
}

// next is the next event of the kind.
func (p *player) next(kind string, code int) (e event) {
	p.t.Helper()
	await.Until(p.t, func() bool {
		err := p.life.Event(func(text []byte) error { e = event{}; return json.Unmarshal(text, &e) })
		if err != nil && !errors.Is(err, job.ErrNoEvent) {
			p.t.Fatal(err)
		}
		return err == nil && e.Kind == kind && e.Code == code
	}, func() string { return fmt.Sprintf("event %s %d", kind, code) })
	return e
}

func TestClient_aGame(t *testing.T) {
	g := hall(t, 9)
	bob, amy := enter(t, g.Port(), "bob", ""), enter(t, g.Port(), "amy", "")
	if a := bob.send(sgcp.CommandWait, ""); a.Code != 701 || a.Rows == nil {
		t.Errorf("201 is answered %+v", a)
	}
	if a := amy.send(sgcp.CommandListWaiting, ""); a.Code != 702 || a.Param != "1" || len(a.Rows) != 1 || a.Rows[0].Code != 752 || !strings.HasPrefix(a.Rows[0].Param, "bob ") {
		t.Errorf("202 is answered %+v", a)
	}
	if a := amy.send(sgcp.CommandChallenge, "carol"); a.Code != 520 || !strings.HasPrefix(a.Param, "203 ") {
		t.Errorf("203 to nobody is answered %+v", a)
	}
	amy.send(sgcp.CommandChallenge, "bob")
	black := map[string]*player{"amy": amy, "bob": bob}[strings.Fields(amy.next("pushed", 751).Param)[1]]
	for _, p := range []*player{amy, bob} {
		p.send(sgcp.CommandReady, "")
	}
	for _, p := range []*player{amy, bob} {
		p.next("pushed", 850)
	}
	if a := black.send(sgcp.CommandPlay, "E5"); a.Code != 821 || a.Param != "1" {
		t.Errorf("321 is answered %+v", a)
	}
	if e := amy.next("pushed", 851); !strings.Contains(e.Param, " 1 b E5 0 ") {
		t.Errorf("the push is %+v", e)
	}
	var state struct{ Nick, Session, Game string }
	text, err := amy.State()
	if err != nil || json.Unmarshal(text, &state) != nil || state.Nick != "amy" || len(state.Session) != 26 || len(state.Game) != 26 {
		t.Errorf("State is %s, %v", text, err)
	}
	if a := amy.send(sgcp.CommandQuit, ""); a.Code != 603 {
		t.Errorf("103 is answered %+v", a)
	}
	await.From(t, amy.life.Done())
	if result, err := amy.life.Result(); err != nil || !strings.Contains(string(result), `"nick":"amy"`) {
		t.Errorf("a life that ended by 103 results in %s, %v", result, err)
	}
	j := job.Start(amy.Send(sgcp.CommandWait, ""))
	await.From(t, j.Done())
	if _, err := j.Result(); !errors.Is(err, client.ErrClosed) {
		t.Errorf("a command after 103: %v, want ErrClosed", err)
	}
}

// proxy hands connections on until it is cut, and later ones from when it is
// mended.
type proxy struct {
	net.Listener
	mended chan struct{}
	once   sync.Once // closes it
	mu     sync.Mutex
	broken bool
	conns  []net.Conn
}

func newProxy(t *testing.T, to net.Addr) *proxy {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{Listener: l, mended: make(chan struct{})}
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			p.mu.Lock()
			broken := p.broken
			p.mu.Unlock()
			if broken {
				<-p.mended
			}
			out, err := net.Dial("tcp", to.String())
			if err != nil {
				in.Close()
				continue
			}
			p.mu.Lock()
			p.conns = append(p.conns, in, out)
			p.mu.Unlock()
			go func() { io.Copy(in, out); in.Close() }()
			go func() { io.Copy(out, in); out.Close() }()
		}
	}()
	t.Cleanup(func() { l.Close(); p.mend(); p.cut() })
	return p
}

func (p *proxy) mend() { p.once.Do(func() { close(p.mended) }) }

func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		c.Close()
	}
	p.conns, p.broken = nil, true
}

func TestClient_comesBackAndResumes(t *testing.T) {
	g := hall(t, 9)
	p := newProxy(t, g.Addr())
	amy := enter(t, p.Addr().(*net.TCPAddr).Port, "amy", `, "backoff_min": 0.05, "backoff_max": 0.05`)
	bob := enter(t, g.Port(), "bob", "")
	amy.send(sgcp.CommandWait, "")
	bob.send(sgcp.CommandChallenge, "amy")
	amy.next("pushed", 751)
	p.cut()
	amy.next("lost", 0)
	bob.send(sgcp.CommandChat, "are you there?")
	p.mend()
	if e := amy.next("resumed", 0); e.Count != 1 {
		t.Errorf("resumed with %d pushes, want 1", e.Count)
	}
	amy.next("pushed", 853)
	if done := amy.life.Info().Done; done != 2 {
		t.Errorf("%d connections were made, want 2", done)
	}
	// Another client takes the session over; the first one is told why it ends. Before the
	// event "renewed" the state has a secret that soon is none any more.
	amy.next("renewed", 0)
	// It is back when it sends again. Before that it would take the session back, once: the
	// other could be a connection of its own that it has given up.
	amy.send(sgcp.CommandPing, "back")
	var state struct {
		Session string
		Last    uint64
	}
	text, _ := amy.State()
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	second := enter(t, g.Port(), "amy", fmt.Sprintf(`, "session": %q, "last": %d`, state.Session, state.Last))
	second.send(sgcp.CommandReady, "")
	amy.next("ended", 514)
	await.From(t, amy.life.Done())
	if _, err := amy.life.Result(); !errors.Is(err, client.ErrEnded) {
		t.Errorf("a life that another took over: %v, want ErrEnded", err)
	}
}

func TestClient_isNotLetIn(t *testing.T) {
	g := hall(t, 9)
	port := g.Port()
	amy := enter(t, port, "AI-amy", "")
	await.From(t, amy.life.Done())
	if _, err := amy.life.Result(); !errors.Is(err, remote.ErrRefused) {
		t.Errorf("a reserved nick: %v, want ErrRefused", err)
	}
	if _, err := amy.State(); !errors.Is(err, remote.ErrRefused) {
		t.Errorf("State: %v, want ErrRefused", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	silent := enter(t, l.Addr().(*net.TCPAddr).Port, "amy", "") // nobody answers
	if _, err := silent.State(); !errors.Is(err, remote.ErrConnecting) {
		t.Errorf("State before: %v, want ErrConnecting", err)
	}
	j := job.Start(silent.Send(sgcp.CommandWait, ""))
	j.Cancel()
	await.From(t, j.Done())
	if _, err := j.Result(); !errors.Is(err, context.Canceled) {
		t.Errorf("a command that was cancelled: %v", err)
	}
	silent.life.Cancel()
	await.From(t, silent.life.Done())
	if state := silent.life.Info().State; state != job.Cancelled {
		t.Errorf("a life cancelled while it connects is %v, want cancelled", state)
	}
}

func TestClient_sendsWhatIsTheCallers(t *testing.T) {
	amy := enter(t, hall(t, 9).Port(), "amy", "")
	for _, row := range []struct {
		code  sgcp.Number
		param string
		want  error
	}{
		{101, "bob", client.ErrManaged}, {105, "", client.ErrManaged}, {601, "", sgcp.ErrUnknownNumber}, {1000, "", sgcp.ErrSyntax},
		{303, "a\nb", sgcp.ErrCharset}, {303, strings.Repeat("x", 2000), sgcp.ErrTooLong},
	} {
		j := job.Start(amy.Send(row.code, row.param))
		await.From(t, j.Done())
		if _, err := j.Result(); !errors.Is(err, row.want) {
			t.Errorf("%d %.10q: %v, want %v", row.code, row.param, err, row.want)
		}
	}
	if a := amy.send(199, ""); a.Code != 501 {
		t.Errorf("199 is answered %+v", a)
	}
}

func TestParseOptions_badInput(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{``, "port is 0, expected 1 to 65535"}, {`[]`, "JSON object"}, {`{"nik": "amy"}`, "nik"}, {`{} {}`, "behind"}, {`{"port": "x"}`, "port is \"x\", expected a whole number"},
		{`{"port": 1, "nick": "a b"}`, "nick: "}, {`{"port": 0, "nick": "amy"}`, "port is 0"}, {`{"port": 1, "nick": "amy", "session": "x"}`, "session"},
		{`{"port": 1, "nick": "amy", "ping": -1}`, "ping is -1"}, {`{"port": 1, "nick": "amy", "reply": 1e300}`, "reply"}, {`{"port": 1, "nick": "amy", "reply": 0}`, "reply is 0, expected over 0"},
		{`{"port": 1, "nick": "AI-amy", "key": "` + strings.Repeat("x", 513) + `"}`, "key is a text of 513 octets, expected at most 512"},
		{`{"port": 1, "nick": "amy", "capabilities": ["charset"]}`, "capabilities is a list with"},
	} {
		_, err := remote.ParseOptions([]byte(row.text))
		if !errors.Is(err, client.ErrOptions) || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want ErrOptions with %q", row.text, err, row.want)
		}
	}
	if o, err := remote.ParseOptions([]byte(`{"port": 1, "nick": "AI-amy", "key": "a secret", "give_up": 0.5}`)); err != nil || o.GiveUp != time.Second/2 || o.Key != "a secret" {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestDecoder_itemsAreText(t *testing.T) {
	read := func(d *remote.Decoder, most uint32) (items string) {
		if err := d.Read(most, func(text []byte) error { items = string(text); return nil }); err != nil {
			t.Fatal(err)
		}
		return items
	}
	d := remote.NewDecoder(sgcp.ByNumber, sgcp.UTF8)
	for _, piece := range []string{"101 bob\r\n2", "01\r\n303 a\x00\r\nhi\r\n303 a b\n", strings.Repeat("303 "+strings.Repeat("x", 2000)+"\n", 3)} {
		if err := d.Feed([]byte(piece)); err != nil {
			t.Fatal(err)
		}
	}
	failing := errors.New("no room")
	if err := d.Read(2, func([]byte) error { return failing }); err != failing {
		t.Errorf("Read returned %v", err)
	}
	if got := read(d, 0); got != "101 bob\n201 " {
		t.Errorf("read %q", got)
	}
	want := "!505 303 bad text (303), expected UTF-8 in NFC without control characters\n" +
		"!500 000 not a line of the protocol (000), expected three digits, then nothing or a space and a parameter\n303 a b\n" +
		"!504 303 line too long (303), expected a line's end sooner\n!504 303 line too long (303), expected a line's end sooner\n!!504 303 line too long (303), expected a line's end sooner"
	if got := read(d, 0); got != want {
		t.Errorf("read\n%s\nwant\n%s", got, want)
	}
	if got := read(d, 0); got != "" {
		t.Errorf("read %q when nothing is there", got)
	}
	if err := d.Feed([]byte("104 charset=gb18030\n303 \xce\xa7\xc6\xe5\n")); err != nil {
		t.Fatal(err)
	}
	read(d, 1)
	d.Set(sgcp.RequestMax, sgcp.GB18030)
	if got := read(d, 1); got != "303 围棋" {
		t.Errorf("read %q", got)
	}
	if err := d.Feed(make([]byte, remote.UnreadMax+1)); !errors.Is(err, remote.ErrUnread) {
		t.Errorf("fed too much: %v", err)
	}
}
