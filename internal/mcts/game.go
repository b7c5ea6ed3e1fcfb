package mcts

import "qikit.dev/qikit/internal/rng"

// Draw is the winner of a game that nobody won.
const Draw = -1

// Game is what the search needs to know of a game: a position that moves are
// played on. One Game belongs to one worker. After a search it stands where it
// stood before.
type Game[M ~uint16 | ~uint32] interface {
	// Players is how many play, 2 to MaxPlayers; it never changes.
	Players() int
	// Turn is the index of the player to move, 0 to Players()-1.
	Turn() int
	// Moves appends the legal moves, likely best first if the game can tell.
	Moves(dst []M) []M
	Play(m M)
	Undo()
	// Outcome says whether the rules end the game here and who won, or Draw; moves is
	// the number of legal moves. It must say over when there is none.
	Outcome(moves int) (winner int, over bool)
}

// MaxPlayers bounds Players, so that shares fit a fixed array.
const MaxPlayers = 16

// Shares is what each player, by index, is expected to get of the game: 1 for a win,
// 0.5 for a draw, 0 for a loss. With more than two players the sum is free.
type Shares [MaxPlayers]float64

// Valuer is a Game with a static expectation of a position that is not over.
type Valuer interface {
	// Value fills the shares of the first Players() players.
	Value(s *Shares)
}

// Guide is a Game that knows which moves are likely before any search.
type Guide[M ~uint16 | ~uint32] interface {
	// Priors gives each of the position's legal moves a weight of at least 0;
	// len(dst) is len(moves). The search makes them sum to 1.
	Priors(moves []M, dst []float32)
}

// Prover is a Game that can settle some positions without playing them out.
type Prover interface {
	// Prove says who wins, Draw for nobody, and within how many plies, Far when
	// it cannot tell. The search asks at a position's first visit and each time
	// its visits have doubled; they say how much effort the position is worth.
	Prove(visits int) (winner, plies int, ok bool)
}

// Far is the length of a proof of unknown length.
const Far = 1 << 16

// Claimer is a Game with ends that depend on the moves before a position, such as
// repetitions that end a line of the search but not yet the game. The search counts
// their result and proves nothing by them.
type Claimer interface {
	// Claimed says whether the end that Outcome has just returned is one of these.
	Claimed() bool
}

// Mixer is a Game that knows how far to trust its playouts.
type Mixer interface {
	// Mix is the weight of a rollout in a leaf's value, 0 to 1, in place of
	// Options.Mix. With 1, Value is not asked.
	Mix() float64
}

// Roller is a Game that plays games out itself, faster or better than the
// search would by drawing from Moves.
type Roller interface {
	// Rollout plays a game from here to its end, or to where it knows enough,
	// draws from r alone, and fills the shares of the first Players() players.
	// The game stands where it stood afterwards.
	Rollout(r *rng.Source, s *Shares)
}

// Appraiser is a Game that knows what moves are worth before any search, expressed as
// imagined games. Options.Rave needs it, and then uses no Guide.
type Appraiser[M ~uint16 | ~uint32] interface {
	// Appraise gives each of the position's legal moves a number of games tried,
	// over 0, and how many of these were won; the three lists are equally long.
	Appraise(moves []M, won, tried []float32)
}

// Tracer is a Roller that can tell the moves of its games, which Options.Rave
// asks for.
type Tracer[M ~uint16 | ~uint32] interface {
	Roller
	// Traced lists the moves of the latest Rollout, players in turn, beginning with the
	// one to move. A 0 stands for a move that does not count.
	Traced() []M
}

// settled are the shares when a game has ended.
func settled(winner, players int, s *Shares) {
	for p := range players {
		s[p] = share(winner, p)
	}
}
