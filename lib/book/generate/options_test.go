package generate

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

func TestParseOptions_defaults(t *testing.T) {
	o, err := ParseOptions([]byte(`{"game": "mnk", "out": "x.qkb"}`))
	if err != nil {
		t.Fatal(err)
	}
	want := DefaultOptions()
	want.Game, want.Out = "mnk", "x.qkb"
	if !reflect.DeepEqual(o, want) {
		t.Errorf("ParseOptions = %+v, want %+v", o, want)
	}
}

func TestParseOptions_everyKey(t *testing.T) {
	text := `{"game": "mnk", "rules": {"insane": 3}, "out": "x.qkb", "initial": ["x........ 1 1"], "initial_ply": 4, "games": 7, "max_plies": 50,
		"depth": {"scope": "game", "distribution": "list", "depths": [3, 5], "weights": [1, 2]}, "allow_single_depth": true,
		"top_k": 4, "max_loss": null, "record": "end", "distance": [2, 9],
		"balance": {"every": 2, "threshold": 150, "ratio": 1.5, "combine": "all", "evaluator": "terms", "depth": "raise", "step": 1, "max": 4,
			"rank": {"weaker": [1, 3], "stronger": [2, 4]}},
		"stop": {"win": {"score": 800}, "draw": {}, "mate": true}, "players": [{"kind": "mcts", "nodes": 500}, {"time": 0.25}],
		"preset": "nought", "dedupe": false, "mirror": true, "sanity": false, "reevaluate": {"depth": 12, "engine": {"table_mb": 4}},
		"seed": 18446744073709551615, "workers": 3, "resume": true, "repeatable": false, "breadth": null}`
	o, err := ParseOptions([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var given map[string]any
	if err := json.Unmarshal([]byte(text), &given); err != nil {
		t.Fatal(err)
	}
	for i := range reflect.TypeFor[Options]().NumField() {
		tag := reflect.TypeFor[Options]().Field(i).Tag.Get("json")
		if key, _, _ := strings.Cut(tag, ","); key != "" && key != "-" && given[key] == nil && key != "max_loss" && key != "breadth" {
			t.Errorf("this test leaves %q out", key)
		}
	}
	if o.MaxLoss != nil || *o.Distance != (Span{2, 9}) || *o.Seed != 1<<64-1 || o.Stop.Win.Score != 800 || o.Stop.Win.Plies != 6 || o.Stop.Draw.After != 80 {
		t.Errorf("max_loss %v, distance %v, seed %v, stop %+v %+v", o.MaxLoss, o.Distance, *o.Seed, o.Stop.Win, o.Stop.Draw)
	}
	if o.Players[0].Nodes != 500 || o.Players[1].Time.Seconds() != 0.25 || string(o.Players[0].Engine) != `{"kind":"mcts"}` {
		t.Errorf("players = %+v", o.Players)
	}
	if o.Balance.Rank.Stronger != [2]int{2, 4} || *o.Balance.Ratio != 1.5 || o.Reevaluate.Lines != 1 || o.Reevaluate.Depth != 12 {
		t.Errorf("balance %+v, reevaluate %+v", o.Balance, o.Reevaluate)
	}
	// What is written into the file reads back as the same job.
	again, err := ParseOptions([]byte(strings.Replace(string(o.canonical()), `"out":""`, `"out":"y"`, 1)))
	if err == nil || !strings.Contains(err.Error(), "workers") { // it holds no number of workers
		t.Errorf("canonical: %v", err)
	}
	again = o
	again.Out, again.Workers, again.Resume, again.Seed = "elsewhere", 9, false, nil
	if string(again.canonical()) != string(o.canonical()) {
		t.Error("where and how fast changes the job's text")
	}
}

func TestParseOptions_offAndOn(t *testing.T) {
	o, err := ParseOptions([]byte(`{"game": "mnk", "out": "x", "reevaluate": false, "balance": true, "breadth": {}, "distance": null}`))
	if err != nil {
		t.Fatal(err)
	}
	if o.Reevaluate != nil || o.Balance == nil || *o.Balance.Threshold != 100 || o.Breadth.Width != 3 {
		t.Errorf("reevaluate %v, balance %+v, breadth %+v", o.Reevaluate, o.Balance, o.Breadth)
	}
}

func TestParseOptions_bad(t *testing.T) {
	for _, c := range []struct{ options, want string }{
		{`[1]`, "options are [1], expected a JSON object"},
		{`{`, "expected a JSON object"},
		{`null`, "expected a JSON object"},
		{`{"gmae": "mnk"}`, `no option "gmae", did you mean "game"? Expected one of`},
		{`{"depth": {"maen": 3}}`, `no option "depth.maen", did you mean "depth.mean"?`},
		{`{"balance": {"rank": {"weakest": [1, 2]}}}`, `no option "balance.rank.weakest"`},
		{`{"games": "many"}`, `games is "many", expected a whole number`},
		{`{"games": 1.5}`, `games is 1.5, expected a whole number`},
		{`{"games": 0}`, "games is 0, expected 1 to 1000000000"},
		{`{"max_plies": 0}`, "max_plies is 0"},
		{`{"depth": 3}`, "depth is 3, expected an object"},
		{`{"depth": {"distribution": "gauss"}}`, `depth.distribution is "gauss", expected one of "normal", "uniform", "list"`},
		{`{"depth": {"scope": "move"}}`, "depth.scope"},
		{`{"depth": {"mean": "five"}}`, "depth.mean is \"five\", expected a number"},
		{`{"depth": {"mean": 500}}`, "depth.mean is 500"},
		{`{"depth": {"sd": -1}}`, "depth.sd is -1"},
		{`{"depth": {"min": 9, "max": 3}}`, "depth.max is 3, expected depth.min (9) or more"},
		{`{"depth": {"distribution": "uniform", "min": 3}}`, "depth.min and depth.max"},
		{`{"depth": {"distribution": "list"}}`, "depth.depths is empty"},
		{`{"depth": {"distribution": "list", "depths": [3, 0]}}`, "depth.depths[1] is 0"},
		{`{"depth": {"distribution": "list", "depths": [3, 4], "weights": [1]}}`, "depth.weights"},
		{`{"depth": {"distribution": "list", "depths": [3, 4], "weights": [0, 0]}}`, "depth.weights"},
		{`{"depth": {"sd": 0}}`, "depth is always 5, expected at least two depths"},
		{`{"depth": {"distribution": "uniform", "min": 4, "max": 4}}`, "depth is always 4"},
		{`{"depth": {"distribution": "list", "depths": [6, 6]}}`, "depth is always 6"},
		{`{"depth": {"distribution": "list", "depths": [6, 8], "weights": [1, 0]}}`, "depth is always 6"},
		{`{"depth": {"mean": 2, "sd": 1e-9}}`, "depth is always 2"},
		{`{"depth": {"mean": 2, "sd": 0.19}}`, "depth is 2 in 99.1501 % of the draws, expected at least two depths"},
		{`{"depth": {"mean": 1, "sd": 9, "max": 1}}`, "depth is always 1"},
		{`{"depth": {"distribution": "list", "depths": [6, 8], "weights": [1, 1e-300]}}`, "depth is always 6"},
		{`{"depth": {"distribution": "list", "depths": [6, 8], "weights": [199, 1]}}`, "depth is 6 in 99.5 % of the draws"},
		{`{"depth": {"distribution": "list", "depths": [6, 8], "min": 8}}`, "depth is always 8"},
		{`{"top_k": 0}`, "top_k is 0"},
		{`{"max_loss": -1}`, "max_loss is -1"},
		{`{"record": "some"}`, "record is \"some\""},
		{`{"distance": 4}`, `expected record "end"`},
		{`{"record": "end", "distance": [5, 4]}`, "distance is [5,4]"},
		{`{"record": "end", "distance": "far"}`, "distance is \"far\", expected a number of plies or [least, most]"},
		{`{"breadth": {"width": 1}}`, "breadth.width is 1"},
		{`{"breadth": true, "games": 5}`, "games is 5 with breadth"},
		{`{"breadth": {"positions": 50}}`, "breadth.positions is 50 with order \"level\", expected order \"score\" or \"visits\""},
		{`{"breadth": {"order": "visits", "ply_loss": 5}}`, "breadth.ply_loss is 5 with order \"visits\", expected order \"score\""},
		{`{"breadth": {"order": "score", "plies": 9}}`, "breadth.plies is 9 with order \"score\""},
		{`{"breadth": {"order": "score", "positions": 600000}}`, "breadth.positions is 600000, which can give 1200001 lines, expected at most breadth.cap (1000000)"},
		{`{"breadth": {"order": "best"}}`, `breadth.order is "best", expected one of "level", "score", "visits"`},
		{`{"breadth": true, "max_plies": 9}`, "max_plies is 9 with breadth"},
		{`{"breadth": true, "top_k": 5}`, "top_k is 5 with breadth"},
		{`{"breadth": true, "max_loss": 5}`, "max_loss is 5 with breadth"},
		{`{"breadth": true, "max_loss": null}`, "max_loss is null with breadth"},
		{`{"breadth": true, "stop": {"mate": true}}`, "stop is set with breadth"},
		{`{"breadth": {"width": 10, "plies": 9}}`, "10^9 = 1000000000 lines"},
		{`{"balance": {"every": 0}}`, "balance.every is 0"},
		{`{"balance": {"threshold": null}}`, "balance.threshold is null"},
		{`{"balance": {"threshold": 0}}`, "balance.threshold is 0"},
		{`{"balance": {"ratio": 1}}`, "balance.ratio is 1"},
		{`{"balance": {"evaluator": "search", "ratio": 2}}`, "balance.ratio"},
		{`{"balance": {"depth": "up"}}`, "balance.depth"},
		{`{"balance": {"depth": "off"}}`, "balance.depth"},
		{`{"balance": {"rank": {"weaker": [2, 2], "stronger": [1, 3]}}}`, "a middle after that of weaker [2,2]"},
		{`{"balance": {"rank": {"weaker": [2, 1]}}}`, "balance.rank.weaker"},
		{`{"stop": {"win": {"score": 0}}}`, "stop.win.score is 0"},
		{`{"players": [{"kind": 3}, 4]}`, "players[0].kind is 3, expected a text"},
		{`{"players": {"kind": "mcts"}}`, "players is {\"kind\":\"mcts\"}, expected a list"},
		{`{"reevaluate": {"depth": -1}}`, "reevaluate.depth is -1"},
		{`{"seed": -1}`, "seed is -1, expected a whole number from 0"},
		{`{"workers": 0}`, "workers is 0"},
		{`{"initial": 5}`, "initial is 5, expected a list of position texts or the path"},
		{`{"preset": []}`, "preset is [], expected a player's name or index"},
	} {
		text := strings.Replace(c.options, "{", `{"game": "mnk", "out": "x.qkb", `, 1)
		if c.options[0] != '{' || len(c.options) < 3 {
			text = c.options
		}
		o, err := ParseOptions([]byte(text))
		if !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %+v, err = %v, want ErrOptions with %q", c.options, o, err, c.want)
		}
	}
}

func TestGenerate_optionsOfTheGame(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Options)
		is     error
		want   string
	}{
		{"no such game", func(o *Options) { o.Game = "ludus" }, game.ErrUnknownGame, "ludus"},
		{"no game", func(o *Options) { o.Game = "" }, book.ErrOptions, `game is ""`},
		{"no file", func(o *Options) { o.Out = "" }, book.ErrOptions, `out is ""`},
		{"preset", func(o *Options) { o.Preset = "red" }, book.ErrOptions, `preset is "red", expected one of ["cross" "nought"]`},
		{"three players", func(o *Options) { o.Players = make([]Player, 3) }, book.ErrOptions, "players is a list of 3"},
		{"malformed position", func(o *Options) { o.Initial.Positions = []string{"", "what"} }, game.ErrPosition, "initial[1]"},
		{"impossible position", func(o *Options) {
			o.Rules = []byte(`{"insane": 1}`)
			o.Initial.Positions = []string{"x........ 1 1"}
		}, game.ErrSetup, "initial[0]"},
		{"impossible position by itself", func(o *Options) {
			o.Rules = []byte(`{"insane": 1}`)
			o.Initial.File = "x........ 1 1"
		}, game.ErrSetup, "initial: game: "},
		{"no file of positions", func(o *Options) { o.Initial.File = "/none/positions.fen" }, game.ErrPosition, "neither a file"},
		{"bad engine", func(o *Options) {
			o.Engines = nil
			o.Players = []Player{{Engine: []byte(`{"kind": "oracle"}`)}}
		}, engine.ErrOptions, "oracle"},
		{"unknown engine option", func(o *Options) {
			o.Engines = nil
			o.Players = []Player{{Engine: []byte(`{"speed": 3}`)}}
		}, engine.ErrOptions, "speed"},
	} {
		o := fakeOptions(t, "mnk")
		c.change(&o)
		_, err := Book(t.Context(), o, nil)
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: err = %v, want %v with %q", c.name, err, c.is, c.want)
		}
		if o.Out != "" && booktest.Exists(o.Out) {
			t.Errorf("%s: a file was made", c.name)
		}
	}
}

