package gateway_test

import (
	"strings"
	"testing"
	"time"
)

// person reads a 758 about a nick and returns whose it is.
func (p *peer) person(nick string) string {
	p.t.Helper()
	line := strings.Fields(p.expect("758 "))
	if len(line) != 3 || line[2] != nick || len(line[1]) != 26 {
		p.t.Fatalf("%s was told %q, want a person and %s", p.nick, line, nick)
	}
	return line[1]
}

// A platform that asks for it is told whose a nick is, before anything else about it: the same
// person as long as a session lasts, another one when the nick has gone to somebody else.
func TestPeople_haveNicksForAWhile(t *testing.T) {
	h, ai, bob := withAI(t)
	bob.ask("104 people", "604")
	if got := bob.ask("104 ping people", "604"); strings.Contains(got, "people") {
		t.Errorf("a player was granted %q", got)
	}
	ai.ask("104 people", "604 people")
	game := strings.Fields(bob.ask("207 3", "707"))[1]
	person := ai.person("bob")
	ai.expect("757 "+game+" bob 3", "751 "+game)
	bob.expect("751")
	bob.write("121 k")
	if got := ai.person("bob"); got != person {
		t.Errorf("the person is now %s, was %s", got, person)
	}
	ai.ask("123 "+ai.request("bob k")+" end 0", "623")
	bob.expect("621 0")
	if secret := bob.secret; strings.Contains(person, secret) || strings.Contains(secret, person) {
		t.Error("a person is the session's token")
	}

	// Connections come and go.
	bob.Close()
	h.until("connections 1")
	again := h.connect()
	again.nick = "bob"
	again.ask("105 "+bob.secret+" 1", "605 bob")
	again.write("121 k")
	if got := ai.person("bob"); got != person {
		t.Errorf("after 105 the person is %s, was %s", got, person)
	}
	ai.ask("123 "+ai.request("bob k")+" end 0", "623")
	again.expect("621 0")
	back := h.connect()
	back.ask("105 "+ai.secret+" 99", "605 resync AI-tian "+game)
	ai.closed("514")
	back.nick = "AI-tian"
	back.ask("104 people", "604 people")
	if got := back.person("bob"); got != person {
		t.Errorf("by 604 the person is %s, was %s", got, person)
	}

	// Somebody else has the nick.
	again.ask("103", "603")
	back.expect("856 " + game + " bob left")
	back.ask("302 "+game, "802")
	back.expect("856")
	back.ask("201", "701")
	other := h.login("bob")
	other.ask("207 AI-tian", "707")
	if got := back.person("bob"); got == person || other.nick != "bob" {
		t.Errorf("another one called %s is person %s, as the one before", other.nick, got)
	}
}

// 124 reaches platforms with people only, comes back as 624 or a fault, and wrong passwords
// cost what other wrong secrets cost.
func TestClaim(t *testing.T) {
	o, _ := options()
	o.Keys, o.Limits.Guesses, o.Limits.Delay = map[string]string{"secret": "lab"}, 3, time.Microsecond
	h := open(t, o)
	ai, bob := h.platform("AI-tian"), h.login("bob")
	h.connect().ask("124 amy a password", "510")
	bob.ask("124 amy a password", "503") // of which platform?
	bob.ask("207 AI-tian", "521")
	bob.ask("124 amy a password", "503 124 AI-tian keeps no profiles")
	ai.ask("104 people", "604 people")
	for _, row := range [][2]string{{"124", "502"}, {"124 amy", "502"}, {"124 amy seven77", "502"}, {"124 amy " + strings.Repeat("x", 129), "502"}, {"124 a-b a password", "511"}} {
		bob.ask(row[0], row[1])
	}
	claim := func(text, answer string) {
		t.Helper()
		bob.write("124 " + text)
		line := strings.SplitN(ai.expect("675 "), " ", 5)
		if len(line) != 5 || line[3] != "bob" || line[4] != text || len(line[2]) != 26 {
			t.Fatalf("the platform was asked %q", line)
		}
		ai.ask("123 "+line[1]+" "+answer, "623")
	}
	claim("amy a  password ", "ok Amy new")
	bob.expect("624 Amy new")
	claim("amy a password", "ok Amy known")
	bob.expect("624 Amy")
	for range 2 {
		claim("amy a wrong one", "fault 512 wrong")
		bob.expect("512 124 wrong")
	}
	claim("amy too often", "fault 506 later")
	bob.expect("506 124 later")
	claim("amy a wrong one", "fault 512 wrong")
	bob.expect("512 124 wrong")
	bob.closed("")
}
