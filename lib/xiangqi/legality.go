package xiangqi

// limits says which moves leave the own king safe, so that no move has to be tried.
// Every enemy piece that attacks the king, or would with one piece more or less in
// between, limits the targets of all pieces, or of the one or two pieces in between:
//
//	rook, 0 between: check; take it or step between
//	rook, 1 between: that piece may not leave the line
//	cannon, 0 between: nobody may step between
//	cannon, 1 between (the screen): check; take it, step between, or the screen leaves the line
//	cannon, 2 between: neither may leave the line, nor take the other
//	horse, leg free: check; take it or step on the leg
//	horse, leg held: the piece on the leg may only take the horse
//	soldier: check; take it
//
// The enemy king counts as a rook on the file. Advisors and elephants never
// meet an enemy king. The king's own moves are tried one by one (kingSafe).
type limits struct {
	targets Set  // where a piece without limits of its own may go
	bound   Set  // the own pieces that have limits of their own
	check   bool // the king stands in check

	count  int
	own    [maxBound]Square
	within [maxBound]Set

	// Own screens of cannons that give check: all other pieces must step in,
	// the screen must go.
	screens int
	screen  [4]Square
	block   [4]Set
}

// maxBound is enough: a line has at most one piece held by a rook and two by a
// cannon, and there are four lines and four legs.
const maxBound = 4*3 + 4

// find fills the limits for the side to move. Cost: about 10 ns when no enemy
// bears on the king.
func (l *limits) find(b *Board) {
	l.targets, l.bound, l.count, l.screens, l.check = all, Set{}, 0, 0, false
	king := b.kings[b.turn]
	if king == NoSquare {
		return
	}
	enemy := b.turn.Other()
	rooks := b.sets[NewPiece(enemy, Rook)].and(cross[king])
	if facing := b.kings[enemy]; facing != NoSquare && fileOf[facing] == fileOf[king] {
		rooks = rooks.or(bit[facing])
	}
	for ; !rooks.Empty(); rooks = rooks.Rest() {
		l.rook(b, king, rooks.First())
	}
	for x := b.sets[NewPiece(enemy, Cannon)].and(cross[king]); !x.Empty(); x = x.Rest() {
		l.cannon(b, king, x.First())
	}
	for x := b.sets[NewPiece(enemy, Horse)].and(horseComes[king][0]); !x.Empty(); x = x.Rest() {
		l.horse(b, king, x.First())
	}
	for x := b.sets[NewPiece(enemy, Soldier)].and(soldierComes[enemy][king]); !x.Empty(); x = x.Rest() {
		l.check = true
		l.targets = l.targets.and(bit[x.First()])
	}
	if l.count > 0 || l.screens > 0 {
		l.settle()
	}
}

func (l *limits) rook(b *Board, king, rook Square) {
	line := between[king][rook]
	pieces := line.and(b.occupied())
	switch pieces.Len() {
	case 0:
		l.check = true
		l.targets = l.targets.and(line.or(bit[rook]))
	case 1:
		l.bind(b, pieces.First(), line.or(bit[rook]))
	}
}

func (l *limits) cannon(b *Board, king, cannon Square) {
	line := between[king][cannon]
	pieces := line.and(b.occupied())
	switch pieces.Len() {
	case 0:
		l.targets = l.targets.without(line)
	case 1:
		l.check = true
		screen := pieces.First()
		block := line.without(pieces).or(bit[cannon])
		if b.cells[screen].Color() != b.turn {
			l.targets = l.targets.and(block)
			return
		}
		l.bind(b, screen, all.without(line))
		l.screen[l.screens], l.block[l.screens] = screen, block
		l.screens++
	case 2:
		within := line.without(pieces).or(bit[cannon])
		l.bind(b, pieces.First(), within)
		l.bind(b, pieces.Rest().First(), within)
	}
}

func (l *limits) horse(b *Board, king, horse Square) {
	leg := legOf[horse][king]
	if b.cells[leg] == NoPiece {
		l.check = true
		l.targets = l.targets.and(bit[horse].or(bit[leg]))
		return
	}
	l.bind(b, leg, bit[horse])
}

// bind limits an own piece; the limits by several enemies all apply. A piece of the
// enemy is not limited.
func (l *limits) bind(b *Board, s Square, within Set) {
	if b.cells[s].Color() != b.turn {
		return
	}
	if l.bound.Has(s) {
		for i := range l.count {
			if l.own[i] == s {
				l.within[i] = l.within[i].and(within)
				return
			}
		}
	}
	l.bound = l.bound.or(bit[s])
	l.own[l.count], l.within[l.count] = s, within
	l.count++
}

// settle adds the limits of all pieces to those of each bound piece.
func (l *limits) settle() {
	for i := range l.count {
		l.within[i] = l.within[i].and(l.targets)
		for j := range l.screens {
			if l.screen[j] != l.own[i] {
				l.within[i] = l.within[i].and(l.block[j])
			}
		}
	}
	for j := range l.screens {
		l.targets = l.targets.and(l.block[j])
	}
}

// of is where the piece on s, not the king, may go without exposing the king.
func (l *limits) of(s Square) Set {
	if l.bound.Has(s) {
		for i := range l.count {
			if l.own[i] == s {
				return l.within[i]
			}
		}
	}
	return l.targets
}

// exposed says whether the king of colour c would be attacked on s if the
// occupied points were these. The point s itself does not matter.
func (b *Board) exposed(c Color, s Square, occupied Set) bool {
	enemy := c.Other()
	if !horseComes[s][b.diagonals(s)].and(b.sets[NewPiece(enemy, Horse)]).Empty() ||
		!soldierComes[enemy][s].and(b.sets[NewPiece(enemy, Soldier)]).Empty() {
		return true
	}
	rooks := b.sets[NewPiece(enemy, Rook)].and(cross[s])
	if facing := b.kings[enemy]; facing != NoSquare && facing != s && fileOf[facing] == fileOf[s] {
		rooks = rooks.or(bit[facing])
	}
	for ; !rooks.Empty(); rooks = rooks.Rest() {
		if between[s][rooks.First()].and(occupied).Empty() {
			return true
		}
	}
	for x := b.sets[NewPiece(enemy, Cannon)].and(cross[s]); !x.Empty(); x = x.Rest() {
		if between[s][x.First()].and(occupied).Len() == 1 {
			return true
		}
	}
	return false
}

// kingSafe says whether the king of the side to move, now on king, would stand
// safe on the point s next to it. It is never itself on a horse's leg there:
// those lie diagonally from s.
func (b *Board) kingSafe(king, s Square) bool {
	return !b.exposed(b.turn, s, b.occupied().without(bit[king]))
}

// attacked says whether the king of colour c could be taken where it stands.
func (b *Board) attacked(c Color) bool {
	king := b.kings[c]
	return king != NoSquare && b.exposed(c, king, b.occupied())
}
