package generate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// play plays the game with that id. Everything about it depends on the plan and
// the id alone. An engine's fault becomes the game's Failure; an error is the cause
// of a cancelled context, or a defect.
func (s *seats) play(ctx context.Context, id int64, initial string) (*book.Game, error) {
	b, err := s.plan.board(initial)
	if err != nil {
		return nil, err
	}
	position, given := splitMoves(initial)
	g := &book.Game{ID: id, Initial: position, Winner: game.Draw, Engines: s.plan.names, Seed: s.plan.job.Seed}
	p := &playing{seats: s, game: s.plan.stream(id), board: b, turns: newTurns(len(s.plan.sides)), depths: make([]int, len(s.plan.sides))}
	var faulty *engineError
	most, reason := s.plan.length(id)
	switch err := p.run(ctx, most, reason); {
	case errors.As(err, &faulty):
		g.Reason, g.Failure = book.ReasonFailure, faulty.Error()
	case err != nil:
		return nil, err
	default:
		g.Winner, g.Reason = p.winner, p.reason
	}
	setMoves(g, given, p.moves, p.decisions[:len(p.moves)])
	return g, nil
}

// setMoves puts the moves of a game and what was thought at each into its row. given are
// those that lead to where it starts.
func setMoves(g *book.Game, given, moves []string, decisions []*decision) {
	all := make([]*decision, 0, len(given)+len(decisions))
	for range given {
		all = append(all, &decision{Decision: book.Decision{Given: true, Weighed: []book.Weight{}}})
	}
	g.Moves, g.Decisions = strings.Join(slices.Concat(given, moves), " "), string(mustJSON(append(all, decisions...)))
}

// playing is a game under way.
type playing struct {
	seats *seats
	game  uint64 // plan.stream, for the random streams
	board game.Board

	moves     []string
	decisions []*decision
	winner    int
	reason    book.Reason

	lean   leaning
	depths []int // by player, this ply
	turns  turns
	ahead  ahead
}

// run plays until the game is over or has its greatest length.
func (p *playing) run(ctx context.Context, most int, reason book.Reason) error {
	if err := p.seats.clear(); err != nil {
		return err
	}
	p.winner = game.Draw
	for ply := 0; ; ply++ {
		if o, over := p.board.Outcome(); over {
			p.winner, p.reason = o.Winner, book.Reason(o.Reason)
			return nil
		}
		if ply == most {
			p.winner, p.reason = cutOff(p.board, p.decisions, reason)
			return nil
		}
		if game.ChanceMoves(p.board) {
			p.roll(ply)
			continue
		}
		if stop, err := p.ply(ctx, ply); stop || err != nil {
			return err
		}
	}
}

// roll makes the move of chance that the seed draws for that ply of the game.
func (p *playing) roll(ply int) {
	m := draw(p.board, rng.Of(p.seats.plan.job.Seed, streamChance, p.game, uint64(ply)))
	p.moves, p.decisions = append(p.moves, p.board.Text(m)), append(p.decisions, nil)
	p.board.Play(m)
}

// cutOff is the result of a game that is cut off for a reason: the last search may have
// proven one.
func cutOff(b game.Board, decisions []*decision, reason book.Reason) (winner int, why book.Reason) {
	if n := len(decisions); n > 0 {
		if winner, proven := decisions[n-1].settles(mover(b), game.Players(b)); proven != "" {
			return winner, proven
		}
	}
	return game.Draw, reason
}

// restate gives a game that was cut off the result that it had when it was played.
func (p *plan) restate(g *book.Game) error {
	var decisions []*decision
	if err := json.Unmarshal([]byte(g.Decisions), &decisions); err != nil {
		return fmt.Errorf("%w: decisions of game %d: %v", book.ErrCorrupt, g.ID, err)
	}
	most, reason := p.length(g.ID)
	for len(decisions) > 0 && decisions[0] != nil && decisions[0].Given {
		decisions = decisions[1:]
	}
	if len(decisions) < most {
		return nil // it ended by itself
	}
	b, err := p.board(g.Initial)
	if err == nil {
		err = game.PlayLine(b, strings.Fields(g.Moves))
	}
	if err != nil {
		return fmt.Errorf("%w: game %d: %v", book.ErrCorrupt, g.ID, err)
	}
	if _, over := b.Outcome(); !over {
		g.Winner, g.Reason = cutOff(b, decisions, reason)
	}
	return nil
}

// ply makes one move, or ends the game because of its search.
func (p *playing) ply(ctx context.Context, ply int) (stop bool, err error) {
	s := p.seats
	o, player, moved := &s.plan.options, p.board.Turn(), p.turns.moved
	var evals []float64
	if p.lean, evals, err = s.weighPlayers(p.lean, p.turns.evals(), p.board, moved); err != nil {
		return false, err
	}
	drawn := s.plan.drawDepths(p.depths, p.turns.used, p.game, p.turns.had[player], p.lean)
	t, c, err := s.think(ctx, player, p.board, &p.lean, o.Balance.due(moved), p.depths[player], o.choice(p.lean, player).high, false)
	if err != nil {
		return false, err
	}
	p.depths[player] = t.depth
	list := t.list
	chosen := c.pick(t, rng.Of(s.plan.job.Seed, streamMove, p.game, uint64(ply)))
	d := newDecision(p.board, t, chosen)
	if o.Balance != nil {
		d.balanceOf(p.lean, evals, c, player, p.depths, drawn)
	}
	p.decisions = append(p.decisions, &d)
	score := list[0].score
	if o.Balance.holds() && c.adjusted { // the leader gives up what is above the band
		score = list[chosen].score
	}
	if p.winner, p.reason = p.ahead.decided(&o.Stop, player, len(p.depths), ply, &d.Decision, score); p.reason != "" {
		return true, nil
	}
	p.turns.add(player, t.depth, list[chosen].score)
	p.moves = append(p.moves, p.board.Text(list[chosen].move))
	p.board.Play(list[chosen].move)
	return false, nil
}

// weighPlayers checks the balance before a ply, if one is due: evals are then
// the players' evaluations, otherwise nil.
func (s *seats) weighPlayers(l leaning, last []float64, b game.Board, ply int) (after leaning, evals []float64, err error) {
	balance := s.plan.options.Balance
	if !balance.due(ply) {
		return l, nil, nil
	}
	switch balance.Evaluator {
	case EvaluatorSearch:
		if last == nil {
			return l, nil, nil // nothing has been searched yet
		}
		evals = last
	case EvaluatorNNUE:
		value, _ := engine.NetworkValue(s.network, b)
		evals = halves(b.Turn(), value)
	default:
		totals, err := s.evaluator.EvaluatePlayers(b)
		if err != nil {
			return l, nil, &engineError{s.plan.sides[b.Turn()], err}
		}
		for _, total := range totals {
			evals = append(evals, float64(total))
		}
	}
	return balance.lean(l, evals), evals, nil
}
