package platform

import (
	"math"

	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// judge is the coordinator's judgement of the final result: whether a board is
// finished, and whose its points are.
type judge struct {
	of    uint64 // key of the board that was estimated last
	known weiqi.Suggestion
}

// decided is the share of the playouts from which on a point belongs to a side.
const decided = 0.85

// ownSeed makes the platform's estimate differ from a server's.
const ownSeed = 20090427

// estimate returns the platform's own estimate of the finished board.
func (j *judge) estimate(s *goban.Stones) weiqi.Suggestion {
	if key := s.Key(0); j.of != key || j.known.Ownership == nil {
		j.of, j.known = key, weiqi.Suggest(s, weiqi.SuggestOptions{Playouts: 400, Seed: ownSeed})
	}
	return j.known
}

// settled says whether nothing is left to gain: every chain is alive or dead, and
// every empty point has an owner. By rules that count dead stones where they stand,
// no board is settled while a move is left.
func (j *judge) settled(b *weiqi.Board) bool {
	s := b.Stones()
	if b.Rules().Scoring != weiqi.ScoreArea || b.Passes() == 0 && 2*len(s.Spaces()) > b.Size()*b.Size() {
		return false // while half of the board is empty it is not worth the time
	}
	g := j.estimate(s)
	if len(g.Unsettled) > 0 {
		return false
	}
	for _, p := range s.Spaces() {
		if share := g.Ownership[p]; share > 1-decided && share < decided {
			return false
		}
	}
	return true
}

// mayPass says whether a pass is safe: the side to move is ahead as the board stands,
// or the opponent has not passed.
func (j *judge) mayPass(b *weiqi.Board) bool {
	if b.Rules().Scoring != weiqi.ScoreArea {
		return true
	}
	margin := j.margin(b)
	if b.Stones().Turn() == goban.White {
		margin = -margin
	}
	return margin > 0 || b.Passes() == 0
}

// margin returns by how much Black is ahead as the board stands, after komi.
func (j *judge) margin(b *weiqi.Board) float64 {
	return weiqi.CountBoard(b.Stones(), b.Rules(), j.estimate(b.Stones()).Dead).Margin
}

// accepts says whether the platform agrees to a count, given its own margin and that
// of the count. It does not when the winners differ and the margins differ by more
// than "end.flip" points.
func (v values) accepts(own, theirs float64) bool {
	sameWinner := (own > 0) == (theirs > 0) && (own < 0) == (theirs < 0)
	return sameWinner || math.Abs(own-theirs) <= v[keyFlip]
}
