package gateway_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestPlay_faults(t *testing.T) {
	o, _ := options()
	o.Size = 5
	h := open(t, o)
	amy, bob, eve := h.login("amy"), h.login("bob"), h.login("eve")
	eve.ask("321 C3", "503")
	eve.ask("327", "503")
	bob.ask("201", "701")
	game := strings.Fields(amy.ask("203 bob", "703 "))[1]
	black := strings.Fields(amy.expect("751"))[2]
	bob.expect("751")
	amy.ask("321 C3", "532")
	amy.ask("311", "811")
	amy.ask("311", "811") // pressing twice changes nothing
	bob.ask("311", "811")
	amy.expect("850")
	bob.expect("850")
	b, w := amy, bob
	if black == "bob" {
		b, w = bob, amy
	}
	w.ask("321 C3", "533")
	eve.ask("321 C3", "503")
	eve.ask("302 "+game, "531")
	eve.ask("311", "503")
	moves(b, w, game, "B4 C4 A3 D3 C3 C2 B2") // a ko's shape; C3 is taken next
	for _, row := range [][2]string{
		{"321 B4", "534"}, {"321 F1", "537"}, {"321 zz", "537"}, {"321 Q", "502"}, {"321", "502"}, {"321 A1 0 0", "502"}, {"321 i1", "502"},
		{"321 E5 12", "533"}, {"322 9", "502"}, {"322 0", "502"}, {"325 C3", "503"}, {"326 0123456789abcdef", "503"}, {"328", "503"}, {"302 " + strings.Repeat("A", 26), "502"},
		{"302 " + strings.Repeat("B", 25) + "A", "530"}, {"301 x", "502"}, {"201", "523"}, {"203 eve", "521"}, {"206 eve", "523"},
	} {
		if got := w.do(row[0]); !strings.HasPrefix(got, row[1]+" "+row[0][:3]) {
			t.Errorf("%q: %q, want %s", row[0], got, row[1])
		}
	}
	w.ask("321 b3", "821 8") // takes C3
	for _, p := range []*peer{b, w} {
		if got := p.expect("851"); !strings.HasPrefix(got, "851 "+game+" 8 w B3 1 ") {
			t.Errorf("the capture: %q", got)
		}
	}
	b.ask("321 C3", "536")
	b.ask("321 cc", "536")
	moves(b, w, game, "E5 E4")
	b.ask("321 C3", "821 11")
	b.expect("851")
	w.expect("851")
	moves(w, b, game, "E3 PASS E2 PASS")
	w.ask("321 C5", "821")
	b.expect("851")
	w.expect("851")
	b.ask("323", "823")
	b.expect("855 " + game + " W+R - - resignation")
	w.ask("321 A1", "538")
	w.ask("322 1", "538")
	w.ask("323", "538")
	w.ask("328", "538")
}

func TestPlay_suicideAndRepetition(t *testing.T) {
	o, _ := options()
	o.Size = 3
	h := open(t, o)
	b, w, game := pair(h.login("amy"), h.login("bob"))
	moves(b, w, game, "A2 C3 B1 C2 B3 C1")
	b.ask("321 B2", "821")
	b.expect("851")
	w.expect("851")
	w.ask("321 A1", "535")
	w.ask("321 A3", "535")
}

func TestUndo_andDraw(t *testing.T) {
	o, _ := options()
	o.Size = 9
	h := open(t, o)
	b, w, game := pair(h.login("amy"), h.login("bob"))
	moves(b, w, game, "C3 D4 E5")
	info := strings.Fields(func() string { b.ask("301 "+game, "861"); return b.read() }())
	moves(w, b, game, "F6 G7")
	b.ask("322 2", "822 pending")
	w.expect("858 " + game + " " + b.nick + " undo 2")
	w.ask("322 1", "822 pending") // another number is another question
	b.expect("858 "+game+" "+b.nick+" undo 2", "858 "+game+" "+w.nick+" undo 1")
	b.ask("322 2", "822 pending")
	b.expect("858")
	w.expect("858", "858")
	w.ask("322 2", "822")
	w.expect("859 " + game + " 3")
	b.expect("859 " + game + " 3")
	b.ask("301 "+game, "861 1 C3 D4 E5")
	if got := strings.Fields(b.read()); !slices.Equal(got, info) {
		t.Errorf("after the undo %q, before %q", got, info)
	}
	w.ask("324", "824 pending")
	b.expect("858 " + game + " " + w.nick + " draw")
	w.expect("858")
	w.ask("321 A1", "821 4") // a stone takes questions back
	b.expect("851")
	w.expect("851")
	b.ask("324", "824 pending")
	w.expect("858")
	w.ask("324", "824")
	b.expect("858", "855 "+game+" 0 - - agreement")
}

