package fives

import (
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Moves appends the legal moves that may matter: all those near stones, unless a five decides or a
// threat leaves but few that do not lose. At the root the others follow, and they come likely best first; elsewhere
// Ranks tells.
func (p *Position) Moves(dst []game.Move) []game.Move {
	if p.board.Won() != goban.Empty {
		return dst
	}
	c := p.board.Side()
	d := c.Other()
	first := len(dst)
	switch {
	case p.count[c][winning] > 0:
		return p.having(dst, &p.fours[c], c, Five)
	case p.count[d][winning] > 0:
		return p.having(dst, &p.fours[d], d, Five)
	case p.count[d][straight] > 0 && p.board.Bound() != d:
		both := p.fours[c]
		for i, w := range p.fours[d] {
			both[i] |= w
		}
		dst = p.having(dst, &both, c, None)
		p.arrange(dst[first:])
		return dst
	}
	near := p.empty
	for i, w := range p.near {
		near[i] &= w
	}
	dst = p.having(dst, &near, c, None)
	p.arrange(dst[first:])
	if len(p.frames) == 0 || len(dst) == first {
		dst = p.Others(dst)
	}
	return dst
}

// Others appends the legal moves that Moves leaves out for being far from all stones.
func (p *Position) Others(dst []game.Move) []game.Move {
	c := p.board.Side()
	if p.count[c][winning]+p.count[c.Other()][winning]+p.count[c.Other()][straight] > 0 {
		return dst
	}
	first, far := len(dst), p.empty
	for i, w := range p.near {
		far[i] &^= w
	}
	dst = p.having(dst, &far, c, None)
	p.centre(dst[first:])
	return dst
}

// having appends the legal moves of a set on which a stone of c makes at least that shape.
func (p *Position) having(dst []game.Move, set *pointSet, c goban.Color, least Shape) []game.Move {
	free := p.board.Bound() != p.board.Side()
	set.each(func(at goban.Point) bool {
		if (least == None || p.Best(c, at) >= least) && (free || p.board.Legal(at)) {
			dst = append(dst, game.Move(at))
		}
		return true
	})
	return dst
}

// arrange sorts the moves of the root, most promising first.
func (p *Position) arrange(moves []game.Move) {
	if len(p.frames) > 0 {
		return
	}
	p.order = p.order[:0]
	for _, m := range moves {
		p.order = append(p.order, int32(p.promise(goban.Point(m)))<<9|int32(m))
	}
	p.sort()
	for i, o := range p.order {
		moves[i] = game.Move(o & 511)
	}
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
	return 5*int(p.at(c, at).traits().promise) + 4*int(p.at(c.Other(), at).traits().promise)
}

// Ranks appends how much speaks for each move before any is tried.
func (p *Position) Ranks(dst []int32, moves []game.Move) []int32 {
	for _, m := range moves {
		dst = append(dst, int32(p.promise(goban.Point(m)))*rankScale)
	}
	return dst
}

const rankScale = 4

// weight is how much a shape speaks for a move.
var weight = [shapes]int{None: 0, One: 1, ClosedTwo: 4, OpenTwo: 14, ClosedThree: 16, OpenThree: 70, Four: 80, OpenFour: 900, Five: 9000}

// gains are what a move of a kind decides or threatens at once.
var gains = [kinds]int{three: 60, twoThrees: 70, four: 150, fourThree: 200, straight: 1500, winning: 3000}

// Gain is what a move decides or threatens at once: a five, a straight four, a four, an open
// three, or that the opponent makes none of the first two; 0 for others.
func (p *Position) Gain(m game.Move) int {
	c, at := p.board.Side(), goban.Point(m)
	best, stopped := p.at(c, at).traits().kind, p.at(c.Other(), at).traits().kind
	switch {
	case best == winning:
		return gains[winning]
	case stopped == winning:
		return 2000
	case best < straight && stopped == straight:
		return max(300, gains[best])
	}
	return gains[best]
}
