package engine

import (
	"testing"

	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

// What a game says of all moves at once is what it says of each, and classes keep what the
// search's memory relies on.
func TestTraits_areGainAndClass(t *testing.T) {
	for _, name := range []string{"surakarta", "xiangqi"} {
		k, err := lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		a, err := k.analyst(DefaultOptions())
		if err != nil {
			t.Fatal(err)
		}
		r, quiet, taking := rng.New(11), 0, 0
		for range 6 {
			b, err := game.New(name, game.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			for range 100 {
				moves := b.Moves(nil)
				if _, over := b.Outcome(); over || len(moves) == 0 {
					break
				}
				g := a.at(b.Copy()).Game
				traits := g.(alphabeta.Traits[game.Move]).Traits(nil, moves)
				for i, m := range moves {
					gain, class := g.(alphabeta.Tactics[game.Move]).Gain(m), g.(alphabeta.Classes[game.Move]).Class(m)
					if traits[i] != (alphabeta.Trait{Class: int32(class), Gain: int32(gain)}) {
						t.Fatalf("%s, %s: Traits says %+v, Gain and Class %d and %d", b.Position(), b.Text(m), traits[i], gain, class)
					}
					if gain == 0 {
						quiet++
					} else {
						taking++
					}
					checkRow(t, g, b, m, gain, class)
				}
				b.Play(moves[r.IntN(len(moves))])
			}
		}
		if quiet < 1000 || taking < 50 {
			t.Errorf("%s: only %d quiet moves and %d captures seen", name, quiet, taking)
		}
	}
}

// checkRow looks at a move of a game whose classes share rows.
func checkRow(t *testing.T, g alphabeta.Game[game.Move], b game.Board, m game.Move, gain, class int) {
	t.Helper()
	if classes := g.(alphabeta.Classes[game.Move]).Classes(); class < 0 || class >= classes {
		t.Fatalf("%s, %s: class %d of %d", b.Position(), b.Text(m), class, classes)
	}
	f, ok := g.(alphabeta.Folded)
	if !ok {
		return
	}
	if gain == 0 && class >= f.Quiet() {
		t.Fatalf("%s: the quiet move %s has class %d, want one below %d", b.Position(), b.Text(m), class, f.Quiet())
	}
	if row := f.Row(class); row < 0 || row >= f.Rows() {
		t.Fatalf("%s: class %d of %s keeps its replies in row %d of %d", b.Position(), class, b.Text(m), row, f.Rows())
	}
}
