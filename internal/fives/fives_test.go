package fives

import (
	"math/rand/v2"
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/gomoku"
)

func board(t testing.TB, text, rule string) *gomoku.Board {
	t.Helper()
	b, err := gomoku.New(text, gomoku.Options{Size: 15, Rule: rule}, true)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var rules = []string{gomoku.Freestyle, gomoku.Standard, gomoku.Renju}

// What is kept up to date is what a fresh look at the board finds, and after all moves
// are taken back it is what it was.
func TestPosition_likeAFreshOne(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	for i := range 30 {
		b, err := gomoku.New("", gomoku.Options{Size: 5 + r.IntN(15), Rule: rules[i%3]}, false)
		if err != nil {
			t.Fatal(err)
		}
		p := New(b)
		start := *p
		for len(b.Moves(nil)) > 0 && b.Len() < 60 {
			moves := b.Moves(nil)
			p.Play(moves[r.IntN(len(moves))])
			same(t, p, New(b.Clone()))
		}
		for b.Len() > 0 {
			p.Undo()
		}
		same(t, p, &start)
	}
}

func same(t *testing.T, p, q *Position) {
	t.Helper()
	if p.state != q.state || p.lines != q.lines {
		t.Fatalf("%s: %+v, fresh %+v", p.board.Position(), p.state, q.state)
	}
	for c := range 2 {
		for at := range goban.Point(goban.PointLimit) {
			if p.at(goban.Color(c), at) != q.at(goban.Color(c), at) {
				t.Fatalf("%s: other shapes on %v", p.board.Position(), at)
			}
		}
	}
}

// A five is what the rules call one, and a four has as many points for it as it says.
func TestShape_likeTheRules(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 6))
	seen := map[Shape]int{}
	for i := range 120 {
		b, err := gomoku.New("", gomoku.Options{Size: 8 + r.IntN(5), Rule: rules[i%3]}, false)
		if err != nil {
			t.Fatal(err)
		}
		for moves := b.Moves(nil); len(moves) > 0 && b.Len() < 30; moves = b.Moves(nil) {
			b.Play(moves[r.IntN(len(moves))])
		}
		p := New(b)
		for at := range goban.Point(goban.PointLimit) {
			if b.Won() != goban.Empty || !b.Has(at) || b.At(at) != goban.Empty || b.Turn() == 0 && !b.Legal(at) {
				continue
			}
			c := b.Side()
			best := p.Best(c, at)
			seen[best]++
			if (best == Five) != b.Five(at, c) {
				t.Fatalf("%s: %v is %d", b.Position(), at, best)
			}
			if best == Five {
				continue
			}
			b.Play(game.Move(at))
			fives := 0
			for q := range goban.Point(goban.PointLimit) {
				if b.Has(q) && b.At(q) == goban.Empty && b.Five(q, c) {
					fives++
				}
			}
			b.Undo()
			before := 0
			for q := range goban.Point(goban.PointLimit) {
				if q != at && b.Has(q) && b.At(q) == goban.Empty && b.Five(q, c) {
					before++
				}
			}
			if made := fives - before; before == 0 && (best == Four && made < 1 || best == OpenFour && made < 2 || best < Four && made > 0) {
				t.Fatalf("%s: %v is %d and makes %d fours", b.Position(), at, best, made)
			}
		}
	}
	for s := One; s < shapes; s++ {
		if seen[s] < 5 {
			t.Errorf("shape %d came up %d times", s, seen[s])
		}
	}
}

