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

// quest is a search for the best of the recommended points and those asked for.
type quest struct {
	*searcher
	board  *capturego.Board
	asked  []game.Move // the first of them, if there is one, is the move played
	effort effort
	began  time.Time

	result engine.TreeResult
	points []game.Move
	known  map[game.Move]Verdict // proven of the points
	stop   string
}

// found is what such a search says.
type found struct {
	list   []choice // by win rate
	visits int
	stop   string
	lost   bool // every move is proven to lose
}

// seek looks for the best move: points are recommended, each is tried to be
// proven, and the tree goes on among them until one stands out. What is asked for
// is searched with them; the first of it, if there is one, is the move played.
func (s *searcher) seek(ctx context.Context, b *capturego.Board, asked []game.Move, e effort) (found, error) {
	q := &quest{searcher: s, board: b, asked: asked, effort: e, began: time.Now(), known: map[game.Move]Verdict{}, stop: "proven"}
	var err error
	if q.result, err = s.tree.Search(ctx, b, engine.TreeLimits{Visits: e.first, Width: s.Width}); err != nil {
		return found{}, err
	}
	q.prove(ctx)
	won := slices.ContainsFunc(q.points, func(m game.Move) bool { return q.known[m] == Win })
	if !won && q.result.Proven == "" {
		if err := q.goOn(ctx); err != nil {
			return found{}, err
		}
	}
	return q.weigh(ctx)
}

// prove chooses the points and says what is proven of them.
func (q *quest) prove(ctx context.Context) {
	verdict, winner := q.proof.position(ctx, q.board)
	q.points = recommended(q.result, q.Recommended, append(q.asked, winner)...)
	for _, m := range q.points {
		switch {
		case m == winner:
			q.known[m] = Win
		case verdict == Loss || Verdict(q.result.Proven) == Loss:
			q.known[m] = Loss
		case len(q.asked) > 0:
			q.known[m] = q.proof.move(ctx, q.board, m)
		}
		if q.known[m] == "" {
			q.known[m] = Verdict(moveOf(q.result, m).Proven)
		}
	}
}

// goOn goes on with the search among the points that are not proven. It ends by its
// visits, by its time, 5 seconds by default, or by the early stop: when the best win
// rate leads the second by 50 points, the "exceeds by 50 %" of the capture-Go review
// document [118-127]. A lead counts only between moves that have a least number of
// visits or are proven; internal/mcts looks for it. Reports call this end "gap".
func (q *quest) goOn(ctx context.Context) (err error) {
	limits := engine.TreeLimits{Visits: q.result.Visits + q.effort.visits, Width: q.Width, EarlyStop: q.EarlyStop, EarlyStopVisits: q.EarlyStopVisits}
	open := slices.ContainsFunc(q.points, func(m game.Move) bool { return q.known[m] == "" })
	if open {
		limits.Only = q.points
	} // else all of these lose: what about the others?
	for m, verdict := range q.known {
		if verdict == Loss {
			limits.Known = append(limits.Known, engine.TreeKnown{Move: m})
		}
	}
	if len(q.asked) > 0 && q.known[q.asked[0]] == "" {
		err = q.among(ctx, limits)
	} else {
		limits.Time = q.left(1)
		q.result, err = q.tree.Continue(ctx, limits)
	}
	if err != nil {
		return err
	}
	q.stop = q.result.Stop
	q.clocked = q.clocked || q.stop == "time"
	if !open {
		q.points = recommended(q.result, q.Recommended, q.points...)
	}
	return nil
}

// left is what is left of a part of the time, 0 for no limit.
func (q *quest) left(part float64) time.Duration {
	if q.effort.time <= 0 {
		return 0
	}
	return max(time.Duration(part*float64(q.effort.time))-time.Since(q.began), time.Millisecond)
}

