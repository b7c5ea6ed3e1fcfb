package review

import (
	"cmp"
	"slices"

	"qikit.dev/qikit/internal/order"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// settle takes over all that is proven by now of the game that has that end, and says
// anew which moves are bad and what they lose. It searches nothing.
func settle(o *Options, list []*position, end *capturego.Board, known *proofs) {
	// What follows from the verdicts on a position's moves is news to those before it.
	for before := -1; before != len(known.found); {
		before = len(known.found)
		known.carry(end.Clone())
		for _, p := range list {
			p.restate(o, known)
		}
	}
	agree(list)
	bad := suspects(o, list)
	for _, p := range list {
		switch {
		case slices.Contains(bad, p):
			p.accuse(o)
		default:
			p.acquit(o)
		}
	}
}

// restate says what the searches of a position say, corrected by what is proven.
func (p *position) restate(o *Options, known *proofs) {
	if p.status == "" {
		return
	}
	b := p.board.Clone()
	p.verdict = known.conclude(b)
	if p.verdict == Loss && p.lasting == nil {
		p.lasting = lasting(b)
	}
	if p.verdict == Win {
		p.winner = known.winner(b)
	}
	r, played := p.searched, p.shown
	r.Moves = slices.Clone(r.Moves)
	for i := range r.Moves {
		correct(&r.Moves[i], known.move(b, r.Moves[i].Move))
	}
	correct(&played, known.move(b, p.played))
	if p.verdict != Loss {
		refute(&r, &played)
		for p.ahead(o, r, known, b) {
			refute(&r, &played)
		}
	}
	p.status, p.cleared, p.target = NotBad, "", nil
	p.fill(o, r, played)
	if p.deep != nil && p.verdict == Win && p.winner == game.NoMove && !p.deep.won {
		p.deep = nil // it has to be searched again, for the move that wins
	}
	if p.deep == nil {
		return
	}
	t := *p.deep
	t.proofs = known.answers(b)
	t.choices, t.line = slices.Clone(t.choices), slices.Clone(t.line)
	for i := range t.choices {
		c := &t.choices[i]
		if verdict := known.after(b, c.move); verdict != "" {
			c.proven, c.rate = verdict, verdict.rate()
		}
	}
	if p.winner != game.NoMove && indexOf(t.choices, p.winner) < 0 {
		found := moveOf(r, p.winner) // elsewhere
		correct(&found, Win)
		c := choiceOf(b, found)
		if c.ends || !slices.ContainsFunc(t.choices, func(c choice) bool { return c.proven == Win }) {
			t.choices = append(t.choices, c)
		}
	}
	rank(t.choices)
	if p.verdict != Loss && t.choices[0].proven == Loss {
		p.deep = nil // it has to be searched again
		return
	}
	if first := t.choices[0].move; p.verdict != Loss && indexOf(p.recommended, first) < 0 { // the first search passed it over
		p.recommended = append(p.recommended, choiceOf(b, moveOf(r, first)))
		byDegree(p.recommended)
	}
	p.deeper(t.choices)
	t.restate(b, known)
	p.target = &t
}

// ahead looks one move further than the store does, behind those that will be recommended,
// and says whether one of them turns out to lose: the opponent may win at once there.
func (p *position) ahead(o *Options, r engine.TreeResult, known *proofs, b *capturego.Board) (lost bool) {
	for _, t := range p.candidates(o, r) {
		if verdict := known.after(b, t.Move); verdict != "" && Verdict(t.Proven) != verdict {
			at := slices.IndexFunc(r.Moves, func(m engine.TreeMove) bool { return m.Move == t.Move })
			correct(&r.Moves[at], verdict)
			lost = lost || verdict == Loss
		}
	}
	return lost
}

// deeper judges a move by what a deep search says, and corrects what the first one did.
func (p *position) deeper(choices []choice) {
	merge(p.recommended, choices)
	if p.verdict == Loss {
		p.judge(p.recommended) // what lasts longest is among them
		return
	}
	p.judge(choices)
	merge(p.recommended, choices)
	for i := range p.recommended {
		if c := &p.recommended[i]; c.proven == "" {
			c.rate = min(c.rate, p.best.rate) // by fewer visits
		}
	}
}

// acquit says what has become of a move that is not bad by its value: its loss counts
// only where it is clear.
func (p *position) acquit(o *Options) {
	p.target = nil
	if p.deep != nil && o.unclear(&p.own, &p.best, p.loss) && o.class(p.loss) != Good {
		p.status, p.cleared, p.loss = Cleared, Unclear, 0
	}
}

// correct puts a verdict into what a search says of a move.
func correct(t *engine.TreeMove, verdict Verdict) {
	if verdict != "" {
		t.Proven, t.WinRate = string(verdict), verdict.rate()
	}
}

// refute takes the degree of moves that are proven to lose and gives it to the
// others: the search itself recommends no such move while there are others.
func refute(r *engine.TreeResult, played *engine.TreeMove) {
	lost := func(t engine.TreeMove) bool { return Verdict(t.Proven) == Loss }
	rest, open := 0.0, 0
	for _, t := range r.Moves {
		if !lost(t) {
			rest, open = rest+t.Degree, open+1
		}
	}
	if open == 0 {
		return
	}
	for i := range r.Moves {
		t := &r.Moves[i]
		switch {
		case lost(*t):
			t.Degree = 0
		case rest > 0:
			t.Degree /= rest
		default:
			t.Degree = 1 / float64(open)
		}
		if t.Move == played.Move {
			played.Degree = t.Degree
		}
	}
}

// suspects are the moves that are bad by their recommendation value.
func suspects(o *Options, list []*position) (bad []*position) {
	for _, p := range list {
		if p.status != "" && (o.Select == "lowest" || p.value(o) < o.Threshold) {
			bad = append(bad, p)
		}
	}
	if o.Select == "lowest" {
		order.Stable(bad, func(a, b *position) int { return cmp.Compare(a.value(o), b.value(o)) })
		bad = bad[:min(len(bad), o.Lowest)]
		order.Stable(bad, func(a, b *position) int { return cmp.Compare(a.ply, b.ply) })
		// What is as good as any other is never bad.
		bad = slices.DeleteFunc(bad, func(p *position) bool { return p.value(o) >= 1 })
	}
	return bad
}

// accuse says what has become of a move that is bad by its value.
func (p *position) accuse(o *Options) {
	p.status = Suspect
	if p.target != nil {
		p.status = Bad
	}
	p.clear(o)
}

// clear looks for a reason why a move that is bad by its value is not bad in truth.
func (p *position) clear(o *Options) {
	switch {
	case p.own.proven == Win:
		p.cleared = Winning
	case p.forced:
		p.cleared = Forced
	case p.verdict == Loss:
		p.cleared = Lost
	case p.status != Suspect && (p.loss < o.ClearLoss || p.loss == 0):
		p.cleared = SmallLoss
	case p.status != Suspect && o.unclear(&p.own, &p.best, p.loss):
		p.cleared = Unclear
	default:
		return
	}
	p.status, p.target = Cleared, nil
	if p.cleared != SmallLoss {
		p.loss = 0
	}
}

// due says whether a move has to be searched deeply: because it is bad by its value or
// by its loss, because its target is proven to lose since, because its position is won and
// no move is known to win there, or for its demonstration.
func (p *position) due(o *Options) bool {
	certain := p.own.proven == Loss && p.best.proven == Win
	return p.status == Suspect || p.verdict == Win && p.winner == game.NoMove && p.deep == nil || p.status == NotBad && p.deep == nil && (p.doubted || p.loss >= o.small() && p.loss > 0) && !certain ||
		p.target != nil && o.demonstrates(p.number) && !p.target.shown()
}

// shown says whether the target has its demonstration.
func (t *target) shown() bool { return len(t.line) > 0 && t.line[0].move == t.choices[0].move }
