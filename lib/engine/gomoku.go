//go:build !slim

package engine

import (
	"time"

	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/fives"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/gomoku"
)

func init() {
	know(knowledge{
		game:       "gomoku",
		programs:   []string{"gomocup"},
		analyst:    func(o Options) (analyst, error) { return &gomokuAnalyst{proves: o.Level >= gomokuProving}, nil },
		evaluation: summed(gomokuTerms),
		levels:     &gomokuLevels,
		scale:      200,
	})
}

// gomokuProving is the first level of play that proves victories by continuous fours and
// threes before it searches.
const gomokuProving = 8

// gomokuAnalyst shows a board of Gomoku to the search and values it by what stones on the
// empty points would make.
type gomokuAnalyst struct {
	*fives.Position
	board  *gomoku.Board
	key    searchKey
	proves bool
}

func (g *gomokuAnalyst) at(b game.Board) alphabeta.Position[game.Move] {
	g.board = any(b).(*gomoku.Board)
	if g.Position == nil {
		g.Position = fives.New(g.board)
	} else {
		g.Position.Set(g.board)
	}
	g.key = under(g.board.Rules(), NoLimit)
	return alphabeta.Position[game.Move]{Game: g, Eval: g}
}

// Captures are none: what fours decide, Verdict says.
func (g *gomokuAnalyst) Captures(dst []game.Move) []game.Move { return dst }
func (g *gomokuAnalyst) Null() bool                           { return false }
func (g *gomokuAnalyst) Legal(m game.Move) bool {
	return g.board.Has(goban.Point(m)) && g.board.Legal(goban.Point(m))
}
func (g *gomokuAnalyst) Key() uint64 { return g.key.of(g.board.Key(), 0) }
func (g *gomokuAnalyst) Score() int  { return g.Value() }

// InCheck says whether the opponent makes five if nothing is done.
func (g *gomokuAnalyst) InCheck() bool { return g.Threatened() }

// gomokuFours is how many nodes a look for continuous fours has in every position of a search.
const gomokuFours = 64

func (g *gomokuAnalyst) Verdict() (over bool, score int) {
	switch {
	case g.board.Won() != goban.Empty:
		return true, -alphabeta.Mate
	case g.board.Spaces() == 0:
		return true, 0
	}
	switch plies := g.Decided(gomokuFours); {
	case plies > 0:
		return true, alphabeta.Mate - plies
	case plies < 0:
		return true, -alphabeta.Mate - plies
	}
	return false, 0
}

func (g *gomokuAnalyst) Exchange(m game.Move, least int) bool { return least <= g.Gain(m) }

func (g *gomokuAnalyst) Class(m game.Move) int { return int(g.board.Side())<<9 | int(m) }
func (g *gomokuAnalyst) Classes() int          { return 2 << 9 }

// What the proof of a root may take: nodes where only a depth limits the search, and nodes
// in a millisecond.
const (
	gomokuNodes   = 4_000
	gomokuInMilli = 20
)

// solve implements solver: it proves a victory by continuous fours, or by fours and threes.
func (g *gomokuAnalyst) solve(b game.Board, l Limits) (r Result, ok bool) {
	if !g.proves || l.Lines > 1 {
		return r, false
	}
	began, nodes := time.Now(), gomokuNodes
	if l.Time != NoLimit {
		nodes = min(int(l.Time/time.Millisecond)*gomokuInMilli, 20*gomokuNodes)
	}
	if l.Nodes != NoLimit {
		nodes = min(nodes, l.Nodes/20)
	}
	line, spent := fives.New(any(b.Copy()).(*gomoku.Board)).Solve(nodes)
	if line == nil {
		return r, false
	}
	score := Mate - len(line)
	r = Result{Best: line[0], Score: score, Scored: true, WinRate: 1, Depth: 1, Nodes: spent, Time: time.Since(began),
		Lines: []Line{{Moves: line, Score: score, WinRate: 1, Depth: 1}}}
	r.prove(score)
	return r, true
}

// certify implements solver; the search's proofs are its own.
func (g *gomokuAnalyst) certify(game.Board, *Result) {}

// gomokuTerms are each side's counts of points for shapes, and what all count together.
func gomokuTerms(b game.Board) [][]Term {
	p := fives.New(any(b.Copy()).(*gomoku.Board))
	own := make([][]Term, 2)
	for c := range own {
		own[c] = []Term{{"rows", p.Own(goban.Color(c))}}
	}
	return own
}

// gomokuLevels are the handicaps by level; from gomokuProving on victories by threats are proved as
// well. Points won against the level below, 300 to 400 games a pair, ±5, from level 2 to 7: 67, 68, 66, 69, 70 and
// 66 %; 100 games, ±9, level 8: 65 %; 120 games level 9: 64 %.
var gomokuLevels = levels{
	1:  {depth: 1, lines: 30, overlooks: 92},
	2:  {depth: 1, lines: 30, overlooks: 80},
	3:  {depth: 1, lines: 30, overlooks: 46},
	4:  {depth: 2, lines: 30, look: 1, overlooks: 26},
	5:  {depth: 2, lines: 8, look: 1, overlooks: 4},
	6:  {depth: 3, lines: 8, look: 1, overlooks: 3},
	7:  {depth: 4, lines: 6, look: 2, overlooks: 4},
	8:  {depth: 5, lines: 1},
	9:  {depth: 6, lines: 1},
	10: {depth: NoLimit, lines: 1},
}