func TestDefaultOptions_areMade(t *testing.T) {
	o := DefaultOptions()
	o.Game, o.Out = "mnk", "x"
	if err := o.check(); err != nil {
		t.Error(err)
	}
	if low, high := o.Depth.bounds(); low != 1 || high != 10 {
		t.Errorf("depths %d to %d", low, high)
	}
}

func TestParseOptions_gamesThatRepeat(t *testing.T) {
	const one = `"top_k": 1, "depth": {"distribution": "uniform", "min": 3, "max": 5, "scope": `
	for _, c := range []struct {
		options string
		most    int // 0 for any number
	}{
		{one + `"game"}`, 3},
		{one + `"player"}`, 9},
		{one + `"ply"}`, 0},
		{one + `"game"}, "record": "end", "distance": [2, 5]`, 12},
		{`"top_k": 1, "depth": {"distribution": "list", "depths": [4, 6, 4, 9], "weights": [1, 1, 1, 0], "scope": "game"}`, 2},
		{`"top_k": 1, "depth": {"sd": 0}, "allow_single_depth": true`, 1},
		{`"depth": {"sd": 0}, "allow_single_depth": true`, 0},
		{one + `"game"}, "repeatable": false`, 0},
		{one + `"game"}, "balance": {"rank": {"weaker": [1, 2], "stronger": [2, 3]}}`, 0},
		{one + `"game"}, "balance": {}`, 3},
	} {
		for extra := range 2 {
			games := 1000
			if c.most > 0 {
				games = c.most + extra
			}
			_, err := ParseOptions(fmt.Appendf(nil, `{"game": "mnk", "out": "x.qkb", "games": %d, %s}`, games, c.options))
			if refused := c.most > 0 && extra > 0; refused != (err != nil) {
				t.Errorf("%d games with %s: err = %v, want refused %v", games, c.options, err, refused)
			}
			if want := fmt.Sprintf("games is %d, expected at most %d, as there are no more different games", games, c.most); err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s: err = %v, want %q", c.options, err, want)
			}
		}
	}
}

