package gateway_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// platform logs an AI in.
func (h *hall) platform(nick string) *peer {
	h.t.Helper()
	p := h.connect()
	p.ask("102 key secret", "602 ok lab")
	p.enter(nick)
	return p
}

// withAI is a hall with an AI that waits, and a player.
func withAI(t *testing.T) (h *hall, ai, bob *peer) {
	o, _ := options()
	o.Keys = map[string]string{"secret": "lab"}
	h = open(t, o)
	ai, bob = h.platform("AI-tian"), h.login("bob")
	ai.ask("201", "701")
	return h, ai, bob
}

func TestLevel_comesBeforeThePairing(t *testing.T) {
	_, ai, bob := withAI(t)
	game := strings.Fields(bob.ask("207 7", "707 "))[1]
	ai.expect("757 "+game+" bob 7", "751 "+game)
	bob.expect("751 " + game)
	bob.ask("302 "+game, "802")
	ai.ask("302 "+game, "802")
	ai.expect("856", "856")
	ai.ask("201", "701")
	game = strings.Fields(bob.ask("207 ai-TIAN", "707 "))[1]
	ai.expect("751 " + game)
}

// request reads a 673 and returns its id.
func (p *peer) request(rest string) (id string) {
	p.t.Helper()
	line := p.expect("673 ")
	id, got, _ := strings.Cut(strings.TrimPrefix(line, "673 "), " ")
	if got != rest {
		p.t.Fatalf("%s was asked %q, want %q", p.nick, got, rest)
	}
	return id
}

func TestSettings_reachThePlatformAndComeBack(t *testing.T) {
	_, ai, bob := withAI(t)
	bob.ask("121", "503 121 ")
	bob.ask("207 3", "707")
	ai.expect("757", "751")
	bob.expect("751")

	bob.write("121\r\n109 after") // one reply a command, in their order
	id := ai.request("bob")
	ai.ask("123 "+id+" row playouts 1000 1 100000 500", "623")
	ai.ask("123 "+id+" ok playouts 1000", "502 123 ")
	ai.ask("123 "+id+" row weight 0.5 0 1 0.5", "623")
	ai.ask("123 "+id+" end 1", "502 123 ")
	ai.ask("123 "+id+" end 2", "623")
	bob.expect("671 playouts 1000 1 100000 500", "671 weight 0.5 0 1 0.5", "621 2", "609 after")
	ai.ask("123 "+id+" end 2", "503 123 ")

	bob.write("122 playouts 2000")
	id = ai.request("bob playouts 2000")
	ai.ask("123 "+id+" row playouts 1 1 1 1", "502 123 ")
	ai.ask("123 "+id+" ok playouts 2000", "623")
	bob.expect("622 playouts 2000")

	bob.write("122 playouts 0")
	id = ai.request("bob playouts 0")
	ai.ask("123 "+id+" fault 502 playouts is 0, expected 1 to 100000", "623")
	bob.expect("502 122 playouts is 0, expected 1 to 100000")

	bob.write("121 -")
	ai.ask("123 "+ai.request("bob")+" end 0", "623")
	bob.expect("621 0")
}

func TestSettings_ofThePlatformNamedLast(t *testing.T) {
	h, ai, bob := withAI(t)
	other := h.platform("AI-other")
	bob.ask("207 AI-nobody", "521")
	bob.ask("121", "503")
	bob.ask("207 AI-other", "521") // it does not wait, but is known
	bob.write("121 k")
	other.ask("123 "+other.request("bob k")+" end 0", "623")
	bob.expect("621 0")

	game := strings.Fields(bob.ask("207 1", "707"))[1]
	ai.expect("757", "751")
	bob.expect("751")
	bob.ask("302 "+game, "802")
	bob.expect("856")
	ai.expect("856")
	bob.write("122 k v")
	ai.ask("123 "+ai.request("bob k v")+" ok k v", "623")
	bob.expect("622 k v")

	// With one to play with, it is that one's.
	ai.ask("302 "+game, "802")
	ai.expect("856")
	ai.ask("201", "701")
	other.ask("201", "701")
	bob.ask("203 AI-other", "703")
	bob.expect("751")
	other.expect("751")
	bob.write("121")
	other.ask("123 "+other.request("bob")+" end 0", "623")
	bob.expect("621 0")
}

