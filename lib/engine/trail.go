package engine

import (
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// trail is the moves since the start of a game with stones, for those who look at
// the latest ones.
type trail struct{ played []game.Move }

func (t *trail) start(b game.Board) { t.played = b.Played(t.played[:0]) }
func (t *trail) add(m game.Move)    { t.played = append(t.played, m) }
func (t *trail) drop()              { t.played = t.played[:len(t.played)-1] }

// last is the point of the move n moves before the latest one; NoPoint for a pass, and
// where there is none.
func (t *trail) last(n int) goban.Point {
	if k := len(t.played) - 1 - n; k >= 0 && t.played[k] != goban.Pass {
		return goban.Point(t.played[k])
	}
	return goban.NoPoint
}
