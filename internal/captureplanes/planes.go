package captureplanes

import (
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/goban"
)

// Planes is how many planes a position has.
const Planes = 32

// First plane of each group; the package comment is the full table.
const (
	Own          = 0
	Enemy        = 1
	OwnChains    = 2
	EnemyChains  = 6
	Liberties    = 10
	Captures     = 13
	Ko           = 16
	EnemyLadder  = 17
	OwnLadder    = 18
	LadderStart  = 19
	Last         = 20
	Ones         = 23
	OwnNeeds     = 24
	EnemyNeeds   = 28
	lastMoves    = 3
	chainClasses = 4
	moveClasses  = 3
	needClasses  = 4
)

// Position is what the planes show. The stones are read, not changed.
type Position struct {
	Stones *goban.Stones
	Need   [2]int                 // stones that a side, by Color, must still capture, 1 or more
	Last   [lastMoves]goban.Point // the last moves, newest first; NoPoint where there is none, or a pass
}

// PositionOf is the position a board stands at.
func PositionOf(b *capturego.Board) Position {
	p := Position{Stones: b.Stones()}
	for _, c := range [2]goban.Color{goban.Black, goban.White} {
		p.Need[c] = b.Target(c) - p.Stones.Captured(c)
	}
	played := b.Played(nil)
	for i := range min(lastMoves, len(played)) {
		if m := played[len(played)-1-i]; m != goban.Pass {
			p.Last[i] = goban.Point(m)
		}
	}
	return p
}

// Filler fills planes. It holds a board of its own to read ahead on; the zero
// Filler is ready. One Filler serves one goroutine.
type Filler struct {
	board  goban.Stones
	ladder ladder
}

// Fill writes the planes of a position whose game is not over; out has
// size*size*Planes places.
func (f *Filler) Fill(p Position, out []float32) {
	s := &f.board
	if s.Size() == p.Stones.Size() {
		s.CopyFrom(p.Stones)
	} else {
		*s = *p.Stones
	}
	size := s.Size()
	out = out[:size*size*Planes]
	clear(out)
	own := s.Turn()
	f.ladder.take(s, p.Need)
	i := 0
	for at := range s.Points() {
		here := out[i : i+Planes : i+Planes]
		f.fillPoint(at, here)
		constant(here, p.Need[own], p.Need[own.Other()])
		i += Planes
	}
	f.fillLadders(out)
	if s.Ko() != goban.NoPoint {
		set(out, size, s.Ko(), Ko)
	}
	for n, at := range p.Last {
		if at != goban.NoPoint {
			set(out, size, at, Last+n)
		}
	}
}

func set(out []float32, size int, p goban.Point, plane int) {
	out[(p.Row()*size+p.Column())*Planes+plane] = 1
}

// constant fills the planes that are the same all over the board.
func constant(here []float32, own, enemy int) {
	here[Ones] = 1
	for n := range needClasses {
		if own >= n+2 {
			here[OwnNeeds+n] = 1
		}
		if enemy >= n+2 {
			here[EnemyNeeds+n] = 1
		}
	}
}

// fillPoint fills what a point shows by itself: its stone, or the move on it.
func (f *Filler) fillPoint(at goban.Point, here []float32) {
	s := &f.board
	switch c := s.At(at); {
	case c == s.Turn():
		here[Own] = 1
		here[OwnChains+s.Liberties(at, chainClasses)-1] = 1
	case c != goban.Empty:
		here[Enemy] = 1
		here[EnemyChains+s.Liberties(at, chainClasses)-1] = 1
	case s.Legal(at):
		t := s.Play(at)
		liberties := s.Liberties(at, moveClasses)
		s.Undo(&t)
		here[Liberties+liberties-1] = 1
		if n := t.Captures(); n > 0 {
			here[Captures+min(n, moveClasses)-1] = 1
		}
	}
}

// fillLadders reads a ladder for every chain with one or two liberties.
func (f *Filler) fillLadders(out []float32) {
	s := &f.board
	size := s.Size()
	var seen goban.PointSet
	for i := range size * size {
		here := out[i*Planes : (i+1)*Planes]
		weak := here[OwnChains]+here[OwnChains+1]+here[EnemyChains]+here[EnemyChains+1] > 0
		p := goban.PointAt(i%size, i/size)
		if !weak || seen.Has(s.Chain(p)) {
			continue
		}
		seen.Put(s.Chain(p))
		taken := EnemyLadder
		if here[Own] > 0 {
			taken = OwnLadder
		}
		starts, n := f.ladder.read(p)
		if n < 0 {
			continue
		}
		for q := range s.ChainStones(p) {
			set(out, size, q, taken)
		}
		if taken == EnemyLadder {
			for _, q := range starts[:n] {
				set(out, size, q, LadderStart)
			}
		}
	}
}
