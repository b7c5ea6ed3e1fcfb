package review

import (
	"context"
	"math"
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

	result   engine.TreeResult
	points   []game.Move
	stop     string
	least    int    // visits of the effort
	grown    int    // how many times as many are searched by now
	before   choice // the best move when unsure was last asked
	restless bool   // what it was told then
}

// found is what such a search says.
type found struct {
	list   []choice // by win rate
	visits int
	stop   string
}

// seek looks for the best move: points are recommended, each is tried to be
// proven, and the tree goes on among them until one stands out. What is asked for
// is searched with them; the first of it, if there is one, is the move played.
// Then a verdict hangs on the best move, and hard tries are made to refute it: what
// is refuted gives way to the next. Where the move played is to be called bad, or its loss
// is near a boundary between classes, the search goes on, see unsure. In the end it looks
// at moves that have had few visits for what hangs on them, see even and level.
func (s *searcher) seek(ctx context.Context, b *capturego.Board, asked []game.Move, e effort) (found, error) {
	q := &quest{searcher: s, board: b, asked: asked, effort: e, least: e.visits, grown: 1, began: time.Now(), stop: "proven"}
	var err error
	if q.result, err = s.tree.Search(ctx, b, engine.TreeLimits{Visits: e.first, Width: s.Width}); err != nil {
		return found{}, err
	}
	s.known.learn(b, q.result)
	q.prove(ctx)
	for more := true; more && !q.settled(); {
		visits, proofs := q.result.Visits, len(s.known.found)
		if err := q.goOn(ctx); err != nil {
			return found{}, err
		}
		more = q.result.Visits > visits || len(s.known.found) > proofs // the next would find nothing, either
		if more = more && (q.refuted(ctx) || q.unsure()); !more {
			evened, err := q.even(ctx)
			if err != nil {
				return found{}, err
			}
			levelled, err := q.level(ctx)
			if err != nil {
				return found{}, err
			}
			more = (evened || levelled) && q.unsure()
		}
	}
	if err := q.confirm(ctx); err != nil {
		return found{}, err
	}
	return q.weigh(ctx)
}

// settled says whether the position is proven, with a move that wins where it is won.
func (q *quest) settled() bool {
	verdict := q.known.conclude(q.board)
	return verdict != "" && (verdict != Win || q.known.winner(q.board) != game.NoMove)
}

// prove chooses the points, and tries to prove the position and the move played.
func (q *quest) prove(ctx context.Context) {
	try, own := q.proof.first, q.proof.first
	if provable(q.result.WinRate) {
		try, own = q.proof.position, q.proof.hard
	}
	if q.known.conclude(q.board) == Win {
		try = q.proof.winner
	}
	_, winner := try(ctx, q.board)
	q.choose(append(q.asked, winner)...)
	if q.known.conclude(q.board) == "" && len(q.asked) > 0 {
		q.proof.move(ctx, q.board, q.asked[0], own) // of the others, the best is tried hard, see refuted
	}
}

// choose makes the best moves of the search the points, with others.
func (q *quest) choose(others ...game.Move) {
	open := q.result
	open.Moves = slices.DeleteFunc(slices.Clone(open.Moves), func(t engine.TreeMove) bool { return q.known.move(q.board, t.Move) == Loss })
	if len(open.Moves) == 0 {
		open = q.result
	}
	points := q.Recommended
	if len(q.asked) > 0 {
		points *= searchedFactor
	}
	q.points = recommended(open, points, others...)
}

// searchedFactor is how many times as many points are searched for a target as are told:
// which five a search of a few hundred visits recommends depends on the seed, and the best
// move need not be among them.
const searchedFactor = 2

// told are those of the ranked points that the report tells: the best, and those asked
// for; where nothing is asked, as many as are recommended.
func (q *quest) told(list []choice) (told []choice) {
	for i, c := range list {
		if i == 0 || len(q.asked) == 0 && i < q.Recommended || slices.Contains(q.asked, c.move) {
			told = append(told, c)
		}
	}
	return told
}

// A hard try is made only at what seems possible: that the position is lost or the
// best point loses below the one win rate, that the move played wins above the other.
const (
	mayLose = 0.5
	mayWin  = 0.6
)

