package generate

import (
	"testing"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
)

// What a book says of a game with a player out is by player, however it is read.
func TestGenerate_playerOut(t *testing.T) {
	start := playedOn(t).Position()
	for _, tree := range []bool{false, true} {
		o := severalOptions(t, "chinesecheckers", playedOnRules)
		o.Initial.Positions, o.Games = []string{start}, 2
		o.Balance = DefaultBalance()
		o.Balance.Evaluator = EvaluatorSearch
		if tree {
			o.MaxPlies, o.TopK = DefaultOptions().MaxPlies, DefaultOptions().TopK
			o.Games, o.Breadth = 1, breadth(2, 5, false)
		}
		b, s := generated(t, o)
		if s.Failed != 0 || len(s.Wins) != 3 {
			t.Fatalf("%+v", s)
		}
		samples, err := b.Samples(book.ExportOptions{})
		if err != nil {
			t.Fatal(err)
		}
		defer samples.Close()
		if _, err := samples.Prepare(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		page, _, err := b.Columns(book.ExportOptions{Fields: []string{"flipped"}}, 0, 128)
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for r, err := range b.Records() {
			if err != nil {
				t.Fatal(err)
			}
			board, err := b.Board(r.Initial)
			if err == nil {
				err = game.PlayLine(board, r.Moves)
			}
			if err != nil {
				t.Fatal(err)
			}
			if flipped := page[8+seen] == 1; flipped != r.Flipped || flipped != (board.Turn() != 0) {
				t.Errorf("column of game %d, ply %d: flipped %v, record %v", r.Game, r.Ply, flipped, r.Flipped)
			}
			seen++
			var sample book.Sample
			if ok, err := samples.Next(&sample); !ok || err != nil || sample.Side != board.Turn() || sample.Ply != r.Ply {
				t.Errorf("sample of game %d, ply %d: side %d, want %d (%v)", r.Game, r.Ply, sample.Side, board.Turn(), err)
			}
		}
		if seen < 10 {
			t.Errorf("%d records", seen)
		}
	}
}
