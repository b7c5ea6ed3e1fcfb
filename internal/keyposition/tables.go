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

// Values are what the document leaves open within bounds.
type Values struct {
	Piece   int          // V of strategy 101, 80 to 200 [43]
	Points  [36]int      // P of strategy 101, from a1 to f6 [41]
	Weights [2][2][4]int // k1 to k4 of strategy 106 by Role and Phase [90]
}

// Document are the document's own values. It varies the weights by phase only [165].
func Document() *Values {
	middle, endgame := [4]int{1, 3, 2, 2}, [4]int{2, 3, 1, 1}
	return &Values{Piece: 100, Points: simpleTable, Weights: [2][2][4]int{{middle, endgame}, {middle, endgame}}}
}

// pieceValue is the value of a piece in strategy 106, by phase [130].
var pieceValue = [2]int{Middle: 400, Endgame: 900}

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
