package review

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"slices"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/internal/order"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
)

// Answer is what was found out when somebody asked about a move of a finished review.
type Answer struct {
	Kind    string  `json:"kind"`
	Number  int     `json:"number"`
	Move    string  `json:"move"` // asked about; the one played when it was searched again
	WinRate float64 `json:"win_rate"`
	Proven  Verdict `json:"proven"`
	Loss    float64 `json:"loss"` // against the best move
	Class   Class   `json:"class"`

	Best        string  `json:"best"`
	BestWinRate float64 `json:"best_win_rate"`
	BestProven  Verdict `json:"best_proven"`

	Line   []Ply  `json:"line"` // how the game would go on, the move first; empty where only a number was asked for
	Ends   bool   `json:"ends"` // the game ends with the line
	Visits int    `json:"visits"`
	Text   string `json:"text"`
}

// ParseQuestion reads a JSON object. Errors wrap ErrOptions.
func ParseQuestion(text []byte) (q Question, err error) {
	if err = options.Fill(text, &q); err == nil {
		err = options.Check(&q)
	}
	return q, options.Wrap(ErrOptions, err)
}

// Asked is a question about a finished review as the work of a job. Its result is the
// review with the answer, as Report.JSON writes it.
func Asked(r *Report, q Question) job.Work {
	return func(ctx context.Context, j *job.Report) ([]byte, error) {
		more, err := r.Ask(ctx, q, func(p Progress) {
			j.Progress(job.Progress{Done: uint64(p.Done), Total: uint64(p.Total), Left: job.LeftUnknown})
			if text, err := json.Marshal(progressEvent{"qikit/review-progress/1", p}); err == nil {
				j.Event(text)
			}
		})
		if err != nil {
			return nil, err
		}
		return more.JSON(), nil
	}
}

// Ask answers a question about one of the user's moves, without a second review of the
// game: it returns the review with the answer among its Answers. What the answer proves
// changes the review where that said something else, and so does a deeper look at a move
// that the review called good, or that it had searched less. The report itself stays as it is.
// Errors wrap ErrMove, for a number that was not analysed or a move that is not legal,
// or ErrOptions. Progress may be nil.
func (r *Report) Ask(ctx context.Context, q Question, progress func(Progress)) (*Report, error) {
	if err := options.Check(&q); err != nil {
		return nil, options.Wrap(ErrOptions, err)
	}
	more, err := Parse(r.JSON())
	if err != nil {
		return nil, err
	}
	if q.Number > len(r.Moves) || !r.Moves[q.Number-1].Analysed {
		return nil, fmt.Errorf("%w: number %d, expected an analysed move of 1 to %d", ErrMove, q.Number, len(r.Moves))
	}
	if progress == nil {
		progress = func(Progress) {}
	}
	a := &asker{Report: more, question: q, tell: progress, until: progressTotal - lastShare*progressTotal}
	if a.record, err = more.replay(); err != nil {
		return nil, err
	}
	a.known = more.claims(a.record)
	a.board = a.record.at(more.Moves[q.Number-1].Ply - 1)
	if q.Kind == "deepen" {
		err = a.deepen(ctx, q.Number, true)
	} else {
		err = a.answer(ctx)
	}
	if err == nil {
		err = a.mend(ctx)
	}
	if err != nil {
		return nil, err
	}
	a.correct()
	progress(Progress{Phase: "targets", Done: progressTotal, Total: progressTotal})
	more.conclude(a.record, a.known)
	return more, nil
}

// asker works on the copy of a report that a question makes.
type asker struct {
	*Report
	question Question
	tell     func(Progress)
	now      Progress // that was told
	from     int      // the part of the work of the search that goes on, out of progressTotal
	until    int
	record   *record
	known    *proofs
	board    *capturego.Board // before the move that is asked about
}

// progress tells how far the question is by how far a search is, of which there may be
// several. It never goes back.
func (a *asker) progress(p Progress) {
	if a.from > 0 {
		p.Phase = "targets"
	}
	p.Done = a.from + p.Done*(a.until-a.from)/progressTotal
	if p.Done > a.now.Done || a.now.Total == 0 || p.Phase != a.now.Phase {
		a.now = p
		a.tell(p)
	}
}

// next is called before a search that was not foreseen: half of what is left is its part.
func (a *asker) next() {
	a.from = a.until
	a.until += (progressTotal - a.until) / 2
}

