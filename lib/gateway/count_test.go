package gateway_test

import (
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// walls is a game on 5x5 with a black wall on column B, a white one on D, and a
// white stone that is lost on the left; white is to move after it.
const walls = "B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 PASS A1"

func TestCount_rules(t *testing.T) {
	for _, row := range []struct{ rule, result string }{
		{"area", "W+7.5 12.5 12.5 area"},
		{"seed", "0 12.5 12.5 seed"},
		{"seed+komi", "W+7.5 12.5 12.5 seed+komi"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			o, _ := options()
			o.Size, o.Rule = 5, sgcp.Rule(row.rule)
			h := open(t, o)
			b, w, game := pair(h.login("amy"), h.login("bob"))
			list := "B1 D1 B2 D2 B3 D3 B4 D4 B5 D5"
			moves(b, w, game, list)
			w.ask("327", "827 pending")
			b.expect("857 " + game + " " + w.nick + " count")
			w.expect("857")
			b.ask("327", "827 scored")
			b.expect("851", "857")
			if got := b.expect("855"); !strings.HasPrefix(got, "855 "+game+" "+row.result) {
				t.Errorf("%q, want %s", got, row.result)
			}
		})
	}
}

// withMarking is a pair that announced it, the game of walls played and stopped.
func withMarking(t *testing.T, h *hall) (b, w *peer, game string) {
	amy, bob := h.login("amy"), h.login("bob")
	amy.ask("104 marking ping nonsense", "604 marking ping")
	bob.ask("104 marking", "604 marking")
	b, w, game = pair(amy, bob)
	moves(b, w, game, walls)
	b.ask("327", "827 pending")
	w.ask("327", "827 marking")
	for _, p := range []*peer{b, w} {
		p.expect("851", "857", "851", "857", "854 "+game+" 60", "860 "+game+" - A1 dead")
	}
	return b, w, game
}

// hashAfter is the hash of a position without captures.
func hashAfter(t *testing.T, list string) string {
	t.Helper()
	var stones [2][]sgcp.Coord
	for i, text := range strings.Fields(list) {
		at, err := sgcp.ParseCoord(text)
		if err != nil {
			t.Fatal(err)
		}
		if at != sgcp.Pass {
			stones[i&1] = append(stones[i&1], at)
		}
	}
	h, err := sgcp.HashOf(5, stones[0], stones[1])
	if err != nil {
		t.Fatal(err)
	}
	return h.String()
}

func hashOf(t *testing.T, white ...sgcp.Coord) string {
	h, err := sgcp.HashOf(5, nil, white)
	if err != nil {
		t.Fatal(err)
	}
	return h.String()
}

func TestMarking_agreed(t *testing.T) {
	o, _ := options()
	o.Size = 5
	h := open(t, o)
	b, w, game := withMarking(t, h)
	b.ask("321 A2", "503")
	b.ask("325 C3", "502")
	b.ask("325 PASS", "502")
	b.ask("325 A9", "537")
	w.ask("325 A1", "825 A1 alive")
	b.expect("860 " + game + " " + w.nick + " A1 alive")
	b.ask("326 "+hashOf(t, sgcp.At(0, 0)), "502")
	b.ask("325 A1", "825 A1 dead")
	b.ask("326 "+hashOf(t, sgcp.At(0, 0)), "826")
	w.ask("326 "+hashOf(t, sgcp.At(0, 0)), "826")
	agreed := "863 " + game + " " + b.nick + " agree"
	w.expect("860", "860", agreed, "863 "+game+" "+w.nick+" agree", "855")
	if got := b.expect("860", agreed, "863", "855"); got != "855 "+game+" W+7.5 12.5 12.5 area" {
		t.Errorf("result %q", got)
	}
}

// 301 tells the marks, which pushes that are gone do not.
func TestMarking_toldBy301(t *testing.T) {
	o, c := options()
	o.Size = 5
	h := open(t, o)
	b, w, game := withMarking(t, h)
	info := func(want string) {
		t.Helper()
		eve := h.login("eve")
		eve.ask("301 "+game, "861")
		if got := eve.read(); !strings.Contains(got, " state=marking ") || !strings.HasSuffix(got, want) {
			t.Errorf("301: %q, want %q at the end", got, want)
		}
		eve.ask("103", "603")
	}
	info(" dead=A1 seconds=60")
	c.advance(15 * time.Second)
	w.ask("326 "+hashOf(t, sgcp.At(0, 0)), "826")
	info(" dead=A1 agreed=w seconds=45")
	b.ask("325 A1", "825 A1 alive")
	info(" hash=" + hashAfter(t, walls) + " seconds=45")
}

