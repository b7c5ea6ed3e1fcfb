package review

import (
	"bytes"
	"cmp"
	"slices"

	"qikit.dev/qikit/internal/order"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/host"
	"qikit.dev/qikit/lib/sgf"
)

// report puts together what is known of the positions.
func (r *record) report(o *Options, list []*position, net, tier string) (*Report, error) {
	rep := &Report{Schema: schemaName, Language: o.Language, Repeatable: true, Game: r.game(o, len(list)), Search: o.search(),
		BadMoves: []BadMove{}, Worst: []int{}, Graph: []GraphPoint{}, Exercises: []Exercise{}}
	rep.Search.Net, rep.Search.Tier = net, tier
	var text bytes.Buffer
	if err := sgf.Write(&text, r.root); err != nil {
		return nil, err
	}
	rep.Record = text.String()
	for _, p := range list {
		rep.Repeatable = rep.Repeatable && !p.clocked
		m := p.told(r, o)
		if m.Analysed && m.Class == Good && rep.Search.rough() {
			m.Accuracy = accuracy(0) // nothing is said of what it loses
		}
		if p.target != nil {
			rep.BadMoves = append(rep.BadMoves, p.toldBad(r, o, m))
			rep.Exercises = append(rep.Exercises, p.exercise(r, o))
		}
		rep.count(&m)
		rep.Moves = append(rep.Moves, m)
	}
	rep.Graph = r.graph(list)
	rep.grade(o)
	return rep, nil
}

func (r *record) game(o *Options, moves int) Game {
	rules := r.start.Rules()
	first, last := o.within(moves)
	return Game{Size: rules.Size, Target: rules.Target, Pass: rules.Pass, NoMove: rules.NoMove, Position: r.start.Position(),
		Plies: len(r.moves), Black: r.root.SimpleText("PB"), White: r.root.SimpleText("PW"), Result: r.root.SimpleText("RE"),
		User: r.user.String(), Moves: moves, Range: [2]int{first, last}}
}

func (o *Options) search() Search {
	return Search{Version: host.Version, Engine: "mcts", Effort: o.Effort, Visits: o.Visits, SearchTime: o.SearchTime,
		TargetVisits: o.TargetVisits, TargetTime: o.TargetTime, DemonstrateVisits: o.DemonstrateVisits, DemonstrateTime: o.DemonstrateTime,
		ProofNodes: o.ProofNodes, Time: o.Time, Recommended: o.Recommended, Plies: o.Plies, Level: o.Level, FirstMove: o.FirstMove,
		Worst: o.Worst, Demonstrate: o.Demonstrate, Order: o.Order, EarlyStop: o.EarlyStop, EarlyStopVisits: o.EarlyStopVisits, Width: o.Width, Value: o.Value, Select: o.Select,
		Threshold: o.Threshold, Lowest: o.Lowest, ClearLoss: o.ClearLoss, Losses: [3]float64{o.Inaccuracy, o.Mistake, o.Blunder}, Seed: o.Seed, Deterministic: o.Deterministic, Opponent: &o.Opponent}
}

// agree makes the value in front of a move and the value behind the opponent's
// forced answer to it one: of two searches of the same thing the one with more
// visits is believed, and a proof before both. It goes from the last move to the
// first, so that what is known later counts earlier.
func agree(list []*position) {
	for i := len(list) - 2; i >= 0; i-- {
		p, next := list[i], list[i+1]
		if !p.answer || p.status == "" || next.status == "" {
			continue
		}
		own := indexOf(p.recommended, p.played)
		switch {
		case next.best.proven != "" || p.own.proven == "" && next.visits > p.recommended[own].visits:
			p.settle(own, next.best.rate, next.best.proven)
		default:
			next.shift(p.own.rate - next.best.rate)
		}
	}
}

// settle gives the move played, which is the one at own of the recommended ones,
// another win rate; this makes it the best if there is none above it.
func (p *position) settle(own int, rate float64, proven Verdict) {
	if p.best.move == p.played && p.best.proven == "" && proven == "" {
		p.shift(rate - p.own.rate) // it stays the best: the others are worth so much less, or more, too
		return
	}
	p.own.rate, p.own.proven = rate, proven
	p.recommended[own].rate, p.recommended[own].proven = rate, proven
	if rate >= p.best.rate && p.best.proven == "" || p.forced {
		p.best = p.own
	}
	p.loss = points(p.best.rate - rate)
	if p.target != nil {
		if at := indexOf(p.target.choices, p.played); at >= 0 {
			p.target.choices[at].rate, p.target.choices[at].proven = rate, proven
		}
		rank(p.target.choices)
	}
}

// shift moves all win rates that are not proven by as much; their differences
// stay, except that no rate leaves 0 to 1.
func (p *position) shift(by float64) {
	move := func(rate *float64, proven Verdict) {
		if proven == "" {
			*rate = round(min(max(*rate+by, 0), 1))
		}
	}
	for i := range p.recommended {
		move(&p.recommended[i].rate, p.recommended[i].proven)
	}
	move(&p.own.rate, p.own.proven)
	move(&p.best.rate, p.best.proven)
	p.loss = points(p.best.rate - p.own.rate)
	if p.target != nil {
		for i := range p.target.choices {
			move(&p.target.choices[i].rate, p.target.choices[i].proven)
		}
		for i := range p.target.line {
			move(&p.target.line[i].rate, p.target.line[i].proven)
		}
	}
}

func (r *Report) count(m *Move) {
	switch {
	case !m.Analysed:
	case m.Class == Blunder:
		r.Classes.Blunder++
	case m.Class == Mistake:
		r.Classes.Mistake++
	case m.Class == Inaccuracy:
		r.Classes.Inaccuracy++
	default:
		r.Classes.Good++
	}
}

// grade takes the accuracy of the game, finds the worst moves and puts the bad ones in
// order.
func (r *Report) grade(o *Options) {
	r.Accuracy = overall(r.Moves, r.Graph)
	byLoss := slices.Clone(r.BadMoves)
	order.Stable(byLoss, func(a, b BadMove) int { return cmp.Compare(b.Loss, a.Loss) })
	for _, b := range byLoss[:min(o.Worst, len(byLoss))] {
		r.Worst = append(r.Worst, b.Number)
	}
	if o.Order == "worst" {
		r.BadMoves = byLoss
	}
}

// graph is the curve through the values in front of the user's moves and behind
// them, and the end of the game.
func (r *record) graph(list []*position) []GraphPoint {
	known := map[int]float64{}
	number := map[int]int{}
	for _, p := range list {
		number[p.ply+1] = p.number
		if p.status != "" {
			known[p.ply], known[p.ply+1] = p.best.rate, p.own.rate
		}
	}
	if end, over := r.end.Outcome(); over {
		known[len(r.moves)] = end.Result(int(r.user))
	}
	points := []GraphPoint{}
	b := r.start.Clone()
	for ply := range len(r.moves) + 1 {
		move := ""
		if ply > 0 {
			move = b.Text(r.moves[ply-1])
			b.Play(r.moves[ply-1])
		}
		rate, ok := known[ply]
		if !ok {
			continue
		}
		g := GraphPoint{Ply: ply, Move: move, User: rate, Black: rate, Number: number[ply]}
		if r.user == goban.White {
			g.Black = round(1 - rate)
		}
		points = append(points, g)
	}
	return points
}
