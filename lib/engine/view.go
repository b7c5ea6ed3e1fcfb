package engine

import (
	"context"
	"time"

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

// reusing is a view whose tree can be used on for later positions of the game.
type reusing interface {
	// sameRules says whether b is played by the rules of the latest root.
	sameRules(b game.Board) bool
}

// solving is a view that looks for a proof before the search.
type solving interface {
	// known are moves of the root whose outcome is certain, as far as that takes
	// no more than a share of the limits. lost says that every move loses.
	known(ctx context.Context, visits int, left time.Duration) (list []mcts.Known[game.Move], lost bool)
}

// finishing is a view that has the last word on the move to play: whether to stop
// is not for the tree to say. It may leave moves out and change their order.
type finishing interface{ finish(r *TreeResult) }

// judging is a view that values positions by a network.
type judging interface {
	// network judges the latest root; nil when none does.
	network() *convnet.Net
}

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
