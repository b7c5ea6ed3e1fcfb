package nnue

import (
	"math/bits"

	"qikit.dev/qikit/internal/nnkern"
)

// Evaluator values positions with a network. It belongs to one worker and does not
// allocate.
type Evaluator struct {
	net   *Network
	tier  nnkern.Tier
	seats [2][]seat // by view, then king's place and mirroring
	at    [2]int    // the seat of each view that is of the last position
	last  sets      // the last position
	men   int       // in it
	views [2]nnkern.View
	moved []uint16 // men that differ from the last position: see differ

	// Fills a line of the processor's cache: the workers' evaluators lie side by side, and a
	// value of one would hold up the other.
	_ [48]byte
}

// sets are the points of a position's men.
type sets = [2][KindsMost]Points

// seat is a view with the king on one place: its last position, if another seat
// came after it, and its sums.
type seat struct {
	sets sets
	sums []uint64
}

// NewEvaluator takes eight bytes of memory for each sum and place of the king, and 1 kB for
// each place.
func NewEvaluator(n *Network) *Evaluator {
	e := &Evaluator{net: n, tier: nnkern.Current(), moved: make([]uint16, 0, 256)}
	size := n.Width/4 + nnkern.SumsAfter
	sums := make([]uint64, 4*n.Layout.Kings*size)
	for view := range e.seats {
		e.views[view].Rows = make([]uint32, 0, 256)
		e.seats[view] = make([]seat, 2*n.Layout.Kings)
		for i := range e.seats[view] {
			s := &e.seats[view][i]
			s.sums, sums = sums[:size:size], sums[size:]
			copy(s.sums, n.bias)
		}
	}
	return e
}

// Network is the one that values.
func (e *Evaluator) Network() *Network { return e.net }

// Score is the value for the player to move, 0 the first and 1 the second, in hundredths.
func (e *Evaluator) Score(men *Men, side int) int {
	n := e.net
	e.moved = differ(e.moved[:0], &men.Sets, &e.last, len(n.Layout.In.Men))
	own, other := e.view(men, side, 0), e.view(men, side^1, 1)
	if len(e.moved) > 0 {
		e.last = men.Sets
		for _, m := range e.moved {
			e.men += 1 - 2*int(m/gone)
		}
	}
	set := int(n.menBy[e.men&255])
	sum := e.tier.Views(n.Width/4, n.rows, &e.views, n.out[set])
	material := (n.material(own, set) - n.material(other, set)) / (2 * pieceUnit)
	return int(sum*n.scale/(clip*clip*outputUnit)) + int(n.biases[set]) + material
}

// material is a view's sum of material.
func (n *Network) material(sums []uint64, set int) int {
	return int(int32(uint32(sums[n.Width/4+set/2]>>(32*(set%2))) ^ 0x8000_0000))
}

// first is the lowest point of a set, and the rest.
func first(set Points) (p int, rest Points) {
	if set.Lo != 0 {
		return bits.TrailingZeros64(set.Lo), Points{set.Lo & (set.Lo - 1), set.Hi}
	}
	return 64 + bits.TrailingZeros64(set.Hi), Points{0, set.Hi & (set.Hi - 1)}
}

// gone is added to the index of a man that went.
const gone = 1 << 15

// differ appends the indexes of the men that came or went: see numbers.
func differ(dst []uint16, now, was *sets, kinds int) []uint16 {
	for owner := range now {
		a, b := &now[owner], &was[owner]
		changed := uint64(0) // kinds: one branch for all that did not change
		for kind := range a {
			d := (a[kind].Lo ^ b[kind].Lo) | (a[kind].Hi ^ b[kind].Hi)
			changed |= (d | -d) >> 63 << kind
		}
		for changed &= 1<<kinds - 1; changed != 0; changed &= changed - 1 {
			kind := bits.TrailingZeros64(changed) & (KindsMost - 1)
			was, man := b[kind], uint16(manAt(owner, kind, 0))
			for d := a[kind].Lo ^ was.Lo; d != 0; d &= d - 1 {
				p := bits.TrailingZeros64(d) & 63
				dst = append(dst, man+uint16(p)+uint16(was.Lo>>p&1)*gone)
			}
			for d := a[kind].Hi ^ was.Hi; d != 0; d &= d - 1 {
				p := bits.TrailingZeros64(d) & 63
				dst = append(dst, man+64+uint16(p)+uint16(was.Hi>>p&1)*gone)
			}
		}
	}
	return dst
}

// view notes as view number i what brings a player's sums up to date, and returns them.
func (e *Evaluator) view(men *Men, view, i int) []uint64 {
	l := e.net.Layout
	at := int(l.seat[view][men.King[view]])
	place, numbers := at/2, &l.number[view][at%2]
	s, moved := &e.seats[view][at], e.moved
	if was := e.at[view]; was != at {
		e.seats[view][was].sets, e.at[view] = e.last, at
		moved = differ(e.moved[len(e.moved):], &men.Sets, &s.sets, len(l.In.Men))
	}
	rows, base, stride := e.views[i].Rows[:0], place*l.Inputs, e.net.stride
	for _, m := range moved {
		if number := numbers[m&(gone-1)]; number >= 0 {
			rows = append(rows, uint32(2*(base+int(number))*stride)+uint32(m/gone))
		}
	}
	e.views[i].Rows, e.views[i].Sums = rows, s.sums
	return s.sums
}
