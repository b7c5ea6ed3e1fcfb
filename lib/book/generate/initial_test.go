package generate

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/gomoku"
	_ "qikit.dev/qikit/lib/xiangqi"
)

func TestInitial_texts(t *testing.T) {
	const start = "......... 0 0"
	for _, c := range []struct{ text, want string }{
		{"", start},
		{"startpos", start},
		{"x........ 1 1", "x........ 1 1"},
		{"startpos moves a1 b2", start + " moves a1 b2"},
		{"position startpos moves a1", start + " moves a1"},
		{"position fen x........ 1 1 moves b2  c3", "x........ 1 1 moves b2 c3"},
		{"fen x........ 1 1", "x........ 1 1"},
		{"x........ 1 1 moves b2", "x........ 1 1 moves b2"},
		{"startpos moves", start},
		{`x........ 1 1 bm b2; id "one";`, "x........ 1 1"},
	} {
		o := fakeOptions(t, "mnk")
		o.Initial.Positions = []string{c.text}
		p, err := newPlan(o)
		if err != nil || p.initials[0] != c.want {
			t.Errorf("%q: %v, %v, want %q", c.text, p, err, c.want)
			continue
		}
		if again, err := newPlan(Options{Game: "mnk", Games: 1, Initial: Initial{Positions: p.initials}}); err != nil || again.initials[0] != c.want {
			t.Errorf("%q: what was read reads as %v, %v", c.text, again, err)
		}
	}
	for text, want := range map[string]string{
		"startpos moves a1 a1": `initial[0]: move 2 "a1": game: illegal move`,
		"startpos moves z9":    `initial[0]: move 1 "z9": game: not a move`,
		"fen what moves a1":    `initial[0]: game: malformed position: "what"`,
	} {
		o := fakeOptions(t, "mnk")
		o.Initial.Positions = []string{text}
		if _, err := newPlan(o); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: err = %v, want %q", text, err, want)
		}
	}
}

