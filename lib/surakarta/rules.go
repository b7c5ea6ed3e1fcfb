package surakarta

import "qikit.dev/qikit/lib/game"

// Reasons for which a game ends.
const (
	WipedOut        = "wiped out"
	RepetitionCount = "repetition"
	NoCapture       = "no capture"
	NoMove          = "no move"
	NothingLeft     = "neither side can capture"
)

// Outcome says how the game has ended. The options say what an end comes to: by count,
// more pieces win and equal numbers draw.
func (b *Board) Outcome() (game.Outcome, bool) {
	for _, s := range [2]Side{Black, White} {
		if b.own[s] == 0 {
			return game.Outcome{Winner: int(s.Other()), Reason: WipedOut}, true
		}
	}
	o := &b.options
	switch {
	case b.CountMoves() == 0:
		return b.end(NoMove, o.NoMoveEnd), true
	case o.Repetition > 0 && b.occurrences(o.Repetition) >= o.Repetition:
		return b.end(RepetitionCount, o.RepetitionEnd), true
	case o.NoCapture > 0 && b.quiet >= o.NoCapture:
		return b.end(NoCapture, o.NoCaptureEnd), true
	case o.RuleSet == "seed" && b.captured() && !b.anyCapture():
		return b.end(NothingLeft, ByCount), true
	}
	return game.Outcome{}, false
}

// end is the outcome of an end that comes to the given result.
func (b *Board) end(reason string, e End) game.Outcome {
	winner := game.Draw
	switch own, enemy := b.Count(Black), b.Count(White); {
	case e == Drawn:
	case e == Lost:
		winner = int(b.side.Other())
	case own > enemy:
		winner = int(Black)
	case own < enemy:
		winner = int(White)
	}
	return game.Outcome{Winner: winner, Reason: reason}
}

// Verdict says whether the rules end the game at a node of a search, and whether the
// side to move has won (1), drawn (0) or lost (-1). Inside the tree the first repetition
// counts as the last one.
func (b *Board) Verdict() (over bool, result int) {
	o := &b.options
	end := ByCount
	switch {
	case b.own[b.side] == 0:
		return true, -1
	case b.stuck() && b.CountMoves() == 0:
		end = o.NoMoveEnd
	case o.Repetition > 0 && b.quiet >= 4 && b.occurrences(2) >= 2:
		end = o.RepetitionEnd
	case o.NoCapture > 0 && b.quiet >= o.NoCapture:
		end = o.NoCaptureEnd
	case o.RuleSet == "seed" && b.captured() && !b.anyCapture():
	default:
		return false, 0
	}
	own, enemy := b.Count(b.side), b.Count(b.side.Other())
	switch {
	case end == Drawn:
		return true, 0
	case end == Lost:
		return true, -1
	case own > enemy:
		return true, 1
	case own < enemy:
		return true, -1
	}
	return true, 0
}

// occurrences counts how often the present position has occurred in the
// history, up to most: no further back than the last capture.
func (b *Board) occurrences(most int) int {
	n := 1
	for back := 2; back <= b.quiet && back <= len(b.past) && n < most; back += 2 {
		if b.past[len(b.past)-back].key == b.key {
			n++
		}
	}
	return n
}

// stuck says whether no piece of the side to move can step.
func (b *Board) stuck() bool {
	across := b.own[b.side]
	across |= across&^lastFile<<1 | across&^firstFile>>1
	around := across | across<<width | across>>width
	return around&(1<<points-1)&^(b.own[Black]|b.own[White]) == 0
}

// The files at the edges, beyond which a shift sideways would come to another rank.
const (
	firstFile set = 1 | 1<<width | 1<<(2*width) | 1<<(3*width) | 1<<(4*width) | 1<<(5*width)
	lastFile      = firstFile << (width - 1)
)

// captured says whether any piece is missing.
func (b *Board) captured() bool { return b.Count(Black)+b.Count(White) < 2*pieces }

// anyCapture says whether either side could capture if it were its turn.
func (b *Board) anyCapture() bool {
	if b.CanCapture() {
		return true
	}
	b.side = b.side.Other()
	can := b.CanCapture()
	b.side = b.side.Other()
	return can
}