// refuted tries to prove that the position is lost, that the move played wins after
// all, or that the best point loses. It says whether the search must go on without
// that point.
func (q *quest) refuted(ctx context.Context) bool {
	list := q.ranked()
	best := list[0]
	if best.proven == Loss || len(q.asked) == 0 {
		return best.proven == Loss
	}
	played := list[indexOf(list, q.asked[0])]
	if best.proven == Win || best.move == played.move || points(best.rate-played.rate) < q.ClearLoss {
		return false
	}
	if played.proven == "" && played.rate > mayWin && q.proof.move(ctx, q.board, played.move, q.proof.hard) == Win || best.rate > mayLose {
		return false
	}
	try := q.proof.hard
	if played.proven == Loss {
		try = q.proof.hardest
	}
	if verdict, _ := try(ctx, q.board); verdict != "" {
		return false
	}
	return q.proof.move(ctx, q.board, best.move, try) == Loss
}

// accused says whether the move played is to be called bad for its loss, with nothing
// proven of the best one.
func (q *quest) accused(own, best *choice) bool {
	loss := points(best.rate - own.rate)
	return best.proven == "" && loss >= q.ClearLoss && !q.unclear(own, best, loss)
}

// unsure says whether the search is to go on, with twice the visits: the loss of the move
// played is near a boundary between classes, its position is near one under which no such
// loss is told, or it is to be called bad.
func (q *quest) unsure() bool {
	if len(q.asked) == 0 || q.stop != "visits" {
		return false
	}
	list := q.ranked()
	best, own := &list[0], &list[indexOf(list, q.asked[0])]
	loss := points(best.rate - own.rate)
	size, visits := q.board.Size(), q.result.Visits
	fate := points(best.rate-doomedBelow) < noise(size, visits) || loss < q.Blunder && math.Abs(points(best.rate-lostBelow)) < noise(size, visits)
	near := fate && best.proven == "" && loss >= q.ClearLoss || q.near(loss, size, visits)
	q.restless = q.unsettled(list)
	q.before = *best
	if !(near && q.grown < sureMost || q.accused(own, best) && q.grown < q.toldMost(own, best)) {
		return false
	}
	q.effort.visits = q.grown * q.least
	q.grown *= 2
	return true
}

// toldMost is how many times the visits of an effort go into a position in which a move is
// called bad and nothing is proven, at most. Of 50 best moves on 7x7, in games between weak
// players, searches of 100,000 visits contradicted 3 or 4 after 1250 and 2500 visits, 1 to 3
// after 5000 and 1 after 10,000 and more. On larger boards a quarter is enough where the search
// comes to rest: of 140 such moves on 9x9 three were contradicted after 5000 visits, two of them
// among the 29 that were restless, the third of a win rate over wonAbove. On 13x13 a restless one
// would have been contradicted after 10,000 visits.
const (
	toldMost  = 16
	smallTold = 7 // size of the board
)

// toldLeast is what of it goes into all such positions.
func toldLeast(size int) int {
	if size <= smallTold {
		return toldMost
	}
	return toldMost / 4
}

// sharpMost stands for toldMost in sharp positions: the move played is proven to lose, another
// may win, and the search is restless. Where it is at rest, toldMost is the least there. Few moves
// hold in such positions: on 13x13 one stood at 0.72 after 10,000 visits, at 0.68 after 40,000
// and at 0.51 after 100,000, where another kept 0.71. Of 13 on 7x7 and 9x9 none was contradicted,
// so these are left as they were. Where the position may be lost, confirm looks at the rivals.
const (
	sharpMost = 64
	sharpSize = 10 // of the smallest board
)

// toldMost is what of it goes into this position. Where the best move nearly wins a proof may
// be near, and another move may be the one that is proven to win.
func (q *quest) toldMost(own, best *choice) int {
	least := toldLeast(q.board.Size())
	sharp := own.proven == Loss && best.rate > mayLose && q.board.Size() >= sharpSize
	switch {
	case sharp && q.restless:
		return sharpMost
	case sharp || q.restless:
		return toldMost
	case best.rate > wonAbove:
		return min(2*least, toldMost)
	}
	return least
}

// restlessPoints over the size of the board is the change of a win rate, in points, that counts:
// 1.9 on 7x7, 1.5 on 9x9 and 1.04 on 13x13, where a win rate depends less on the seed. A move
// with one in risingShare of the most visited one's visits may be rising.
const (
	restlessPoints = 13.5
	risingShare    = 8
)

// unsettled says whether the best move is another one than half of the visits ago, or has
// another win rate, or whether a move looks better that has too few visits to be believed.
func (q *quest) unsettled(list []choice) bool {
	least := restlessPoints / float64(q.board.Size())
	best, before := list[0], indexOf(list, q.before.move)
	if before < 0 || math.Abs(points(best.rate-q.before.rate)) >= least || points(best.rate-list[before].rate) >= least {
		return true
	}
	most := mostUnproven(list)
	return slices.ContainsFunc(list, func(c choice) bool {
		return c.proven == "" && c.visits*risingShare >= most && points(moveOf(q.result, c.move).WinRate-best.rate) >= least
	})
}