// Shapes by hand: a stone on h8, along its row.
func TestShape_byHand(t *testing.T) {
	for _, c := range []struct {
		row   string
		shape [2]Shape // five or more, exactly five
	}{
		{"96", [2]Shape{One, One}},
		{"7.X6", [2]Shape{OpenTwo, OpenTwo}},
		{"7.XX5", [2]Shape{OpenThree, OpenThree}},
		{"6O.XX5", [2]Shape{ClosedThree, ClosedThree}},
		{"6..XXO4", [2]Shape{ClosedThree, ClosedThree}},
		{"5O..XX1O3", [2]Shape{ClosedThree, ClosedThree}},
		{"7.XXX4", [2]Shape{OpenFour, OpenFour}},
		{"7.XXXO3", [2]Shape{Four, Four}},
		{"6O.XXXO3", [2]Shape{None, None}},
		{"5X1.X1X4", [2]Shape{OpenThree, ClosedThree}},
		{"4X1X.X1X4", [2]Shape{OpenFour, OpenFour}},
		{"5X1.XX1X3", [2]Shape{OpenFour, OpenFour}},
		{"7.XXXX3", [2]Shape{Five, Five}},
		{"5XX.XXX4", [2]Shape{Five, None}},
		{"3O3.3O3", [2]Shape{One, One}},
		{"4O2.2O4", [2]Shape{One, One}},
		{"5O1.2O4", [2]Shape{None, None}},
	} {
		for kind, rule := range []string{gomoku.Freestyle, gomoku.Standard} {
			p := New(board(t, "96/96/96/96/96/96/96/"+c.row+"/96/96/96/96/96/96/96 X", rule))
			if got := p.at(goban.Black, goban.PointAt(7, 7)).shape(0); got != c.shape[kind] {
				t.Errorf("%s in %s: %d, want %d", c.row, rule, got, c.shape[kind])
			}
		}
	}
}

// What the lens sees of each line is what its points, read one by one, stand for.
func TestLens_likeTheTables(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	seen := map[Shape]int{}
	for i := range 60 {
		b := scattered(r, 9+r.IntN(11), rules[i%3], 8+r.IntN(12))
		p := New(b)
		for at := range goban.Point(goban.PointLimit) {
			if !b.Has(at) || b.At(at) != goban.Empty {
				continue
			}
			for c := range goban.Color(2) {
				kind := 0
				if b.Exact(c) {
					kind = 1
				}
				for line, step := range gomoku.Steps {
					want := tables[kind]()[windowOf(b, at, step, c)]
					if got := p.at(c, at).shape(line); got != want {
						t.Fatalf("%s %s: %s on %v along line %d makes %d, want %d", b.Position(), b.Rules().Rule, c, at, line, got, want)
					}
					seen[want]++
				}
			}
		}
	}
	for s := None; s < Five; s++ {
		if seen[s] == 0 {
			t.Errorf("shape %d did not come up", s)
		}
	}
}

// windowOf reads a window from the board, point by point.
func windowOf(b *gomoku.Board, at goban.Point, step int, c goban.Color) (w int) {
	for i := range digits {
		away := i - reach
		if i >= reach {
			away++
		}
		column, row := at.Column(), at.Row()
		switch step {
		case gomoku.Steps[0]:
			column += away
		case gomoku.Steps[1]:
			row += away
		case gomoku.Steps[2]:
			column, row = column+away, row+away
		default:
			column, row = column-away, row+away
		}
		switch outside := min(column, row) < 0 || max(column, row) >= b.Size(); {
		case outside || b.At(goban.PointAt(column, row)) == c.Other():
			w += closed * powers[i]
		case b.At(goban.PointAt(column, row)) == c:
			w += own * powers[i]
		}
	}
	return w
}

// Moves, proofs and the value leave nothing for the garbage collector.
func TestPosition_allocatesNothing(t *testing.T) {
	b := scattered(rand.New(rand.NewPCG(6, 6)), 15, gomoku.Freestyle, 24)
	p := New(b)
	moves := make([]game.Move, 0, 400)
	ranks := make([]int32, 0, 400)
	all := func() {
		moves = p.Moves(moves[:0])
		ranks = p.Ranks(ranks[:0], moves)
		for _, m := range moves[:min(5, len(moves))] {
			p.Play(m)
			p.Decided(64)
			p.Proven(2, 64)
			p.Value()
			p.Undo()
		}
	}
	all()
	if n := testing.AllocsPerRun(20, all); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
