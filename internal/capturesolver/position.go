package capturesolver

import (
	"slices"

	"qikit.dev/qikit/internal/dfpn"
	"qikit.dev/qikit/lib/goban"
)

// Position is a position of Capture Go that moves are played on, for a solver.
// Nobody passes, and a side that can play no stone loses.
type Position struct {
	stones goban.Stones
	target [2]int // by goban.Color
	past   []move

	table  *imageTable // of the board's size
	hashes images

	ladders int            // nodes left for the ladder being read
	tried   goban.PointSet // the points of the moves that the ladder being read looks at
	zone    goban.PointSet // where a move may help it, when it fails

	memo     *memo             // nil for none
	layers   [2]goban.PointSet // the stones, by color
	readings [][2]reading      // by move of the past and attacker, in front of it; the last is of the board
	escaped  []escape          // of all readings of the line
	fresh    []goban.Point

	threats [2][]goban.Point // buffers, see captures
	chains  []goban.Point
	saving  []goban.Point
}

var _ dfpn.Game[goban.Point] = (*Position)(nil)

// move is what Undo needs.
type move struct {
	trace   goban.Trace
	hashes  images
	layers  [2]goban.PointSet
	escaped int // the length of Position.escaped
}

// Set makes p the position of these stones, which are copied.
func (p *Position) Set(s *goban.Stones, target [2]int) {
	if p.table == nil || p.stones.Size() != s.Size() {
		p.table = newImageTable(s.Size())
	}
	p.stones, p.target, p.past = *s, target, p.past[:0]
	p.readings, p.escaped = append(p.readings[:0], [2]reading{}), p.escaped[:0]
	p.hash()
}

// hash computes the hashes afresh.
func (p *Position) hash() {
	p.hashes, p.layers = images{}, [2]goban.PointSet{}
	for at := range p.stones.Points() {
		if c := p.stones.At(at); c < goban.Empty {
			p.hashes.toggle(&p.table[c][at])
			p.layers[c].Put(at)
		}
	}
}

// Stones is what lies on the board; it is the position's own.
func (p *Position) Stones() *goban.Stones { return &p.stones }

// Play makes a legal move.
func (p *Position) Play(m goban.Point) {
	own := p.stones.Turn()
	p.past = append(p.past, move{hashes: p.hashes, layers: p.layers, escaped: len(p.escaped)})
	p.unread()
	last := &p.past[len(p.past)-1]
	last.trace = p.stones.Play(m)
	p.hashes.toggle(&p.table[own][m])
	p.layers[own].Put(m)
	spaces := p.stones.Spaces() // the captured ones come last
	for _, gone := range spaces[len(spaces)-last.trace.Captures():] {
		p.hashes.toggle(&p.table[own.Other()][gone])
		p.layers[own.Other()][gone>>6] &^= 1 << (gone & 63)
	}
}

// Undo takes the last move back.
func (p *Position) Undo() {
	last := len(p.past) - 1
	p.stones.Undo(&p.past[last].trace)
	p.hashes, p.layers = p.past[last].hashes, p.past[last].layers
	p.readings, p.escaped = p.readings[:last+1], p.escaped[:p.past[last].escaped]
	p.past = p.past[:last]
}

// captures lists the points at which a side, were it to move, would capture
// enough to win. Most positions have none, which costs a few nanoseconds.
func (p *Position) captures(by goban.Color) []goban.Point {
	s := &p.stones
	p.chains = s.InAtari(by.Other(), p.chains[:0])
	list := p.threats[by][:0]
	missing := p.target[by] - s.Captured(by)
	for i, chain := range p.chains {
		at, _ := s.Atari(chain)
		sum := s.ChainSize(chain)
		first := true
		for k, other := range p.chains {
			if l, _ := s.Atari(other); k != i && l == at {
				sum += s.ChainSize(other)
				first = first && k > i
			}
		}
		if first && sum >= missing {
			list = append(list, at)
		}
	}
	p.threats[by] = list
	return list
}

