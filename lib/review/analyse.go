package review

import (
	"cmp"
	"context"
	"math"
	"slices"

	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// position is one of the user's moves with what the review found out.
type position struct {
	ply     int // from 0
	played  game.Move
	board   *capturego.Board // before the move; nobody's to change
	verdict string           // proven of the board, for the user
	best    game.Move        // wins, when verdict is a win
	forced  bool             // no other move than the one played does not lose at once
	answer  bool             // the opponent's reply was forced so
	clocked bool             // a clock ended a search
	move    Move
	bad     *BadMove // nil for a move that is not bad by its value, or not searched
	target  game.Move
	proofs  []answer // of the moves of a bad one's position, where the target is proven to win
}

// analyse is the shallow part: the recommendation search of one move, and
// proofs.
func (p *position) analyse(ctx context.Context, s *searcher, moves []game.Move) error {
	b := p.board.Clone()
	s.proof.forget()
	s.clocked = false
	verdict := s.proof.move(ctx, b, p.played)
	p.verdict = verdict
	if verdict != win {
		p.verdict, p.best = s.proof.position(ctx, b)
	}
	m, alone := only(b)
	p.forced = alone && m == p.played
	if p.ply+1 < len(moves) {
		b.Play(p.played)
		m, alone = only(b)
		p.answer = alone && m == moves[p.ply+1]
		b.Undo()
	}
	r, played, err := s.recommend(ctx, b, p.played)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil { // the proofs may have been cut short
		return err
	}
	p.clocked = s.clocked
	if verdict != "" {
		played.Proven, played.WinRate = verdict, certain(verdict)
	}
	if p.verdict == "" {
		p.verdict = r.Proven
	}
	if played.Proven == loss && p.verdict != loss {
		refute(&r, &played)
	}
	p.fill(s.Options, r, played)
	return p.firm(ctx, s, r, played)
}

// firm goes on with the move that would be shown as a better one, until it has
// the visits that the move played has: no loss is named for the luck of a few.
func (p *position) firm(ctx context.Context, s *searcher, r engine.TreeResult, played engine.TreeMove) error {
	m := &p.move
	deep := s.Select == "threshold" && m.value(s.Options) < s.Threshold // it is searched again anyway
	for !deep && r.Proven == "" && p.verdict == "" && m.Proven == "" && m.BestProven == "" && m.Loss >= s.Inaccuracy {
		at := slices.IndexFunc(r.Moves, func(t engine.TreeMove) bool { return p.board.Text(t.Move) == m.Best })
		if at < 0 || r.Moves[at].Visits >= r.Visits/playedShare {
			break
		}
		before := r.Moves[at].Visits
		better, err := s.upTo(ctx, r.Moves[at], r.Visits/playedShare)
		if err != nil {
			return err
		}
		r.Moves[at] = better
		p.fill(s.Options, r, played)
		if better.Visits <= before {
			break
		}
	}
	return nil
}

// refute takes the degree from a move that was proven to lose behind the search's
// back; the search itself recommends no such move while there are others.
func refute(r *engine.TreeResult, played *engine.TreeMove) {
	rest := 1 - played.Degree
	played.Degree = 0
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.Move == played.Move {
			m.Degree = 0
		} else if rest > 0 {
			m.Degree /= rest
		}
	}
}

// certain is the win rate of a proven end.
func certain(verdict string) float64 {
	switch verdict {
	case win:
		return 1
	case loss:
		return 0
	}
	return 0.5
}

// fill states what a recommendation search says.
func (p *position) fill(o *Options, r engine.TreeResult, played engine.TreeMove) {
	m := &p.move
	m.Analysed, m.Status, m.Visits, m.Stop = true, "good", r.Visits, r.Stop
	m.Degrees, m.Policy, m.Recommended = matrix(p.board.Size()), matrix(p.board.Size()), nil
	for _, t := range r.Moves {
		if t.Move == goban.Pass {
			continue
		}
		at := goban.Point(t.Move)
		row, column := p.board.Size()-1-at.Row(), at.Column()
		m.Degrees[row][column], m.Policy[row][column] = round(t.Degree), round(t.Prior)
	}
	list := slices.Clone(r.Moves)
	slices.SortStableFunc(list, func(a, b engine.TreeMove) int { return cmp.Compare(b.Degree, a.Degree) })
	list = list[:min(len(list), o.Recommended)]
	add := func(t game.Move) {
		if t != game.NoMove && !slices.ContainsFunc(list, func(c engine.TreeMove) bool { return c.Move == t }) {
			list = append(list, moveOf(r, t))
		}
	}
	add(p.best)
	add(p.played)
	better, most := 0.0, 0.0
	for _, t := range list {
		if t.Move == p.played {
			t.Visits, t.WinRate, t.Proven = played.Visits, played.WinRate, played.Proven
		}
		if t.Degree > played.Degree {
			better += t.Degree
		}
		most = max(most, t.Degree)
		if p.best == t.Move {
			t.Proven = win
		}
		if p.verdict == loss {
			t.Proven = loss
		}
		m.Recommended = append(m.Recommended, candidate(p.board, t))
	}
	m.Degree, m.ValueA, m.ValueB = round(played.Degree), 1, 1
	if better > 0 {
		m.ValueA, m.ValueB = round(played.Degree/better), round(played.Degree/most)
	}
	p.first(m.Recommended)
	p.judge(m.Recommended)
}

