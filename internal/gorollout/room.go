package gorollout

import "qikit.dev/qikit/lib/goban"

// marks is a set of points that can be emptied at no cost.
type marks struct {
	stamp [points]uint32
	now   uint32
}

func (m *marks) clear() {
	if m.now++; m.now == 0 {
		m.stamp = [points]uint32{}
		m.now = 1
	}
}

// put adds a point and says whether it is new.
func (m *marks) put(p goban.Point) bool {
	if m.stamp[p] == m.now {
		return false
	}
	m.stamp[p] = m.now
	return true
}

func (m *marks) has(p goban.Point) bool { return m.stamp[p] == m.now }

// liberties finds the liberties of the chain on p in rising order, when there are two at
// most; n is 3 for more.
func (set *marks) liberties(s *goban.Stones, p goban.Point) (libs [2]goban.Point, n int) {
	set.clear()
	for q := p; ; {
		for _, l := range q.Neighbours() {
			if s.At(l) != goban.Empty || !set.put(l) {
				continue
			}
			if n == len(libs) {
				return libs, n + 1
			}
			libs[n] = l
			n++
		}
		if q = s.Next(q); q == p {
			break
		}
	}
	if n == 2 && libs[0] > libs[1] {
		libs[0], libs[1] = libs[1], libs[0]
	}
	return libs, n
}

// room counts the liberties, up to most, that a stone of the side to move would
// have on m, which is legal: those of the point itself and of the chains that it
// joins, and the points of what it captures.
func (set *marks) room(s *goban.Stones, m goban.Point, most int) (n int) {
	turn := s.Turn()
	around := m.Neighbours()
	set.clear()
	set.put(m)
	for _, at := range around {
		if s.At(at) == goban.Empty && set.put(at) {
			n++
		}
	}
	if n >= most {
		return n
	}
	for _, at := range around {
		switch c := s.At(at); {
		case c == turn:
			for q := at; set.put(q); q = s.Next(q) {
				for _, l := range q.Neighbours() {
					switch held := s.At(l); {
					case held == goban.Empty:
						if set.put(l) {
							n++
						}
					case held == turn.Other():
						// What the move captures leaves room beside the chain too.
						if last, in := s.Atari(l); in && last == m && set.put(l) {
							n++
						}
					}
				}
				if n >= most {
					return n
				}
			}
		case c == turn.Other():
			if last, in := s.Atari(at); in && last == m && set.put(at) {
				if n++; n >= most {
					return n
				}
			}
		}
	}
	return n
}

// wasteful says whether a stone of the side to move on m would capture nothing and be in
// atari with two or more own stones beside it: such a move fills a last eye or breaks a
// seki. A single stone may be thrown in.
func (p *Player) wasteful(m goban.Point) bool {
	s := &p.stones
	turn := s.Turn()
	own, shared := 0, false
	for _, n := range m.Neighbours() {
		switch c := s.At(n); {
		case c == goban.Empty:
			// Two liberties are enough, and most points have them.
			if shared {
				return false
			}
			shared = true
		case c == turn:
			own += s.ChainSize(n)
		case c == turn.Other():
			if _, in := s.Atari(n); in {
				return false
			}
		}
	}
	return own > 1 && p.marks.room(s, m, 2) < 2
}
