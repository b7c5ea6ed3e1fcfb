package main

import (
	"qikit.dev/qikit/internal/fiveterms"
	"qikit.dev/qikit/lib/xiangqi"
)

// start returns the hand-set weights with which tuning begins: the values of any
// player's handbook, in hundredths of a soldier, for opening and endgame.
func start() (w fiveterms.Weights) {
	set := func(feature, opening, endgame int) { w[feature] = [2]int16{int16(opening), int16(endgame)} }
	value := [8][2]int{
		xiangqi.Advisor: {190, 190}, xiangqi.Elephant: {190, 190}, xiangqi.Horse: {400, 430},
		xiangqi.Rook: {900, 950}, xiangqi.Cannon: {430, 410}, xiangqi.Soldier: {100, 100},
	}
	for k, v := range value {
		set(fiveterms.FeatValue+k, v[0], v[1])
	}
	for rank := range 10 {
		for file := range 5 {
			startPosition(set, rank, file)
		}
	}
	for n := range 5 {
		set(fiveterms.FeatKingMoves+n, 3*n-4, 3*n-4)
	}
	for n := range 9 {
		set(fiveterms.FeatHorse+n, 9*(n-4), 9*(n-4))
	}
	for n := range 18 {
		set(fiveterms.FeatRook+n, 3*(n-8), 4*(n-8))
		set(fiveterms.FeatCannon+n, 2*(n-8), 2*(n-8))
	}
	startRelations(set, value)
	set(fiveterms.FeatTempo, 12, 8)
	return w
}

// startPosition sets the worth of each kind of piece on a point of the half board.
func startPosition(set func(feature, opening, endgame int), rank, file int) {
	at := func(k xiangqi.Kind, opening, endgame int) {
		set(fiveterms.FeatPosition+int(k)*50+rank*5+file, opening, endgame)
	}
	centre := file - 2
	switch {
	case rank == 9:
		at(xiangqi.Soldier, 20, 10+10*file)
	case rank >= 5:
		at(xiangqi.Soldier, 60+12*(min(rank, 8)-5)+10*file, 70+10*(min(rank, 8)-5)+10*file)
	case rank == 4:
		at(xiangqi.Soldier, 10, 10)
	}
	at(xiangqi.Horse, 6*min(rank, 7)+8*centre-20, 4*min(rank, 7)+6*centre-15)
	at(xiangqi.Rook, 3*min(rank, 8)+5*centre-10, 2*min(rank, 8)+3*centre)
	at(xiangqi.Cannon, 8*centre+rank, 4*centre-rank)
	at(xiangqi.King, -30*min(rank, 2)-10*(4-file), 10*(file-4))
	at(xiangqi.Advisor, 10*(file-3), 5*(file-3))
	if file == 0 {
		at(xiangqi.Elephant, -20, -10)
	}
}

// startRelations sets the weights of what pieces do to friends and enemies.
func startRelations(set func(feature, opening, endgame int), value [8][2]int) {
	for k := xiangqi.Advisor; k <= xiangqi.Soldier; k++ {
		set(fiveterms.FeatProtected+int(k), 5, 5)
	}
	for few := range 3 {
		for guards := range 3 {
			set(fiveterms.FeatGuards+few*3+guards, 8*(few+guards)-16+4*few*guards, 6*(few+guards)-12)
			set(fiveterms.FeatRooks+few*3+guards, 15*few*(2-guards), 15*few*(2-guards))
			set(fiveterms.FeatHorses+few*3+guards, 10*few*(2-guards), 12*few*(2-guards))
			set(fiveterms.FeatCannonsA+few*3+guards, 6*few*guards, 3*few*guards)
			set(fiveterms.FeatCannonsE+few*3+guards, 10*few*(2-guards), 8*few*(2-guards))
		}
		for guards := range 5 {
			set(fiveterms.FeatScreens+few*5+guards, 4*few*guards, 6*few*guards)
		}
	}
	set(fiveterms.FeatPair, 15, 20)
	for k := xiangqi.King; k <= xiangqi.Soldier; k++ {
		for victim := xiangqi.Advisor; victim <= xiangqi.Soldier; victim++ {
			loose := value[victim][0] / 14
			held := max(value[victim][0]-value[k][0], 0)/14 + 2
			set(fiveterms.FeatAttack+(int(k)*8+int(victim))*2, loose, loose)
			set(fiveterms.FeatAttack+(int(k)*8+int(victim))*2+1, held, held)
		}
		set(fiveterms.FeatCheck+int(k), 10, 10)
		if k >= xiangqi.Horse {
			for n := range 6 {
				set(fiveterms.FeatZone+int(k)*6+n, 6*n, 5*n)
			}
		}
	}
	for n, v := range [4]int{60, 8, 20, 0} {
		set(fiveterms.FeatCannonFile+n, v, v/2)
	}
	for n, v := range [4]int{25, 4, 10, 0} {
		set(fiveterms.FeatCannonRank+n, v, v/2)
	}
	for n, v := range [3]int{10, 15, 4} {
		set(fiveterms.FeatRookFile+n, v, v)
	}
	for across := range 6 {
		for guards := range 5 {
			set(fiveterms.FeatSiege+across*5+guards, 3*across+2*across*(4-guards), 2*across+2*across*(4-guards))
		}
	}
}
