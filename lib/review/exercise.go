package review

import (
	"slices"

	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// exercise asks for a better move than the bad one. Where the target is proven to
// win, every move was tried to be proven: those that win are right, those that do
// not are wrong. Elsewhere only the choices were looked at: right is what has the
// visits to be believed and loses less than a move may lose without being bad,
// wrong what loses more, unless that would be a guess. What is the same by the board's symmetry goes with them.
func (p *position) exercise(r *record, o *Options) Exercise {
	var accepted, refused []game.Move
	put := func(move game.Move, verdict Verdict) {
		for _, m := range images(p.board, move) {
			known := slices.Contains(accepted, m) || slices.Contains(refused, m)
			switch {
			case known || verdict == "" || verdict == Win && m == p.played:
			case verdict == Win:
				accepted = append(accepted, m)
			default:
				refused = append(refused, m)
			}
		}
	}
	put(p.target.choices[0].move, Win)
	put(p.played, Loss)
	most := mostUnproven(p.target.choices)
	for _, c := range p.target.choices {
		put(c.move, p.answers(o, c, most))
	}
	for _, a := range p.target.proofs {
		if a.verdict != Draw || p.target.choices[0].proven == Win {
			put(a.move, a.verdict)
		}
	}
	return Exercise{Number: p.number, Position: p.board.Position(), Side: p.board.Sides()[p.board.Turn()],
		Played: p.board.Text(p.played), Accepted: r.texts(accepted), Refused: r.texts(refused)}
}

// answers says whether a choice is a right answer, a win, a wrong one, a loss, or
// neither for want of visits.
func (p *position) answers(o *Options, c choice, most int) Verdict {
	best := p.target.choices[0]
	loss := points(best.rate - c.rate)
	small := loss < o.ClearLoss || loss == 0
	switch {
	case c.proven == Win, best.proven != Win && c.proven != Loss && small && c.believed(most):
		return Win
	case c.proven != "", best.proven != Win && !small && c.visits >= o.EarlyStopVisits && !o.unclear(&c, &best, loss):
		return Loss
	}
	return ""
}

// images are a move and those that are the same move on a board that is its own
// mirror image.
func images(b *capturego.Board, m game.Move) []game.Move {
	list := []game.Move{m}
	for _, symmetry := range mirrors(b) {
		if m != goban.Pass {
			list = append(list, game.Move(goban.Point(m).Seen(symmetry, b.Size())))
		}
	}
	return list
}

// mirrors are the symmetries under which a board is its own image, without the one that
// changes nothing.
func mirrors(b *capturego.Board) (list []int) {
	for symmetry := 1; symmetry < b.Symmetries(); symmetry++ {
		if b.Identity(game.View{Symmetry: symmetry}) == b.Identity(game.View{}) {
			list = append(list, symmetry)
		}
	}
	return list
}

// unite gives choices that are mirror images of each other what is known of the most
// visited of them.
func unite(b *capturego.Board, list []choice) {
	same := mirrors(b)
	if len(same) == 0 {
		return
	}
	all := slices.Clone(list)
	for i := range list {
		c := &list[i]
		for _, symmetry := range same {
			if c.move == goban.Pass {
				continue
			}
			at := indexOf(all, game.Move(goban.Point(c.move).Seen(symmetry, b.Size())))
			if at >= 0 && (all[at].visits > c.visits || all[at].visits == c.visits && at < i) {
				c.rate, c.visits, c.proven = all[at].rate, all[at].visits, all[at].proven
			}
		}
	}
}
