package alphabeta

// Code is a move in a game's own code. 0 is no move, and the low 16 bits must
// tell the moves of one position apart (the table keeps no more).
type Code interface{ ~uint16 | ~uint32 }

// Game is what the search needs to know of a game: a position that moves are
// played on. One Game belongs to one worker.
type Game[M Code] interface {
	// Moves appends the legal moves, likely best first; one call a node.
	Moves(dst []M) []M
	// Captures appends the legal moves that quiescence looks at.
	Captures(dst []M) []M
	Play(m M)
	Undo()
	// Null passes the turn and says whether the game allows that here (not in
	// check, not in an endgame prone to zugzwang). Undo takes it back.
	Null() bool
	// Key identifies the position: equal positions, equal keys.
	Key() uint64
	// Verdict says whether the rules end the game here, for the side to move: by
	// repetition, by count, or in any other way but the mere lack of legal moves
	// (which loses). score is 0 for a draw, ±Mate when the position decides, ±Claim
	// when the moves before it decide.
	Verdict() (over bool, score int)
}

// Resting is a Game whose Moves leaves some out that are hardly worth a thought, but for the root's.
// Others appends them: they are tried where all moves lose.
type Resting[M Code] interface{ Others(dst []M) []M }

// Checked is a Game in which a side can be in check. Without it none ever is.
type Checked interface{ InCheck() bool }

// Tactics is a Game that can price moves. Without it no move is a capture.
type Tactics[M Code] interface {
	// Gain is the worth of what the move captures, 0 for a quiet move, in
	// hundredths of an ordinary piece.
	Gain(m M) int
	// Exchange says whether the captures that the move starts on its target
	// square gain at least that much for the mover.
	Exchange(m M, least int) bool
}

// Legal is a Game whose codes fit 16 bits and that can tell whether any code is a
// legal move, faster than by listing the moves: the table's move is then tried before
// the others are listed.
type Legal[M Code] interface{ Legal(m M) bool }

// Checks is a Game that knows cheaply, before a move is played, that it will
// give check. It may miss some.
type Checks[M Code] interface{ Checks(m M) bool }

// Classes is a Game that sorts moves into classes (moving piece and target, in
// a board game), by which the search remembers what proved good elsewhere.
type Classes[M Code] interface {
	// Class is 0 to Classes()-1; equal moves, equal class.
	Class(m M) int
	Classes() int
}

// Traits is a Game with Tactics and Classes that tells both of many moves at once: to ask
// move by move takes longer than to look them up.
type Traits[M Code] interface {
	// Traits appends those of the moves, in order.
	Traits(dst []Trait, moves []M) []Trait
}

// Trait is what a Game says of a move.
type Trait struct{ Class, Gain int32 }

// Ranked is a Game that knows how much speaks for a move before any is tried. It counts as
// what the search learns of quiet moves does.
type Ranked[M Code] interface {
	// Ranks appends that of each move, in order.
	Ranks(dst []int32, moves []M) []int32
}

// Folded is a Game with so many Classes that what is learnt of the replies to each would
// not stay in the processor's near cache: some share it, and of the replies only quiet
// moves count, which have the first classes.
type Folded interface {
	// Row is where a class keeps its replies, 0 to Rows()-1.
	Row(class int) int
	Rows() int
	// Quiet is the number of classes that quiet moves have.
	Quiet() int
}

// Structure is a Game that knows which positions are alike in what changes slowly
// (the placement of the weak pieces, say): an error of the static value in one recurs
// in the others. It is a hash, used by its low bits.
type Structure interface{ Structure() uint64 }

// Eval is the static value of a Game's current position for the side to move,
// in hundredths of an ordinary piece.
type Eval interface{ Score() int }

// Position is one worker's own root position. The Game and the Eval may be one
// object and must not be shared with other workers.
type Position[M Code] struct {
	Game Game[M]
	Eval Eval
	// Glance is the depth of a shallow search; 0 for none. When one for a single line goes
	// on from the last search, the root's moves come in order of the values seen at once,
	// and late ones are reduced by a ply more. That saves an eighth of it, and whether it
	// costs strength depends on the game and its Eval.
	Glance int
}
