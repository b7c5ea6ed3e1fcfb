package book_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"

	_ "qikit.dev/qikit/lib/surakarta" // registers "surakarta"
)

// surakartaOptions are a small Surakarta job, opening or endings.
func surakartaOptions(t *testing.T) generate.Options {
	o := realOptions(t)
	o.Game = "surakarta"
	return o
}

// legal goes through a book: every record is black's view of a position of the
// game, and its move is legal there.
func legal(t *testing.T, b *book.Book) (moves int) {
	t.Helper()
	for _, r := range booktest.Records(t, b) {
		board, err := b.Board(r.FEN)
		if err != nil {
			t.Fatal(err)
		}
		// White moves at the even ply numbers of these books.
		number, err := strconv.Atoi(strings.Fields(r.FEN)[3])
		if err != nil || board.Turn() != 0 || r.Flipped != (number%2 == 0) {
			t.Errorf("%s at ply %d, flipped %v; want black's view", r.FEN, r.Ply, r.Flipped)
		}
		if r.Move == nil {
			continue
		}
		moves++
		if _, err := board.Parse(*r.Move); err != nil {
			t.Errorf("%s: %v", r.FEN, err)
		}
	}
	return moves
}

func TestSurakarta_openingBook(t *testing.T) {
	var want string
	for _, workers := range []int{1, 2} {
		o := surakartaOptions(t)
		o.Workers, o.Games, o.Mirror = workers, 3, true
		o.Players = []generate.Player{{}, {Engine: []byte(`{"kind":"mcts"}`)}}
		o.Balance = generate.DefaultBalance()
		b, s := made(t, o)
		if s.Games != 3 || s.Failed != 0 || s.Positions < 10 || s.Positions+s.Duplicates != s.Candidates || s.Evaluated != s.Positions {
			t.Fatalf("summary = %+v", s)
		}
		got := booktest.Export(t, b, "jsonl")
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d workers give another book than one", workers)
		}
		if legal(t, b) == 0 {
			t.Error("no record has a move")
		}
		start, err := b.Lookup("")
		if err != nil || start.Count != 3 {
			t.Errorf("the start position: %s, %v; want three games", start.JSON(), err)
		}
		for _, format := range []string{"epd", "csv", "plain"} {
			if text := booktest.ExportAs(t, b, format, book.ExportOptions{Unknown: true}); strings.Count(text, "\n") < int(s.Positions) {
				t.Errorf("%s has fewer lines than positions", format)
			}
		}
	}
}

// Every one of the sixteen views of a position finds it.
func TestSurakarta_lookupInAnyView(t *testing.T) {
	o := surakartaOptions(t)
	o.Reevaluate, o.Mirror = nil, true
	b, _ := made(t, o)
	for _, r := range booktest.Records(t, b)[:8] {
		board, err := b.Board(r.FEN)
		if err != nil {
			t.Fatal(err)
		}
		for turn := range 2 {
			for symmetry := range board.Symmetries() {
				if _, err := b.Lookup(board.View(game.View{Turn: turn, Symmetry: symmetry})); err != nil {
					t.Errorf("%s, turn %d, symmetry %d: %v", r.FEN, turn, symmetry, err)
				}
			}
		}
	}
}

// A strategy of the document plays with top-K, with ranks and breadth first, and
// judges several lines; one worker and two make the same book.
func TestSurakarta_strategies(t *testing.T) {
	player := generate.Player{Engine: []byte(`{"strategy": "106"}`)}
	plain := generate.Player{Engine: []byte(`{"strategy": "103"}`)}
	for name, change := range map[string]func(*generate.Options){
		"top-K": func(o *generate.Options) { o.TopK = 4 },
		"ranks": func(o *generate.Options) {
			o.Balance = generate.DefaultBalance()
			o.Balance.Threshold = new(1)
			o.Balance.Rank = &generate.Rank{Weaker: [2]int{1, 1}, Stronger: [2]int{3, 4}}
		},
		"breadth": func(o *generate.Options) {
			o.Breadth = breadth(2, 2)
			o.MaxPlies = generate.DefaultOptions().MaxPlies
		},
	} {
		var want string
		for _, workers := range []int{1, 2} {
			o := surakartaOptions(t)
			o.Workers, o.Players = workers, []generate.Player{player, plain}
			o.Games, o.MaxPlies, o.Depth.Max = 1, 5, 2
			o.Reevaluate = &generate.Reevaluate{Depth: 2, Lines: 3, Engine: plain}
			change(&o)
			b, s := made(t, o)
			if s.Failed != 0 || s.Positions < 4 || s.Evaluated != s.Positions {
				t.Fatalf("%s: summary = %+v", name, s)
			}
			if got := booktest.Export(t, b, "jsonl"); want == "" {
				want = got
			} else if got != want {
				t.Errorf("%s: %d workers give another book than one", name, workers)
			}
			if legal(t, b) == 0 {
				t.Errorf("%s: no record has a move", name)
			}
			start, err := b.Lookup("")
			if err != nil || name == "breadth" && len(start.Moves) != 2 {
				t.Errorf("%s: the start position: %s, %v", name, start.JSON(), err)
			}
		}
	}
}

