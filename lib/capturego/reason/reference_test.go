package reason

import (
	"fmt"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/goban"
)

// plain is a position of Capture Go as plainly as it can be said: letters on a grid,
// from the top left, chains found by flood fill. What facts claim is defined on it
// once more, by trying every legal move. It shares nothing with the readers but the
// text that it is made from.
type plain struct {
	size    int
	at      string // X, O or .
	turn    byte
	ko      int          // -1 for none
	missing map[byte]int // stones that a side must still capture
}

// newPlain reads a position with all its fields.
func newPlain(position string) *plain {
	f := strings.Fields(position)
	for run := 1; run <= 9; run++ {
		f[0] = strings.ReplaceAll(f[0], fmt.Sprint(run), strings.Repeat(".", run))
	}
	rows := strings.Split(f[0], "/")
	s := &plain{size: len(rows), at: strings.Join(rows, ""), turn: f[1][0], ko: -1}
	var black, white, byBlack, byWhite int
	fmt.Sscan(strings.Join(f[2:6], " "), &black, &white, &byBlack, &byWhite)
	s.missing = map[byte]int{'X': black - byBlack, 'O': white - byWhite}
	for p := range s.at {
		if s.name(p) == f[6] {
			s.ko = p
		}
	}
	return s
}

func (s *plain) name(p int) string {
	return fmt.Sprintf("%c%d", "ABCDEFGHJKLMNOPQRST"[p%s.size], s.size-p/s.size)
}

func (s *plain) names(list []int) string {
	var names []string
	for _, p := range list {
		names = append(names, s.name(p))
	}
	return strings.Join(names, " ")
}

func opponent(side byte) byte { return 'X' + 'O' - side }

func (s *plain) beside(p int) (list []int) {
	if p >= s.size {
		list = append(list, p-s.size)
	}
	if p%s.size > 0 {
		list = append(list, p-1)
	}
	if p%s.size < s.size-1 {
		list = append(list, p+1)
	}
	if p < len(s.at)-s.size {
		list = append(list, p+s.size)
	}
	return list
}

// chain are the stones of the chain at p and its liberties, in reading order.
func (s *plain) chain(p int) (stones, liberties []int) {
	seen := make([]bool, len(s.at))
	seen[p] = true
	for todo := []int{p}; len(todo) > 0; todo = todo[1:] {
		stones = append(stones, todo[0])
		for _, q := range s.beside(todo[0]) {
			if seen[q] || s.at[q] != '.' && s.at[q] != s.at[p] {
				continue
			}
			seen[q] = true
			if s.at[q] == '.' {
				liberties = append(liberties, q)
			} else {
				todo = append(todo, q)
			}
		}
	}
	slices.Sort(stones)
	slices.Sort(liberties)
	return stones, liberties
}

// chains are a side's chains, by their first stones.
func (s *plain) chains(side byte) (list [][]int) {
	seen := map[int]bool{}
	for p := range s.at {
		if s.at[p] != side || seen[p] {
			continue
		}
		stones, _ := s.chain(p)
		for _, q := range stones {
			seen[q] = true
		}
		list = append(list, stones)
	}
	return list
}

func (s *plain) liberties(p int) int {
	_, l := s.chain(p)
	return len(l)
}

// pass gives the turn to the other side.
func (s *plain) pass() *plain {
	n := *s
	n.turn, n.ko = opponent(s.turn), -1
	n.missing = map[byte]int{'X': s.missing['X'], 'O': s.missing['O']}
	return &n
}

