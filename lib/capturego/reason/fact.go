package reason

import (
	"cmp"
	"slices"

	"qikit.dev/qikit/lib/goban"
)

// Kind is what a fact says.
type Kind string

// Facts that are good for the side that moves. The Side of all of them is that side,
// Move its move.
const (
	Wins         Kind = "wins"          // the move captures Chain, Count stones, which reaches the target
	DoubleThreat Kind = "double threat" // Chain and Other are in atari, at Points; each could be saved, both cannot
	Ladder       Kind = "ladder"        // Chain is put in atari, may run from Points[0], and is caught
	Trap         Kind = "trap"          // Chain is put in atari and is caught without a ladder
	Net          Kind = "net"           // Chain has two liberties and is lost whatever the opponent plays
	Snapback     Kind = "snapback"      // whoever takes the stone, at Points[0], to save Chain loses Count stones
	Captures     Kind = "captures"      // the move captures Chain, Count stones; Missing more win
	Saves        Kind = "saves"         // Chain was in atari and now is neither that nor caught in a ladder
	Connects     Kind = "connects"      // the same by joining a chain that was not in atari
	Denies       Kind = "denies"        // the opponent, had it played there, would have made a double threat on Chain and Other
	Atari        Kind = "atari"         // Chain is put in atari, at Points[0], and is not known to be caught
)

// Facts that are bad for the side that moves. The Side is whose move or stones the
// fact speaks of.
const (
	Loses        Kind = "loses"         // Side, the opponent, can now capture Chain with Move, which reaches its target
	Forced       Kind = "forced"        // Side, the opponent, can now win by force beginning with Move: proven by a search, not found by this package
	MissesWin    Kind = "misses win"    // Side could have won by force beginning with Move: proven by a search, not found by this package
	Misses       Kind = "misses"        // Side could have captured Chain, more than it did, with Move; Missing more would have won
	FacesThreats Kind = "faces threats" // Side, the opponent, can now make a double threat on Chain and Other with Move
	Unsaved      Kind = "unsaved"       // Side's Chain is in atari as before, though each of Points would have saved it
	Runs         Kind = "runs"          // Side's Chain was in atari, now has two liberties, and is caught in a ladder
	FacesTrap    Kind = "faces trap"    // Side, the opponent, can now catch Chain, of two liberties, beginning with Move
	SelfAtari    Kind = "self-atari"    // Side's Chain, with the new stone, can be captured at Points[0]
	BrokenLadder Kind = "broken ladder" // Chain is put in atari and gets away by running; without the opponent's stone on Points[0] it would be caught in a ladder
)

// Facts that explain a bad move where there are none of the others; see [Quiet].
const (
	TwoLiberties Kind = "two liberties" // Side's Chain, with the new stone, has two liberties, at Points
	Edge         Kind = "edge"          // Side's Chain, with the new stone, lies on the edge alone and has three liberties or more, at Points
)

// Facts of a position.
const (
	OneLiberty Kind = "one liberty" // Side's Chain has one liberty, Points[0]
	Score      Kind = "score"       // Side has captured Count stones; Missing more win
	Ends       Kind = "ends"        // the game ends after Count moves and Side wins; goban.Empty is a draw
)

// kinds are all of them in order of importance.
var kinds = []Kind{Ends, Wins, Loses, Forced, MissesWin, Misses, DoubleThreat, Ladder, Trap, Net, FacesThreats, Unsaved, Runs, FacesTrap,
	SelfAtari, BrokenLadder, Snapback, Captures, Saves, Connects, Denies, Atari, TwoLiberties, Edge, Score, OneLiberty}

// Kinds are all kinds, the most important first.
func Kinds() []Kind { return slices.Clone(kinds) }

var bad = []Kind{Loses, Forced, MissesWin, Misses, FacesThreats, Unsaved, Runs, FacesTrap, SelfAtari, BrokenLadder, TwoLiberties, Edge}

// Bad says whether such a fact is bad for the side that made the move.
func (k Kind) Bad() bool { return slices.Contains(bad, k) }

// Fact is something that is true of a move or a position. What a field means
// depends on the kind; those that it does not use are zero.
type Fact struct {
	Kind    Kind
	Side    goban.Color
	Move    goban.Point
	Points  []goban.Point
	Chain   []goban.Point // stones by rows from the top and columns from the left
	Other   []goban.Point // in the same order
	Count   int           // stones; of most kinds those of Chain and Other
	Missing int           // stones that are still to be captured
}

// compare puts the more important fact first: by kind, then by stones, then by
// place.
func (f Fact) compare(g Fact) int {
	return cmp.Or(cmp.Compare(slices.Index(kinds, f.Kind), slices.Index(kinds, g.Kind)), cmp.Compare(g.Count, f.Count),
		slices.CompareFunc(f.Chain, g.Chain, reading), cmp.Compare(f.Move, g.Move), cmp.Compare(f.Side, g.Side))
}

// arrange puts facts in order. They are few; package slices would add 30 KB to the
// library for a type of this size.
func arrange(list []Fact) {
	for n := range list {
		for i := n; i > 0 && list[i].compare(list[i-1]) < 0; i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
	}
}

// With adds a fact to those of a move, in its place: the most important come first.
func With(list []Fact, f Fact) []Fact {
	list = append(list[:len(list):len(list)], f)
	arrange(list)
	return list
}

// Same says whether two facts, of two moves in one position, tell the same: a chain that
// neither saves, or that neither captures.
func (f Fact) Same(g Fact) bool {
	return f.Kind == g.Kind && f.Side == g.Side && slices.Equal(f.Chain, g.Chain) && slices.Equal(f.Other, g.Other)
}

// reading compares points in the order in which a board is read: rows from the
// top, columns from the left.
func reading(p, q goban.Point) int {
	return cmp.Or(cmp.Compare(q.Row(), p.Row()), cmp.Compare(p.Column(), q.Column()))
}
