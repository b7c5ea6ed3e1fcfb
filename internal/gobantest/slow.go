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

// Slow is Capture Go once more, as plainly as it can be said: letters on a
// grid, liberties found by flood fill. It shares nothing with the board but
// the texts.
type Slow struct {
	rows          [][]byte // from the top
	side          byte
	target, taken map[byte]int
	ko            [2]int // row and column, {-1, -1} for none
	pass, noMove  string
	passes        int
}

// New reads a position of Capture Go; pass and noMove are its rules.
func New(position, pass, noMove string) *Slow {
	f := strings.Fields(position)
	s := &Slow{side: f[1][0], ko: [2]int{-1, -1}, pass: pass, noMove: noMove, target: map[byte]int{}, taken: map[byte]int{}}
	for _, row := range strings.Split(f[0], "/") {
		var line []byte
		for _, c := range []byte(row) {
			if c >= '1' && c <= '9' {
				line = append(line, strings.Repeat(".", int(c-'0'))...)
			} else {
				line = append(line, c)
			}
		}
		s.rows = append(s.rows, line)
	}
	var x, y, tx, ty int
	fmt.Sscan(f[2], &x)
	fmt.Sscan(f[3], &y)
	fmt.Sscan(f[4], &tx)
	fmt.Sscan(f[5], &ty)
	s.target['X'], s.target['O'], s.taken['X'], s.taken['O'] = x, y, tx, ty
	if f[6] != "-" {
		s.ko = s.find(f[6])
	}
	return s
}

func (s *Slow) name(at [2]int) string {
	return fmt.Sprintf("%c%d", "ABCDEFGHJKLMNOPQRST"[at[1]], len(s.rows)-at[0])
}

func (s *Slow) find(name string) [2]int {
	for r := range s.rows {
		for c := range s.rows {
			if s.name([2]int{r, c}) == name {
				return [2]int{r, c}
			}
		}
	}
	panic(name)
}

func (s *Slow) at(r, c int) byte {
	if r < 0 || c < 0 || r >= len(s.rows) || c >= len(s.rows) {
		return '#'
	}
	return s.rows[r][c]
}

// flood finds the chain at a point and its liberties.
func (s *Slow) flood(from [2]int) (chain, liberties map[[2]int]bool) {
	chain, liberties = map[[2]int]bool{from: true}, map[[2]int]bool{}
	for todo := [][2]int{from}; len(todo) > 0; {
		p := todo[0]
		todo = todo[1:]
		for _, d := range around {
			q := [2]int{p[0] + d[0], p[1] + d[1]}
			switch s.at(q[0], q[1]) {
			case '.':
				liberties[q] = true
			case s.at(from[0], from[1]):
				if !chain[q] {
					chain[q] = true
					todo = append(todo, q)
				}
			}
		}
	}
	return chain, liberties
}

// around are the ways from a point to its neighbours.
var around = [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}

func other(side byte) byte { return 'X' + 'O' - side }

func (s *Slow) copy() *Slow {
	c := *s
	c.rows, c.target, c.taken = nil, s.target, map[byte]int{'X': s.taken['X'], 'O': s.taken['O']}
	for _, row := range s.rows {
		c.rows = append(c.rows, slices.Clone(row))
	}
	return &c
}

// play is the position after the move, nil when it is not legal.
func (s *Slow) play(at [2]int) *Slow {
	if s.at(at[0], at[1]) != '.' || at == s.ko {
		return nil
	}
	n := s.copy()
	n.rows[at[0]][at[1]] = s.side
	gone := map[[2]int]bool{}
	for _, d := range around {
		if q := [2]int{at[0] + d[0], at[1] + d[1]}; n.at(q[0], q[1]) == other(s.side) {
			if chain, liberties := n.flood(q); len(liberties) == 0 {
				maps.Copy(gone, chain)
			}
		}
	}
	for p := range gone {
		n.rows[p[0]][p[1]] = '.'
	}
	chain, liberties := n.flood(at)
	if len(liberties) == 0 {
		return nil
	}
	n.ko = [2]int{-1, -1}
	if len(gone) == 1 && len(chain) == 1 && len(liberties) == 1 {
		for p := range gone {
			n.ko = p
		}
	}
	n.taken[s.side] += len(gone)
	n.side, n.passes = other(s.side), 0
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
	for r := range s.rows {
		for c := range s.rows {
			if n := s.play([2]int{r, c}); n != nil {
				list[s.name([2]int{r, c})] = n
			}
		}
	}
	if len(list) > 0 && s.pass == "free" || len(list) == 0 && s.noMove == "pass" {
		n := s.copy()
		n.side, n.passes, n.ko = other(s.side), s.passes+1, [2]int{-1, -1}
		list["pass"] = n
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
	for i, row := range s.rows {
		if i > 0 {
			text += "/"
		}
		if line := string(row); len(row) < 10 && strings.Trim(line, ".") == "" {
			text += fmt.Sprint(len(row))
		} else {
			text += line
		}
	}
	ko := "-"
	if s.ko[0] >= 0 {
		ko = s.name(s.ko)
	}
	return fmt.Sprintf("%s %c %d %d %d %d %s", text, s.side, s.target['X'], s.target['O'], s.taken['X'], s.taken['O'], ko)
}

// CompareChains holds everything that stones say of their chains against the
// slow rules.
func CompareChains(t testing.TB, st *goban.Stones, s *Slow) {
	t.Helper()
	where := func(p goban.Point) [2]int { return [2]int{len(s.rows) - 1 - p.Row(), p.Column()} }
	spaces := 0
	for r := range s.rows {
		for c := range s.rows {
			p := goban.PointAt(c, len(s.rows)-1-r)
			if s.at(r, c) == '.' {
				if !slices.Contains(st.Spaces(), p) {
					t.Fatalf("%s: %v is missing in the list of empty points", s.Text(), p)
				}
				spaces++
				continue
			}
			chain, liberties := s.flood([2]int{r, c})
			if got := st.Liberties(p, goban.NoLimit); got != len(liberties) {
				t.Fatalf("%s: %v has %d liberties, want %d", s.Text(), p, got, len(liberties))
			}
			for _, l := range st.LibertyPoints(p, 2, nil) {
				if !liberties[where(l)] {
					t.Fatalf("%s: %v is no liberty of %v", s.Text(), l, p)
				}
			}
			if got := len(st.LibertyPoints(p, 2, nil)); got != min(2, len(liberties)) || got != st.Liberties(p, 2) {
				t.Fatalf("%s: %d of at most two liberties of %v, want %d", s.Text(), got, p, min(2, len(liberties)))
			}
			if got := st.ChainSize(p); got != len(chain) {
				t.Fatalf("%s: the chain at %v has %d stones, want %d", s.Text(), p, got, len(chain))
			}
			if last, got := st.Atari(p); got != (len(liberties) == 1) || got && !liberties[where(last)] {
				t.Fatalf("%s: %v in atari %t with %v, want one of %d liberties", s.Text(), p, got, last, len(liberties))
			}
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
