//go:build !slim

package engine

import (
	"qikit.dev/qikit/internal/maxn"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/ludo"
)

func init() {
	know(knowledge{game: "ludo", several: ludoShow{}, evaluation: summed(ludoTerms), scale: 400, levels: &ludoLevels})
}

// ludoLevels are the handicaps by level: a weak player does not see some of the moves. Games won against the level below,
// 1,000 a pair, ±1.6: 56, 54, 59, 56, 58, 52, 57, 57 and, level 10 with three plies, 56 %; against level 1 that wins 90 %.
var ludoLevels = levels{
	1:  {depth: 1, lines: 4, overlooks: 90},
	2:  {depth: 1, lines: 4, overlooks: 76},
	3:  {depth: 1, lines: 4, overlooks: 60},
	4:  {depth: 1, lines: 4, overlooks: 40},
	5:  {depth: 2, lines: 4, overlooks: 42},
	6:  {depth: 2, lines: 4, overlooks: 24},
	7:  {depth: 3, lines: 4, overlooks: 28},
	8:  {depth: 3, lines: 4, overlooks: 17},
	9:  {depth: 3, lines: 4, overlooks: 8},
	10: {depth: NoLimit, lines: 1},
}

const (
	ludoField = 10  // worth of a field that a plane has flown, in hundredths
	ludoStart = 100 // of a plane that has taken off
	ludoHome  = 60  // of a plane that nobody can send back
)

// ludoTerms are each player's terms.
func ludoTerms(b game.Board) [][]Term {
	board := b.(*ludo.Board)
	terms := make([][]Term, board.Players())
	for p := range terms {
		fields, off, safe := ludoWorth(board, p)
		terms[p] = []Term{{"fields", fields}, {"taken off", off}, {"safe", safe}}
	}
	return terms
}

func ludoWorth(b *ludo.Board, player int) (fields, off, safe int) {
	for _, at := range b.Planes(player) {
		if at >= 0 {
			fields += int(at) * ludoField
			off += ludoStart
		}
		if at > 50 {
			safe += ludoHome
		}
	}
	return fields, off, safe
}

// ludoShow shows boards of Ludo to the search by expectation.
type ludoShow struct{}

func (ludoShow) at(b game.Board) maxn.Game[game.Move] { return &ludoGame{b.(*ludo.Board)} }

// options are max^n with every move: each roll has four at most.
func (ludoShow) options(int) maxn.Options { return maxn.Options{} }

// ludoGame is a board of Ludo as the search sees it.
type ludoGame struct {
	*ludo.Board
}

func (g *ludoGame) Undo()                { g.Board.Undo() }
func (g *ludoGame) Gain(m game.Move) int { return 0 }

// Values are each player's worth less the mean of the others'.
func (g *ludoGame) Values(v *maxn.Values) (over bool) {
	n := g.Players()
	if o, over := g.Outcome(); over {
		return settle(v, o.Winner, n)
	}
	total := int32(0)
	for p := range n {
		fields, off, safe := ludoWorth(g.Board, p)
		v[p] = int32(fields + off + safe)
		total += v[p]
	}
	for p := range n {
		v[p] -= (total - v[p]) / int32(n-1)
	}
	return false
}
