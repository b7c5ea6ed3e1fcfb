package xiangqi

import "qikit.dev/qikit/lib/game"

// Man is a piece with the points that it sees.
type Man struct {
	Kind   Kind
	Square Square
	// Moves is where it goes without taking, were all friends away; Takes is
	// where it takes, whoever stands there. For all but the cannon the two are
	// one.
	Moves, Takes Set
}

// MenMax is how many pieces of a colour Majors and Minors list; more stand only on
// boards that no game leads to.
const MenMax = 18

// Majors lists the rooks, cannons and horses of a colour, in this order, and returns
// their number. It ignores pins. It costs about 8 ns a piece.
func (b *Board) Majors(c Color, men *[MenMax]Man) (n int) {
	own := Piece(c) << 3
	for x := b.sets[own|Piece(Rook)]; !x.Empty() && n < MenMax; x = x.Rest() {
		s := x.First()
		sight := b.rookSight(s)
		men[n] = Man{Rook, s, sight, sight}
		n++
	}
	for x := b.sets[own|Piece(Cannon)]; !x.Empty() && n < MenMax; x = x.Rest() {
		s := x.First()
		moves, takes := b.cannonSight(s)
		men[n] = Man{Cannon, s, moves, takes}
		n++
	}
	for x := b.sets[own|Piece(Horse)]; !x.Empty() && n < MenMax; x = x.Rest() {
		s := x.First()
		jumps := horseJumps[s][b.neighbours(s)]
		men[n] = Man{Horse, s, jumps, jumps}
		n++
	}
	return n
}

// Minors lists the others of a colour: soldiers, elephants, advisors, then the king.
func (b *Board) Minors(c Color, men *[MenMax]Man) (n int) {
	for _, k := range [...]Kind{Soldier, Elephant, Advisor, King} {
		p := NewPiece(c, k)
		for x := b.sets[p]; !x.Empty() && n < MenMax; x = x.Rest() {
			s := x.First()
			takes := b.reach(p, s)
			men[n] = Man{k, s, takes, takes}
			n++
		}
	}
	return n
}

// MinorReach is where the Minors of a colour take, all together.
func (b *Board) MinorReach(c Color) (takes Set) {
	own := Piece(c) << 3
	for x := b.sets[own|Piece(Soldier)]; !x.Empty(); x = x.Rest() {
		takes = takes.or(soldierSteps[c][x.First()])
	}
	for x := b.sets[own|Piece(Elephant)]; !x.Empty(); x = x.Rest() {
		s := x.First()
		takes = takes.or(elephantJumps[s][b.diagonals(s)].and(halves[c]))
	}
	for x := b.sets[own|Piece(Advisor)]; !x.Empty(); x = x.Rest() {
		takes = takes.or(advisorSteps[c][x.First()])
	}
	if s := b.kings[c]; s != NoSquare {
		takes = takes.or(kingSteps[c][s])
	}
	return takes
}

// Screens is the number of pieces between two points of one line, -1 when they
// share none.
func (b *Board) Screens(s, t Square) int {
	if fileOf[s] != fileOf[t] && rankOf[s] != rankOf[t] {
		return -1
	}
	return between[s][t].and(b.occupied()).Len()
}

// Exchange says whether the captures that m starts on its target point, each
// side taking with its cheapest piece (soldier, advisor, elephant, horse, cannon, rook,
// king) or stopping when that is better, gain the mover at least least. worth is what
// pieces count, by kind. It ignores pins and checks, and costs about 30 ns.
func (b *Board) Exchange(m game.Move, worth *[8]int, least int) bool {
	source, target := Source(m), Target(m)
	balance := worth[b.cells[target].Kind()] - least
	if balance < 0 {
		return false
	}
	balance -= worth[b.cells[source].Kind()]
	if balance >= 0 {
		return true
	}
	x := exchange{b: b, target: target, file: fileOf[target], rank: rankOf[target], gone: bit[source]}
	x.fileLine, x.rankLine, x.diagonals = b.fileLine[x.file], b.rankLine[x.rank+1], b.diagonals(target)
	x.settle()
	x.leave(source)
	x.fileLine |= 1 << x.rank // the target is occupied from now on
	x.rankLine |= 1 << x.file

	// balance is how far the side not to move is above the demand if it loses the piece
	// on the target for nothing.
	side, won := b.turn.Other(), true
	for {
		k, s := x.cheapest(side)
		if k == NoKind {
			return won
		}
		if k == King {
			// A king takes only what nothing protects.
			if other, _ := x.cheapest(side.Other()); other != NoKind {
				return won
			}
		}
		won = !won
		balance = -balance - 1 - worth[k]
		if balance >= 0 {
			return won
		}
		x.gone = x.gone.or(bit[s])
		x.leave(s)
		side = side.Other()
	}
}

