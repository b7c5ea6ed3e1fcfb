package options_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/options"
)

type search struct {
	Level  int    `json:"level" range:"1..10"`
	Kind   string `json:"kind" words:"- alphabeta mcts"`
	Hidden int    `json:"-"`
	Bare   int
}

type depth struct {
	Mean   float64 `json:"mean" range:">0..100"`
	Max    int     `json:"max" range:"0.."`
	Depths []int   `json:"depths" range:"1..100"`
}

func (d *depth) SetDefaults() { *d = depth{Mean: 5, Max: 7} }

type player struct {
	search
	Nodes int `json:"nodes" range:"0.."`
}

// self is read by itself, with a reader inside.
type self struct{ text json.RawMessage }

func (s *self) UnmarshalJSON(text []byte) error {
	s.text = text
	var p player
	p.Level = 1
	return options.Read(text, &p)
}

func (s side) String() string { return [...]string{"none", "red", "black"}[s] }

// span takes a number or a list of two.
type span [2]int

func (s *span) UnmarshalJSON(text []byte) error {
	if json.Unmarshal(text, &s[0]) == nil {
		s[1] = s[0]
		return nil
	}
	var both []int
	if json.Unmarshal(text, &both) != nil || len(both) != 2 {
		return errors.New("no span")
	}
	*s = span(both)
	return nil
}

// side is read from a text.
type side uint8

func (s *side) UnmarshalText(text []byte) error {
	switch string(text) {
	case "red":
		*s = 1
		return nil
	case "black":
		*s = 2
		return nil
	}
	return errors.New("no side")
}

type all struct {
	search
	Effort  string             `json:"effort" words:"quick default deep"`
	Out     string             `json:"out,omitempty" required:"the path of a file"`
	Seed    *uint64            `json:"seed"`
	Loss    *int               `json:"loss" range:"0.."`
	Grace   time.Duration      `json:"grace" range:">0..86400"`
	Wait    time.Duration      `json:"wait"`
	On      bool               `json:"on"`
	Limit   int                `json:"limit" range:"0|2..9"`
	Share   float64            `json:"share"`
	Args    []string           `json:"args"`
	Heat    map[string]float64 `json:"heat" range:"0..1"`
	Sizes   map[int]float64    `json:"sizes" range:"0.."`
	Rank    [2]int             `json:"rank"`
	Target  [2]int             `json:"target" range:"0..9" expected:"a number of stones, or a list of both" each:"true"`
	Rules   json.RawMessage    `json:"rules"`
	Plain   depth              `json:"plain"`
	Depth   *depth             `json:"depth"`
	Win     *search            `json:"win"`
	Players []player           `json:"players"`
	Self    self               `json:"self"`
	Seats   []self             `json:"seats"`
	Span    *span              `json:"span" expected:"a number of plies or [least, most]"`
	Side    side               `json:"side" words:"red black"`
}

func defaults() all {
	return all{
		search: search{Level: 3}, Effort: "default", Out: "x", Grace: time.Second, Share: 0.5, Plain: depth{Mean: 2, Max: 3},
		Sizes: map[int]float64{9: 1}, Side: 1, Args: []string{"a"}, Win: &search{Level: 9},
	}
}

const keys = "args, depth, effort, grace, heat, kind, level, limit, loss, on, out, plain, players, rank, rules, seats, seed, self, share, side, sizes, span, target, wait, win"

