package engine

import "qikit.dev/qikit/internal/rng"

// handicap weakens a search: it looks less far, and adds a random error to the
// values of the best few moves.
type handicap struct {
	depth int // plies; NoLimit
	lines int // moves among which it chooses
	error int // standard deviation, hundredths of an ordinary piece
}

// levels are the handicaps by level, 1 to LevelMax; each is stronger than the one
// before it.
type levels [LevelMax + 1]handicap

// usualLevels are those of Xiangqi, and of a game without a list of its own.
//
// A beginner sees one ply and overlooks a soldier or two; from level 8 on
// only depth is held back. Of the points against the level below in Xiangqi, by the
// network of generation 4, 200 games a pair, from level 2 to 9: 76, 73, 73, 75, 71, 72,
// 78 and 80 %.
var usualLevels = levels{
	1:  {depth: 1, lines: 8, error: 135},
	2:  {depth: 1, lines: 6, error: 66},
	3:  {depth: 2, lines: 6, error: 66},
	4:  {depth: 3, lines: 5, error: 66},
	5:  {depth: 4, lines: 4, error: 62},
	6:  {depth: 5, lines: 3, error: 52},
	7:  {depth: 6, lines: 3, error: 34},
	8:  {depth: 7, lines: 1},
	9:  {depth: 8, lines: 1},
	10: {depth: NoLimit, lines: 1},
}

// choose is the index of the line to play, of n lines with scores: the same for
// the same seed and position.
func (h handicap) choose(n int, score func(i int) int, seed, key uint64) int {
	if h.error == 0 {
		return 0
	}
	source := rng.Of(seed, key)
	best, bestValue := 0, 0.0
	for i := range min(h.lines, n) {
		value := float64(score(i)) + float64(h.error)*source.Normal()
		if i == 0 || value > bestValue {
			best, bestValue = i, value
		}
	}
	return best
}
