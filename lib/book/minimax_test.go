package book_test

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

// slowMinimax is a second, plain implementation for games without cycles whose
// positions were all searched afresh to one depth, and are one record each, however
// they are seen: it plays every move of the book and asks again.
type slowMinimax struct {
	t       *testing.T
	book    *book.Book
	records map[string]book.Record     // by the least of the position's identities
	played  map[string]map[string]bool // to which positions moves were played
	known   map[string]int
}

func newSlowMinimax(t *testing.T, b *book.Book) *slowMinimax {
	s := &slowMinimax{t, b, map[string]book.Record{}, map[string]map[string]bool{}, map[string]int{}}
	for _, r := range booktest.Records(t, b) {
		at := slices.Min(identities(s.board(r.FEN)))
		s.records[at], s.played[at] = r, map[string]bool{}
		e, err := b.Lookup(r.FEN)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range e.Moves {
			s.played[at][s.behind(r, m.Move)] = true
		}
	}
	return s
}

func (s *slowMinimax) board(position string) game.Board {
	b, err := s.book.Board(position)
	if err != nil {
		s.t.Fatal(err)
	}
	return b
}

// behind is the position behind a move of a record.
func (s *slowMinimax) behind(r book.Record, move string) string {
	return slices.Min(identities(replay(s.t, s.board(r.FEN), []string{move})))
}

// value is what a position is worth to the player to move.
func (s *slowMinimax) value(at string) int {
	if v, ok := s.known[at]; ok {
		return v
	}
	r := s.records[at]
	v := *r.Score
	if r.Best != nil {
		v = -1 << 30
		for _, move := range game.MoveTexts(s.board(r.FEN)) {
			behind := s.behind(r, move)
			_, there := s.records[behind]
			switch {
			case there && (s.played[at][behind] || move == *r.Best):
				v = max(v, s.back(behind))
			case move == *r.Best:
				v = max(v, *r.Score)
			}
		}
	}
	s.known[at] = v
	return v
}

// back is what the position behind a move says of it.
func (s *slowMinimax) back(behind string) int {
	v := -s.value(behind)
	switch {
	case v > 31000:
		v--
	case v < -31000:
		v++
	}
	return v
}

func TestMinimax_againstPlainRecursion(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(o *generate.Options)
	}{
		{"games", func(o *generate.Options) { o.Games, o.TopK, o.MaxLoss = 30, 9, nil }},
		{"games cut off", func(o *generate.Options) { o.Games, o.TopK, o.MaxLoss, o.MaxPlies = 30, 9, nil, 5 }},
		{"a breadth book", func(o *generate.Options) {
			o.Games, o.Breadth = 1, breadth(3, 4)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := fakeOptions(t, "mnk")
			o.Reevaluate, o.Mirror = &generate.Reevaluate{Depth: 12, Lines: 1}, true
			c.change(&o)
			b, _ := made(t, o)
			slow := newSlowMinimax(t, b)
			moves, better := 0, 0
			for i, r := range booktest.Records(t, b) {
				at := slices.Min(identities(slow.board(r.FEN)))
				// Ask as either player, and through the symmetries.
				asked := slow.board(slow.board(r.FEN).View(game.View{Turn: i % 2, Symmetry: i % 8}))
				e, err := b.LookupBoard(asked)
				if err != nil {
					t.Fatal(err)
				}
				if want := slow.value(at); e.Eval == nil || *e.Eval != want {
					t.Fatalf("%s: %s, want %d", r.FEN, e.JSON(), want)
				}
				if r.Best != nil {
					after := replay(t, asked.Copy(), []string{*e.Best})
					behind := slices.Min(identities(after))
					if behind != slow.behind(r, *r.Best) {
						better++
					}
					if _, there := slow.records[behind]; there && slow.back(behind) != *e.Eval {
						t.Errorf("%s: the best move is worth %d: %s", r.FEN, slow.back(behind), e.JSON())
					}
				}
				for _, m := range e.Moves {
					want := slow.back(slices.Min(identities(replay(t, asked.Copy(), []string{m.Move}))))
					if m.Eval == nil || *m.Eval != want || m.Depth == nil || m.Engine == nil && *m.Depth > 9 {
						t.Errorf("%s: move %s of %s, want %d", r.FEN, m.Move, e.JSON(), want)
					}
					moves++
				}
			}
			if moves == 0 || better == 0 {
				t.Errorf("%d moves, %d positions with a better move than their search's", moves, better)
			}
		})
	}
}

