package xiangqi

// prey is the set of enemy pieces that pieces of colour by threaten to take by the rules
// about chases, if it were by's turn. The package comment states the rules. It takes
// some microseconds, and is needed only when a position has been repeated.
func (b *Board) prey(by Color) (prey Set) {
	enemy := by.Other()
	victims := b.sets[enemy<<3].without(b.sets[NewPiece(enemy, King)])
	// Soldiers that have not crossed may be chased.
	victims = victims.without(b.sets[NewPiece(enemy, Soldier)].and(halves[enemy]))
	attackers := b.sets[by<<3].without(b.sets[NewPiece(by, King)]).without(b.sets[NewPiece(by, Soldier)])
	for ; !attackers.Empty(); attackers = attackers.Rest() {
		s := attackers.First()
		for x := b.Attacks(s).and(victims).without(prey); !x.Empty(); x = x.Rest() {
			if b.threatens(s, x.First()) {
				prey = prey.or(bit[x.First()])
			}
		}
	}
	return prey
}

// threatens says whether taking the piece on target, which the piece on source
// attacks, would be a real gain: the taker is not pinned, and it takes the
// stronger piece, or one that nothing protects and that could not itself have
// taken first.
func (b *Board) threatens(source, target Square) bool {
	attacker, victim := b.cells[source], b.cells[target]
	taken := b.afterCapture(source, target)
	if !taken.checkers(attacker.Color()).without(b.checkers(attacker.Color())).Empty() {
		return false
	}
	if outranks(victim.Kind(), attacker.Kind()) {
		return true
	}
	for x := taken.AttackersTo(target, victim.Color()); !x.Empty(); x = x.Rest() {
		back := taken.afterCapture(x.First(), target)
		if !back.attacked(victim.Color()) {
			return false
		}
	}
	// Pieces of one kind that could take each other are an offer to exchange.
	if attacker.Kind() != victim.Kind() || !b.Attacks(target).Has(source) {
		return true
	}
	first := b.afterCapture(target, source)
	return !first.checkers(victim.Color()).without(b.checkers(victim.Color())).Empty()
}

// outranks says whether the victim is worth so much more than the attacker that its
// protection does not matter: a rook attacked by a horse or cannon; a rook, horse or
// cannon attacked by an advisor or elephant.
func outranks(victim, attacker Kind) bool {
	switch attacker {
	case Horse, Cannon:
		return victim == Rook
	case Advisor, Elephant:
		return victim == Rook || victim == Horse || victim == Cannon
	}
	return false
}

// afterCapture is the board, without its history, after the piece on source
// took the one on target, whoever's turn it is.
func (b *Board) afterCapture(source, target Square) Board {
	c := *b
	c.history = nil
	piece, captured := c.cells[source], c.cells[target]
	c.shift(piece, captured, source, target)
	c.cells[source], c.cells[target] = NoPiece, piece
	if piece.Kind() == King {
		c.kings[piece.Color()] = target
	}
	return c
}

// checkers is the pieces that could take the king of colour c.
func (b *Board) checkers(c Color) Set {
	king, enemy := b.kings[c], c.Other()
	if king == NoSquare {
		return Set{}
	}
	found := b.AttackersTo(king, enemy)
	if facing := b.kings[enemy]; facing != NoSquare && fileOf[facing] == fileOf[king] &&
		between[king][facing].and(b.occupied()).Empty() {
		found = found.or(bit[facing])
	}
	return found
}
