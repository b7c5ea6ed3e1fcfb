package reason

import (
	"cmp"
	"slices"

	"qikit.dev/qikit/internal/order"
	"qikit.dev/qikit/lib/goban"
)

// doubleThreat says whether a legal move of the side to move leaves two of the
// opponent's chains in atari, one of them newly so, of which the opponent can save
// either but not both, nor reach its target. Of several such pairs it is that of
// the largest chains.
func (r *reader) doubleThreat(m goban.Point) (f Fact, ok bool) {
	side := r.Turn()
	other := side.Other()
	t := r.play(m)
	defer r.undo(&t)
	if r.won(side) {
		return f, false
	}
	chains := r.InAtari(other, nil)
	if len(chains) < 2 {
		return f, false
	}
	order.Stable(chains, func(p, q goban.Point) int {
		return cmp.Or(cmp.Compare(r.ChainSize(q), r.ChainSize(p)), slices.CompareFunc(r.chain(p), r.chain(q), reading))
	})
	saved, ok := r.saved(chains)
	if !ok {
		return f, false
	}
	fresh := r.fresh(m, chains)
	for i := range chains {
		for j := i + 1; j < len(chains); j++ {
			if (fresh[i] || fresh[j]) && eitherNotBoth(saved, i, j) {
				return r.pair(side, m, chains[i], chains[j]), true
			}
		}
	}
	return f, false
}

// saved says of each of the opponent's defences which of the chains, which are in
// atari, cannot be captured after it. It is not ok when a defence wins.
func (r *reader) saved(chains []goban.Point) (list [][]bool, ok bool) {
	var defences []goban.Point
	for _, q := range chains {
		defences = r.defences(q, defences)
	}
	for _, p := range defences {
		t := r.play(p)
		row := make([]bool, len(chains))
		for i, q := range chains {
			row[i] = !r.canTake(q)
		}
		list = append(list, row)
		wins := r.won(r.Turn().Other())
		r.undo(&t)
		if wins {
			return nil, false
		}
	}
	return list, true
}

// eitherNotBoth says whether some defence saves the i-th chain, some the j-th, and
// none both.
func eitherNotBoth(saved [][]bool, i, j int) bool {
	either, or := false, false
	for _, row := range saved {
		if row[i] && row[j] {
			return false
		}
		either, or = either || row[i], or || row[j]
	}
	return either && or
}

// fresh says which of the chains that are in atari were not before the last move,
// a stone on m. A chain loses a liberty by a stone beside it only, and none by
// being left alone.
func (r *reader) fresh(m goban.Point, chains []goban.Point) []bool {
	list := make([]bool, len(chains))
	for i, q := range chains {
		list[i] = slices.ContainsFunc(slices.Collect(r.ChainStones(q)), func(p goban.Point) bool { return slices.Contains(neighbours(m), p) })
	}
	return list
}

func neighbours(p goban.Point) []goban.Point {
	list := p.Neighbours()
	return list[:]
}

// pair is the fact of two chains that the side's stone on m threatens.
func (r *reader) pair(side goban.Color, m, first, second goban.Point) Fact {
	f := Fact{Kind: DoubleThreat, Side: side, Move: m, Chain: r.chain(first), Other: r.chain(second)}
	for _, q := range [2]goban.Point{first, second} {
		last, _ := r.Atari(q)
		f.Points = append(f.Points, last)
	}
	f.Count = len(f.Chain) + len(f.Other)
	return f
}

// snapback says whether the last move, a stone on m, can be captured to save a
// chain, and whoever does loses that chain with more.
func (r *reader) snapback(m goban.Point) (f Fact, ok bool) {
	last, in := r.Atari(m)
	other := r.Turn()
	if !in || r.ChainSize(m) != 1 || last == r.Ko() {
		return f, false
	}
	var saving [][]goban.Point
	for _, q := range r.InAtari(other, nil) {
		at := 0
		stones := r.chain(q)
		for at < len(saving) && slices.CompareFunc(saving[at], stones, reading) < 0 {
			at++
		}
		saving = slices.Insert(saving, at, stones)
	}
	t := r.play(last)
	defer r.undo(&t)
	if r.won(other) || !r.canTake(last) {
		return f, false
	}
	back, _ := r.Atari(last)
	count := r.takenAt(back)
	for _, stones := range saving {
		if r.Chain(stones[0]) == r.Chain(last) && count >= 2 {
			return Fact{Kind: Snapback, Side: other.Other(), Move: m, Points: []goban.Point{last}, Chain: stones, Count: count}, true
		}
	}
	return f, false
}

// takenAt is how many stones the side to move captures on p.
func (r *reader) takenAt(p goban.Point) int {
	t := r.play(p)
	defer r.undo(&t)
	return t.Captures()
}

// netReach is how far from a chain's nearest stone the stone of a net may lie, along
// the lines.
const netReach = 3

// nets says which of the opponent's chains the move catches in a net: a stone that
// does not touch them, after which they are lost whatever the opponent plays, and
// without which they were not.
func (l *look) nets() {
	passed := l.before
	passed.Pass()
	for q := range l.after.Points() {
		if l.after.At(q) != l.other || l.after.Chain(q) != q || l.after.Liberties(q, 3) != 2 || l.before.Liberties(q, 3) != 2 || !l.near(q) {
			continue
		}
		if lost, _ := l.after.known((*reader).lost, q, netMost); !lost {
			continue
		}
		if was, certain := passed.known((*reader).lost, q, netMost); !was && certain {
			l.add(Net, l.side, l.move, q)
		}
	}
}

// near says whether the move may be the stone of a net around the chain on q.
func (l *look) near(q goban.Point) bool {
	for p := range l.after.ChainStones(q) {
		if distance(p, l.move) <= netReach {
			return true
		}
	}
	return false
}

// lost says whether the chain on q, of two liberties and of the side to move, can
// be captured at once or in a ladder whatever that side plays.
func (r *reader) lost(q goban.Point) bool {
	side := r.Turn()
	some := false
	try := func(p goban.Point) bool {
		if !r.Legal(p) {
			return true
		}
		some = true
		t := r.play(p)
		lost := !r.won(side) && r.takes(q)
		r.undo(&t)
		return lost
	}
	var room [2]goban.Point
	for _, p := range r.LibertyPoints(q, 2, room[:0]) { // running refutes most
		if !try(p) {
			return false
		}
	}
	for p := range r.Points() {
		if !try(p) {
			return false
		}
	}
	return some
}
