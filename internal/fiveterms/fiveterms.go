package fiveterms

import (
	"math/bits"
	"slices"

	"qikit.dev/qikit/lib/xiangqi"
)

// weight is an opening and an endgame value in one word, endgame in the upper
// half, so that both are added at once.
type weight int64

func pack(opening, endgame int16) weight { return weight(endgame)<<32 + weight(opening) }

func (w weight) opening() int { return int(int32(w)) }
func (w weight) endgame() int { return int(int32((w + 1<<31) >> 32)) }

// weights is DefaultWeights, packed.
var weights = func() (packed [Features]weight) {
	for i, w := range DefaultWeights {
		packed[i] = pack(w[0], w[1])
	}
	return packed
}()

// Tempo is the worth of having the move, in a full opening.
var Tempo = weights[FeatTempo].opening()

// folded is the point of the half board as red sees it (Red) or black.
var folded = func() (t [2][90]uint8) {
	for s := range 90 {
		file, rank := s%9, s/9
		t[xiangqi.Red][s] = uint8(rank*5 + min(file, 8-file))
		t[xiangqi.Black][s] = uint8((9-rank)*5 + min(file, 8-file))
	}
	return t
}()

// palaces of both colours; over is what lies across the river from a colour.
var (
	palaces = [2]xiangqi.Set{palaceOf(0), palaceOf(7)}
	over    = [2]xiangqi.Set{{Hi: 1<<45 - 1}, {Lo: 1<<45 - 1}}
)

func palaceOf(rank int) (x xiangqi.Set) {
	for s := range 90 {
		if file, r := s%9, s/9; file >= 3 && file <= 5 && r >= rank && r <= rank+2 {
			if s < 45 {
				x.Lo |= 1 << s
			} else {
				x.Hi |= 1 << (s - 45)
			}
		}
	}
	return x
}

// Tally is an evaluation under way: what each player has, by term. The zero
// Tally is ready; it may be used again and again, by one goroutine at a time.
type Tally struct {
	sums  [2][Terms]weight
	phase int // of the opening left, 0 to phaseMax

	men    [2][xiangqi.MenMax]xiangqi.Man // rooks, cannons and horses
	counts [2]int                         // of them in use
	rest   [xiangqi.MenMax]xiangqi.Man    // the other men of a colour, where they attack anything
	reach  [2]xiangqi.Set                 // what each colour attacks
	minor  [2]xiangqi.Set                 // what its soldiers, elephants, advisors and king attack
	noted  *[]Note                        // what was found, for tuning; nil otherwise
}

// Note is a feature found in a position.
type Note struct {
	Color   xiangqi.Color
	Feature int
}

// phaseMax is the sum of phaseOf over a full board: horses and cannons of both
// sides count 1, rooks 2.
const phaseMax = 16

var phaseOf = [8]int{xiangqi.Horse: 1, xiangqi.Cannon: 1, xiangqi.Rook: 2}

func (t *Tally) add(c xiangqi.Color, term, feature int) {
	t.sums[c][term] += weights[feature]
	if t.noted != nil {
		t.note(c, feature)
	}
}

// addTimes is add for a feature found n times.
func (t *Tally) addTimes(c xiangqi.Color, term, feature, n int) {
	t.sums[c][term] += weights[feature] * weight(n)
	if t.noted != nil {
		for range n {
			t.note(c, feature)
		}
	}
}

func (t *Tally) note(c xiangqi.Color, feature int) { *t.noted = append(*t.noted, Note{c, feature}) }

// Notes counts a board and lists what was found, for tuning.
func (t *Tally) Notes(b *xiangqi.Board) []Note {
	var notes []Note
	t.noted = &notes
	for s := range xiangqi.Square(90) {
		if p := b.At(s); p != xiangqi.NoPiece {
			value, place := stands(p, s)
			t.note(p.Color(), value)
			t.note(p.Color(), place)
		}
	}
	standing := StandingOf(b)
	for c := xiangqi.Red; c <= xiangqi.Black; c++ {
		own, enemy := standing.pairings(c)
		for _, feature := range slices.Concat(own[:], enemy[:]) {
			t.note(c, feature)
		}
	}
	t.Add(b, &standing)
	t.noted = nil
	return notes
}

// Phase is the share of the opening in the last count, 0 to 1.
func (t *Tally) Phase() float64 { return float64(t.phase) / phaseMax }

// Count evaluates a board from nothing.
func (t *Tally) Count(b *xiangqi.Board) {
	s := StandingOf(b)
	t.Add(b, &s)
}

// Add evaluates a board whose Standing is known. It costs about 0.3 microseconds.
func (t *Tally) Add(b *xiangqi.Board, s *Standing) {
	t.phase = min(s.phase, phaseMax)
	for c := xiangqi.Red; c <= xiangqi.Black; c++ {
		t.sums[c] = [Terms]weight{Value: s.value[c], Position: s.place[c], Own: s.own[c], Enemy: s.enemy[c]}
		t.look(b, c)
	}
	for c := xiangqi.Red; c <= xiangqi.Black; c++ {
		t.moves(b, c)
		t.protection(b, c)
		t.attacks(b, c)
		t.pressure(b, c, s.guards(c.Other()))
	}
}

// Player is what a colour has by a term, in hundredths of a soldier.
func (t *Tally) Player(c xiangqi.Color, term int) int {
	w := t.sums[c][term]
	return (w.opening()*t.phase + w.endgame()*(phaseMax-t.phase)) / phaseMax
}

// Total is the sum of a colour's terms.
func (t *Tally) Total(c xiangqi.Color) (sum int) {
	for term := range Terms {
		sum += t.Player(c, term)
	}
	return sum
}

// look gathers what a colour has and what everything attacks.
func (t *Tally) look(b *xiangqi.Board, c xiangqi.Color) {
	n := b.Majors(c, &t.men[c])
	t.counts[c] = n
	reach := b.MinorReach(c)
	t.minor[c] = reach
	for i := range t.men[c][:n] {
		m := &t.men[c][i]
		reach.Lo |= m.Takes.Lo
		reach.Hi |= m.Takes.Hi
	}
	t.reach[c] = reach
}

// moves counts mobility: points that are not a friend's and that no minor
// enemy piece attacks; for the king, that no enemy attacks at all.
func (t *Tally) moves(b *xiangqi.Board, c xiangqi.Color) {
	mine, theirs := b.Men(c), b.Men(c.Other())
	shut := t.minor[c.Other()]
	for i := range t.men[c][:t.counts[c]] {
		m := &t.men[c][i]
		free := m.Moves
		base := FeatRook
		switch m.Kind {
		case xiangqi.Cannon:
			base = FeatCannon
			free.Lo |= m.Takes.Lo & theirs.Lo
			free.Hi |= m.Takes.Hi & theirs.Hi
		case xiangqi.Horse:
			base = FeatHorse
		}
		lo, hi := free.Lo&^(mine.Lo|shut.Lo), free.Hi&^(mine.Hi|shut.Hi)
		t.add(c, Mobility, base+bits.OnesCount64(lo)+bits.OnesCount64(hi))
	}
	if s := b.KingSquare(c); s != xiangqi.NoSquare {
		free, shut := b.Attacks(s), t.reach[c.Other()]
		lo, hi := free.Lo&^(mine.Lo|shut.Lo), free.Hi&^(mine.Hi|shut.Hi)
		t.add(c, Mobility, FeatKingMoves+bits.OnesCount64(lo)+bits.OnesCount64(hi))
	}
}
