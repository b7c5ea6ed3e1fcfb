package platform

import (
	"math"

	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// judge is the coordinator's word on the final result: whether a board is
// finished, whose its points are, and which counts it takes.
type judge struct {
	of    uint64 // key of the board that was estimated last
	known weiqi.Suggestion
}

// Points of which a side has this share or more, by the playouts, are decided.
const decided = 0.85

// ownSeed makes the platform's estimate another one than a server's.
const ownSeed = 20090427

// estimate is the platform's own idea of the finished board.
func (j *judge) estimate(s *goban.Stones) weiqi.Suggestion {
	if key := s.Key(); j.of != key || j.known.Ownership == nil {
		j.of, j.known = key, weiqi.Suggest(s, weiqi.SuggestOptions{Playouts: 400, Seed: ownSeed})
	}
	return j.known
}

// settled says whether nothing is left to gain: every chain lives or is dead, and
// every empty point is somebody's. Where dead stones are not taken off before
// counting, no board is settled while a move is left.
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

// mayPass says whether a pass can not lose what is won: the side to move is ahead
// as the board lies, or it has nothing to lose.
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

// margin is by how much Black is ahead as the board lies, after komi.
func (j *judge) margin(b *weiqi.Board) float64 {
	return weiqi.CountBoard(b.Stones(), b.Rules(), j.estimate(b.Stones()).Dead).Margin
}

// accepts says whether the platform takes a count: not when it turns the result of
// its own estimate and differs from it by more than "end.flip" points. Both are
// margins.
func (m *constantsManager) accepts(own, theirs float64) bool {
	sameWinner := (own > 0) == (theirs > 0) && (own < 0) == (theirs < 0)
	return sameWinner || math.Abs(own-theirs) <= m.Value(keyFlip)
}
