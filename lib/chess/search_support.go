package chess

import "qikit.dev/qikit/lib/game"

// exchangeOrder is how men are spent in an exchange, cheapest first.
var exchangeOrder = [...]Kind{Pawn, Knight, Bishop, Rook, Queen, King}

// Exchange says whether the captures that m starts on its target square, each side taking with its cheapest man or
// stopping when that is better, gain the mover at least least. worth is what men count, by kind. It ignores pins and
// checks, and takes castlings and captures en passant for even moves.
func (b *Board) Exchange(m game.Move, worth *[8]int, least int) bool {
	if IsCastling(m) || b.passing(m) {
		return least <= 0
	}
	source, target := Source(m), Target(m)
	moved := b.cells[source].Kind()
	balance := worth[b.cells[target].Kind()] - least
	if k := Promotion(m); k != NoKind {
		moved = k
		balance += worth[k] - worth[Pawn]
	}
	if balance < 0 {
		return false
	}
	if balance -= worth[moved]; balance >= 0 {
		return true
	}
	// balance is how far the side not to move is above the demand if it loses the man on the target for nothing.
	occupied := b.occupied()&^one(source) | one(target)
	oblique := b.sets[Bishop] | b.sets[Bishop|8] | b.sets[Queen] | b.sets[Queen|8]
	straight := b.sets[Rook] | b.sets[Rook|8] | b.sets[Queen] | b.sets[Queen|8]
	attackers := b.attackers(target, White, occupied) | b.attackers(target, Black, occupied)
	for side, won := b.turn.Other(), true; ; side = side.Other() {
		attackers &= occupied
		mine := attackers & b.sets[side<<3]
		if mine == 0 {
			return won
		}
		kind := Pawn
		for _, kind = range exchangeOrder {
			if mine&b.sets[NewPiece(side, kind)] != 0 {
				break
			}
		}
		if kind == King && attackers&b.sets[side.Other()<<3] != 0 {
			return won // a king takes only what nothing protects
		}
		won = !won
		balance = -balance - 1 - worth[kind]
		if balance >= 0 {
			return won
		}
		men := mine & b.sets[NewPiece(side, kind)]
		occupied &^= men & -men
		attackers |= bishopSight(target, occupied)&oblique | rookSight(target, occupied)&straight
	}
}

// CheckPoints fills in, by kind, from where a man of the side to move would attack the enemy king as the board stands.
// Checks discovered by a man that leaves are not in it.
func (b *Board) CheckPoints(points *[8]Set) {
	*points = [8]Set{}
	king := b.kings[b.turn.Other()]
	if king == NoSquare {
		return
	}
	occupied := b.occupied()
	points[Pawn] = pawnTakes[b.turn.Other()][king]
	points[Knight] = knightJumps[king]
	points[Bishop] = bishopSight(king, occupied)
	points[Rook] = rookSight(king, occupied)
	points[Queen] = points[Bishop] | points[Rook]
}

// PawnAttacks is every square that a colour's pawns attack.
func (b *Board) PawnAttacks(c Color) Set {
	up := 8
	if c == Black {
		up = -8
	}
	pawns := b.sets[NewPiece(c, Pawn)]
	return shifted(pawns&^fileA, up-1) | shifted(pawns&^fileH, up+1)
}

// Sight is what a man of a kind, no pawn, attacks from a square as the board stands.
func (b *Board) Sight(k Kind, s Square) Set { return sight(k, s, b.occupied()) }
