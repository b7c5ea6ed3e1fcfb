package book_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// know is all that a book answers about every position of a list.
func know(t *testing.T, b *book.Book, positions []string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, p := range positions {
		e, err := b.Lookup(p)
		if err != nil {
			t.Fatal(err)
		}
		for i := range e.Moves {
			// Of which search depends on the order.
			e.Moves[i].Eval, e.Moves[i].Depth, e.Moves[i].Engine = nil, nil, nil
		}
		moves, err := json.Marshal(e.Moves)
		if err != nil {
			t.Fatal(err)
		}
		all[p] = fmt.Sprintf("%d %d %d %d %s", e.Count, e.Wins, e.Draws, e.Losses, moves)
	}
	return all
}

func TestMerge_sumsUp(t *testing.T) {
	for _, mirror := range []bool{false, true} {
		make := func(seed uint64, games int) *book.Book {
			o := fakeOptions(t, "mnk")
			o.Seed, o.Games, o.Mirror, o.TopK, o.MaxLoss = &seed, games, mirror, 9, nil
			o.Reevaluate = &generate.Reevaluate{Depth: int(5 + seed), Lines: 1}
			b, _ := made(t, o)
			return b
		}
		a, b := make(1, 15), make(2, 25)
		first, second := readSlowly(t, a), readSlowly(t, b)
		both := slowBook{seen: append(first.seen, second.seen...)}
		// The merged book lists each position once, so a position that is its
		// own image may name a move as either of two.
		before, _ := a.Len()
		report, err := a.Merge(t.Context(), b.Path(), nil)
		if err != nil {
			t.Fatal(err)
		}
		after, _ := a.Len()
		if report.Games != 25 || report.Positions != after-before || after == before {
			t.Errorf("mirror %v: report %+v, %d records before and %d after", mirror, report, before, after)
		}
		for i, r := range booktest.Records(t, a) {
			if len(r.Moves) != r.Ply || r.Search != nil && r.Search.Depth < 6 {
				t.Fatalf("record %+v", r)
			}
			if i%5 != 0 {
				continue
			}
			asked, err := a.Board(r.FEN)
			if err != nil {
				t.Fatal(err)
			}
			e, err := a.LookupBoard(asked)
			if err != nil {
				t.Fatal(err)
			}
			want, moves := both.lookup(asked)
			if got := (tally{e.Count, e.Wins, e.Draws, e.Losses, e.Unknown}); got != want {
				t.Errorf("mirror %v: %s: %+v, want %+v", mirror, r.FEN, got, want)
			}
			got := map[string]tally{}
			for _, m := range e.Moves {
				got[m.Move] = tally{m.Count, m.Wins, m.Draws, m.Losses, m.Unknown}
			}
			if len(identitySet(asked)) == 8 && fmt.Sprint(got) != fmt.Sprint(moves) {
				t.Errorf("mirror %v: %s: moves %v, want %v", mirror, r.FEN, got, moves)
			}
		}
		s, err := a.Stats(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if s.Candidates != s.Positions+s.Duplicates || s.Games != 40 {
			t.Errorf("mirror %v: %d candidates, %d positions, %d duplicates, %d games", mirror, s.Candidates, s.Positions, s.Duplicates, s.Games)
		}
	}
}

func TestMerge_deeperEvaluationStays(t *testing.T) {
	make := func(depth int) *book.Book {
		o := fakeOptions(t, "mnk")
		o.Reevaluate = &generate.Reevaluate{Depth: depth, Lines: 1}
		b, _ := made(t, o)
		return b
	}
	for _, depths := range [][2]int{{5, 9}, {9, 5}} {
		a, b := make(depths[0]), make(depths[1])
		if _, err := a.Merge(t.Context(), b.Path(), nil); err != nil {
			t.Fatal(err)
		}
		for _, r := range booktest.Records(t, a) {
			if r.Search != nil && r.Search.Depth != 9 {
				t.Errorf("%v: depth %d stays, want 9", depths, r.Search.Depth)
			}
		}
	}
}

func TestMerge_deeperEvaluationOfATwinStays(t *testing.T) {
	make := func(symmetry, depth int, mirror bool) *book.Book {
		o := fakeOptions(t, "mnk")
		board, err := game.New("mnk", game.Setup{Position: "x..o..... 1 2"}) // of no symmetry of its own
		if err != nil {
			t.Fatal(err)
		}
		o.Initial = generate.Initial{Positions: []string{board.View(game.View{Symmetry: symmetry})}}
		o.Games, o.MaxPlies, o.Mirror = 1, 1, mirror
		o.Reevaluate = &generate.Reevaluate{Depth: depth, Lines: 3}
		// The move's point decides, so that twins have best moves of their own.
		score := func(_ game.Board, m game.Move, l engine.Limits) int { return 100*l.Depth + int(m) }
		o.Engines = func(int) (engine.Engine, error) { return &booktest.Fake{Label: "fake", Opinion: score}, nil }
		b, _ := made(t, o)
		return b
	}
	for _, symmetry := range []int{0, 1, 5} { // none, a mirror's, a quarter turn
		for _, mirror := range []bool{false, true} {
			for _, depths := range [][2]int{{5, 9}, {9, 5}} {
				name := fmt.Sprintf("symmetry %d, mirror %v, depths %v", symmetry, mirror, depths)
				a, b := make(0, depths[0], mirror), make(symmetry, depths[1], mirror)
				kept, other := booktest.Records(t, a)[0], booktest.Records(t, b)[0]
				if _, err := a.Merge(t.Context(), b.Path(), nil); err != nil {
					t.Fatal(err)
				}
				for _, asked := range []book.Record{kept, other} {
					e, err := a.Lookup(asked.FEN)
					if err != nil {
						t.Fatal(err)
					}
					if e.Eval == nil || *e.Eval < 900 {
						t.Errorf("%s: %s: %s, want the evaluation of depth 9", name, asked.FEN, e.JSON())
					}
				}
				if !mirror && symmetry != 0 {
					continue // two records
				}
				deep := kept
				if depths[1] > depths[0] {
					deep = other
				}
				got := booktest.Records(t, a)[0]
				if got.FEN != kept.FEN || got.Count != 2 || got.Search.Depth != 9 || *got.Score != *deep.Score {
					t.Errorf("%s: record %s, want the search of depth 9", name, got.JSON())
				}
				if after(t, got.FEN, *got.Best) != after(t, deep.FEN, *deep.Best) {
					t.Errorf("%s: best %s in %s, want what %s is in %s", name, *got.Best, got.FEN, *deep.Best, deep.FEN)
				}
				if len(got.Search.Candidates) != len(deep.Search.Candidates) {
					t.Fatalf("%s: candidates %v, want as many as %v", name, got.Search.Candidates, deep.Search.Candidates)
				}
				for i, c := range got.Search.Candidates {
					if d := deep.Search.Candidates[i]; c.Score != d.Score || after(t, got.FEN, c.Move) != after(t, deep.FEN, d.Move) {
						t.Errorf("%s: candidate %v in %s, want what %v is in %s", name, c, got.FEN, d, deep.FEN)
					}
				}
			}
		}
	}
}

// after is the position after a move, the same for all symmetries of the board.
func after(t *testing.T, position, move string) string {
	t.Helper()
	b, err := game.New("mnk", game.Setup{Position: position})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Min(identities(replay(t, b, []string{move})))
}

// A tree search that went deeper has no score to put in the place of one.
func TestMerge_scoresOfMovesStay(t *testing.T) {
	make := func(tree bool, depth int) *book.Book {
		o := fakeOptions(t, "mnk")
		o.Games, o.MaxPlies, o.TopK, o.AllowSingleDepth = 1, 1, 1, true
		o.Depth = generate.Depth{Scope: generate.ScopePly, Distribution: generate.DistributionUniform, Min: depth, Max: depth}
		score := func(_ game.Board, m game.Move, _ engine.Limits) int { return int(m) }
		o.Engines = func(int) (engine.Engine, error) {
			return &booktest.Fake{Label: "fake", Tree: tree, Opinion: score}, nil
		}
		b, _ := made(t, o)
		return b
	}
	for _, first := range []bool{false, true} {
		a, b := make(first, 5), make(!first, 9)
		for range 2 { // the second time into what the first one made
			if _, err := a.Merge(t.Context(), b.Path(), nil); err != nil {
				t.Fatal(err)
			}
			e, err := a.Lookup("")
			if err != nil {
				t.Fatal(err)
			}
			if len(e.Moves) != 1 || e.Moves[0].Eval == nil || *e.Moves[0].Eval != 9 {
				t.Errorf("tree search first %v: %s, want one move evaluated 9", first, e.JSON())
			}
			b = make(true, 20)
		}
	}
}

func TestRepeatable_asLongAsAllGamesAre(t *testing.T) {
	repeatable := func(b *book.Book) bool {
		s, err := b.Stats(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return s.Repeatable
	}
	make := func(yes bool) *book.Book {
		o := fakeOptions(t, "mnk")
		o.Repeatable = yes
		b, _ := made(t, o)
		return b
	}
	for _, c := range [][3]bool{{true, true, true}, {true, false, false}, {false, true, false}} {
		a, b := make(c[0]), make(c[1])
		if _, err := a.Merge(t.Context(), b.Path(), nil); err != nil {
			t.Fatal(err)
		}
		if repeatable(a) != c[2] {
			t.Errorf("repeatable %v merged with repeatable %v is %v", c[0], c[1], !c[2])
		}
	}
	a := make(true)
	for _, list := range [][]game.Record{{}, {{Moves: []game.Move{1, 2}}}} {
		seq := func(yield func(game.Record, error) bool) {
			for _, r := range list {
				if !yield(r, nil) {
					return
				}
			}
		}
		if _, err := a.AddRecords(t.Context(), seq, nil); err != nil {
			t.Fatal(err)
		}
		if repeatable(a) != (len(list) == 0) {
			t.Errorf("with %d games of people's the book is repeatable: %v", len(list), repeatable(a))
		}
	}
}

func TestMerge_refused(t *testing.T) {
	o := fakeOptions(t, "mnk")
	a, _ := made(t, o)
	for _, c := range []struct {
		name   string
		change func(*generate.Options)
	}{
		{"game", func(o *generate.Options) { o.Game = "mnk3" }},
		{"rules", func(o *generate.Options) { o.Rules = []byte(`{"insane":7}`) }},
		{"preset", func(o *generate.Options) { o.Preset = "nought" }},
	} {
		p := fakeOptions(t, "mnk")
		c.change(&p)
		b, _ := made(t, p)
		if _, err := a.Merge(t.Context(), b.Path(), nil); !errors.Is(err, book.ErrOtherGame) {
			t.Errorf("%s: err = %v, want ErrOtherGame", c.name, err)
		}
	}
	want := booktest.Export(t, a, "jsonl")
	if _, err := a.Merge(t.Context(), a.Path(), nil); !errors.Is(err, book.ErrOptions) {
		t.Errorf("itself: err = %v, want ErrOptions", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := fakeOptions(t, "mnk")
	b, _ := made(t, p)
	if _, err := a.Merge(ctx, b.Path(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: err = %v", err)
	}
	if _, err := a.Merge(t.Context(), filepath.Join(t.TempDir(), "none"), nil); !errors.Is(err, book.ErrFile) {
		t.Errorf("no file: err = %v, want ErrFile", err)
	}
	if booktest.Export(t, a, "jsonl") != want {
		t.Error("a refused merge changed the book")
	}
}

func TestPrune(t *testing.T) {
	ply, score := 3, 100
	for _, c := range []struct {
		name string
		o    func(*book.PruneOptions)
		keep func(book.Record) bool
	}{
		{"nothing", func(*book.PruneOptions) {}, func(book.Record) bool { return true }},
		{"rare", func(o *book.PruneOptions) { o.MinCount = 2 }, func(r book.Record) bool { return r.Count >= 2 }},
		{"late", func(o *book.PruneOptions) { o.MaxPly = &ply }, func(r book.Record) bool { return r.Ply <= 3 }},
		{"decided", func(o *book.PruneOptions) { o.MaxScore = &score }, func(r book.Record) bool { return r.Score == nil || max(*r.Score, -*r.Score) <= 100 }},
		{"everything", func(o *book.PruneOptions) { o.MinCount = 1000; o.Games = true }, func(book.Record) bool { return false }},
	} {
		o := fakeOptions(t, "mnk")
		o.Games = 20
		b, _ := made(t, o)
		var want []string
		removed := int64(0)
		for _, r := range booktest.Records(t, b) {
			if c.keep(r) {
				want = append(want, string(r.JSON()))
			} else {
				removed++
			}
		}
		p := book.DefaultPrune()
		c.o(&p)
		report, err := b.Prune(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range booktest.Records(t, b) {
			got = append(got, string(r.JSON()))
		}
		if !slices.Equal(got, want) || report.Positions != removed || report.Left != int64(len(want)) {
			t.Errorf("%s: %d records left, %+v, want %d left and %d removed", c.name, len(got), report, len(want), removed)
		}
		if c.name == "everything" && report.Games != 20 {
			t.Errorf("%d games removed, want all 20", report.Games)
		}
	}
}

func TestPrune_moves(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games = 60
	b, _ := made(t, o)
	p := book.DefaultPrune()
	p.MinMoveCount = 3
	before, err := b.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Prune(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	after, err := b.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	want := slices.DeleteFunc(before.Moves, func(m book.Played) bool { return m.Count < 3 })
	if fmt.Sprint(len(after.Moves), after.Count) != fmt.Sprint(len(want), before.Count) {
		t.Errorf("moves %+v, want %+v", after.Moves, want)
	}
}

func TestParsePruneOptions_bad(t *testing.T) {
	for text, want := range map[string]string{
		`{"min_cout": 3}`: "min_cout", `{"min_count": 0}`: "min_count is 0", `{"max_ply": -1}`: "max_ply is -1",
		`{"max_score": "x"}`: "max_score", `[]`: "JSON object", `{"min_move_count": 0}`: "min_move_count",
	} {
		if _, err := book.ParsePruneOptions([]byte(text)); !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: err = %v, want ErrOptions with %q", text, err, want)
		}
	}
	if o, err := book.ParsePruneOptions(nil); err != nil || o != book.DefaultPrune() {
		t.Errorf("nothing: %+v, %v", o, err)
	}
}

func TestStats_histograms(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games, o.Reevaluate = 40, &generate.Reevaluate{Depth: 9, Lines: 1}
	b, s := made(t, o)
	stats, err := b.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	scores, depths, counts := map[int64]int64{}, map[int64]int64{}, map[int64]int64{}
	var scored, unbalanced, moves int64
	for _, r := range booktest.Records(t, b) {
		if r.Score != nil {
			scored++
			if *r.Score >= 100 || *r.Score <= -100 {
				unbalanced++
			}
			bin := int64(max(-2000, min(1999, *r.Score)))
			scores[(bin+32000)/100*100-32000]++
			if r.Search != nil {
				depths[int64(r.Search.Depth)]++
			}
		}
		switch {
		case r.Count < 2:
			counts[1]++
		case r.Count < 10:
			counts[2]++
		default:
			counts[10]++
		}
		if r.Move != nil {
			e, err := b.Lookup(r.FEN)
			if err != nil {
				t.Fatal(err)
			}
			if !r.Flipped && r.Ply == 0 {
				moves += int64(len(e.Moves))
			}
		}
	}
	bins := func(list []book.Bin) map[int64]int64 {
		m := map[int64]int64{}
		for _, bin := range list {
			m[bin.From] = bin.Count
		}
		return m
	}
	if stats.Scored != scored || stats.Unbalanced != unbalanced || stats.Share != float64(unbalanced)/float64(scored) {
		t.Errorf("scored %d, unbalanced %d, share %v, want %d and %d", stats.Scored, stats.Unbalanced, stats.Share, scored, unbalanced)
	}
	for _, h := range []struct {
		name      string
		got, want map[int64]int64
	}{{"scores", bins(stats.Scores), scores}, {"depths", bins(stats.Depths), depths}, {"counts", bins(stats.Counts), counts},
		{"lengths", bins(stats.Lengths), map[int64]int64{0: s.Games}}} {
		if !maps.Equal(h.got, h.want) {
			t.Errorf("%s: %v, want %v", h.name, h.got, h.want)
		}
	}
	if moves == 0 || stats.Moves < moves {
		t.Errorf("%d moves in all, %d at the start", stats.Moves, moves)
	}
}

func TestAddRecords_ofTheTestGame(t *testing.T) {
	o := book.DefaultCreate()
	o.Game = "mnk"
	b, err := book.Create(filepath.Join(t.TempDir(), "b.qkb"), o)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	seq := func(yield func(game.Record, error) bool) {
		_ = yield(game.Record{Moves: []game.Move{1, 2}, Result: game.ResultFirst, Tags: [][2]string{{"Event", "here"}}}, nil) &&
			yield(game.Record{}, fmt.Errorf("%w: line 3", game.ErrRecord)) &&
			yield(game.Record{Moves: []game.Move{1, 2, 5, 3, 9}}, nil) && // a row of three: the rules know who won
			yield(game.Record{Moves: []game.Move{1}}, nil)
	}
	report, err := b.AddRecords(t.Context(), seq, nil)
	if err != nil {
		t.Fatal(err)
	}
	if report.Games != 3 || report.Faults != 1 || len(report.First) != 1 || report.Positions != 6 || report.Candidates != 3+6+2 {
		t.Errorf("report = %+v", report)
	}
	e, err := b.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	if e.Count != 3 || e.Wins != 2 || e.Draws != 0 || e.Unknown != 1 || len(e.Moves) != 1 || e.Moves[0].Count != 3 || e.Eval != nil {
		t.Errorf("start = %s, want 2 wins and a game without a result", e.JSON())
	}
	failing := func(yield func(game.Record, error) bool) {
		_ = yield(game.Record{Moves: []game.Move{9}}, nil) && yield(game.Record{}, errors.New("the tape is torn"))
	}
	if _, err := b.AddRecords(t.Context(), failing, nil); err == nil {
		t.Error("no error")
	}
	if n, _ := b.Len(); n != 6 {
		t.Errorf("%d records after a failed import, want the 6 from before", n)
	}
}

// Games are read in chunks; those of a long book all get their new numbers.
func TestMerge_moreGamesThanAreReadAtOnce(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games = 5
	b, _ := made(t, o)
	seed := uint64(31)
	more := fakeOptions(t, "mnk")
	more.Games, more.Seed = 300, &seed
	other, _ := made(t, more)
	i, err := b.Merge(t.Context(), other.Path(), nil)
	if err != nil || i.Games != 300 {
		t.Errorf("Merge = %+v, %v, want 300 games", i, err)
	}
	for _, err := range b.Records() {
		if err != nil {
			t.Fatal(err)
		}
	}
}
