package generate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// seats are one worker's engines: each player has its own, so that no player
// learns from another's deeper search, unless they are alike.
type seats struct {
	plan      *plan
	engines   []engine.Engine  // by player
	made      []engine.Engine  // all, once each
	evaluator engine.Evaluator // of balance checks by terms; nil without them
	network   engine.Engine    // of balance checks by a network; nil without them
}

// engineError is a fault of an engine: it fails the game, not the job.
type engineError struct {
	name string
	err  error
}

func (e *engineError) Error() string { return fmt.Sprintf("%s: %v", e.name, e.err) }
func (e *engineError) Unwrap() error { return e.err }

// sit makes the engines of a worker. The caller ends them with stand.
func sit(p *plan) (*seats, error) {
	s := &seats{plan: p}
	for player := range p.sides {
		if player > 0 && p.roster.alike() && s.engines[0].Name() == builtIn {
			s.engines = append(s.engines, s.engines[0])
			continue
		}
		e, err := p.roster.engine(player)
		if err != nil {
			s.stand()
			return nil, fmt.Errorf("players[%d]: %w", player, err)
		}
		s.engines, s.made = append(s.engines, e), append(s.made, e)
	}
	var err error
	switch b := p.options.Balance; {
	case b == nil:
	case b.Evaluator == EvaluatorTerms:
		err = s.findEvaluator()
	case b.Evaluator == EvaluatorNNUE:
		err = s.findNetwork()
	}
	if err != nil {
		s.stand()
		return nil, err
	}
	return s, nil
}

// findNetwork takes the first engine that plays by a network.
func (s *seats) findNetwork() error {
	b, err := s.plan.board("")
	if err != nil {
		return err
	}
	for _, e := range s.made {
		if _, ok := engine.NetworkValue(e, b); ok {
			s.network = e
			return nil
		}
	}
	return fmt.Errorf("balance.evaluator %q: %w: no player of %s plays by a network, expected one that does", EvaluatorNNUE, engine.ErrUnsupported, s.plan.job.Game)
}

// builtIn is the engine that searches for alike players in turn: what it learnt at one
// ply it knows at the next. Others may take it as another game.
const builtIn = "alphabeta"

// findEvaluator takes the first engine that can evaluate in terms, or else the
// built-in one.
func (s *seats) findEvaluator() error {
	for _, e := range s.made {
		if v, ok := e.(engine.Evaluator); ok {
			s.evaluator = v
			return nil
		}
	}
	e, err := s.plan.roster.engine(Scholar)
	if err != nil {
		return fmt.Errorf("balance.evaluator: %w", err)
	}
	s.made = append(s.made, e)
	v, ok := e.(engine.Evaluator)
	if !ok {
		return fmt.Errorf("balance.evaluator %q: %w: no engine of %s has terms, expected %q", EvaluatorTerms, engine.ErrUnsupported, s.plan.job.Game, EvaluatorSearch)
	}
	s.evaluator = v
	return nil
}

// stand ends the engines.
func (s *seats) stand() {
	for _, e := range s.made {
		e.Close()
	}
}

// clear makes the engines forget, before a game.
func (s *seats) clear() error {
	for _, e := range s.made {
		if err := e.Clear(); err != nil {
			return &engineError{e.Name(), err}
		}
	}
	return nil
}

// search asks a player's engine for its candidates. An engine that fails or
// names a move that is not legal gives an *engineError.
func (s *seats) search(ctx context.Context, player int, b game.Board, depth, lines, within int, fresh bool) (thought, error) {
	limits := s.plan.roster.limits(player, depth, lines, fresh)
	limits.Within = within
	return weigh(ctx, s.engines[player], b, limits)
}

// weigh searches and checks that the engine's moves are legal.
func weigh(ctx context.Context, e engine.Engine, b game.Board, limits engine.Limits) (thought, error) {
	r, err := e.Search(ctx, b, limits)
	if ctx.Err() != nil {
		return thought{}, context.Cause(ctx)
	}
	if err != nil {
		return thought{}, &engineError{e.Name(), err}
	}
	t := thoughtOf(r)
	if len(t.list) == 0 {
		return thought{}, &engineError{e.Name(), errors.New("no move in a position that has some")}
	}
	legal := b.Moves(nil)
	for _, c := range t.list {
		if !slices.Contains(legal, c.move) {
			return thought{}, &engineError{e.Name(), fmt.Errorf("illegal move %d in %s", c.move, b.Position())}
		}
	}
	return t, nil
}
