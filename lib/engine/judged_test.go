package engine

import (
	"context"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// judge shows b as its game's analyst judges it.
func judge(t *testing.T, b game.Board) *judged {
	t.Helper()
	k, err := lookup(b.Game())
	if err != nil {
		t.Fatal(err)
	}
	o := DefaultOptions()
	o.Workers = 1
	views, err := k.newViews(o)
	if err != nil {
		t.Fatal(err)
	}
	return views[0].at(b).(*judged)
}

// A position that has occurred before ends a line inside the tree, but at the
// root the game goes on, and a move is asked for.
func TestTree_movesWhereTheTreeWouldEnd(t *testing.T) {
	b, err := game.New("surakarta", game.Setup{Position: "5w/6/6/6/6/b1b3 b", Rules: []byte(`{"rule_set":"basic"}`)})
	if err != nil {
		t.Fatal(err)
	}
	if err := game.PlayLine(b, []string{"a1-b1", "f6-e6", "b1-a1", "e6-f6"}); err != nil {
		t.Fatal(err)
	}
	if o, over := b.Outcome(); over {
		t.Fatalf("the game is over: %+v", o)
	}
	for _, kind := range []string{"mcts", "alphabeta"} {
		o := DefaultOptions()
		o.Kind = kind
		e, err := New("surakarta", o)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		l := DefaultLimits()
		l.Depth = 3
		if r, err := e.Search(context.Background(), b, l); err != nil || r.Best == game.NoMove {
			t.Errorf("%s: %+v, %v; want a move", kind, r, err)
		}
	}
}

// A position that comes back inside the tree proves nothing: all that both
// sides can do here is to step to and fro.
func TestTree_repetitionProvesNothing(t *testing.T) {
	b, err := game.New("surakarta", game.Setup{Position: "5w/6/6/6/6/b5 b", Rules: []byte(`{"rule_set":"basic"}`)})
	if err != nil {
		t.Fatal(err)
	}
	g := judge(t, b)
	ended := false
	for _, text := range []string{"a1-a2", "f6-f5", "a2-a1", "f5-f6"} {
		m, err := b.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		g.Play(m)
		if _, over := g.Outcome(3); over && g.rules.byRules() {
			ended = true
			if _, over := b.Outcome(); over == g.Claimed() {
				t.Errorf("after %s the game is over: %v, claimed: %v", text, over, g.Claimed())
			}
		}
	}
	if !ended {
		t.Error("the position came back and no line ended")
	}
}

// Who cannot move is counted out by the rules; only a game whose rules have no
// word on it is lost.
func TestJudged_noMoveIsTheRulesToJudge(t *testing.T) {
	for _, test := range []struct {
		name, game, rules, position string
		winner                      int
	}{
		{"olympiad, by count", "surakarta", `{}`, "6/6/6/6/ww4/bw4 b", 1},
		{"olympiad, walled in but nine to seven", "surakarta", `{}`, "6/6/wwww2/bbbw2/bbbw2/bbbw2 b", 0},
		{"basic, the same", "surakarta", `{"rule_set":"basic"}`, "6/6/wwww2/bbbw2/bbbw2/bbbw2 b", 1},
		{"basic", "surakarta", `{"rule_set":"basic"}`, "6/6/6/6/ww4/bw4 b", 1},
		{"mate", "xiangqi", "", "1R2k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1", 0},
	} {
		b, err := game.New(test.game, game.Setup{Position: test.position, Rules: []byte(test.rules)})
		if err != nil {
			t.Fatal(err)
		}
		moves := len(b.Moves(nil))
		if winner, over := judge(t, b).Outcome(moves); moves > 0 || (!over || winner != test.winner) {
			t.Errorf("%s: %d moves, winner %d, %v; want none and %d", test.name, moves, winner, over, test.winner)
		}
	}
}

// Lines of captures among many queens are cut: there are millions.
func TestJudged_queens(t *testing.T) {
	for _, fen := range []string{"1111Q11R/1Q1q1Q11/11b1N111/11n11Qrq/n11q1q1R/111111b1/KB11r11Q/111BNk1q w - - 0 1", "2KbQ3/6B1/2RrQ1Nq/1q2qRQ1/Q2nr3/q1n2qq1/2Q1b2k/N3BQ2 w - - 0 1"} {
		b, err := game.New("chess", game.Setup{Position: fen})
		if err != nil {
			t.Fatal(err)
		}
		g := judge(t, b)
		g.exchanged()
		if took := quietNodes - g.left; took < quietNodes || took > 2*quietNodes {
			t.Errorf("%s: %d nodes, want some %d", fen, took, quietNodes)
		}
	}
}
