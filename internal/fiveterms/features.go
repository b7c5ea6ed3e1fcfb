package fiveterms

// The evaluation is linear: a position has features, each with a weight for
// the opening and one for the endgame. This file numbers the features;
// fiveterms.go and relations.go find them; weights.go prices them.

// The five terms of the book document [170-176].
const (
	Value    = iota // what the pieces are worth
	Position        // where they stand
	Mobility        // where they can go
	Own             // how they help each other
	Enemy           // what they do to the enemy's
	Terms
)

// Names of the terms.
var Names = [Terms]string{"value", "position", "mobility", "own", "enemy"}

// Features by block; Blocks says how a block is indexed.
const (
	FeatValue      = 0
	FeatPosition   = FeatValue + 8
	FeatKingMoves  = FeatPosition + 8*halfPoints
	FeatHorse      = FeatKingMoves + 5
	FeatRook       = FeatHorse + 9
	FeatCannon     = FeatRook + 18
	FeatProtected  = FeatCannon + 18
	FeatGuards     = FeatProtected + 8
	FeatScreens    = FeatGuards + 9
	FeatPair       = FeatScreens + 15
	FeatAttack     = FeatPair + 1
	FeatZone       = FeatAttack + 128
	FeatCannonFile = FeatZone + 48
	FeatCannonRank = FeatCannonFile + 4
	FeatRookFile   = FeatCannonRank + 4
	FeatSiege      = FeatRookFile + 3
	FeatRooks      = FeatSiege + 30
	FeatHorses     = FeatRooks + 9
	FeatCannonsA   = FeatHorses + 9
	FeatCannonsE   = FeatCannonsA + 9
	FeatCheck      = FeatCannonsE + 9
	FeatTempo      = FeatCheck + 8
	Features       = FeatTempo + 1
)

// halfPoints is the board folded left onto right: ten ranks, own home first,
// of five files, from the edge to the middle.
const halfPoints = 50

// Block is a run of features that belong together, Width of them to a line.
type Block struct {
	Name         string
	First, Width int
}

// Blocks lists the features in order. A kind is its number in lib/xiangqi: 1
// king, advisor, elephant, horse, rook, cannon, 7 soldier; 0 is unused.
var Blocks = []Block{
	{"value: kind", FeatValue, 8},
	{"position: kind x rank from its home x file from the edge", FeatPosition, 5},
	{"mobility: safe steps of the king, 0 to 4", FeatKingMoves, 5},
	{"mobility: free jumps of a horse, 0 to 8", FeatHorse, 9},
	{"mobility: free points of a rook, 0 to 17", FeatRook, 18},
	{"mobility: free points of a cannon, 0 to 17", FeatCannon, 18},
	{"own: kind of a piece that a friend protects", FeatProtected, 8},
	{"own: advisors 0 to 2 x elephants 0 to 2", FeatGuards, 3},
	{"own: cannons 0 to 2 x advisors and elephants 0 to 4", FeatScreens, 5},
	{"own: soldiers side by side over the river", FeatPair, 1},
	{"enemy: attacker's kind x victim's kind x victim protected", FeatAttack, 16},
	{"enemy: attacker's kind x points of the palace it attacks, 0 to 5", FeatZone, 6},
	{"enemy: cannon on the king's file, by pieces between, 0 to 3", FeatCannonFile, 4},
	{"enemy: cannon on the king's rank, by pieces between, 0 to 3", FeatCannonRank, 4},
	{"enemy: rook on the king's file, by pieces between, 0 to 2", FeatRookFile, 3},
	{"enemy: attackers over the river 0 to 5 x guards left 0 to 4", FeatSiege, 5},
	{"enemy: rooks 0 to 2 x advisors they face 0 to 2", FeatRooks, 3},
	{"enemy: horses 0 to 2 x advisors they face 0 to 2", FeatHorses, 3},
	{"enemy: cannons 0 to 2 x advisors they face 0 to 2", FeatCannonsA, 3},
	{"enemy: cannons 0 to 2 x elephants they face 0 to 2", FeatCannonsE, 3},
	{"enemy: kind of a piece that gives check", FeatCheck, 8},
	{"to be on move; no term, the search adds it", FeatTempo, 1},
}

// Weights prices every feature: opening, endgame.
type Weights [Features][2]int16
