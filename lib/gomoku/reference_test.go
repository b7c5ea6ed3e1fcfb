package gomoku

import (
	"slices"

	"qikit.dev/qikit/lib/goban"
)

// slow is a second reading of the rules, word by word over whole lines: a row is the
// set of its stones.
type slow struct {
	size int
	at   [SizeMax][SizeMax]goban.Color // by column and row
}

func slowOf(b *Board) *slow {
	s := slow{size: b.Size()}
	for p := range b.points() {
		s.at[p.Column()][p.Row()] = b.At(p)
	}
	return &s
}

func (s *slow) has(p [2]int) bool { return p[0] >= 0 && p[0] < s.size && p[1] >= 0 && p[1] < s.size }

func (s *slow) empty(p [2]int) bool { return s.has(p) && s.at[p[0]][p[1]] == goban.Empty }

// with is the board with one more stone.
func (s *slow) with(p [2]int, c goban.Color) *slow {
	next := *s
	next.at[p[0]][p[1]] = c
	return &next
}

// line is the whole line through p in a direction, from one edge to the other.
func (s *slow) line(p, d [2]int) (line [][2]int) {
	for s.has([2]int{p[0] - d[0], p[1] - d[1]}) {
		p = [2]int{p[0] - d[0], p[1] - d[1]}
	}
	for ; s.has(p); p = [2]int{p[0] + d[0], p[1] + d[1]} {
		line = append(line, p)
	}
	return line
}

var slowLines = [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// row is the longest unbroken row of c through p on a line.
func (s *slow) row(p, d [2]int, c goban.Color) (row [][2]int) {
	for _, q := range s.line(p, d) {
		if s.at[q[0]][q[1]] == c {
			row = append(row, q)
			continue
		}
		if slices.Contains(row, p) {
			return row
		}
		row = nil
	}
	if slices.Contains(row, p) {
		return row
	}
	return nil
}

func (s *slow) longest(p [2]int, c goban.Color) (lengths []int) {
	for _, d := range slowLines {
		lengths = append(lengths, len(s.row(p, d, c)))
	}
	return lengths
}

func without(row [][2]int, p [2]int) [][2]int {
	return slices.DeleteFunc(slices.Clone(row), func(q [2]int) bool { return q == p })
}

// add appends a row that is not yet there.
func add(rows [][][2]int, row [][2]int) [][][2]int {
	if slices.ContainsFunc(rows, func(r [][2]int) bool { return slices.Equal(r, row) }) {
		return rows
	}
	return append(rows, row)
}

// fours are the sets of four stones, p among them, that one more stone makes exactly five.
func (s *slow) fours(p [2]int) (rows [][][2]int) {
	for _, d := range slowLines {
		for _, q := range s.line(p, d) {
			if !s.empty(q) {
				continue
			}
			if row := s.with(q, goban.Black).row(q, d, goban.Black); len(row) == 5 && slices.Contains(row, p) {
				rows = add(rows, without(row, q))
			}
		}
	}
	return rows
}

// threes are the sets of three stones, p among them, that one more stone makes a
// straight four, a stone that is allowed and makes no five.
func (s *slow) threes(p [2]int) (rows [][][2]int) {
	for _, d := range slowLines {
		for _, q := range s.line(p, d) {
			if !s.empty(q) {
				continue
			}
			four := s.with(q, goban.Black)
			row := four.row(q, d, goban.Black)
			if len(row) != 4 || !slices.Contains(row, p) || slices.Contains(four.longest(q, goban.Black), 5) {
				continue
			}
			ways := 0
			for _, end := range s.line(p, d) {
				if four.empty(end) {
					five := four.with(end, goban.Black).row(end, d, goban.Black)
					if len(five) == 5 && slices.Contains(five, row[0]) && slices.Contains(five, row[3]) {
						ways++
					}
				}
			}
			if ways == 2 && s.forbidden(q) == "" {
				rows = add(rows, without(row, q))
			}
		}
	}
	return rows
}

// forbidden is what Renju forbids Black to make on p.
func (s *slow) forbidden(p [2]int) string {
	next := s.with(p, goban.Black)
	switch lengths := next.longest(p, goban.Black); {
	case slices.Contains(lengths, 5):
		return ""
	case slices.Max(lengths) > 5:
		return Overline
	case len(next.fours(p)) > 1:
		return DoubleFour
	case len(next.threes(p)) > 1:
		return DoubleThree
	}
	return ""
}

// wins says whether the stone on p wins under a rule.
func (s *slow) wins(p [2]int, rule string) bool {
	c := s.at[p[0]][p[1]]
	exact := rule == Standard || rule == Renju && c == goban.Black
	return slices.ContainsFunc(s.longest(p, c), func(n int) bool { return n == 5 || n > 5 && !exact })
}
