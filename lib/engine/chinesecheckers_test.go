package engine

import (
	"context"
	"errors"
	"slices"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/chinesecheckers"
	"qikit.dev/qikit/lib/game"
)

func star(t *testing.T, players int) *chinesecheckers.Board {
	t.Helper()
	o := chinesecheckers.DefaultOptions()
	o.Players = players
	b, err := chinesecheckers.New("", o, false)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func starEngine(t *testing.T, change func(*Options)) Engine {
	t.Helper()
	o := DefaultOptions()
	o.TableMB = 1
	change(&o)
	e, err := New("chinesecheckers", o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// longest draws among the moves that bring a man furthest.
func longest(b *chinesecheckers.Board, r *rng.Source) game.Move {
	var best []game.Move
	most := -100
	for _, m := range b.Moves(nil) {
		steps := 0
		if !chinesecheckers.IsPass(m) {
			seat := b.Seat(b.Turn())
			steps = chinesecheckers.Ahead(seat, chinesecheckers.Source(m)) - chinesecheckers.Ahead(seat, chinesecheckers.Target(m))
		}
		if steps > most {
			best, most = best[:0], steps
		}
		if steps == most {
			best = append(best, m)
		}
	}
	return best[r.IntN(len(best))]
}

// Against players who take the longest move the engine wins, whoever begins.
func TestChineseCheckers_beatsTheLongestMove(t *testing.T) {
	e := starEngine(t, func(*Options) {})
	for _, players := range []int{2, 3} {
		for me := range players {
			b, r := star(t, players), rng.Of(7, uint64(players), uint64(me))
			for {
				if o, over := b.Outcome(); over {
					if o.Winner != me {
						t.Errorf("%d players: %d wins against the engine, player %d", players, o.Winner, me)
					}
					break
				}
				m := longest(b, r)
				if b.Turn() == me {
					m = search(t, e, b, Limits{Nodes: 700, Lines: 1}).Best
				}
				b.Play(m)
			}
		}
	}
}

// Against five players who take the longest move the engine wins most games.
func TestChineseCheckers_beatsFive(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: twelve games of one goroutine")
	}
	e := starEngine(t, func(*Options) {})
	const games, players = 12, 6
	won := 0
	for g := range games {
		b, r, me := star(t, players), rng.Of(8, players, uint64(g)), g%players
		for {
			if o, over := b.Outcome(); over {
				if o.Winner == me {
					won++
				}
				break
			}
			m := longest(b, r)
			if b.Turn() == me {
				m = search(t, e, b, Limits{Nodes: 700, Lines: 1}).Best
			}
			b.Play(m)
		}
	}
	if won < 8 {
		t.Errorf("%d of %d games won", won, games)
	}
}

// With more than two players only the men who must still come count in full: six at the start, where
// the men of another player are in the target, and all ten by strict rules.
func TestChineseCheckers_race(t *testing.T) {
	const oneLeft = "y/rr/rrr/rrr1/1yyy4rbbbb/yyy6bbb/yy7bb/y8b/9/91/92/93/94/4/3/2/r r ryb - 41"
	for name, c := range map[string]struct {
		position, rules, move string
		before, after         int // steps of red, in hundredths
	}{
		"two players":  {"", `{}`, "k3-m5", -2800, -2760},
		"start":        {"", `{"players": 6}`, "k3-m5", -2080, -2040},
		"strict start": {"", `{"players": 6, "blocking": "strict"}`, "k3-m5", -2800, -2760},
		"one at start": {"", `{"players": 6, "blocking": "one"}`, "k3-m5", -1276, -1248},
		"one left":     {oneLeft, `{"players": 3}`, "q13-p14", -148, -128},
	} {
		b, err := game.New("chinesecheckers", game.Setup{Position: c.position, Rules: []byte(c.rules)})
		if err != nil {
			t.Fatal(err)
		}
		m, err := b.Parse(c.move)
		if err != nil {
			t.Fatal(err)
		}
		before := starTerms(b)[0][0]
		b.Play(m)
		if after := starTerms(b)[0][0]; before.Value != c.before || after.Value != c.after {
			t.Errorf("%s: %d, then %d; want %d and %d", name, before.Value, after.Value, c.before, c.after)
		}
	}
}

// Every strategy finds the move that wins at once, says the same when it is asked again, and
// leaves the board as it was.
func TestChineseCheckers_strategies(t *testing.T) {
	win, err := game.New("chinesecheckers", game.Setup{Position: "g/rr/rrr/rrr1/8r4/93/92/91/r8/91/92/93/94/gggg/ggg/gg/1 r rg"})
	if err != nil {
		t.Fatal(err)
	}
	for _, strategy := range []string{"default", "maxn", "paranoid", "plans"} {
		e := starEngine(t, func(o *Options) { o.Strategy = strategy })
		if r := search(t, e, win, depth(3)); win.Text(r.Best) != "q13-p14" || r.Proven != "win" || r.WinRate != 1 {
			t.Errorf("%s: %s; want q13-p14, a proven win", strategy, r.JSON(win))
		}
		for _, players := range []int{2, 3, 4, 6} {
			b := star(t, players)
			position := b.Position()
			r := search(t, e, b, Limits{Nodes: 400, Lines: 3})
			again := search(t, e, b, Limits{Nodes: 400, Lines: 3})
			if r.Best != again.Best || r.Nodes != again.Nodes || len(r.Lines) != 3 || !slices.Equal(r.Lines[2].Moves, again.Lines[2].Moves) {
				t.Errorf("%s, %d players: %s, then %s", strategy, players, r.JSON(b), again.JSON(b))
			}
			if b.Position() != position || r.WinRate < 0.4/float64(players) || r.WinRate > 2.5/float64(players) {
				t.Errorf("%s, %d players: %s in %s", strategy, players, r.JSON(b), b.Position())
			}
		}
	}
	for _, wrong := range []Options{{Strategy: "best"}, {Net: "x"}, {Ponder: true}} {
		o := DefaultOptions()
		o.Net, o.Ponder = wrong.Net, wrong.Ponder
		if wrong.Strategy != "" {
			o.Strategy = wrong.Strategy
		}
		if _, err := New("chinesecheckers", o); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%+v: %v, want ErrUnsupported", wrong, err)
		}
	}
}

// A lenient board may have more men than a player has.
func TestChineseCheckers_crowd(t *testing.T) {
	b, err := game.New("chinesecheckers", game.Setup{Position: "1/2/3/4/94/93/92/91/9/91/92/93/rrrrrrrrrrrrr/4/3/2/1 r ryb - 1", Lenient: true})
	if err != nil {
		t.Fatal(err)
	}
	if r := search(t, starEngine(t, func(*Options) {}), b, depth(1)); r.Best == game.NoMove {
		t.Error("no move")
	}
}

// The tree search shares the game among all players; levels and evaluations have their say.
func TestChineseCheckers_treeAndEvaluation(t *testing.T) {
	tree := starEngine(t, func(o *Options) { o.Kind = "mcts" })
	weak := starEngine(t, func(o *Options) { o.Level = 1 })
	for _, players := range []int{2, 6} {
		b := star(t, players)
		r := search(t, tree, b, Limits{Visits: 200, Lines: 1})
		if r.Best == game.NoMove || r.WinRate > 2.5/float64(players) {
			t.Errorf("%d players: %s", players, r.JSON(b))
		}
		if r := search(t, weak, b, depth(9)); r.Depth != 1 {
			t.Errorf("level 1 looks %d plies ahead", r.Depth)
		}
		strong := starEngine(t, func(o *Options) { o.Level = 8 }) // three plies, or three own moves where these are planned
		if r := search(t, strong, b, Limits{Nodes: 20000, Lines: 1}); r.Depth != map[int]int{2: 3, 6: 13}[players] {
			t.Errorf("level 8 looks %d plies ahead with %d players", r.Depth, players)
		}
		totals, err := weak.(Evaluator).EvaluatePlayers(b)
		if err != nil || len(totals) != players || totals[0] != totals[players-1] {
			t.Errorf("totals %v, %v", totals, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := weak.Search(ctx, star(t, 3), Limits{Depth: 30, Lines: 1}); r.Best == game.NoMove || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %+v, %v", r, err)
	}
}
