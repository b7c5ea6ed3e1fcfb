package engine

import (
	"context"
	"slices"
	"testing"

	"qikit.dev/qikit/lib/game"
)

func gomokuAt(t testing.TB, position, rules string) game.Board {
	t.Helper()
	b, err := game.New("gomoku", game.Setup{Position: position, Rules: []byte(rules)})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func gomokuSearch(t testing.TB, b game.Board, level, depth int) Result {
	t.Helper()
	o := DefaultOptions()
	o.Level, o.TableMB = level, 4
	e, err := New("gomoku", o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	l := DefaultLimits()
	l.Depth = depth
	r, err := e.Search(context.Background(), b, l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Black has two threes that White has stopped at one end each: two fours with one stone.
const gomokuDoubleFour = "96/96/96/7O7/7X7/7X7/7X7/8XXXO3/96/96/96/96/4OO9/4O91/4O91 X"

func TestGomoku_provesFours(t *testing.T) {
	b := gomokuAt(t, gomokuDoubleFour, "")
	for _, level := range []int{10, 7} { // the solver, and the search alone
		r := gomokuSearch(t, b, level, 6)
		if r.Proven != "win" || r.Plies != 3 || level == 10 && (len(r.Lines[0].Moves) != r.Plies || r.Score != Mate-3 || r.WinRate != 1) {
			t.Errorf("level %d: %+v", level, r)
		}
		if level == 10 {
			if err := game.PlayLine(b.Copy(), []string{b.Text(r.Best)}); err != nil {
				t.Error(err)
			}
			c := b.Copy()
			for _, m := range r.Lines[0].Moves {
				c.Play(m)
			}
			if o, over := c.Outcome(); !over || o.Winner != 0 {
				t.Errorf("the line ends in %s", c.Position())
			}
		}
	}
	// In Renju it is Black's double-four; White may make it.
	if r := gomokuSearch(t, gomokuAt(t, gomokuDoubleFour, `{"rule": "renju"}`), 10, 4); r.Plies == 3 && r.Proven == "win" {
		t.Errorf("Renju: %+v", r)
	}
	if r := gomokuSearch(t, gomokuAt(t, gomokuDoubleFour+" O", `{"rule": "renju"}`), 10, 4); r.Plies != 3 || r.Proven != "win" {
		t.Errorf("Renju with the colours exchanged: %+v", r)
	}
}

// A three is stopped on its line, a four on its last point, and an own five comes first.
func TestGomoku_answers(t *testing.T) {
	for _, c := range []struct {
		position string
		best     []string
	}{
		{"96/96/96/96/96/96/96/6XXX6/96/6O8/8O6/96/96/96/96 O", []string{"e8", "f8", "j8", "k8"}},
		{"96/96/96/96/96/96/96/4OXXXX6/96/6O8/8O6/9O5/96/96/96 O", []string{"j8"}},
		{"96/96/96/96/96/96/96/4OXXXX6/4O91/4O91/4O91/96/96/96/96 X", []string{"j8"}},
	} {
		b := gomokuAt(t, c.position, "")
		for _, level := range []int{7, 10} {
			if r := gomokuSearch(t, b, level, 5); !slices.Contains(c.best, b.Text(r.Best)) {
				t.Errorf("%s at level %d: %s, want one of %v", c.position, level, b.Text(r.Best), c.best)
			}
		}
	}
}

// Every rule is played to the end, with legal moves alone.
func TestGomoku_playsToTheEnd(t *testing.T) {
	for _, rules := range []string{`{"size": 7}`, `{"size": 8, "rule": "standard"}`, `{"size": 9, "rule": "renju"}`} {
		o := DefaultOptions()
		o.TableMB = 4
		e, err := New("gomoku", o)
		if err != nil {
			t.Fatal(err)
		}
		b := gomokuAt(t, "", rules)
		l := DefaultLimits()
		l.Nodes = 600
		for len(b.Moves(nil)) > 0 {
			r, err := e.Search(context.Background(), b, l)
			if err != nil || !slices.Contains(b.Moves(nil), r.Best) {
				t.Fatalf("%s: %s, %v", b.Position(), b.Text(r.Best), err)
			}
			b.Play(r.Best)
		}
		if o, over := b.Outcome(); !over {
			t.Errorf("%s: %+v", b.Position(), o)
		}
		e.Close()
	}
}

func TestGomoku_evaluates(t *testing.T) {
	e, err := New("gomoku", DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	b := gomokuAt(t, "96/96/96/96/96/96/6O8/6XXX6/96/6O8/8O6/96/96/96/96 O", "")
	terms, err := Evaluate(e, b)
	if err != nil || len(terms) != 2 || terms[0].Name != "rows" || terms[0].Value >= 0 || terms[1].Value != terms[0].Value {
		t.Errorf("%+v, %v", terms, err)
	}
}
