package xiangqi

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

func TestOutcome(t *testing.T) {
	for _, row := range []struct {
		name, fen, moves string
		winner, reason   string // "" while the game goes on
	}{
		{"start", StartFEN, "", "", ""},
		{"mate by two rooks", "3k5/R8/9/9/9/9/9/1R7/9/4K4 w", "b2b9", "red", ReasonCheckmate},
		{"no move but no check", "3k5/5P3/4P4/9/9/9/9/9/9/4K4 w", "f8f9", "", ""},
		{"stalemate loses", "3k5/4P4/9/9/9/9/9/9/9/4K4 b", "", "red", ReasonStalemate},
		{"last ply but one of the natural limit", "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 118 60", "a2a3", "", ""},
		{"natural limit", "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 119 60", "a2a3", drawn, ReasonNatural},
		{"a capture starts the count again", "3k5/9/9/9/9/9/r8/R8/9/4K4 w - - 119 60", "a2a3", "", ""},
		{"mate on the last ply counts", "3k5/R8/9/9/9/9/9/1R7/9/4K4 w - - 119 60", "b2b9", "red", ReasonCheckmate},
	} {
		b := set(t, row.fen)
		line(t, b, row.moves)
		o, over := b.Outcome()
		if over != (row.reason != "") || o.Reason != row.reason || over && winnerOf(b, o, over) != row.winner {
			t.Errorf("%s: %v, %v; want %s, %q", row.name, o, over, row.winner, row.reason)
		}
		if over, score := b.Verdict(0); row.reason == ReasonNatural && (!over || score != 0) {
			t.Errorf("%s: Verdict = %v, %d; want true, 0", row.name, over, score)
		}
	}
}

func TestVerdict_mateAtTheNaturalLimit(t *testing.T) {
	b := set(t, "3k5/R8/9/9/9/9/9/1R7/9/4K4 w - - 119 60")
	line(t, b, "b2b9")
	if over, score := b.Verdict(3); !over || score != -1 {
		t.Errorf("Verdict = %v, %d; want true, -1", over, score)
	}
}

func TestReadRules(t *testing.T) {
	for _, row := range []struct {
		json string
		want Options
		says string // "" when it is fine
	}{
		{``, DefaultOptions(), ""},
		{`{}`, DefaultOptions(), ""},
		{`{"natural_limit": 0, "repetition": "off"}`, Options{NoLimit, RepetitionOff}, ""},
		{`{"natural_limit": 100}`, Options{100, RepetitionAXF}, ""},
		{`{"natural_limit": -1}`, Options{}, "natural_limit is -1, expected 0 to 9999"},
		{`{"natural_limit": 60.5}`, Options{}, "natural_limit is 60.5, expected a whole number"},
		{`{"natural_limit": null}`, DefaultOptions(), ""},
		{`{"repetition": "fide"}`, Options{}, `repetition is "fide", expected one of "axf", "simple", "off"`},
		{`{"komi": 7}`, Options{}, `no option "komi", expected one of natural_limit, repetition`},
		{`[]`, Options{}, "expected a JSON object"},
		{`{`, Options{}, "expected a JSON object"},
	} {
		got, err := ReadRules(json.RawMessage(row.json))
		switch {
		case row.says == "" && (err != nil || got != row.want):
			t.Errorf("%s: %v, %v; want %v", row.json, got, err, row.want)
		case row.says != "" && (!errors.Is(err, game.ErrRules) || !strings.Contains(err.Error(), row.says)):
			t.Errorf("%s: error %v, want one of rules with %q", row.json, err, row.says)
		}
	}
}

func TestRegistered(t *testing.T) {
	b, err := game.New("xiangqi", game.Setup{Rules: json.RawMessage(`{"natural_limit": 50}`)})
	if err != nil {
		t.Fatal(err)
	}
	if b.Position() != StartFEN || b.(*Board).Options().NaturalLimit != 50 || b.Game() != "xiangqi" || b.Sides()[b.Turn()] != "red" {
		t.Errorf("game.New gives %s at %s", b.Game(), b.Position())
	}
	c := b.Copy()
	c.Play(c.Moves(nil)[0])
	if b.Position() != StartFEN || c.Position() == StartFEN {
		t.Error("a copy is not independent")
	}
	if _, err := game.New("xiangqi", game.Setup{Position: "nonsense"}); !errors.Is(err, game.ErrPosition) {
		t.Errorf("nonsense: %v", err)
	}
	if _, err := game.New("xiangqi", game.Setup{Rules: json.RawMessage(`{"size": 9}`)}); !errors.Is(err, game.ErrRules) {
		t.Errorf("unknown rule: %v", err)
	}
}
