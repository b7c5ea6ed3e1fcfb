package chess

import "math/bits"

// Attacks of sliders are found without large tables, which phones would keep out of their caches: along files and
// diagonals by subtraction (o^(o-2r), in both directions by reversing the bytes), along ranks by a table of 512 bytes.

// ray is a square with its lines, the square itself left out.
type ray struct{ bit, file, rising, falling uint64 }

var (
	rays        [squares]ray
	rankSights  [8][64]uint8 // by file and by what is occupied between the outer files
	knightJumps [squares]Set
	kingSteps   [squares]Set
	pawnTakes   [2][squares]Set
	between     [squares][squares]Set // squares strictly between two of one line
	through     [squares][squares]Set // all squares of the line through two, empty without one
)

const (
	fileA Set = 0x0101010101010101
	fileH Set = fileA << 7
	rank1 Set = 0xff
)

func rankSet(rank int) Set { return rank1 << (8 * rank) }

// step is the square beside s, NoSquare off the board.
func step(s Square, file, rank int) Square {
	file, rank = s.File()+file, s.Rank()+rank
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return NoSquare
	}
	return SquareAt(file, rank)
}

// walk calls f for the squares in one direction.
func walk(s Square, file, rank int, f func(Square)) {
	for s = step(s, file, rank); s != NoSquare; s = step(s, file, rank) {
		f(s)
	}
}

func init() {
	jumps := [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	steps := [8][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
	for s := range Square(squares) {
		for i := range 8 {
			if t := step(s, jumps[i][0], jumps[i][1]); t != NoSquare {
				knightJumps[s] |= one(t)
			}
			if t := step(s, steps[i][0], steps[i][1]); t != NoSquare {
				kingSteps[s] |= one(t)
			}
		}
		for _, file := range [2]int{-1, 1} {
			if t := step(s, file, 1); t != NoSquare {
				pawnTakes[White][s] |= one(t)
			}
			if t := step(s, file, -1); t != NoSquare {
				pawnTakes[Black][s] |= one(t)
			}
		}
		r := ray{bit: uint64(one(s))}
		for i, d := range steps {
			var passed Set
			walk(s, d[0], d[1], func(t Square) {
				between[s][t] = passed
				passed |= one(t)
			})
			switch i % 4 {
			case 0:
				r.file |= uint64(passed)
			case 1:
				r.rising |= uint64(passed)
			case 3:
				r.falling |= uint64(passed)
			}
		}
		rays[s] = r
		for i := range 4 {
			var line Set
			for _, d := range [2][2]int{steps[i], steps[i+4]} {
				walk(s, d[0], d[1], func(t Square) { line |= one(t) })
			}
			for x := line; x != 0; x = x.Rest() {
				through[s][x.First()] = line | one(s)
			}
		}
	}
	for file := range 8 {
		for occupied := range 64 {
			for _, d := range [2]int{-1, 1} {
				for f := file + d; f >= 0 && f < 8; f += d {
					rankSights[file][occupied] |= 1 << f
					if occupied<<1>>f&1 != 0 {
						break
					}
				}
			}
		}
	}
}

// along is what a slider sees on a line that is no rank.
func along(occupied, line, bit uint64) uint64 {
	up := occupied & line
	down := bits.ReverseBytes64(up) - bits.ReverseBytes64(bit)
	return ((up - bit) ^ bits.ReverseBytes64(down)) & line
}

func bishopSight(s Square, occupied Set) Set {
	r := &rays[s&63]
	return Set(along(uint64(occupied), r.rising, r.bit) | along(uint64(occupied), r.falling, r.bit))
}

func rookSight(s Square, occupied Set) Set {
	r := &rays[s&63]
	shift := s & 56
	return Set(along(uint64(occupied), r.file, r.bit)) | Set(rankSights[s&7][uint64(occupied)>>shift>>1&63])<<shift
}

// sight is what a piece that is no pawn attacks.
func sight(k Kind, s Square, occupied Set) Set {
	switch k {
	case Knight:
		return knightJumps[s]
	case Bishop:
		return bishopSight(s, occupied)
	case Rook:
		return rookSight(s, occupied)
	case Queen:
		return bishopSight(s, occupied) | rookSight(s, occupied)
	}
	return kingSteps[s]
}

// Pieces is where the pieces of a colour and kind stand; of NoKind: all of the colour.
func (b *Board) Pieces(c Color, k Kind) Set { return b.sets[NewPiece(c, k)&15] }

func (b *Board) occupied() Set { return b.sets[White<<3] | b.sets[Black<<3] }

// Attacks is every square on which the piece on s could take, whoever stands there and whatever becomes of its own king.
func (b *Board) Attacks(s Square) Set {
	switch p := b.cells[s]; p.Kind() {
	case NoKind:
		return 0
	case Pawn:
		return pawnTakes[p.Color()][s]
	default:
		return sight(p.Kind(), s, b.occupied())
	}
}

// AttackersTo is the pieces of colour by that could take on s, pinned ones included.
func (b *Board) AttackersTo(s Square, by Color) Set { return b.attackers(s, by, b.occupied()) }

func (b *Board) attackers(s Square, by Color, occupied Set) Set {
	own := by << 3
	sliders := b.sets[own|Color(Queen)]
	return pawnTakes[by.Other()][s]&b.sets[own|Color(Pawn)] |
		knightJumps[s]&b.sets[own|Color(Knight)] |
		kingSteps[s]&b.sets[own|Color(King)] |
		bishopSight(s, occupied)&(b.sets[own|Color(Bishop)]|sliders) |
		rookSight(s, occupied)&(b.sets[own|Color(Rook)]|sliders)
}