const (
	confirmMost = 6 // looks
	rivalPoints = 3 // a rival is at most so far behind
)

// confirm looks a second time at the best move of a position that may be lost, behind it and
// with half the visits: where most moves lose, a search finds one that looks well for want of
// a refutation. What both have found counts, and the next may be better then. After a restless
// search all visits go behind the best move, and behind each of its rivals: on 7x7 five moves
// stood at 0.36 to 0.40 after 19,350 visits; behind them 5000 gave 0.45 to what was worst, and
// 20,000 gave 0.32, 0.35, 0.34, 0.30 and 0.41.
func (q *quest) confirm(ctx context.Context) error {
	if len(q.asked) == 0 || q.stop != "visits" {
		return nil
	}
	visits := q.result.Visits
	if !q.restless {
		visits = share(visits, 2)
	}
	var seen []game.Move
	for range confirmMost {
		list := q.ranked()
		best, own := &list[0], &list[indexOf(list, q.asked[0])]
		if !q.accused(own, best) || best.rate > mayLose {
			return nil
		}
		t := q.rival(best, seen)
		if t == nil {
			return nil
		}
		seen = append(seen, t.Move)
		second, err := q.behind(ctx, q.board, *t, visits, q.left(1))
		if err != nil {
			return err
		}
		all := t.Visits + second.Visits
		t.WinRate = (t.WinRate*float64(t.Visits) + second.WinRate*float64(second.Visits)) / float64(all)
		t.Visits, t.Proven = all, second.Proven
	}
	return nil
}

// rival is the best move, or else, after a restless search, the point that looks best of those
// nearly as good; nil where all of them are seen.
func (q *quest) rival(best *choice, seen []game.Move) (next *engine.TreeMove) {
	for i := range q.result.Moves {
		t := &q.result.Moves[i]
		switch {
		case slices.Contains(seen, t.Move) || q.known.move(q.board, t.Move) != "":
		case t.Move == best.move:
			return t
		case !q.restless || !slices.Contains(q.points, t.Move) || points(best.rate-t.WinRate) > rivalPoints:
		case next == nil || t.WinRate > next.WinRate:
			next = t
		}
	}
	return next
}

// evenBelow is how many times the least loss of a bad move the move played may lose and
// still be given as many visits as the best.
const evenBelow = 2

// even goes on with the search of the move played until it has as many visits as the best,
// where it loses little: with a quarter of them it looks worse, or better, wherever what
// the moves lead to is seen late. It says whether that took any.
func (q *quest) even(ctx context.Context) (more bool, err error) {
	if len(q.asked) == 0 || q.stop != "visits" {
		return false, nil
	}
	list := q.ranked()
	own := list[indexOf(list, q.asked[0])]
	loss := points(list[0].rate - own.rate)
	if own.proven != "" || list[0].proven != "" || loss < q.ClearLoss || loss >= evenBelow*q.ClearLoss {
		return false, nil
	}
	return q.raise(ctx, q.board, &q.result, own.move, mostVisits(q.result), q.left(1))
}

// levelMost is how many rivals of the best move level looks at.
const levelMost = 2

// level goes on with the search of the rivals next to the best move until they have as many
// visits, or twice those of the effort. From 10x10 on a tree comes to rest behind one of several
// moves that look alike, and the others stay where they are: on 13x13 one stood at 0.660 after
// 1706 visits and another at 0.640 after 684, at 0.632 after 883, at 0.691 after 1706 and at 0.81
// after 100,000. Where the position may be lost, confirm looks at the rivals. It says whether
// that took any visits.
func (q *quest) level(ctx context.Context) (more bool, err error) {
	if len(q.asked) == 0 || q.stop != "visits" || q.board.Size() < sharpSize {
		return false, nil
	}
	list := q.ranked()
	best, own := &list[0], &list[indexOf(list, q.asked[0])]
	if !q.accused(own, best) || best.rate <= mayLose {
		return false, nil
	}
	for _, c := range list[1:min(1+levelMost, len(list))] {
		if c.move == own.move || c.proven != "" || points(best.rate-c.rate) > rivalPoints {
			continue
		}
		raised, err := q.raise(ctx, q.board, &q.result, c.move, min(best.visits, 2*q.least), q.left(1))
		if err != nil {
			return false, err
		}
		more = more || raised
	}
	return more, nil
}