// play is the position after a move and what it took; nil for an illegal one.
func (s *plain) play(p int) (n *plain, taken []int) {
	if s.at[p] != '.' || p == s.ko {
		return nil, nil
	}
	n = s.pass()
	grid := []byte(s.at)
	grid[p] = s.turn
	n.at = string(grid)
	for _, q := range s.beside(p) {
		if s.at[q] == n.turn && n.liberties(q) == 0 {
			stones, _ := n.chain(q)
			for _, gone := range stones {
				if !slices.Contains(taken, gone) {
					taken = append(taken, gone)
				}
			}
		}
	}
	for _, q := range taken {
		grid[q] = '.'
	}
	n.at = string(grid)
	stones, liberties := n.chain(p)
	if len(liberties) == 0 {
		return nil, nil
	}
	if len(taken) == 1 && len(stones) == 1 && len(liberties) == 1 {
		n.ko = taken[0]
	}
	n.missing[s.turn] -= len(taken)
	slices.Sort(taken)
	return n, taken
}

// all yields the legal moves with the positions after them.
func (s *plain) all(yield func(int, *plain) bool) {
	for p := range s.at {
		if n, _ := s.play(p); n != nil && !yield(p, n) {
			return
		}
	}
}

// caught: whatever the side to move plays, its chain at q, of one liberty, is taken.
func (s *plain) caught(q int) bool {
	for _, n := range s.all {
		if n.missing[s.turn] <= 0 || !n.takes(q) {
			return false
		}
	}
	return true
}

// canTake: the side to move can take the chain at q at once.
func (s *plain) canTake(q int) bool {
	for _, n := range s.all {
		if n.at[q] == '.' {
			return true
		}
	}
	return false
}

// takes: the side to move takes the chain at q at once or by atari after atari.
func (s *plain) takes(q int) bool {
	if _, liberties := s.chain(q); len(liberties) == 1 {
		n, _ := s.play(liberties[0])
		return n != nil
	}
	_, ok := s.chase(q)
	return ok
}

// chase: the first move, by rows from the bottom, that puts the chain at q, of two
// liberties, in atari and catches it.
func (s *plain) chase(q int) (first int, ok bool) {
	_, liberties := s.chain(q)
	if len(liberties) != 2 {
		return 0, false
	}
	for _, p := range s.upward(liberties) {
		if n, _ := s.play(p); n != nil && (n.missing[s.turn] <= 0 || n.caught(q)) {
			return p, true
		}
	}
	return 0, false
}

// upward is a list by rows from the bottom, columns from the left.
func (s *plain) upward(list []int) []int {
	list = slices.Clone(list)
	slices.SortFunc(list, func(p, q int) int {
		if p/s.size != q/s.size {
			return q/s.size - p/s.size
		}
		return p - q
	})
	return list
}

// runs: the side to move can bring its chain at q from one liberty to two.
func (s *plain) runs(q int) bool {
	_, liberties := s.chain(q)
	n, _ := s.play(liberties[0])
	return n != nil && n.liberties(q) == 2
}

// lost: whatever the side to move plays, its chain at q is taken.
func (s *plain) lost(q int) bool {
	some := false
	for _, n := range s.all {
		some = true
		if n.missing[s.turn] <= 0 || !n.takes(q) {
			return false
		}
	}
	return some
}

// told writes a fact of the readers as those of plain are written.
func told(f Fact) string {
	text := func(list []goban.Point) string {
		var names []string
		for _, p := range list {
			names = append(names, p.String())
		}
		return strings.Join(names, " ")
	}
	move := ""
	if f.Move != goban.NoPoint {
		move = f.Move.String()
	}
	return fmt.Sprintf("%s: %c %s [%s] {%s} {%s} %d %d", f.Kind, f.Side.Letter(), move, text(f.Points), text(f.Chain), text(f.Other), f.Count, f.Missing)
}

// fact writes a fact of a plain position.
func (s *plain) fact(kind Kind, side byte, move int, points, chain, other []int, count, missing int) string {
	name := ""
	if move >= 0 {
		name = s.name(move)
	}
	return fmt.Sprintf("%s: %c %s [%s] {%s} {%s} %d %d", kind, side, name, s.names(points), s.names(chain), s.names(other), count, missing)
}
