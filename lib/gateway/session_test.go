package gateway_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

func TestNick_tricks(t *testing.T) {
	o, _ := options()
	h := open(t, o)
	h.login("amy")
	for _, row := range [][2]string{
		{"AMY", "601 AMY_ "}, {"amy", "601 amy__ "}, {"ａｍｙ", "601 ａｍｙ___ "}, {"аmy", "601 аmy____ "}, // Latin wide, Cyrillic а
		{"bob smith", "511"}, {"", "511"}, {strings.Repeat("x", 17), "511"}, {strings.Repeat("棋", 17), "511"}, {"a-b", "511"}, {"a\u200bb", "511"},
		{"_", "511"}, {"#1", "511"}, {"AI-x", "512"}, {"ai-x", "512"}, {"e\u0301", "505"}, {"é", "601 é "}, {"何天一", "601 何天一 "}, {strings.Repeat("y", 16), "601"},
	} {
		p := h.connect()
		if got := p.do("101 " + row[0]); !strings.HasPrefix(got, row[1]) {
			t.Errorf("101 %q: %q, want %q", row[0], got, row[1])
		}
		p.Close()
	}
	// There is room for so many underscores and no more.
	for range 8 {
		h.login(strings.Repeat("z", 16))
	}
	for range 1 {
		h.login(strings.Repeat("z", 16))
	}
	h.connect().ask("101 "+strings.Repeat("z", 16), "511")
}

func TestLogin_states(t *testing.T) {
	o, c := options()
	h := open(t, o)
	p := h.connect()
	for _, n := range []string{"201", "202", "204", "205", "301 x", "303 x", "311", "321 C3", "327", "121", "207 1", "304 x", "401 2 x", "402"} {
		p.ask(n, "510 "+n[:3])
	}
	p.ask("109 there?", "609 there?")
	p.ask("102 key nothing", "512")
	p.ask("104 multi compute charset=latin1 ping", "604 ping")
	p.enter("amy")
	p.ask("101 other", "503")
	p.ask("105 "+p.secret+" 0", "503")
	p.ask("201", "701")
	p.ask("201", "523")
	p.ask("205", "705")
	p.ask("205", "705")
	for _, row := range [][2]string{{"121 -", "503"}, {"122 a b", "503"}, {"207 3", "521"}, {"401 2 x", "503"}, {"402", "540"}, {"403", "540"}, {"404", "540"}, {"405", "540"}, {"107", "501"}, {"499", "501"}, {"601", "501"}, {"000", "501"}, {"999 x", "501"}} {
		p.ask(row[0], row[1]+" "+row[0][:3])
	}
	q := h.connect()
	c.advance(29 * time.Second)
	q.ask("109", "609")
	c.advance(2 * time.Second)
	q.closed("510 000")
	p.ask("103", "603")
	p.closed("")
	if got := h.login("amy").nick; got != "amy" {
		t.Errorf("after 103 the nick is not free: %s", got)
	}
}

func TestAI_platform(t *testing.T) {
	o, _ := options()
	o.Keys = map[string]string{"s3cret key": "tian"}
	h := open(t, o)
	ai := h.connect()
	ai.ask("102 key wrong", "512")
	ai.ask("102 password s3cret key", "512")
	ai.ask("102 key s3cret key", "602 ok tian")
	ai.enter("AI-tian")
	ai.ask("201", "701")
	p := h.login("amy")
	p.ask("202", "752 AI-tian 0 ai")
	p.read()
	p.ask("207 AI-other", "521")
	p.ask("207 2", "707")
	p.expect("751")
	ai.expect("757", "751")
	h.login("bob").ask("207 2", "521")
}

func TestResume_pushes(t *testing.T) {
	o, c := options()
	h := open(t, o)
	b, w, game := pair(h.login("amy"), h.login("bob"))
	moves(b, w, game, "C3 D4")
	w.Close()
	for i := range 5 {
		b.ask(fmt.Sprintf("303 %d", i), "803")
	}
	thief := h.connect()
	thief.ask("105 "+strings.Repeat("A", 26)+" 0", "513")
	thief.ask("105 "+strings.Repeat("A", 25)+" 0", "502")
	thief.ask("105 "+game+" 0", "513") // the game's name is no secret and opens nothing
	again := h.connect()
	again.nick = w.nick
	again.ask("105 "+w.secret+" 4", "605 "+w.nick+" "+game+" 5") // 751, 850 and two moves have been seen
	for i := range 5 {
		again.expect(fmt.Sprintf("853 %s %s %d", game, b.nick, i))
	}
	// Said again within two seconds, the last move is the same move.
	again.ask("321 D4", "821 2")
	again.ask("321 D4 2", "821 2")
	again.ask("321 D5 2", "533")
	c.advance(3 * time.Second)
	again.ask("321 D4", "533")
	again.ask("321 D4 2", "821 2")
	b.ask("321 E5", "821 3")
	again.expect("851 " + game + " 3")

	// A newer connection wins.
	newer := h.connect()
	newer.ask("105 "+w.secret+" 10", "605 "+w.nick+" "+game+" 0")
	again.closed("514 000")
	newer.ask("105 "+w.secret+" 10", "503")
	newest := h.connect()
	newest.ask("105 "+w.secret+" 99", "605 resync "+w.nick+" "+game)
	newest.ask("301 "+game, "861 1 C3 D4 E5")
	newer.closed("514 000")
	for i := range 70 {
		b.ask(fmt.Sprintf("303 many %d", i), "803")
	}
	h.connect().ask("105 "+w.secret+" 1", "605 resync "+w.nick+" "+game)
}

