package book_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// slowBook is a second, simple-minded book: every appearance of every position
// in every game, with all the ways in which it can be seen.
type slowBook struct {
	board func() game.Board
	games []book.Game
	seen  []appearance
}

// appearance is a position on the board of some game.
type appearance struct {
	views map[string]game.View // by what is seen through them
	tally tally
	moves map[game.View]string // the move played, in each view; nil at the end
}

func readSlowly(t *testing.T, b *book.Book) slowBook {
	t.Helper()
	s := slowBook{board: func() game.Board {
		board, err := b.Board("")
		if err != nil {
			t.Fatal(err)
		}
		return board
	}}
	for g, err := range b.Games(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		s.games = append(s.games, *g)
		s.watch(g)
	}
	return s
}

// watch notes every position of a game.
func (s *slowBook) watch(g *book.Game) {
	b := s.board()
	texts := strings.Fields(g.Moves)
	for ply := 0; ; ply++ {
		a := appearance{views: map[string]game.View{}, tally: one(b.Turn(), g), moves: map[game.View]string{}}
		m := game.NoMove
		if ply < len(texts) {
			m, _ = b.Parse(texts[ply])
		}
		for turn := range len(b.Sides()) {
			for symmetry := range b.Symmetries() {
				v := game.View{Turn: turn, Symmetry: symmetry}
				if _, ok := a.views[b.Identity(v)]; !ok {
					a.views[b.Identity(v)] = v
				}
				if m != game.NoMove {
					a.moves[v] = b.ViewText(v, m)
				}
			}
		}
		s.seen = append(s.seen, a)
		if m == game.NoMove {
			return
		}
		b.Play(m)
	}
}

// lookup counts the appearances of a position in any view, and what was played
// there, in the words of the position asked for.
func (s slowBook) lookup(asked game.Board) (all tally, moves map[string]tally) {
	moves = map[string]tally{}
	for _, a := range s.seen {
		v, ok := a.views[asked.Identity(game.View{})]
		if !ok {
			continue
		}
		all.add(a.tally)
		if text, ok := a.moves[v]; ok {
			sum := moves[text]
			sum.add(a.tally)
			moves[text] = sum
		}
	}
	return all, moves
}

// tally counts how often something was played and its results, for the player to
// move.
type tally struct{ count, wins, draws, losses, unknown int64 }

// one is the tally of a single game for a player.
func one(player int, g *book.Game) tally {
	switch {
	case g.Winner == player:
		return tally{count: 1, wins: 1}
	case g.Winner != game.Draw:
		return tally{count: 1, losses: 1}
	case slices.Contains([]string{"ply cap", "distance", "breadth", "transposition", "unknown"}, string(g.Reason)):
		return tally{count: 1, unknown: 1}
	}
	return tally{count: 1, draws: 1}
}

func (t *tally) add(u tally) {
	t.count += u.count
	t.wins += u.wins
	t.draws += u.draws
	t.losses += u.losses
	t.unknown += u.unknown
}

func TestLookup_againstSlowBook(t *testing.T) {
	for _, c := range []struct {
		name   string
		game   string
		change func(*generate.Options)
	}{
		{"plain", "mnk", func(*generate.Options) {}},
		{"mirrors merged", "mnk", func(o *generate.Options) { o.Mirror = true }},
		{"duplicates kept", "mnk", func(o *generate.Options) { o.Dedupe = false }},
		{"other preset player", "mnk", func(o *generate.Options) { o.Preset = "nought" }},
		{"three players", "mnk3", func(*generate.Options) {}},
		{"games cut off", "mnk", func(o *generate.Options) { o.MaxPlies = 7 }},
		{"games cut off and settled", "mnk", provenAt(6)},
		{"settled, duplicates kept", "mnk", func(o *generate.Options) { provenAt(6)(o); o.Dedupe = false }},
		{"settled, mirrors merged", "mnk", func(o *generate.Options) { provenAt(6)(o); o.Mirror = true }},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := fakeOptions(t, c.game)
			o.Games = 25
			c.change(&o)
			b, s := made(t, o)
			slow := readSlowly(t, b)
			checked := 0
			for i, r := range booktest.Records(t, b) {
				if i%3 != 0 {
					continue
				}
				board := replay(t, slow.board(), r.Moves)
				// Ask in a view of its own each time: another seat, another symmetry.
				asked, err := b.Board(board.View(game.View{Turn: i % len(board.Sides()), Symmetry: i % 8}))
				if err != nil {
					t.Fatal(err)
				}
				e, err := b.Lookup(asked.Position())
				if err != nil {
					t.Fatal(err)
				}
				want, moves := slow.lookup(asked)
				if got := (tally{e.Count, e.Wins, e.Draws, e.Losses, e.Unknown}); got != want {
					t.Fatalf("%s: %+v, want %+v", asked.Position(), got, want)
				}
				got := map[string]tally{}
				for _, m := range e.Moves {
					got[m.Move] = tally{m.Count, m.Wins, m.Draws, m.Losses, m.Unknown}
					if _, err := asked.Parse(m.Move); err != nil {
						t.Errorf("%s: move %s: %v", asked.Position(), m.Move, err)
					}
				}
				if len(identitySet(asked)) == 8 { // no symmetry of its own
					if fmt.Sprint(got) != fmt.Sprint(moves) {
						t.Errorf("%s: moves %v, want %v", asked.Position(), got, moves)
					}
				}
				checked++
			}
			if settled := s.Reasons[book.ReasonMate]; strings.Contains(c.name, "settled") && (settled == 0 || settled == s.Games) {
				t.Errorf("%d of %d games settled, want some", settled, s.Games)
			}
			if checked < 20 || s.Games != 25 {
				t.Errorf("only %d positions checked", checked)
			}
		})
	}
}

