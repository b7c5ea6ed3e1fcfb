package captureplanes

import "qikit.dev/qikit/lib/goban"

// slow is a second, plain way from a position to its planes: stones in a slice,
// chains flooded afresh, ladders read on copies.
type slow struct {
	size int
	at   []goban.Color
	turn goban.Color
	ko   int // -1 for none
	need [2]int
}

func slowOf(p Position) *slow {
	n := p.Stones.Size()
	b := &slow{size: n, at: make([]goban.Color, n*n), turn: p.Stones.Turn(), ko: -1, need: p.Need}
	for i := range b.at {
		b.at[i] = p.Stones.At(goban.PointAt(i%n, i/n))
		if p.Stones.Ko() == goban.PointAt(i%n, i/n) {
			b.ko = i
		}
	}
	return b
}

func (b *slow) beside(i int) (list []int) {
	x, y := i%b.size, i/b.size
	for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		if u, v := x+d[0], y+d[1]; u >= 0 && v >= 0 && u < b.size && v < b.size {
			list = append(list, v*b.size+u)
		}
	}
	return list
}

// chain floods the chain on i: its stones and its liberties.
func (b *slow) chain(i int) (stones, liberties map[int]bool) {
	stones, liberties = map[int]bool{i: true}, map[int]bool{}
	for open := []int{i}; len(open) > 0; {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		for _, n := range b.beside(at) {
			switch {
			case b.at[n] == goban.Empty:
				liberties[n] = true
			case b.at[n] == b.at[i] && !stones[n]:
				stones[n] = true
				open = append(open, n)
			}
		}
	}
	return stones, liberties
}

// play is the board after a move of the side to move, nil where it is illegal.
func (b *slow) play(i int) (after *slow, captured int) {
	if b.at[i] != goban.Empty || i == b.ko {
		return nil, 0
	}
	c := *b
	c.at = append([]goban.Color(nil), b.at...)
	c.at[i] = b.turn
	c.ko = -1
	c.turn = b.turn.Other()
	gone := -1
	for _, n := range b.beside(i) {
		if c.at[n] != c.turn {
			continue
		}
		if stones, liberties := c.chain(n); len(liberties) == 0 {
			for s := range stones {
				c.at[s] = goban.Empty
				gone = s
				captured++
			}
		}
	}
	stones, liberties := c.chain(i)
	if len(liberties) == 0 {
		return nil, 0
	}
	if captured == 1 && len(stones) == 1 && len(liberties) == 1 {
		c.ko = gone
	}
	c.need[b.turn] -= captured
	return &c, captured
}

func (b *slow) passed(to goban.Color) *slow {
	if b.turn == to {
		return b
	}
	c := *b
	c.turn, c.ko = to, -1
	return &c
}

// taken says whether a ladder takes the chain on i, by the package comment,
// and with which first moves.
func (b *slow) taken(i int) (taken bool, starts []int) {
	hunted := b.at[i]
	_, liberties := b.chain(i)
	if len(liberties) == 1 {
		return !b.passed(hunted).away(i), nil
	}
	if len(liberties) > 2 {
		return false, nil
	}
	hunter := b.passed(hunted.Other())
	for l := range liberties {
		if c, _ := hunter.play(l); c != nil {
			if _, left := c.chain(i); len(left) == 1 && !c.away(i) {
				starts = append(starts, l)
			}
		}
	}
	return len(starts) > 0, starts
}

// away says whether the chain on i, in atari and to move, gets away.
func (b *slow) away(i int) bool {
	stones, liberties := b.chain(i)
	tries := map[int]bool{}
	for l := range liberties {
		tries[l] = true
	}
	for j, c := range b.at {
		if c != b.turn.Other() {
			continue
		}
		chain, left := b.chain(j)
		if len(left) != 1 {
			continue
		}
		for l := range left {
			if after, _ := b.play(l); after != nil && len(chain) >= b.need[b.turn] {
				return true
			}
			for s := range chain {
				for _, n := range b.beside(s) {
					tries[l] = tries[l] || stones[n]
				}
			}
		}
	}
	for l := range tries {
		after, _ := b.play(l)
		if after == nil {
			continue
		}
		_, left := after.chain(i)
		if len(left) < 2 {
			continue
		}
		if taken, _ := after.taken(i); len(left) > 2 || !taken {
			return true
		}
	}
	return false
}

// planes are what Fill should write.
func (b *slow) planes(last [3]goban.Point) []float32 {
	out := make([]float32, b.size*b.size*Planes)
	set := func(i, plane int) { out[i*Planes+plane] = 1 }
	own, enemy := b.turn, b.turn.Other()
	for i, c := range b.at {
		set(i, 23)
		for n := 2; n <= 5; n++ {
			if b.need[own] >= n {
				set(i, 24+n-2)
			}
			if b.need[enemy] >= n {
				set(i, 28+n-2)
			}
		}
		if c != goban.Empty {
			_, liberties := b.chain(i)
			taken, starts := b.taken(i)
			first := 0
			if c == enemy {
				first = 1
			}
			set(i, first)
			set(i, 2+4*first+min(len(liberties), 4)-1)
			if taken {
				set(i, 18-first)
			}
			if c == enemy {
				for _, s := range starts {
					set(s, 19)
				}
			}
			continue
		}
		if after, captured := b.play(i); after != nil {
			_, liberties := after.chain(i)
			set(i, 10+min(len(liberties), 3)-1)
			if captured > 0 {
				set(i, 13+min(captured, 3)-1)
			}
		}
	}
	if b.ko >= 0 {
		set(b.ko, 16)
	}
	for n, p := range last {
		if p != goban.NoPoint {
			set(p.Row()*b.size+p.Column(), 20+n)
		}
	}
	return out
}
