package review

import (
	"bytes"
	"cmp"
	"math"
	"slices"

	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/host"
	"qikit.dev/qikit/lib/sgf"
)

// report puts together what is known of the positions.
func (r *record) report(o *Options, list []*position, net, tier string) (*Report, error) {
	agree(list)
	rep := &Report{Schema: schemaName, Language: o.Language, Repeatable: true, Game: r.game(o, len(list)), Search: o.search(),
		BadMoves: []BadMove{}, Worst: []int{}, Graph: []GraphPoint{}, Exercises: []Exercise{}}
	rep.Search.Net, rep.Search.Tier = net, tier
	var text bytes.Buffer
	if err := sgf.Write(&text, r.root); err != nil {
		return nil, err
	}
	rep.Record = text.String()
	for _, p := range list {
		if p.bad != nil {
			p.clear(o) // what agreeing has changed
		}
		p.classify(o)
		rep.Repeatable = rep.Repeatable && !p.clocked
		if p.bad != nil {
			rep.BadMoves = append(rep.BadMoves, *p.bad)
			rep.Exercises = append(rep.Exercises, p.exercise(o))
		}
		rep.count(&p.move)
		rep.Moves = append(rep.Moves, p.move)
	}
	rep.grade(o)
	rep.Graph = r.graph(list)
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
		Worst: o.Worst, Demonstrate: o.Demonstrate, Order: o.Order, Gap: o.Gap, GapVisits: o.GapVisits, Width: o.Width, Value: o.Value, Select: o.Select,
		Threshold: o.Threshold, Lowest: o.Lowest, ClearLoss: o.ClearLoss, Losses: [3]float64{o.Inaccuracy, o.Mistake, o.Blunder}, Seed: o.Seed, Deterministic: o.Deterministic}
}

// agree makes the value in front of a move and the value behind the opponent's
// forced answer to it one: of two searches of the same thing the one with more
// visits is believed, and a proof before both. It goes from the last move to the
// first, so that what is known later counts earlier.
func agree(list []*position) {
	for i := len(list) - 2; i >= 0; i-- {
		p, next := list[i], list[i+1]
		if !p.answer || !p.move.Analysed || !next.move.Analysed {
			continue
		}
		own := slices.IndexFunc(p.move.Recommended, func(c Candidate) bool { return c.Move == p.move.Move })
		visits := p.move.Recommended[own].Visits
		after, before := &p.move, &next.move
		switch {
		case before.BestProven != "" || after.Proven == "" && before.Visits > visits:
			p.settle(own, before.BestWinRate, before.BestProven)
		default:
			next.shift(after.WinRate - before.BestWinRate)
		}
	}
}

// settle gives the move played another win rate, which makes it the best if
// there is none above it.
func (p *position) settle(own int, rate float64, proven string) {
	m := &p.move
	if m.Best == m.Move && m.BestProven == "" && proven == "" {
		p.shift(rate - m.WinRate) // it stays the best: the others are worth so much less, or more, too
		return
	}
	m.WinRate, m.Proven = rate, proven
	m.Recommended[own].WinRate, m.Recommended[own].Proven = rate, proven
	if rate >= m.BestWinRate && m.BestProven == "" || p.forced {
		m.Best, m.BestWinRate, m.BestProven = m.Move, rate, proven
	}
	m.Loss = points(m.BestWinRate - rate)
	if p.bad != nil {
		for i := range p.bad.Candidates {
			if c := &p.bad.Candidates[i]; c.Move == m.Move {
				c.WinRate, c.Proven = rate, proven
			}
		}
		rank(p.bad.Candidates)
	}
}

// shift moves all win rates that are not proven by as much; their differences
// stay, as far as 0 and 1 let them.
func (p *position) shift(by float64) {
	m := &p.move
	move := func(rate *float64, proven string) {
		if proven == "" {
			*rate = round(min(max(*rate+by, 0), 1))
		}
	}
	for i := range m.Recommended {
		move(&m.Recommended[i].WinRate, m.Recommended[i].Proven)
	}
	move(&m.WinRate, m.Proven)
	move(&m.BestWinRate, m.BestProven)
	m.Loss = points(m.BestWinRate - m.WinRate)
	if p.bad != nil {
		for i := range p.bad.Candidates {
			move(&p.bad.Candidates[i].WinRate, p.bad.Candidates[i].Proven)
		}
		for i := range p.bad.Line {
			move(&p.bad.Line[i].WinRate, p.bad.Line[i].Proven)
		}
	}
}

// accuracy of a move by its loss in points, 0 to 100.
//
// Source: lichess, AccuracyPercent.scala.
func accuracy(loss float64) float64 {
	return math.Round(100*min(max(103.1668*math.Exp(-0.04354*loss)-3.1669+1, 0), 100)) / 100
}

// Classes of moves by loss.
const (
	good       = "good"
	inaccuracy = "inaccuracy"
	mistake    = "mistake"
	blunder    = "blunder"
)

func (o *Options) class(loss float64) string {
	switch {
	case loss >= o.Blunder:
		return blunder
	case loss >= o.Mistake:
		return mistake
	case loss >= o.Inaccuracy:
		return inaccuracy
	}
	return good
}

// classify says how bad the move was, and completes what is told of a bad one.
func (p *position) classify(o *Options) {
	m := &p.move
	if !m.Analysed {
		m.Recommended, m.Degrees, m.Policy = []Candidate{}, [][]float64{}, [][]float64{}
		return
	}
	if m.Status == "cleared" && m.Cleared != "small loss" {
		m.Loss = 0
	}
	m.Class, m.Accuracy = o.class(m.Loss), accuracy(m.Loss)
	if p.bad == nil {
		return
	}
	b := p.bad
	b.Value, b.Loss, b.Class, b.Proven, b.WinRate = m.value(o), m.Loss, m.Class, m.Proven, m.WinRate
	b.Target, b.TargetWinRate, b.TargetProven = b.Candidates[0].Move, b.Candidates[0].WinRate, b.Candidates[0].Proven
	if b.Demonstration == nil {
		b.Demonstration, b.Line = []string{}, []Ply{}
	}
}

func (r *Report) count(m *Move) {
	switch {
	case !m.Analysed:
	case m.Class == blunder:
		r.Classes.Blunder++
	case m.Class == mistake:
		r.Classes.Mistake++
	case m.Class == inaccuracy:
		r.Classes.Inaccuracy++
	default:
		r.Classes.Good++
	}
}

// grade takes the mean accuracy, finds the worst moves and puts the bad ones in
// order.
func (r *Report) grade(o *Options) {
	sum, n := 0.0, 0
	for _, m := range r.Moves {
		if m.Analysed {
			sum, n = sum+m.Accuracy, n+1
		}
	}
	if n > 0 {
		mean := math.Round(100*sum/float64(n)) / 100
		r.Accuracy = &mean
	}
	byLoss := slices.Clone(r.BadMoves)
	slices.SortStableFunc(byLoss, func(a, b BadMove) int { return cmp.Compare(b.Loss, a.Loss) })
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
		number[p.ply+1] = p.move.Number
		if p.move.Analysed {
			known[p.ply], known[p.ply+1] = p.move.BestWinRate, p.move.WinRate
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