func TestResume_jobsOfEarlierVersions(t *testing.T) {
	earlier := func(o Options) *plan {
		p, err := newPlan(o)
		if err != nil {
			t.Fatal(err)
		}
		p.job.Options = strings.Replace(p.job.Options, `"initial_ply":null,`, "", 1)
		return p
	}
	for name, change := range map[string]func(*Options){
		"one position":      func(o *Options) {},
		"several positions": func(o *Options) { o.Initial.Positions = []string{"", "x........ 1 1"} },
		"breadth":           func(o *Options) { o.Games, o.Breadth = 1, breadth(2, 3, false) },
	} {
		o := fakeOptions(t, "mnk")
		change(&o)
		p := earlier(o)
		w, err := book.NewWriter(o.Out, p.job, p.initials)
		if err != nil {
			t.Fatal(err)
		}
		w.Close()
		o.Resume = true
		p = earlier(o)
		if w, err = openFile(p); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		w.Close()
		if want := name != "one position"; p.earlier != want {
			t.Errorf("%s: goes by numbers %v, want %v", name, p.earlier, want)
		}
		if id := int64(o.Games); p.earlier && p.stream(id) != uint64(id) {
			t.Errorf("%s: the stream of game %d is %d", name, id, p.stream(id))
		}
		if o.Breadth != nil {
			o.Breadth.Plies++
		} else {
			o.Games++
		}
		w, err = openFile(earlier(o))
		if err == nil {
			w.Close()
		}
		if p.earlier != errors.Is(err, ErrResume) || p.earlier && !strings.Contains(err.Error(), "of an earlier version") {
			t.Errorf("%s: growing: err = %v, want ErrResume only where the games would be others", name, err)
		}
	}
}

