package engine

import (
	"errors"
	"math"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/ludo"
)

// careful is a policy made by hand: capture, then go home, then take off, then move the plane that is
// furthest.
func careful(b *ludo.Board) game.Move {
	me, best, most := b.Turn(), game.NoMove, math.MinInt
	sum := func(player int) (n int) {
		for _, at := range b.Planes(player) {
			n += int(at)
		}
		return n
	}
	for _, m := range b.Moves(nil) {
		others, own := 0, sum(me)
		for p := range b.Players() {
			others += sum(p)
		}
		others -= own
		before := b.Planes(me)
		b.Play(m)
		score := sum(me) - own
		for p := range b.Players() {
			if p != me {
				others -= sum(p)
			}
		}
		score += 1000 * others
		after := b.Planes(me)
		if after[0] != before[0] && before[0] < 0 && after[1] != before[1] || after != before && before[0] < 0 && after[0] >= 0 {
			score += 100
		}
		if after[3] > before[3] {
			score += 20 // the furthest plane
		}
		b.Undo()
		if score > most {
			best, most = m, score
		}
	}
	return best
}

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
				b.Play(careful(b))
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

// The engine wins more than luck would explain: three standard errors over half of 400 games. Of
// 10,000 games it wins 6,592.
func TestLudo_beatsTheCarefulPolicy(t *testing.T) {
	if wins := ludoMatch(t, ludoEngine(t), 400, 2); wins < 230 {
		t.Errorf("%d of 400 games won", wins)
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
