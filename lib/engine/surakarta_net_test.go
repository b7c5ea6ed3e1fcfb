package engine

import (
	"testing"

	"qikit.dev/qikit/internal/nets"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

const surakartaFile = "../../internal/nets/surakarta/surakarta.qnet"

// In a search the network values each position as it would value it anew, and a position is worth
// the same for the other colour.
func TestSurakartaNet_followsTheSearch(t *testing.T) {
	random := rng.New(6)
	a, anew := withNet(t, newSurakarta, surakartaFile), withNet(t, newSurakarta, surakartaFile)
	values, captures := map[int]bool{}, 0
	for range 20 {
		b := mustGame(t, "surakarta", "")
		p := a.at(b)
		for range 60 {
			moves := b.Moves(nil)
			if _, over := b.Outcome(); over || len(moves) == 0 {
				break
			}
			if random.IntN(7) == 0 { // there and back
				p.Game.Play(moves[0])
				p.Eval.Score()
				p.Game.Undo()
			}
			if takes := p.Game.Captures(nil); len(takes) > 0 {
				moves = takes
				captures++
			}
			p.Game.Play(moves[random.IntN(len(moves))])
			got := p.Eval.Score()
			values[got] = true
			for _, position := range []string{b.Position(), b.View(game.View{Turn: 1})} {
				other := mustGame(t, "surakarta", position)
				if want := anew.at(other).Eval.Score(); got != want {
					t.Fatalf("%s: %d, but %s anew: %d", b.Position(), got, position, want)
				}
			}
		}
	}
	if captures < 50 || len(values) < 100 {
		t.Errorf("%d captures and %d values, expected some", captures, len(values))
	}
}

func mustGame(t *testing.T, name, position string) game.Board {
	t.Helper()
	b, err := game.New(name, game.Setup{Position: position})
	if err != nil {
		t.Fatal(position, err)
	}
	return b
}

// Without options the library's own network values, with the terms the weights do; a network is told.
func TestSurakarta_usesItsNetwork(t *testing.T) {
	own, err := nets.Surakarta()
	if err != nil {
		t.Fatal(err)
	}
	b := mustGame(t, "surakarta", "bbbbbb/bbbbbb/6/6/6/wwwwww b 0 1")
	for _, kind := range []string{"alphabeta", "mcts"} {
		for _, evaluator := range []string{"", "nnue", "terms"} {
			o := DefaultOptions()
			o.Kind, o.Evaluator, o.Workers, o.TableMB = kind, evaluator, 2, 1
			e, err := New("surakarta", o)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			value, ok := NetworkValue(e, b)
			if ok != (evaluator != "terms") || ok && value < 300 {
				t.Errorf("%q by %q: a network says %d of six pieces more, %v", kind, evaluator, value, ok)
			}
			terms, err := Evaluate(e, b)
			if kind == "mcts" && evaluator == "terms" {
				continue // a tree search without a network explains nothing
			}
			if err != nil || (terms[len(terms)-1].Name == "network") != ok {
				t.Errorf("%q by %q: %v, %v", kind, evaluator, terms, err)
			}
			if r := search(t, e, b, Limits{Nodes: 1000, Visits: 100, Lines: 1}); r.WinRate < 0.6 {
				t.Errorf("%q by %q: %s", kind, evaluator, r.JSON(b))
			}
		}
	}
	// Jobs that another network's searches began must not go on: who changes one raises both.
	if own.ID != "9654c047d940a1ac" || Searches != 14 {
		t.Errorf("network %s in version %d of the searches", own.ID, Searches)
	}
}
