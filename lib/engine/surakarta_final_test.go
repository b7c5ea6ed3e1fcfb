package engine

import (
	"testing"

	"qikit.dev/qikit/lib/game"
)

// At the end of a game, with no piece of the side to move, every engine answers that
// there is no move.
func TestSurakarta_finalPosition(t *testing.T) {
	b := surakartaBoard(t, olympiad, "6/6/6/6/6/1b4 w")
	for _, strategy := range []string{"", "101", "106"} {
		for _, kind := range []string{"alphabeta", "mcts"} {
			if kind == "mcts" && strategy != "" {
				continue
			}
			o := DefaultOptions()
			o.Kind, o.Strategy = kind, strategy
			e, err := New("surakarta", o)
			if err != nil {
				t.Fatal(err)
			}
			if r := search(t, e, b, depth(3)); r.Best != game.NoMove || len(r.Lines) != 0 {
				t.Errorf("%s, strategy %q: %s, want no move", kind, strategy, r.JSON(b))
			}
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
