package gomoku

import "qikit.dev/qikit/lib/goban"

// What Renju forbids to Black.
const (
	Overline    = "overline"
	DoubleFour  = "double-four"
	DoubleThree = "double-three"
)

// Forbidden names the rule by which Renju forbids an empty point to Black, whoever is to
// move; "" where none does, and under other rules.
func (b *Board) Forbidden(p goban.Point) string {
	if b.bound == goban.Empty || !b.Has(p) || b.cells[p] != goban.Empty {
		return ""
	}
	return b.forbids(p)
}

// forbids is Forbidden of an empty point in Renju. It lays the stone, and those that may
// follow, on the board and takes them away again.
func (b *Board) forbids(p goban.Point) string {
	if !b.crowded(p) {
		return ""
	}
	c, over := b.bound, false
	for _, step := range Steps {
		switch n := b.length(p, step, c); {
		case n == five:
			return ""
		case n > five:
			over = true
		}
	}
	if over {
		return Overline
	}
	b.cells[p] = c
	defer func() { b.cells[p] = goban.Empty }()
	fours := 0
	for _, step := range Steps {
		if fours += b.fours(p, step); fours > 1 {
			return DoubleFour
		}
	}
	threes := 0
	for _, step := range Steps {
		if b.three(p, step) {
			if threes++; threes > 1 {
				return DoubleThree
			}
		}
	}
	return ""
}

// crowded says whether stones enough for anything forbidden, four, can be reached from p.
func (b *Board) crowded(p goban.Point) bool {
	const reach, least = 4, 4
	n := 0
	for _, step := range Steps {
		for _, step := range [2]int{step, -step} {
			for i, at := 0, int(p)+step; i < reach && (b.cells[at] == b.bound || b.cells[at] == goban.Empty); i, at = i+1, at+step {
				if b.cells[at] == b.bound {
					n++
				}
			}
		}
	}
	return n >= least
}

// fives counts the ends of the row through the stone on p, along a line, on which one more
// stone makes exactly five.
func (b *Board) fives(p goban.Point, step int) int {
	n := 0
	for _, step := range [2]int{step, -step} {
		if end := b.ahead(p, step, b.bound); b.cells[end] == goban.Empty && b.length(goban.Point(end), step, b.bound) == five {
			n++
		}
	}
	return n
}

// fours counts the fours along a line that the stone on p belongs to. What makes five of an
// unbroken four from either end is one four; what makes five from the ends of a shorter row is
// two, each with a stone of its own behind the gap.
func (b *Board) fours(p goban.Point, step int) int {
	n := b.fives(p, step)
	if n == 2 && b.length(p, step, b.bound) == five-1 {
		return 1
	}
	return n
}

// three says whether the stone on p belongs to a three along a line: whether some stone that
// is not forbidden makes a straight four of its row, and not a five elsewhere.
func (b *Board) three(p goban.Point, step int) bool {
	for _, step := range [2]int{step, -step} {
		end := goban.Point(b.ahead(p, step, b.bound))
		if b.cells[end] != goban.Empty || b.length(end, step, b.bound) != five-1 {
			continue
		}
		b.cells[end] = b.bound
		straight := b.fives(end, step) == 2
		b.cells[end] = goban.Empty
		if straight && !b.Five(end, b.bound) && b.forbids(end) == "" {
			return true
		}
	}
	return false
}
