package review

import (
	"slices"

	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
)

// exercise asks for a better move than the bad one. Where the target is proven to
// win, every move was tried to be proven: those that win are right, those that do
// not are wrong. Elsewhere only the candidates were looked at: right is what has
// the visits to be believed and loses less than a move may lose without being bad,
// wrong what loses more. What is the same by the board's symmetry goes with them.
func (p *position) exercise(o *Options) Exercise {
	e := Exercise{Number: p.move.Number, Position: p.board.Position(), Side: p.board.Sides()[p.board.Turn()], Played: p.move.Move, Accepted: []string{}, Refused: []string{}}
	put := func(move, verdict string) {
		for _, m := range images(p.board, move) {
			known := slices.Contains(e.Accepted, m) || slices.Contains(e.Refused, m)
			switch {
			case known || verdict == "" || verdict == win && m == p.move.Move:
			case verdict == win:
				e.Accepted = append(e.Accepted, m)
			default:
				e.Refused = append(e.Refused, m)
			}
		}
	}
	put(p.bad.Target, win)
	put(p.move.Move, loss)
	most := 0
	for _, c := range p.bad.Candidates {
		if c.Proven == "" {
			most = max(most, c.Visits)
		}
	}
	for _, c := range p.bad.Candidates {
		put(c.Move, p.answers(o, c, most))
	}
	for _, a := range p.proofs {
		put(a.move, a.verdict)
	}
	return e
}

// answers says whether a candidate is a right answer, "win", a wrong one, "loss",
// or neither for want of visits.
func (p *position) answers(o *Options, c Candidate, most int) string {
	small := points(p.bad.TargetWinRate-c.WinRate) < o.ClearLoss
	switch {
	case c.Proven == win, p.bad.TargetProven != win && small && (c.Proven != "" || c.Visits*trust >= most):
		return win
	case c.Proven != "", p.bad.TargetProven != win && !small && c.Visits >= o.GapVisits:
		return loss
	}
	return ""
}

// images are a move and those that are the same move on a board that is its own
// mirror image.
func images(b *capturego.Board, text string) []string {
	m, err := b.Parse(text)
	if err != nil {
		return []string{text}
	}
	list := []string{text}
	for symmetry := 1; symmetry < b.Symmetries(); symmetry++ {
		v := game.View{Symmetry: symmetry}
		if b.Identity(v) == b.Identity(game.View{}) {
			list = append(list, b.ViewText(v, m))
		}
	}
	return list
}
