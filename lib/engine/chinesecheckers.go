//go:build !slim

package engine

import (
	"qikit.dev/qikit/internal/maxn"
	"qikit.dev/qikit/lib/chinesecheckers"
	"qikit.dev/qikit/lib/game"
)

func init() {
	know(knowledge{
		game:       "chinesecheckers",
		several:    starShow{},
		evaluation: summed(starTerms),
		scale:      starScale,
		levels:     &starLevels,
	})
}

const (
	starStep  = 20  // worth of a step towards the target, in hundredths
	starScale = 200 // of scores to win rates
)

// starLevels are the handicaps by level.
var starLevels = levels{
	1:  {depth: 1, lines: 10, error: 90},
	2:  {depth: 1, lines: 8, error: 60},
	3:  {depth: 1, lines: 6, error: 40},
	4:  {depth: 1, lines: 5, error: 20},
	5:  {depth: 2, lines: 5, error: 20},
	6:  {depth: 2, lines: 4, error: 10},
	7:  {depth: 2, lines: 1},
	8:  {depth: 3, lines: 1},
	9:  {depth: 4, lines: 1},
	10: {depth: NoLimit, lines: 1},
}

// starWorth is what a man of a seat is worth on a point: the steps that it has made, and a
// penalty that grows with those to go, so that no man is left behind.
var starWorth [6][121]struct{ steps, straggler int32 }

func init() {
	for seat := range starWorth {
		for p := range starWorth[seat] {
			far := int32(chinesecheckers.Ahead(seat, chinesecheckers.Point(p)))
			starWorth[seat][p].steps = (16 - far) * starStep
			starWorth[seat][p].straggler = -far * far * starStep / 16
		}
	}
}

// starTerms are each player's terms.
func starTerms(b game.Board) [][]Term {
	board := b.(*chinesecheckers.Board)
	terms := make([][]Term, board.Players())
	for player := range terms {
		var steps, straggler int32
		for _, p := range board.Men(player, nil) {
			w := &starWorth[board.Seat(player)][p]
			steps, straggler = steps+w.steps, straggler+w.straggler
		}
		terms[player] = []Term{{"steps", int(steps)}, {"stragglers", int(straggler)}}
	}
	return terms
}

// starShow shows boards of Chinese checkers to the searches.
type starShow struct{}

func (starShow) at(b game.Board) maxn.Game[game.Move] {
	return &starGame{b.(*chinesecheckers.Board)}
}

// options are the search that is best for so many players, by games against players who take
// the longest move: the more others there are, the fewer moves of theirs pay.
func (starShow) options(players int) maxn.Options {
	o := maxn.Options{Paranoid: true, Root: 30, Width: 10, Others: 1}
	switch players {
	case 2:
		o.Others = 10
	case 3:
		o.Others = 2
	}
	return o
}

// starGame is a board of Chinese checkers as the searches see it.
type starGame struct {
	*chinesecheckers.Board
}

func (g *starGame) Undo() { g.Board.Undo() }

func (g *starGame) Gain(m game.Move) int {
	if chinesecheckers.IsPass(m) {
		return 0
	}
	worth := &starWorth[g.Seat(g.Turn())]
	from, to := &worth[chinesecheckers.Source(m)], &worth[chinesecheckers.Target(m)]
	return int(to.steps + to.straggler - from.steps - from.straggler)
}

// Values are each player's worth less the mean of the others'. A game at the limit of plies
// is drawn; where the others play on, places make the values.
func (g *starGame) Values(v *maxn.Values) (over bool) {
	n := g.Players()
	if o, over := g.Outcome(); over {
		return settle(v, o.Winner, n)
	}
	total := int32(0)
	var room [10]chinesecheckers.Point
	for player := range n {
		worth := &starWorth[g.Seat(player)]
		sum := int32(0)
		for _, p := range g.Men(player, room[:0]) {
			sum += worth[p].steps + worth[p].straggler
		}
		v[player] = sum
		total += sum
	}
	for player := range n {
		v[player] -= (total - v[player]) / int32(n-1)
	}
	return false
}
