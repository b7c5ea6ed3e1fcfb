package generate

import (
	"math"
	"slices"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/engine"
)

// These numbers say what a random stream is for; they follow the seed in its path.
// They must not change: a seed has to give the same book.
const (
	streamDepth    = 1
	streamMove     = 2
	streamDistance = 3
	streamLot      = 4
	streamChance   = 5
)

// bounds are the least and the greatest depth.
func (d Depth) bounds() (low, high int) {
	low, high = d.Min, d.Max
	if low == 0 {
		low = 1
	}
	if high == 0 {
		high = engine.DepthMax
		if d.Distribution == DistributionNormal {
			high = min(max(low, int(math.Ceil(d.Mean+3*d.SD))), high)
		}
	}
	return low, high
}

// greatest is the greatest depth that can be drawn.
func (d Depth) greatest() int {
	_, high := d.bounds()
	if d.Distribution != DistributionList {
		return high
	}
	return d.clamp(float64(slices.Max(d.Depths)))
}

// middle is the mean of the depths that are drawn, rounded.
func (d Depth) middle() int {
	low, high := d.bounds()
	switch d.Distribution {
	case DistributionUniform:
		return (low + high) / 2
	case DistributionNormal:
		return d.clamp(d.Mean)
	}
	sum, weights := 0.0, 0.0
	for i, depth := range d.Depths {
		weight := 1.0
		if len(d.Weights) > 0 {
			weight = d.Weights[i]
		}
		sum, weights = sum+weight*float64(depth), weights+weight
	}
	return d.clamp(sum / weights)
}

// kinds is how many different depths can be drawn.
func (d Depth) kinds() int {
	low, high := d.bounds()
	if d.Distribution == DistributionNormal && d.SD == 0 {
		return 1
	}
	if d.Distribution != DistributionList {
		return high - low + 1
	}
	different := map[int]bool{}
	for i, depth := range d.Depths {
		if len(d.Weights) == 0 || d.Weights[i] > 0 {
			different[d.clamp(float64(depth))] = true
		}
	}
	return len(different)
}

// sameMost is the greatest part of the draws that may give the same depth: the method
// needs two depths, and one that hardly ever comes is none.
const sameMost = 0.99

// likeliest is the depth that is drawn most often, and the part of the draws that
// give it.
func (d Depth) likeliest() (depth int, share float64) {
	low, high := d.bounds()
	shares := make([]float64, high+1)
	switch d.Distribution {
	case DistributionUniform:
		return low, 1 / float64(high-low+1)
	case DistributionList:
		sum := 0.0
		for i, depth := range d.Depths {
			weight := 1.0
			if len(d.Weights) > 0 {
				weight = d.Weights[i]
			}
			shares[min(max(depth, low), high)] += weight
			sum += weight
		}
		for depth := range shares {
			shares[depth] /= sum
		}
	case DistributionNormal:
		if d.SD == 0 {
			return d.clamp(d.Mean), 1
		}
		under := 0.0
		for depth := low; depth <= high; depth++ {
			upTo := 1.0
			if depth < high {
				upTo = (1 + math.Erf((float64(depth)+0.5-d.Mean)/(d.SD*math.Sqrt2))) / 2
			}
			shares[depth], under = upTo-under, upTo
		}
	}
	for d, s := range shares {
		if s > share {
			depth, share = d, s
		}
	}
	return depth, share
}

func (d Depth) clamp(x float64) int {
	low, high := d.bounds()
	return min(max(int(math.Round(x)), low), high)
}

// draw is one depth.
func (d Depth) draw(r *rng.Source) int {
	switch d.Distribution {
	case DistributionUniform:
		return d.Min + r.IntN(d.Max-d.Min+1)
	case DistributionList:
		return d.clamp(float64(d.pick(r)))
	}
	return d.clamp(d.Mean + d.SD*r.Normal())
}

// pick draws from the list by weight.
func (d Depth) pick(r *rng.Source) int {
	if len(d.Weights) == 0 {
		return d.Depths[r.IntN(len(d.Depths))]
	}
	sum := 0.0
	for _, w := range d.Weights {
		sum += w
	}
	x, last := r.Float64()*sum, 0
	for i, w := range d.Weights {
		if w == 0 {
			continue
		}
		if x < w {
			return d.Depths[i]
		}
		x -= w
		last = i
	}
	return d.Depths[last] // rounding left nothing of the sum
}

// depths fills into with each player's depth for the round (the players' turn
// of that number), before any adjustment. The draw depends on the seed, the
// game, the player and the round alone, so that any worker can make it.
func (d Depth) depths(into []int, seed, game uint64, round int) {
	for player := range into {
		var r *rng.Source
		switch d.Scope {
		case ScopePly:
			r = rng.Of(seed, streamDepth, game, uint64(player), uint64(round))
		case ScopePlayer:
			r = rng.Of(seed, streamDepth, game, uint64(player))
		default:
			r = rng.Of(seed, streamDepth, game)
		}
		into[player] = d.draw(r)
	}
}
