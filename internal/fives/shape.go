package fives

import "sync"

// Shape is what a stone on a point makes along one line, or would make.
type Shape uint8

// A shape has room for five, and grows to the one two above it (or to a straight four)
// with one more stone.
const (
	None        Shape = iota
	One               // nothing but room
	ClosedTwo         // can become a closed three
	OpenTwo           // can become an open three
	ClosedThree       // can become a four
	OpenThree         // can become a straight four
	Four              // one point makes five
	OpenFour          // two points make five
	Five
	shapes
)

// A window is the points of a line up to reach on either side of a point, each a digit
// in base three: empty, own or closed. The digits before the point come first.
const (
	reach   = 5
	digits  = 2 * reach
	windows = 59049 // three to the power of digits
)

const (
	empty = iota
	own
	closed
)

var powers = func() (p [digits]int) {
	p[0] = 1
	for i := 1; i < digits; i++ {
		p[i] = 3 * p[i-1]
	}
	return p
}()

// tables are the shapes by window: where five or more win, and where exactly five do. They
// are made when they are first asked for.
var tables = [2]func() *[windows]Shape{
	sync.OnceValue(func() *[windows]Shape { return newTable(false) }),
	sync.OnceValue(func() *[windows]Shape { return newTable(true) }),
}

// newTable works down from full windows: what a window becomes with one more own stone has
// a larger number than itself.
func newTable(exact bool) *[windows]Shape {
	t := new([windows]Shape)
	for w := windows - 1; w >= 0; w-- {
		t[w] = shapeOf(t, w, exact)
	}
	return t
}

func shapeOf(t *[windows]Shape, w int, exact bool) Shape {
	row := 1
	for i := reach - 1; i >= 0 && digit(w, i) == own; i-- {
		row++
	}
	for i := reach; i < digits && digit(w, i) == own; i++ {
		row++
	}
	switch {
	case row == 5 || row > 5 && !exact:
		return Five
	case row > 5:
		return None
	}
	fives, best := 0, None
	for i := range digits {
		if i == 0 || i == digits-1 || digit(w, i) != empty {
			continue // five stones through the point reach four away
		}
		grown := t[w+powers[i]]
		if grown == Five {
			fives++
		}
		best = max(best, grown)
	}
	switch {
	case fives > 1:
		return OpenFour
	case fives == 1:
		return Four
	case best == OpenFour:
		return OpenThree
	case best == Four:
		return ClosedThree
	case best == OpenThree:
		return OpenTwo
	case best == ClosedThree:
		return ClosedTwo
	case best > None:
		return One
	case fits(w):
		return One
	}
	return None
}

// fits says whether five through the point have room.
func fits(w int) bool {
	room := 1
	for i := reach - 1; i >= 0 && digit(w, i) != closed; i-- {
		room++
	}
	for i := reach; i < digits && digit(w, i) != closed; i++ {
		room++
	}
	return room >= 5
}

func digit(w, i int) int { return w / powers[i] % 3 }
