package xiangqi

// The tables from which attacks are read. They depend only on the rules, take about 250
// kB and are made when the package loads, in about a millisecond.
var (
	fileOf, rankOf [squares]uint8

	// Steps by colour and point, inside the palace or over the river as the
	// rules have it; Comes is steps backwards: from where a piece gets there.
	kingSteps, advisorSteps, soldierSteps [2][squares]Set
	kingComes, advisorComes, soldierComes [2][squares]Set

	// elephantJumps and horseJumps by point and by which of its four legs are
	// occupied (see Board.diagonals and Board.neighbours). horseComes is from
	// where a horse takes on the point: its legs lie diagonally from the point,
	// not beside it.
	elephantJumps, horseJumps, horseComes [squares][16]Set

	// legOf is the leg of a horse on the first point that takes on the second.
	legOf [squares][squares]Square

	// lines is what sliders see on a line of ten points, by their place on it
	// and by which points are occupied, their own ignored. A rank's line has
	// nine points: the tenth is never occupied and masked off.
	lines [ranks][1 << ranks]sight

	// spread puts a file's line on file a.
	spread [1 << ranks]Set

	// cross is the point's rank and file without the point. between is what
	// lies between two points of one line, empty for any others.
	cross   [squares]Set
	between [squares][squares]Set
)

// sight is what a rook and a cannon reach on a line: up to and with the first
// piece each way; only what stands behind that one.
type sight struct{ rook, leap uint16 }

// halves is what lies on a colour's own side of the river.
var halves = [2]Set{{Lo: 1<<half - 1}, {Hi: 1<<half - 1}}

func init() {
	for s := range Square(squares) {
		fileOf[s], rankOf[s] = uint8(s.File()), uint8(s.Rank())
	}
	for s := range Square(squares) {
		fillSteps(s)
		fillJumps(s)
		fillCross(s)
	}
	for occupied := range lines[0] {
		for rank := range ranks {
			if occupied>>rank&1 == 1 {
				spread[occupied] = spread[occupied].or(bit[SquareAt(0, rank)])
			}
		}
		for place := range ranks {
			lines[place][occupied] = look(place, occupied)
		}
	}
}

// at is the set of one point given by file and rank, empty off the board.
func at(file, rank int) Set {
	if file < 0 || file >= files || rank < 0 || rank >= ranks {
		return Set{}
	}
	return bit[SquareAt(file, rank)]
}

func fillSteps(s Square) {
	file, rank := s.File(), s.Rank()
	palaces := [2]Set{}
	for f := 3; f <= 5; f++ {
		for r := range 3 {
			palaces[Red] = palaces[Red].or(at(f, r))
			palaces[Black] = palaces[Black].or(at(f, ranks-1-r))
		}
	}
	sides := at(file-1, rank).or(at(file+1, rank))
	ahead := [2]Set{at(file, rank+1), at(file, rank-1)}
	corners := at(file-1, rank-1).or(at(file+1, rank-1)).or(at(file-1, rank+1)).or(at(file+1, rank+1))
	for c := Red; c <= Black; c++ {
		kingSteps[c][s] = sides.or(ahead[0]).or(ahead[1]).and(palaces[c])
		advisorSteps[c][s] = corners.and(palaces[c])
		if palaces[c].Has(s) {
			kingComes[c][s] = sides.or(ahead[0]).or(ahead[1])
			advisorComes[c][s] = corners
		}
		soldierSteps[c][s] = ahead[c]
		// A soldier steps aside beyond the river, and so comes from the side
		// there; it comes from behind anywhere.
		soldierComes[c][s] = ahead[c.Other()]
		if !halves[c].Has(s) {
			soldierSteps[c][s] = soldierSteps[c][s].or(sides)
			soldierComes[c][s] = soldierComes[c][s].or(sides)
		}
	}
}

// The four legs in the order of their bits: for Board.diagonals the ones left
// above, left below, right above, right below; for Board.neighbours left,
// below, right, above.
var (
	diagonalLegs  = [4][2]int{{-1, 1}, {-1, -1}, {1, 1}, {1, -1}}
	neighbourLegs = [4][2]int{{-1, 0}, {0, -1}, {1, 0}, {0, 1}}
)

func fillJumps(s Square) {
	file, rank := s.File(), s.Rank()
	for occupied := range 16 {
		for i := range 4 {
			if occupied>>i&1 == 1 {
				continue
			}
			df, dr := diagonalLegs[i][0], diagonalLegs[i][1]
			elephantJumps[s][occupied] = elephantJumps[s][occupied].or(at(file+2*df, rank+2*dr))
			horseComes[s][occupied] = horseComes[s][occupied].or(at(file+df, rank+2*dr)).or(at(file+2*df, rank+dr))
			df, dr = neighbourLegs[i][0], neighbourLegs[i][1]
			jumps := at(file+2*df-dr, rank+2*dr-df).or(at(file+2*df+dr, rank+2*dr+df))
			horseJumps[s][occupied] = horseJumps[s][occupied].or(jumps)
			for ; !jumps.Empty(); jumps = jumps.Rest() {
				legOf[s][jumps.First()] = SquareAt(file+df, rank+dr)
			}
		}
	}
}

func fillCross(s Square) {
	for t := range Square(squares) {
		if t == s || fileOf[s] != fileOf[t] && rankOf[s] != rankOf[t] {
			continue
		}
		cross[s] = cross[s].or(bit[t])
		step := Square(1)
		if fileOf[s] == fileOf[t] {
			step = files
		}
		for p := min(s, t) + step; p < max(s, t); p += step {
			between[s][t] = between[s][t].or(bit[p])
		}
	}
}

func look(place, occupied int) (seen sight) {
	for _, step := range [2]int{-1, 1} {
		screens := 0
		for p := place + step; p >= 0 && p < ranks && screens < 2; p += step {
			piece := occupied>>p&1 == 1
			if screens == 0 {
				seen.rook |= 1 << p
			} else if piece {
				seen.leap |= 1 << p
			}
			if piece {
				screens++
			}
		}
	}
	return seen
}