// provenAt cuts games off after some plies and lets the fresh search see who wins in
// a half of the positions that are left.
func provenAt(plies int) func(*generate.Options) {
	return func(o *generate.Options) {
		o.MaxPlies, o.Reevaluate = plies, generate.DefaultReevaluate()
		o.Engines = func(who int) (engine.Engine, error) {
			f := &booktest.Fake{Label: "fake"}
			if who == generate.Judge {
				f.Opinion = func(b game.Board, m game.Move, _ engine.Limits) int {
					seen := strings.Count(b.Position(), ".")
					return []int{0, engine.Mate - 3, 5 - engine.Mate, 20}[(seen+int(b.Position()[0]))%4]
				}
			}
			return f, nil
		}
	}
}

func identitySet(b game.Board) map[string]bool {
	set := map[string]bool{}
	for i := range b.Symmetries() {
		set[b.Identity(game.View{Symmetry: i})] = true
	}
	return set
}

func replay(t *testing.T, b game.Board, moves []string) game.Board {
	t.Helper()
	if err := game.PlayLine(b, moves); err != nil {
		t.Fatal(err)
	}
	return b
}

func TestLookup_notThere(t *testing.T) {
	o := fakeOptions(t, "mnk")
	b, _ := made(t, o)
	if _, err := b.Lookup("xxxoo.... 1 5"); !errors.Is(err, book.ErrNotFound) {
		t.Errorf("err = %v, want ErrNotFound", err)
	}
	if _, err := b.Lookup("nonsense"); !errors.Is(err, game.ErrPosition) {
		t.Errorf("err = %v, want game.ErrPosition", err)
	}
	other, err := game.New("mnk3", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.LookupBoard(other); !errors.Is(err, book.ErrOtherGame) {
		t.Errorf("err = %v, want ErrOtherGame", err)
	}
	// Text of another game names that game, not a fault of the text.
	x, _ := xiangqiBook(t, nil)
	if _, err := x.Lookup("xxxoo.... 1 5"); !errors.Is(err, book.ErrOtherGame) || !strings.Contains(err.Error(), "a position of mnk") || !strings.HasSuffix(err.Error(), "expected one of xiangqi") {
		t.Errorf("err = %v, want ErrOtherGame that names the games", err)
	}
}

func TestLookup_collisionJoinsNothing(t *testing.T) {
	o := fakeOptions(t, "mnk")
	b, _ := made(t, o)
	want, err := b.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	// Another position that happens to have the start position's key.
	change(t, o.Out, "UPDATE positions SET key = (SELECT key FROM positions WHERE identity LIKE '.........%') WHERE identity NOT LIKE '.........%'")
	got, err := b.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	if string(got.JSON()) != string(want.JSON()) {
		t.Errorf("with collisions %s, want %s", got.JSON(), want.JSON())
	}
}

func TestLookup_fromManyGoroutines(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games = 30
	b, _ := made(t, o)
	list := booktest.Records(t, b)
	want := make([]string, len(list))
	for i, r := range list {
		e, err := b.Lookup(r.FEN)
		if err != nil {
			t.Fatal(err)
		}
		want[i] = string(e.JSON())
	}
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := range list {
				i = (i + worker*7) % len(list)
				if e, err := b.Lookup(list[i].FEN); err != nil || string(e.JSON()) != want[i] {
					t.Errorf("%s: %s, %v, want %s", list[i].FEN, e.JSON(), err, want[i])
				}
			}
		})
	}
	wg.Wait()
}

// The evaluation of a move is that of the deepest search that weighed it.
func TestLookup_evalOfTheDeepest(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games, o.MaxPlies, o.TopK = 30, 1, 1
	o.Depth = generate.Depth{Scope: generate.ScopePly, Distribution: "uniform", Min: 3, Max: 9}
	o.Engines = func(int) (engine.Engine, error) {
		return &booktest.Fake{Label: "fake", Opinion: func(b game.Board, m game.Move, l engine.Limits) int {
			if m != 5 {
				return -1000
			}
			return 10 * l.Depth
		}}, nil
	}
	b, _ := made(t, o)
	e, err := b.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Moves) != 1 || e.Moves[0].Move != "b2" || e.Moves[0].Count != 30 || *e.Moves[0].Eval != 90 {
		t.Errorf("entry = %s, want b2 30 times with 90", e.JSON())
	}
}
