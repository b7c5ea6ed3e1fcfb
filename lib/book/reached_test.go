package book_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/engine"
)

// cutShort are searches for depth 30 that end after 200 nodes.
func cutShort(o *generate.Options) {
	o.Engines, o.Games, o.MaxPlies = nil, 2, 6
	o.Depth = generate.Depth{Scope: "ply", Distribution: "uniform", Min: 29, Max: 30}
	o.Players = []generate.Player{{Nodes: 200}}
	o.Reevaluate = &generate.Reevaluate{Depth: 30, Lines: 1, Engine: generate.Player{Nodes: 200}}
}

// A record says what its searches reached, not what they were asked for.
func TestRecord_depthReached(t *testing.T) {
	b, _ := xiangqiBook(t, cutShort)
	o := engine.DefaultOptions()
	o.TableMB = generate.TableMB
	e, err := engine.New("xiangqi", o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	l := engine.DefaultLimits()
	l.Depth, l.Nodes, l.Fresh = 30, 200, true
	lines := strings.Split(booktest.Export(t, b, "epd"), "\n")
	for i, r := range booktest.Records(t, b) {
		board, err := b.Board(r.FEN)
		if err != nil {
			t.Fatal(err)
		}
		want, err := e.Search(t.Context(), board, l)
		if err != nil {
			t.Fatal(err)
		}
		if r.Search == nil || r.Search.Nodes == nil || r.Search.Depth != want.Depth || *r.Search.Nodes != want.Nodes || want.Depth > 10 {
			t.Errorf("%s: %s, want depth %d by %d nodes", r.FEN, r.JSON(), want.Depth, want.Nodes)
		}
		if op := fmt.Sprintf(" acd %d; acn %d; ", want.Depth, want.Nodes); !strings.Contains(lines[i], op) {
			t.Errorf("%s, want %q", lines[i], op)
		}
		if r.Move != nil && (*r.Depth > 10 || *r.Nodes < 1) {
			t.Errorf("in the game: %s", r.JSON())
		}
	}
	pgn := booktest.Export(t, b, "pgn")
	if strings.Contains(pgn, "/30") || strings.Contains(pgn, "/29") || !regexp.MustCompile(`/[1-9][,}]`).MatchString(pgn) {
		t.Errorf("PGN tells what was asked for: %s", pgn)
	}
}

// A search that was asked for more and reached less gives way.
func TestMerge_comparesWhatWasReached(t *testing.T) {
	deep := func(o *generate.Options) {
		o.Engines, o.Games, o.MaxPlies = nil, 2, 6
		o.Depth = generate.Depth{Scope: "ply", Distribution: "uniform", Min: 2, Max: 3}
		o.Reevaluate = &generate.Reevaluate{Depth: 5, Lines: 1}
	}
	for _, c := range []struct {
		name     string
		into, of func(*generate.Options)
	}{{"into the deeper", deep, cutShort}, {"into the other", cutShort, deep}} {
		b, _ := xiangqiBook(t, c.into)
		other, _ := xiangqiBook(t, c.of)
		if _, err := b.Merge(t.Context(), other.Path(), nil); err != nil {
			t.Fatal(err)
		}
		if r := booktest.Records(t, b)[0]; r.Ply != 0 || r.Search.Depth != 5 {
			t.Errorf("%s: depth %d, want 5", c.name, r.Search.Depth)
		}
	}
}

// Playouts reach no depths: more of them reach further.
func TestMerge_playouts(t *testing.T) {
	with := func(depth int) func(*generate.Options) {
		return func(o *generate.Options) {
			o.Engines, o.Games, o.MaxPlies = nil, 1, 2
			o.Depth = generate.Depth{Scope: "ply", Distribution: "uniform", Min: 2, Max: 3}
			o.Reevaluate = &generate.Reevaluate{Depth: depth, Lines: 1, Engine: generate.Player{Engine: []byte(`{"kind":"mcts"}`)}}
		}
	}
	few, _ := xiangqiBook(t, with(2))
	many, _ := xiangqiBook(t, with(8))
	want := booktest.Records(t, many)[0]
	if _, err := few.Merge(t.Context(), many.Path(), nil); err != nil {
		t.Fatal(err)
	}
	if r := booktest.Records(t, few)[0]; *r.Search.Nodes != *want.Search.Nodes || *r.WinRate != *want.WinRate {
		t.Errorf("%s, want the search of %d playouts", r.JSON(), *want.Search.Nodes)
	}
}
