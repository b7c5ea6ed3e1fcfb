package goban

import "slices"

// Trace is what Undo needs to take a move back. Moves are taken back in the
// reverse order of playing.
type Trace struct {
	libs                        liberties // these four are what the arrays held at point
	next                        Point
	count, place                uint16
	point                       Point // NoPoint for a pass
	ko                          Point
	captured                    [4]Point    // chains
	joined                      [4][2]Point // pairs of chains: gone, and into which
	captures, joins, stonesGone uint16
}

// Point is the point that was played on, NoPoint for a pass.
func (t *Trace) Point() Point { return t.point }

// Captures is the number of stones that the move captured.
func (t *Trace) Captures() int { return int(t.stonesGone) }

// Pass gives the turn to the opponent and lifts ko.
func (s *Stones) Pass() (t Trace) {
	t.ko = s.ko
	s.ko = NoPoint
	s.turn = s.turn.Other()
	return t
}

// Play puts a stone of the side to move on p, which must be Legal.
func (s *Stones) Play(p Point) (t Trace) {
	own := s.turn
	t.point, t.ko = p, s.ko
	t.next, t.count, t.libs, t.place = s.next[p], s.count[p], s.libs[p], s.place[p]
	s.fill(p, own)
	s.chain[p], s.next[p], s.count[p] = p, p, 1
	s.ko = NoPoint
	s.turn = own.Other()

	// The new stone gains its liberties, the chains beside it lose one. Points
	// without a stone take part as the chain NoPoint, since a branch on what a
	// neighbour holds is guessed wrong too often (a twelfth of the time of a
	// random game). Only with the last summand does a chain come to none.
	libs, taken := liberties(0), liberty[p]
	var friends [4]Point
	joins := 0
	for _, n := range p.Neighbours() {
		c, name := s.cells[n], s.chain[n]
		libs += liberty[n] & openings[c&3]
		left := s.libs[name] - taken
		s.libs[name] = left
		if left.single() {
			if left != 0 {
				s.atari[name>>6] |= 1 << (name & 63)
			} else if c == own.Other() {
				t.captured[t.captures&3] = name
				t.captures++
			}
		}
		friends[joins&3] = name
		if c == own {
			joins++
		}
	}
	s.atari[0] &^= 1 // of NoPoint
	s.libs[p] = libs
	// All captures come before the first join, so that Undo can take apart the
	// sums of liberties in the reverse order.
	if t.captures > 0 {
		for _, name := range t.captured[:t.captures] {
			t.stonesGone += s.count[name]
			s.remove(name)
		}
		s.taken[own] += t.stonesGone
		if t.stonesGone == 1 && joins == 0 && s.libs[p]&countMask == 1 {
			s.ko = t.captured[0]
		}
	}
	name := p
	for _, friend := range friends[:joins] {
		if friend = s.chain[friend]; friend != name {
			t.joined[t.joins&3] = s.join(friend, name)
			name = t.joined[t.joins&3][1]
			t.joins++
		}
	}
	s.note(name)
	return t
}

// hashAfter is the hash of the stones after a move on p, which must be Legal as far
// as the stones go.
func (s *Stones) hashAfter(p Point) uint64 {
	hash := s.hash ^ zobrist[s.turn&1][p]
	var gone [4]Point
	for i, n := range p.Neighbours() {
		name := s.chain[n]
		if s.cells[n] != s.turn.Other() || !s.libs[name].single() || slices.Contains(gone[:i], name) {
			continue
		}
		gone[i] = name
		for q := range s.ChainStones(name) {
			hash ^= zobrist[s.cells[name]&1][q]
		}
	}
	return hash
}

// Put sets a stone up on an empty point: nothing is captured, the turn stays.
// A chain may be left without liberty. Undo cannot take it back.
func (s *Stones) Put(p Point, c Color) {
	s.ko = NoPoint
	s.fill(p, c)
	libs := liberties(0)
	for _, n := range p.Neighbours() {
		libs += liberty[n] & openings[s.cells[n]&3]
		s.libs[s.chain[n]] -= liberty[p]
	}
	s.chain[p], s.next[p], s.count[p], s.libs[p] = p, p, 1, libs
	for _, n := range p.Neighbours() {
		if s.cells[n] == c && s.chain[n] != s.chain[p] {
			s.join(s.chain[n], s.chain[p])
		}
		s.note(s.chain[n])
	}
	s.note(s.chain[p])
	s.atari[0] &^= 1 // of NoPoint
}

