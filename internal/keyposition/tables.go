package keyposition

// Role is whether the side evaluated for moved first in the game: it chooses
// the tables, which serve both sides' pieces.
type Role uint8

const (
	Front Role = iota // moved first: attacks
	Back              // moved second: defends
)

func (r Role) String() string { return [...]string{"front", "back"}[r&1] }

// Phase of the game.
type Phase uint8

const (
	Middle Phase = iota
	Endgame
)

func (p Phase) String() string { return [...]string{"middle", "endgame"}[p&1] }

// endgamePieces or fewer of both sides together make an endgame.
const endgamePieces = 10

// weights of the four terms, and the value of a piece, by phase [90, 130].
type weights struct{ extent, position, dynamic, potential, piece int }

var phaseWeights = [2]weights{
	Middle:  {extent: 1, position: 3, dynamic: 2, potential: 2, piece: 400},
	Endgame: {extent: 2, position: 3, dynamic: 1, potential: 1, piece: 900},
}

// Marks of the circuits: what one piece more on a circuit is worth.
var (
	outerMark = [2]int{Front: 50, Back: 73}
	innerMark = [2]int{Front: 120, Back: 114}
)

// openCornersMark replaces both marks when all four corners are empty.
const openCornersMark = 90

// dynamicPrize is what a piece earns on an outer intersection between two
// enemies.
const dynamicPrize = 80

// simpleTable is the position table of strategy 101, rank 6 first [41].
var simpleTable = [36]int{
	5, 20, 20, 20, 20, 5,
	20, 30, 50, 50, 30, 20,
	20, 50, 40, 40, 50, 20,
	20, 50, 40, 40, 50, 20,
	20, 30, 50, 50, 30, 20,
	5, 20, 20, 20, 20, 5,
}

// SimplePiece is the value of a piece in strategy 101 (80 to 200 allowed).
const SimplePiece = 100

// positionTables are those of strategy 106 by role and phase. They read the
// same from the top and from the bottom.
var positionTables = [2][2][36]int{
	Front: {
		Middle: {
			0, 65, 71, 71, 65, 0,
			65, 85, 76, 76, 85, 65,
			60, 76, 100, 100, 76, 60,
			60, 76, 100, 100, 76, 60,
			65, 85, 76, 76, 85, 65,
			0, 65, 71, 71, 65, 0,
		},
		Endgame: {
			0, 67, 57, 57, 67, 0,
			67, 88, 105, 105, 88, 67,
			57, 105, 93, 93, 105, 57,
			57, 105, 93, 93, 105, 57,
			67, 88, 105, 105, 88, 67,
			0, 67, 57, 57, 67, 0,
		},
	},
	Back: {
		Middle: {
			0, 60, 75, 75, 60, 0,
			60, 94, 60, 60, 94, 60,
			60, 55, 103, 103, 55, 60,
			60, 55, 103, 103, 55, 60,
			60, 94, 60, 60, 94, 60,
			0, 60, 75, 75, 60, 0,
		},
		Endgame: {
			0, 60, 75, 75, 60, 0,
			60, 97, 83, 83, 97, 60,
			60, 83, 90, 90, 83, 60,
			60, 83, 90, 90, 83, 60,
			60, 97, 83, 83, 97, 60,
			0, 60, 75, 75, 60, 0,
		},
	},
}

// what stands on a point, for one side.
const (
	empty = iota
	own
	enemy
)

// potentials is what an inner intersection is worth by what stands on it and
// how many of its two neighbours on the edge are own and enemy pieces [150].
// What the Surakarta document does not list is 0.
var potentials = [3][3][3]int{ // [on][own neighbours][enemy neighbours]
	own:   {0: {0: 84, 2: 91}, 1: {0: 35}, 2: {0: -20}},
	empty: {0: {1: -45, 2: -25}, 1: {0: 45}, 2: {0: 25}},
	enemy: {0: {0: -84, 1: -35, 2: 20}, 2: {0: -91}},
}
