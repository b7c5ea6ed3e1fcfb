package xiangqi

// maxMoves is room for the legal moves of any position that can arise: two
// rooks and two cannons with 17 each, two horses with 8, five soldiers with 3,
// two elephants and advisors with 4, a king with 4. Append grows it for others.
const maxMoves = 4*17 + 2*8 + 5*3 + 4*4 + 4 + 1

// CountMoves is len(Moves).
func (b *Board) CountMoves() int {
	var l limits
	l.find(b)
	own := Piece(b.turn) << 3
	wanted := all.without(b.sets[own])
	n := 0
	for x := b.sets[own|Piece(Rook)]; !x.Empty(); x = x.Rest() {
		s := x.First()
		n += b.rookSight(s).and(wanted).and(l.of(s)).Len()
	}
	for x := b.sets[own|Piece(Cannon)]; !x.Empty(); x = x.Rest() {
		s := x.First()
		moves, takes := b.cannonSight(s)
		n += moves.or(takes).and(wanted).and(l.of(s)).Len()
	}
	for x := b.sets[own|Piece(Horse)]; !x.Empty(); x = x.Rest() {
		s := x.First()
		n += horseJumps[s][b.neighbours(s)].and(wanted).and(l.of(s)).Len()
	}
	for x := b.sets[own|Piece(Soldier)]; !x.Empty(); x = x.Rest() {
		s := x.First()
		n += soldierSteps[b.turn][s].and(wanted).and(l.of(s)).Len()
	}
	for x := b.sets[own|Piece(Elephant)]; !x.Empty(); x = x.Rest() {
		s := x.First()
		n += elephantJumps[s][b.diagonals(s)].and(halves[b.turn]).and(wanted).and(l.of(s)).Len()
	}
	for x := b.sets[own|Piece(Advisor)]; !x.Empty(); x = x.Rest() {
		s := x.First()
		n += advisorSteps[b.turn][s].and(wanted).and(l.of(s)).Len()
	}
	if king := b.kings[b.turn]; king != NoSquare {
		for y := kingSteps[b.turn][king].and(wanted); !y.Empty(); y = y.Rest() {
			if b.kingSafe(king, y.First()) {
				n++
			}
		}
	}
	return n
}
