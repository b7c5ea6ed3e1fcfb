package chessterms

import (
	"qikit.dev/qikit/lib/chess"
)

// The terms, as indices of Terms.
const (
	Material = iota
	Position
	Mobility
	Pawns
	Attack
	Count
)

// Names are those of the terms.
var Names = [Count]string{"material", "position", "mobility", "pawns", "attack"}

// Tempo is the worth of having the move.
const Tempo = 14

// pair is a number for the opening and one for the endgame.
type pair struct{ opening, end int }

func (p *pair) add(q pair, times int) {
	p.opening += q.opening * times
	p.end += q.end * times
}

// Terms are one player's, by term.
type Terms [Count]pair

// phases are what men count for how far the game is from its end; a start position has phaseMost.
var phases = [8]int{chess.Knight: 1, chess.Bishop: 1, chess.Rook: 2, chess.Queen: 4}

const phaseMost = 24

var worth = [8]pair{
	chess.Pawn: {88, 112}, chess.Knight: {325, 305}, chess.Bishop: {338, 318}, chess.Rook: {485, 540}, chess.Queen: {1010, 985},
}

// places is what a man's place is worth, seen by White.
var places [8][64]pair

func init() {
	central := [8]int{0, 1, 2, 3, 3, 2, 1, 0}
	advanced := [8]pair{{}, {}, {1, 6}, {5, 12}, {13, 24}, {26, 46}, {44, 76}, {}}
	for s := range chess.Square(64) {
		file, rank := central[s.File()], central[s.Rank()]
		both := file + rank
		pawn := advanced[s.Rank()]
		if file >= 2 && s.Rank() >= 2 {
			pawn.opening += 5 * (file - 1)
		}
		if file == 3 && s.Rank() == 1 {
			pawn.opening -= 12 // it stands in the way
		}
		places[chess.Pawn][s] = pawn
		places[chess.Knight][s] = pair{7*both - 24 + 4*min(3, s.Rank()), 6*both - 22}
		places[chess.Bishop][s] = pair{4*both - 14, 3*both - 10}
		rook := pair{3*file - 4, 0}
		if s.Rank() == 6 {
			rook = pair{18, 22}
		}
		places[chess.Rook][s] = rook
		places[chess.Queen][s] = pair{both - 4, 5*both - 16}
		places[chess.King][s] = pair{-7*file - 18*min(4, s.Rank()), 10*both - 34}
		if s.Rank() == 0 && s.File() == 5 {
			places[chess.King][s].opening -= 12 // between a rook and his corner
		}
		if s.Rank() < 2 {
			places[chess.Knight][s].opening -= 6
			places[chess.Bishop][s].opening -= 6
		}
	}
	for s := range chess.Square(64) {
		for c := range front {
			for t := range chess.Square(64) {
				ahead := t.Rank() > s.Rank()
				if chess.Color(c) == chess.Black {
					ahead = t.Rank() < s.Rank()
				}
				if d := t.File() - s.File(); ahead && d >= -1 && d <= 1 {
					front[c][s] |= 1 << t
				}
			}
		}
		for t := range chess.Square(64) {
			if d := t.File() - s.File(); d == 1 || d == -1 {
				beside[s.File()] |= 1 << t
			}
			if t.File() == s.File() {
				files[s.File()] |= 1 << t
			}
		}
	}
}

var (
	front  [2][64]chess.Set // squares ahead on a square's file and the two beside it
	beside [8]chess.Set     // the files beside a file
	files  [8]chess.Set
)

// moves are what a square more or less is worth, and how many are usual.
var moves = [8]struct {
	each  pair
	usual int
}{chess.Knight: {pair{4, 4}, 4}, chess.Bishop: {pair{5, 5}, 6}, chess.Rook: {pair{2, 4}, 7}, chess.Queen: {pair{1, 3}, 13}}

// dangers are what a man counts that attacks squares around the king.
var dangers = [8]int{chess.Knight: 9, chess.Bishop: 9, chess.Rook: 13, chess.Queen: 17}

var (
	twoBishops = pair{26, 44}
	openFile   = pair{24, 10}
	halfOpen   = pair{11, 6}
	isolated   = pair{-11, -14}
	doubled    = pair{-7, -20}
	guarded    = pair{7, 6}
	outpost    = pair{18, 10}
	shield     = pair{11, 0}
	passed     = [8]pair{{}, {2, 8}, {4, 12}, {10, 30}, {26, 58}, {54, 104}, {92, 168}, {}}
	blocked    = [8]pair{{}, {}, {}, {0, 8}, {0, 18}, {4, 34}, {10, 58}, {}}
)

// own is a square as its player sees it.
func own(c chess.Color, s chess.Square) chess.Square {
	if c == chess.Black {
		return s ^ 56
	}
	return s
}