// among goes on with the search, and gives the move played its share of the
// visits that the others get: a search that looks for the best leaves it with a
// handful, and its loss would be guessed. What it may need is kept back from the
// limits.
func (q *quest) among(ctx context.Context, limits engine.TreeLimits) error {
	all := limits.Visits
	back := share(all, playedShare+1)
	limits.Visits, limits.Time = all-back, q.left(1-1.0/(playedShare+1))
	r, err := q.tree.Continue(ctx, limits)
	q.result = r
	if err != nil || r.Stop == "proven" {
		return err
	}
	stop := r.Stop
	if stop != "visits" {
		back = 0 // nothing is searched after it
	}
	// It takes no clock: that part of the visits takes that part of the time.
	own := moveOf(r, q.asked[0])
	most := own.Visits + all - r.Visits
	if _, err = q.upTo(ctx, own, min(share(max(mostVisits(r), q.effort.first)+back, playedShare), most)); err != nil {
		return err
	}
	limits.Visits, limits.Time = all, q.left(1)
	if stop != "visits" {
		limits.Visits, limits.Time = 1, 0 // reached already: Continue only reads the tree
	}
	if q.result, err = q.tree.Continue(ctx, limits); stop != "visits" && q.result.Stop == "visits" {
		q.result.Stop = stop
	}
	return err
}

// share is one of so many parts of some visits, rounded up.
func share(visits, parts int) int { return (visits + parts - 1) / parts }

// mostVisits are those of the most visited move that is not proven to lose.
func mostVisits(r engine.TreeResult) int {
	most := 0
	for _, m := range r.Moves {
		if Verdict(m.Proven) != Loss {
			most = max(most, m.Visits)
		}
	}
	return most
}

// weigh ranks the points. Those asked for that a proof left without visits are
// searched by themselves.
func (q *quest) weigh(ctx context.Context) (found, error) {
	f := found{visits: q.result.Visits, stop: q.stop, lost: Verdict(q.result.Proven) == Loss}
	least := share(max(q.effort.visits, mostVisits(q.result)), playedShare)
	for _, m := range q.points {
		t := moveOf(q.result, m)
		if q.known[m] != "" {
			t.Proven = string(q.known[m])
		}
		if t.Proven == "" && t.Visits < least && q.stop == "proven" && slices.Contains(q.asked, m) {
			degree, err := t.Degree, error(nil)
			if t, err = q.behind(ctx, q.board, t, least, q.effort.time); err != nil {
				return f, err
			}
			t.Degree = degree
		}
		f.list = append(f.list, choiceOf(t))
	}
	rank(f.list)
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
	asked := []game.Move{p.played}
	for _, c := range p.recommended {
		if c.move != p.played {
			asked = append(asked, c.move)
		}
	}
	f, err := s.seek(ctx, b, asked, effort{s.Visits, s.TargetVisits, seconds(s.TargetTime)})
	if err != nil {
		return err
	}
	p.clocked = p.clocked || s.clocked
	switch {
	case f.list[0].proven == Win:
		p.verdict = Win
	case f.lost:
		p.verdict = Loss
	}
	merge(p.recommended, f.list)
	p.judge(f.list)
	p.target = &target{choices: f.list, visits: f.visits, stop: f.stop}
	p.status = Bad
	p.clear(s.Options)
	if p.target != nil && f.list[0].proven == Win {
		p.target.proofs = s.proof.answers(ctx, b)
	}
	return ctx.Err()
}

// merge puts the numbers of a deeper search into choices in order of degree.
func merge(list, deeper []choice) {
	for i, c := range list {
		if at := indexOf(deeper, c.move); at >= 0 {
			list[i].rate, list[i].visits, list[i].proven = deeper[at].rate, deeper[at].visits, deeper[at].proven
		}
	}
}

// demonstrateShare of the visits of a demonstration's ply are those in which the
// points are recommended.
const demonstrateShare = 8

// demonstrate plays the target and goes on for both sides.
func (p *position) demonstrate(ctx context.Context, s *searcher) error {
	b := p.board.Clone()
	user := b.Turn()
	first := p.target.choices[0]
	line := []ply{{move: first.move, side: user, rate: first.rate, proven: first.proven, visits: first.visits, stop: p.target.stop}}
	b.Play(first.move)
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
		next := ply{move: best.move, side: b.Turn(), rate: best.rate, proven: best.proven, visits: best.visits, stop: f.stop}
		if b.Turn() != user {
			next.rate, next.proven = round(1-best.rate), best.proven.opposite()
		}
		if before := line[len(line)-1].proven; (before == Win || before == Loss) && (before == Win) == (b.Turn() != user) {
			next.proven, next.rate = before, before.rate() // a proven end stays proven
		}
		line = append(line, next)
		b.Play(best.move)
	}
	p.target.line, p.target.ends = line, ends
	return nil
}
