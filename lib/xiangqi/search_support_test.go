package xiangqi

import (
	"slices"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

// walk calls f on the positions of random games.
func walk(t *testing.T, games int, f func(b *Board, moves []game.Move)) {
	t.Helper()
	for g := range games {
		r := rng.Of(5, uint64(g))
		b, err := New("", DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		for range 150 {
			moves := b.Moves(nil)
			if len(moves) == 0 {
				break
			}
			f(b, moves)
			b.Play(moves[r.IntN(len(moves))])
		}
	}
}

// exchangeOrder is how pieces are spent in an exchange, cheapest first.
var exchangeOrder = [...]Kind{Soldier, Advisor, Elephant, Horse, Cannon, Rook, King}

var testWorth = [8]int{Advisor: 200, Elephant: 210, Horse: 420, Rook: 950, Cannon: 440, Soldier: 130}

// gain is what the side to move wins on s by taking with its cheapest piece
// time and again, or not at all: Exchange, but played out on the board.
func gain(b *Board, s Square) int {
	for _, k := range exchangeOrder {
		from := b.AttackersTo(s, b.turn).and(b.sets[NewPiece(b.turn, k)])
		if from.Empty() {
			continue
		}
		if k == King && !b.AttackersTo(s, b.turn.Other()).Empty() {
			return 0
		}
		won := testWorth[b.cells[s].Kind()]
		b.Play(NewMove(from.First(), s))
		won -= gain(b, s)
		b.Undo()
		return max(won, 0)
	}
	return 0
}

func TestExchange_playedOut(t *testing.T) {
	asked := 0
	walk(t, 40, func(b *Board, moves []game.Move) {
		for _, m := range moves {
			won := testWorth[b.At(Target(m)).Kind()]
			b.Play(m)
			won -= gain(b, Target(m))
			b.Undo()
			for _, least := range [...]int{won - 1, won, won + 1, 0, -200} {
				asked++
				if got := b.Exchange(m, &testWorth, least); got != (won >= least) {
					t.Fatalf("%s %s: Exchange(%d) = %v, played out it wins %d", b.Position(), b.Text(m), least, got, won)
				}
			}
		}
	})
	if asked < 100_000 {
		t.Errorf("only %d questions asked", asked)
	}
}

// A direct check is seen before it is played, but for pieces that stand on the
// king's own lines or beside him, which may be their own screens.
func TestCheckPoints_played(t *testing.T) {
	checks := 0
	walk(t, 60, func(b *Board, moves []game.Move) {
		var points [8]Set
		b.CheckPoints(&points)
		king := b.kings[b.turn.Other()]
		near := cross[king].or(advisorSteps[0][king]).or(advisorSteps[1][king])
		for _, m := range moves {
			seen, given := points[b.At(Source(m)).Kind()].Has(Target(m)), b.GivesCheck(m)
			if seen && !given && !near.Has(Source(m)) {
				t.Fatalf("%s %s: seen as a check, is none", b.Position(), b.Text(m))
			}
			if given && !seen && !near.Has(Source(m)) && !near.Has(Target(m)) && b.diagonals(king) == 0 {
				t.Fatalf("%s %s: a check that was not seen", b.Position(), b.Text(m))
			}
			if given {
				checks++
			}
		}
	})
	if checks < 100 {
		t.Errorf("only %d checks met", checks)
	}
}

func TestMajorsAndMinors_asAttacks(t *testing.T) {
	walk(t, 10, func(b *Board, _ []game.Move) {
		for c := Red; c <= Black; c++ {
			var majors, minors [MenMax]Man
			n, k := b.Majors(c, &majors), b.Minors(c, &minors)
			if n+k != b.Men(c).Len() {
				t.Fatalf("%s: %d and %d men of %v, want %d", b.Position(), n, k, c, b.Men(c).Len())
			}
			for _, m := range append(majors[:n:n], minors[:k]...) {
				if b.At(m.Square) != NewPiece(c, m.Kind) || m.Takes != b.Attacks(m.Square) {
					t.Fatalf("%s: %v on %v takes %v, want %v", b.Position(), m.Kind, m.Square, m.Takes.Points(), b.Attacks(m.Square).Points())
				}
				if reach := m.Moves.or(m.Takes.and(b.occupied())).without(b.Men(c)); reach != b.Reach(m.Square) {
					t.Fatalf("%s: %v on %v reaches %v, want %v", b.Position(), m.Kind, m.Square, reach.Points(), b.Reach(m.Square).Points())
				}
			}
			var together Set
			for _, m := range minors[:k] {
				together = together.or(m.Takes)
			}
			if got := b.MinorReach(c); got != together {
				t.Fatalf("%s: the minors of %v take %v, want %v", b.Position(), c, got.Points(), together.Points())
			}
		}
	})
}

func TestCloneInto_isClone(t *testing.T) {
	into := &Board{}
	walk(t, 3, func(b *Board, moves []game.Move) {
		b.CloneInto(into)
		if c := b.Clone(); into.position != c.position || into.initial != c.initial || into.options != c.options || !slices.Equal(into.history, c.history) {
			t.Fatalf("%s: cloned into another board it is %s", b.Position(), into.Position())
		}
		into.Play(moves[0])
		into.Undo()
		into.Undo()
	})
}