// options are those of the review, times the effort of the question. What is searched again
// for the question's sake gets no less than the review gave it, or an earlier question.
func (a *asker) options(number int) *Options {
	s, g := &a.Search, &a.Game
	o := Effort("default")
	o.User, o.Target, o.Pass, o.NoMove, o.Range = g.User, (*Target)(&g.Target), g.Pass, g.NoMove, &Range{number, number}
	o.Effort, o.Visits, o.TargetVisits, o.DemonstrateVisits, o.ProofNodes = s.Effort, s.Visits, s.TargetVisits, s.DemonstrateVisits, s.ProofNodes
	o.SearchTime, o.TargetTime, o.DemonstrateTime = s.SearchTime, s.TargetTime, s.DemonstrateTime
	o.EarlyStop, o.EarlyStopVisits, o.Width, o.Recommended, o.Plies = s.EarlyStop, s.EarlyStopVisits, s.Width, s.Recommended, s.Plies
	o.Value, o.Select, o.Threshold, o.Lowest, o.ClearLoss = s.Value, s.Select, s.Threshold, s.Lowest, s.ClearLoss
	o.Inaccuracy, o.Mistake, o.Blunder, o.Worst, o.Order = s.Losses[0], s.Losses[1], s.Losses[2], s.Worst, s.Order
	o.Seed, o.Deterministic, o.Net, o.Language, o.Workers = s.Seed, s.Deterministic, a.question.Net, a.Language, min(runtime.GOMAXPROCS(0), 2)
	o.Opponent = s.Opponent != nil && *s.Opponent
	effort := a.question.Effort
	if effort == "" {
		effort = map[string]string{"deepen": "deep"}[a.question.Kind]
	}
	if factor := float64(a.Moves[number-1].Visits) / float64(max(s.Visits, 1)); number != a.question.Number && efforts[effort] < max(factor, 1) {
		o.times(max(factor, 1))
		return &o
	}
	o.scale(effort)
	return &o
}

// answer looks at another move in place of the one played.
func (a *asker) answer(ctx context.Context) error {
	m := &a.Moves[a.question.Number-1]
	text := a.question.Move
	if text == "" {
		text = m.Best
	}
	move, err := a.board.Parse(text)
	if err != nil {
		return fmt.Errorf("%w: move %d: %v", ErrMove, m.Number, err) // also for text that is no move
	}
	o := a.options(m.Number)
	s, err := newSearcher(o, a.Game.Size)
	if err != nil {
		return err
	}
	s.begin(a.known)
	a.progress(Progress{Phase: "moves", Total: progressTotal})
	asked := []game.Move{move}
	for _, other := range []string{m.Best, m.Move} {
		if p, err := a.board.Parse(other); err == nil && !slices.Contains(asked, p) {
			asked = append(asked, p)
		}
	}
	f, err := s.seek(ctx, a.board, asked, effort{s.Visits, s.TargetVisits, seconds(s.TargetTime)})
	if err != nil {
		return err
	}
	own := f.list[indexOf(f.list, move)]
	p := &position{number: m.Number, played: move, board: a.board, deep: &target{stop: f.stop, asked: true}, target: &target{choices: []choice{own}}}
	if a.question.Kind == "demonstrate" {
		a.progress(Progress{Phase: "targets", Done: progressTotal / 2, Total: progressTotal})
		if err := p.demonstrate(ctx, s); err != nil {
			return err
		}
		p.deep.choices = p.target.choices
		p.deep.restate(a.board.Clone(), s.known)
	}
	for i := range f.list {
		if verdict := s.known.move(a.board, f.list[i].move); verdict != "" {
			f.list[i].proven, f.list[i].rate = verdict, verdict.rate()
		}
	}
	rank(f.list)
	a.known.add(s.known)
	a.Repeatable = a.Repeatable && !s.clocked && s.tree.Net() == a.Search.Net
	if a.disputes(m, o, f.list, move) {
		a.next()
		if err := a.deepen(ctx, m.Number, true); err != nil {
			return err
		}
	}
	own, best := a.compare(m, f.list, move)
	if len(p.deep.line) > 0 {
		p.deep.line[0].rate, p.deep.line[0].proven = own.rate, own.proven // as the answer has it
	}
	answer := Answer{Kind: a.question.Kind, Number: m.Number, Move: a.board.Text(move), WinRate: own.rate, Proven: own.proven,
		Best: a.board.Text(best.move), BestWinRate: best.rate, BestProven: best.proven, Line: plies(a.record, p.deep.line), Ends: p.deep.ends, Visits: f.visits}
	a.grade(&answer)
	a.Answers = append(a.Answers, answer)
	a.lend(&answer)
	a.progress(Progress{Phase: "targets", Done: progressTotal, Total: progressTotal})
	return nil
}

