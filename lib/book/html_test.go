package book_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
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

// reader is what a page holds, as its script reads it.
type reader struct {
	Game             string
	Games, Positions int64
	Cut              bool
	Head, Tail       [2]string
	Lines            [][2]string
	Texts, Notations []string
	Roots            []int
	Nodes            []struct {
		Position       string
		Tally          [4]int64
		Score, Winner  *int
		Rate           *float64
		Base           int
		Removed, Added []int
		Moves          []readerMove
	}
}

type readerMove struct {
	Text, Child, Arrow, Last int
	Tally                    [4]int64
	Score                    *int
	Rate                     *float64
}

func readHTML(t *testing.T, b *book.Book, o book.ExportOptions) reader {
	t.Helper()
	text := booktest.ExportAs(t, b, "html", o)
	if strings.Contains(text, "{{") || strings.Contains(text, "src=") || strings.Contains(text, "href=") {
		t.Error("a part of the page is missing, or it needs another file")
	}
	_, data, _ := strings.Cut(text, `id="book">`)
	data, _, _ = strings.Cut(data, "</script>")
	var r reader
	if err := json.Unmarshal([]byte(data), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// lines are those of a node's drawing between head and tail.
func (r *reader) lines(n int) (lines []int) {
	node := r.Nodes[n]
	if node.Base >= n {
		panic("a base that comes later")
	}
	if node.Base >= 0 {
		lines = r.lines(node.Base)
	}
	lines = slices.DeleteFunc(lines, func(l int) bool { return slices.Contains(node.Removed, l) })
	return append(lines, node.Added...)
}

// sorted are the elements of a drawing, for comparison whatever their order.
func sorted(svg string) string {
	if before, rest, titled := strings.Cut(svg, "<title>"); titled {
		_, after, _ := strings.Cut(rest, "</title>")
		svg = before + after
	}
	return elements(strings.ReplaceAll(svg, "\n", ""))
}

func elements(svg string) string {
	list := strings.SplitAfter(svg, ">")
	slices.Sort(list)
	return strings.Join(list, "\n")
}

// The page has words for every game, its players and its ways to write moves, in both languages.
func TestExport_htmlHasWords(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("html", "page.js"))
	if err != nil {
		t.Fatal(err)
	}
	_, words, _ := strings.Cut(string(script), "const words = {")
	words, notations, _ := strings.Cut(words, "const notations = {")
	notations, _, _ = strings.Cut(notations, "};")
	most := map[string]string{"chinesecheckers": `{"players": 6}`, "ludo": `{"players": 4}`}
	for _, name := range game.Names() {
		if strings.HasPrefix(name, "mnk") { // games of the tests
			continue
		}
		v, err := game.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		b, err := game.New(name, game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		sides, err := v.Players(json.RawMessage(most[name]))
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range append([]string{name}, sides...) {
			if strings.Count(words, " "+word+`: "`) != 2 {
				t.Errorf("%s: no word for %q in each language", name, word)
			}
		}
		list := b.(interface{ Notations() []string }).Notations()
		for _, one := range list {
			if len(list) > 1 && strings.Count(notations, " "+one+`: "`)+strings.Count(notations, `"`+one+`": "`) != 2 {
				t.Errorf("%s: no label for the notation %q in each language", name, one)
			}
		}
	}
}

// The page knows of each position what the book knows, and draws it as the game does.
func TestExport_html(t *testing.T) {
	surakarta, _ := made(t, surakartaOptions(t))
	xiangqi, _ := xiangqiBook(t, func(o *generate.Options) {
		o.Games, o.TopK = 8, 3
		o.Initial.Positions = []string{"", "3k5/9/9/9/9/9/9/1R7/R8/4K4 w - - 0 1"}
	})
	for _, b := range []*book.Book{xiangqi, surakarta} {
		r := readHTML(t, b, book.ExportOptions{})
		positions, err := b.Len()
		if err != nil {
			t.Fatal(err)
		}
		if r.Cut || r.Positions != positions || len(r.Nodes) == 0 || len(r.Roots) == 0 {
			t.Errorf("%s: %d nodes of %d positions from %d roots, cut %t", r.Game, len(r.Nodes), r.Positions, len(r.Roots), r.Cut)
		}
		ended := 0
		for n, node := range r.Nodes {
			board, err := b.Board(node.Position)
			if err != nil {
				t.Fatal(err)
			}
			e, err := b.LookupBoard(board)
			if err != nil {
				t.Fatal(err)
			}
			if node.Tally != [4]int64{e.Count, e.Wins, e.Draws, e.Losses} || book.Optional(node.Score) != book.Optional(e.Eval) || book.Optional(node.Rate) != book.Optional(e.WinRate) || len(node.Moves) != len(e.Moves) {
				t.Errorf("%s: %+v, want %s", r.Game, node, e.JSON())
				continue
			}
			for side, flip := range []bool{false, true} {
				svg := game.DefaultSVG()
				svg.Flip = flip
				var drawing strings.Builder
				drawing.WriteString(r.Head[side])
				for _, l := range r.lines(n) {
					drawing.WriteString(r.Lines[l][side])
				}
				drawing.WriteString(r.Tail[side])
				if got, want := elements(drawing.String()), sorted(board.SVG(svg)); got != want {
					t.Fatalf("%s: drawing of %s, turned %t, is\n%s\nwant\n%s", r.Game, node.Position, flip, got, want)
				}
			}
			if node.Winner != nil {
				ended++
			}
			for i, m := range node.Moves {
				checkMove(t, &r, board, m, e.Moves[i])
			}
		}
		if b == xiangqi && ended == 0 {
			t.Error("no game ends: the test tests too little")
		}
	}
}

func checkMove(t *testing.T, r *reader, board game.Board, m readerMove, want book.Played) {
	t.Helper()
	move, err := board.Parse(want.Move)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range strings.Split(r.Texts[m.Text], "\t") {
		if named, err := board.Format(move, r.Notations[i]); err != nil || text != named {
			t.Errorf("%s: %q in %s, want %q", board.Position(), text, r.Notations[i], named)
		}
	}
	if m.Tally != [4]int64{want.Count, want.Wins, want.Draws, want.Losses} || book.Optional(m.Score) != book.Optional(want.Eval) || book.Optional(m.Rate) != book.Optional(want.WinRate) {
		t.Errorf("%s: %+v, want %+v", board.Position(), m, want)
	}
	if m.Child < 0 || r.Lines[m.Arrow][0] == "" || r.Lines[m.Last][1] == "" {
		t.Errorf("%s: %+v has no node, or no mark", board.Position(), m)
		return
	}
	board.Play(move)
	if board.Identity(game.View{}) != identityOf(t, board, r.Nodes[m.Child].Position) {
		t.Errorf("%s leads to %s, want %s", want.Move, r.Nodes[m.Child].Position, board.Position())
	}
	board.Undo()
}

func identityOf(t *testing.T, like game.Board, position string) string {
	t.Helper()
	b, err := game.New(like.Game(), game.Setup{Position: position})
	if err != nil {
		t.Fatal(err)
	}
	return b.Identity(game.View{})
}

// A page of few positions has those that were played most, and says that it was cut.
func TestExport_htmlIsBounded(t *testing.T) {
	b, _ := xiangqiBook(t, func(o *generate.Options) { o.Games, o.TopK = 8, 3 })
	r := readHTML(t, b, book.ExportOptions{Positions: new(5)})
	if len(r.Nodes) != 5 || !r.Cut {
		t.Fatalf("%d nodes, cut %t, want 5 of more", len(r.Nodes), r.Cut)
	}
	all := readHTML(t, b, book.ExportOptions{})
	var counts []string
	for _, n := range all.Nodes[:5] {
		counts = append(counts, fmt.Sprint(n.Position, n.Tally))
	}
	for i, n := range r.Nodes {
		if got := fmt.Sprint(n.Position, n.Tally); got != counts[i] {
			t.Errorf("node %d: %s, want %s", i, got, counts[i])
		}
	}
	if _, err := b.Export(t.Context(), filepath.Join(t.TempDir(), "x"), "html", book.ExportOptions{MaxPly: new(3)}, nil); !errors.Is(err, book.ErrOptions) {
		t.Errorf("with a filter: %v, want ErrOptions", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Export(ctx, filepath.Join(t.TempDir(), "x"), "html", book.ExportOptions{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := book.ParseExportOptions([]byte(`{"positions":0}`)); err == nil || !strings.Contains(err.Error(), "positions") {
		t.Errorf("no positions: %v", err)
	}
}

// A book of the ends of games has no initial position: each of its positions is a start.
func TestExport_htmlOfEnds(t *testing.T) {
	b, s := xiangqiBook(t, func(o *generate.Options) { o.Record, o.Distance = generate.RecordEnd, &generate.Span{Min: 3, Max: 6} })
	if r := readHTML(t, b, book.ExportOptions{}); int64(len(r.Roots)) != s.Positions {
		t.Errorf("%d starts, want %d", len(r.Roots), s.Positions)
	}
	if r := readHTML(t, emptyBook(t, "xiangqi"), book.ExportOptions{}); len(r.Roots) != 0 || len(r.Nodes) != 0 {
		t.Errorf("an empty book has %+v", r)
	}
}

// Moves of tree searches have win rates in the place of scores, once they are known.
func TestExport_htmlOfTreeSearches(t *testing.T) {
	b, _ := xiangqiBook(t, func(o *generate.Options) {
		o.Engines = func(int) (engine.Engine, error) { return &booktest.Fake{Label: "fake", Tree: true}, nil }
	})
	if _, err := b.Minimax(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	r := readHTML(t, b, book.ExportOptions{})
	rated := 0
	for n, node := range r.Nodes {
		board, err := b.Board(node.Position)
		if err != nil {
			t.Fatal(err)
		}
		e, err := b.LookupBoard(board)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range node.Moves {
			checkMove(t, &r, board, m, e.Moves[i])
			if m.Rate != nil {
				rated++
			}
			if m.Score != nil {
				t.Errorf("node %d: %+v has a score", n, m)
			}
		}
	}
	if rated == 0 {
		t.Error("no move has a win rate: the test tests too little")
	}
}

// A book of positions whose games are not known begins at the start position.
func TestExport_htmlOfAnOpeningBook(t *testing.T) {
	b, _ := xiangqiBook(t, func(o *generate.Options) { o.Games, o.TopK = 8, 3 })
	path := filepath.Join(t.TempDir(), "x.xqb")
	if _, err := b.Export(t.Context(), path, "xqb", book.ExportOptions{}, nil); err != nil {
		t.Fatal(err)
	}
	again := emptyBook(t, "xiangqi")
	if _, err := again.AddGames(t.Context(), path, nil); err != nil {
		t.Fatal(err)
	}
	start, err := again.Board("")
	if err != nil {
		t.Fatal(err)
	}
	r := readHTML(t, again, book.ExportOptions{})
	if len(r.Roots) != 1 || r.Nodes[r.Roots[0]].Position != start.Position() || r.Games != 0 || len(r.Nodes) < 50 {
		t.Errorf("%d starts, %d games, %d nodes", len(r.Roots), r.Games, len(r.Nodes))
	}
}
