package nnue

import "math/bits"

// Evaluator values positions with a network. It belongs to one worker and does not
// allocate.
type Evaluator struct {
	net   *Network
	seats [2][]seat // by view, then king's place and mirroring
	rows  []uint32  // rows to add and to take away: their first words
	gone  []uint32
}

// seat is a view with the king on one place: its last position and sums.
type seat struct {
	sets [2][KindsMost]Points
	sums []uint64
}

// NewEvaluator takes some 100 bytes of memory for each sum and place of the king.
func NewEvaluator(n *Network) *Evaluator {
	e := &Evaluator{net: n, rows: make([]uint32, 0, 256), gone: make([]uint32, 0, 256)}
	sums := make([]uint64, 4*n.Layout.Kings*n.stride)
	for view := range e.seats {
		e.seats[view] = make([]seat, 2*n.Layout.Kings)
		for i := range e.seats[view] {
			s := &e.seats[view][i]
			s.sums, sums = sums[:n.stride:n.stride], sums[n.stride:]
			copy(s.sums, n.bias)
		}
	}
	return e
}

// Network is the one that values.
func (e *Evaluator) Network() *Network { return e.net }

// Score is the value for the player to move, 0 the first and 1 the second, in hundredths.
func (e *Evaluator) Score(men *Men, side int) int {
	own, other := e.view(men, side), e.view(men, side^1)
	count := 0
	for owner := range 2 {
		for kind := range men.Sets[owner] {
			set := &men.Sets[owner][kind]
			count += bits.OnesCount64(set.Lo) + bits.OnesCount64(set.Hi)
		}
	}
	n := e.net
	set := int(n.menBy[count&255])
	material := (n.material(own, set) - n.material(other, set)) / (2 * pieceUnit)
	half := n.Width / 4
	w := n.out[set]
	sum := squares(own[:half], w[:n.Width]) + squares(other[:half], w[n.Width:])
	return sum*n.Scale/(clip*clip*outputUnit) + int(n.OutBias[set]) + material
}

// material is a view's sum of material.
func (n *Network) material(sums []uint64, set int) int {
	return int(int32(uint32(sums[n.Width/4+set/2]>>(32*(set%2))) ^ 0x8000_0000))
}

// squares is the sum of the squared clipped sums times their weights.
func squares(sums []uint64, w []int16) int {
	total := 0
	w = w[:4*len(sums)]
	for i, word := range sums {
		v := w[4*i : 4*i+4 : 4*i+4]
		a := min(max(int(uint16(word))-0x8000, 0), clip)
		b := min(max(int(uint16(word>>16))-0x8000, 0), clip)
		c := min(max(int(uint16(word>>32))-0x8000, 0), clip)
		d := min(max(int(word>>48)-0x8000, 0), clip)
		total += a*a*int(v[0]) + b*b*int(v[1]) + c*c*int(v[2]) + d*d*int(v[3])
	}
	return total
}

// first is the lowest point of a set, and the rest.
func first(set Points) (p int, rest Points) {
	if set.Lo != 0 {
		return bits.TrailingZeros64(set.Lo), Points{set.Lo & (set.Lo - 1), set.Hi}
	}
	return 64 + bits.TrailingZeros64(set.Hi), Points{0, set.Hi & (set.Hi - 1)}
}

// view brings a player's sums up to date.
func (e *Evaluator) view(men *Men, view int) []uint64 {
	l := e.net.Layout
	place, mirror := l.place(view, men.King[view])
	at, number := 2*place, &l.number[view][0]
	if mirror {
		at, number = at+1, &l.number[view][1]
	}
	s := &e.seats[view][at]
	e.rows, e.gone = e.rows[:0], e.gone[:0]
	base, kinds := place*l.Inputs, len(l.In.Men)
	for owner := range 2 {
		now, was, numbers := &men.Sets[owner], &s.sets[owner], &number[owner]
		for kind := 0; kind < kinds && kind < KindsMost; kind++ {
			lo, hi := now[kind].Lo^was[kind].Lo, now[kind].Hi^was[kind].Hi
			if lo|hi == 0 {
				continue
			}
			e.changed(lo, now[kind].Lo, 0, numbers[kind], base)
			e.changed(hi, now[kind].Hi, 64, numbers[kind], base)
			was[kind] = now[kind]
		}
	}
	e.update(s.sums)
	return s.sums
}

// changed notes where the rows of men begin that came or went. A word of a set counts its
// points from a first one on.
func (e *Evaluator) changed(differ, now uint64, from int, numbers []int16, base int) {
	for ; differ != 0; differ &= differ - 1 {
		bit := bits.TrailingZeros64(differ)
		if from+bit >= len(numbers) || numbers[from+bit] < 0 {
			continue
		}
		row := uint32((base + int(numbers[from+bit])) * e.net.stride)
		if now>>bit&1 != 0 {
			e.rows = append(e.rows, row)
		} else {
			e.gone = append(e.gone, row)
		}
	}
}

// update adds and takes away rows.
func (e *Evaluator) update(sums []uint64) {
	add, sub := e.rows, e.gone
	stride := len(sums)
	for len(add) > 0 && len(sub) > 0 {
		a, s := e.net.rows[add[0]:][:stride], e.net.rows[sub[0]:][:stride]
		for i := range sums {
			sums[i] += a[i] - s[i]
		}
		add, sub = add[1:], sub[1:]
	}
	for len(add) > 1 {
		a, b := e.net.rows[add[0]:][:stride], e.net.rows[add[1]:][:stride]
		for i := range sums {
			sums[i] += a[i] + b[i]
		}
		add = add[2:]
	}
	for _, at := range add {
		for i, x := range e.net.rows[at:][:stride] {
			sums[i] += x
		}
	}
	for _, at := range sub {
		for i, x := range e.net.rows[at:][:stride] {
			sums[i] -= x
		}
	}
}
