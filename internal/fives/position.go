package fives

import (
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/gomoku"
)

// Position is a board with what each empty point would make of it for either side.
type Position struct {
	board  *gomoku.Board
	tables [2]*[windows]Shape // by side
	window [2][4][goban.PointLimit]uint16
	shape  [2][4][goban.PointLimit]Shape
	// count is how many lines through empty points have a shape, by side.
	count [2][shapes]int
	value [2]int // sums of worth over these lines
	near  [goban.PointLimit]uint8
	order []int32 // a buffer
}

// New is the position of a board, which it plays on.
func New(b *gomoku.Board) *Position {
	p := &Position{}
	p.Set(b)
	return p
}

// Set makes p the position of another board.
func (p *Position) Set(b *gomoku.Board) {
	order := p.order
	*p = Position{board: b, order: order}
	for c := range p.tables {
		kind := 0
		if b.Exact(goban.Color(c)) {
			kind = 1
		}
		p.tables[c] = tables[kind]()
	}
	for at := range goban.Point(goban.PointLimit) {
		if !b.Has(at) {
			continue
		}
		for line, step := range gomoku.Steps {
			for c := range goban.Color(2) {
				p.window[c][line][at] = uint16(windowOf(b, at, step, c))
			}
		}
		if b.At(at) == goban.Empty {
			p.tally(at, 1)
		} else {
			p.spread(at, 1)
		}
	}
}

// windowOf reads a window from the board.
func windowOf(b *gomoku.Board, at goban.Point, step int, c goban.Color) (w int) {
	for i := range digits {
		switch q := neighbour(at, step, i); {
		case !b.Has(q) || b.At(q) == c.Other():
			w += closed * powers[i]
		case b.At(q) == c:
			w += own * powers[i]
		}
	}
	return w
}

// neighbour is the point of digit i in the window of a point; it may be none of the board's.
func neighbour(at goban.Point, step, i int) goban.Point {
	away := i - reach
	if i >= reach {
		away++
	}
	q := int(at) + away*step
	if q < 0 || abs(goban.Point(q).Column()-at.Column()) > reach {
		return goban.NoPoint // round the edge
	}
	return goban.Point(q)
}

func abs(n int) int { return max(n, -n) }

// tally looks the shapes of an empty point up and adds them, or takes them away for -1.
func (p *Position) tally(at goban.Point, sign int) {
	for c := range p.shape {
		for line := range p.shape[c] {
			if sign > 0 {
				p.shape[c][line][at] = p.tables[c][p.window[c][line][at]]
			}
			s := p.shape[c][line][at]
			p.count[c][s] += sign
			p.value[c] += sign * worth[s]
		}
	}
}

// change exchanges one shape of an empty point for the one that its window has now.
func (p *Position) change(c goban.Color, line int, at goban.Point) {
	was, is := p.shape[c][line][at], p.tables[c][p.window[c][line][at]]
	if was == is {
		return
	}
	p.shape[c][line][at] = is
	p.count[c][was]--
	p.count[c][is]++
	p.value[c] += worth[is] - worth[was]
}

// lay puts a stone of c down for sign 1, or takes it up for -1, on a point whose content the
// board has not changed yet, or has changed back.
func (p *Position) lay(at goban.Point, c goban.Color, sign int) {
	if sign > 0 {
		p.tally(at, -1)
	}
	for line, step := range gomoku.Steps {
		for i := range digits {
			q := neighbour(at, step, i)
			if !p.board.Has(q) {
				continue
			}
			// Seen from q the stone lies on the other side.
			power := powers[digits-1-i]
			p.window[c][line][q] += uint16(sign * own * power)
			p.window[c.Other()][line][q] += uint16(sign * closed * power)
			if p.board.At(q) == goban.Empty {
				p.change(c, line, q)
				p.change(c.Other(), line, q)
			}
		}
	}
	if sign < 0 {
		p.tally(at, 1)
	}
	p.spread(at, sign)
}

// spread counts a stone as near to the points two around it.
func (p *Position) spread(at goban.Point, sign int) {
	const around = 2
	for row := max(at.Row()-around, 0); row <= min(at.Row()+around, p.board.Size()-1); row++ {
		for column := max(at.Column()-around, 0); column <= min(at.Column()+around, p.board.Size()-1); column++ {
			p.near[goban.PointAt(column, row)] += uint8(sign)
		}
	}
}

// Board is the board that p plays on.
func (p *Position) Board() *gomoku.Board { return p.board }

// Play makes a legal move.
func (p *Position) Play(m game.Move) {
	at := goban.Point(m)
	p.lay(at, p.board.Side(), 1)
	p.board.Play(m)
}

// Undo takes the last move back.
func (p *Position) Undo() {
	at := p.board.Last()
	p.board.Undo()
	p.lay(at, p.board.Side(), -1)
}

// Count is how many lines through empty points would have that shape for a side, were its stone
// on the point.
func (p *Position) Count(c goban.Color, s Shape) int { return p.count[c][s] }

// Best is the best shape that a stone of c on an empty point makes.
func (p *Position) Best(c goban.Color, at goban.Point) Shape {
	s := &p.shape[c]
	return max(s[0][at], s[1][at], s[2][at], s[3][at])
}

// worth is what a shape on a line through an empty point counts, in hundredths of a closed
// three that is near completion; the sum over a side's lines is its share of Value.
var worth = [shapes]int{None: 0, One: 1, ClosedTwo: 4, OpenTwo: 9, ClosedThree: 11, OpenThree: 30, Four: 34, OpenFour: 90, Five: 120}

// initiative is what the turn is worth, in percent of the side's own value.
const initiative = 25

// Values of a position in which the next stones decide.
const (
	fiveNext     = 20000 // the mover makes five
	fiveStays    = 15000 // the opponent has two points for it
	fourNext     = 10000 // the mover makes a straight four
	valueHighest = 5000  // of the others
	threeCost    = 150   // the opponent makes a straight four if nothing is done
	threesCost   = 900   // on two lines: more points for it than one three has
	twoThrees    = 2
)

// Value is the static value for the side to move.
func (p *Position) Value() int {
	c := p.board.Side()
	switch d := c.Other(); {
	case p.count[c][Five] > 0:
		return fiveNext
	case p.count[d][Five] > 1:
		return -fiveStays
	case p.count[d][Five] == 0 && p.count[c][OpenFour] > 0:
		return fourNext
	}
	own, other := p.value[c], p.value[c.Other()]
	value := own + own*initiative/100 - other
	switch threats := p.count[c.Other()][OpenFour]; {
	case threats > twoThrees:
		value -= threesCost
	case threats > 0:
		value -= threeCost
	}
	return min(max(value, -valueHighest), valueHighest)
}

// Own is a side's share of Value.
func (p *Position) Own(c goban.Color) int { return p.value[c] }
