package ludotest

import (
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/ludo"
)

// The policy does what it says, in the order in which it says it.
func TestCareful(t *testing.T) {
	for _, c := range []struct{ position, want string }{
		{"b,b,b,t3/b,b,b,b red 6", "b-s"}, // three at the base: it takes off
		{"b,t3,t9,t20/b,b,b,b red 6", "b-s"},
		{"b,b,t9,h2/b,b,b,b red 4", "h2-home"},
		{"b,b,t3,t20/b,b,b,b red 2", "t20-t26"}, // nothing else: the furthest, which jumps on
		{"b,b,t3,h2/b,b,b,t9 red 6", "t3-t9"},   // it captures rather than takes off
	} {
		b, err := game.New("ludo", game.Setup{Position: c.position})
		if err != nil {
			t.Fatal(err)
		}
		if m := Careful(b.(*ludo.Board)); b.Text(m) != c.want {
			t.Errorf("%s: %s, want %s", c.position, b.Text(m), c.want)
		}
	}
}