func TestRead_wrong(t *testing.T) {
	for text, want := range map[string]string{
		// The object.
		`[1, 2]`:         `options are [1,2], expected a JSON object`,
		`null`:           `options are null, expected a JSON object`,
		`"x"`:            `options are "x", expected a JSON object`,
		`7`:              `options are 7, expected a JSON object`,
		`{`:              `options are {, expected a JSON object with its end`,
		`{"level": 3`:    `options are {"level": 3, expected a JSON object with its end`,
		`{"level"}`:      `options are {"level"}, expected a JSON object (expected colon after object key)`,
		`level`:          `options are level, expected a JSON object (invalid character 'l' looking for beginning of value)`,
		`{} {}`:          `text behind the JSON object, expected nothing`,
		`{"level": 3} x`: `text behind the JSON object, expected nothing`,
		// Keys.
		`{"lvel": 1}`:                            `no option "lvel", did you mean "level"? Expected one of ` + keys,
		`{"Level": 1}`:                           `no option "Level", did you mean "level"? Expected one of ` + keys,
		`{"zzz": 1}`:                             `no option "zzz", expected one of ` + keys,
		`{"": 1}`:                                `no option "", expected one of ` + keys,
		`{"Hidden": 1}`:                          `no option "Hidden", expected one of ` + keys,
		`{"Bare": 1}`:                            `no option "Bare", expected one of ` + keys,
		`{"search": {}}`:                         `no option "search", expected one of ` + keys,
		`{"depth": {"men": 1}}`:                  `no option "depth.men", did you mean "depth.mean"? Expected one of depths, max, mean`,
		`{"depth": {"zzz": 1}}`:                  `no option "depth.zzz", expected one of depths, max, mean`,
		`{"plain": {"maks": 1}}`:                 `no option "plain.maks", expected one of depths, max, mean`,
		`{"players": [{}, {"node": 1}]}`:         `no option "players[1].node", did you mean "players[1].nodes"? Expected one of kind, level, nodes`,
		`{"self": {"levle": 1}}`:                 `no option "self.levle", did you mean "self.level"? Expected one of kind, level, nodes`,
		`{"level": 1, "level": 1}`:               `level is given twice, expected once`,
		`{"plain": {"max": 1, "max": 2}}`:        `plain.max is given twice, expected once`,
		`{"heat": {"a": 1, "a": 0}}`:             `heat.a is given twice, expected once`,
		`{"` + strings.Repeat("é", 99) + `": 1}`: `no option "` + strings.Repeat("é", 60) + `…", expected one of ` + keys,
		// Kinds.
		`{"level": "x"}`:           `level is "x", expected a whole number`,
		`{"level": 1.5}`:           `level is 1.5, expected a whole number`,
		`{"level": 1e30}`:          `level is 1e30, expected a whole number`,
		`{"level": [3, 4]}`:        `level is [3,4], expected a whole number`,
		`{"plain": {"mean": "x"}}`: `plain.mean is "x", expected a number`,
		`{"share": 1e999}`:         `share is 1e999, expected a number`,
		`{"seed": -1}`:             `seed is -1, expected a whole number from 0 to 18446744073709551615`,
		`{"on": 1}`:                `on is 1, expected true or false`,
		`{"out": 1}`:               `out is 1, expected a text`,
		`{"effort": 1}`:            `effort is 1, expected one of "quick", "default", "deep"`,
		`{"kind": true}`:           `kind is true, expected one of "alphabeta", "mcts"`,
		`{"grace": "1s"}`:          `grace is "1s", expected a number of seconds`,
		`{"args": "a"}`:            `args is "a", expected a list`,
		`{"args": ["a", 2]}`:       `args[1] is 2, expected a text`,
		`{"args": [null]}`:         `args[0] is null, expected a text`,
		`{"heat": [1]}`:            `heat is [1], expected an object`,
		`{"heat": {"a": "b"}}`:     `heat.a is "b", expected a number`,
		`{"heat": {"a": null}}`:    `heat.a is null, expected a number`,
		`{"sizes": {"a": 1}}`:      `sizes is {"a":1}, expected an object whose keys are whole numbers`,
		`{"rank": [1]}`:            `rank is [1], expected a list of 2`,
		`{"rank": 1}`:              `rank is 1, expected a list of 2`,
		`{"target": [1, 10]}`:      `target[1] is 10, expected 0 to 9`,
		`{"target": 10}`:           `target[0] is 10, expected 0 to 9`,
		`{"target": [1]}`:          `target is [1], expected a number of stones, or a list of both`,
		`{"target": ["x", 1]}`:     `target[0] is "x", expected a whole number`,
		`{"target": "x"}`:          `target is "x", expected a number of stones, or a list of both`,
		`{"plain": true}`:          `plain is true, expected an object`,
		`{"depth": 3}`:             `depth is 3, expected an object`,
		`{"players": [3]}`:         `players[0] is 3, expected an object`,
		`{"players": [null]}`:      `players[0] is null, expected an object`,
		`{"span": "x"}`:            `span is "x", expected a number of plies or [least, most]`,
		`{"side": "green"}`:        `side is "green", expected one of "red", "black"`,
		`{"side": 1}`:              `side is 1, expected one of "red", "black"`,
		`{"args": "` + strings.Repeat("é", 99) + `"}`: `args is "` + strings.Repeat("é", 59) + `…, expected a list`,
		// Ranges, words, what is required.
		`{"level": 11}`:                        `level is 11, expected 1 to 10`,
		`{"level": 0}`:                         `level is 0, expected 1 to 10`,
		`{"win": {"level": 0}}`:                `win.level is 0, expected 1 to 10`,
		`{"win": true}`:                        `win.level is 0, expected 1 to 10`,
		`{"depth": {"mean": 0}}`:               `depth.mean is 0, expected over 0 to 100`,
		`{"depth": {"max": -1}}`:               `depth.max is -1, expected 0 or more`,
		`{"depth": {"depths": [3, 101]}}`:      `depth.depths[1] is 101, expected 1 to 100`,
		`{"players": [{"level": 12}]}`:         `players[0].level is 12, expected 1 to 10`,
		`{"self": {"level": 12}}`:              `self.level is 12, expected 1 to 10`,
		`{"seats": [{"kind": "x"}]}`:           `seats[0].kind is "x", expected one of "alphabeta", "mcts"`,
		`{"limit": 1}`:                         `limit is 1, expected 0 or 2 to 9`,
		`{"loss": -1}`:                         `loss is -1, expected 0 or more, or null`,
		`{"grace": 0}`:                         `grace is 0, expected over 0 to 86400`,
		`{"grace": 86400.5}`:                   `grace is 86400.5, expected over 0 to 86400`,
		`{"grace": 1e300}`:                     `grace is 1e300, expected over 0 to 86400`,
		`{"grace": 1e-12}`:                     `grace is 0, expected over 0 to 86400`,
		`{"wait": -1e300}`:                     `wait is -1e300, expected a number of seconds`,
		`{"effort": "slow"}`:                   `effort is "slow", expected one of "quick", "default", "deep"`,
		`{"effort": ""}`:                       `effort is "", expected one of "quick", "default", "deep"`,
		`{"kind": "-"}`:                        `kind is "-", expected one of "alphabeta", "mcts"`,
		`{"out": ""}`:                          `out is "", expected the path of a file`,
		`{"heat": {"b": 1, "e4": 2, "a4": 3}}`: `heat.a4 is 3, expected 0 to 1`,
		`{"sizes": {"10": -1, "9": -2}}`:       `sizes.9 is -2, expected 0 or more`,
	} {
		o := defaults()
		err := options.Read([]byte(text), &o)
		if wrong := (*options.Error)(nil); !errors.As(err, &wrong) || err.Error() != want {
			t.Errorf("%s:\n%v, want\n%s", text, err, want)
		}
	}
}