// The strategies of the document count no nodes: a limit of them is told at once.
func TestSurakarta_strategyByNodes(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*generate.Options)
		want   string
	}{
		{"player", func(o *generate.Options) {
			o.Players = []generate.Player{{}, {Engine: []byte(`{"strategy": "101"}`), Nodes: 100}}
		}, "players[1]: "},
		{"judge", func(o *generate.Options) {
			o.Reevaluate = &generate.Reevaluate{Depth: 2, Lines: 2, Engine: generate.Player{Engine: []byte(`{"strategy": "101"}`), Nodes: 100}}
		}, "reevaluate.engine: "},
	} {
		o := surakartaOptions(t)
		c.change(&o)
		if _, err := generate.Book(t.Context(), o, nil); !errors.Is(err, engine.ErrLimits) || !strings.HasPrefix(err.Error(), c.want) || booktest.Exists(o.Out) {
			t.Errorf("%s: err = %v, want ErrLimits that begins with %q, and no file", c.name, err, c.want)
		}
	}
}

func TestSurakarta_whoBeginsByLot(t *testing.T) {
	const black, white = "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b 0 1", "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb w 0 1"
	job := func(workers, games int) generate.Options {
		o := surakartaOptions(t)
		o.Rules, o.Workers, o.Games, o.MaxPlies = []byte(`{"first": "lot"}`), workers, games, 3
		return o
	}
	o := job(1, 12)
	b, _ := made(t, o)
	first := map[string]int{}
	for g, err := range b.Games(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		first[g.Initial]++
	}
	if len(first) != 2 || first[black] < 2 || first[white] < 2 {
		t.Errorf("games begin at %v, want both sides to begin", first)
	}
	want := booktest.Export(t, b, "jsonl")
	if b, _ = made(t, job(2, 12)); booktest.Export(t, b, "jsonl") != want {
		t.Error("another number of workers draws otherwise")
	}
	grown := job(1, 5)
	made(t, grown)
	grown.Games, grown.Resume = 12, true
	if b, _ = made(t, grown); booktest.Export(t, b, "jsonl") != want {
		t.Error("a book that grows draws otherwise")
	}
	o.Initial.Positions = []string{white}
	if _, err := generate.Book(t.Context(), o, nil); !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), "initial is set with rules that leave the start to a lot") {
		t.Errorf("a lot and a position: err = %v, want ErrOptions", err)
	}
	if _, err := game.New("surakarta", game.Setup{Rules: []byte(`{"first": "lot"}`)}); !errors.Is(err, game.ErrRules) || !strings.Contains(err.Error(), "draws for each game by its seed") {
		t.Errorf("a board by lot: err = %v, want ErrRules that says who draws", err)
	}
	tree := job(1, 1)
	tree.MaxPlies, tree.Breadth = generate.DefaultOptions().MaxPlies, breadth(2, 2)
	made(t, tree)
}

// They look 32 plies ahead at most: more is told at once, and no adjustment asks for it.
func TestSurakarta_strategyTooDeep(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*generate.Options)
		want   string
	}{
		{"player", func(o *generate.Options) {
			o.Players = []generate.Player{{}, {Engine: []byte(`{"strategy": "106"}`)}}
			o.Depth = generate.Depth{Scope: "ply", Distribution: "uniform", Min: 2, Max: 33}
		}, "players[1]: engine: bad limit: depth is up to 33, expected at most 32"},
		{"a list", func(o *generate.Options) {
			o.Players = []generate.Player{{Engine: []byte(`{"strategy": "101"}`)}}
			o.Depth = generate.Depth{Scope: "ply", Distribution: "list", Depths: []int{2, 40}}
		}, "players[0]: engine: bad limit: depth is up to 40"},
		{"judge", func(o *generate.Options) {
			o.Reevaluate = &generate.Reevaluate{Depth: 33, Lines: 1, Engine: generate.Player{Engine: []byte(`{"strategy": "101"}`)}}
		}, "reevaluate.engine: engine: bad limit: depth is up to 33"},
	} {
		o := surakartaOptions(t)
		c.change(&o)
		if _, err := generate.Book(t.Context(), o, nil); !errors.Is(err, engine.ErrLimits) || !strings.HasPrefix(err.Error(), c.want) || booktest.Exists(o.Out) {
			t.Errorf("%s: err = %v, want ErrLimits that begins with %q, and no file", c.name, err, c.want)
		}
	}
}

