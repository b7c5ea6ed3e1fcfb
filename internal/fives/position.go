package fives

import (
	"math/bits"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/gomoku"
)

// Position is a board with what each empty point would make of it for either side.
type Position struct {
	board *gomoku.Board
	lens  *lens
	lines [4][linesMost]lineOf
	// points are what a stone on each empty point makes: Black's in the low half, White's in the high one.
	points [goban.PointLimit]uint32
	state
	frames  []frame
	changes []change
	order   []int32 // a buffer
	proofs  []proof // of fours
	threes  []proof // of fours and threes
	spent   int     // nodes of the looks for them
}

// state is what Undo takes back as a whole.
type state struct {
	count [2][kinds]int16 // empty points, by side and kind
	mover [2]int32        // sums of worth over them, by side
	other [2]int32
	near  pointSet    // empty or not, two from a stone at most
	empty pointSet    // empty points
	fours [2]pointSet // empty points that make four or more, by side
	calls [2]pointSet // or an open three: the points that call for an answer
}

// frame is what a move changed.
type frame struct {
	state
	changes int // before it
}

// change is a point as it was.
type change struct {
	at  goban.Point
	was uint32
}

// pointSet is a set of points.
type pointSet [(goban.PointLimit + 63) / 64]uint64

func (s *pointSet) add(p goban.Point)      { s[p>>6] |= 1 << (p & 63) }
func (s *pointSet) remove(p goban.Point)   { s[p>>6] &^= 1 << (p & 63) }
func (s *pointSet) has(p goban.Point) bool { return s[p>>6]>>(p&63)&1 != 0 }

// each calls f for the points, in order, until it says false.
func (s *pointSet) each(f func(p goban.Point) bool) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			if !f(goban.Point(i<<6 + bits.TrailingZeros64(w))) {
				return
			}
		}
	}
}

// around are the points two from each at most, off the board of a smaller size too.
var around = func() (table [goban.PointLimit]pointSet) {
	const far = 2
	for row := range goban.SizeMax {
		for column := range goban.SizeMax {
			at := goban.PointAt(column, row)
			for r := max(row-far, 0); r <= min(row+far, goban.SizeMax-1); r++ {
				for c := max(column-far, 0); c <= min(column+far, goban.SizeMax-1); c++ {
					table[at].add(goban.PointAt(c, r))
				}
			}
		}
	}
	return table
}()

// New is the position of a board, which it plays on.
func New(b *gomoku.Board) *Position {
	p := &Position{}
	p.Set(b)
	return p
}

// Set makes p the position of another board.
func (p *Position) Set(b *gomoku.Board) {
	exact := func(c goban.Color) int {
		if b.Exact(c) {
			return 1
		}
		return 0
	}
	*p = Position{board: b, lens: lenses[exact(goban.Black)][exact(goban.White)](),
		frames: p.frames[:0], changes: p.changes[:0], order: p.order, proofs: p.proofs, threes: p.threes}
	clear(p.proofs)
	clear(p.threes)
	for d := range p.lines {
		for i := range p.lines[d] {
			p.lines[d][i] = ^lineOf(0)
		}
	}
	for at := range goban.Point(goban.PointLimit) {
		if !b.Has(at) {
			continue
		}
		code := lineOf(0)
		switch c := b.At(at); c {
		case goban.Empty:
			p.empty.add(at)
		default:
			code = lineOf(c) + 1
			p.spread(at)
		}
		for d, s := range spots[at] {
			p.lines[d][s.line] &^= (offside &^ code) << (2 * (s.place + margin))
		}
	}
	p.empty.each(func(at goban.Point) bool {
		now := uint32(0)
		for d, s := range spots[at] {
			now |= spread4(p.lens.at(p.lines[d][s.line], int(s.place))) << (4 * d)
		}
		p.points[at] = now
		p.tally(at, now, 1)
		return true
	})
}

// spread4 puts Black's four bits into the low half of a word, White's into the high one.
func spread4(both uint8) uint32 { return uint32(both&15) | uint32(both>>4)<<16 }

// sideMask are the four bits of a line in both halves.
const sideMask = 0x000f000f

