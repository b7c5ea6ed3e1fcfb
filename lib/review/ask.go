package review

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
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
// changes the review where that said something else. The report itself stays as it is.
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
		err = a.deepen(ctx, q.Number)
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

// options are those of the review, times the effort of the question.
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
	own, best := f.list[indexOf(f.list, move)], f.list[0]
	switch {
	case slices.Contains(images(a.board, move), best.move):
		own.rate, own.proven = best.rate, best.proven // it is the same move
		best = own
	case own.proven == best.proven && (own.rate == best.rate || a.board.Text(move) == m.Best && points(best.rate-own.rate) < noise(a.Game.Size, f.visits)):
		best = own // also where this search cannot tell the review's best move from another
	}
	if len(p.deep.line) > 0 {
		p.deep.line[0].rate, p.deep.line[0].proven = own.rate, own.proven // as the answer has it
	}
	a.known.add(s.known)
	a.Repeatable = a.Repeatable && !s.clocked
	answer := Answer{Kind: a.question.Kind, Number: m.Number, Move: a.board.Text(move), WinRate: own.rate, Proven: own.proven,
		Best: a.board.Text(best.move), BestWinRate: best.rate, BestProven: best.proven, Line: plies(a.record, p.deep.line), Ends: p.deep.ends, Visits: f.visits}
	a.grade(&answer)
	a.Answers = append(a.Answers, answer)
	a.lend(&answer)
	a.progress(Progress{Phase: "targets", Done: progressTotal, Total: progressTotal})
	return nil
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

// deepen reviews one move again and puts what that says in place of what was said.
func (a *asker) deepen(ctx context.Context, number int) error {
	o := a.options(number)
	if o.Select == "lowest" { // of one move it would be that one
		o.Select, o.Threshold = "threshold", 0
		if a.Moves[number-1].selected() {
			o.Threshold = 1 // what is as good as any other is never bad
		}
	}
	rec := *a.record
	rec.known = a.known
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
	a.Repeatable = a.Repeatable && one.Repeatable
	m := &a.Moves[number-1]
	if number == a.question.Number && a.question.Kind == "deepen" {
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
			if err := a.deepen(ctx, number); err != nil {
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
		a.correctLine(a.record.at(a.Moves[b.Number-1].Ply-1), b.Line)
	}
	for i := range a.Answers {
		t := &a.Answers[i]
		m := &a.Moves[t.Number-1]
		b := a.record.at(m.Ply - 1)
		a.correctLine(b.Clone(), t.Line)
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
}

// grade says what the move of an answer loses against the best.
func (a *asker) grade(t *Answer) {
	o := a.options(t.Number)
	t.Loss = points(t.BestWinRate - t.WinRate)
	if o.unclear(&choice{rate: t.WinRate, proven: t.Proven}, &choice{rate: t.BestWinRate, proven: t.BestProven}, t.Loss) {
		t.Loss = 0 // it would be a guess
	}
	t.Class = o.class(t.Loss)
	if m := &a.Moves[t.Number-1]; t.Class == Good && m.Status == Bad && m.Move == t.Move && t.Loss > 0 && t.Loss >= o.ClearLoss {
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

// correctLine does so for all moves of a line, and plays them.
func (a *asker) correctLine(b *capturego.Board, line []Ply) {
	for i := range line {
		next := &line[i]
		m, err := b.Parse(next.Move)
		if err != nil {
			return
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
