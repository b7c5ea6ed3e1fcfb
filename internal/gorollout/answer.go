package gorollout

import (
	"slices"

	"qikit.dev/qikit/lib/goban"
)

// rules look for a move near the latest one, in this order, each in so many draws of
// 256.
var rules = [...]struct {
	rate int
	find func(*Player)
}{{230, (*Player).atari}, {140, (*Player).two}, {230, (*Player).nakade}, {240, (*Player).shapes}}

// answer looks for a move near the latest one. Each rule has a byte of the draws, and
// the next two choose among several moves.
func (p *Player) answer(draws uint64) goban.Point {
	for i, rule := range rules {
		if int(draws>>(8*i)&0xff) >= rule.rate {
			continue
		}
		p.found = p.found[:0]
		rule.find(p)
		if len(p.found) > 0 {
			return p.found[int(draws>>(8*len(rules))&0xffff)%len(p.found)]
		}
	}
	return goban.NoPoint
}

// atari finds the chains that the latest move left to be taken or saved.
func (p *Player) atari() {
	s := &p.stones
	turn := s.Turn()
	if m, in := s.Atari(p.last); in && s.Legal(m) {
		p.found = append(p.found, m)
	}
	for _, n := range p.last.Neighbours() {
		if s.At(n) != turn {
			continue
		}
		if m, in := s.Atari(n); in {
			p.save(n, m)
		}
	}
}

// save finds moves that get the own chain on n, whose last liberty is m, out of
// atari: capturing beside it, or growing to where it is not in a ladder.
func (p *Player) save(n, m goban.Point) {
	s := &p.stones
	enemy := s.Turn().Other()
	for q := range s.ChainStones(n) {
		for _, at := range q.Neighbours() {
			if s.At(at) != enemy {
				continue
			}
			if take, in := s.Atari(at); in && take != m && s.Legal(take) {
				p.add(take)
			}
		}
	}
	if !s.Legal(m) {
		return
	}
	switch p.marks.room(s, m, 3) {
	case 0, 1:
	case 2:
		if !p.reader.dies(s, m) {
			p.add(m)
		}
	default:
		p.add(m)
	}
}

// add puts a move on the list once.
func (p *Player) add(m goban.Point) {
	if !slices.Contains(p.found, m) {
		p.found = append(p.found, m)
	}
}

// two finds moves where the latest move left a chain two liberties. An own chain gets
// more liberties, or the chains that enclose it are put into atari. A chain of the
// opponent is attacked where it cannot get away.
func (p *Player) two() {
	s := &p.stones
	turn := s.Turn()
	if libs, n := p.marks.liberties(s, p.last); n == 2 {
		p.attack(p.last, libs)
	}
	for _, n := range p.last.Neighbours() {
		if s.At(n) != turn || s.ChainSize(n) < 2 {
			continue
		}
		libs, count := p.marks.liberties(s, n)
		if count != 2 {
			continue
		}
		for _, m := range libs {
			if s.Legal(m) && p.marks.room(s, m, 4) > 2 {
				p.add(m)
			}
		}
	}
}

// attack finds the ataris that a chain of two liberties cannot escape.
func (p *Player) attack(chain goban.Point, libs [2]goban.Point) {
	s := &p.stones
	for i, m := range libs {
		if s.Legal(m) && p.marks.room(s, m, 2) > 1 && p.holds(chain, libs[1-i]) {
			p.add(m)
		}
	}
}

// holds says whether a chain, put into atari, gains nothing by running to its
// other liberty.
func (p *Player) holds(chain, out goban.Point) bool {
	s := &p.stones
	n := 0
	for _, at := range out.Neighbours() {
		switch c := s.At(at); {
		case c == goban.Empty:
			n++
		case c == s.At(chain) && s.Chain(at) != s.Chain(chain):
			return false
		}
	}
	return n < 2
}
