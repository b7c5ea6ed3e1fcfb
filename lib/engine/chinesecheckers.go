//go:build !slim

package engine

import (
	"math"

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

// Worths, in hundredths, the percentage that the lead of another player counts, and of a man who
// need not come.
const (
	starStep      = 20  // a step towards the target
	starStraggler = 5   // the square of the steps to go, over 4
	starSide      = 5   // a point off the line between the tips, on either side
	starLate      = 60  // a man too few in the target, where those of others fill it
	starLeader    = 65  // percent
	starWaiting   = 40  // percent
	starScale     = 200 // of scores to win rates
)

// starLevels are the handicaps by level: a weak player does not see some of its moves. Two plies lose to one
// (14 % of 100 games). Points won against the level below with two players, from level 2 to 5, 400 games a pair, ±5: 71, 65, 66
// and 68 %; from level 6 to 9, 200 games, ±7: 67, 64, 66 and 71 %.
var starLevels = levels{
	1:  {depth: 1, lines: 30, overlooks: 68},
	2:  {depth: 1, lines: 30, overlooks: 60},
	3:  {depth: 1, lines: 30, overlooks: 50},
	4:  {depth: 1, lines: 30, overlooks: 35},
	5:  {depth: 1, lines: 30, overlooks: 9},
	6:  {depth: 3, lines: 6, overlooks: 33},
	7:  {depth: 3, lines: 6, overlooks: 26},
	8:  {depth: 3, lines: 6, overlooks: 20},
	9:  {depth: 3, lines: 6, overlooks: 12},
	10: {depth: NoLimit, lines: 1},
}

// starWorth is what a man of a seat is worth on a point: less by the steps to go, by a penalty that
// grows with them, so that no man is left behind, and by how far he is off the line between
// the tips, along which there is most to jump over.
var starWorth [6][121]struct{ far, steps, straggler, side int32 }

func init() {
	for seat := range starWorth {
		for p := range chinesecheckers.Point(121) {
			w := &starWorth[seat][p]
			w.far = int32(chinesecheckers.Ahead(seat, p))
			w.steps = -w.far * starStep
			w.straggler = -w.far * w.far * starStraggler / 4
			if w.far > starInside {
				off := int32(chinesecheckers.Ahead((seat+1)%6, p) - chinesecheckers.Ahead((seat+5)%6, p))
				w.side = -max(off, -off) * starSide
			}
		}
	}
}

// starInside is the most steps from the tip of the target to a point in it.
const starInside = 3

// starRace is what a player has still to do until he is home, as penalties: 0 for nothing.
type starRace struct{ steps, stragglers, side, late int32 }

func (r *starRace) sum() int32 { return r.steps + r.stragglers + r.side + r.late }

// starRaceOf looks at a player's men. Against one opponent, who leaves the target in time, all must
// come.
func starRaceOf(b *chinesecheckers.Board, player int) (r starRace) {
	if b.Players() > 2 {
		return starCrowd(b, player)
	}
	worth := &starWorth[b.Seat(player)]
	var men [10]chinesecheckers.Point
	for _, p := range b.Men(player, men[:0]) {
		r.steps += worth[p].steps
		r.stragglers += worth[p].straggler
		r.side += worth[p].side
	}
	return r
}

// starCrowd is starRaceOf among many, where some do not get out of the target: only as many men must
// come as it has holes, or as the rules ask for, and these are the nearest ones.
func starCrowd(b *chinesecheckers.Board, player int) (r starRace) {
	worth := &starWorth[b.Seat(player)]
	var men, holes [10]chinesecheckers.Point
	var outside [17][10]chinesecheckers.Point // by steps to go
	var count [17]int
	inside := 0
	for _, p := range b.Men(player, men[:0]) {
		far := worth[p].far
		if far <= starInside {
			inside++
			continue
		}
		if count[far] < len(outside[far]) { // all but what a lenient board has too much
			outside[far][count[far]] = p
			count[far]++
		}
	}
	empty := b.Holes(player, holes[:0])
	for _, p := range empty {
		r.steps -= worth[p].steps
	}
	coming := max(len(empty), b.Asked()-inside)
	r.late = int32(len(empty)-coming) * starLate
	for far := range outside {
		for _, p := range outside[far][:count[far]] {
			percent := int32(100)
			if coming--; coming < 0 {
				percent = starWaiting
			}
			r.steps += worth[p].steps * percent / 100
			r.stragglers += worth[p].straggler * percent / 100
			r.side += worth[p].side
		}
	}
	return r
}

// starTerms are each player's terms.
func starTerms(b game.Board) [][]Term {
	board := b.(*chinesecheckers.Board)
	terms := make([][]Term, board.Players())
	for player := range terms {
		r := starRaceOf(board, player)
		terms[player] = []Term{{"steps", int(r.steps)}, {"stragglers", int(r.stragglers)}, {"sides", int(r.side)}, {"late", int(r.late)}}
	}
	return terms
}

// starShow shows boards of Chinese checkers to the searches.
type starShow struct{}

func (starShow) at(b game.Board) maxn.Game[game.Move] {
	return &starGame{b.(*chinesecheckers.Board)}
}

// options are the search that is best for so many players, by games against players who take
// the longest move and against each other: with two each answers the other, with more a player
// does best to look after himself.
func (starShow) options(players int) maxn.Options {
	switch players {
	case 2:
		return maxn.Options{Paranoid: true, Root: 30, Width: 10, Others: 10}
	case 3:
		return maxn.Options{Paranoid: true, Root: 30, Width: 16, Others: 2, Plans: 20}
	}
	return maxn.Options{Paranoid: true, Root: 30, Width: 16, Others: 1, Plans: 20}
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

// Values are each player's race less that of the others: of the one who leads them, and of all of
// them. A game at the limit of plies is drawn; where the others play on, places make the values.
func (g *starGame) Values(v *maxn.Values) (over bool) {
	n := g.Players()
	if o, over := g.Outcome(); over {
		return settle(v, o.Winner, n)
	}
	var races maxn.Values
	total := int32(0)
	for player := range n {
		r := starRaceOf(g.Board, player)
		races[player] = r.sum()
		total += races[player]
	}
	for player := range n {
		lead := int32(math.MinInt32)
		for other := range n {
			if other != player {
				lead = max(lead, races[other])
			}
		}
		mean := (total - races[player]) / int32(n-1)
		v[player] = races[player] - (starLeader*lead+(100-starLeader)*mean)/100
	}
	return false
}
