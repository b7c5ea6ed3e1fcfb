package fives

import (
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// proof is what is known of the mover's fours in a position: in how many plies they win, or that they do not.
type proof struct {
	key   uint64
	plies int16
	depth int16 // in threes, of the look that found nothing
}

// proofs kept, a power of two.
const proofsMost = 1 << 12

// Plies in which what the board shows wins.
const (
	fiveNow  = 1
	fourNow  = 3
	fiveNext = 2
)

// Decided says in how many plies the side to move wins by continuous fours; less than zero that the opponent makes
// five whatever is done; 0 when it finds neither with so many nodes.
func (p *Position) Decided(nodes int) int {
	c := p.board.Side()
	if p.count[c][winning] == 0 && p.count[c.Other()][winning] > 1 {
		return -fiveNext
	}
	if p.proofs == nil {
		p.proofs = make([]proof, proofsMost)
	}
	return p.wins(&nodes)
}

// Proven is Decided with open threes beside the fours, so many deep.
func (p *Position) Proven(depth, nodes int) int {
	if n := p.Decided(foursMost); n != 0 || depth == 0 || p.board.Bound() == p.board.Side() {
		return n
	}
	if p.threes == nil {
		p.threes = make([]proof, proofsMost)
	}
	key := p.board.Key()
	known := &p.threes[key&(proofsMost-1)]
	if known.key == key && (known.plies > 0 || int(known.depth) >= depth) {
		return int(known.plies)
	}
	n := p.attack(depth, &nodes)
	*known = proof{key, int16(n), int16(depth)}
	return n
}

// foursMost is how many nodes a look for fours has within one for threes.
const foursMost = 64

// attack looks for a victory of the side to move, in plies, by so many threes and then fours. Renju may forbid Black
// the point on which his three becomes a straight four after an answer elsewhere: it is not asked for him.
func (p *Position) attack(depth int, left *int) int {
	c := p.board.Side()
	d := c.Other()
	if p.count[c][winning] == 0 && p.count[d][winning] > 1 || *left <= 0 {
		return 0
	}
	*left--
	p.spent++
	fours := foursMost
	if n := p.wins(&fours); n > 0 || depth <= 0 {
		return n
	}
	moves := p.calls[c]
	switch {
	case p.count[d][winning] > 0:
		at := p.winner(d)
		if !moves.has(at) {
			return 0
		}
		moves = pointSet{}
		moves.add(at)
	case p.count[d][straight] > 0:
		moves = p.fours[c]
	}
	if moves == (pointSet{}) {
		return 0
	}
	key := p.board.Key()
	known := &p.threes[key&(proofsMost-1)]
	if known.key == key && (known.plies > 0 || int(known.depth) >= depth) {
		return int(known.plies)
	}
	plies := 0
	for k := straight; k >= three && plies == 0; k-- {
		moves.each(func(at goban.Point) bool {
			if p.at(c, at).traits().kind == k {
				p.Play(game.Move(at))
				plies = p.answered(depth-1, left)
				p.Undo()
			}
			return plies == 0 && *left > 0
		})
	}
	if plies > 0 || *left > 0 {
		*known = proof{key, int16(plies), int16(depth)}
	}
	return plies
}

// answered says in how many plies, with the move before, the other side has won whatever the side to move, which has
// been threatened, does; 0 when something stops it.
func (p *Position) answered(depth int, left *int) int {
	d := p.board.Side()
	c := d.Other()
	var replies pointSet
	switch {
	case p.count[d][winning] > 0:
		return 0
	case p.count[c][winning] > 1:
		return fourNow
	case p.count[c][winning] == 1:
		replies.add(p.winner(c))
	case p.count[c][straight] == 0:
		return 0
	default:
		fours := foursMost
		if p.wins(&fours) > 0 {
			return 0
		}
		replies = p.fours[c]
		for i, w := range p.fours[d] {
			replies[i] |= w
		}
	}
	most := 0
	if p.count[c][winning] > 0 {
		most = fourNow // though the answer be forbidden
	}
	replies.each(func(at goban.Point) bool {
		if !p.board.Legal(at) {
			return true
		}
		p.Play(game.Move(at))
		n := p.attack(depth, left)
		p.Undo()
		if most = max(most, n+2); n == 0 {
			most = 0
		}
		return n > 0
	})
	return most
}

// wins looks for a victory by fours. In Renju the side that moves are forbidden to may not make every four.
func (p *Position) wins(left *int) int {
	c := p.board.Side()
	d, free := c.Other(), p.board.Bound() != c
	switch {
	case p.count[c][winning] > 0:
		return fiveNow
	case p.count[d][winning] > 1:
		return 0
	case p.count[d][winning] == 0 && p.count[c][straight] > 0 && free:
		return fourNow
	case p.count[c][four]+p.count[c][fourThree]+p.count[c][straight] == 0:
		return 0
	}
	moves := p.fours[c]
	if p.count[d][winning] > 0 { // the four has to stop the opponent's
		at := p.winner(d)
		if !moves.has(at) {
			return 0
		}
		moves = pointSet{}
		moves.add(at)
	}
	key := p.board.Key()
	known := &p.proofs[key&(proofsMost-1)]
	if known.key == key {
		return int(known.plies)
	}
	if *left--; *left < 0 {
		return 0
	}
	p.spent++
	plies := 0
	for round := range 2 {
		moves.each(func(at goban.Point) bool {
			if better := p.at(c, at).traits().kind != four; better == (round == 0) && (free || p.board.Legal(at)) {
				plies = p.winsBy(game.Move(at), left)
			}
			return plies == 0
		})
		if plies != 0 {
			break
		}
	}
	*known = proof{key: key, plies: int16(plies)}
	return plies
}

// winsBy tries one four.
func (p *Position) winsBy(m game.Move, left *int) (plies int) {
	c := p.board.Side()
	p.Play(m)
	switch p.count[c][winning] {
	case 0: // of Renju's side with a row too long
	case 1:
		at := p.winner(c)
		if !p.board.Legal(at) {
			plies = fourNow
			break
		}
		p.Play(game.Move(at))
		if n := p.wins(left); n > 0 {
			plies = n + 2
		}
		p.Undo()
	default:
		plies = fourNow
	}
	p.Undo()
	return plies
}

// winner is a point on which c, which has one, makes five.
func (p *Position) winner(c goban.Color) (at goban.Point) {
	p.fours[c].each(func(q goban.Point) bool {
		at = q
		return p.at(c, q).traits().kind != winning
	})
	return at
}
