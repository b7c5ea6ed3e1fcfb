package chess

import "qikit.dev/qikit/lib/game"

// What ends a game, as the Reason of an outcome.
const (
	ReasonCheckmate  = "checkmate"             // no legal move, in check: lost
	ReasonStalemate  = "stalemate"             // no legal move, not in check: drawn
	ReasonMaterial   = "insufficient material" // drawn: no moves lead to a mate
	ReasonRepetition = "repetition"            // drawn
	ReasonQuiet      = "fifty moves"           // drawn: the limit of plies without a capture or a pawn's move
)

// Outcome says how the game has ended. Having no move comes first, then material, repetition and the limit of quiet plies.
func (b *Board) Outcome() (o game.Outcome, ok bool) {
	draw := func(reason string) (game.Outcome, bool) { return game.Outcome{Winner: game.Draw, Reason: reason}, true }
	switch {
	case !b.canMove() && b.InCheck():
		return game.Outcome{Winner: int(b.turn.Other()), Reason: ReasonCheckmate}, true
	case !b.canMove():
		return draw(ReasonStalemate)
	case b.dead():
		return draw(ReasonMaterial)
	case b.repeated(b.occurrences(), 0):
		return draw(ReasonRepetition)
	case b.exhausted():
		return draw(ReasonQuiet)
	}
	return game.Outcome{}, false
}

// occurrences is how often a position is there when the game is drawn, 0 for never.
func (b *Board) occurrences() int {
	switch b.options.Repetition {
	case RepetitionFivefold:
		return 5
	case RepetitionOff:
		return 0
	}
	return 3
}

// repeated says whether the position is there for the n-th time; one that recurs within the last ply plies counts as if
// the game repeated it for ever.
func (b *Board) repeated(n, ply int) bool {
	if n == 0 {
		return false
	}
	end := len(b.history)
	found := 1
	for back := 4; back <= min(b.loose, end); back += 2 {
		if b.history[end-back].key != b.key {
			continue
		}
		if found++; found >= n || back <= ply {
			return true
		}
	}
	return false
}

func (b *Board) exhausted() bool {
	return b.options.QuietLimit != NoLimit && b.quiet >= b.options.QuietLimit
}

const lightSquares Set = 0x55aa55aa55aa55aa

// dead says whether nobody can mate any more, whatever is played: kings with one bishop or knight, or with bishops on
// squares of one colour.
func (b *Board) dead() bool {
	if !b.options.DeadMaterial {
		return false
	}
	men := b.occupied()
	if men.Len() > 12 {
		return false
	}
	kings := b.sets[King] | b.sets[King|8]
	bishops := b.sets[Bishop] | b.sets[Bishop|8]
	knights := b.sets[Knight] | b.sets[Knight|8]
	switch {
	case men != kings|bishops|knights:
		return false
	case knights == 0:
		return bishops&lightSquares == 0 || bishops&^lightSquares == 0
	}
	return bishops == 0 && knights.Rest() == 0
}

// Verdict says whether a node of a search is an end by another rule than a mate, and its value for the side to move,
// always 0. ply is the number of moves since the root of the search. A position that recurs within the tree is judged at
// once, one from before the root when it occurs as often as the rules demand.
func (b *Board) Verdict(ply int) (over bool, score int) {
	if b.repeated(b.occurrences(), ply) || b.dead() {
		return true, 0
	}
	if b.exhausted() {
		return b.canMove() || !b.InCheck(), 0
	}
	return !b.InCheck() && !b.canMove(), 0
}