// disputes says whether a search speaks against what the report says of the best move or
// of the one played, by an inaccuracy at least, and has had a deeper look than the report.
func (a *asker) disputes(m *Move, o *Options, list []choice, move game.Move) bool {
	best, at := list[0], indexOf(list, a.parse(m.Best))
	shallow := m.Status == NotBad && o.TargetVisits >= a.Search.TargetVisits
	if !shallow && o.TargetVisits <= a.Search.TargetVisits || o.Visits < m.Visits || best.proven != "" || m.BestProven != "" || m.Proven != "" || at < 0 {
		return false
	}
	loss := points(best.rate - list[at].rate)
	if own := list[indexOf(list, move)]; a.board.Text(move) == m.Move && own.proven == "" {
		loss = max(loss, math.Abs(points(best.rate-own.rate)-m.Loss))
	}
	return loss >= o.Inaccuracy && loss > 0
}

// compare is what an answer says of its move and of the best one. What the report has
// compared has the report's numbers; another move is as far behind the report's best as
// behind it by the answer's search, and no better. Only proofs overrule the report.
func (a *asker) compare(m *Move, list []choice, move game.Move) (own, best choice) {
	own, best = list[indexOf(list, move)], list[0]
	if best.proven != "" || m.BestProven != "" || a.parse(m.Best) == game.NoMove {
		if slices.Contains(images(a.board, move), best.move) {
			own.rate, own.proven = best.rate, best.proven // it is the same move
		}
		if own.proven == best.proven && own.rate == best.rate {
			best = own
		}
		return own, best
	}
	reference := m.BestWinRate
	if at := indexOf(list, a.parse(m.Best)); at >= 0 {
		reference = list[at].rate
	}
	best = choice{move: a.parse(m.Best), rate: m.BestWinRate}
	if own.proven != "" {
		return own, best
	}
	rate, told := a.told(m, move)
	if !told {
		rate = round(min(max(own.rate+m.BestWinRate-reference, 0), m.BestWinRate))
	}
	if own.rate = rate; slices.Contains(images(a.board, move), best.move) {
		best = own
	}
	return own, best
}

// told is the win rate that the report gives a move which it compared with the best one.
func (a *asker) told(m *Move, move game.Move) (rate float64, told bool) {
	most := 0
	bad := a.bad(m.Number)
	if bad != nil {
		for _, c := range bad.Candidates {
			if c.Proven == "" {
				most = max(most, c.Visits)
			}
		}
	}
	all := images(a.board, move)
	is := func(text string) bool { return slices.Contains(all, a.parse(text)) }
	switch {
	case is(m.Best):
		return m.BestWinRate, true
	case is(m.Move):
		return m.WinRate, true
	case bad == nil:
		return 0, false
	}
	for _, c := range bad.Candidates {
		decided := slices.ContainsFunc(a.Exercises, func(e Exercise) bool { return e.Number == m.Number && (e.Accepts(c.Move) || e.Refuses(c.Move)) })
		if is(c.Move) && (decided || c.Visits*trust >= most) {
			return c.WinRate, true
		}
	}
	return 0, false
}

// parse is a move in front of which the board stands, game.NoMove for none.
func (a *asker) parse(text string) game.Move {
	if m, err := a.board.Parse(text); err == nil {
		return m
	}
	return game.NoMove
}

// lend gives an answer's line to the bad move whose target it shows, where no
// demonstration was asked for at first.
func (a *asker) lend(answer *Answer) {
	b := a.bad(answer.Number)
	if b == nil || b.Target != answer.Move || len(b.Demonstration) > 0 || len(answer.Line) == 0 {
		return
	}
	b.Line, b.Ends = slices.Clone(answer.Line), answer.Ends
	b.Line[0].WinRate, b.Line[0].Proven = b.TargetWinRate, b.TargetProven // as the review has it
	for _, next := range b.Line {
		b.Demonstration = append(b.Demonstration, next.Move)
	}
}