func TestSurakarta_breadthFirst(t *testing.T) {
	o := surakartaOptions(t)
	o.Breadth = breadth(2, 3)
	o.Reevaluate, o.Games, o.MaxPlies = nil, 1, generate.DefaultOptions().MaxPlies
	b, s := made(t, o)
	if s.Games != 8 {
		t.Errorf("summary = %+v, want 2^3 lines", s)
	}
	start, err := b.Lookup("")
	if err != nil || len(start.Moves) != 2 {
		t.Errorf("the start position: %s, %v; want two moves", start.JSON(), err)
	}
	legal(t, b)
}

// endings are positions of few pieces, some of them decided.
const endings = `# won, drawn, and with white to move
6/6/6/6/b5/1w4 b
5w/6/6/6/6/b5 b
6/2w3/6/3b2/1b4/5w w
w4w/6/2w3/3b2/6/b4b b 3 41
`

func TestSurakarta_endgameBook(t *testing.T) {
	file := filepath.Join(t.TempDir(), "endings.txt")
	if err := os.WriteFile(file, []byte(endings), 0o644); err != nil {
		t.Fatal(err)
	}
	o := surakartaOptions(t)
	o.Rules = []byte(`{"rule_set":"basic"}`)
	o.Initial.File, o.Games, o.MaxPlies = file, 2, 60
	o.Players = []generate.Player{{Engine: []byte(`{"kind":"alphabeta"}`)}, {Engine: []byte(`{"kind":"mcts"}`)}}
	b, s := made(t, o)
	if s.Games != 8 || s.Failed != 0 {
		t.Fatalf("summary = %+v, want two games of each ending", s)
	}
	legal(t, b)
	won, err := b.Lookup("6/6/6/6/b5/1w4 b")
	if err != nil || won.Count != 2 || len(won.Moves) != 1 || won.Moves[0].Move != "a2xb1" || won.Moves[0].Wins != 2 {
		t.Errorf("the won ending: %s, %v; want a2xb1 to win both games", won.JSON(), err)
	}

	final, err := b.Lookup("6/6/6/6/6/1b4 w")
	if err != nil || final.Count < 2 || final.Losses != final.Count || len(final.Moves) != 0 {
		t.Errorf("the final position without a white piece: %s, %v; want it in both games at least, lost and without a move", final.JSON(), err)
	}

	// A game that is proven ends there, before the winning move.
	o.Out, o.Stop.Mate, o.Reevaluate = filepath.Join(t.TempDir(), "proven.qkb"), true, nil
	proven, _ := made(t, o)
	won, err = proven.Lookup("6/6/6/6/b5/1w4 b")
	if err != nil || won.Count != 2 || won.Wins != 2 || len(won.Moves) != 0 {
		t.Errorf("the proven ending: %s, %v; want two wins without a move", won.JSON(), err)
	}

	o.Out, o.Record, o.Distance = filepath.Join(t.TempDir(), "end.qkb"), generate.RecordEnd, &generate.Span{Min: 4, Max: 8}
	ends, s := made(t, o)
	if s.Positions == 0 || s.Positions > 8 {
		t.Errorf("summary = %+v, want the last position of each game at most", s)
	}
	legal(t, ends)
}

// Games go out as records and come in again.
func TestSurakarta_records(t *testing.T) {
	o := surakartaOptions(t)
	o.Rules, o.Reevaluate = []byte(`{"first":"w"}`), nil
	b, s := made(t, o)
	path := filepath.Join(t.TempDir(), "games.pgn")
	report, err := b.Export(t.Context(), path, "pgn", book.ExportOptions{}, nil)
	if err != nil || report.Records != s.Games {
		t.Fatalf("report %+v, %v; want %d games", report, err, s.Games)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`[Black "alphabeta"]`, `[White "alphabeta"]`, `[FEN "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb w 0 1"]`, "/3"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	c := book.DefaultCreate()
	c.Game = "surakarta"
	back, err := book.Create(filepath.Join(t.TempDir(), "back.qkb"), c)
	if err != nil {
		t.Fatal(err)
	}
	defer back.Close()
	added, err := back.AddGames(t.Context(), path, nil)
	if err != nil || added.Games != s.Games || added.Faults != 0 || added.Positions != s.Positions {
		t.Errorf("added %+v, %v; want %d games and %d positions", added, err, s.Games, s.Positions)
	}
	faulty := strings.NewReader("[Event \"x\"]\n\n1. a2-a3 b5-b3 *\n\n[Event \"y\"]\n\n1. a2-a3 b5-b4 1-0\n")
	if added, err = back.AddGamesFrom(t.Context(), faulty, nil); err != nil || added.Games != 1 || added.Faults != 1 || !strings.Contains(added.First[0], "line 3, column 10") {
		t.Errorf("added %+v, %v; want one game and one fault in line 3", added, err)
	}
	if _, err := back.Export(t.Context(), filepath.Join(t.TempDir(), "x.xqb"), "xqb", book.ExportOptions{}, nil); !errors.Is(err, book.ErrFormat) {
		t.Errorf("xqb of Surakarta: %v, want ErrFormat", err)
	}
}