func TestRead_overDefaults(t *testing.T) {
	for text, change := range map[string]func(*all){
		"":                                       func(o *all) {},
		" \n":                                    func(o *all) {},
		"{}":                                     func(o *all) {},
		` {"level": 4} `:                         func(o *all) { o.Level = 4 },
		`{"seed": 18446744073709551615}`:         func(o *all) { o.Seed = new(uint64); *o.Seed = math.MaxUint64 },
		`{"loss": 0}`:                            func(o *all) { o.Loss = new(int) },
		`{"grace": 0.25, "wait": -3}`:            func(o *all) { o.Grace, o.Wait = 250*time.Millisecond, -3*time.Second },
		`{"args": []}`:                           func(o *all) { o.Args = []string{} },
		`{"sizes": {"7": 2}}`:                    func(o *all) { o.Sizes = map[int]float64{7: 2} },
		`{"rank": [1, 2], "limit": 2}`:           func(o *all) { o.Rank, o.Limit = [2]int{1, 2}, 2 },
		`{"target": 3}`:                          func(o *all) { o.Target = [2]int{3, 3} },
		`{"target": [1, 3]}`:                     func(o *all) { o.Target = [2]int{1, 3} },
		`{"rules": {"a": [1]}}`:                  func(o *all) { o.Rules = json.RawMessage(`{"a": [1]}`) },
		`{"plain": {"mean": 4}}`:                 func(o *all) { o.Plain.Mean = 4 },
		`{"depth": true}`:                        func(o *all) { o.Depth = &depth{Mean: 5, Max: 7} },
		`{"depth": {"max": 9}}`:                  func(o *all) { o.Depth = &depth{Mean: 5, Max: 9} },
		`{"depth": {}, "win": false}`:            func(o *all) { o.Depth, o.Win = &depth{Mean: 5, Max: 7}, nil },
		`{"win": null, "level": null}`:           func(o *all) { o.Win = nil },
		`{"plain": null, "args": null}`:          func(o *all) {},
		`{"players": [{"level": 2, "nodes":1}]}`: func(o *all) { o.Players = []player{{search{Level: 2}, 1}} },
		`{"span": 3}`:                            func(o *all) { o.Span = &span{3, 3} },
		`{"span": [3, 4], "side": "black"}`:      func(o *all) { o.Span, o.Side = &span{3, 4}, 2 },
		`{"kind": ""}`:                           func(o *all) {},
	} {
		o, want := defaults(), defaults()
		change(&want)
		if err := options.Read([]byte(text), &o); err != nil || !reflect.DeepEqual(o, want) {
			t.Errorf("%s: %+v, %v, want %+v", text, o, err, want)
		}
	}
}