// Player counts one player's terms.
func Player(b *chess.Board, c chess.Color, t *Terms) {
	*t = Terms{}
	them := c.Other()
	theirPawns, theirKing := b.Pieces(them, chess.Pawn), b.KingSquare(them)
	safe := ^(b.PawnAttacks(them) | b.Pieces(c, chess.Pawn) | b.Pieces(c, chess.King))
	var zone chess.Set
	if theirKing != chess.NoSquare {
		zone = b.Sight(chess.King, theirKing) | 1<<theirKing
	}
	danger, attackers := 0, 0
	for k := chess.Knight; k <= chess.Queen; k++ {
		for x := b.Pieces(c, k); x != 0; x = x.Rest() {
			s := x.First()
			t[Material].add(worth[k], 1)
			t[Position].add(places[k][own(c, s)], 1)
			sight := b.Sight(k, s)
			t[Mobility].add(moves[k].each, (sight&safe).Len()-moves[k].usual)
			if n := (sight & zone).Len(); n > 0 {
				attackers++
				danger += dangers[k] + 4*n
			}
			switch {
			case k == chess.Rook && files[s.File()]&b.Pieces(c, chess.Pawn) == 0:
				if files[s.File()]&theirPawns == 0 {
					t[Position].add(openFile, 1)
				} else {
					t[Position].add(halfOpen, 1)
				}
			case k == chess.Knight && own(c, s).Rank() >= 3 && b.PawnAttacks(c).Has(s) && front[c][s]&beside[s.File()]&theirPawns == 0:
				t[Position].add(outpost, 1)
			}
		}
	}
	if b.Pieces(c, chess.Bishop).Rest() != 0 {
		t[Position].add(twoBishops, 1)
	}
	if attackers > 1 && b.Pieces(c, chess.Queen) != 0 {
		t[Attack].opening += min(600, danger*danger/18)
		t[Attack].end += danger / 4
	}
	pawns(b, c, t)
	king(b, c, t)
}

// pawns counts the pawns of a player, and their structure.
func pawns(b *chess.Board, c chess.Color, t *Terms) {
	mine, theirs := b.Pieces(c, chess.Pawn), b.Pieces(c.Other(), chess.Pawn)
	attacks := b.PawnAttacks(c)
	for x := mine; x != 0; x = x.Rest() {
		s := x.First()
		at := own(c, s)
		t[Material].add(worth[chess.Pawn], 1)
		t[Position].add(places[chess.Pawn][at], 1)
		if beside[s.File()]&mine == 0 {
			t[Pawns].add(isolated, 1)
		}
		if front[c][s]&files[s.File()]&mine != 0 {
			t[Pawns].add(doubled, 1)
			continue
		}
		if attacks.Has(s) {
			t[Pawns].add(guarded, 1)
		}
		if front[c][s]&theirs == 0 {
			t[Pawns].add(passed[at.Rank()], 1)
			next := own(c, at+8)
			if b.At(next) != chess.NoPiece {
				t[Pawns].add(blocked[at.Rank()], -1)
			}
			// Kings run beside it when little else is left.
			if k, e := b.KingSquare(c), b.KingSquare(c.Other()); k != chess.NoSquare && e != chess.NoSquare {
				t[Pawns].end += (distance(e, next)*4 - distance(k, next)*2) * max(0, at.Rank()-2)
			}
		}
	}
}

// king counts the place of a player's king and the pawns before him.
func king(b *chess.Board, c chess.Color, t *Terms) {
	s := b.KingSquare(c)
	if s == chess.NoSquare {
		return
	}
	t[Position].add(places[chess.King][own(c, s)], 1)
	if own(c, s).Rank() < 2 {
		mine := b.Pieces(c, chess.Pawn)
		near := front[c][s] & (b.Sight(chess.King, s) | ahead(c, b.Sight(chess.King, s)))
		t[Attack].add(shield, min(4, (mine&near).Len())-2)
		if files[s.File()]&mine == 0 {
			t[Attack].opening -= 16
		}
	}
}

func ahead(c chess.Color, x chess.Set) chess.Set {
	if c == chess.Black {
		return x >> 8
	}
	return x << 8
}

func distance(s, t chess.Square) int {
	file, rank := s.File()-t.File(), s.Rank()-t.Rank()
	return max(file, -file, rank, -rank)
}

// phase is phaseMost when all men are there, 0 when only pawns are.
func phase(b *chess.Board) (n int) {
	for k := chess.Knight; k <= chess.Queen; k++ {
		n += phases[k] * (b.Pieces(chess.White, k).Len() + b.Pieces(chess.Black, k).Len())
	}
	return min(n, phaseMost)
}

// mixed is what a term counts in a position.
func (t *Terms) mixed(term, phase int) int {
	return (t[term].opening*phase + t[term].end*(phaseMost-phase)) / phaseMost
}

// Values are a player's terms in hundredths of a pawn, in the order of Names.
func Values(b *chess.Board, c chess.Color) (values [Count]int) {
	var t Terms
	Player(b, c, &t)
	at := phase(b)
	for term := range values {
		values[term] = t.mixed(term, at)
	}
	return values
}

// Value is what the player to move has more than the other, and Tempo.
func Value(b *chess.Board) int {
	var mine, theirs Terms
	Player(b, b.Side(), &mine)
	Player(b, b.Side().Other(), &theirs)
	at, total := phase(b), Tempo
	for term := range mine {
		total += mine.mixed(term, at) - theirs.mixed(term, at)
	}
	return total
}
