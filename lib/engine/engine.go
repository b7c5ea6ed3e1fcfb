package engine

import (
	"context"
	"time"

	"qikit.dev/qikit/lib/game"
)

// Engine plays and analyses one game. One search runs at a time; a second one
// waits. All methods may be called from any goroutine.
type Engine interface {
	// Name says what it is in records: "alphabeta", or an external engine's own
	// name and version.
	Name() string
	// Repeatable says whether the same position, limits and seed give the same
	// result after Clear, so that a book made with it is the same every time.
	Repeatable(l Limits) bool
	// Search looks for the best move. A cancelled search still returns the best
	// it has, together with the context's cause. A board whose game is over
	// gives a Result without a Best.
	Search(ctx context.Context, b game.Board, l Limits) (Result, error)
	// Clear forgets everything learnt from earlier searches. During a search it returns at
	// once, and the next search forgets first.
	Clear() error
	// Close frees what the engine holds and ends its process, if it has one.
	Close() error
}

// Searches numbers what the built-in engines answer. It rises with every version of the
// library whose searches may find something else, so that stored work is not continued
// with other searches unnoticed.
const Searches = 14

// Evaluator is an Engine that can explain its static evaluation.
type Evaluator interface {
	// Evaluate returns the named terms and "total", for the side to move.
	Evaluate(b game.Board) ([]Term, error)
	// EvaluatePlayers returns each player's own total, in hundredths of an
	// ordinary piece, by index of the player: a sum per player, not a
	// difference.
	EvaluatePlayers(b game.Board) ([]int, error)
}

// Bounded is an Engine that looks less far ahead than DepthMax.
type Bounded interface {
	// DepthBound is the greatest depth of a search, in plies.
	DepthBound() int
}

// Surveyor is an Engine that can predict who owns the points of a board at the end
// of the game: the tree search of Go.
type Surveyor interface {
	// Ownership is Black's share of each point, 0 to 1, at the ends of the games
	// that the latest search played out, in rows from the bottom and columns from the
	// left. It is nil when that search was not of b, or played no game out.
	Ownership(b game.Board) []float64
}

// Term is one named part of a static evaluation.
type Term struct {
	Name  string
	Value int
}

// NoLimit is the value of a limit that is not set.
const NoLimit = 0

// Limits ends a search at the first limit reached.
type Limits struct {
	Depth    int           // plies, 1 to 100; NoLimit
	Nodes    int           // positions searched, 1 or more; NoLimit
	Visits   int           // tree searches only: playouts from the root; NoLimit
	Time     time.Duration // for this move; NoLimit
	Lines    int           // best lines wanted, 1 to 361
	Within   int           // leave out lines with a score lower than the best one's by more, where the engine saves time by it; NoLimit
	Fresh    bool          // forget everything learnt from earlier searches first
	Progress func(Result)  // called after each iteration on the searching goroutine; nil for none

	// Clock is what the mover's clock has left for the game: MoveTime takes this
	// move's share of it. NoLimit for a game without clocks. Increment is what the
	// clock gains by a move, MovesToGo the own moves to the next time control, this
	// one included, 0 when there is none; both say something with a Clock only.
	Clock     time.Duration
	Increment time.Duration
	MovesToGo int
}

// DefaultLimits is one line and no limit. The caller sets at least one limit, or
// cancels the search.
func DefaultLimits() Limits { return Limits{Lines: 1} }

// Result is what a search found, all for the side to move.
type Result struct {
	Best    game.Move // NoMove when the game is over
	Score   int       // hundredths of an ordinary piece; see Scored
	Scored  bool      // false for a tree search, which has no such score
	WinRate float64   // 0 to 1: a win counts 1, a draw a half
	Proven  string    // "win", "draw", "loss" for the side to move, or ""
	Table   bool      // Proven is what the tables know, not what a search found
	Plies   int       // to the proven end; 0 when unknown: nothing proven, endless play, or a solver's proof
	Depth   int       // plies fully searched
	Nodes   int
	Time    time.Duration
	Lines   []Line // best first; as many as asked for, fewer when fewer are legal
	Note    string // a message for the user, given once (tables that cannot be read); mostly ""
}

// Line is one of the best continuations.
type Line struct {
	Moves   []game.Move // the principal variation, its first move the candidate
	Score   int         // as Result.Score
	WinRate float64
	Visits  int // tree searches only
	Depth   int
}

// Mate is the score of a game won at once; a win in n plies scores Mate-n, a
// loss in n plies n-Mate. Scores within MatePlies of Mate are proven wins.
const (
	Mate      = 32000
	MatePlies = 1000
)