func TestPropose_settings(t *testing.T) {
	o, c := options()
	h := open(t, o)
	amy, bob, eve := h.login("amy"), h.login("bob"), h.login("eve")
	for _, row := range [][2]string{
		{"206 nobody", "520"}, {"206 amy", "522"}, {"206 bob size=99", "502"}, {"206 bob komi=7.25", "502"}, {"206 bob colour=red", "502"},
		{"206 bob size=5 handicap=4", "502"}, {"206 bob shape=round", "502"}, {"206 bob main=31622401", "502"}, {"206 bob main=2147483647 byo=86400x86400", "502"}, {"206 #77", "521"}, {"206", "502"}, {"203 bob", "521"}, {"203 nobody", "520"}, {"203 amy", "522"},
	} {
		amy.ask(row[0], row[1]+" "+row[0][:3])
	}
	amy.ask("206 bob size=9 handicap=2 komi=0.5 rule=seed colour=black main=60 byo=30x3", "706 #1")
	if got := bob.expect("756 #1 amy "); got != "756 #1 amy size=9 komi=0.5 rule=seed handicap=2 colour=black main=60 byo=30x3" {
		t.Errorf("proposal %q", got)
	}
	eve.ask("206 #1", "521")
	amy.ask("206 #1", "521")
	bob.ask("206 #1", "706 #1")
	game := strings.Fields(bob.expect("751"))[1]
	amy.expect("751 " + game + " amy bob")
	eve.ask("206 bob", "523")
	amy.ask("311", "811")
	bob.ask("311", "811")
	amy.expect("850 " + game + " amy bob 9 0.5 seed handicap=2 main=60 byo=30x3")
	bob.expect("850")
	amy.ask("321 C3", "533") // white begins
	bob.ask("321 C3", "534") // a handicap stone
	bob.ask("321 D4", "821 1")

	gus, ann := h.login("gus"), h.login("ann")
	gus.ask("206 ann", "706 #2")
	ann.expect("756 #2")
	c.advance(61 * time.Second)
	ann.ask("206 #2", "521 206 no such proposal") // it has lapsed
	for range o.Limits.Proposals {
		gus.ask("206 ann", "706")
		ann.expect("756")
	}
	gus.ask("206 ann", "507")
}

// Who has left the table of a proposal is not seated by it again.
func TestPropose_acceptedOnce(t *testing.T) {
	o, _ := options()
	h := open(t, o)
	amy, bob := h.login("amy"), h.login("bob")
	amy.ask("206 bob", "706 #1")
	bob.ask("206 #1", "706 #1")
	game := strings.Fields(bob.expect("756", "751"))[1]
	for _, p := range []*peer{amy, bob} {
		p.ask("302 "+game, "802")
	}
	bob.ask("206 #1", "521")
}

// A proposal that has lapsed is not counted any more, whenever its timer fires.
func TestPropose_lapsedOnesMakeRoom(t *testing.T) {
	o, c := options()
	o.Limits.Proposals = 2
	h := open(t, o)
	gus, ann := h.login("gus"), h.login("ann")
	gus.ask("206 ann", "706")
	gus.ask("206 ann", "706")
	gus.ask("206 ann", "507")
	c.asleep = true
	c.advance(61 * time.Second)
	gus.ask("206 ann", "706")
	ann.expect("756", "756", "756")
}

func TestClock_kinds(t *testing.T) {
	for _, row := range []struct {
		settings string
		thinks   []int // seconds, black first
		loses    string
	}{
		{"main=10", []int{3, 9, 6, 2}, "W"},
		{"main=10 byo=5x2", []int{8, 1, 6, 1, 4, 1, 4, 1, 12}, "B"},
		{"byo=5x3", []int{4, 14, 4, 4, 4, 6}, "W"},
		{"byo=+5", []int{4, 4, 4, 9}, "W"},
		{"size=9", []int{599, 599, 602}, "B"},
		{"main=31622400 byo=86400x366", []int{31622400, 1, 366*86400 + 1}, "B"}, // the longest there is
	} {
		t.Run(row.settings, func(t *testing.T) {
			o, c := options()
			h := open(t, o)
			amy, bob := h.login("amy"), h.login("bob")
			amy.ask("206 bob colour=black "+row.settings, "706 #1")
			bob.ask("206 #1", "706")
			game := strings.Fields(bob.expect("756", "751"))[1]
			amy.expect("751")
			amy.ask("311", "811")
			bob.ask("311", "811")
			amy.expect("850")
			bob.expect("850")
			players := [2]*peer{amy, bob}
			for i, seconds := range row.thinks {
				p := players[i&1]
				if i == len(row.thinks)-1 {
					c.advance(time.Duration(seconds+2) * time.Second)
					winner := map[string]string{"B": "W", "W": "B"}[row.loses]
					p.expect("855 " + game + " " + winner + "+T - - time")
					p.ask("321 A1", "538")
					return
				}
				for left := seconds; left > 0; left -= max(1, seconds/600) {
					c.advance(time.Second * time.Duration(min(left, max(1, seconds/600))))
				}
				p.ask(fmt.Sprintf("321 %c%d", "ABCDEFGHJ"[i], 1+i%2), "821")
				amy.expect("851")
				bob.expect("851")
			}
		})
	}
}

func TestWatch(t *testing.T) {
	o, _ := options()
	o.Size, o.Limits.Watched = 9, 1
	h := open(t, o)
	eve := h.login("eve")
	b, w, game := pair(h.login("amy"), h.login("bob"))
	eve.ask("304 "+game, "804 "+game)
	b.ask("304 "+game, "503")
	moves(b, w, game, "C3")
	eve.expect("851 " + game + " 1 b C3 0 ")
	b.ask("303 hello all", "803")
	eve.expect("853 " + game + " " + b.nick + " hello all")
	eve.ask("303 in the lobby", "803")
	eve.expect("853 - eve in the lobby")
	_, _, other := pair(h.login("gus"), h.login("ann"))
	eve.ask("304 "+other, "507")
	eve.ask("304 "+game, "804")
	w.ask("321 D4", "821")
	eve.ask("109 nothing came", "609 nothing came")
	if len(eve.unread) > 0 {
		t.Errorf("after watching: %q", eve.unread)
	}
	eve.ask("304 "+strings.Repeat("B", 25)+"A", "530")
}
