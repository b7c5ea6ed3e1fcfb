package engine

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/xiangqi"
)

func named(terms []Term) map[string]int {
	values := map[string]int{}
	for _, t := range terms {
		values[t.Name] = t.Value
	}
	return values
}

func setUp(t *testing.T, name, position string) game.Board {
	t.Helper()
	b, err := game.New(name, game.Setup{Position: position})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func surakartaEngine(t *testing.T, strategy string) Engine {
	t.Helper()
	o := DefaultOptions()
	o.Strategy = strategy
	e, err := New("surakarta", o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

// The board of keyposition's test "on both circuits, corners open", worked out
// there by hand: one table for the first mover, one for the second.
func TestEvaluateSurakarta_roles(t *testing.T) {
	const placement = "6/6/6/1b4/6/3w2 "
	front := map[string]int{"extent": 0, "position": 138, "dynamic": 0, "potential": 0, "phase": 1, "total": 3 * 138}
	back := map[string]int{"extent": 0, "position": 98, "dynamic": 0, "potential": 0, "phase": 1, "total": 3 * 98}
	negative := func(terms map[string]int) map[string]int {
		terms = maps.Clone(terms)
		for _, name := range []string{"position", "total"} {
			terms[name] = -terms[name]
		}
		return terms
	}
	tests := []struct {
		name, position, options string
		want                    map[string]int
	}{
		{"black moves first without a ply number", "b", "", front},
		{"no options", "b", " { } ", front},
		{"blank options", "b", " ", front},
		{"null leaves it out", "b", `{"role": null}`, front},
		{"said to be second", "b", `{"role": "back"}`, back},
		{"by the ply number", "b 0 2", "", back},
		{"the option goes before the ply number", "b 0 2", `{"role": "front"}`, front},
		{"white is second", "w", "", negative(back)},
		{"white in front", "w", ` {"role":"front"} `, negative(front)},
	}
	for strategy, evaluator := range map[string]string{"": "terms", "101": "", "106": ""} {
		e := strategyWith(t, strategy, func(o *Options) { o.Evaluator = evaluator })
		for _, test := range tests {
			t.Run(strategy+" "+test.name, func(t *testing.T) {
				terms, err := EvaluateWith(e, setUp(t, "surakarta", placement+test.position), []byte(test.options))
				if got := named(terms); err != nil || !maps.Equal(got, test.want) {
					t.Errorf("terms %v, %v\nwant  %v", got, err, test.want)
				}
			})
		}
	}
}

func TestEvaluateSurakarta_beforeTheEndgame(t *testing.T) {
	e := surakartaEngine(t, "")
	terms, err := Evaluate(e, setUp(t, "surakarta", "wwwww1/wwwwww/6/6/bbbbbb/bbbbbb b"))
	if err != nil {
		t.Fatal(err)
	}
	got := named(terms)
	if got["phase"] != 0 || got["extent"] != 400 {
		t.Errorf("phase %d, extent %d; want 0 and one piece of 400", got["phase"], got["extent"])
	}
	if want := got["extent"] + 3*got["position"] + 2*got["dynamic"] + 2*got["potential"]; got["total"] != want {
		t.Errorf("total %d, want %d by the weights", got["total"], want)
	}
}

func TestEvaluateSurakarta_players(t *testing.T) {
	for _, strategy := range []string{"", "103"} {
		players, err := surakartaEngine(t, strategy).(Evaluator).EvaluatePlayers(setUp(t, "surakarta", "w5/6/2w3/2b3/1b4/b5 b"))
		if err != nil || players[0] != 300+40+30+5 || players[1] != 200+40+5 {
			t.Errorf("strategy %q: players %v, %v; want three pieces at 40, 30 and 5, and two at 40 and 5", strategy, players, err)
		}
	}
}

func TestEvaluateWith_badOptions(t *testing.T) {
	xiangqi, err := New("xiangqi", DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer xiangqi.Close()
	start, first := setUp(t, "surakarta", ""), setUp(t, "xiangqi", "")
	for options, said := range map[string]string{
		`{"role": "sideways"}`: `role is "sideways", expected one of "front", "back"`,
		`{"role": 1}`:          `role is 1, expected one of "front", "back"`,
		`{"roll": "front"}`:    `no option "roll", did you mean "role"? Expected one of role`,
		`{"ROLE": "front"}`:    `no option "ROLE", did you mean "role"? Expected one of role`,
		`{"role": "front"} {}`: "text behind the JSON object, expected nothing",
		`["front"]`:            `options are ["front"], expected a JSON object`,
		`{`:                    "options are {, expected a JSON object with its end",
	} {
		for _, strategy := range []string{"", "104"} {
			if _, err := EvaluateWith(surakartaEngine(t, strategy), start, []byte(options)); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), said) {
				t.Errorf("strategy %q, %s: %v, want ErrOptions with %q", strategy, options, err, said)
			}
		}
		if _, err := EvaluateWith(xiangqi, first, []byte(options)); !errors.Is(err, ErrOptions) || strings.HasPrefix(options, `{"`) && !strings.Contains(options, "} ") && !strings.HasSuffix(err.Error(), "expected none") {
			t.Errorf("xiangqi, %s: %v, want ErrOptions", options, err)
		}
	}
	if terms, err := EvaluateWith(xiangqi, first, []byte("{}")); err != nil || len(terms) != 7 {
		t.Errorf("xiangqi without options: %v, %v", terms, err)
	}
	o := DefaultOptions()
	o.Kind, o.Evaluator = "mcts", "terms"
	tree, err := New("xiangqi", o)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	if _, err := EvaluateWith(tree, first, nil); !errors.Is(err, ErrUnsupported) {
		t.Errorf("a tree search: %v, want ErrUnsupported", err)
	}
	for _, strategy := range []string{"", "102"} {
		e := surakartaEngine(t, strategy)
		if _, err := Evaluate(e, first); !errors.Is(err, ErrGame) {
			t.Errorf("a board of another game: %v, want ErrGame", err)
		}
		if _, err := e.(Evaluator).EvaluatePlayers(first); !errors.Is(err, ErrGame) {
			t.Errorf("players of another game: %v, want ErrGame", err)
		}
	}
}
