package book_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/engine"
)

// withoutHorse is the start position of Xiangqi less one of red's horses.
const withoutHorse = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w - - 0 1"

// Strength adjustment keeps unbalanced games alive: more of the records are beyond 400.
func TestBalance_keepsGamesUnbalanced(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: seventy games, made as in the other tests")
	}
	share := func(balance *generate.Balance) float64 {
		o := realOptions(t)
		o.Games, o.MaxPlies, o.Reevaluate, o.Balance = 24, 200, nil, balance
		o.Initial.Positions = []string{withoutHorse}
		b, _ := made(t, o)
		scored, beyond := 0, 0
		for _, r := range booktest.Records(t, b) {
			if r.Score == nil {
				continue
			}
			scored++
			if max(*r.Score, -*r.Score) > 400 {
				beyond++
			}
		}
		return float64(beyond) / float64(scored)
	}
	without := share(nil)
	for _, threshold := range []int{100, 400} {
		balance := generate.DefaultBalance()
		balance.Threshold = &threshold
		if with := share(balance); with < 1.3*without {
			t.Errorf("threshold %d: %.3f of the records are beyond 400, without adjustment %.3f; want 1.3 times as many", threshold, with, without)
		}
	}
}

// What strength adjustment did at a ply is in records and exports.
func TestBalance_inRecordsAndExports(t *testing.T) {
	o := realOptions(t)
	o.MaxPlies, o.Reevaluate, o.Balance = 8, nil, generate.DefaultBalance()
	o.Balance.Band = [2]int{100, 200}
	o.Initial.Positions = []string{withoutHorse}
	b, _ := made(t, o)
	table, err := csv.NewReader(strings.NewReader(booktest.Export(t, b, "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.Index(table[0], "evals")
	adjusted := 0
	for i, r := range booktest.Records(t, b) {
		if r.Move == nil {
			if r.Balance != nil {
				t.Errorf("%s: balance %+v at the end of a game", r.FEN, r.Balance)
			}
			continue
		}
		if r.Balance == nil || len(r.Balance.Evals) != 2 || len(r.Balance.Offsets) != 2 || r.Balance.Adjusted == nil {
			t.Fatalf("%s: balance %+v", r.FEN, r.Balance)
		}
		// The mover's evaluation comes first: the preset player's in the view of the FEN.
		e := must(engine.New("xiangqi", engine.DefaultOptions()))(t)
		board, err := b.Board(r.FEN)
		if err != nil {
			t.Fatal(err)
		}
		want, err := e.(engine.Evaluator).EvaluatePlayers(board)
		e.Close()
		if err != nil || r.Balance.Evals[0] != float64(want[0]) || r.Balance.Evals[1] != float64(want[1]) {
			t.Errorf("%s: evaluations %v, want %v (%v)", r.FEN, r.Balance.Evals, want, err)
		}
		if *r.Balance.Adjusted {
			adjusted++
		}
		row := table[i+1][at : at+3]
		text, _ := json.Marshal(map[string]any{"evals": json.RawMessage("[" + strings.ReplaceAll(row[0], " ", ",") + "]"),
			"offsets": json.RawMessage("[" + strings.ReplaceAll(row[1], " ", ",") + "]"), "adjusted": json.RawMessage(row[2])})
		var read book.Balance
		if err := json.Unmarshal(text, &read); err != nil || !slices.Equal(read.Evals, r.Balance.Evals) || !slices.Equal(read.Offsets, r.Balance.Offsets) || *read.Adjusted != *r.Balance.Adjusted {
			t.Errorf("CSV has %q, want %+v", row, r.Balance)
		}
	}
	if adjusted == 0 {
		t.Error("no ply was adjusted")
	}
}

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// A book from before offsets were kept has evaluations alone; its job goes on with the
// default of then.
func TestBalance_booksFromBefore(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Balance = generate.DefaultBalance()
	o.Balance.Depth = generate.AdjustBoth
	made(t, o)
	change(t, o.Out, `UPDATE job SET options = json_remove(options, '$.balance.band')`)
	change(t, o.Out, `UPDATE games SET decisions = replace(decisions, '"offsets":[0,0]', '"of":0')`)
	o.Balance, o.Resume = generate.DefaultBalance(), true
	b, _ := made(t, o)
	if r := booktest.Records(t, b)[0]; r.Balance == nil || len(r.Balance.Evals) != 2 || len(r.Balance.Offsets) != 0 || r.Balance.Adjusted != nil {
		t.Errorf("balance %+v, want evaluations alone", r.Balance)
	}
	o.Balance.Depth = generate.AdjustRaise
	if _, err := generate.Book(t.Context(), o, nil); !errors.Is(err, generate.ErrResume) {
		t.Errorf("resumed with another variant: %v, want ErrResume", err)
	}
	// A job of today says which variant it was begun with.
	o = fakeOptions(t, "mnk")
	o.Out, o.Balance = filepath.Join(t.TempDir(), "new.qkb"), generate.DefaultBalance()
	made(t, o)
	o.Balance.Depth, o.Resume = generate.AdjustBoth, true
	if _, err := generate.Book(t.Context(), o, nil); !errors.Is(err, generate.ErrResume) {
		t.Errorf("hold resumed with both: %v, want ErrResume", err)
	}
}

// An engine of one line holds the lead with what it has.
func TestBalance_engineOfOneLine(t *testing.T) {
	o := surakartaOptions(t)
	o.Players = []generate.Player{{Engine: []byte(`{"strategy": "101"}`)}}
	o.TopK, o.Reevaluate, o.Balance = 1, nil, generate.DefaultBalance()
	o.Balance.Threshold, o.Balance.Band = new(1), [2]int{1, 1}
	if _, s := made(t, o); s.Failed != 0 {
		t.Errorf("summary = %s", s.JSON())
	}
}
