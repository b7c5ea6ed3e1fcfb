package engine

import (
	"context"

	"qikit.dev/qikit/internal/convnet"
	"qikit.dev/qikit/internal/mcts"
	"qikit.dev/qikit/lib/game"
)

// view shows a game's boards to the tree search. It belongs to one worker and may
// keep what it computed. The interfaces below it are what a view can do beside that; the
// first worker's view is asked for them.
type view interface {
	// at is the root of a search: b, which the search may play on.
	at(b game.Board) mcts.Game[game.Move]
}

// tuned is a view with settings of its own for the search.
type tuned interface{ tune(o *mcts.Options) }

// exploring is a view that knows how far from its priors to look for a move to play.
type exploring interface {
	// explore is the weight of the prior term at the latest root; 0 for the setting.
	explore() float64
}

// reusing is a view whose tree can be used on for later positions of the game.
type reusing interface {
	// sameRules says whether b is played by the rules of the latest root.
	sameRules(b game.Board) bool
}

// solving is a view that can prove the root without a search.
type solving interface {
	// certain are moves of the root whose outcome can be seen.
	certain() []mcts.Known[game.Move]
	// rootNodes is how many nodes a search of so many visits, or NoLimit, may spend on
	// proving its root; 0 where it is not to try.
	rootNodes(visits int) int
	// tryRoot tries to prove the root within so many nodes. It goes on where the latest
	// try ended.
	tryRoot(ctx context.Context, nodes int) rootProof
}

// rootProof is what came of a try to prove the root.
type rootProof struct {
	won   []mcts.Known[game.Move] // a move that wins, if one was found
	lost  bool                    // every move loses
	nodes int                     // spent
}

// finishing is a view that has the last word on the move to play: whether to stop
// is not for the tree to say. It may leave moves out and change their order.
type finishing interface{ finish(r *TreeResult) }

// judging is a view that values positions by a network.
type judging interface {
	// network judges the latest root; nil when none does.
	network() *convnet.Net
}

// sharing is a view that can share what its network says with other trees.
type sharing interface{ share() }

// surveying is a view that counts who owns the points at the ends of games played
// out. Each worker's view counts its own games.
type surveying interface {
	// surveyed adds the first player's points, in halves, to the sums.
	surveyed(sums []int) (games int)
}

// boardView shows any game by its board alone.
type boardView struct{}

func (boardView) at(b game.Board) mcts.Game[game.Move] {
	return &playedOut{board: b, players: len(b.Sides())}
}

// playedOut is a position as boardView shows it.
type playedOut struct {
	board   game.Board
	players int
}

func (g *playedOut) Players() int                      { return g.players }
func (g *playedOut) Turn() int                         { return g.board.Turn() }
func (g *playedOut) Moves(dst []game.Move) []game.Move { return g.board.Moves(dst) }
func (g *playedOut) Play(m game.Move)                  { g.board.Play(m) }
func (g *playedOut) Undo()                             { g.board.Undo() }

func (g *playedOut) Outcome(int) (winner int, over bool) {
	o, over := g.board.Outcome()
	return o.Winner, over
}

// Games and the search share one number for a draw: a compile error otherwise.
var _ = [1]struct{}{}[game.Draw-mcts.Draw]