// tally adds an empty point to the sums, or takes it away for -1.
func (p *Position) tally(at goban.Point, now uint32, sign int) {
	for c := range 2 {
		t := point(now >> (16 * c)).traits()
		p.count[c][t.kind] += int16(sign)
		p.mover[c] += int32(sign) * int32(t.mover)
		p.other[c] += int32(sign) * int32(t.other)
		if t.kind >= four {
			p.fours[c][at>>6] ^= 1 << (at & 63)
		}
		if t.kind >= three {
			p.calls[c][at>>6] ^= 1 << (at & 63)
		}
	}
}

// exchange makes an empty point what it is now.
func (p *Position) exchange(at goban.Point, was, now uint32) {
	p.changes = append(p.changes, change{at, was})
	p.points[at] = now
	for c := range 2 {
		a, b := point(was>>(16*c)), point(now>>(16*c))
		if a == b {
			continue
		}
		from, to := a.traits(), b.traits()
		p.mover[c] += int32(to.mover) - int32(from.mover)
		p.other[c] += int32(to.other) - int32(from.other)
		if from.kind == to.kind {
			continue
		}
		p.count[c][from.kind]--
		p.count[c][to.kind]++
		if from.kind >= four != (to.kind >= four) {
			p.fours[c][at>>6] ^= 1 << (at & 63)
		}
		if from.kind >= three != (to.kind >= three) {
			p.calls[c][at>>6] ^= 1 << (at & 63)
		}
	}
}

// spread counts the points around a stone as near.
func (p *Position) spread(at goban.Point) {
	for i, w := range around[at] {
		p.near[i] |= w
	}
}

// Board is the board that p plays on.
func (p *Position) Board() *gomoku.Board { return p.board }

// Play makes a legal move.
func (p *Position) Play(m game.Move) {
	at, c := goban.Point(m), p.board.Side()
	p.frames = append(p.frames, frame{p.state, len(p.changes)})
	was := p.points[at]
	p.tally(at, was, -1)
	p.changes = append(p.changes, change{at, was})
	p.points[at] = 0
	p.empty.remove(at)
	p.spread(at)
	l := p.lens
	for d, s := range spots[at] {
		place := int(s.place)
		w := p.lines[d][s.line] | lineOf(c+1)<<(2*(place+margin))
		p.lines[d][s.line] = w
		step := gomoku.Steps[d]
		q := int(at) - l.reach*step
		for k := place - l.reach; k <= place+l.reach; k, q = k+1, q+step {
			if w>>(2*(k+margin))&offside != 0 {
				continue
			}
			was := p.points[q]
			now := was&^(sideMask<<(4*d)) | spread4(l.at(w, k))<<(4*d)
			if now != was {
				p.exchange(goban.Point(q), was, now)
			}
		}
	}
	p.board.Play(m)
}

// Undo takes the last move back.
func (p *Position) Undo() {
	at := p.board.Last()
	p.board.Undo()
	f := &p.frames[len(p.frames)-1]
	p.frames = p.frames[:len(p.frames)-1]
	p.state = f.state
	for i := len(p.changes) - 1; i >= f.changes; i-- {
		p.points[p.changes[i].at] = p.changes[i].was
	}
	p.changes = p.changes[:f.changes]
	for d, s := range spots[at] {
		p.lines[d][s.line] &^= offside << (2 * (s.place + margin))
	}
}

// at is what a stone of c on an empty point makes.
func (p *Position) at(c goban.Color, at goban.Point) point { return point(p.points[at] >> (16 * c)) }

// Count is how many lines through empty points would have that shape for a side, were its stone
// on the point.
func (p *Position) Count(c goban.Color, s Shape) (n int) {
	p.empty.each(func(at goban.Point) bool {
		for line := range 4 {
			if p.at(c, at).shape(line) == s {
				n++
			}
		}
		return true
	})
	return n
}

// Best is the best shape that a stone of c on an empty point makes.
func (p *Position) Best(c goban.Color, at goban.Point) Shape { return p.at(c, at).traits().best }

// Threatened says whether the opponent makes five if nothing is done.
func (p *Position) Threatened() bool { return p.count[p.board.Side().Other()][winning] > 0 }
