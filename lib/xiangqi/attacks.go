package xiangqi

// occupied is every piece's point.
func (b *Board) occupied() Set { return b.sets[Red<<3].or(b.sets[Black<<3]) }

// Pieces is where the pieces of that kind and colour stand.
func (b *Board) Pieces(p Piece) Set { return b.sets[p&15] }

// Men is where the pieces of that colour stand.
func (b *Board) Men(c Color) Set { return b.sets[c<<3] }

// neighbours packs which of the four points beside s are occupied.
func (b *Board) neighbours(s Square) uint16 {
	file, rank := fileOf[s], rankOf[s]
	return b.rankLine[rank+1]<<1>>file&5 | b.fileLine[file]<<1>>rank&5<<1
}

// diagonals packs which of the four points diagonally next to s are occupied.
func (b *Board) diagonals(s Square) uint16 {
	file, rank := fileOf[s], rankOf[s]
	return b.rankLine[rank+2]<<1>>file&5 | b.rankLine[rank]<<1>>file&5<<1
}

// onRank puts a rank's line of nine points on the rank.
func onRank(line uint16, rank uint8) Set {
	if rank < ranks/2 {
		return Set{Lo: uint64(line) << (rank * files)}
	}
	return Set{Hi: uint64(line) << ((rank - ranks/2) * files)}
}

const rankMask = 1<<files - 1

// rookSight is the set of points that a rook on s attacks.
func (b *Board) rookSight(s Square) Set {
	file, rank := fileOf[s], rankOf[s]
	across := onRank(lines[file][b.rankLine[rank+1]].rook&rankMask, rank)
	along := spread[lines[rank][b.fileLine[file]].rook]
	return Set{across.Lo | along.Lo<<file, across.Hi | along.Hi<<file}
}

// cannonSight is where a cannon on s may move, and what it takes.
func (b *Board) cannonSight(s Square) (moves, takes Set) {
	file, rank := fileOf[s], rankOf[s]
	x, y := lines[file][b.rankLine[rank+1]], lines[rank][b.fileLine[file]]
	across, along := onRank(x.rook&^b.rankLine[rank+1]&rankMask, rank), spread[y.rook&^b.fileLine[file]]
	leapX, leapY := onRank(x.leap, rank), spread[y.leap]
	return Set{across.Lo | along.Lo<<file, across.Hi | along.Hi<<file},
		Set{leapX.Lo | leapY.Lo<<file, leapX.Hi | leapY.Hi<<file}
}

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
