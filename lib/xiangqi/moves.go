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