// The depth of a value is that of the search at its end and the plies to it; a search
// that looked further than the one behind a move keeps the word.
func TestMinimax_theDeepestHasTheWord(t *testing.T) {
	opinion := map[int]int{5: 40, 9: -70} // of the first move, by depth
	with := func(depth int, seed uint64) *book.Book {
		o := fakeOptions(t, "mnk")
		o.Games, o.MaxPlies, o.TopK, o.Seed = 1, 1, 1, &seed
		o.Depth = generate.Depth{Scope: "ply", Distribution: "uniform", Min: 2, Max: 3}
		o.Reevaluate = &generate.Reevaluate{Depth: depth, Lines: 1}
		o.Engines = func(int) (engine.Engine, error) {
			return &booktest.Fake{Label: fmt.Sprint("fake ", depth), Opinion: func(b game.Board, m game.Move, l engine.Limits) int {
				if m != 5 && strings.HasPrefix(b.Position(), ".........") {
					return -1000 // the middle is played
				}
				return opinion[l.Depth]
			}}, nil
		}
		b, _ := made(t, o)
		return b
	}
	b := with(5, 1)
	if _, err := b.Merge(t.Context(), with(9, 2).Path(), nil); err != nil {
		t.Fatal(err)
	}
	e, err := b.Lookup("")
	if err != nil || *e.Eval != -70 || *e.Depth != 9 || *e.Engine != "fake 9" || *e.Best != "b2" {
		t.Errorf("merged: %s, %v", e.JSON(), err)
	}
	m, err := b.Minimax(t.Context(), nil)
	if err != nil || m.Positions != 2 || m.Moves != 1 || m.Cycles != 0 {
		t.Fatalf("%s, %v", m.JSON(), err)
	}
	if e, err = b.Lookup(""); err != nil || *e.Eval != 70 || *e.Depth != 10 || *e.Engine != "fake 9" || *e.Moves[0].Eval != 70 || *e.Moves[0].Depth != 10 {
		t.Errorf("backed: %s, %v; want what depth 9 says behind the move", e.JSON(), err)
	}
	change(t, b.Path(), "UPDATE positions SET depth = 3 WHERE ply = 1")
	if _, err := b.Minimax(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if e, err = b.Lookup(""); err != nil || *e.Eval != -70 || *e.Depth != 9 {
		t.Errorf("behind the move they look less far: %s, %v; want the search of the position", e.JSON(), err)
	}
}

// Positions that repeat end nothing and say what their searches say.
func TestMinimax_cycles(t *testing.T) {
	b, _ := xiangqiBook(t, func(o *generate.Options) {
		o.Games, o.MaxPlies, o.TopK, o.Initial.Positions = 1, 8, 1, []string{"3k5/9/9/9/9/9/9/9/9/R4K3 w - - 0 1"}
		o.Reevaluate = &generate.Reevaluate{Depth: 6, Lines: 1}
		o.Engines = func(int) (engine.Engine, error) {
			return &booktest.Fake{Label: "fake", Opinion: func(b game.Board, m game.Move, _ engine.Limits) int {
				text := b.Text(m) // kings go to and fro
				if text == "f0f1" || text == "f1f0" || text == "d9d8" || text == "d8d9" {
					return 300 - 600*b.Turn()
				}
				return -2000
			}}, nil
		}
	})
	m, err := b.Minimax(t.Context(), nil)
	if err != nil || m.Cycles != 4 {
		t.Fatalf("%s, %v; want four positions in a circle", m.JSON(), err)
	}
	for _, r := range booktest.Records(t, b) {
		e, err := b.Lookup(r.FEN)
		if err != nil || *e.Eval != *r.Score || *e.Depth > 7 {
			t.Errorf("%s: %s, %v; want %d by its own search", r.FEN, e.JSON(), err, *r.Score)
		}
	}
}

// Every user of a book sees the values, and best replies first: .xqb, PGN, look-ups.
func TestMinimax_isExported(t *testing.T) {
	b, _ := xiangqiBook(t, func(o *generate.Options) { o.Reevaluate = &generate.Reevaluate{Depth: 9, Lines: 1} })
	path := filepath.Join(t.TempDir(), "out.xqb")
	if _, err := b.Export(t.Context(), path, "xqb", book.ExportOptions{}, nil); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	pgn := booktest.Export(t, b, "pgn")
	differ := 0
	for _, r := range booktest.Records(t, b) {
		if r.Move == nil {
			continue
		}
		board, err := xiangqi.New(r.FEN, xiangqi.DefaultOptions(), true)
		if err != nil {
			t.Fatal(err)
		}
		e, err := b.Lookup(r.FEN)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range e.Moves {
			after := board.Copy()
			move, err := board.Parse(m.Move)
			if err != nil {
				t.Fatal(err)
			}
			after.Play(move)
			behind, err := b.LookupBoard(after)
			if err != nil || *m.Eval != -*behind.Eval || *m.Depth != *behind.Depth+1 {
				t.Errorf("%s: %+v, behind it %s", r.FEN, m, behind.JSON())
			}
			var score int
			if err := db.QueryRow("SELECT Score FROM book WHERE Key = ? AND Move = ?", board.BookKey(), board.BookMove(move)).Scan(&score); err != nil || score != *m.Eval {
				t.Errorf("%s %s: %d in .xqb, %v, want %d", r.FEN, m.Move, score, err, *m.Eval)
			}
			if m.Move == *r.Move && *m.Eval != candidateScore(r) {
				differ++
			}
			if m.Move == *r.Move && !strings.Contains(pgn, fmt.Sprintf("%+.2f/%d", float64(*m.Eval)/100, *m.Depth)) {
				t.Errorf("PGN has no %+.2f/%d", float64(*m.Eval)/100, *m.Depth)
			}
		}
	}
	if differ == 0 {
		t.Error("the values are those of the games everywhere")
	}
}

func candidateScore(r book.Record) int {
	for _, c := range r.Candidates {
		if c.Move == *r.Move {
			return c.Score
		}
	}
	return 1 << 30
}

// Win rates flow back as scores do.
func TestMinimax_winRates(t *testing.T) {
	b, _ := xiangqiBook(t, func(o *generate.Options) {
		o.Engines, o.Games, o.MaxPlies = nil, 2, 3
		o.Depth = generate.Depth{Scope: "ply", Distribution: "uniform", Min: 1, Max: 2}
		o.Players = []generate.Player{{Engine: []byte(`{"kind":"mcts"}`)}}
		o.Reevaluate = &generate.Reevaluate{Depth: 3, Lines: 1, Engine: generate.Player{Engine: []byte(`{"kind":"mcts"}`)}}
	})
	said := 0
	for _, r := range booktest.Records(t, b) {
		e, err := b.Lookup(r.FEN)
		if err != nil || e.WinRate == nil || e.Eval != nil {
			t.Fatalf("%s: %s, %v", r.FEN, e.JSON(), err)
		}
		for _, m := range e.Moves {
			if m.WinRate != nil {
				said++
			}
		}
	}
	if said == 0 {
		t.Error("no move has a win rate")
	}
}

// A file of the first version takes the values, too; what is added takes them out of
// use.
func TestMinimax_firstVersionAndChanges(t *testing.T) {
	b := booktest.Open(t, ofVersion(t, 1))
	if _, err := b.Minimax(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	const won = "3k5/9/9/9/9/9/9/1R7/R8/4K4 w - - 0 1"
	e, err := b.Lookup(won)
	if err != nil || *e.Eval != book.Mate-1 || *e.Moves[0].Eval != book.Mate-1 || e.Moves[0].Engine != nil {
		t.Errorf("%s, %v, want a mate", e.JSON(), err)
	}
	other, _ := xiangqiBook(t, nil)
	if _, err := b.Merge(t.Context(), other.Path(), nil); err != nil {
		t.Fatal(err)
	}
	if e, err := b.Lookup(""); err != nil || *e.Depth > 4 {
		t.Errorf("after a merge: %s, %v, want what the searches say", e.JSON(), err)
	}
}

// Plain text has the win rates of a tree search as scores.
func TestExport_plainOfWinRates(t *testing.T) {
	b, _ := xiangqiBook(t, func(o *generate.Options) {
		o.Engines, o.Games, o.MaxPlies, o.Reevaluate = nil, 1, 3, nil
		o.Depth = generate.Depth{Scope: "ply", Distribution: "uniform", Min: 1, Max: 2}
		o.Players = []generate.Player{{Engine: []byte(`{"kind":"mcts"}`)}}
	})
	text, n := booktest.ExportAs(t, b, "plain", book.ExportOptions{Unknown: true}), 0
	for _, r := range booktest.Records(t, b) {
		if r.Best == nil {
			continue
		}
		n++
		if want := fmt.Sprintf("fen %s\n", r.FEN); !strings.Contains(text, want) || !strings.Contains(text, fmt.Sprintf("\nscore %d\n", book.ScoreOf(*r.WinRate))) {
			t.Errorf("no score of %v for %s in %s", *r.WinRate, r.FEN, text)
		}
	}
	if n != 3 {
		t.Errorf("%d records with a move, want 3", n)
	}
}

// A book whose values cannot flow back says so, instead of doing no position.
func TestMinimax_twoPlayersWithoutChance(t *testing.T) {
	for _, o := range []book.CreateOptions{
		{Game: "ludo", Rules: []byte(`{"players": 2}`)},
		{Game: "chinesecheckers", Rules: []byte(`{"players": 3}`)},
		{Game: "chinesecheckers", Rules: []byte(`{"players": 2}`)},
	} {
		b, err := book.Create(filepath.Join(t.TempDir(), "b.qkb"), o)
		if err != nil {
			t.Fatal(err)
		}
		m, err := b.Minimax(t.Context(), nil)
		b.Close()
		serves := o.Game != "ludo" && string(o.Rules) == `{"players": 2}`
		if serves && err != nil || !serves && (!errors.Is(err, book.ErrOtherGame) || m.Positions != 0) {
			t.Errorf("%s %s: Minimax = %v", o.Game, o.Rules, err)
		}
	}
}
