package engine

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

func goBoard(t testing.TB, position, rules string) *weiqi.Board {
	t.Helper()
	b, err := game.New("go", game.Setup{Position: position, Rules: []byte(rules)})
	if err != nil {
		t.Fatal(err)
	}
	return b.(*weiqi.Board)
}

func newGoEngine(t testing.TB, change func(*Options)) Engine {
	t.Helper()
	o := DefaultOptions()
	o.TableMB = 16
	if change != nil {
		change(&o)
	}
	e, err := New("go", o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

func TestGo_treeSearchIsUsual(t *testing.T) {
	e := newGoEngine(t, nil)
	if e.Name() != "mcts" {
		t.Errorf("Go is played by %s, want mcts", e.Name())
	}
	for _, rules := range []string{`{"size": 5}`, `{"size": 9, "handicap": 2}`, `{"size": 13, "scoring": "seed"}`, `{"size": 19, "scoring": "seed+komi"}`, `{"size": 2}`} {
		b := goBoard(t, "", rules)
		r := searched(t, e, b, 60, true)
		if r.Best == game.NoMove || b.Check(r.Best) != nil || r.WinRate < 0 || r.WinRate > 1 {
			t.Errorf("%s: %s; want a legal move and a share", rules, r.JSON(b))
		}
	}
}

// What any player sees: each position has one good move.
func TestGo_tactics(t *testing.T) {
	for _, row := range []struct{ name, position, rules, best string }{
		{"kills by the vital point of three", "3OX2/OOOOX2/XXXXX2/7/7/7/7 X", `{"size": 7, "komi": 35.5}`, "B7"},
		{"lives by it", "3OX2/OOOOX2/XXXXX2/7/7/7/7 O", `{"size": 7, "komi": 35.5}`, "B7"},
		{"takes a large chain", "9/9/2OOOO3/1OXXXXO2/1OXXXX3/2OOOO3/9/9/9 O", `{"size": 9}`, "G5"},
		{"saves a large chain", "9/9/2OOOO3/1OXXXXO2/1OXXXX3/2OOOO3/9/9/9 X", `{"size": 9}`, "G5"},
	} {
		b := goBoard(t, row.position, row.rules)
		r := searched(t, newGoEngine(t, nil), b, 600, true)
		if got := b.Text(r.Best); got != row.best {
			t.Errorf("%s: %s, want %s", row.name, got, row.best)
		}
	}
}

// playGo lets an engine play both sides to the end.
func playGo(t *testing.T, e Engine, b *weiqi.Board, visits int) {
	t.Helper()
	for n := 0; ; n++ {
		if _, over := b.Outcome(); over {
			return
		}
		if n > 4*b.Size()*b.Size() {
			t.Fatalf("the game does not end: %s", b.Position())
		}
		r := searched(t, e, b, visits, false)
		if err := b.Check(r.Best); err != nil || r.Best == weiqi.Resign {
			t.Fatalf("move %d %s: %v", n, b.Text(r.Best), err)
		}
		b.Play(r.Best)
	}
}

// Whole games end by two passes with nothing left that is worth a move: what
// lies is what is counted.
func TestGo_playsToTheEnd(t *testing.T) {
	for _, rules := range []string{`{"size": 5, "komi": 0.5}`, `{"size": 7, "scoring": "seed"}`} {
		b := goBoard(t, "", rules)
		playGo(t, newGoEngine(t, nil), b, 80)
		c := weiqi.CountBoard(b.Stones(), b.Rules(), nil)
		if all := float64(b.Size() * b.Size()); c.Black+c.White < all-2 {
			t.Errorf("%s: %v and %v of %v points counted at %s", rules, c.Black, c.White, all, b.Position())
		}
		if c.Margin > 0 != (b.Count().Margin > 0) {
			t.Errorf("%s: by %v as it lies, by %v counted, at %s", rules, c.Margin, b.Count().Margin, b.Position())
		}
	}
}

// The other side has passed. One that is ahead stops too; one that is ahead only
// when dead stones go takes them first, and one that is lost does not go on for
// ever.
func TestGo_whenToPass(t *testing.T) {
	const (
		plain = "3XO4/3XO4/3XO4/3XO4/3XO4/3XO4/3XO4/3XO4/3XO4 O"
		solid = "3XOO1OO/3XOO1OO/3XOO1OO/3XOO1OO/3XOO1OO/3XOO1OO/3XOO1OO/3XOO1OO/3XOO1OO O"
		dead  = "3XO4/3XO4/3XO4/3XO4/O2XO4/O2XO4/3XO4/3XO4/3XO4 O"
	)
	for _, row := range []struct {
		name, position, rules string
		passes                bool
	}{
		{"ahead", plain, `{"size": 9, "komi": -20.5}`, true},
		{"ahead when dead stones go", dead, `{"size": 9, "komi": -20.5}`, false},
		{"lost", solid, `{"size": 9, "komi": 30.5}`, true},
	} {
		b := goBoard(t, row.position, row.rules)
		b.Play(goban.Pass)
		r := searched(t, newGoEngine(t, nil), b, 500, true)
		if (r.Best == goban.Pass) != row.passes {
			t.Errorf("%s: %s, want a pass: %v", row.name, b.Text(r.Best), row.passes)
		}
	}
}

func TestGo_replay(t *testing.T) {
	b := goBoard(t, "", `{"size": 9}`)
	l := DefaultLimits()
	l.Visits, l.Lines = 300, 5
	if testing.Short() {
		l.Visits = 100
	}
	run := func(e Engine) (list []Result) {
		board := b.Clone()
		for range 6 {
			r, err := e.Search(context.Background(), board, l)
			if err != nil {
				t.Fatal(err)
			}
			r.Time = 0
			list = append(list, r)
			board.Play(r.Best)
		}
		return list
	}
	e := newGoEngine(t, nil)
	if !e.Repeatable(l) {
		t.Error("one worker with a limit of visits is not repeatable")
	}
	first := run(e)
	if err := e.Clear(); err != nil {
		t.Fatal(err)
	}
	if again := run(e); !reflect.DeepEqual(first, again) {
		t.Error("the same games after Clear differ")
	}
	if other := run(newGoEngine(t, nil)); !reflect.DeepEqual(first, other) {
		t.Error("the same games of two engines differ")
	}
	if seeded := run(newGoEngine(t, func(o *Options) { o.Seed = 7 })); reflect.DeepEqual(first, seeded) {
		t.Error("another seed plays the same games")
	}
}

func TestGo_workers(t *testing.T) {
	e := newGoEngine(t, func(o *Options) { o.Workers = 3 })
	b := goBoard(t, "3OX2/OOOOX2/XXXXX2/7/7/7/7 X", `{"size": 7, "komi": 35.5}`)
	if r := searched(t, e, b, 1500, true); b.Text(r.Best) != "B7" || r.Nodes != 1500 {
		t.Errorf("%s after %d playouts, want B7 after 1500", b.Text(r.Best), r.Nodes)
	}
}

func TestGo_cancel(t *testing.T) {
	e := newGoEngine(t, nil)
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	l := DefaultLimits()
	l.Progress = func(Result) { cancel(cause) }
	r, err := e.Search(ctx, goBoard(t, "", `{"size": 9}`), l)
	if !errors.Is(err, cause) || r.Best == game.NoMove {
		t.Errorf("%v with move %v, want %v and a move", err, r.Best, cause)
	}
}

// Superko holds inside the tree: a move that brings a position back is not
// among those searched.
func TestGo_superko(t *testing.T) {
	b := goBoard(t, "1XO2/X1XO1/1XO2/5/5 O", `{"size": 5}`)
	for _, text := range []string{"B4", "E1"} {
		m, err := b.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		b.Play(m)
	}
	r := searched(t, newGoEngine(t, nil), b, 400, true)
	for _, line := range r.Lines {
		again := b.Clone()
		for i, m := range line.Moves {
			if err := again.Check(m); err != nil {
				t.Fatalf("move %d of %s: %v", i, r.JSON(b), err)
			}
			again.Play(m)
		}
	}
}

func TestGo_refuses(t *testing.T) {
	for _, change := range []func(*Options){
		func(o *Options) { o.Net = "some.qknet" },
		func(o *Options) { o.Strategy = "joseki" },
		func(o *Options) { o.Book = "some.book" },
	} {
		o := DefaultOptions()
		change(&o)
		if _, err := New("go", o); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%+v: %v, want %v", o, err, ErrUnsupported)
		}
	}
}

func TestGo_timeIsKept(t *testing.T) {
	e := newGoEngine(t, func(o *Options) { o.Workers = 2 })
	l := DefaultLimits()
	l.Time = 30 * time.Millisecond
	r, err := e.Search(context.Background(), goBoard(t, "", `{"size": 19}`), l)
	if err != nil || r.Best == game.NoMove {
		t.Errorf("%v, %v; want a move", r.Best, err)
	}
}

// Whose the points are is what the games played out show.
func TestGo_ownership(t *testing.T) {
	for _, workers := range []int{1, 2} {
		e := newGoEngine(t, func(o *Options) { o.Workers = workers })
		b := goBoard(t, "3XO4/3XO4/3XO4/3XO4/3XO4/3XO4/3XO4/3XO4/3XO4 X", `{"size": 9}`)
		survey := e.(Surveyor)
		if shares := survey.Ownership(b); shares != nil {
			t.Errorf("before any search: %v", shares)
		}
		searched(t, e, b, 300, true)
		shares := survey.Ownership(b)
		if len(shares) != 81 {
			t.Fatalf("%d shares, want 81", len(shares))
		}
		if black, white := shares[4*9+3], shares[4*9+4]; black < 0.8 || white > 0.2 {
			t.Errorf("Black's share of D5 and E5 is %v and %v, want over 0.8 and under 0.2", black, white)
		}
		b.Play(goban.Pass)
		if shares := survey.Ownership(b); shares != nil {
			t.Errorf("of another position: %v", shares)
		}
	}
}