// first caps what seems better than the move played when that is what the search
// recommends most: the others have fewer visits, and luck is what puts them ahead,
// unless a proof does.
func (p *position) first(list []Candidate) {
	own := list[slices.IndexFunc(list, func(c Candidate) bool { return c.Move == p.move.Move })]
	if p.move.ValueA < 1 || own.Proven == loss {
		return
	}
	for i := range list {
		if list[i].Proven == "" {
			list[i].WinRate = min(list[i].WinRate, own.WinRate)
		}
	}
}

func candidate(b *capturego.Board, t engine.TreeMove) Candidate {
	c := Candidate{Move: b.Text(t.Move), Degree: round(t.Degree), Prior: round(t.Prior), WinRate: t.WinRate, Visits: t.Visits, Proven: t.Proven}
	if c.Proven != "" {
		c.WinRate = certain(c.Proven)
	}
	c.WinRate = round(c.WinRate)
	return c
}

// judge compares the move played with the best of the candidates, whose win
// rates it settles.
func (p *position) judge(list []Candidate) {
	m := &p.move
	ranked := slices.Clone(list)
	rank(ranked)
	for i := range list {
		at := slices.IndexFunc(ranked, func(c Candidate) bool { return c.Move == list[i].Move })
		list[i] = ranked[at]
	}
	own := ranked[slices.IndexFunc(ranked, func(c Candidate) bool { return c.Move == m.Move })]
	best := ranked[0]
	if p.forced || own.WinRate == best.WinRate && (own.Proven == best.Proven || best.Proven == "") {
		best = own
	}
	m.WinRate, m.Proven = own.WinRate, own.Proven
	m.Best, m.BestWinRate, m.BestProven = best.Move, best.WinRate, best.Proven
	m.Loss = points(best.WinRate - own.WinRate)
}

// points are win rate in points, to a hundredth.
func points(rate float64) float64 { return math.Round(rate*1e4) / 100 }

// round keeps six decimals, so that reports are short.
func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }

func matrix(size int) [][]float64 {
	rows := make([][]float64, size)
	for i := range rows {
		rows[i] = make([]float64, size)
	}
	return rows
}

// value is the recommendation value that decides.
func (m *Move) value(o *Options) float64 {
	if o.Value == "b" {
		return m.ValueB
	}
	return m.ValueA
}

// suspects marks the moves that are bad by their value.
func suspects(o *Options, list []*position) (bad []*position) {
	for _, p := range list {
		if p.move.Analysed && (o.Select == "lowest" || p.move.value(o) < o.Threshold) {
			bad = append(bad, p)
		}
	}
	if o.Select == "lowest" {
		slices.SortStableFunc(bad, func(a, b *position) int { return cmp.Compare(a.move.value(o), b.move.value(o)) })
		bad = bad[:min(len(bad), o.Lowest)]
		slices.SortStableFunc(bad, func(a, b *position) int { return cmp.Compare(a.ply, b.ply) })
		// What is as good as any other is never bad.
		bad = slices.DeleteFunc(bad, func(p *position) bool { return p.move.value(o) >= 1 })
	}
	for _, p := range bad {
		p.move.Status = "suspect"
		p.clear(o)
	}
	return slices.DeleteFunc(bad, func(p *position) bool { return p.move.Status == "cleared" })
}

// clear says of a bad move by its value why it is none, if so.
func (p *position) clear(o *Options) {
	m := &p.move
	switch {
	case m.Proven == win:
		m.Cleared = "winning"
	case p.forced:
		m.Cleared = "forced"
	case p.verdict == loss:
		m.Cleared = "lost"
	case m.Status != "suspect" && (m.Loss < o.ClearLoss || m.Loss == 0):
		m.Cleared = "small loss"
	default:
		return
	}
	m.Status, p.bad = "cleared", nil
}
