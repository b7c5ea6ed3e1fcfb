package gomoku

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// lay sets up stones by name on an empty board of 15x15, whoever is to move.
func lay(t *testing.T, rule, black, white string, turn goban.Color) *Board {
	t.Helper()
	o := DefaultOptions()
	o.Rule = rule
	b, err := New("", o, true)
	if err != nil {
		t.Fatal(err)
	}
	for c, names := range [2]string{black, white} {
		for _, name := range strings.Fields(names) {
			p, err := b.point(name)
			if err != nil || b.At(p) != goban.Empty {
				t.Fatalf("%s of %q", name, names)
			}
			b.put(p, goban.Color(c))
		}
	}
	if b, err = New(strings.Fields(b.Position())[0]+" "+string(turn.Letter()), o, true); err != nil {
		t.Fatal(err)
	}
	return b
}

// Each by hand: which rows the stone on h8 makes.
func TestForbidden_byHand(t *testing.T) {
	for _, c := range []struct{ what, black, white, want string }{
		{"nothing", "", "", ""},
		{"two threes", "h9 h10 i8 j8", "", DoubleThree},
		{"two threes over diagonals", "i9 j10 g9 f10", "", DoubleThree},
		{"three threes", "h9 h10 i8 j8 g9 f10", "", DoubleThree},
		{"two threes, one with a gap", "h10 h11 i8 j8", "", DoubleThree},
		{"two threes, both with gaps", "h10 h11 j8 k8", "", DoubleThree},
		{"two threes, around the stone", "h9 h7 g8 i8", "", DoubleThree},
		{"a three and a two", "h9 h10 i8", "", ""},
		{"one three is stopped at its end", "h9 h10 i8 j8", "h11", ""},
		{"one three is stopped in its gap", "h10 h11 i8 j8", "h9", ""},
		{"one three has room for five, but not for a straight four", "h9 h10 i8 j8", "f8 l8", ""},
		{"one three is hemmed in to five points", "h9 h10 i8 j8", "g8 l8", ""},
		{"one three is hemmed in to five points around it", "h9 h10 i8 j8", "f8 k8", ""},
		{"a straight four of one would make six with a stone behind, its other side is stopped", "h9 h10 i8 j8 e8", "l8", ""},
		{"a four and a three", "h9 h10 h11 i8 j8", "", ""},
		{"a stopped four and a three", "h9 h10 h11 i8 j8", "h12", ""},
		{"two fours", "h9 h10 h11 i8 j8 k8", "", DoubleFour},
		{"two stopped fours", "h9 h10 h11 i8 j8 k8", "h12 l8", DoubleFour},
		{"a four is stopped on both sides", "h9 h10 h11 i8 j8 k8", "h12 h7", ""},
		{"two fours and two threes", "h9 h10 h11 i8 j8 k8 g9 f10 i9 j10", "", DoubleFour},
		{"two fours on a line, X.XXX.X", "e8 g8 i8 k8", "", DoubleFour},
		{"two fours on a line, X.XXX.X, by its end", "f8 i8 j8 l8", "", DoubleFour},
		{"two fours on a line, XX.XX.XX", "d8 e8 g8 j8 k8", "", DoubleFour},
		{"two fours on a line, XXX.X.XXX", "d8 e8 f8 j8 k8 l8", "", DoubleFour},
		{"an unbroken four with stones behind both gaps is none: both make more than five", "f8 i8 j8 k8 m8", "", ""},
		{"six", "e8 f8 g8 i8 j8", "", Overline},
		{"seven", "e8 f8 g8 i8 j8 k8", "", Overline},
		{"six and two fours", "e8 f8 g8 i8 j8 h9 h10 h11 i9 j10 k11", "", Overline},
		{"five", "e8 f8 g8 i8", "", ""},
		{"five and six", "e8 f8 g8 i8 h4 h5 h6 h7 h9", "", ""},
		{"five and two threes", "e8 f8 g8 i8 h9 h10 i9 j10", "", ""},
		{"five and two fours", "e8 f8 g8 i8 h9 h10 h11 i9 j10 k11", "", ""},
		// h8 makes a three upward. The other one, h8 i8 j8, needs g8, as White stands on l8.
		{"a three whose straight four is allowed", "h9 h10 i8 j8", "l8", DoubleThree},
		{"a three whose straight four makes another three", "h9 h10 i8 j8 g9 g10", "l8", DoubleThree},
		{"a three whose straight four would be a double-four", "h9 h10 i8 j8 g9 g10 g11", "l8", ""},
		{"a three whose straight four would be six", "h9 h10 i8 j8 g5 g6 g7 g9 g10", "l8", ""},
		{"a three whose straight four would make five elsewhere", "h9 h10 i8 j8 g9 g10 g11 g12", "l8", ""},
		{"a three whose straight four would be a double-three", "h9 h10 i8 j8 g9 g10 f9 e10", "l8", ""},
		// The threes of that double-three at g8 go up to g7 or g11, and over the diagonal to d11, as
		// h7 would be a double-four with h8 to h10.
		{"that double-three is none, as one of its threes is stopped", "h9 h10 i8 j8 g9 g10 f9 e10", "l8 g12 g6", DoubleThree},
		{"that double-three is none, as its straight four on d11 would be a double-four", "h9 h10 i8 j8 g9 g10 f9 e10 d12 d13 d14", "l8", DoubleThree},
		{"that double-three stands, as d11 would make but one more three", "h9 h10 i8 j8 g9 g10 f9 e10 d12 d13", "l8", ""},
	} {
		b := lay(t, Renju, c.black, c.white, goban.Black)
		if got := b.Forbidden(goban.PointAt(7, 7)); got != c.want {
			t.Errorf("%s: %q, want %q\n%s", c.what, got, c.want, b.Position())
		}
		if got := slowOf(b).forbidden([2]int{7, 7}); got != c.want {
			t.Errorf("%s by the slow rules: %q, want %q", c.what, got, c.want)
		}
		_, err := b.Parse("h8")
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, game.ErrIllegalMove) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: h8 is %v", c.what, err)
		}
		for _, rule := range []string{Freestyle, Standard} {
			if b := lay(t, rule, c.black, c.white, goban.Black); b.Forbidden(goban.PointAt(7, 7)) != "" {
				t.Errorf("%s: forbidden in %s", c.what, rule)
			}
		}
		if white := lay(t, Renju, c.white, c.black, goban.White); white.Check(game.Move(goban.PointAt(7, 7))) != nil {
			t.Errorf("%s: forbidden to White", c.what)
		}
	}
}

