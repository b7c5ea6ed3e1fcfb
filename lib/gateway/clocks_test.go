package gateway_test

import (
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
)

func TestClocks_areToldToWhoAnnouncedThem(t *testing.T) {
	o, c := options()
	h := open(t, o)
	amy, bob, eve := h.login("amy"), h.login("bob"), h.login("eve")
	amy.ask("104 clocks", "604 clocks")
	eve.ask("104 clocks", "604 clocks")
	amy.ask("206 bob size=9 colour=black main=60 byo=30x3", "706 #1")
	bob.expect("756")
	bob.ask("206 #1", "706")
	game := amy.expect("751")[4:30]
	bob.expect("751")
	eve.ask("304 "+game, "804")
	amy.ask("311", "811")
	bob.ask("311", "811")
	amy.expect("850", "674 "+game+" 0 0 60000 3 60000 3")
	eve.expect("850", "674 "+game+" 0 0 60000 3 60000 3")
	c.advance(7 * time.Second)
	amy.ask("321 C3", "821")
	amy.expect("851", "674 "+game+" 1 0 53000 3 60000 3")
	eve.expect("851", "674 "+game+" 1 0 53000 3 60000 3")
	c.advance(95 * time.Second) // all of the main time, and one period
	bob.ask("321 G7", "821")
	amy.expect("851", "674 "+game+" 2 0 53000 3 0 2")
	bob.expect("850", "851", "851") // and nothing else
	c.advance(20 * time.Second)

	// Who comes back is told where the clocks stand, also in the middle of a turn.
	amy.Close()
	again := h.connect()
	again.ask("105 "+amy.secret+" 2", "605 amy "+game+" 2")
	again.expect("851", "851") // without the times of before
	again.ask("301 "+game, "861")
	if got := again.read(); !strings.HasSuffix(got, " main=60 byo=30x3") {
		t.Errorf("301: %q, want the settings of the clock", got)
	}
	again.ask("104 clocks", "604 clocks")
	again.expect("674 " + game + " 2 20000 53000 3 0 2")
	again.ask("322 1", "822 pending")
	bob.ask("322 1", "822")
	again.expect("858", "859 "+game+" 1", "674 "+game+" 1 0 53000 3 0 2")
}

// Where the clock is by move, each side has the hall's time for it.
func TestClocks_byMove(t *testing.T) {
	o, c := options()
	h := open(t, o)
	amy, bob := h.login("amy"), h.login("bob")
	for _, p := range []*peer{amy, bob} {
		p.ask("104 clocks", "604 clocks")
	}
	black, white, game := pair(amy, bob)
	c.advance(30 * time.Second)
	black.ask("321 C3", "821")
	white.expect("674 "+game+" 0 0 600000 0 600000 0", "851", "674 "+game+" 1 0 600000 0 600000 0")
}

// A clock that is put forward just when the gateway begins to wait for the next
// timer does not make that one late.
func TestClock_isPutForwardWhileAWaitBegins(t *testing.T) {
	o, c := options()
	looked := make(chan struct{})
	c.ahead, c.looked = 29*time.Second, looked
	h := open(t, o)
	p := h.connect()      // has 30 s to log in
	await.From(t, looked) // the gateway waits for a timer
	c.advance(2 * time.Second)
	p.closed("510 000")
}
