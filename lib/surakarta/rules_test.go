package surakarta

import (
	"errors"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

func TestOutcome_byRuleSet(t *testing.T) {
	shuffle := "a1-b1 f6-e6 b1-a1 e6-f6"
	tests := []struct {
		name, set, position, moves string
		winner                     int
		reason                     string // "" while the game goes on
	}{
		{"wiped out", "olympiad", "6/6/6/6/4wb/4w1 w", "e2xf2", 1, WipedOut},
		{"second occurrence, more pieces wins", "olympiad", "5w/6/6/6/6/b1b3 b", shuffle, 0, RepetitionCount},
		{"second occurrence, equal", "olympiad", "5w/6/6/6/6/b5 b", shuffle, game.Draw, RepetitionCount},
		{"contest knows no repetition", "contest", "5w/6/6/6/6/b1b3 b", shuffle + " " + shuffle, 0, ""},
		{"basic: endless play is a draw", "basic", "5w/6/6/6/6/b1b3 b", shuffle + " " + shuffle, game.Draw, RepetitionCount},
		{"olympiad: 50 plies without capture", "olympiad", "5w/6/6/6/6/b1b3 b 49", "a1-b1", 0, NoCapture},
		{"contest: 80", "contest", "5w/6/6/6/6/b5 b 79", "a1-b1", game.Draw, NoCapture},
		{"contest: not at 79", "contest", "5w/6/6/6/6/b5 b 78", "a1-b1", 0, ""},
		{"seed: neither can capture", "seed", "5w/6/6/6/6/b1b3 b", "a1-b1", 0, NothingLeft},
		{"seed: the start goes on", "seed", "", "a2-a3", 0, ""},
		{"walled in, by count", "olympiad", "6/6/6/6/ww4/bw4 b", "", 1, NoMove},
		{"walled in, basic", "basic", "6/6/6/6/ww4/bw4 b", "", 1, NoMove},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o, err := RulesOf(test.set)
			if err != nil {
				t.Fatal(err)
			}
			b, err := New(test.position, o, false)
			if err != nil {
				t.Fatal(err)
			}
			if err := game.PlayLine(b, strings.Fields(test.moves)); err != nil {
				t.Fatal(err)
			}
			got, over := b.Outcome()
			if over != (test.reason != "") || over && (got.Winner != test.winner || got.Reason != test.reason) {
				t.Errorf("Outcome = %+v, %v; want winner %d, reason %q", got, over, test.winner, test.reason)
			}
		})
	}
}

// Other events' rules: each limit and what each end counts for, and a node of a
// search is judged as the game is.
func TestOutcome_byOptions(t *testing.T) {
	const shuffle = "a1-b1 f6-e6 b1-a1 e6-f6"
	const two, walled = "5w/6/6/6/6/b1b3 b", "6/w5/wwww2/bbbw2/bbbw2/bbbw2 b"
	tests := []struct {
		name, rules, position, moves string
		winner                       int
		reason                       string // "" while the game goes on
	}{
		{"a draw after 40 plies", `{"no_capture_limit":40,"no_capture":"draw"}`, two + " 39", "a1-b1", game.Draw, NoCapture},
		{"by count after 40", `{"no_capture_limit":40,"no_capture":"count"}`, two + " 39", "a1-b1", 0, NoCapture},
		{"a repetition is a draw", `{"repetition":"draw"}`, two, shuffle, game.Draw, RepetitionCount},
		{"the third time", `{"repetition_limit":3}`, two, shuffle, 0, ""},
		{"the third time, by count", `{"repetition_limit":3}`, two, shuffle + " " + shuffle, 0, RepetitionCount},
		{"never", `{"repetition_limit":0}`, two, shuffle + " " + shuffle, 0, ""},
		{"in a contest, too", `{"rule_set":"contest","repetition_limit":2,"repetition":"draw"}`, two, shuffle, game.Draw, RepetitionCount},
		{"basic by count", `{"rule_set":"basic","repetition":"count"}`, two, shuffle + " " + shuffle, 0, RepetitionCount},
		{"walled in, by count", `{}`, walled, "", 0, NoMove},
		{"walled in loses", `{"no_move":"lose"}`, walled, "", 1, NoMove},
		{"walled in is a draw", `{"no_move":"draw"}`, walled, "", game.Draw, NoMove},
		{"basic, walled in", `{"rule_set":"basic"}`, walled, "", 1, NoMove},
		{"basic, walled in, by count", `{"rule_set":"basic","no_move":"count"}`, walled, "", 0, NoMove},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			made, err := game.New("surakarta", game.Setup{Position: test.position, Rules: []byte(test.rules)})
			if err != nil {
				t.Fatal(err)
			}
			b := made.(*Board)
			if err := game.PlayLine(b, strings.Fields(test.moves)); err != nil {
				t.Fatal(err)
			}
			got, over := b.Outcome()
			if over != (test.reason != "") || over && (got.Winner != test.winner || got.Reason != test.reason) {
				t.Errorf("Outcome = %+v, %v; want winner %d, reason %q", got, over, test.winner, test.reason)
			}
			if !over {
				return
			}
			want := 0 // for the side to move
			if got.Winner != game.Draw {
				if want = -1; got.Winner == b.Turn() {
					want = 1
				}
			}
			if over, result := b.Verdict(); !over || result != want {
				t.Errorf("Verdict = %v, %d; want %d", over, result, want)
			}
		})
	}
}