// deepen reviews one move again and puts what that says in place of what was said. A move
// that is in doubt is searched deeply whatever the first search says of it.
func (a *asker) deepen(ctx context.Context, number int, doubt bool) error {
	o := a.options(number)
	if o.Select == "lowest" { // of one move it would be that one
		o.Select, o.Threshold = "threshold", 0
		if a.Moves[number-1].selected() {
			o.Threshold = 1 // what is as good as any other is never bad
		}
	}
	rec := *a.record
	rec.known = a.known
	if doubt {
		rec.doubted = number
	}
	one, err := rec.review(ctx, o, a.progress)
	if err != nil {
		return err
	}
	a.known = rec.known
	a.Moves[number-1] = one.Moves[number-1]
	a.BadMoves = append(slices.DeleteFunc(a.BadMoves, func(b BadMove) bool { return b.Number == number }), one.BadMoves...)
	a.Exercises = append(slices.DeleteFunc(a.Exercises, func(e Exercise) bool { return e.Number == number }), one.Exercises...)
	order.Stable(a.BadMoves, func(a, b BadMove) int { return cmp.Compare(a.Number, b.Number) })
	order.Stable(a.Exercises, func(a, b Exercise) int { return cmp.Compare(a.Number, b.Number) })
	for _, g := range one.Graph {
		if at := slices.IndexFunc(a.Graph, func(old GraphPoint) bool { return old.Ply == g.Ply }); at >= 0 {
			a.Graph[at].User, a.Graph[at].Black = g.User, g.Black
		}
	}
	a.Repeatable = a.Repeatable && one.Repeatable && one.Search.Net == a.Search.Net
	m := &a.Moves[number-1]
	if number == a.question.Number && a.question.Kind == "deepen" {
		if !doubt { // once more, for what was proven since
			a.Answers = a.Answers[:len(a.Answers)-1]
		}
		a.Answers = append(a.Answers, Answer{Kind: "deepen", Number: number, Move: m.Move, WinRate: m.WinRate, Proven: m.Proven, Loss: m.Loss, Class: m.Class,
			Best: m.Best, BestWinRate: m.BestWinRate, BestProven: m.BestProven, Line: []Ply{}, Visits: m.Visits})
	}
	return nil
}

// selected says whether a move is among those that are bad by their value.
func (m *Move) selected() bool {
	return m.Status == Bad || m.Status == Suspect || m.Status == Cleared && m.Cleared != Unclear
}

// mend searches again what is said of moves that the answer's proofs speak against, from
// the last to the first, and again where that proves more.
func (a *asker) mend(ctx context.Context) error {
	a.known.carry(a.record.end.Clone())
	again := 2 * len(a.Moves) // a search by the clock may never agree
	for number := len(a.Moves); number >= 1; number-- {
		if m := &a.Moves[number-1]; m.Analysed && a.refutes(m) && again > 0 {
			a.next()
			if err := a.deepen(ctx, number, false); err != nil {
				return err
			}
			a.known.carry(a.record.end.Clone())
			number, again = len(a.Moves)+1, again-1
		}
	}
	return nil
}

// correct takes what is proven by now over into the answers, the earlier ones, too, and
// into the demonstrations.
func (a *asker) correct() {
	for i := range a.BadMoves {
		b := &a.BadMoves[i]
		if n := a.correctLine(a.record.at(a.Moves[b.Number-1].Ply-1), b.Line); n < len(b.Line) {
			b.Line, b.Demonstration, b.Ends = b.Line[:n], b.Demonstration[:n], false
		}
	}
	for i := range a.Answers {
		t := &a.Answers[i]
		m := &a.Moves[t.Number-1]
		b := a.record.at(m.Ply - 1)
		if n := a.correctLine(b.Clone(), t.Line); n < len(t.Line) {
			t.Line, t.Ends = t.Line[:n], false
		}
		before := *t
		a.correctMove(b, t.Move, &t.WinRate, &t.Proven)
		a.correctMove(b, t.Best, &t.BestWinRate, &t.BestProven)
		if verdict := a.known.conclude(b); verdict != "" && t.BestProven != verdict || t.BestProven == Loss && verdict != Loss {
			t.Best, t.BestWinRate, t.BestProven = m.Best, m.BestWinRate, m.BestProven // which mend has seen to
		}
		if t.WinRate == before.WinRate && t.Proven == before.Proven && t.Best == before.Best && t.BestWinRate == before.BestWinRate && t.BestProven == before.BestProven {
			continue
		}
		if t.WinRate > t.BestWinRate || t.WinRate == t.BestWinRate && t.Proven == t.BestProven {
			t.Best, t.BestWinRate, t.BestProven = t.Move, t.WinRate, t.Proven
		}
		a.grade(t)
	}
	for _, t := range a.Answers {
		a.teach(&t)
	}
}

