package engine

import (
	"math"
	"slices"

	"qikit.dev/qikit/internal/gorollout"
	"qikit.dev/qikit/internal/mcts"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

func init() {
	know(knowledge{
		game:     "go",
		programs: []string{"gtp"},
		kind:     "mcts",
		tree:     func(Options) (view, error) { return &goGame{player: gorollout.NewPlayer()}, nil },
		levels:   &goLevels,
		sharp:    64,
	})
}

// goGame shows a game of Go to the tree search. Shapes, atari and ladders say how
// likely a move is, a leaf is worth the result of a game played out, and a move is
// also credited with games in which it was played later.
//
// Inside the tree two passes end the game with all stones taken as alive, so
// that a side that is ahead only when dead stones go takes them off before it
// passes. Superko holds there; the games played out know simple ko.
type goGame struct {
	trail
	board  *weiqi.Board
	rules  weiqi.Options
	player *gorollout.Player
	judge  gorollout.Judge
	traced []game.Move

	// Of the latest search: Black's points at the ends of the games played out, in
	// halves, by rows and columns.
	black [goban.SizeMax * goban.SizeMax]int
	games int
}

// Settings of the search of Go.
const (
	goRave    = 3500
	goExplore = 0.05
	goExpand  = 8
	// goPoints is the part of a game's worth that depends on the margin.
	goPoints = 0.04
)

func (g *goGame) tune(o *mcts.Options) {
	o.Rave, o.Explore, o.Expand = goRave, goExplore, goExpand
}

func (g *goGame) at(b game.Board) mcts.Game[game.Move] {
	g.board = any(b).(*weiqi.Board)
	g.rules = g.board.Rules()
	g.start(b)
	g.black, g.games = [len(g.black)]int{}, 0
	g.player.Mercy = g.board.Size() * g.board.Size() * 2 / 5
	return g
}

func (g *goGame) sameRules(b game.Board) bool {
	return g.board != nil && any(b).(*weiqi.Board).Rules() == g.rules
}

func (g *goGame) Players() int { return 2 }
func (g *goGame) Turn() int    { return g.board.Turn() }

func (g *goGame) Play(m game.Move) {
	g.board.Play(m)
	g.add(m)
}

func (g *goGame) Undo() {
	g.board.Undo()
	g.drop()
}

// Moves leaves out legal moves into an own eye that nothing threatens.
func (g *goGame) Moves(dst []game.Move) []game.Move {
	first := len(dst)
	dst = g.board.Moves(dst)
	s, kept := g.board.Stones(), first
	for _, m := range dst[first:] {
		if m == goban.Pass || !s.EyeLike(goban.Point(m), s.Turn()) || g.threatened(goban.Point(m)) {
			dst[kept] = m
			kept++
		}
	}
	return dst[:kept]
}

// threatened says whether a chain beside an own eye is in atari.
func (g *goGame) threatened(eye goban.Point) bool {
	s := g.board.Stones()
	const above = goban.SizeMax + 1
	for _, n := range [4]goban.Point{eye - above, eye - 1, eye + 1, eye + above} {
		if s.At(n) == s.Turn() {
			if _, in := s.Atari(n); in {
				return true
			}
		}
	}
	return false
}

func (g *goGame) Outcome(int) (winner int, over bool) {
	if g.board.Passes() < 2 {
		return 0, false
	}
	return goWinner(g.asItLies()), true
}

// Claimed is true: an end by two passes depends on which stones are dead.
func (g *goGame) Claimed() bool { return true }

// asItLies is Black's lead with all stones taken as alive, after komi.
func (g *goGame) asItLies() float64 {
	return weiqi.CountBoard(g.board.Stones(), g.rules, nil).Margin
}

func goWinner(margin float64) int {
	switch {
	case margin > 0:
		return int(goban.Black)
	case margin < 0:
		return int(goban.White)
	}
	return mcts.Draw
}

// Rollout plays the game out.
func (g *goGame) Rollout(r *rng.Source, s *mcts.Shares) {
	last, own := g.last(0), g.last(1)
	margin := float64(g.player.Play(g.board.Stones(), last, own, r))
	if g.rules.Scoring != weiqi.ScoreSeed {
		margin -= g.rules.Komi
	}
	share := game.Outcome{Winner: goWinner(margin)}.Result(int(goban.Black))
	all := float64(g.rules.Size * g.rules.Size)
	// The conversions keep products from being fused with sums: every machine gets the same.
	share += float64(goPoints * (0.5 + float64(0.5*math.Max(-1, math.Min(margin/all, 1))) - share))
	s[goban.Black], s[goban.White] = share, 1-share
	g.own()
}

// own adds the end of the latest game to the ownership.
func (g *goGame) own() {
	s, i := g.player.Stones(), 0
	g.games++
	for p := range s.Points() {
		switch s.Owner(p) {
		case goban.Black:
			g.black[i] += 2
		case goban.Empty:
			g.black[i]++
		}
		i++
	}
}

// surveyed adds what own has counted to sums, and returns the number of games.
func (g *goGame) surveyed(sums []int) (games int) {
	for i := range sums {
		sums[i] += g.black[i]
	}
	return g.games
}

// Traced lists the moves of the latest game without its passes.
func (g *goGame) Traced() []game.Move {
	g.traced = g.traced[:0]
	for _, p := range g.player.Played() {
		g.traced = append(g.traced, game.Move(p))
	}
	return g.traced
}

// Appraise asks the judge.
func (g *goGame) Appraise(moves []game.Move, won, tried []float32) {
	g.judge.Appraise(g.board.Stones(), g.last(0), moves, won, tried)
}

// finish decides whether to pass. A side passes when it wins both with all stones
// alive and with dead stones removed, and the search or the opponent wants to stop;
// when the opponent has passed and the game is lost anyway; and when no other move
// is left. Otherwise it plays on, to capture dead stones that count.
func (g *goGame) finish(r *TreeResult) {
	mover := goban.Color(g.board.Turn())
	var other *TreeMove // the best but a pass
	pass := TreeMove{Move: goban.Pass, WinRate: r.WinRate, Line: []game.Move{goban.Pass}}
	for i := range r.Moves {
		if m := &r.Moves[i]; m.Move == goban.Pass {
			pass = *m
		} else if other == nil {
			other = m
		}
	}
	stop := other == nil
	passed := g.board.Passes() > 0
	lies := forMover(g.asItLies(), mover)
	if !stop && (passed || lies > 0 && r.Moves[0].Move == goban.Pass) {
		switch counted := forMover(g.board.Count().Margin, mover); {
		case counted > 0 && lies > 0:
			stop = true
		case counted > 0:
			stop = passed && other.WinRate < 0.5 // every move left only harms
		default:
			stop = passed && other.WinRate < goLost
		}
	}
	if stop {
		r.Moves = []TreeMove{pass}
		return
	}
	r.Moves = slices.DeleteFunc(r.Moves, func(m TreeMove) bool { return m.Move == goban.Pass })
}

// forMover is Black's lead as the mover sees it.
func forMover(margin float64, mover goban.Color) float64 {
	if mover == goban.White {
		return -margin
	}
	return margin
}

// goLost is the win rate below which a game is given up once the opponent passes.
const goLost = 0.05

// goLevels are the handicaps by level. Points won against the level below on 9x9, 120 games a pair, ±8: level 6 67 %, level 7
// 65 %; by levels like these, 200 games, ±7, from level 2 to 4: 68, 68 and 66 %, and 60 games, ±12, levels 5, 8 and 9: 64,
// 67 and 73 %.
var goLevels = levels{
	1:  {visits: 16, lines: 40, natural: 30},
	2:  {visits: 27, lines: 40, natural: 25},
	3:  {visits: 40, lines: 40, natural: 21},
	4:  {visits: 61, lines: 40, natural: 17},
	5:  {visits: 93, lines: 40, natural: 13},
	6:  {visits: 125, lines: 40, natural: 10},
	7:  {visits: 180, lines: 40, natural: 7},
	8:  {visits: 245, lines: 40, natural: 4},
	9:  {visits: 330, lines: 1},
	10: {depth: NoLimit, lines: 1},
}