// wideLeast is the effort from which on a first search for a target looks at all points,
// of which it then chooses anew: the best move may be one that the policy thinks nothing
// of and that a few hundred visits never look at. Fewer visits are needed by the points.
const wideLeast = 1600

// goOn goes on with the search among the points that are not proven. It ends by its
// visits, by its time, 5 seconds by default, or by the early stop: when the best win
// rate leads the second by 50 points, the "exceeds by 50 %" of the capture-Go review
// document [118-127]. A lead counts only between moves that have a least number of
// visits or are proven; internal/mcts looks for it. Reports call this end "gap".
func (q *quest) goOn(ctx context.Context) (err error) {
	limits := engine.TreeLimits{Visits: q.result.Visits + q.effort.visits, Width: q.Width, EarlyStop: q.EarlyStop, EarlyStopVisits: q.EarlyStopVisits,
		Known: q.known.known(q.board)}
	open := slices.ContainsFunc(q.ranked(), func(c choice) bool { return c.proven == "" })
	wide := len(q.asked) > 0 && q.grown == 1 && q.least >= wideLeast
	if open && !wide {
		limits.Only = q.points
	} // else all of these lose: what about the others?
	if len(q.asked) > 0 && q.known.move(q.board, q.asked[0]) == "" {
		err = q.among(ctx, limits)
	} else {
		limits.Time = q.left(1)
		q.result, err = q.tree.Continue(ctx, limits)
	}
	if err != nil {
		return err
	}
	q.known.learn(q.board, q.result)
	q.stop = q.result.Stop
	q.clocked = q.clocked || q.stop == "time"
	switch {
	case !open:
		q.choose(q.points...)
	case wide:
		q.choose(q.asked...)
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
	if _, err = q.upTo(ctx, q.board, own, min(share(max(mostVisits(r), q.effort.first)+back, playedShare), most), 0); err != nil {
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

// ranked are the points by win rate.
func (q *quest) ranked() (list []choice) {
	for _, m := range q.points {
		t := moveOf(q.result, m)
		correct(&t, q.known.move(q.board, m))
		list = append(list, choiceOf(q.board, t))
	}
	unite(q.board, list)
	rank(list)
	return list
}

// weigh ranks the points. Those asked for that a proof left without visits are
// searched by themselves.
func (q *quest) weigh(ctx context.Context) (found, error) {
	least := share(max(q.effort.visits, mostVisits(q.result)), playedShare)
	for i := range q.result.Moves {
		t := &q.result.Moves[i]
		at := slices.Index(q.asked, t.Move)
		visits := least
		switch {
		case at > 0: // nothing hangs on it but whether an exercise accepts it
			visits = share(least, playedShare)
		case q.known.conclude(q.board) == Win:
			visits = max(least, mayWinMost*share(q.least, playedShare))
		}
		if q.stop != "proven" || at < 0 || q.known.move(q.board, t.Move) != "" || t.Visits >= visits {
			continue
		}
		degree := t.Degree
		var err error
		if *t, err = q.behind(ctx, q.board, *t, visits, q.effort.time); err != nil {
			return found{}, err
		}
		t.Degree = degree
	}
	return found{list: q.told(q.ranked()), visits: q.result.Visits, stop: q.stop}, ctx.Err()
}

// mayWinMost is how many times the visits of a move go into the one played where another is
// proven to win: it may win, too. One that was proven to after 36,000 visits stood at 0.39,
// 0.53, 0.65, 0.75 and 0.83 after 300 to 4800.
const mayWinMost = 16

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

// pursue is the deep part: the target of a bad move and its demonstration, again
// until no proof speaks against them, or until the move turns out not to be bad.
func (p *position) pursue(ctx context.Context, s *searcher) error {
	accused := p.status == Suspect || p.target != nil
	for p.due(s.Options) {
		if p.deep == nil {
			if err := p.deepen(ctx, s); err != nil {
				return err
			}
		} else if err := p.demonstrate(ctx, s); err != nil {
			return err
		}
		p.restate(s.Options, s.known)
		if accused {
			p.accuse(s.Options)
		} else {
			p.acquit(s.Options)
		}
	}
	return ctx.Err()
}

// deepen searches for the target of a bad move.
func (p *position) deepen(ctx context.Context, s *searcher) error {
	b := p.board.Clone()
	won := s.known.conclude(b) == Win
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
	p.deep = &target{choices: f.list, visits: f.visits, stop: f.stop, won: won}
	if f.list[0].proven == Win && p.status != NotBad { // there will be an exercise
		s.proof.answers(ctx, b, f.list)
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
