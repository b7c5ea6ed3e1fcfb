package gorollout

import "qikit.dev/qikit/lib/goban"

// largest is the largest eye space whose vital point matters.
const largest = 6

// nakade finds the vital points of small eye spaces of the opponent beside the latest
// move: whoever plays there first decides about the second eye.
func (p *Player) nakade() {
	s := &p.stones
	enemy := s.Turn().Other()
	for _, n := range p.last.Neighbours() {
		if s.At(n) != goban.Empty {
			continue
		}
		if m := p.vital(n, enemy); m != goban.NoPoint && s.Legal(m) {
			p.add(m)
		}
	}
}

// vital is the point of the space around from that makes one eye of it, NoPoint
// when the space is not walled by that side alone, or has no such point.
func (p *Player) vital(from goban.Point, wall goban.Color) goban.Point {
	s := &p.stones
	var space [largest + 1]goban.Point
	space[0] = from
	size := 1
	p.marks.clear()
	p.marks.put(from)
	for i := 0; i < size; i++ {
		for _, n := range space[i].Neighbours() {
			switch s.At(n) {
			case goban.Empty:
				if p.marks.put(n) {
					if size == largest {
						return goban.NoPoint
					}
					space[size] = n
					size++
				}
			case wall.Other():
				return goban.NoPoint
			}
		}
	}
	if size < 3 {
		return goban.NoPoint
	}
	// The point with the most neighbours in the space: of a line of three its
	// middle, of four or five the centre of a T or a cross, of a square with
	// more on it the corner where that begins.
	best, most, links := goban.NoPoint, 0, 0
	for _, q := range space[:size] {
		degree := 0
		for _, n := range q.Neighbours() {
			if p.marks.has(n) {
				degree++
			}
		}
		links += degree
		if degree > most {
			best, most = q, degree
		}
	}
	switch {
	case size == 3, size == 4 && most == 3, size == 5 && most == 4,
		size == 5 && most == 3 && links == 10, // a square and one more
		size == 6 && most == 4 && links == 12: // a square and two more on one corner
		return best
	}
	return goban.NoPoint
}
