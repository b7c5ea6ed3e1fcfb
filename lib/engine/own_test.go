package engine

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// knowNim adds nim as a package outside the library does.
func knowNim(t *testing.T, k Knowledge) {
	t.Helper()
	addNim(t, knowledge{})
	k.Game = "nim"
	Know(k)
}

func nimTerms(b game.Board) [][]Term {
	terms := [][]Term{{{"matches", 0}}, {{"matches", 0}}}
	terms[b.Turn()][0].Value = nimScore(b)
	return terms
}

// Terms alone are enough, and Worth alone is, for both kinds of engine.
func TestKnow(t *testing.T) {
	for what, k := range map[string]Knowledge{
		"terms": {Terms: nimTerms},
		"worth": {Worth: func(b game.Board, worth []int) { worth[0], worth[1] = 0, 0; worth[b.Turn()] = nimScore(b) }},
	} {
		tried := 0
		k.Scale = 50
		k.Likely = func(b game.Board, m game.Move) int { tried++; return int(m) }
		knowNim(t, k)
		b, err := game.New("nim", game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []string{"alphabeta", "mcts"} {
			e, err := nimEngine(t, func(o *Options) { o.Kind = kind })
			if err != nil {
				t.Fatal(err)
			}
			limits := Limits{Depth: 1, Lines: 3}
			if kind == "mcts" {
				limits = Limits{Visits: 40, Lines: 3}
			}
			r := search(t, e, b, limits)
			if b.Text(r.Best) != "1" || r.WinRate <= 0.6 || tried == 0 {
				t.Errorf("%s, %s: %s; want to take 1 and to be ahead, moves sorted", what, kind, r.JSON(b))
			}
			if kind == "mcts" {
				continue // it explains itself by visits
			}
			if r.Score != 100 {
				t.Errorf("%s: score %d, want 100", what, r.Score)
			}
			terms, err := Evaluate(e, b)
			if want := map[string]string{"terms": "[{matches 100} {total 100}]", "worth": "[{worth 100} {total 100}]"}[what]; err != nil || fmt.Sprint(terms) != want {
				t.Errorf("%s, %s: evaluation %v, %v; want %s", what, kind, terms, err, want)
			}
		}
	}
}

// A move that takes something is followed beyond the depth.
func TestKnow_gain(t *testing.T) {
	knowNim(t, Knowledge{
		Terms: nimTerms,
		Gain:  func(_ game.Board, m game.Move) int { return 100 * (int(m) - 2) },
	})
	b, err := game.New("nim", game.Setup{Position: "6 first"})
	if err != nil {
		t.Fatal(err)
	}
	e, err := nimEngine(t, func(o *Options) { o.Kind = "alphabeta" })
	if err != nil {
		t.Fatal(err)
	}
	// After 3 of 6 the other one takes the last 3.
	r := search(t, e, b, Limits{Depth: 1, Lines: 3})
	last := r.Lines[len(r.Lines)-1]
	if b.Text(last.Moves[0]) != "3" || last.Score > -Mate+MatePlies {
		t.Errorf("%s; want 3 to lose at depth 1", r.JSON(b))
	}
}

// What is wrong with the inputs of a network, the engine says.
func TestKnow_inputs(t *testing.T) {
	knowNim(t, Knowledge{Terms: nimTerms, Inputs: &Inputs{Rows: 1, Columns: 200, Most: 3, Men: []Man{{Letter: 'A'}}}})
	if _, err := nimEngine(t, func(*Options) {}); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), "128 points") {
		t.Errorf("a board of 200 points: %v", err)
	}
	knowNim(t, Knowledge{Terms: nimTerms, Inputs: &Inputs{Rows: 1, Columns: 20, Most: 3, Men: []Man{{Letter: 'A'}}}})
	for _, kind := range []string{"alphabeta", "mcts"} {
		if _, err := nimEngine(t, func(o *Options) { o.Kind, o.Net = kind, "no.qnet" }); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), "no.qnet") {
			t.Errorf("%s: a network that there is not: %v", kind, err)
		}
		if _, err := nimEngine(t, func(o *Options) { o.Kind, o.Evaluator = kind, "nnue" }); !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "has no network of nim") {
			t.Errorf("%s: a network that nobody named: %v", kind, err)
		}
	}
	knowNim(t, Knowledge{Terms: nimTerms})
	if _, err := nimEngine(t, func(o *Options) { o.Net = "no.qnet" }); !errors.Is(err, ErrUnsupported) {
		t.Errorf("a network of a game without inputs: %v", err)
	}
}
