package xiangqi

import (
	"slices"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// slow is the second move generator: a mailbox that knows nothing but how each
// piece goes, tries every move and looks whether the king could be taken.
type slow struct {
	cells [squares]Piece
	turn  Color
}

func slowOf(b *Board) slow { return slow{b.cells, b.turn} }

var (
	straight = [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	oblique  = [][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
)

// goes lists where the piece on s could go or take, own pieces included.
func (b *slow) goes(s Square) (targets []Square) {
	p := b.cells[s]
	file, rank := s.File(), s.Rank()
	on := func(f, r int) bool { return f >= 0 && f < files && r >= 0 && r < ranks }
	empty := func(f, r int) bool { return b.cells[SquareAt(f, r)] == NoPiece }
	home := func(r int) int { // the rank as the piece's owner counts it
		if p.Color() == Black {
			return ranks - 1 - r
		}
		return r
	}
	add := func(f, r int) { targets = append(targets, SquareAt(f, r)) }
	palace := func(f, r int) bool { return f >= 3 && f <= 5 && home(r) <= 2 }
	switch p.Kind() {
	case King:
		for _, d := range straight {
			if f, r := file+d[0], rank+d[1]; on(f, r) && palace(f, r) {
				add(f, r)
			}
		}
	case Advisor:
		for _, d := range oblique {
			if f, r := file+d[0], rank+d[1]; on(f, r) && palace(f, r) {
				add(f, r)
			}
		}
	case Elephant:
		for _, d := range oblique {
			if f, r := file+2*d[0], rank+2*d[1]; on(f, r) && home(r) <= 4 && empty(file+d[0], rank+d[1]) {
				add(f, r)
			}
		}
	case Horse:
		for _, d := range straight {
			for _, side := range []int{-1, 1} {
				f, r := file+2*d[0]+side*d[1], rank+2*d[1]+side*d[0]
				if on(f, r) && empty(file+d[0], rank+d[1]) {
					add(f, r)
				}
			}
		}
	case Soldier:
		for _, d := range straight {
			f, r := file+d[0], rank+d[1]
			if on(f, r) && (home(r) > home(rank) || r == rank && home(rank) >= 5) {
				add(f, r)
			}
		}
	case Rook, Cannon:
		for _, d := range straight {
			screens := 0
			for f, r := file+d[0], rank+d[1]; on(f, r); f, r = f+d[0], r+d[1] {
				switch {
				case empty(f, r) && screens == 0:
					add(f, r)
				case empty(f, r):
				case p.Kind() == Rook && screens == 0, p.Kind() == Cannon && screens == 1:
					add(f, r)
					screens++
				default:
					screens++
				}
			}
		}
	}
	return targets
}

// inCheck says whether c's king could be taken, by facing the other king too.
// Kings, advisors and elephants give no check: they meet an enemy king only on
// boards that cannot arise.
func (b *slow) inCheck(c Color) bool {
	king := slices.Index(b.cells[:], NewPiece(c, King))
	if king < 0 {
		return false
	}
	for s, p := range b.cells {
		switch p.Kind() {
		case Rook, Cannon, Horse, Soldier:
			if p.Color() != c && slices.Contains(b.goes(Square(s)), Square(king)) {
				return true
			}
		}
	}
	other := slices.Index(b.cells[:], NewPiece(c.Other(), King))
	if other < 0 || other%files != king%files {
		return false
	}
	for s := min(king, other) + files; s < max(king, other); s += files {
		if b.cells[s] != NoPiece {
			return false
		}
	}
	return true
}

// moves lists the legal moves, sorted.
func (b *slow) moves() (moves []game.Move) {
	for s, p := range b.cells {
		if p == NoPiece || p.Color() != b.turn {
			continue
		}
		for _, t := range b.goes(Square(s)) {
			taken := b.cells[t]
			if taken != NoPiece && taken.Color() == b.turn {
				continue
			}
			after := *b
			after.cells[s], after.cells[t] = NoPiece, p
			if !after.inCheck(b.turn) {
				moves = append(moves, NewMove(Square(s), t))
			}
		}
	}
	slices.Sort(moves)
	return moves
}

// compare checks everything the fast board says of a position against the slow
// one.
func compare(t *testing.T, b *Board) {
	t.Helper()
	s := slowOf(b)
	want := s.moves()
	got := b.Moves(nil)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("%s: Moves = %v, want %v", b.Position(), texts(b, got), texts(b, want))
	}
	if n := b.CountMoves(); n != len(want) {
		t.Fatalf("%s: CountMoves = %d, want %d", b.Position(), n, len(want))
	}
	if check := s.inCheck(b.turn); b.InCheck() != check {
		t.Fatalf("%s: InCheck = %v, want %v", b.Position(), !check, check)
	}
	captures := b.Captures(nil)
	slices.Sort(captures)
	want = slices.DeleteFunc(want, func(m game.Move) bool { return b.At(Target(m)) == NoPiece })
	if !slices.Equal(captures, want) {
		t.Fatalf("%s: Captures = %v, want %v", b.Position(), texts(b, captures), texts(b, want))
	}
	compareAttacks(t, b, &s)
}

// compareAttacks checks what attacks each piece.
func compareAttacks(t *testing.T, b *Board, s *slow) {
	t.Helper()
	var want [2][squares]Set // by attacker's colour and point attacked
	for from, p := range s.cells {
		if p == NoPiece {
			continue
		}
		for _, to := range s.goes(Square(from)) {
			want[p.Color()][to] = want[p.Color()][to].or(bit[from])
			if other := s.cells[to]; other != NoPiece && !b.Attacks(Square(from)).Has(to) {
				t.Fatalf("%s: Attacks(%s) lacks %s", b.Position(), Square(from), to)
			}
			if other := s.cells[to]; b.Reach(Square(from)).Has(to) != (other == NoPiece || other.Color() != p.Color()) {
				t.Fatalf("%s: Reach(%s) is wrong about %s", b.Position(), Square(from), to)
			}
		}
	}
	for x := b.occupied(); !x.Empty(); x = x.Rest() {
		for c := Red; c <= Black; c++ {
			if got := b.AttackersTo(x.First(), c); got != want[c][x.First()] {
				t.Fatalf("%s: AttackersTo(%s, %s) = %v, want %v", b.Position(), x.First(), c, got.Points(), want[c][x.First()].Points())
			}
		}
	}
}

func texts(b *Board, moves []game.Move) []string {
	out := make([]string, len(moves))
	for i, m := range moves {
		out[i] = b.Text(m)
	}
	return out
}
