package review

import "qikit.dev/qikit/lib/game"

// told is the user's move as the report has it.
func (p *position) told(r *record, o *Options) Move {
	m := Move{Number: p.number, Ply: p.ply + 1, Move: r.start.Text(p.played), Status: p.status, Cleared: p.cleared,
		Recommended: []Candidate{}, Degrees: [][]float64{}, Policy: [][]float64{}}
	if p.status == "" {
		return m
	}
	m.Analysed, m.Class, m.Loss, m.Accuracy = true, o.class(p.loss), p.loss, accuracy(p.loss)
	shallow := p.status == Suspect || p.status == NotBad && p.deep == nil // the review ended early
	switch {
	case shallow && m.Class != Good && o.unclear(&p.own, &p.best, p.loss):
		m.Status, m.Cleared, m.Class, m.Loss, m.Accuracy = Cleared, Unclear, Good, 0, accuracy(0)
	case m.Status == NotBad && m.Class != Good:
		m.Status = Costly
	case m.Status == Bad && m.Class == Good: // clear_loss is less than inaccuracy
		m.Class = Inaccuracy
	case m.Cleared == SmallLoss: // clear_loss is more than inaccuracy
		m.Class = Good
	}
	m.Degree, m.ValueA, m.ValueB, m.WinRate, m.Proven = p.degree, p.valueA, p.valueB, p.own.rate, p.own.proven
	m.Best, m.BestWinRate, m.BestProven = r.start.Text(p.best.move), p.best.rate, p.best.proven
	m.Recommended, m.Degrees, m.Policy = candidates(r, p.recommended), p.degrees, p.priors
	m.Visits, m.Stop = p.visits, p.stop
	return m
}

// toldBad is the bad move m as the report has it among the bad ones.
func (p *position) toldBad(r *record, o *Options, m Move) BadMove {
	t := p.target
	first := t.choices[0]
	b := BadMove{Number: m.Number, Move: m.Move, Value: p.value(o), Loss: m.Loss, Class: m.Class, Proven: m.Proven, WinRate: m.WinRate,
		Target: r.start.Text(first.move), TargetWinRate: first.rate, TargetProven: first.proven,
		Candidates: candidates(r, t.choices), Visits: t.visits, Stop: t.stop,
		Demonstration: []string{}, Ends: t.ends}
	b.Line = plies(r, t.line)
	for _, next := range b.Line {
		b.Demonstration = append(b.Demonstration, next.Move)
	}
	return b
}

// plies are those of a demonstration as the report has them.
func plies(r *record, line []ply) []Ply {
	all := make([]Ply, len(line))
	for i, next := range line {
		all[i] = Ply{Move: r.start.Text(next.move), Side: r.start.Sides()[next.side], WinRate: next.rate, Proven: next.proven, Visits: next.visits, Stop: next.stop}
	}
	return all
}

func candidates(r *record, list []choice) []Candidate {
	all := make([]Candidate, len(list))
	for i, c := range list {
		all[i] = Candidate{Move: r.start.Text(c.move), Degree: c.degree, Prior: c.prior, WinRate: c.rate, Visits: c.visits, Proven: c.proven}
	}
	return all
}

// texts are moves as the report writes them.
func (r *record) texts(moves []game.Move) []string {
	list := make([]string, len(moves))
	for i, m := range moves {
		list[i] = r.start.Text(m)
	}
	return list
}
