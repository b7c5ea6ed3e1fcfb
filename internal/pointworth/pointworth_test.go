package pointworth

import (
	"math/bits"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/surakarta"
)

func board(t testing.TB, text string) *surakarta.Board {
	t.Helper()
	b, err := surakarta.New(text, surakarta.DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestCount_kindsOfPoints(t *testing.T) {
	// One piece of the side to move on each kind of point of the left half, by
	// hand; the other side stands in a corner.
	for text, kind := range map[string]int{
		"6/6/6/6/6/b4w b": Corner, "6/6/6/6/b5/5w b": InnerEnd, "6/6/6/b5/6/5w b": OuterEnd,
		"6/6/6/6/1b4/5w b": InnerCross, "6/6/6/1b4/6/5w b": MixedCross, "6/6/6/2b3/6/5w b": OuterCross,
	} {
		c := Count(board(t, text))
		for k := range kinds {
			want := 0
			if k == kind {
				want++
			}
			if k == Corner {
				want--
			}
			if c[k] != want {
				t.Errorf("%s: kind %d counted %d, want %d", text, k, c[k], want)
			}
		}
	}
}

func TestCount_loops(t *testing.T) {
	for _, c := range []struct {
		text                                           string
		innerHeld, innerFacing, outerHeld, outerFacing int
	}{
		// At the start either side holds two loops of each circuit, at its own
		// corners, and they face each other through none.
		{"wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b", 0, 0, 0, 0},
		// b1 and a2 hold the small loop between them; b1 and a2 are also the
		// nearest to the other three.
		{"6/6/6/6/b5/1b3w b", 4, 0, 0, 0},
		// A piece of each side on the large circuit, on lines side by side: they
		// are nearest to each other through all four loops.
		{"6/6/6/w5/6/2b3 b", 0, 0, 0, 4},
	} {
		got := Count(board(t, c.text))
		if got[InnerHeld] != c.innerHeld || got[InnerFacing] != c.innerFacing || got[OuterHeld] != c.outerHeld || got[OuterFacing] != c.outerFacing {
			t.Errorf("%s: held %d %d, facing %d %d, want held %d %d, facing %d %d", c.text, got[InnerHeld], got[OuterHeld], got[InnerFacing], got[OuterFacing],
				c.innerHeld, c.outerHeld, c.innerFacing, c.outerFacing)
		}
	}
}

// walk visits boards of random games, so that all numbers of pieces occur.
func walk(t testing.TB, games int, visit func(b *surakarta.Board)) {
	t.Helper()
	r := rng.New(7)
	for range games {
		b := board(t, "")
		for range 120 {
			visit(b)
			moves := b.Moves(nil)
			if _, over := b.Outcome(); over || len(moves) == 0 {
				break
			}
			b.Play(moves[r.IntN(len(moves))])
		}
	}
}

// Pieces that face each other through a loop may take each other: the rules say
// so, which know nothing of this package.
func TestCount_facingIsTaking(t *testing.T) {
	seen := 0
	walk(t, 40, func(b *surakarta.Board) {
		c := Count(b)
		if n := c[InnerFacing] + c[OuterFacing]; n > 0 {
			seen++
			if !b.CanCapture() {
				t.Fatalf("%s: %d loops with both sides at them, and nothing to take", b.Position(), n)
			}
		}
	})
	if seen < 100 {
		t.Errorf("only %d boards with pieces that face each other", seen)
	}
}

func TestScore_symmetries(t *testing.T) {
	walk(t, 10, func(b *surakarta.Board) {
		want := Score(b)
		for turn := range 2 {
			for symmetry := range b.Symmetries() {
				if len(b.Moves(nil)) == 0 || bits.OnesCount64(b.Pieces(b.Side())) == 0 {
					return
				}
				text := b.View(game.View{Turn: turn, Symmetry: symmetry})
				if got := Score(board(t, text)); got != want {
					t.Fatalf("%s is worth %d, seen otherwise %s %d", b.Position(), want, text, got)
				}
			}
		}
	})
}

func TestScore_aPieceIsAHundred(t *testing.T) {
	with, without := Score(board(t, "wwwwww/wwww2/6/6/bbbbbb/bbbbbb b")), Score(board(t, "wwwwww/wwwwww/6/6/bbbbbb/bbbb2 b"))
	if two := (with - without) / 2; two < 150 || two > 260 {
		t.Errorf("two pieces are worth %d, want about 200", two)
	}
	if n := testing.AllocsPerRun(100, func() { Score(board0) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

var board0 = func() *surakarta.Board {
	b, _ := surakarta.New("", surakarta.DefaultOptions(), false)
	return b
}()

func BenchmarkScore(b *testing.B) {
	for b.Loop() {
		Score(board0)
	}
}
