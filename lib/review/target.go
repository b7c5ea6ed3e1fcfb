package review

import (
	"context"
	"slices"
	"time"

	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// effort is what a search for the best of the recommended points may take.
type effort struct {
	first  int // visits in which the points are recommended
	visits int // from then on
	time   time.Duration
}

// found is what such a search says.
type found struct {
	list   []Candidate // by win rate
	moves  []game.Move // as list
	visits int
	stop   string
	lost   bool // every move is proven to lose
}

// seek looks for the best move: points are recommended, each is tried to be
// proven, and the tree goes on among them until one stands out. extra is
// searched with them; the first of it, if there is one, is the move played.
func (s *searcher) seek(ctx context.Context, b *capturego.Board, extra []game.Move, e effort) (found, error) {
	began := time.Now()
	r, err := s.tree.Search(ctx, b, engine.TreeLimits{Visits: e.first, Width: s.Width})
	if err != nil {
		return found{}, err
	}
	verdict, best := s.proof.position(ctx, b)
	points := recommended(r, s.Recommended, append(extra, best)...)
	known := map[game.Move]string{}
	open := false
	for _, m := range points {
		switch {
		case m == best:
			known[m] = win
		case verdict == loss || r.Proven == loss:
			known[m] = loss
		case len(extra) > 0:
			known[m] = s.proof.move(ctx, b, m)
		}
		if known[m] == "" {
			known[m] = moveOf(r, m).Proven
		}
		open = open || known[m] == ""
	}
	won := slices.ContainsFunc(points, func(m game.Move) bool { return known[m] == win })
	stop := "proven"
	if !won && r.Proven == "" {
		limits := engine.TreeLimits{Visits: r.Visits + e.visits, Width: s.Width, Gap: s.Gap, GapVisits: s.GapVisits}
		if open {
			limits.Only = points
		} // else all of these lose: what about the others?
		for m, verdict := range known {
			if verdict == loss {
				limits.Known = append(limits.Known, engine.TreeKnown{Move: m})
			}
		}
		if len(extra) > 0 && known[extra[0]] == "" {
			r, err = s.among(ctx, limits, extra[0], began, e)
		} else {
			limits.Time = e.left(began, 1)
			r, err = s.tree.Continue(ctx, limits)
		}
		if err != nil {
			return found{}, err
		}
		stop = r.Stop
		s.clocked = s.clocked || stop == "time"
		if !open {
			points = recommended(r, s.Recommended, points...)
		}
	}
	return s.weigh(ctx, b, r, points, extra, known, stop, e)
}

// left is what a part of the time leaves for a search that began then, 0 for no
// limit.
func (e effort) left(began time.Time, part float64) time.Duration {
	if e.time <= 0 {
		return 0
	}
	return max(time.Duration(part*float64(e.time))-time.Since(began), time.Millisecond)
}

// among goes on with a search, and gives the move played its share of the visits
// that the others get: a search that looks for the best leaves it with a handful,
// and its loss would be guessed. What it may need is kept back from the limits.
func (s *searcher) among(ctx context.Context, limits engine.TreeLimits, played game.Move, began time.Time, e effort) (engine.TreeResult, error) {
	all := limits.Visits
	back := share(all, playedShare+1)
	limits.Visits, limits.Time = all-back, e.left(began, 1-1.0/(playedShare+1))
	r, err := s.tree.Continue(ctx, limits)
	if err != nil || r.Stop == "proven" {
		return r, err
	}
	stop := r.Stop
	if stop != "visits" {
		back = 0 // nothing is searched after it
	}
	// It takes no clock: that part of the visits takes that part of the time.
	own := moveOf(r, played)
	most := own.Visits + all - r.Visits
	if _, err = s.upTo(ctx, own, min(share(max(mostVisits(r), e.first)+back, playedShare), most)); err != nil {
		return r, err
	}
	limits.Visits, limits.Time = all, e.left(began, 1)
	if stop != "visits" {
		limits.Visits, limits.Time = 1, 0 // of which there are more already: it only looks
	}
	if r, err = s.tree.Continue(ctx, limits); stop != "visits" && r.Stop == "visits" {
		r.Stop = stop
	}
	return r, err
}

// share is one of so many parts of some visits, rounded up.
func share(visits, parts int) int { return (visits + parts - 1) / parts }

// mostVisits are those of the most visited move that is not proven to lose.
func mostVisits(r engine.TreeResult) int {
	most := 0
	for _, m := range r.Moves {
		if m.Proven != loss {
			most = max(most, m.Visits)
		}
	}
	return most
}

// weigh ranks the points. Those asked for besides that a proof left without
// visits are searched by themselves.
func (s *searcher) weigh(ctx context.Context, b *capturego.Board, r engine.TreeResult, points, extra []game.Move, known map[game.Move]string, stop string, e effort) (found, error) {
	f := found{visits: r.Visits, stop: stop, lost: r.Proven == loss}
	for _, m := range points {
		t := moveOf(r, m)
		if known[m] != "" {
			t.Proven = known[m]
		}
		if least := share(max(e.visits, mostVisits(r)), playedShare); t.Proven == "" && t.Visits < least && stop == "proven" && slices.Contains(extra, m) {
			degree, err := t.Degree, error(nil)
			if t, err = s.behind(ctx, b, t, least, e.time); err != nil {
				return f, err
			}
			t.Degree = degree
		}
		f.list = append(f.list, candidate(b, t))
	}
	rank(f.list)
	for _, c := range f.list {
		f.moves = append(f.moves, points[slices.IndexFunc(points, func(m game.Move) bool { return b.Text(m) == c.Move })])
	}
	return f, ctx.Err()
}

// recommended are the n best moves of a result, and others if they are not among
// them.
func recommended(r engine.TreeResult, n int, others ...game.Move) (list []game.Move) {
	for _, t := range r.Moves[:min(n, len(r.Moves))] {
		list = append(list, t.Move)
	}
	for _, m := range others {
		if m != game.NoMove && !slices.Contains(list, m) {
			list = append(list, m)
		}
	}
	return list
}

// deepen is the deep part: the target of a bad move, and whether the move is
// bad at all.
func (p *position) deepen(ctx context.Context, s *searcher) error {
	s.proof.forget()
	s.clocked = false
	b := p.board.Clone()
	extra := []game.Move{p.played}
	for _, c := range p.move.Recommended {
		if m, err := b.Parse(c.Move); err == nil && m != p.played {
			extra = append(extra, m)
		}
	}
	f, err := s.seek(ctx, b, extra, effort{s.Visits, s.TargetVisits, seconds(s.TargetTime)})
	if err != nil {
		return err
	}
	p.clocked = p.clocked || s.clocked
	switch {
	case f.list[0].Proven == win:
		p.verdict = win
	case f.lost:
		p.verdict = loss
	}
	p.move.Recommended = merge(p.move.Recommended, f.list)
	p.judge(f.list)
	p.bad = &BadMove{Number: p.move.Number, Move: p.move.Move, Candidates: f.list, Visits: f.visits, Stop: f.stop}
	p.target = f.moves[0]
	p.move.Status = "bad"
	p.clear(s.Options)
	if p.bad != nil && f.list[0].Proven == win {
		p.proofs = s.proof.answers(ctx, b)
	}
	return ctx.Err()
}

// merge puts the numbers of a deeper search into candidates in order of degree.
func merge(list, deeper []Candidate) []Candidate {
	for i, c := range list {
		if at := slices.IndexFunc(deeper, func(d Candidate) bool { return d.Move == c.Move }); at >= 0 {
			list[i].WinRate, list[i].Visits, list[i].Proven = deeper[at].WinRate, deeper[at].Visits, deeper[at].Proven
		}
	}
	return list
}

// demonstrateShare of the visits of a demonstration's ply are those in which the
// points are recommended.
const demonstrateShare = 8

// demonstrate plays the target and goes on for both sides.
func (p *position) demonstrate(ctx context.Context, s *searcher) error {
	b := p.board.Clone()
	user := b.Turn()
	first := p.bad.Candidates[0]
	line := []Ply{{Move: first.Move, Side: b.Sides()[user], WinRate: first.WinRate, Proven: first.Proven, Visits: first.Visits, Stop: p.bad.Stop}}
	b.Play(p.target)
	ends := false
	for {
		if _, ends = b.Outcome(); ends || len(line) >= s.Plies {
			break
		}
		f, err := s.seek(ctx, b, nil, effort{max(s.DemonstrateVisits/demonstrateShare, 16), s.DemonstrateVisits, seconds(s.DemonstrateTime)})
		if err != nil {
			return err
		}
		p.clocked = p.clocked || s.clocked
		best := f.list[0]
		ply := Ply{Move: best.Move, Side: b.Sides()[b.Turn()], WinRate: best.WinRate, Proven: best.Proven, Visits: best.Visits, Stop: f.stop}
		if b.Turn() != user {
			ply.WinRate, ply.Proven = round(1-best.WinRate), opposite(best.Proven)
		}
		if before := line[len(line)-1].Proven; (before == win || before == loss) && (before == win) == (b.Turn() != user) {
			ply.Proven, ply.WinRate = before, certain(before) // who has lost can not change it
		}
		line = append(line, ply)
		b.Play(f.moves[0])
	}
	p.bad.Line, p.bad.Ends = line, ends
	for _, ply := range line {
		p.bad.Demonstration = append(p.bad.Demonstration, ply.Move)
	}
	return nil
}
