package engine

import (
	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

// handicap weakens a search: it looks less far, and mistakes the values of the
// best few moves by a random error.
type handicap struct {
	depth int // plies; NoLimit
	lines int // moves among which it chooses
	error int // standard deviation, hundredths of an ordinary piece
}

// handicaps by game and level, 1 to LevelMax; games without a list of their own
// have that of "".
var handicaps = map[string]*[LevelMax + 1]handicap{
	// A beginner sees one ply and overlooks a soldier or two; from level 8 on
	// only depth is held back. Of the points against the level below in Xiangqi,
	// 200 games a pair, from level 2 to 9: 76, 80, 77, 77, 80, 79, 64 and 82 %.
	"": {
		1:  {depth: 1, lines: 8, error: 135},
		2:  {depth: 1, lines: 6, error: 70},
		3:  {depth: 2, lines: 6, error: 62},
		4:  {depth: 3, lines: 5, error: 58},
		5:  {depth: 4, lines: 4, error: 44},
		6:  {depth: 5, lines: 3, error: 32},
		7:  {depth: 6, lines: 2, error: 10},
		8:  {depth: 7, lines: 1},
		9:  {depth: 8, lines: 1},
		10: {depth: NoLimit, lines: 1},
	},
	// Of the points against the level below, 200 games a pair, from level 2 up:
	// 70, 79, 78, 73, 74, 62, 63, 74 and, at 30 ms a move, 75 %.
	"surakarta": {
		1:  {depth: 1, lines: 8, error: 92},
		2:  {depth: 2, lines: 6, error: 92},
		3:  {depth: 2, lines: 6, error: 55},
		4:  {depth: 3, lines: 5, error: 42},
		5:  {depth: 4, lines: 4, error: 31},
		6:  {depth: 5, lines: 4, error: 18},
		7:  {depth: 5, lines: 3, error: 8},
		8:  {depth: 6, lines: 1},
		9:  {depth: 8, lines: 1},
		10: {depth: NoLimit, lines: 1},
	},
	// On 9x9 with target 1, 120 games a pair, from level 2 to 6: 63, 58, 70, 64 and
	// 69 %.
	"capturego": {
		1:  {depth: 1, lines: 12, error: 400},
		2:  {depth: 1, lines: 10, error: 250},
		3:  {depth: 1, lines: 8, error: 140},
		4:  {depth: 2, lines: 8, error: 80},
		5:  {depth: 3, lines: 5, error: 40},
		6:  {depth: 4, lines: 3, error: 25},
		7:  {depth: 6, lines: 2, error: 8},
		8:  {depth: 8, lines: 1},
		9:  {depth: 10, lines: 1},
		10: {depth: NoLimit, lines: 1},
	},
	// On 9x9, 40 games a pair, from level 2 to 6: 72, 65, 75, 72 and 77 %; 20 games
	// a pair, from level 7 up: 75, 70, 80 and, at 6000 playouts a move, 80 %.
	"go": {
		1:  {depth: 1, lines: 24, error: 450},
		2:  {depth: 1, lines: 12, error: 170},
		3:  {depth: 1, lines: 10, error: 90},
		4:  {depth: 3, lines: 6, error: 36},
		5:  {depth: 4, lines: 5, error: 22},
		6:  {depth: 5, lines: 4, error: 14},
		7:  {depth: 7, lines: 3, error: 7},
		8:  {depth: 8, lines: 1},
		9:  {depth: 10, lines: 1},
		10: {depth: NoLimit, lines: 1},
	},
}

// handicapOf is how a game's level is held back.
func handicapOf(game string, level int) handicap {
	if list, ok := handicaps[game]; ok {
		return list[level]
	}
	return handicaps[""][level]
}

// choose is the index of the line to play: the same for the same seed and
// position.
func (h handicap) choose(lines []alphabeta.Line[game.Move], seed, key uint64) int {
	if h.error == 0 {
		return 0
	}
	source := rng.Of(seed, key)
	best, bestValue := 0, 0.0
	for i, line := range lines[:min(h.lines, len(lines))] {
		value := float64(line.Score) + float64(h.error)*source.Normal()
		if i == 0 || value > bestValue {
			best, bestValue = i, value
		}
	}
	return best
}