// Whatever is taken is a job that can be written into a file and read back.
func FuzzParseOptions(f *testing.F) {
	f.Add(`{"game": "mnk", "out": "x.qkb", "depth": {"distribution": "list", "depths": [3, 5]}, "balance": {"ratio": 1e308}}`)
	f.Add(`{"game": "mnk", "out": "x.qkb", "players": [{"kind": "mcts", "time": 1e-9}], "rules": {"a": [1]}, "distance": [1, 2], "record": "end"}`)
	f.Add(`{"breadth": true, "stop": {"win": {}}, "preset": 1, "initial": "a.fen"}`)
	f.Fuzz(func(t *testing.T, text string) {
		o, err := ParseOptions([]byte(text))
		if err != nil {
			if !errors.Is(err, book.ErrOptions) && !errors.Is(err, game.ErrUnknownGame) && !errors.Is(err, engine.ErrUnsupported) {
				t.Errorf("%q: err = %v, of no known kind", text, err)
			}
			return
		}
		written := o.canonical()
		again := DefaultOptions()
		if err := options.Fill(written, &again); err != nil {
			t.Errorf("%q was taken, its text %s is not: %v", text, written, err)
		}
		if string(again.canonical()) != string(written) {
			t.Errorf("%q: %s reads back as %s", text, written, again.canonical())
		}
	})
}
