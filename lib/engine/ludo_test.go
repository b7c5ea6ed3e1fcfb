package engine

import (
	"errors"
	"testing"

	"qikit.dev/qikit/internal/ludotest"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/ludo"
)

// ludoMatch plays games of two against the careful policy, and counts those that the engine wins.
func ludoMatch(t *testing.T, e Engine, games, plies int) (wins int) {
	t.Helper()
	for g := range games {
		b, err := ludo.New("", ludo.DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		r := rng.Of(3, uint64(g))
		for {
			if o, over := b.Outcome(); over {
				if o.Winner == g%2 {
					wins++
				}
				break
			}
			switch moves := b.Moves(nil); {
			case b.Turn() == b.Players():
				b.Play(moves[r.IntN(len(moves))])
			case b.Turn() == g%2:
				b.Play(search(t, e, b, depth(plies)).Best)
			default:
				b.Play(ludotest.Careful(b))
			}
		}
	}
	return wins
}

func ludoEngine(t *testing.T) Engine {
	t.Helper()
	e, err := New("ludo", DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// The engine wins more than luck would explain: three standard errors over half of 2,000 games. Of
// the 10,000 games of the bench it wins 5,540.
func TestLudo_beatsTheCarefulPolicy(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: two thousand games of one goroutine")
	}
	const games, least = 2000, 1067
	if wins := ludoMatch(t, ludoEngine(t), games, 2); wins < least {
		t.Errorf("%d of %d games won, want %d", wins, games, least)
	}
}

func TestLudo_chanceIsNoPlayer(t *testing.T) {
	e := ludoEngine(t)
	b, err := game.New("ludo", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Search(t.Context(), b, depth(2)); !errors.Is(err, ErrUnsupported) {
		t.Errorf("a search for chance: %v", err)
	}
	if terms, err := Evaluate(e, b); !errors.Is(err, ErrUnsupported) {
		t.Errorf("chance's terms: %v, %v", terms, err)
	}
	o := DefaultOptions()
	o.Kind = "mcts"
	if _, err := New("ludo", o); !errors.Is(err, ErrUnsupported) {
		t.Errorf("mcts: %v", err)
	}
	b, err = game.New("ludo", game.Setup{Position: "home,home,home,h5/b,b,b,t30 red 1"})
	if err != nil {
		t.Fatal(err)
	}
	if r := search(t, e, b, depth(2)); r.Proven != "win" || b.Text(r.Best) != "h5-home" {
		t.Errorf("%s; want h5-home, a win", r.JSON(b))
	}
	if totals, err := e.(Evaluator).EvaluatePlayers(b); err != nil || len(totals) != 2 || totals[0] <= totals[1] {
		t.Errorf("totals %v, %v", totals, err)
	}
}

// A plan of one's own moves foresees no dice.
func TestLudo_noPlans(t *testing.T) {
	o := DefaultOptions()
	o.Strategy = "plans"
	if _, err := New("ludo", o); !errors.Is(err, ErrUnsupported) {
		t.Errorf("%v, want ErrUnsupported", err)
	}
}
