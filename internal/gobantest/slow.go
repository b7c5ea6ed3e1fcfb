// Package gobantest has the rules of Capture Go once more, as plainly as they
// can be said, for the tests of the packages that play on goban's stones.
package gobantest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/goban"
)

// point is a column and a row, from 1 at the bottom left.
type point [2]int

// Slow is Capture Go once more, as plainly as it can be said: letters on a
// grid, liberties found by flood fill. It shares nothing with the board but
// the texts.
type Slow struct {
	size          int
	at            map[point]byte // nothing outside the board
	side          byte
	target, taken map[byte]int
	ko            point // zero for none
	pass, noMove  string
	passes        int
}

// New reads a position of Capture Go; pass and noMove are its rules.
func New(position, pass, noMove string) *Slow {
	f := strings.Fields(position)
	for run := range 9 {
		f[0] = strings.ReplaceAll(f[0], fmt.Sprint(run+1), strings.Repeat(".", run+1))
	}
	rows := strings.Split(f[0], "/")
	s := &Slow{size: len(rows), at: map[point]byte{}, side: f[1][0], pass: pass, noMove: noMove}
	for i, row := range rows {
		for column := range s.size {
			s.at[point{column + 1, s.size - i}] = row[column]
		}
	}
	var x, y, tx, ty int
	fmt.Sscan(strings.Join(f[2:6], " "), &x, &y, &tx, &ty)
	s.target, s.taken = map[byte]int{'X': x, 'O': y}, map[byte]int{'X': tx, 'O': ty}
	for p := range s.at {
		if s.name(p) == f[6] {
			s.ko = p
		}
	}
	return s
}

func (s *Slow) name(p point) string {
	return fmt.Sprintf("%c%d", "ABCDEFGHJKLMNOPQRST"[p[0]-1], p[1])
}

// flood finds the chain at a point and its liberties.
func (s *Slow) flood(from point) (chain, liberties map[point]bool) {
	chain, liberties = map[point]bool{from: true}, map[point]bool{}
	for todo := []point{from}; len(todo) > 0; todo = todo[1:] {
		for _, q := range around(todo[0]) {
			switch s.at[q] {
			case '.':
				liberties[q] = true
			case s.at[from]:
				if !chain[q] {
					chain[q] = true
					todo = append(todo, q)
				}
			}
		}
	}
	return chain, liberties
}

func around(p point) [4]point {
	return [4]point{{p[0] + 1, p[1]}, {p[0] - 1, p[1]}, {p[0], p[1] + 1}, {p[0], p[1] - 1}}
}

func other(side byte) byte { return 'X' + 'O' - side }

// next is a position in which the other side is to move and nothing else has
// changed; ko is lifted.
func (s *Slow) next() *Slow {
	n := *s
	n.at, n.taken, n.side, n.ko = maps.Clone(s.at), maps.Clone(s.taken), other(s.side), point{}
	return &n
}

// play is the position after the move, nil when it is not legal.
func (s *Slow) play(at point) *Slow {
	if s.at[at] != '.' || at == s.ko {
		return nil
	}
	n := s.next()
	n.at[at], n.passes = s.side, 0
	gone := map[point]bool{}
	for _, q := range around(at) {
		if n.at[q] == n.side {
			if chain, liberties := n.flood(q); len(liberties) == 0 {
				maps.Copy(gone, chain)
			}
		}
	}
	for p := range gone {
		n.at[p] = '.'
	}
	chain, liberties := n.flood(at)
	if len(liberties) == 0 {
		return nil
	}
	if len(gone) == 1 && len(chain) == 1 && len(liberties) == 1 {
		for p := range gone {
			n.ko = p
		}
	}
	n.taken[s.side] += len(gone)
	return n
}

func (s *Slow) won() string {
	for _, side := range "XO" {
		if s.taken[byte(side)] >= s.target[byte(side)] {
			return string(side)
		}
	}
	return ""
}

// Moves maps the text of each legal move to the position after it.
func (s *Slow) Moves() map[string]*Slow {
	list := map[string]*Slow{}
	if s.won() != "" {
		return list
	}
	for p := range s.at {
		if n := s.play(p); n != nil {
			list[s.name(p)] = n
		}
	}
	if len(list) > 0 && s.pass == "free" || len(list) == 0 && s.noMove == "pass" {
		list["pass"] = s.next()
		list["pass"].passes++
	}
	return list
}

// End is the outcome as text, "" while the game goes on.
func (s *Slow) End() string {
	switch moves := s.Moves(); {
	case s.won() == "X":
		return "0 target reached"
	case s.won() == "O":
		return "1 target reached"
	case s.passes >= 2:
		return "-1 two passes"
	case len(moves) > 0:
		return ""
	case s.noMove == "draw":
		return "-1 no legal move"
	case s.side == 'X':
		return "1 no legal move"
	}
	return "0 no legal move"
}

// Text is the position as text, with all its fields.
func (s *Slow) Text() string {
	text := ""
	for row := s.size; row > 0; row-- {
		line := ""
		for column := range s.size {
			line += string(s.at[point{column + 1, row}])
		}
		if s.size < 10 && strings.Trim(line, ".") == "" {
			line = fmt.Sprint(s.size)
		}
		text += "/" + line
	}
	ko := "-"
	if s.ko != (point{}) {
		ko = s.name(s.ko)
	}
	return fmt.Sprintf("%s %c %d %d %d %d %s", text[1:], s.side, s.target['X'], s.target['O'], s.taken['X'], s.taken['O'], ko)
}

// CompareChains holds everything that stones say of their chains against the
// slow rules.
func CompareChains(t testing.TB, st *goban.Stones, s *Slow) {
	t.Helper()
	where := func(p goban.Point) point { return point{p.Column() + 1, p.Row() + 1} }
	spaces := 0
	for at, holds := range s.at {
		p := goban.PointAt(at[0]-1, at[1]-1)
		if holds == '.' {
			if !slices.Contains(st.Spaces(), p) {
				t.Fatalf("%s: %v is missing in the list of empty points", s.Text(), p)
			}
			spaces++
			continue
		}
		chain, liberties := s.flood(at)
		if got := st.Liberties(p, goban.NoLimit); got != len(liberties) {
			t.Fatalf("%s: %v has %d liberties, want %d", s.Text(), p, got, len(liberties))
		}
		two := st.LibertyPoints(p, 2, nil)
		for _, l := range two {
			if !liberties[where(l)] {
				t.Fatalf("%s: %v is no liberty of %v", s.Text(), l, p)
			}
		}
		if got := len(two); got != min(2, len(liberties)) || got != st.Liberties(p, 2) {
			t.Fatalf("%s: %d of at most two liberties of %v, want %d", s.Text(), got, p, min(2, len(liberties)))
		}
		if got := st.ChainSize(p); got != len(chain) {
			t.Fatalf("%s: the chain at %v has %d stones, want %d", s.Text(), p, got, len(chain))
		}
		if last, got := st.Atari(p); got != (len(liberties) == 1) || got && !liberties[where(last)] {
			t.Fatalf("%s: %v in atari %t with %v, want one of %d liberties", s.Text(), p, got, last, len(liberties))
		}
	}
	if len(st.Spaces()) != spaces {
		t.Fatalf("%s: %d empty points, want %d", s.Text(), len(st.Spaces()), spaces)
	}
}

// Leaves counts the leaves of the tree of legal moves.
func (s *Slow) Leaves(depth int) uint64 {
	moves := s.Moves()
	if depth == 1 {
		return uint64(len(moves))
	}
	n := uint64(0)
	for _, next := range moves {
		n += next.Leaves(depth - 1)
	}
	return n
}
