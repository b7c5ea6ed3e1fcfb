package xiangqi

import "qikit.dev/qikit/lib/game"

// InCheck says whether the king of the side to move could be taken now.
func (b *Board) InCheck() bool { return b.attacked(b.turn) }

// Moves appends the legal moves to dst, in a fixed order: pieces by kind and
// point, targets by point.
func (b *Board) Moves(dst []game.Move) []game.Move {
	return b.generate(dst, all.without(b.sets[b.turn<<3]))
}

// Captures appends the legal moves that take a piece to dst.
func (b *Board) Captures(dst []game.Move) []game.Move {
	return b.generate(dst, b.sets[b.turn.Other()<<3])
}

// generate appends the legal moves with a target in wanted, which holds no own
// piece.
func (b *Board) generate(dst []game.Move, wanted Set) []game.Move {
	var l limits
	l.find(b)
	own := Piece(b.turn) << 3
	for x := b.sets[own|Piece(Rook)]; !x.Empty(); x = x.Rest() {
		s := x.First()
		dst = list(dst, s, b.rookSight(s).and(wanted).and(l.of(s)))
	}
	for x := b.sets[own|Piece(Cannon)]; !x.Empty(); x = x.Rest() {
		s := x.First()
		moves, takes := b.cannonSight(s)
		dst = list(dst, s, moves.or(takes).and(wanted).and(l.of(s)))
	}
	for x := b.sets[own|Piece(Horse)]; !x.Empty(); x = x.Rest() {
		s := x.First()
		dst = list(dst, s, horseJumps[s][b.neighbours(s)].and(wanted).and(l.of(s)))
	}
	for x := b.sets[own|Piece(Soldier)]; !x.Empty(); x = x.Rest() {
		s := x.First()
		dst = list(dst, s, soldierSteps[b.turn][s].and(wanted).and(l.of(s)))
	}
	for x := b.sets[own|Piece(Elephant)]; !x.Empty(); x = x.Rest() {
		s := x.First()
		dst = list(dst, s, elephantJumps[s][b.diagonals(s)].and(halves[b.turn]).and(wanted).and(l.of(s)))
	}
	for x := b.sets[own|Piece(Advisor)]; !x.Empty(); x = x.Rest() {
		s := x.First()
		dst = list(dst, s, advisorSteps[b.turn][s].and(wanted).and(l.of(s)))
	}
	for x := b.sets[own|Piece(King)]; !x.Empty(); x = x.Rest() {
		s := x.First()
		for y := kingSteps[b.turn][s].and(wanted); !y.Empty(); y = y.Rest() {
			if t := y.First(); b.kingSafe(s, t) {
				dst = append(dst, NewMove(s, t))
			}
		}
	}
	return dst
}

func list(dst []game.Move, source Square, targets Set) []game.Move {
	for ; !targets.Empty(); targets = targets.Rest() {
		dst = append(dst, NewMove(source, targets.First()))
	}
	return dst
}

// Legal says whether the move is legal here; m may have any value.
func (b *Board) Legal(m game.Move) bool {
	source, target := Source(m), Target(m)
	if m != NewMove(source, target) || source >= squares || target >= squares {
		return false
	}
	piece := b.cells[source]
	if piece == NoPiece || piece.Color() != b.turn || !b.Reach(source).Has(target) {
		return false
	}
	if piece.Kind() == King {
		return b.kingSafe(source, target)
	}
	var l limits
	l.find(b)
	return l.of(source).Has(target)
}

// GivesCheck says whether a legal move attacks the enemy king.
func (b *Board) GivesCheck(m game.Move) bool {
	b.Play(m)
	check := b.InCheck()
	b.Undo()
	return check
}
