package gorollout

import (
	"sync"

	"qikit.dev/qikit/lib/goban"
)

// shapes of three by three that call for a move in their middle, whichever side
// is to move. X and O are stones of either color and the other, . is empty,
// x no X, o no O, # outside the board, ? anything; the middle is the move.
var shapes = [...]string{
	// A stone is turned, or kept from turning.
	"XOX" + "..." + "???",
	"XO." + "..." + "?.?",
	"XO?" + "X.." + "x.?",
	// Cuts, and what mends them.
	"XO?" + "O.o" + "?o?",
	"XO?" + "O.X" + "???",
	"?X?" + "O.O" + "ooo",
	"OX?" + "o.O" + "???",
	// At the edge.
	"X.?" + "O.?" + "###",
	"OX?" + "X.O" + "###",
	"?X?" + "x.O" + "###",
	"?XO" + "x.x" + "###",
	"?OX" + "X.O" + "###",
}

// codes is the number of codes of eight points with two bits each.
const codes = 1 << 16

// calling has a bit for each code of a shape. The first call fills it, in a millisecond.
var calling = sync.OnceValue(func() *[codes / 64]uint64 {
	table := new([codes / 64]uint64)
	for _, drawn := range shapes {
		drawn = drawn[:4] + drawn[5:] // the eight around
		for symmetry := range goban.Symmetries {
			var turned [8]byte
			for i := range turned {
				turned[i] = drawn[goban.AroundSeen(i, symmetry)]
			}
			for swap := range goban.Empty {
				expand(table, turned, swap, 0, 0)
			}
		}
	}
	return table
})

// expand puts every code of a shape into the table.
func expand(table *[codes / 64]uint64, drawn [8]byte, swap goban.Color, at int, code uint16) {
	if at == len(drawn) {
		table[code>>6] |= 1 << (code & 63)
		return
	}
	x, o := goban.Black^swap, goban.White^swap
	for held := range edge + 1 {
		fits := false
		switch drawn[at] {
		case 'X':
			fits = held == x
		case 'O':
			fits = held == o
		case '.':
			fits = held == goban.Empty
		case '#':
			fits = held == edge
		case 'x':
			fits = held != x
		case 'o':
			fits = held != o
		case '?':
			fits = true
		}
		if fits {
			expand(table, drawn, swap, at+1, code|uint16(held)<<(2*at))
		}
	}
}

// Calls says whether the eight points around an empty one call for a move there, by
// either side.
func Calls(s *goban.Stones, m goban.Point) bool { return calls(calling(), s, m) }

func calls(table *[codes / 64]uint64, s *goban.Stones, m goban.Point) bool {
	code := s.AroundCode(m)
	return table[code>>6]>>(code&63)&1 != 0
}

// shapes finds the points around the latest move that call for a move.
func (p *Player) shapes() {
	s := &p.stones
	for _, step := range goban.Around {
		q := goban.Point(int(p.last) + step)
		if s.Has(q) && s.At(q) == goban.Empty && calls(p.calling, s, q) && p.sensible(q) {
			p.found = append(p.found, q)
		}
	}
}