// TestFill_doesNotCheck: ranges, words and what is required are for Check.
func TestOver(t *testing.T) {
	type settings struct {
		N int `json:"n"`
	}
	kind, small := errors.New("kind"), errors.New("n is small")
	check := func(s *settings) error {
		if s.N++; s.N < 3 {
			return small
		}
		return nil
	}
	for text, want := range map[string]struct {
		n   int
		err error
	}{``: {6, nil}, `{"n": 7}`: {8, nil}, `{"n": 1}`: {2, small}, `{"m": 7}`: {5, kind}, `{"n": "7"}`: {5, kind}} {
		if got, err := options.Over(settings{5}, []byte(text), kind, check); got.N != want.n || !errors.Is(err, want.err) {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
	}
}

func TestFill_doesNotCheck(t *testing.T) {
	o := defaults()
	if err := options.Fill([]byte(`{"level": 11, "out": "", "effort": "slow"}`), &o); err != nil || o.Level != 11 {
		t.Errorf("%+v, %v", o, err)
	}
	if err := options.Fill([]byte(`{"lvel": 11}`), &o); err == nil {
		t.Error("an unknown key passes")
	}
}

func TestCheck(t *testing.T) {
	for want, change := range map[string]func(*all){
		`level is 0, expected 1 to 10`:                       func(o *all) { o.Level = 0 },
		`grace is 90000, expected over 0 to 86400`:           func(o *all) { o.Grace = 25 * time.Hour },
		`side is "none", expected one of "red", "black"`:     func(o *all) { o.Side = 0 },
		`plain.mean is NaN, expected over 0 to 100`:          func(o *all) { o.Plain.Mean = math.NaN() },
		`depth.mean is +Inf, expected over 0 to 100`:         func(o *all) { o.Depth = &depth{Mean: math.Inf(1)} },
		`players[1].level is 0, expected 1 to 10`:            func(o *all) { o.Players = []player{{search: search{Level: 1}}, {}} },
		`out is "", expected the path of a file`:             func(o *all) { o.Out = "" },
		`heat.a is NaN, expected 0 to 1`:                     func(o *all) { o.Heat = map[string]float64{"a": math.NaN()} },
		`kind is "<x>", expected one of "alphabeta", "mcts"`: func(o *all) { o.Kind = "<x>" },
	} {
		o := defaults()
		if change(&o); true {
			if err := options.Check(&o); err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
	o := defaults()
	if err := options.Check(&o); err != nil {
		t.Error(err)
	}
}

func TestCheck_requiredList(t *testing.T) {
	var o struct {
		Files []string `json:"files" required:"paths of files"`
	}
	for _, files := range [][]string{nil, {}} {
		o.Files = files
		if err := options.Check(&o); err == nil || !strings.HasSuffix(err.Error(), ", expected paths of files") {
			t.Error(err)
		}
	}
	if o.Files = []string{""}; options.Check(&o) != nil {
		t.Error(options.Check(&o))
	}
}

// TestRead_noOptions: a call that takes an object takes no keys.
func TestRead_noOptions(t *testing.T) {
	var none struct{}
	if err := options.Read([]byte(`{"a": 1}`), &none); err == nil || err.Error() != `no option "a", expected none` {
		t.Error(err)
	}
	if err := options.Read([]byte(`{}`), &none); err != nil {
		t.Error(err)
	}
}

func TestAhead(t *testing.T) {
	for text, want := range map[string]string{
		`{"effort": "deep", "level": "wrong"}`: "deep", `{}`: "default", ``: "default", `{"effort": 3}`: "default", `{"effort": null}`: "default", `[`: "default",
	} {
		effort := "default"
		if options.Ahead([]byte(text), "effort", &effort); effort != want {
			t.Errorf("%s: %q, want %q", text, effort, want)
		}
	}
}

func TestUnder(t *testing.T) {
	other := errors.New("a file")
	for want, err := range map[string]error{
		`players[0].level is 11, expected 1 to 10`: options.Under("players[0]", fmt.Errorf("engine: %w", options.Wrong("level", 11, "1 to 10"))),
		`net: a file`: options.Under("net", other),
		`games is 3 with breadth, expected games alone`: options.Clash("games", "3 with breadth", "games alone"),
		`grace is 1.5, expected more than 2`:            options.Wrong("grace", 1500*time.Millisecond, "more than 2"),
		`a is null, expected 1`:                         options.Wrong("a", nil, "1"),
	} {
		if err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := options.Under("net", other); !errors.Is(err, other) {
		t.Errorf("%v does not wrap", err)
	}
}

// TestNear: a suggestion is one that a person would make.
func TestNear(t *testing.T) {
	type o struct {
		TableMB int `json:"table_mb"`
		Workers int `json:"workers"`
		NoMove  int `json:"no_move"`
		Net     int `json:"net"`
	}
	for key, want := range map[string]string{
		"tableMb": "table_mb", "table-mb": "table_mb", "worker": "workers", "wrokers": "workers", "noMove": "no_move", "nte": "net", "x": "", "book": "", "tables": "table_mb",
	} {
		err := options.Read([]byte(fmt.Sprintf(`{%q: 1}`, key)), &o{})
		if mean := fmt.Sprintf("did you mean %q?", want); err == nil || strings.Contains(err.Error(), mean) != (want != "") || strings.Contains(err.Error(), "mean") != (want != "") {
			t.Errorf("%s: %v, want %q", key, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"level": 3, "depth": {"depths": [1]}, "heat": {"a": 1}, "players": [{"kind": "mcts"}], "grace": 1}`))
	f.Add([]byte(`{"self": {"level": 3}, "span": [1, 2], "sizes": {"3": 4}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		o := defaults()
		if err := options.Read(text, &o); err == nil && options.Check(&o) != nil {
			t.Errorf("%s: read, but %v", text, options.Check(&o))
		}
	})
}

// What a package has wrapped already says the kind of the outer one only.
func TestWrap_twice(t *testing.T) {
	inner, outer := errors.New("client: bad option"), errors.New("compute: bad option")
	err := options.Wrap(outer, options.Wrap(inner, options.Wrong("port", 0, "1 to 65535")))
	if err.Error() != "compute: bad option: port is 0, expected 1 to 65535" || !errors.Is(err, outer) {
		t.Error(err)
	}
	if options.Wrap(outer, nil) != nil {
		t.Error("nil became an error")
	}
}