func TestNew_badInput(t *testing.T) {
	tests := []struct {
		name, text string
		want       error
	}{
		{"five rows", "wwwwww/wwwwww/6/6/bbbbbb b", game.ErrPosition},
		{"row too long", "wwwwwww/wwwwww/6/6/bbbbbb/bbbbbb b", game.ErrPosition},
		{"run too long", "wwwwww/wwwwww/6/w6/bbbbbb/bbbbbb b", game.ErrPosition},
		{"row too short", "wwwwww/wwwwww/5/6/bbbbbb/bbbbbb b", game.ErrPosition},
		{"unknown letter", "wwwwww/wwwwww/6/x5/bbbbbb/bbbbbb b", game.ErrPosition},
		{"no side", "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb", game.ErrPosition},
		{"impossible side", "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb r", game.ErrPosition},
		{"negative counter", "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b -1", game.ErrPosition},
		{"ply 0", "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b 0 0", game.ErrPosition},
		{"too many fields", "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b 0 1 2", game.ErrPosition},
		{"thirteen pieces", "wwwwww/wwwwww/6/5b/bbbbbb/bbbbbb b", game.ErrSetup},
		{"no piece of the side that moved last", "wwwwww/wwwwww/6/6/6/6 w", game.ErrSetup},
		{"no piece at all", "6/6/6/6/6/6 b", game.ErrSetup},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := New(test.text, DefaultOptions(), false); !errors.Is(err, test.want) {
				t.Errorf("New(%q) = %v, want %v", test.text, err, test.want)
			}
		})
	}
	for _, rules := range []string{`{"rule_set":"chess"}`, `{"no_capture_limit":-1}`, `{"first":"red"}`, `{"loops":2}`, `[]`,
		`{"repetition_limit":1}`, `{"repetition_limit":101}`, `{"repetition_limit":"2"}`, `{"repetition":"axf"}`, `{"repetition":"lose"}`,
		`{"no_capture":"lose"}`, `{"no_capture":50}`, `{"no_move":"pass"}`, `{"no_move":""}`, `{"first":"lot"}`} {
		if _, err := game.New("surakarta", game.Setup{Rules: []byte(rules)}); !errors.Is(err, game.ErrRules) {
			t.Errorf("rules %s: %v, want ErrRules", rules, err)
		}
	}
}

func TestRules_null(t *testing.T) {
	o, err := parseRules([]byte(`{"rule_set":"basic","no_move":null,"repetition_limit":null,"first":null}`))
	if basic, _ := RulesOf("basic"); err != nil || o != basic {
		t.Errorf("%+v, %v, want those of the rule set", o, err)
	}
}

func TestRules_options(t *testing.T) {
	b, err := game.New("surakarta", game.Setup{Rules: []byte(`{"rule_set":"contest","first":"w","no_capture_limit":10}`)})
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Position(); got != start+" w 0 1" {
		t.Errorf("white first: %q", got)
	}
	if o := b.(*Board).options; o.NoCapture != 10 || o.Repetition != 0 {
		t.Errorf("options %+v", o)
	}
}

func TestParse_moves(t *testing.T) {
	b, err := New("6/6/6/6/4wb/4w1 w", DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]error{
		"e2xf2": nil, "e2f2": nil, "E2F2": nil, "e2-d2": nil, "e2d2": nil,
		"e2-f2": game.ErrIllegalMove, "e2xd2": game.ErrIllegalMove, "a1-a2": game.ErrIllegalMove,
		"e2": game.ErrMoveText, "g2-g3": game.ErrMoveText, "": game.ErrMoveText, "e7-e8": game.ErrMoveText,
	} {
		if _, err := b.Parse(text); !errors.Is(err, want) {
			t.Errorf("Parse(%q) = %v, want %v", text, err, want)
		}
	}
}

func TestPlay_allocatesNothing(t *testing.T) {
	b, err := New("", DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	room := make([]game.Move, 0, 256)
	if n := testing.AllocsPerRun(100, func() {
		for _, m := range b.Moves(room[:0]) {
			b.Play(m)
			b.Undo()
		}
		b.Outcome()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// The end of a game by wiping out can be set up again, and is over.
func TestNew_finalPosition(t *testing.T) {
	b, err := New("6/6/6/6/b5/1w4 b", DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	m, err := b.Parse("a2xb1")
	if err != nil {
		t.Fatal(err)
	}
	b.Play(m)
	again, err := New(b.Position(), DefaultOptions(), false)
	if err != nil || b.Sane() != nil {
		t.Fatalf("%s: %v, Sane %v", b.Position(), err, b.Sane())
	}
	o, over := again.Outcome()
	if !over || o.Winner != int(Black) || o.Reason != WipedOut || len(again.Moves(nil)) != 0 {
		t.Errorf("%s: outcome %+v, %v; want black to have won", again.Position(), o, over)
	}
}
