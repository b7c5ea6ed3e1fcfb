package gateway_test

import (
	"strings"
	"testing"
)

// A peer that knows only the twelve numbers plays a whole game.
func TestGame_ofTheTwelve(t *testing.T) {
	o, _ := options()
	o.Size = 5
	h := open(t, o)
	amy, bob := h.login("amy"), h.login("bob")
	bob.ask("201", "701")
	amy.ask("202", "752 bob 0 human")
	if got := amy.read(); got != "702 1" {
		t.Errorf("the list ends with %q", got)
	}
	amy.ask("204", "704 online=2 waiting=1 games=0 terminals=0 uptime=0 rule=area")
	bob.ask("205", "705")
	black, white, game := pair(amy, bob)
	moves(black, white, game, "C3 C2 B2 D3 D2 D4 C1 C4 B3 B4 A4 A5 A3 B5 E2 E3 E1 PASS")
	black.ask("303 good game", "803")
	white.expect("853 " + game + " " + black.nick + " good game")
	black.expect("853 ")
	black.ask("327", "827 scored")
	for _, p := range []*peer{black, white} {
		p.expect("851 "+game+" 19 b PASS 0 ", "857 "+game+" "+black.nick+" count")
		if got := p.expect("855 " + game); !strings.HasSuffix(got, "W+4.5 14 11 area") {
			t.Errorf("result %q", got)
		}
	}
	black.ask("301 "+game, "861 1 C3 C2 B2 D3 D2 D4 C1 C4 B3 B4 A4 A5 A3 B5 E2 E3 E1 PASS PASS")
	if got := black.read(); !strings.HasPrefix(got, "801 "+game+" size=5 komi=7.5 rule=area black="+black.nick+" white="+white.nick+" state=over turn=- moves=19 seq=19 hash=") || !strings.HasSuffix(got, "result=W+4.5") {
		t.Errorf("301: %q", got)
	}
	// Again at the same table, with the colours exchanged.
	black.ask("311", "811")
	white.ask("311", "811")
	fields := strings.Fields(black.expect("850 "))
	if fields[1] == game || fields[2] != white.nick || fields[3] != black.nick {
		t.Errorf("the next game: %q", fields)
	}
	white.expect("850 ")
	white.ask("302 "+fields[1], "802")
	black.expect("855 "+fields[1]+" Void - - void", "856 "+fields[1]+" "+white.nick+" left")
	black.ask("311", "503")
	black.ask("302 "+fields[1], "802")
	black.ask("302 "+fields[1], "531")
}
