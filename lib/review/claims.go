package review

import (
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/capturego/reason"
)

// claims are what a report says is proven, and what follows from it.
func (r *Report) claims(rec *record) *proofs {
	k := newProofs(nil)
	claim := func(b *capturego.Board, move string, verdict Verdict) {
		if m, err := b.Parse(move); err == nil && verdict != "" {
			k.putMove(b, m, verdict)
		}
	}
	for _, m := range r.Moves {
		b := rec.at(m.Ply - 1)
		claim(b, m.Move, m.Proven)
		claim(b, m.Best, m.BestProven)
		if m.BestProven == Loss {
			k.put(b, Loss)
		}
		for _, c := range m.Recommended {
			claim(b, c.Move, c.Proven)
		}
	}
	for _, m := range r.Moves {
		k.claimReasons(rec, m.Ply, m.Reasons)
	}
	for _, m := range r.Opponent {
		claim(rec.at(m.Ply-1), m.Move, m.Proven)
		k.claimReasons(rec, m.Ply, m.Reasons)
	}
	for i, bad := range r.BadMoves {
		b := rec.at(r.Moves[bad.Number-1].Ply - 1)
		for _, c := range bad.Candidates {
			claim(b, c.Move, c.Proven)
		}
		if bad.TargetProven == Win && i < len(r.Exercises) {
			for _, e := range r.Exercises {
				for _, move := range e.Accepted {
					if e.Number == bad.Number {
						claim(b, move, Win)
					}
				}
			}
		}
		k.claimLine(b, bad.Line, r.Game.User)
	}
	for _, a := range r.Answers {
		b := rec.at(r.Moves[a.Number-1].Ply - 1)
		claim(b, a.Move, a.Proven)
		claim(b, a.Best, a.BestProven)
		k.claimLine(b, a.Line, r.Game.User)
	}
	k.carry(rec.end.Clone())
	return k
}

// claimReasons takes over what the reasons for a move say is proven.
func (k *proofs) claimReasons(rec *record, ply int, list []Reason) {
	for _, why := range list {
		before := ply // of the move that wins
		switch why.Kind {
		case reason.Forced:
		case reason.MissesWin:
			before--
		default:
			continue
		}
		b := rec.at(before)
		if m, err := b.Parse(why.Move); err == nil {
			k.putMove(b, m, Win)
			k.put(b, Win)
		}
	}
}

// claimLine takes over what is said to be proven along a line, and carries it back.
func (k *proofs) claimLine(b *capturego.Board, line []Ply, user string) {
	plies := 0
	for _, next := range line {
		m, err := b.Parse(next.Move)
		if err != nil {
			break
		}
		verdict := next.Proven
		if next.Side != user {
			verdict = verdict.opposite()
		}
		if verdict != "" {
			k.putMove(b, m, verdict)
		}
		b.Play(m)
		plies++
	}
	k.along(b, plies, 0)
}