// Chains of which the server cannot say whether they live are told, so that the
// players can play on.
func TestMarking_tellsWhatIsUnsettled(t *testing.T) {
	o, c := options()
	o.Size, o.Store = 5, t.TempDir()+"/hall.db"
	h := open(t, o)
	amy, bob := h.login("amy"), h.login("bob")
	amy.ask("104 marking", "604 marking")
	bob.ask("104 marking", "604 marking")
	b, w, game := pair(amy, bob)
	moves(b, w, game, "C3 D3 C2 D2 C4 D4")
	b.ask("327", "827 pending")
	w.ask("327", "827 marking")
	for _, p := range []*peer{b, w} {
		p.expect("851", "857", "851", "857")
		if got := p.expect("854 " + game); got != "854 "+game+" 60 unsettled=C2,D2" {
			t.Errorf("%s: %q", p.nick, got)
		}
	}
	info := func(want string) {
		t.Helper()
		b.ask("301 "+game, "861")
		if got := b.read(); !strings.HasSuffix(got, want) {
			t.Errorf("301: %q, want %q at the end", got, want)
		}
	}
	info(" unsettled=C2,D2 seconds=60")
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	h = open(t, o)
	b, w = h.resume(b), h.resume(w)
	info(" unsettled=C2,D2 seconds=60")
	w.ask("325 C2", "825 C2 dead")
	info(" dead=C2 unsettled=C2,D2 seconds=60")
	w.ask("325 C2", "825 C2 alive")
	c.advance(61 * time.Second)
	if got := b.expect("860", "860", "855"); got != "855 "+game+" W+7.5 12.5 12.5 area" { // they count as alive
		t.Errorf("result %q", got)
	}
}

// A mark in the last moment gains nothing: without agreement the suggestion stands.
func TestMarking_timeOver(t *testing.T) {
	o, c := options()
	o.Size = 5
	h := open(t, o)
	b, w, game := withMarking(t, h)
	w.ask("325 B3", "825 B3 dead")
	w.ask("326 "+hashOf(t), "502")
	c.advance(61 * time.Second)
	if got := b.expect("860", "855"); got != "855 "+game+" W+7.5 12.5 12.5 area" {
		t.Errorf("result %q", got)
	}
}

// Play goes on twice at most; then stones count as they stand.
func TestMarking_playOn(t *testing.T) {
	o, _ := options()
	o.Size = 5
	h := open(t, o)
	b, w, game := withMarking(t, h)
	for _, p := range []*peer{b, w} {
		p.unread = nil
	}
	b.ask("328", "828") // it is black's turn: the server passes
	for _, p := range []*peer{b, w} {
		p.expect("862 "+game+" "+b.nick+" resume", "851 "+game+" 15 b PASS ")
	}
	w.ask("321 A3", "821 16")
	b.ask("321 A2", "821 17") // takes A1
	for _, p := range []*peer{b, w} {
		p.expect("851", "851 "+game+" 17 b A2 1 ")
	}
	w.ask("321 PASS", "821")
	b.ask("321 PASS", "821")
	for _, p := range []*peer{b, w} {
		p.expect("851", "851", "854", "860 "+game+" - A3 dead")
	}
	w.ask("328", "828")
	b.expect("862")
	w.expect("862", "851")
	b.expect("851")
	b.ask("321 PASS", "821")
	w.ask("321 PASS", "821")
	// A3 was not taken off.
	if got := b.expect("851", "851", "855"); got != "855 "+game+" W+11.5 10.5 14.5 area" {
		t.Errorf("result %q", got)
	}
	b.ask("328", "538")
}

func TestMarking_oneSideOnly(t *testing.T) {
	o, _ := options()
	o.Size = 5
	h := open(t, o)
	amy := h.login("amy")
	amy.ask("104 marking", "604 marking")
	b, w, game := pair(amy, h.login("bob"))
	moves(b, w, game, walls)
	b.ask("327", "827 pending")
	w.ask("327", "827 scored")
	w.expect("851", "857", "851", "857", "855 "+game+" W+7.5 12.5 12.5 area")
}
