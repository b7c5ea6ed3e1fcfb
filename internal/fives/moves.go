package fives

import (
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Moves appends the legal moves that may matter, likely best first: all those near stones,
// unless a five decides or a threat leaves but few that do not lose; then the others, so
// that a position in which all of them lose is lost.
func (p *Position) Moves(dst []game.Move) []game.Move {
	if p.board.Won() != goban.Empty {
		return dst
	}
	c := p.board.Side()
	switch {
	case p.count[c][Five] > 0:
		return p.having(dst, c, Five, None)
	case p.count[c.Other()][Five] > 0:
		return p.having(dst, c.Other(), Five, None)
	case p.count[c.Other()][OpenFour] > 0 && p.board.Bound() != c.Other():
		return p.having(dst, c.Other(), Four, Four)
	}
	return p.having(dst, c, None, None)
}

// having appends the legal moves on points where a stone of threat would make at least that
// shape on some line, or one of the mover at least its own (None: no others).
func (p *Position) having(dst []game.Move, threat goban.Color, least, ownLeast Shape) []game.Move {
	c, size := p.board.Side(), p.board.Size()
	p.order = p.order[:0]
	far := len(dst)
	for row := range size {
		first := goban.PointAt(0, row)
		for at := first; at < first+goban.Point(size); at++ {
			switch {
			case p.board.At(at) != goban.Empty:
				continue
			case least > None && p.Best(threat, at) < least && (ownLeast == None || p.Best(c, at) < ownLeast):
				continue
			case !p.board.Legal(at):
				continue
			}
			if least == None && p.near[at] == 0 {
				dst = append(dst, game.Move(at))
				continue
			}
			p.order = append(p.order, int32(p.promise(at))<<9|int32(at))
		}
	}
	p.sort()
	// The far ones go to the end.
	n := len(dst) - far
	for range p.order {
		dst = append(dst, 0)
	}
	copy(dst[far+len(p.order):], dst[far:far+n])
	for i, o := range p.order {
		dst[far+i] = game.Move(o & 511)
	}
	if len(p.order) == 0 && n > 0 { // the first stone
		p.centre(dst[far:])
	}
	return dst
}

// centre brings the middle of the board to the front.
func (p *Position) centre(moves []game.Move) {
	middle := game.Move(goban.PointAt(p.board.Size()/2, p.board.Size()/2))
	for i, m := range moves {
		if m == middle {
			moves[0], moves[i] = moves[i], moves[0]
		}
	}
}

// sort orders the buffer, greatest first.
func (p *Position) sort() {
	for i := 1; i < len(p.order); i++ {
		o, j := p.order[i], i
		for ; j > 0 && p.order[j-1] < o; j-- {
			p.order[j] = p.order[j-1]
		}
		p.order[j] = o
	}
}

// promise ranks an empty point: what it makes for the mover, and a little less what it would
// for the opponent.
func (p *Position) promise(at goban.Point) int {
	c := p.board.Side()
	sum := 0
	for line := range p.shape[c] {
		sum += 5*weight[p.shape[c][line][at]] + 4*weight[p.shape[c.Other()][line][at]]
	}
	return sum
}

// weight is how much a shape speaks for a move.
var weight = [shapes]int{None: 0, One: 1, ClosedTwo: 4, OpenTwo: 14, ClosedThree: 16, OpenThree: 70, Four: 80, OpenFour: 900, Five: 9000}

// Attacks appends the moves that decide most quickly: fives, what stops them, straight fours,
// and fours that threaten more.
func (p *Position) Attacks(dst []game.Move) []game.Move {
	c := p.board.Side()
	switch {
	case p.count[c][Five] > 0, p.count[c.Other()][Five] > 0:
		return p.Moves(dst)
	case p.count[c][OpenFour] > 0:
		return p.having(dst, c, OpenFour, None)
	case p.count[c][Four] < 2:
		return dst
	}
	first := len(dst)
	dst = p.having(dst, c, Four, None)
	kept := first
	for _, m := range dst[first:] {
		if p.lines(c, goban.Point(m), OpenThree) > 1 {
			dst[kept] = m
			kept++
		}
	}
	return dst[:kept]
}

// lines counts those along which a stone of c on an empty point makes at least a shape.
func (p *Position) lines(c goban.Color, at goban.Point, least Shape) int {
	n := 0
	for line := range p.shape[c] {
		if p.shape[c][line][at] >= least {
			n++
		}
	}
	return n
}

// Gain is what a move decides or threatens at once: a five, a straight four, a four, an open
// three, or that the opponent makes none of the first two; 0 for others.
func (p *Position) Gain(m game.Move) int {
	c, at := p.board.Side(), goban.Point(m)
	best, stopped := p.Best(c, at), p.Best(c.Other(), at)
	switch {
	case best == Five:
		return 3000
	case stopped == Five:
		return 2000
	case best == OpenFour:
		return 1500
	case best == Four:
		return 150
	case stopped == OpenFour:
		return 300
	case best == OpenThree:
		return 60
	}
	return 0
}
