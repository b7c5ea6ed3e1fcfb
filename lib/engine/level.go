package engine

import (
	"math"
	"slices"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

// handicap weakens a search as a weak player errs: it looks less far, and overlooks of some
// moves what a longer look would show. A threat of the opponent is overlooked sooner than a
// capture at once, and more is misjudged where more changes from ply to ply.
type handicap struct {
	depth     int // plies; NoLimit
	visits    int // of a tree search, in place of depth; 0 leaves it to depth
	lines     int // moves among which it chooses
	look      int // plies that it looks at each of them; 0 sees the board after the move alone, in a game of several players not the move
	overlooks int // percent: how likely it looks at a move no further, at each ply from there on
	natural   int // percent: how likely a tree search does not read, and draws among the moves by how likely they are before any search
}

// levels are the handicaps by level, 1 to LevelMax; each is stronger than the one
// before it.
type levels [LevelMax + 1]handicap

// usualLevels are those of Xiangqi, and of a game without a list of its own. Of the points against the level below in
// Xiangqi, by the network of generation 4, 200 games a pair, levels 2 to 9 win 70, 69, 76, 75, 69, 65, 72 and 68 %.
var usualLevels = levels{
	1:  {depth: 1, lines: 4, overlooks: 12},
	2:  {depth: 2, lines: 4, overlooks: 10},
	3:  {depth: 2, lines: 4, overlooks: 5},
	4:  {depth: 2, lines: 4, look: 1, overlooks: 60},
	5:  {depth: 3, lines: 4, look: 1, overlooks: 22},
	6:  {depth: 4, lines: 4, look: 1, overlooks: 15},
	7:  {depth: 5, lines: 4, look: 1, overlooks: 12},
	8:  {depth: 6, lines: 4, look: 2, overlooks: 12},
	9:  {depth: 7, lines: 4, look: 3, overlooks: 12},
	10: {depth: NoLimit, lines: 1},
}

// glances are what each look at a position showed, the shortest look first and its lines best
// first. Each has a line.
type glances [][]Line

// choose is the line to play as it was seen: the same for the same seed and position.
func (h handicap) choose(looks glances, seed, key uint64) Line {
	if h.overlooks == 0 {
		return looks[len(looks)-1][0]
	}
	var best Line
	bestWorth := 0
	var asked []game.Move
	for i := len(looks) - 1; i >= 0; i-- {
		for _, line := range h.among(looks[i]) {
			m := line.Moves[0]
			if slices.Contains(asked, m) {
				continue
			}
			asked = append(asked, m)
			seen, worth := h.seen(looks, line, rng.Of(seed, key, uint64(line.Moves[0])))
			if best.Moves == nil || worth > bestWorth {
				best, bestWorth = seen, worth
			}
		}
	}
	return best
}

// among are the lines of a look that are chosen from.
func (h handicap) among(look []Line) []Line { return look[:min(h.lines, len(look))] }

// seen is a line, and what it is worth, by the longest look at its first move. A look that shows
// better moves alone makes it worse than all of them.
func (h handicap) seen(looks glances, line Line, source *rng.Source) (as Line, worth int) {
	longest := 0
	for longest < len(looks)-1 && source.IntN(100) >= h.overlooks {
		longest++
	}
	shown := h.among(looks[longest])
	for _, s := range shown {
		if s.Moves[0] == line.Moves[0] {
			return s, s.Score
		}
	}
	return line, min(line.Score, shown[len(shown)-1].Score-1)
}

// unread is the place among a tree's moves of the one that is played without reading; -1 where the position is read. A
// move is drawn by the given power of its prior's eighth root. What is proven to win is always seen.
func (h handicap) unread(moves []TreeMove, power int, seed, key uint64) int {
	source := rng.Of(seed, key, unreadDraws)
	if source.IntN(100) >= h.natural || moves[0].Proven == "win" {
		return -1
	}
	sum, sums := 0.0, make([]float64, len(moves))
	for i, m := range moves {
		weight, root := 1.0, math.Sqrt(math.Sqrt(math.Sqrt(m.Prior)))
		for range power {
			weight *= root
		}
		sum += weight
		sums[i] = sum
	}
	drawn := float64(sum * source.Float64())
	for i := range sums {
		if drawn < sums[i] {
			return i
		}
	}
	return -1
}

// unreadDraws sets the draws of unread apart from those of choose, all but those of a move with this
// number: no level has both kinds of errors.
const unreadDraws = 1
