package fives

// A point is what a stone on an empty point makes along the four lines through it: a Shape in four bits for each.
type point uint16

// kind is what these four make together.
type kind uint8

const (
	quiet     kind = iota
	three          // a straight four comes next, along one line
	twoThrees      // or along several
	four           // one point makes five
	fourThree      // and a straight four comes next along another line
	straight       // two points make five
	winning        // five
	kinds
)

// traits are what is known of a point beforehand.
type traits struct {
	kind    kind
	best    Shape
	promise int16 // how much it speaks for a move
	mover   int16 // its worth for the side to move
	other   int16 // and for the other side
}

// pointsMost is above every point.
const pointsMost = int(Five)*0x1111 + 1

// sorts are the different points: those whose shapes are the same in another order count as one. numbers has them by
// how many lines have each shape.
var sorts, sortOf, numbers = func() (list []traits, number [pointsMost]uint16, known map[[shapes]uint8]int) {
	known = map[[shapes]uint8]int{}
	for p := range point(pointsMost) {
		var have [shapes]uint8
		outside := false
		for line := range 4 {
			s := p.shape(line)
			if outside = s >= shapes; outside {
				break
			}
			have[s]++
		}
		if outside {
			continue
		}
		n, ok := known[have]
		if !ok {
			n = len(list)
			known[have] = n
			list = append(list, traitsOf(have, n))
		}
		number[p] = uint16(n)
	}
	return list, number, known
}()

func (p point) shape(line int) Shape { return Shape(p >> (4 * line) & 15) }

func (p point) traits() *traits { return &sorts[sortOf[p]] }

// traitsOf is the n-th sort, with so many lines of each shape.
func traitsOf(have [shapes]uint8, n int) (t traits) {
	t.kind = kindOf(have)
	promise := 0
	for s, n := range have {
		promise += int(n) * weight[s]
		if n > 0 {
			t.best = Shape(s)
		}
	}
	t.promise = int16(min(promise, 7000))
	t.mover, t.other = weights[n], weights[sortsMost+n]
	return t
}

func kindOf(have [shapes]uint8) kind {
	switch {
	case have[Five] > 0:
		return winning
	case have[OpenFour] > 0 || have[Four] > 1:
		return straight
	case have[Four] > 0 && have[OpenThree] > 0:
		return fourThree
	case have[Four] > 0:
		return four
	case have[OpenThree] > 1:
		return twoThrees
	case have[OpenThree] > 0:
		return three
	}
	return quiet
}