// fill takes p off the list of empty points, where the last one takes its place.
func (s *Stones) fill(p Point, c Color) {
	s.cells[p] = c
	s.hash ^= zobrist[c&1][p]
	s.spaces--
	i, last := s.place[p], s.empty[s.spaces]
	s.empty[i], s.place[last] = last, i
	s.empty[s.spaces], s.place[p] = NoPoint, 0
}

// join makes two chains one under the name of the larger, and returns the other
// name with it.
func (s *Stones) join(gone, into Point) [2]Point {
	if s.count[gone] > s.count[into] {
		gone, into = into, gone
	}
	s.rename(gone, into)
	// Exchanging one link each makes two rings one, and one ring two.
	s.next[gone], s.next[into] = s.next[into], s.next[gone]
	s.count[into] += s.count[gone]
	s.libs[into] += s.libs[gone]
	s.atari[gone>>6] &^= 1 << (gone & 63)
	return [2]Point{gone, into}
}

// rename gives the ring of stones that begins at first a chain's name.
func (s *Stones) rename(first, name Point) {
	for q := first; ; {
		s.chain[q] = name
		if q = s.next[q]; q == first {
			return
		}
	}
}

// remove takes a chain off the board. Its ring stays, for Undo.
func (s *Stones) remove(name Point) {
	s.atari[name>>6] &^= 1 << (name & 63)
	c := s.cells[name] & 1
	for q := name; ; {
		s.cells[q], s.chain[q] = Empty, NoPoint
		s.hash ^= zobrist[c][q]
		s.empty[s.spaces], s.place[q] = q, s.spaces
		s.spaces++
		if q = s.next[q]; q == name {
			break
		}
	}
	for q := name; ; {
		for _, n := range q.Neighbours() {
			if s.cells[n] < Empty {
				s.libs[s.chain[n]] += liberty[q]
				s.note(s.chain[n])
			}
		}
		if q = s.next[q]; q == name {
			return
		}
	}
}

// note updates the set of chains in atari after a chain's liberties have changed.
func (s *Stones) note(name Point) {
	var in uint64
	if s.libs[name].single() {
		in = 1
	}
	set := &s.atari[name>>6]
	*set = *set&^(1<<(name&63)) | in<<(name&63)
}

// Undo takes back the last move, whose trace t is.
func (s *Stones) Undo(t *Trace) {
	s.turn = s.turn.Other()
	s.ko = t.ko
	p := t.point
	if p == NoPoint {
		return
	}
	own := s.turn
	s.taken[own] -= t.stonesGone
	for i := int(t.joins) - 1; i >= 0; i-- {
		gone, into := t.joined[i][0], t.joined[i][1]
		s.next[gone], s.next[into] = s.next[into], s.next[gone]
		s.rename(gone, gone)
		s.count[into] -= s.count[gone]
		s.libs[into] -= s.libs[gone]
	}
	for i := int(t.captures) - 1; i >= 0; i-- {
		s.restore(t.captured[i], own.Other())
	}
	for _, n := range p.Neighbours() {
		s.libs[s.chain[n]] += liberty[p]
		s.note(s.chain[n])
	}
	s.atari[0] &^= 1 // of NoPoint
	s.atari[p>>6] &^= 1 << (p & 63)
	s.cells[p] = Empty
	s.hash ^= zobrist[own&1][p]
	s.chain[p], s.next[p], s.count[p], s.libs[p] = NoPoint, t.next, t.count, t.libs
	// The inverse of fill; the order matters when p was the last of the list.
	moved := s.empty[t.place]
	if moved != NoPoint {
		s.empty[s.spaces], s.place[moved] = moved, s.spaces
	}
	s.empty[t.place], s.place[p] = p, t.place
	s.spaces++
}

// restore puts a chain that remove took off back on the board.
func (s *Stones) restore(name Point, c Color) {
	for q := name; ; {
		for _, n := range q.Neighbours() {
			if s.cells[n] < Empty {
				s.libs[s.chain[n]] -= liberty[q]
				s.note(s.chain[n])
			}
		}
		if q = s.next[q]; q == name {
			break
		}
	}
	for q := name; ; {
		s.cells[q], s.chain[q] = c, name
		s.hash ^= zobrist[c&1][q]
		s.spaces--
		s.empty[s.spaces], s.place[q] = NoPoint, 0
		if q = s.next[q]; q == name {
			return
		}
	}
}
