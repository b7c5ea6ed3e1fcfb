package fives

import "qikit.dev/qikit/lib/goban"

// Features of a position: the empty points of each sort for the side to move, those for the other side, and how the
// two threaten each other.
const (
	sortsMost   = 495 // four shapes of nine, in any order
	threatsMost = 3 * 3 << 6
	Features    = 2*sortsMost + threatsMost
)

// worth is what a shape along a line through an empty point counted before weights were fitted, and the fit's start.
var worth = [shapes]int{None: 0, One: 1, ClosedTwo: 4, OpenTwo: 9, ClosedThree: 11, OpenThree: 30, Four: 34, OpenFour: 90, Five: 120}

// What was added to it: percent of the own value for the turn, and what threats cost.
const (
	initiative = 25
	threeCost  = 150 // the opponent makes a straight four if nothing is done
	threesCost = 900 // on more than two points
)

// valueHighest bounds Value.
const valueHighest = 5000

// Value is the static value for the side to move, in positions that the next stones do not decide.
func (p *Position) Value() int {
	c := p.board.Side()
	value := int(p.mover[c]) - int(p.other[c.Other()]) + int(weights[2*sortsMost+p.threats()])
	return min(max(value, -valueHighest), valueHighest)
}

// threats tells positions apart by who threatens what.
func (p *Position) threats() int {
	c := p.board.Side()
	own, other := &p.count[c], &p.count[c.Other()]
	n := 3*atMost2((other[straight]+1)/2) + atMost2(own[twoThrees]+own[fourThree])
	for _, k := range [...]int16{other[fourThree], other[four], own[four] + own[straight], own[three], other[twoThrees], other[three]} {
		n <<= 1
		if k > 0 {
			n++
		}
	}
	return n
}

func atMost2(n int16) int { return int(min(n, 2)) }

// Own is a side's share of Value, as far as no threat changes it.
func (p *Position) Own(c goban.Color) int { return int(p.other[c]) }

// Counts returns how often the position has each feature; the other side's points count negative.
func (p *Position) Counts() (counts [Features]int8) {
	c := p.board.Side()
	p.empty.each(func(at goban.Point) bool {
		counts[sortOf[p.at(c, at)]]++
		counts[sortsMost+int(sortOf[p.at(c.Other(), at)])]--
		return true
	})
	counts[2*sortsMost+p.threats()]++
	return counts
}

// StartWeights are those before any fit.
func StartWeights() (w [Features]float64) {
	for have, n := range numbers {
		value := 0
		for s, lines := range have {
			value += int(lines) * worth[s]
		}
		w[n], w[sortsMost+n] = float64(value+value*initiative/100), float64(value)
	}
	for t := range threatsMost {
		switch t >> 6 / 3 {
		case 1:
			w[2*sortsMost+t] = -threeCost
		case 2:
			w[2*sortsMost+t] = -threesCost
		}
	}
	return w
}
