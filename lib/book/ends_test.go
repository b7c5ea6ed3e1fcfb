package book_test

import (
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
)

// A book has one record of a position, so an end by counters or history says nothing of
// it. Only one by the position alone does. The game keeps its result.
func TestVerdict_endsByThePositionAlone(t *testing.T) {
	for _, row := range []struct {
		name, rules, record string
		reason              book.Reason
		proven              string // "" for nothing
	}{
		{"surakarta", `{"rule_set":"contest"}`, "[FEN \"wwwwww/wwwww1/6/6/bbbbbb/bbbbbb b 79 101\"]\n\n1. a2-a3 *\n", "no capture", ""},
		{"surakarta", "", "[FEN \"6/6/6/6/b5/1w4 b 0 1\"]\n\n1. a2xb1 *\n", "wiped out", "loss"},
		{"xiangqi", "", "[FEN \"4k4/9/9/9/9/9/9/R8/8R/3K5 w - - 119 70\"]\n\n1. a2a3 *\n", "natural limit", ""},
		{"xiangqi", "", "[FEN \"4k4/R8/9/9/9/9/9/9/8R/3K5 w - - 119 70\"]\n\n1. i1i9 *\n", "checkmate", "loss"},
		{"chess", "", "[FEN \"8/8/4k3/8/8/4K3/8/R7 w - - 99 80\"]\n\n1. Ra2 *\n", "fifty moves", ""},
		{"chess", "", "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Rb1 Kf8 2. Ra1 Ke8 3. Rb1 Kf8 4. Ra1 Ke8 5. Rb1 *\n", "repetition", ""},
		{"chess", "", "[FEN \"8/8/8/8/2k5/8/1q6/K7 w - - 0 1\"]\n\n1. Kxb2 *\n", "insufficient material", "draw"},
		{"go", `{"size":9}`, "(;SZ[9]KM[7.5];B[ee];W[tt];B[tt])", "two passes", ""},
	} {
		b := underRules(t, row.name, row.rules)
		if i := added(t, b, row.record); i.Games != 1 {
			t.Fatalf("%s: %s", row.record, i.JSON())
		}
		for g, err := range b.Games(t.Context()) {
			if err != nil || g.Reason != row.reason {
				t.Errorf("%s %s: ended by %q, %v, want %q", row.name, row.record, g.Reason, err, row.reason)
			}
		}
		list := booktest.Records(t, b)
		last := list[len(list)-1]
		proven := ""
		if last.Proven != nil {
			proven = *last.Proven
		}
		if proven != row.proven || (last.Score == nil) != (row.proven == "") {
			t.Errorf("%s %s: score %v, proven %q, want %q", row.name, row.record, last.Score, proven, row.proven)
		}
	}
}

// Two rooks against a bare king stay won, although the limit ended the game.
func TestMinimax_naturalLimit(t *testing.T) {
	b := underRules(t, "xiangqi", "")
	added(t, b, "[FEN \"4k4/9/9/9/9/9/9/R8/8R/3K5 w - - 118 70\"]\n\n1. a2a3 {+12.00/8} e9e8 {-12.00/8} *\n")
	if _, err := b.Minimax(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for fen, want := range map[string]int{"4k4/9/9/9/9/9/9/R8/8R/3K5 w": 1200, "4k4/9/9/9/9/9/R8/9/8R/3K5 b": -1200} {
		e, err := b.Lookup(fen)
		if err != nil || e.Eval == nil || *e.Eval != want {
			t.Errorf("%s: %s, %v, want %d", fen, e.JSON(), err, want)
		}
	}
}

// A game that was cut off does not get the result of one that a count of plies ended in
// the same position, and a fresh search proves nothing by that count either.
func TestSettle_noCapture(t *testing.T) {
	o := surakartaOptions(t)
	o.Rules, o.Games, o.MaxPlies = []byte(`{"rule_set":"contest"}`), 6, 1
	o.Depth.Mean, o.Depth.SD, o.AllowSingleDepth, o.TopK, o.MaxLoss = 1, 0, true, 16, nil
	o.Stop = generate.Stop{}
	const placement = "wwwwww/wwwww1/6/6/bbbbbb/bbbbbb"
	o.Initial.Positions = []string{placement + " b 79 101", placement + " b 0 1"}
	ended := 0
	b, _ := made(t, o)
	for g, err := range b.Games(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(g.Initial, " 0 1") && g.Ended() {
			t.Errorf("%s %s: %d by %q, want no result", g.Initial, g.Moves, g.Winner, g.Reason)
		}
		if g.Reason == "no capture" && g.Winner == 0 {
			ended++
		}
	}
	if ended != 6 {
		t.Errorf("the limit ended %d games, want 6", ended)
	}
	for _, r := range booktest.Records(t, b) {
		if r.Proven != nil {
			t.Errorf("%s is proven %s", r.FEN, *r.Proven)
		}
	}
}
