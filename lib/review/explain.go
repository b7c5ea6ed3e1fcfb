package review

import (
	"slices"

	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/capturego/reason"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// explain gives reasons for verdicts, which are final by now, so that the two do not
// contradict each other: of a good move it says what is good of it, of a bad one
// what is bad. What is proven says how the opponent wins.
func (r *Report) explain(rec *record, known *proofs) {
	r.Opponent = r.opponents(rec)
	b := rec.start.Clone()
	own, theirs := 0, 0 // of those moves
	for i, m := range rec.moves {
		switch ply := i + 1; {
		case own < len(r.Moves) && r.Moves[own].Ply == ply:
			if move := &r.Moves[own]; move.Analysed {
				move.Reasons = r.why(move, b, m, known)
				if len(move.Reasons) == 0 && move.blamed() {
					move.Reasons = r.quiet(move, b, m, rec.moves[ply:])
				}
			}
			if wrong := r.bad(own + 1); wrong != nil {
				r.justify(wrong, b.Clone())
			}
			own++
		case theirs < len(r.Opponent) && r.Opponent[theirs].Ply == ply:
			r.expose(&r.Opponent[theirs], b, m, known)
			theirs++
		}
		b.Play(m)
	}
}

// why are the reasons for the verdict on a move, b standing before it.
func (r *Report) why(m *Move, b *capturego.Board, move game.Move, known *proofs) []Reason {
	facts := known.sensible(b, reason.Move(b, move))
	if best, err := b.Parse(m.Best); err == nil && best != move && m.blamed() {
		facts = besides(facts, reason.Move(b, best), reason.Fact.Same)
	}
	if m.Proven == Loss {
		facts = forced(facts, b, move, known)
	}
	return r.reasons(facts, m.explains(r.user()))
}

// besides are the facts of a move without those that are as true of the best one, which are
// no reasons.
func besides(facts, best []reason.Fact, same func(f, g reason.Fact) bool) []reason.Fact {
	return pick(facts, func(f reason.Fact) bool {
		return !slices.ContainsFunc(best, func(g reason.Fact) bool { return same(f, g) })
	})
}

// pick are the facts for which it is so. Package slices would add to the library for a type
// of this size.
func pick(facts []reason.Fact, so func(reason.Fact) bool) (list []reason.Fact) {
	for _, f := range facts {
		if so(f) {
			list = append(list, f)
		}
	}
	return list
}

// sensible are the facts of a move without captures that it missed and that are proven to
// lose, where not every move does.
func (k *proofs) sensible(b *capturego.Board, facts []reason.Fact) []reason.Fact {
	return pick(facts, func(f reason.Fact) bool {
		return f.Kind != reason.Misses || k.move(b, game.Move(f.Move)) != Loss || k.position(b) == Loss
	})
}

// forced adds to the facts of a move that is proven to lose how the other side wins.
func forced(facts []reason.Fact, b *capturego.Board, move game.Move, known *proofs) []reason.Fact {
	if slices.ContainsFunc(facts, func(f reason.Fact) bool { return f.Kind == reason.Loses }) {
		return facts
	}
	b.Play(move)
	defer b.Undo()
	if winner := known.winner(b); winner != game.NoMove && winner != goban.Pass {
		f := reason.Fact{Kind: reason.Forced, Side: goban.Color(b.Turn()), Move: goban.Point(winner)}
		return reason.With(facts, f)
	}
	return facts
}

// quiet are the reasons of a bad move that does nothing bad by itself: the win that it
// misses, what the answer in the game shows, or else its few liberties.
func (r *Report) quiet(m *Move, b *capturego.Board, move game.Move, rest []game.Move) (list []Reason) {
	best, err := b.Parse(m.Best)
	if err != nil {
		best = move // of a record that does not fit, which fits refuses
	}
	if m.BestProven == Win && best != goban.Pass {
		return r.reasons([]reason.Fact{{Kind: reason.MissesWin, Side: r.user(), Move: goban.Point(best)}}, blames)
	}
	if len(rest) > 0 {
		list = r.punished(b, move, best, rest[0])
	}
	if len(list) == 0 {
		facts := reason.Quiet(b, move)
		if best != move {
			facts = besides(facts, reason.Quiet(b, best), func(f, g reason.Fact) bool { return f.Kind == g.Kind })
		}
		list = r.reasons(facts, blames)
	}
	return list
}

// expose says what is proven of a mistake of the opponent's, and what is bad of it; b
// stands before it.
func (r *Report) expose(m *OpponentMove, b *capturego.Board, move game.Move, known *proofs) {
	facts := known.sensible(b, reason.Move(b, move))
	missed := known.position(b) == Win && !slices.ContainsFunc(facts, func(f reason.Fact) bool { return f.Kind == reason.Misses && f.Missing == 0 })
	b.Play(move)
	m.Proven = known.conclude(b).opposite()
	b.Undo()
	if m.Proven == Loss {
		facts = forced(facts, b, move, known)
	}
	if winner := known.winner(b); missed && winner != game.NoMove && winner != goban.Pass {
		facts = reason.With(facts, reason.Fact{Kind: reason.MissesWin, Side: r.user().Other(), Move: goban.Point(winner)})
	}
	if m.Reasons = r.reasons(facts, blames); len(m.Reasons) == 0 {
		m.Reasons = r.reasons(reason.Quiet(b, move), blames)
	}
}

func praises(f reason.Fact) bool { return !f.Kind.Bad() }

func blames(f reason.Fact) bool { return f.Kind.Bad() }

// praised says whether a move is good by its verdict.
func (m *Move) praised() bool {
	return m.Proven == Win || (m.Proven == "" || m.Proven == Draw) && m.Class == Good && m.Status != Bad && m.Status != Suspect
}

// blamed says whether a move is bad by its verdict.
func (m *Move) blamed() bool { return !m.praised() && m.BestProven != Loss }

// explains says which facts are reasons for the verdict on a move. In a lost position
// no move is to blame, there is only what the opponent can do.
func (m *Move) explains(user goban.Color) func(reason.Fact) bool {
	switch {
	case m.BestProven == Loss:
		return func(f reason.Fact) bool { return blames(f) && f.Side != user }
	case m.praised():
		return praises
	}
	return blames
}

// punishing are the facts by which an answer shows that a move was bad.
var punishing = []reason.Kind{reason.Wins, reason.DoubleThreat, reason.Ladder, reason.Trap, reason.Net, reason.Snapback, reason.Captures}

// punished are the reasons that only the opponent's answer in the game shows, and that it
// would not show after the best move.
func (r *Report) punished(b *capturego.Board, move, best, answer game.Move) []Reason {
	var too []reason.Fact
	if b.Play(best); best != move && slices.Contains(b.Moves(nil), answer) {
		too = reason.Move(b, answer)
	}
	b.Undo()
	b.Play(move)
	defer b.Undo()
	list := r.reasons(besides(reason.Move(b, answer), too, reason.Fact.Same), func(f reason.Fact) bool { return slices.Contains(punishing, f.Kind) })
	for i := range list {
		list[i].Text = speechOf(r.Language).say("in the game", list[i].Text)
	}
	return list
}

// justify says what is good of a target and what its demonstration comes to; b stands
// before it.
func (r *Report) justify(wrong *BadMove, b *capturego.Board) {
	target, err := b.Parse(wrong.Target)
	if err != nil {
		return // of a record that does not fit, which fits refuses
	}
	wrong.TargetReasons, wrong.EndReasons = []Reason{}, []Reason{}
	if wrong.TargetProven != Loss {
		wrong.TargetReasons = r.reasons(reason.Move(b, target), praises)
	}
	line := wrong.Demonstration
	if len(line) == 0 || game.PlayLine(b, line[:len(line)-1]) != nil {
		return
	}
	last, err := b.Parse(line[len(line)-1])
	if err != nil {
		return
	}
	facts := reason.Move(b, last)
	b.Play(last)
	wrong.EndReasons = r.reasons(outcome(b, len(line), facts), r.left(wrong))
}

// outcome are facts of a demonstration of so many moves: how the game ends, what the
// last move does, and how things stand after it, each said once.
func outcome(b *capturego.Board, plies int, last []reason.Fact) (list []reason.Fact) {
	end, over := b.Outcome()
	if over {
		winner := goban.Empty
		if end.Winner != game.Draw {
			winner = goban.Color(end.Winner)
		}
		list = append(list, reason.Fact{Kind: reason.Ends, Side: winner, Count: plies})
		// Nothing threatens any more.
		last = pick(last, func(f reason.Fact) bool { return f.Kind == reason.Wins || f.Kind == reason.Captures })
	}
	list = append(list, last...)
	for _, f := range reason.Position(b) {
		if over && f.Kind == reason.OneLiberty {
			continue
		}
		known := func(l reason.Fact) bool {
			return f.Kind == reason.OneLiberty && slices.Equal(l.Chain, f.Chain) || f.Kind == reason.Score && l.Kind == reason.Captures && l.Side == f.Side
		}
		if !slices.ContainsFunc(last, known) {
			list = append(list, f)
		}
	}
	return list
}

// left says which facts are told of the end of a demonstration: none that is good for
// a side that has lost by then.
func (r *Report) left(b *BadMove) func(reason.Fact) bool {
	lost := goban.Empty
	switch proven := b.Line[len(b.Line)-1].Proven; {
	case b.Ends: // what is told says who has won
	case proven == Win:
		lost = r.user().Other()
	case proven == Loss:
		lost = r.user()
	}
	return func(f reason.Fact) bool {
		gains := f.Side
		if f.Kind == reason.OneLiberty {
			gains = f.Side.Other()
		}
		return praises(f) && (gains != lost || f.Kind == reason.Score || f.Kind == reason.Ends)
	}
}

// user is the colour of the learner.
func (r *Report) user() goban.Color {
	if r.Game.User == "white" {
		return goban.White
	}
	return goban.Black
}

// reasons are those facts that are wanted, as the report has them.
func (r *Report) reasons(facts []reason.Fact, wanted func(reason.Fact) bool) []Reason {
	list := []Reason{}
	names := func(points []goban.Point) []string {
		texts := make([]string, len(points))
		for i, p := range points {
			texts[i] = p.String()
		}
		return texts
	}
	for _, f := range facts {
		if !wanted(f) {
			continue
		}
		told := Reason{Kind: f.Kind, Points: names(f.Points), Chain: names(f.Chain), Other: names(f.Other), Count: f.Count, Missing: f.Missing, Text: f.Text(r.Language, r.user())}
		if f.Side != goban.Empty {
			told.Side = f.Side.String()
		}
		if f.Move != goban.NoPoint {
			told.Move = f.Move.String()
		}
		list = append(list, told)
	}
	return list
}

// opponents are the opponent's mistakes and blunders, if they were asked for: where
// the win rate rises from behind a move of the user's to before the next. A move that alone
// does not lose at once is none, nor is one where it would be a guess, see unclear.
func (r *Report) opponents(rec *record) []OpponentMove {
	if r.Search.Opponent == nil || !*r.Search.Opponent {
		return nil
	}
	list := []OpponentMove{}
	losses := Options{Inaccuracy: r.Search.Losses[0], Mistake: r.Search.Losses[1], Blunder: r.Search.Losses[2]}
	for i, g := range r.Graph {
		if i == 0 || g.Number != 0 || r.Graph[i-1].Ply != g.Ply-1 {
			continue
		}
		before := r.Graph[i-1].User
		m := OpponentMove{Ply: g.Ply, Move: g.Move, Gain: points(g.User - before), Before: before, After: g.User}
		if m.Class = losses.class(m.Gain); m.Class == Mistake || m.Class == Blunder {
			own, best := choice{rate: 1 - g.User}, choice{rate: 1 - before}
			move, alone := only(rec.at(g.Ply - 1))
			if forced := alone && move == rec.moves[g.Ply-1]; !forced && !losses.unclear(&own, &best, m.Gain) {
				list = append(list, m)
			}
		}
	}
	return list
}
