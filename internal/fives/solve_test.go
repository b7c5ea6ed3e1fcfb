package fives

import (
	"math/rand/v2"
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/gomoku"
)

// brute looks for a victory by continuous fours with the rules alone: each legal move after
// which some point makes five, and each answer that stops them all.
type brute struct {
	b     *gomoku.Board
	nodes int
}

func (s *brute) fives(c goban.Color) (points []goban.Point) {
	for at := range goban.Point(goban.PointLimit) {
		if s.b.Has(at) && s.b.At(at) == goban.Empty && s.b.Five(at, c) {
			points = append(points, at)
		}
	}
	return points
}

// wins says whether the side to move wins within so many of its moves.
func (s *brute) wins(depth int) bool {
	s.nodes++
	c := s.b.Side()
	if len(s.fives(c)) > 0 {
		return true
	}
	if depth <= 1 {
		return false
	}
	for _, m := range s.b.Moves(nil) {
		s.b.Play(m)
		won := len(s.fives(c)) > 0 && len(s.fives(c.Other())) == 0 && s.holds(depth-1)
		s.b.Undo()
		if won {
			return true
		}
	}
	return false
}

// holds says whether the attacker wins whatever is answered to his four.
func (s *brute) holds(depth int) bool {
	points := s.fives(s.b.Side().Other())
	for _, at := range points {
		if !s.b.Legal(at) {
			continue
		}
		s.b.Play(game.Move(at))
		won := s.wins(depth)
		s.b.Undo()
		if !won {
			return false
		}
	}
	return true
}

// replay plays a line of a proof: the loser can never make five, and the winner does at last.
func replay(t *testing.T, b *gomoku.Board, line []game.Move) {
	t.Helper()
	b = b.Clone()
	winner := b.Turn()
	for i, m := range line {
		if err := b.Check(m); err != nil {
			t.Fatalf("%s: move %d of the line: %v", b.Position(), i+1, err)
		}
		b.Play(m)
	}
	if o, over := b.Outcome(); !over || o.Winner != winner {
		p := New(b)
		if p.Count(goban.Color(winner), Five) == 0 { // or every answer is forbidden
			t.Fatalf("%s: the line ends without five", b.Position())
		}
	}
}

// scattered is a position with stones thrown around the middle, no five near.
func scattered(r *rand.Rand, size int, rule string, stones int) *gomoku.Board {
	for {
		b, err := gomoku.New("", gomoku.Options{Size: size, Rule: rule}, false)
		if err != nil {
			return nil
		}
		for b.Len() < stones {
			at := goban.PointAt(2+r.IntN(size-4), 2+r.IntN(size-4))
			if b.At(at) == goban.Empty && b.Legal(at) && !b.Five(at, b.Side()) {
				b.Play(game.Move(at))
			}
		}
		if p := New(b); p.Count(0, Five)+p.Count(1, Five) == 0 {
			return b
		}
	}
}

// The solver finds a victory by fours exactly where the rules alone find one.
func TestSolveFours_likeBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 6))
	found := 0
	for i := range 120 {
		b := scattered(r, 11, rules[i%3], 12+r.IntN(14))
		line, _ := New(b.Clone()).SolveFours(1 << 20)
		const deep = 5
		slow := brute{b: b.Clone()}
		want := slow.wins(deep)
		if want && line == nil || !want && line != nil && len(line) < 2*deep {
			t.Fatalf("%s %s: line of %d, by the rules alone %t", b.Position(), b.Rules().Rule, len(line), want)
		}
		if line != nil {
			found++
			replay(t, b, line)
		}
	}
	if found < 20 {
		t.Errorf("%d of 120 positions are won by fours", found)
	}
}

// exhaust says whether the side to move wins within so many plies, by all moves of both.
func exhaust(b *gomoku.Board, plies int) bool {
	winner := b.Turn()
	return any1(b, plies, winner)
}

func any1(b *gomoku.Board, plies, winner int) bool {
	o, over := b.Outcome()
	if over || plies == 0 {
		return over && o.Winner == winner
	}
	for _, m := range b.Moves(nil) {
		b.Play(m)
		won := any1(b, plies-1, winner)
		b.Undo()
		if won == (b.Turn() == winner) {
			return won
		}
	}
	return b.Turn() != winner
}

// What threes prove in three moves of the winner, all moves of both prove on a small board.
func TestSolve_likeExhaustion(t *testing.T) {
	enough := 4
	if testing.Short() {
		enough = 1
	}
	r := rand.New(rand.NewPCG(4, 6))
	found, checked := 0, 0
	for i := 0; checked < enough && i < 3000; i++ {
		b, err := gomoku.New("", gomoku.Options{Size: 6, Rule: rules[i%3]}, false)
		if err != nil {
			t.Fatal(err)
		}
		for b.Len() < 12+i%8 {
			moves := b.Moves(nil)
			if len(moves) == 0 {
				break
			}
			b.Play(moves[r.IntN(len(moves))])
		}
		if b.Won() != goban.Empty {
			continue
		}
		line, _ := New(b.Clone()).Solve(1 << 16)
		if line == nil {
			continue
		}
		found++
		replay(t, b, line)
		if fours, _ := New(b.Clone()).SolveFours(1 << 16); len(line) == 5 && fours == nil {
			checked++
			if !exhaust(b.Clone(), 5) {
				t.Fatalf("%s %s: %v is no win", b.Position(), b.Rules().Rule, texts(b, line))
			}
		}
	}
	if checked < enough {
		t.Errorf("%d of %d victories were by threes in five plies", checked, found)
	}
}

func texts(b *gomoku.Board, line []game.Move) (names []string) {
	for _, m := range line {
		names = append(names, b.Text(m))
	}
	return names
}

// The look for fours that every position of a search has finds what the solver finds.
func TestDecided_likeSolveFours(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 6))
	won, lost := 0, 0
	for i := range 60 {
		b := scattered(r, 11+r.IntN(5), rules[i%3], 12+r.IntN(16))
		const enough = 4000
		line, spent := New(b.Clone()).SolveFours(enough)
		plies := New(b.Clone()).Decided(enough)
		if spent >= enough {
			continue
		}
		if plies > 0 != (line != nil) || plies > 0 && plies < len(line) {
			t.Fatalf("%s %s: decided in %d plies, the solver's line has %d", b.Position(), b.Rules().Rule, plies, len(line))
		}
		if plies > 0 {
			won++
		}
		// A four in two ways is lost for whoever has to stop it.
		p := New(b)
		for _, m := range b.Moves(nil) {
			p.Play(m)
			if p.Decided(0) < 0 {
				lost++
				if s := (&brute{b: b}); len(s.fives(b.Side())) > 0 || len(s.fives(b.Side().Other())) < 2 {
					t.Fatalf("%s: not lost", b.Position())
				}
			}
			p.Undo()
		}
	}
	if won < 10 || lost < 10 {
		t.Errorf("%d won, %d lost", won, lost)
	}
}
