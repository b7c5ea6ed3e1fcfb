package xiangqi

import "qikit.dev/qikit/lib/game"

// recurs says how many plies ago the position occurred from which on a
// repetition is to be judged: for the second time before now or, when that was
// within the last ply plies but one, for the first time. 0 says that there is
// none.
func (b *Board) recurs(ply int) (back int) {
	if b.loose < 4 || b.options.Repetition == RepetitionOff {
		return 0
	}
	seen := 0
	for back, here := 4, len(b.history); back <= b.loose; back += 2 {
		if b.history[here-back].key == b.key {
			if seen++; seen == 2 || back < ply {
				return back
			}
		}
	}
	return 0
}

// judge finds the side to blame for a repetition that began back plies ago: a side that
// gave check with each of its moves since, then one that chased the same piece with
// each.
func (b *Board) judge(back int) game.Outcome {
	if b.options.Repetition == RepetitionSimple {
		return game.Outcome{Winner: game.Draw, Reason: ReasonRepetition}
	}
	if checks := b.perpetualChecks(back); checks[Red] || checks[Black] {
		return blame(checks, ReasonCheck, ReasonMutualCheck)
	}
	if chases := b.perpetualChases(back); chases[Red] || chases[Black] {
		return blame(chases, ReasonChase, ReasonMutualChase)
	}
	return game.Outcome{Winner: game.Draw, Reason: ReasonRepetition}
}

func blame(guilty [2]bool, reason, mutual string) game.Outcome {
	switch {
	case guilty[Red] && guilty[Black]:
		return game.Outcome{Winner: game.Draw, Reason: mutual}
	case guilty[Red]:
		return game.Outcome{Winner: int(Black), Reason: reason}
	}
	return game.Outcome{Winner: int(Red), Reason: reason}
}

// perpetualChecks says which sides gave check with every move of the last back
// plies.
func (b *Board) perpetualChecks(back int) (guilty [2]bool) {
	guilty = [2]bool{true, true}
	c := *b // shares the history, which Undo only shortens
	for ; back > 0 && (guilty[Red] || guilty[Black]); back-- {
		if !c.InCheck() {
			guilty[c.turn.Other()] = false
		}
		c.Undo()
	}
	return guilty
}

// perpetualChases says which sides chased one and the same piece with every
// move of the last back plies. A move chases a piece when that piece is prey
// after it and was none before it; a move that gives check chases nothing.
func (b *Board) perpetualChases(back int) (guilty [2]bool) {
	c := *b
	prey := [2]Set{all, all} // by chaser: where the pieces chased ever since stood at this time
	for ; back > 0 && !(prey[Red].Empty() && prey[Black].Empty()); back-- {
		chaser := c.turn.Other()
		m := c.history[len(c.history)-1].move
		switch {
		case prey[chaser].Empty():
			c.Undo()
		case c.InCheck():
			prey[chaser] = Set{}
			c.Undo()
		default:
			after := c.prey(chaser)
			c.Undo()
			prey[chaser] = prey[chaser].and(after).without(c.prey(chaser))
		}
		// The piece that moved may be the other side's prey: it was there
		// before where it came from.
		if victims := &prey[chaser.Other()]; victims.Has(Target(m)) {
			*victims = victims.without(bit[Target(m)]).or(bit[Source(m)])
		}
	}
	return [2]bool{!prey[Red].Empty(), !prey[Black].Empty()}
}
