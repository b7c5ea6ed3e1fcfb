package book_test

import (
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"

	_ "qikit.dev/qikit/lib/gomoku" // registers "gomoku"
)

// A book of Gomoku is the same for any number of workers, from Black's view, and Renju's
// positions are read back by its rules.
func TestGomoku_book(t *testing.T) {
	for rules, stated := range map[string]string{`{"size": 8}`: "RU[Freestyle]", `{"size": 8, "rule": "standard"}`: "RU[Standard]", `{"size": 9, "rule": "renju"}`: "RU[Renju]"} {
		var want string
		for _, workers := range []int{1, 2} {
			o := realOptions(t)
			o.Game, o.Rules = "gomoku", []byte(rules)
			o.Workers, o.Games, o.Mirror, o.MaxPlies = workers, 2, true, 10
			b, s := made(t, o)
			if s.Games != 2 || s.Failed != 0 || s.Positions < 10 || s.Evaluated != s.Positions {
				t.Fatalf("summary = %+v", s)
			}
			got := booktest.Export(t, b, "jsonl")
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%s: %d workers give another book than one", rules, workers)
			}
			if games := booktest.Export(t, b, "sgf"); strings.Count(games, "GM[4]") != int(s.Games) || strings.Count(games, stated) != int(s.Games) {
				t.Errorf("%s as SGF", games)
			}
			for _, r := range booktest.Records(t, b) {
				board, err := b.Board(r.FEN)
				if err != nil || board.Turn() != 0 {
					t.Fatalf("%s, %v; want black's view", r.FEN, err)
				}
				if r.Move == nil {
					continue
				}
				if _, err := board.Parse(*r.Move); err != nil {
					t.Errorf("%s: %v", r.FEN, err)
				}
			}
		}
	}
}