// At the edge a three has no straight four.
func TestForbidden_atTheEdge(t *testing.T) {
	for _, c := range []struct{ point, black, want string }{
		{"c8", "a8 b8 c9 c10", ""},
		{"d8", "b8 c8 d9 d10", DoubleThree},
		{"c8", "b8 d8 c9 c10", DoubleThree},
		{"a1", "a2 a3 b1 c1", ""},
		{"o15", "o14 o13 o12 n15 m15 l15", DoubleFour},
		{"o8", "j8 k8 l8 m8 n8", Overline},
	} {
		b := lay(t, Renju, c.black, "", goban.Black)
		p, _ := b.point(c.point)
		if got := b.Forbidden(p); got != c.want {
			t.Errorf("%s beside %s: %q, want %q", c.point, c.black, got, c.want)
		}
	}
}

// thrown is a board with stones at random around its middle, the more the fewer points.
func thrown(t *testing.T, r *rand.Rand, o Options, black, white int) *Board {
	t.Helper()
	b, err := New("", o, true)
	if err != nil {
		t.Fatal(err)
	}
	for c, n := range [2]int{black, white} {
		for range n {
			if p := goban.PointAt(r.IntN(o.Size), r.IntN(o.Size)); b.At(p) == goban.Empty && !b.Five(p, goban.Color(c)) {
				b.put(p, goban.Color(c))
			}
		}
	}
	return b
}

func TestForbidden_likeTheSlowRules(t *testing.T) {
	boards := 150
	if testing.Short() {
		boards = 30
	}
	r := rand.New(rand.NewPCG(1, 5))
	found := map[string]int{}
	for i := range boards {
		o := Options{Size: 8 + i%4, Rule: Renju}
		b := thrown(t, r, o, 14+r.IntN(12), r.IntN(9))
		s := slowOf(b)
		before := *b
		for p := range b.points() {
			if b.At(p) != goban.Empty {
				continue
			}
			got, want := b.Forbidden(p), s.forbidden([2]int{p.Column(), p.Row()})
			found[want]++
			if got != want {
				t.Fatalf("%s is %q, want %q\n%s", name(p), got, want, b.Position())
			}
		}
		if before.cells != b.cells {
			t.Fatalf("asking changed the board %s", b.Position())
		}
	}
	for what, n := range map[string]int{"": 1000, Overline: 20, DoubleFour: 50, DoubleThree: 100} {
		if !testing.Short() && found[what] < n {
			t.Errorf("%q came up %d times, want %d or more", what, found[what], n)
		}
	}
}