// Positions at which the game is over are told before a file is made, or made larger; a
// book of before that has one can still be resumed.
func TestInitial_finished(t *testing.T) {
	o := fakeOptions(t, "mnk")
	over := func(positions ...string) {
		t.Helper()
		p := o
		p.Initial.Positions = positions
		for _, p.Resume = range []bool{false, true} {
			if _, err := Book(t.Context(), p, nil); !errors.Is(err, game.ErrPosition) || !strings.Contains(err.Error(), "position 1; 2 of 3 are over") {
				t.Errorf("%q: err = %v, want ErrPosition that names them", positions, err)
			}
			if booktest.Exists(o.Out) {
				t.Fatal("there is a file")
			}
		}
	}
	over("", "xxxoo.... 1 0", "xxxoo.... 1 0")
	over("", "startpos moves a1 b1 a2 b2 a3", "xxxoo.... 1 0")
	list := filepath.Join(t.TempDir(), "list.fen")
	if err := os.WriteFile(list, []byte("x........ 1 1\nxxxoo.... 1 0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := o
	p.Initial.File = list
	if _, err := Book(t.Context(), p, nil); !errors.Is(err, game.ErrPosition) || !strings.Contains(err.Error(), "position 1; 1 of 2 are over") {
		t.Errorf("a file: err = %v, want ErrPosition that says so", err)
	}
	generated(t, o)
	larger := o
	larger.Resume, larger.Initial.Positions = true, []string{"", "xxxoo.... 1 0"}
	if _, err := Book(t.Context(), larger, nil); !errors.Is(err, game.ErrPosition) {
		t.Errorf("a book that grows: err = %v, want ErrPosition", err)
	}
	larger.Out += ".before"
	plan, err := newPlan(larger)
	if err != nil {
		t.Fatal(err)
	}
	w, err := book.NewWriter(larger.Out, plan.job, plan.initials)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	generated(t, larger)
}

func TestInitial_movesStayPartOfTheGame(t *testing.T) {
	for _, tree := range []*Breadth{nil, breadth(2, 2, false)} {
		o := fakeOptions(t, "mnk")
		o.Games, o.Breadth, o.MaxPlies = 1, tree, 200
		o.Initial.Positions = []string{"startpos moves a1 b2 c3"}
		o.Reevaluate = &Reevaluate{Depth: 9, Lines: 1}
		b, s := generated(t, o)
		list := booktest.Records(t, b)
		if list[0].Ply != 3 || len(list) < 3 || s.Failed != 0 {
			t.Errorf("the first of %d records is at ply %d, want 3", len(list), list[0].Ply)
		}
		for _, r := range list {
			if r.Initial != "......... 0 0" || len(r.Moves) != r.Ply || !slices.Equal(r.Moves[:3], []string{"a1", "b2", "c3"}) {
				t.Errorf("record of %q with moves %v at ply %d, want the given moves first", r.Initial, r.Moves, r.Ply)
			}
		}
		if _, err := b.Lookup(""); !errors.Is(err, book.ErrNotFound) {
			t.Errorf("the start position: err = %v, want ErrNotFound: no game began there", err)
		}
	}
}

const twoGames = `[Result "*"]

1. h2e2 h9g7 2. h0g2 i9h9 *

[Result "*"]

1. c3c4 *
`

func TestInitial_gameRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(twoGames)
	const start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
	plan := func(ply *int) ([]string, error) {
		o := fakeOptions(t, "xiangqi")
		o.Initial.File, o.InitialPly = path, ply
		p, err := newPlan(o)
		if err != nil {
			return nil, err
		}
		return p.initials, nil
	}
	for _, c := range []struct {
		ply  *int
		want []string
	}{
		{nil, []string{start + " moves h2e2 h9g7 h0g2 i9h9", start + " moves c3c4"}},
		{new(1), []string{start + " moves h2e2", start + " moves c3c4"}},
		{new(0), []string{start, start}},
	} {
		if got, err := plan(c.ply); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("initial_ply %v: %q, %v, want %q", c.ply, got, err, c.want)
		}
	}
	if _, err := plan(new(2)); !errors.Is(err, game.ErrRecord) || !strings.Contains(err.Error(), "game 2 has 1 plies, expected initial_ply (2) or more") {
		t.Errorf("a game too short: err = %v, want ErrRecord that names it", err)
	}
	write("[FEN \"4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1\"]\n[Result \"1-0\"]\n\n1. b0b9 1-0\n")
	if _, err := plan(nil); !errors.Is(err, game.ErrPosition) || !strings.Contains(err.Error(), "of 1 games 1 are over (the first is game 1) at their ends, expected initial_ply") {
		t.Errorf("finished games: err = %v, want ErrPosition that says so", err)
	}
	if got, err := plan(new(0)); err != nil || len(got) != 1 {
		t.Errorf("a finished game from its beginning: %q, %v", got, err)
	}
	o := fakeOptions(t, "mnk")
	o.InitialPly = new(3)
	if _, err := newPlan(o); !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), "initial_ply is 3") {
		t.Errorf("initial_ply without records: err = %v, want ErrOptions", err)
	}
}

// Games of records start where their file says, whatever the start of the job's rules is,
// and a move that those rules do not allow is named.
func TestInitial_recordsUnderOtherRules(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.pgn")
	o := DefaultOptions()
	o.Game, o.Games, o.Initial.File, o.Rules = "chess", 1, file, []byte(`{"chess960":true,"arrangement":100}`)
	if err := os.WriteFile(file, []byte("[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 2. d4 d5 *\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := newPlan(o)
	if want := chess.StartFEN + " moves e2e4 e7e5 d2d4 d7d5"; err != nil || !slices.Equal(p.initials, []string{want}) {
		t.Errorf("%+v, %v, want %q", p, err, want)
	}
	o.Game, o.Initial.File, o.Rules = "gomoku", strings.TrimSuffix(file, "pgn")+"sgf", []byte(`{"rule":"renju"}`)
	threes := "[(;GM[4]SZ[15];B[hg];W[aa];B[hf];W[oa];B[gh];W[ao];B[fh];W[oo];B[hh];W[oc])"
	if err := os.WriteFile(o.Initial.File, []byte(threes), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = newPlan(o)
	if !errors.Is(err, game.ErrRecord) || !strings.Contains(err.Error(), "game 1, ply 9: h8 is no legal move by the rules of the book") {
		t.Errorf("a double three of Renju: %v, want ErrRecord that names it", err)
	}
}
