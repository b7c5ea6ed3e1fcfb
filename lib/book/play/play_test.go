package play_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/book/play"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"

	_ "qikit.dev/qikit/lib/surakarta"
	_ "qikit.dev/qikit/lib/xiangqi"
)

// bookEngine is the built-in engine of a game with a book.
func bookEngine(t *testing.T, gameName, path string) engine.Engine {
	t.Helper()
	o := engine.DefaultOptions()
	o.Book, o.TableMB = path, 1
	e, err := play.NewEngine(gameName, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// byHand is a book of the test game with these games, given as points.
func byHand(t *testing.T, games ...string) *book.Book {
	t.Helper()
	o := book.DefaultCreate()
	o.Game = "mnk"
	b, err := book.Create(filepath.Join(t.TempDir(), "hand.qkb"), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	seq := func(yield func(game.Record, error) bool) {
		for _, line := range games {
			board := mnkBoard(t, "")
			replay(t, board, strings.Fields(line))
			if !yield(game.Record{Moves: board.Played(nil)}, nil) {
				return
			}
		}
	}
	if _, err := b.AddRecords(t.Context(), seq, nil); err != nil {
		t.Fatal(err)
	}
	return b
}

func replay(t *testing.T, b game.Board, moves []string) game.Board {
	t.Helper()
	if err := game.PlayLine(b, moves); err != nil {
		t.Fatal(err)
	}
	return b
}

func mnkBoard(t *testing.T, position string) game.Board {
	t.Helper()
	b, err := game.New("mnk", game.Setup{Position: position})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func search(t *testing.T, e engine.Engine, b game.Board, l engine.Limits) engine.Result {
	t.Helper()
	r, err := e.Search(t.Context(), b, l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func depthLimit(depth int) engine.Limits {
	l := engine.DefaultLimits()
	l.Depth = depth
	return l
}

const (
	won  = "b2 a1 b1 a2 b3" // by the first player, in the middle column
	lost = "a1 b2 a2 b1 c3 b3"
	// drawn fills the board.
	drawn = "a1 b2 c3 a3 c1 b1 b3 c2 a2"
)

func TestNewEngine_mostPlayedWithoutEvaluations(t *testing.T) {
	e := bookEngine(t, "mnk", byHand(t, won, won, lost, lost, lost, drawn).Path())
	b := mnkBoard(t, "")
	r := search(t, e, b, depthLimit(1))
	want := engine.Result{
		Best: r.Best, WinRate: 0.125, Lines: []engine.Line{{Moves: []game.Move{r.Best}, WinRate: 0.125}},
		Note: "book: a1, played 4 of 6 times", // lost three times, drawn once
	}
	if b.Text(r.Best) != "a1" || !reflect.DeepEqual(r, want) {
		t.Errorf("%s: %+v, want %+v", b.Text(r.Best), r, want)
	}
}

func TestNewEngine_bestEvaluated(t *testing.T) {
	seed, jobs := uint64(7), generate.DefaultOptions()
	jobs.Game, jobs.Out, jobs.Seed, jobs.Reevaluate = "mnk", filepath.Join(t.TempDir(), "book.qkb"), &seed, nil
	jobs.Games, jobs.TopK, jobs.MaxLoss = 40, 9, nil
	jobs.Engines = func(int) (engine.Engine, error) { return &booktest.Fake{Label: "fake"}, nil }
	if _, err := generate.Book(t.Context(), jobs, nil); err != nil {
		t.Fatal(err)
	}
	b := booktest.Open(t, jobs.Out)
	e := bookEngine(t, "mnk", b.Path())
	differ := 0
	for i, rec := range booktest.Records(t, b) {
		// Ask as the other players, and through the symmetries.
		board := mnkBoard(t, mnkBoard(t, rec.FEN).View(game.View{Turn: i % 2, Symmetry: i % 8}))
		entry, err := b.LookupBoard(board)
		if err != nil {
			t.Fatal(err)
		}
		if len(entry.Moves) == 0 {
			continue
		}
		// The best by the deepest search, played there or not.
		best := book.Played{Move: *entry.Best, Eval: entry.Eval, Depth: entry.Depth}
		for _, m := range entry.Moves {
			if *m.Depth > *entry.Depth && *m.Eval > *entry.Eval {
				t.Errorf("%s: %s is better than %s, by a deeper search", board.Position(), m.Move, best.Move)
			}
			if m.Move == best.Move {
				best = m
			}
		}
		if best.Move != entry.Moves[0].Move {
			differ++
		}
		m, err := board.Parse(best.Move)
		if err != nil {
			t.Fatal(err)
		}
		after := board.Copy()
		after.Play(m)
		if o, over := after.Outcome(); over && o.Winner == game.Draw {
			continue
		}
		r := search(t, e, board, depthLimit(2))
		rate := 0.5
		if best.Count > 0 {
			rate = (float64(best.Wins) + float64(best.Draws)/2) / float64(best.Count)
		}
		if r.Best != m || !r.Scored || r.Score != *best.Eval || r.WinRate != rate || r.Depth != 0 || r.Nodes != 0 || len(r.Lines) != 1 ||
			r.Lines[0].Score != r.Score || r.Lines[0].WinRate != rate || !strings.HasPrefix(r.Note, "book: "+best.Move) {
			t.Errorf("%s: %s, want %+v", board.Position(), r.JSON(board), best)
		}
		if again := search(t, e, board, depthLimit(2)); !reflect.DeepEqual(again, r) {
			t.Errorf("%s: %s, then %s", board.Position(), r.JSON(board), again.JSON(board))
		}
	}
	if differ == 0 {
		t.Error("the best evaluated move is the most played one everywhere")
	}
}

func TestNewEngine_searches(t *testing.T) {
	e := bookEngine(t, "mnk", byHand(t, won, drawn).Path())
	last := strings.Fields(drawn)
	over := replay(t, mnkBoard(t, ""), strings.Fields(won))
	two := depthLimit(2)
	two.Lines = 2
	for _, c := range []struct {
		name  string
		board game.Board
		l     engine.Limits
		lines int
	}{
		{"two lines", mnkBoard(t, ""), two, 2},
		{"a position that the book does not have", mnkBoard(t, "xo....... 0 2"), depthLimit(2), 1},
		{"the move that ends the game drawn", replay(t, mnkBoard(t, ""), last[:len(last)-1]), depthLimit(2), 1},
		{"a game that is over", over, depthLimit(2), 0},
	} {
		r := search(t, e, c.board, c.l)
		if r.Note != "" || len(r.Lines) != c.lines || (r.Nodes > 0) != (c.lines > 0) {
			t.Errorf("%s: %s, want %d lines of a search", c.name, r.JSON(c.board), c.lines)
		}
	}
	// The winning move of a game is played.
	if r := search(t, e, replay(t, mnkBoard(t, ""), strings.Fields(won)[:4]), depthLimit(2)); r.Nodes != 0 || r.Note == "" {
		t.Errorf("a winning move: %+v, want it from the book", r)
	}
	// Without a limit it is analysis, and goes on until it is cancelled.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := e.Search(ctx, mnkBoard(t, ""), engine.DefaultLimits()); !errors.Is(err, context.Canceled) || r.Note != "" {
		t.Errorf("no limit: %+v, %v, want a cancelled search", r, err)
	}
	if r, err := e.Search(ctx, mnkBoard(t, ""), depthLimit(1)); !errors.Is(err, context.Canceled) || r.Best == game.NoMove {
		t.Errorf("cancelled: %+v, %v, want the book's move and the cause", r, err)
	}
	for _, l := range []engine.Limits{{Depth: engine.DepthMax + 1, Lines: 1}, {Depth: 1}, {Depth: 1, Lines: 1, MovesToGo: 3}} {
		if _, err := e.Search(t.Context(), mnkBoard(t, ""), l); !errors.Is(err, engine.ErrLimits) {
			t.Errorf("%+v: err = %v, want ErrLimits", l, err)
		}
	}
	xiangqi, err := game.New("xiangqi", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Search(t.Context(), xiangqi, depthLimit(1)); !errors.Is(err, engine.ErrGame) {
		t.Errorf("another game: err = %v, want ErrGame", err)
	}
}

func TestNewEngine_refusesTheFile(t *testing.T) {
	dir := t.TempDir()
	good := byHand(t, won)
	whole, err := os.ReadFile(good.Path())
	if err != nil {
		t.Fatal(err)
	}
	file := func(name string, text []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		name, game, path string
		want             error
	}{
		{"not there", "mnk", filepath.Join(dir, "none.qkb"), fs.ErrNotExist},
		{"a directory", "mnk", dir, book.ErrNoBook},
		{"text", "mnk", file("text", []byte("1. h2e2")), book.ErrNoBook},
		{"cut short", "mnk", file("short", whole[:len(whole)/2]), book.ErrCorrupt},
		{"another game", "xiangqi", good.Path(), book.ErrOtherGame},
		{"no game", "ludus", good.Path(), game.ErrUnknownGame},
	} {
		o := engine.DefaultOptions()
		o.Book = c.path
		e, err := play.NewEngine(c.game, o)
		if err == nil {
			e.Close()
		}
		if !errors.Is(err, c.want) || c.want != game.ErrUnknownGame && !strings.Contains(err.Error(), c.path) {
			t.Errorf("%s: err = %v, want %v that names %s", c.name, err, c.want, c.path)
		}
	}
	o := engine.DefaultOptions()
	o.Book, o.Kind = good.Path(), "oracle"
	if _, err := play.NewEngine("mnk", o); !errors.Is(err, engine.ErrOptions) {
		t.Errorf("kind: err = %v, want ErrOptions", err)
	}
	o = engine.DefaultOptions()
	o.TableMB = 1
	plain, err := play.NewEngine("mnk", o)
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	if r := search(t, plain, mnkBoard(t, ""), depthLimit(1)); r.Nodes == 0 {
		t.Errorf("no book: %+v, want a search", r)
	}
}

// What breaks later is told once, and the game goes on.
func TestNewEngine_bookBreaksLater(t *testing.T) {
	b := byHand(t, won)
	e := bookEngine(t, "mnk", b.Path())
	db, err := sql.Open("sqlite", b.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("DROP TABLE moves"); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		r := search(t, e, mnkBoard(t, ""), depthLimit(2))
		if told := strings.Contains(r.Note, b.Path()); told != (i == 0) || r.Nodes == 0 {
			t.Errorf("search %d: %+v, want a search and the file told once", i, r)
		}
	}
}

func TestNewEngine_isTheEngineOtherwise(t *testing.T) {
	paths := map[string]string{}
	for _, name := range []string{"xiangqi", "surakarta"} {
		paths[name] = filepath.Join(t.TempDir(), name+".qkb")
		o := book.DefaultCreate()
		o.Game = name
		b, err := book.Create(paths[name], o)
		if err != nil {
			t.Fatal(err)
		}
		b.Close()
	}
	for _, c := range []struct{ game, options string }{{"xiangqi", ""}, {"surakarta", `{"role": "back"}`}} {
		e := bookEngine(t, c.game, paths[c.game])
		o := engine.DefaultOptions()
		o.TableMB = 1
		plain, err := engine.New(c.game, o)
		if err != nil {
			t.Fatal(err)
		}
		defer plain.Close()
		b, err := game.New(c.game, game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := engine.EvaluateWith(e, b, []byte(c.options))
		want, plainErr := engine.EvaluateWith(plain, b, []byte(c.options))
		if err != nil || plainErr != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: Evaluate %v, %v, want %v", c.game, got, err, want)
		}
		if e.Name() != plain.Name() || !e.Repeatable(depthLimit(1)) {
			t.Errorf("%s: name %q, repeatable %v", c.game, e.Name(), e.Repeatable(depthLimit(1)))
		}
		if err := errors.Join(e.Clear(), e.Close()); err != nil {
			t.Error(err)
		}
		if _, err := e.Search(t.Context(), b, depthLimit(1)); !errors.Is(err, engine.ErrClosed) {
			t.Errorf("%s: closed: err = %v, want ErrClosed", c.game, err)
		}
	}
}