// teach puts what an answer proves of a move into the exercise, which knows of no other
// moves than those that the review compared.
func (a *asker) teach(t *Answer) {
	bad, at := a.bad(t.Number), slices.IndexFunc(a.Exercises, func(e Exercise) bool { return e.Number == t.Number })
	if bad == nil || at < 0 || t.Move == bad.Move || t.Move == bad.Target {
		return
	}
	e, b := &a.Exercises[at], a.record.at(a.Moves[t.Number-1].Ply-1)
	move, err := b.Parse(t.Move)
	if err != nil {
		return
	}
	for _, m := range images(b, move) {
		text := b.Text(m)
		is := func(other string) bool { return other == text }
		switch {
		case t.Proven == Win && !e.Accepts(text):
			e.Accepted, e.Refused = append(e.Accepted, text), slices.DeleteFunc(e.Refused, is)
		case t.Proven == Loss && bad.TargetProven != Loss && !e.Refuses(text):
			e.Refused, e.Accepted = append(e.Refused, text), slices.DeleteFunc(e.Accepted, is)
		}
	}
}

// grade says what the move of an answer loses against the best.
func (a *asker) grade(t *Answer) {
	o := a.options(t.Number)
	t.Loss = points(t.BestWinRate - t.WinRate)
	if o.unclear(&choice{rate: t.WinRate, proven: t.Proven}, &choice{rate: t.BestWinRate, proven: t.BestProven}, t.Loss) {
		t.Loss = 0 // it would be a guess
	}
	t.Class = o.class(t.Loss)
	m := &a.Moves[t.Number-1]
	if t.Move == m.Move && t.WinRate == m.WinRate && t.BestWinRate == m.BestWinRate && t.BestProven == m.BestProven {
		t.Loss, t.Class = m.Loss, m.Class
	}
	at := slices.IndexFunc(a.Exercises, func(e Exercise) bool { return e.Number == t.Number })
	switch {
	case t.Proven != "" || t.BestProven != "" || at < 0 || t.Loss == 0:
	case a.Exercises[at].Accepts(t.Move):
		t.Class = Good
	case t.Class == Good && a.Exercises[at].Refuses(t.Move) && t.Loss >= o.ClearLoss:
		t.Class = Inaccuracy // as the review has it
	}
}

// correctMove puts what is proven of a move in front of which b stands into what was said
// of it.
func (a *asker) correctMove(b *capturego.Board, move string, rate *float64, proven *Verdict) {
	m, err := b.Parse(move)
	if err != nil {
		return
	}
	if verdict := a.known.move(b, m); verdict != "" {
		*rate, *proven = verdict.rate(), verdict
	}
}

// correctLine does so for all moves of a line, and plays them, as many as hold.
func (a *asker) correctLine(b *capturego.Board, line []Ply) int {
	for i := range line {
		next := &line[i]
		m, err := b.Parse(next.Move)
		if err != nil || i > 0 && !a.known.holds(b, m) {
			return i
		}
		verdict := a.known.move(b, m)
		if next.Side != a.Game.User {
			verdict = verdict.opposite()
		}
		if verdict != "" {
			next.Proven, next.WinRate = verdict, verdict.rate()
		}
		b.Play(m)
	}
	return len(line)
}

// refutes says whether something that a report says of a move is proven otherwise.
func (a *asker) refutes(m *Move) bool {
	b := a.record.at(m.Ply - 1)
	verdict := a.known.conclude(b)
	of := func(text string) Verdict {
		p, err := b.Parse(text)
		if err != nil {
			return ""
		}
		return a.known.move(b, p)
	}
	return of(m.Move) != m.Proven || of(m.Best) != m.BestProven || (verdict == Win || verdict == Loss) && m.BestProven != verdict ||
		slices.ContainsFunc(m.Recommended, func(c Candidate) bool { return of(c.Move) != c.Proven })
}

// conclude computes anew what follows from the moves, and writes all texts.
func (r *Report) conclude(rec *record, known *proofs) {
	r.Classes, r.Worst = Classes{}, []int{}
	for i := range r.Moves {
		r.count(&r.Moves[i])
	}
	r.grade(&Options{Worst: r.Search.Worst, Order: r.Search.Order})
	r.explain(rec, known)
	r.describe()
}