// Said again within two seconds, a move is the same move, also when the other one
// has answered it.
func TestResume_moveSaidAgain(t *testing.T) {
	for _, move := range []string{"D4", "PASS"} {
		o, c := options()
		h := open(t, o)
		b, w, game := pair(h.login("amy"), h.login("bob"))
		moves(b, w, game, "C3 "+move+" E5")
		w.Close()
		again := h.connect()
		again.nick = w.nick
		again.ask("105 "+w.secret+" 5", "605 "+w.nick+" "+game+" 0")
		again.ask("321 "+move, "821 2")
		again.ask("321 F6", "821 4")
		again.ask("321 F6", "821 4")
		again.ask("321 "+move, "533")
		b.ask("321 G7", "821 5")
		c.advance(3 * time.Second)
		again.ask("321 PASS", "821 6")
		b.ask("321 A1", "821 7")
		again.ask("321 PASS", "821 8") // the two seconds are over
	}
}

func TestGrace_ends(t *testing.T) {
	o, c := options()
	h := open(t, o)
	b, w, game := pair(h.login("amy"), h.login("bob"))
	moves(b, w, game, "C3")
	w.Close()
	h.until("sessions 2 connections 1")
	c.advance(119 * time.Second)
	h.connect().ask("105 "+w.secret+" 0", "605 "+w.nick)
	h.until("connections 2")
	c.advance(10 * time.Second)
	b.ask("109", "609")
	if len(b.unread) > 1 {
		t.Fatalf("the game ended: %q", b.unread)
	}
}

func TestGrace_forfeits(t *testing.T) {
	o, c := options()
	h := open(t, o)
	b, w, game := pair(h.login("amy"), h.login("bob"))
	moves(b, w, game, "C3")
	w.Close()
	h.until("connections 1")
	c.advance(121 * time.Second)
	b.expect("855 "+game+" B+F - - forfeit", "856 "+game+" "+w.nick+" left")
	h.connect().ask("105 "+w.secret+" 0", "513")
	if got := h.login(w.nick).nick; got != w.nick {
		t.Errorf("the nick is not free: %s", got)
	}
}

func TestGrace_thriceOnly(t *testing.T) {
	o, _ := options()
	h := open(t, o)
	b, w, game := pair(h.login("amy"), h.login("bob"))
	moves(b, w, game, "C3")
	secret := w.secret
	for range 3 {
		w.Close()
		h.until("connections 1")
		w = h.connect()
		w.ask("105 "+secret+" 3", "605")
	}
	b.ask("109", "609")
	w.Close()
	b.expect("855 " + game + " B+F - - forfeit")
}

func TestIdle_pingsThenCuts(t *testing.T) {
	o, c := options()
	h := open(t, o)
	p, plain := h.login("amy"), h.login("bob")
	p.ask("104 ping", "604 ping")
	c.advance(60 * time.Second)
	p.expect("659")
	p.ask("109", "609")
	c.advance(61 * time.Second)
	p.expect("659")
	c.advance(90 * time.Second)
	p.closed("508 000")
	plain.ask("109 a peer of the twelve is left alone", "609")
}

// A log is read by more people than a session belongs to.
func TestLog_keepsSecrets(t *testing.T) {
	o, c := options()
	var log bytes.Buffer
	var mu sync.Mutex
	o.Log = slog.New(slog.NewJSONHandler(writerFunc(func(p []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return log.Write(p)
	}), &slog.HandlerOptions{Level: slog.LevelDebug}))
	h := open(t, o)
	p := h.login("amy")
	token, err := sgcp.ParseSession(p.secret)
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
	h.until("connections 0")
	c.advance(121 * time.Second)
	h.until("sessions 0")
	mu.Lock()
	defer mu.Unlock()
	octets, err := json.Marshal(token)
	if err != nil {
		t.Fatal(err)
	}
	if text := log.String(); !strings.Contains(text, token.String()) || strings.Contains(text, token.Text()) || strings.Contains(text, string(octets)) {
		t.Errorf("the log names the session otherwise than %s:\n%s", token, text)
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// A move that is said again is answered, but counts against the limit of rate: only the
// move itself was owed.
func TestMoveSaidAgain_counts(t *testing.T) {
	o, _ := options() // whose clock stands still
	o.Size, o.Limits.Burst, o.Limits.Rate, o.Limits.Refusals = 9, 10, 1, 1000
	h := open(t, o)
	black, white, game := pair(h.login("amy"), h.login("bob"))
	moves(black, white, game, "C3 D4 PASS E5 PASS F6 PASS G7 PASS A1 PASS A2 PASS A3 PASS A4 PASS A5 PASS A6 PASS A7 PASS A8")
	answers := map[string]int{}
	for range 100 {
		answers[black.do("321 C3 1")[:3]]++
	}
	if answers["821"] > o.Limits.Burst || answers["821"]+answers["506"] != 100 {
		t.Errorf("a move said 100 times again was answered %v", answers)
	}
}
