package gomoku

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/sgf"
)

// Records of games by every rule, from every view, are read as they were written.
func TestSGF_roundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	for i := range 24 {
		o := Options{Size: 7 + i%5, Rule: []string{Freestyle, Standard, Renju}[i%3]}
		b, err := New("", o, false)
		if err != nil {
			t.Fatal(err)
		}
		for range i % 2 * 4 { // a start with stones
			moves := b.Moves(nil)
			b.Play(moves[r.IntN(len(moves))])
		}
		if b, err = New(b.View(game.View{Turn: i / 2 % 2}), o, false); err != nil {
			t.Fatal(err)
		}
		for moves := b.Moves(nil); len(moves) > 0; moves = b.Moves(nil) {
			b.Play(moves[r.IntN(len(moves))])
		}
		end, over := b.Outcome()
		rec := game.Record{
			Tags:    [][2]string{{"Event", "a [match] of two"}, {"Black", "A"}, {"White", "B"}, {"RU", ruleNames[o.Rule]}},
			Initial: b.Initial(), Moves: b.Played(nil), Comments: map[int]string{0: "before", 2: "after two"}, Result: game.ResultText(end, over),
		}
		var file bytes.Buffer
		if err := game.WriteRecord("gomoku", &file, rec, ""); err != nil {
			t.Fatal(err)
		}
		found := 0
		for got, err := range game.ReadRecords("gomoku", bytes.NewReader(file.Bytes())) {
			found++
			if err != nil || got.Initial != rec.Initial || !slices.Equal(got.Moves, rec.Moves) || got.Result != rec.Result ||
				got.Tag("RU") != rec.Tag("RU") || got.Tag("Event") != rec.Tag("Event") || got.Comments[2] != rec.Comments[2] {
				t.Fatalf("%s\nis read as %+v, %v", file.String(), got, err)
			}
		}
		var own bytes.Buffer
		if err := sgf.Write(&own, b.SGF()); err != nil || found != 1 || !strings.Contains(own.String(), "GM[4]") {
			t.Errorf("%d records, %v in %s", found, err, own.String())
		}
	}
}

func TestSGF_refuses(t *testing.T) {
	for file, want := range map[string]string{
		"(;GM[4]SZ[15];B[hh];W[hi])":                                        "",
		"(;GM[4]SZ[15]RU[renju]AB[hg][hf][ih][jh]AW[aa][ba][ca][ea];B[hh])": DoubleThree,
		"(;GM[4]SZ[15]AB[hg][hf][ih][jh]AW[aa][ba][ca][ea];B[hh])":          "",
		"(;GM[1]SZ[15];B[hh])":                                              "GM[1], expected a game of Gomoku, 4",
		"(;SZ[15];B[hh])":                                                   "GM[1], expected a game of Gomoku, 4",
		"(;GM[4]SZ[15];B[hh];W[hh])":                                        "black stone",
		"(;GM[4]SZ[15];B[hh];B[hi])":                                        "white's turn",
		"(;GM[4]SZ[3];B[aa])":                                               "3 rows",
		"(;GM[4]SZ[15];B[])":                                                "no point",
	} {
		for _, err := range game.ReadRecords("gomoku", strings.NewReader(file)) {
			if want == "" && err != nil || want != "" && (!errors.Is(err, game.ErrRecord) || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: %v, want %q", file, err, want)
			}
		}
	}
}