// Winning is a move that captures enough at once.
func (p *Position) Winning() (m goban.Point, ok bool) {
	for _, at := range p.captures(p.stones.Turn()) {
		if at != p.stones.Ko() {
			return at, true
		}
	}
	return goban.NoPoint, false
}

// Forced says whether the opponent threatens to capture enough, and which moves
// avert that. The list is good until the next call.
func (p *Position) Forced() (saving []goban.Point, forced bool) {
	s := &p.stones
	own := s.Turn()
	threats := p.captures(own.Other())
	if len(threats) == 0 {
		return nil, false
	}
	// A stone on its last liberty saves a chain, and so does capturing a chain beside
	// it; to find out which chains in atari lie beside it is not worth the time.
	p.saving = append(p.saving[:0], threats...)
	p.chains = s.InAtari(own.Other(), p.chains[:0])
	for _, chain := range p.chains {
		at, _ := s.Atari(chain)
		p.saving = append(p.saving, at)
	}
	for _, m := range p.saving {
		p.tried.Put(m)
	}
	kept := p.saving[:0]
	for _, m := range p.saving {
		if !s.Legal(m) || slices.Contains(kept, m) {
			continue
		}
		trace := s.Play(m)
		if _, lost := p.Winning(); !lost { // a ko may avert it, too
			kept = append(kept, m)
		}
		s.Undo(&trace)
	}
	return kept, true
}

// Verdict is Win when the side to move can capture enough at once or in a
// ladder, Loss when the opponent's capture cannot be averted or there is no
// move.
func (p *Position) Verdict() dfpn.Value {
	if _, ok := p.Winning(); ok {
		return dfpn.Win
	}
	if saving, forced := p.Forced(); forced {
		if len(saving) == 0 {
			return dfpn.Loss
		}
		return dfpn.Unknown
	}
	if !p.stones.CanPlay() {
		return dfpn.Loss
	}
	if _, ok := p.own(); ok {
		return dfpn.Win
	}
	return dfpn.Unknown
}

// own is a ladder of the side to move.
func (p *Position) own() (m goban.Point, ok bool) {
	if !p.quiet() {
		return p.Ladder(LadderMost)
	}
	r := p.read(p.stones.Turn())
	return r.first, r.ok
}

// LadderMost is how many moves a ladder may take before it is given up. With it
// the empty 5x5 board takes 27,000 nodes, with 20 moves 45,000, without ladders
// 442,000.
const LadderMost = 60

// Estimates of how far a position is from proven, by whether a capture is threatened at
// once, or a ladder, or nothing: then one move of many is looked for that wins. Where a
// position without a capture to avert counts 8, whatever its ladders, the empty 5x5 board
// takes 64,000 nodes, the cross-cut on 6x6 7,200 instead of 900, and most proofs of games
// between weak players four times as many.
const (
	threatWin  = 3 // what is threatened has to be averted first
	ladderLoss = 3 // and one for so many points of its zone
	zoneShare  = 4
	quietLoss  = 30
)

// Estimate takes a position for the nearer to lost the fewer moves avert what is
// threatened.
func (p *Position) Estimate() (win, loss int) {
	if saving, forced := p.Forced(); forced {
		return threatWin, len(saving)
	}
	if zone, ok := p.threat(); ok {
		return threatWin, ladderLoss + p.spaces(&zone)/zoneShare
	}
	return 1, quietLoss
}

// Moves appends the moves that may avert what the opponent threatens, or all legal
// ones when that is nothing.
func (p *Position) Moves(dst []goban.Point) []goban.Point {
	if m, ok := p.Winning(); ok {
		return append(dst, m)
	}
	if saving, forced := p.Forced(); forced {
		return append(dst, saving...)
	}
	s := &p.stones
	p.own() // for the positions one move on
	zone, threatened := p.threat()
	for m := range s.Points() {
		if s.Legal(m) && (!threatened || zone.Has(m) || p.ataris(m)) {
			dst = append(dst, m)
		}
	}
	return dst
}
