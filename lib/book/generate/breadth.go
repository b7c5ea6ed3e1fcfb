package generate

import (
	"math"
	"slices"
)

// best says whether the tree grows where it is most promising, not level by level.
func (b *Breadth) best() bool { return b != nil && b.Order != OrderLevel }

// decisions is the greatest number of searches that the tree of one initial position
// can take.
func (b *Breadth) decisions() int64 {
	if b.best() {
		return int64(b.Positions)
	}
	n := 0.0
	for ply := range b.Plies {
		n += math.Pow(float64(b.Width), float64(ply))
	}
	return int64(n)
}

// lines is the greatest number of lines that it can have.
func (b *Breadth) lines() int64 {
	if b.best() {
		return 1 + int64(b.Positions)*int64(b.Width-1)
	}
	return int64(math.Pow(float64(b.Width), float64(b.Plies)))
}

const (
	// visitsHalf is the loss in hundredths that halves a move's visits.
	visitsHalf = 50
	// visitsUnit is the cost of a move that gets half the visits.
	visitsUnit = 1000
)

// costs are those of moves of one decision by what they lose.
func (b *Breadth) costs(losses []int) []int64 {
	list := make([]int64, len(losses))
	if b.Order == OrderScore {
		for i, loss := range losses {
			list[i] = int64(loss + b.PlyLoss)
		}
		return list
	}
	least, all := slices.Min(losses), 0.0
	for _, loss := range losses {
		all += math.Exp2(-float64(loss-least) / visitsHalf)
	}
	for i, loss := range losses {
		list[i] = int64(math.Round(visitsUnit * (float64(loss-least)/visitsHalf + math.Log2(all))))
	}
	return list
}
