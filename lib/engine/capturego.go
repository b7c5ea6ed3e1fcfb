package engine

import (
	"slices"
	"sync"

	"qikit.dev/qikit/internal/capturesolver"
	"qikit.dev/qikit/internal/convnet"
	"qikit.dev/qikit/internal/mcts"
	nets "qikit.dev/qikit/internal/nets/capturego"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/rollout"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

func init() {
	know(knowledge{
		game:           "capturego",
		kind:           "mcts",
		tree:           newCaptureGo,
		treeStrategies: []string{"playouts", "random"},
		nets:           true,
		levels:         &captureGoLevels,
		sharp:          3,
	})
}

// captureGo shows a game of Capture Go to the tree search. The network says how
// likely moves are, or the policy of the playouts where there is no network. A leaf
// is worth a mean of the network's value and the result of a game played out.
// Neither is needed for what a capture decides at once or a solver can prove.
//
// Strategy "default" has all this, "playouts" no network, "random" nothing of it.
type captureGo struct {
	trail
	board   *capturego.Board
	rules   rollout.Rules
	strict  bool // the rules are those of the solver
	ply     int  // moves played since the root
	policy  *rollout.Policy
	player  *rollout.Player
	tactics capturesolver.Position // a position to read ahead on
	solver  *capturesolver.Solver
	depth   bool // proves more than what a capture decides at once
	net     *captureGoNet

	features []int
	path     []game.Move // buffers
}

// deepLevel is the first level of play that reads ladders and proves.
const deepLevel = 6

func newCaptureGo(o Options) (view, error) {
	own := o.Strategy == "" || o.Strategy == "default"
	if !own {
		if err := o.refuse("strategy "+o.Strategy+" of capturego", "net"); err != nil {
			return nil, err
		}
	}
	if o.Strategy == "random" {
		return &captureGoRandom{}, nil
	}
	g := &captureGo{depth: o.Level >= deepLevel}
	var err error
	if g.policy, err = captureGoPolicy(); err != nil {
		return nil, err
	}
	if own {
		if g.net, err = newCaptureGoNet(o.Net, o.Deterministic); err != nil {
			return nil, err
		}
	}
	g.player = rollout.NewPlayer(g.policy)
	g.solver = capturesolver.New(max(1<<20, o.TableMB<<20/8))
	return g, nil
}

// captureGoPolicy holds the trained weights by which playouts choose moves. The
// weights set by hand lost to them by 12 to 28 at 641 visits without a network.
var captureGoPolicy = sync.OnceValues(func() (*rollout.Policy, error) { return rollout.Load(nets.Rollout()) })

func (g *captureGo) at(b game.Board) mcts.Game[game.Move] {
	g.board = any(b).(*capturego.Board)
	rules := g.board.Rules()
	g.rules = rollout.Rules{Target: rules.Target, NoMove: rules.NoMove}
	g.strict = rules.Pass == "forced" && rules.NoMove == "lose"
	g.start(b)
	g.ply = 0
	g.net.at(g.board)
	g.solver.Clear() // so that a search depends on nothing before it but the tree
	return g
}

func (g *captureGo) sameRules(b game.Board) bool {
	return g.board != nil && any(b).(*capturego.Board).Rules() == g.board.Rules()
}

func (g *captureGo) Players() int { return 2 }
func (g *captureGo) Turn() int    { return g.board.Turn() }

func (g *captureGo) Play(m game.Move) {
	g.board.Play(m)
	g.add(m)
	g.ply++
}

func (g *captureGo) Undo() {
	g.board.Undo()
	g.drop()
	g.ply--
}

// Moves lists every legal move at the root. Below it, when the opponent threatens
// a capture that decides the game, it lists only the moves that avert it.
func (g *captureGo) Moves(dst []game.Move) []game.Move {
	first := len(dst)
	dst = g.board.Moves(dst)
	if g.ply == 0 || !g.strict || len(dst) == first {
		return dst
	}
	g.tactics.Set(g.board.Stones(), g.rules.Target)
	if saving, forced := g.tactics.Forced(); forced && len(saving) > 0 {
		dst = dst[:first]
		for _, m := range saving {
			dst = append(dst, game.Move(m))
		}
	}
	return dst
}

func (g *captureGo) Outcome(int) (winner int, over bool) {
	o, over := g.board.Outcome()
	return o.Winner, over
}

// Rollout plays the game out by the policy.
func (g *captureGo) Rollout(r *rng.Source, s *mcts.Shares) {
	last, own := g.last(0), g.last(1)
	winner := game.Outcome{Winner: g.player.Play(g.board.Stones(), g.rules, last, own, r)}
	s[goban.Black], s[goban.White] = winner.Result(int(goban.Black)), winner.Result(int(goban.White))
}

// Priors come from the network, or from the policy where there is no network. A
// move that loses at once gets 0.
func (g *captureGo) Priors(moves []game.Move, dst []float32) {
	if g.net.serves() {
		g.net.priors(g, moves, dst)
	} else {
		g.policyPriors(moves, dst)
	}
	if g.ply > 0 {
		return // Moves has left them out
	}
	if saving, forced := g.saving(); forced {
		for i, m := range moves {
			if !slices.Contains(saving, goban.Point(m)) {
				dst[i] = 0
			}
		}
	}
}

func (g *captureGo) policyPriors(moves []game.Move, dst []float32) {
	s := g.board.Stones()
	last, own := g.last(0), g.last(1)
	for i, m := range moves {
		dst[i] = 0
		if m == goban.Pass {
			continue
		}
		g.features = rollout.Features(s, g.rules, goban.Point(m), last, own, g.features[:0])
		dst[i] = g.policy.Weight(g.features)
	}
}

// network implements judging.
func (g *captureGo) network() *convnet.Net {
	if !g.net.serves() {
		return nil
	}
	return g.net.net
}

// share implements sharing.
func (g *captureGo) share() {
	if g.net != nil {
		treeCache.grow(treeLines)
		g.net.cache = &treeCache
	}
}

// Mix relies on playouts alone where no network serves.
func (g *captureGo) Mix() float64 {
	if g.net.serves() {
		return netMix
	}
	return 1
}

// explore trusts the network's priors; the policy's are worth the setting.
func (g *captureGo) explore() float64 {
	if g.net.serves() {
		return netExplore
	}
	return 0
}

// Value is the network's.
func (g *captureGo) Value(s *mcts.Shares) {
	mover := g.board.Turn()
	s[mover] = g.net.value(g)
	s[1-mover] = 1 - s[mover]
}

// captureGoLevels are the handicaps by level. Points won against the level below on 9x9 with target 1, from even openings, by the
// network of generation 21: levels 2 to 7, 200 games each, ±7: 70, 64, 64, 67, 71 and 66 %; levels 8 and 9, 100 games each, ±9:
// 69 and 73 %. Level 1 won 55 % of 200 games, ±7, against that of generation 20, which had won 44 % against that of generation
// 7, weak enough for beginners: a stronger network's priors are drawn from more evenly (knowledge.sharp).
var captureGoLevels = levels{
	1:  {visits: 4, lines: 40, natural: 78},
	2:  {visits: 12, lines: 40, natural: 58},
	3:  {visits: 34, lines: 40, natural: 40},
	4:  {visits: 80, lines: 40, natural: 27},
	5:  {visits: 165, lines: 40, natural: 17},
	6:  {visits: 340, lines: 40, natural: 10},
	7:  {visits: 680, lines: 40, natural: 5},
	8:  {visits: 1250, lines: 40, natural: 2},
	9:  {visits: 2400, lines: 1},
	10: {depth: NoLimit, lines: 1},
}