func TestSettings_ofPlatformsThatAreSilentOrGone(t *testing.T) {
	h, ai, bob := withAI(t)
	bob.ask("207 1", "707")
	ai.expect("757", "751")
	bob.expect("751")

	bob.write("121")
	id := ai.request("bob")
	ai.ask("123 "+id+" row a 1 1 1 1", "623")
	h.clock.advance(10 * time.Second)
	bob.expect("508 121 ") // without the rows, whose list has no end
	ai.ask("123 "+id+" end 1", "503")

	bob.write("121")
	ai.request("bob")
	ai.Close()
	bob.expect("508 121 ")
	bob.ask("121", "503")

	again := h.connect()
	again.ask("105 "+ai.secret+" 0", "605 AI-tian")
	again.nick = "AI-tian"
	again.expect("757", "751")
	bob.write("122 a 2")
	again.request("bob a 2")
	newer := h.connect() // what the older connection was asked is lost with it
	newer.ask("105 "+ai.secret+" 2", "605 AI-tian")
	bob.expect("508 122 ")
	again.closed("514")
}

// A request is no reason to wait for a platform when the gateway goes down, or
// the one who asked.
func TestSettings_askedWhenSomebodyLeaves(t *testing.T) {
	h, ai, bob := withAI(t)
	bob.ask("207 1", "707")
	ai.expect("757", "751")
	bob.write("121")
	id := ai.request("bob")
	bob.Close()
	ai.ask("123 "+id+" end 0", "623")
	h.until("connections 1")
	amy := h.login("amy")
	amy.ask("207 AI-tian", "521")
	amy.write("121")
	ai.request("amy")
	if err := h.Close(); err != nil {
		t.Error(err)
	}
}

// Those who wait for a platform keep nobody else waiting, however many they are.
func TestSettings_manyWaitForThem(t *testing.T) {
	h, ai, bob := withAI(t)
	bob.ask("207 1", "707")
	ai.expect("757", "751")
	bob.expect("751")
	var waiting []*peer
	for i := range 40 {
		p := h.login(fmt.Sprint("guest", i))
		p.ask("207 AI-tian", "521")
		p.write("121")
		waiting = append(waiting, p)
	}
	var ids []string
	for range waiting {
		_, rest, _ := strings.Cut(ai.expect("673 "), " ")
		id, _, _ := strings.Cut(rest, " ")
		ids = append(ids, id)
	}
	bob.ask("109 here", "609 here")
	h.login("late").ask("109 too", "609 too")
	for _, id := range ids {
		ai.ask("123 "+id+" end 0", "623")
	}
	for _, p := range waiting {
		p.expect("621 0")
	}
}

func TestSettings_answeredByOthers(t *testing.T) {
	h, ai, bob := withAI(t)
	eve, fake := h.login("eve"), h.platform("AI-fake")
	lab := h.connect() // with the key, but no AI
	lab.ask("102 key secret", "602")
	lab.enter("lab")
	bob.ask("207 1", "707")
	ai.expect("757", "751")
	bob.expect("751")
	bob.write("121")
	id := ai.request("bob")
	eve.ask("123 "+id+" end 0", "512 123 ")
	lab.ask("123 "+id+" end 0", "512 123 ")
	fake.ask("123 "+id+" end 0", "503 123 ")
	fake.ask("123 0 end 0", "503 123 ")
	ai.ask("123 "+id+" perhaps", "502 123 ")
	for range 200 {
		ai.ask("123 "+id+" row a 1 1 1 1", "623")
	}
	ai.ask("123 "+id+" row a 1 1 1 1", "507 123 ")
	ai.ask("123 "+id+" end 200", "623")
	for range 200 {
		bob.expect("671 a 1 1 1 1")
	}
	bob.expect("621 200")
	ai.ask("121", "503") // of itself
	h.connect().ask("123 "+id+" end 0", "510")
}