// exchange is the board around one point while pieces leave it.
type exchange struct {
	b                  *Board
	target             Square
	file, rank         uint8
	fileLine, rankLine uint16 // the target's lines, without those gone
	diagonals          uint16 // legs beside the target, as Board.diagonals packs them
	gone               Set
	fixed              Set // attackers that no line opens or closes
}

// leave empties a point: of the target's lines, or of a leg beside it.
func (x *exchange) leave(s Square) {
	file, rank := fileOf[s], rankOf[s]
	switch {
	case file == x.file:
		x.fileLine &^= 1 << rank
	case rank == x.rank:
		x.rankLine &^= 1 << file
	case file+1 == x.file || file == x.file+1:
		if rank == x.rank+1 {
			x.diagonals &^= 1 << (file + 1 - x.file)
		} else if rank+1 == x.rank {
			x.diagonals &^= 2 << (file + 1 - x.file)
		} else {
			return
		}
		x.settle()
	}
}

// settle finds the attackers of both sides that are not sliders.
func (x *exchange) settle() {
	b, s := x.b, x.target
	horses := b.sets[NewPiece(Red, Horse)].or(b.sets[NewPiece(Black, Horse)])
	x.fixed = horseComes[s][x.diagonals].and(horses)
	for c := Red; c <= Black; c++ {
		if halves[c].Has(s) {
			x.fixed = x.fixed.or(elephantJumps[s][x.diagonals].and(b.sets[NewPiece(c, Elephant)]))
		}
		x.fixed = x.fixed.or(soldierComes[c][s].and(b.sets[NewPiece(c, Soldier)]))
		x.fixed = x.fixed.or(advisorComes[c][s].and(b.sets[NewPiece(c, Advisor)]))
		x.fixed = x.fixed.or(kingComes[c][s].and(b.sets[NewPiece(c, King)]))
	}
}

// cheapest is the side's next piece to take on the target, NoKind for none.
func (x *exchange) cheapest(side Color) (Kind, Square) {
	b, own := x.b, Piece(side)<<3
	fixed := x.fixed.and(b.sets[own]).without(x.gone)
	if !fixed.Empty() {
		for _, k := range [...]Kind{Soldier, Advisor, Elephant, Horse} {
			if pieces := b.sets[own|Piece(k)].and(fixed); !pieces.Empty() {
				return k, pieces.First()
			}
		}
	}
	cannons, rooks := b.sets[own|Piece(Cannon)], b.sets[own|Piece(Rook)]
	if sliders := cannons.or(rooks).and(cross[x.target]).without(x.gone); !sliders.Empty() {
		along, across := lines[x.rank][x.fileLine], lines[x.file][x.rankLine]
		if pieces := x.sight(along.leap, across.leap).and(cannons).and(sliders); !pieces.Empty() {
			return Cannon, pieces.First()
		}
		if pieces := x.sight(along.rook, across.rook).and(rooks).and(sliders); !pieces.Empty() {
			return Rook, pieces.First()
		}
	}
	if pieces := b.sets[own|Piece(King)].and(fixed); !pieces.Empty() {
		return King, pieces.First()
	}
	return NoKind, NoSquare
}

// sight puts what is seen along the target's file and across its rank on the board.
func (x *exchange) sight(along, across uint16) Set {
	row, column := onRank(across&rankMask, x.rank), spread[along]
	return Set{row.Lo | column.Lo<<x.file, row.Hi | column.Hi<<x.file}
}

// CheckPoints fills in, by kind, from where a piece of the side to move would
// attack the enemy king as the board stands. Checks discovered by a piece that
// leaves are not in it. It costs about 20 ns.
func (b *Board) CheckPoints(points *[8]Set) {
	s := b.kings[b.turn.Other()]
	if s == NoSquare {
		*points = [8]Set{}
		return
	}
	points[Horse] = horseComes[s][b.diagonals(s)]
	points[Rook] = b.rookSight(s)
	points[Cannon] = b.cannonGaze(s)
	points[Soldier] = soldierComes[b.turn][s]
}

// cannonGaze is every point from which a cannon would take on s: behind the
// first piece each way, up to and with the second.
func (b *Board) cannonGaze(s Square) Set {
	file, rank := fileOf[s], rankOf[s]
	across := onRank(gazes[file][b.rankLine[rank+1]]&rankMask, rank)
	along := spread[gazes[rank][b.fileLine[file]]]
	return Set{across.Lo | along.Lo<<file, across.Hi | along.Hi<<file}
}

// gazes is cannonGaze on one line, by the point's place on it and by what is
// occupied.
var gazes = func() (table [ranks][1 << ranks]uint16) {
	for place := range ranks {
		for occupied := range 1 << ranks {
			for _, step := range [2]int{-1, 1} {
				screens := 0
				for p := place + step; p >= 0 && p < ranks && screens < 2; p += step {
					if screens == 1 {
						table[place][occupied] |= 1 << p
					}
					screens += occupied >> p & 1
				}
			}
		}
	}
	return table
}()
