package xiangqi

// occupied is every piece's point.
func (b *Board) occupied() Set { return b.sets[Red<<3].or(b.sets[Black<<3]) }

// Pieces is where the pieces of that kind and colour stand.
func (b *Board) Pieces(p Piece) Set { return b.sets[p&15] }

// Men is where the pieces of that colour stand.
func (b *Board) Men(c Color) Set { return b.sets[c<<3] }

// Attacks is every point on which the piece on s could take, whoever stands
// there and whatever becomes of its own king; empty for an empty point. It
// costs about 5 ns.
func (b *Board) Attacks(s Square) Set {
	p := b.cells[s]
	if p.Kind() == Cannon {
		_, takes := b.cannonSight(s)
		return takes
	}
	return b.reach(p, s)
}

// reach is where a piece that is no cannon could go, own pieces included.
func (b *Board) reach(p Piece, s Square) Set {
	c := p.Color()
	switch p.Kind() {
	case King:
		return kingSteps[c][s]
	case Advisor:
		return advisorSteps[c][s]
	case Elephant:
		return elephantJumps[s][b.diagonals(s)].and(halves[c])
	case Horse:
		return horseJumps[s][b.neighbours(s)]
	case Rook:
		return b.rookSight(s)
	case Soldier:
		return soldierSteps[c][s]
	}
	return Set{}
}

// Reach is where the piece on s could go: empty points and those of enemy
// pieces, whatever becomes of its own king.
func (b *Board) Reach(s Square) Set {
	p := b.cells[s]
	own := b.sets[p&8]
	if p.Kind() == Cannon {
		moves, takes := b.cannonSight(s)
		return moves.or(takes.and(b.occupied()).without(own))
	}
	return b.reach(p, s).without(own)
}

// AttackersTo is the pieces of colour by that could take on s as the board
// stands, pinned ones included; the kings do not count as facing each other.
func (b *Board) AttackersTo(s Square, by Color) Set {
	man := func(k Kind) Set { return b.sets[NewPiece(by, k)] }
	diagonals := b.diagonals(s)
	_, leap := b.cannonSight(s)
	found := horseComes[s][diagonals].and(man(Horse))
	found = found.or(soldierComes[by][s].and(man(Soldier)))
	found = found.or(b.rookSight(s).and(man(Rook)))
	found = found.or(leap.and(man(Cannon)))
	if halves[by].Has(s) {
		found = found.or(elephantJumps[s][diagonals].and(man(Elephant)))
		found = found.or(kingComes[by][s].and(man(King))).or(advisorComes[by][s].and(man(Advisor)))
	}
	return found
}
