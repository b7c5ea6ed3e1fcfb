package generate

import (
	"context"
	"fmt"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// tryEngines makes every engine once and has it search, so that a bad option,
// limit or program is known before a file is made. It refuses engines that a
// repeatable book must not have, and writes the engines' names into the plan.
func tryEngines(ctx context.Context, p *plan) error {
	s, err := sit(p)
	if err != nil {
		return err
	}
	defer s.stand()
	low, _ := p.options.Depth.bounds()
	lines := p.linesMost()
	names := make([]string, len(p.sides))
	for player := range p.sides {
		e := s.engines[player]
		names[player] = e.Name()
		usual := p.roster.limits(player, low, p.options.TopK, false)
		cheap := p.roster.limits(player, 1, lines, p.options.Breadth != nil)
		err := boundDepth(e, p.options.Depth.greatest(), &p.deepest)
		if err == nil {
			err = tryEngine(ctx, p, e, usual, cheap)
		}
		if err != nil {
			return fmt.Errorf("players[%d]: %w", player, err)
		}
	}
	p.names = string(mustJSON(names))
	r := p.options.Reevaluate
	if r == nil {
		return nil
	}
	e, err := p.roster.engine(Judge)
	if err == nil {
		defer e.Close()
		err = boundDepth(e, r.Depth, new(engine.DepthMax))
	}
	if err == nil {
		err = tryEngine(ctx, p, e, p.roster.limits(Judge, p.freshDepth(0), r.Lines, true), p.roster.limits(Judge, 1, r.Lines, true))
	}
	if err != nil {
		return fmt.Errorf("reevaluate.engine: %w", err)
	}
	return nil
}

// boundDepth refuses an engine that cannot look so far ahead, and lowers deepest to what
// it can.
func boundDepth(e engine.Engine, depth int, deepest *int) error {
	b, ok := e.(engine.Bounded)
	if !ok {
		return nil
	}
	if depth > b.DepthBound() {
		return fmt.Errorf("%w: depth is up to %d, expected at most %d, as far as %s looks ahead", engine.ErrLimits, depth, b.DepthBound(), e.Name())
	}
	*deepest = min(*deepest, b.DepthBound())
	return nil
}

// tryEngine refuses an engine whose results differ from run to run with the usual
// limits, unless the job need not be repeatable; then it has the engine search the
// first initial position at which the game goes on, with cheap limits.
func tryEngine(ctx context.Context, p *plan, e engine.Engine, usual, cheap engine.Limits) error {
	if p.options.Repeatable && !e.Repeatable(usual) {
		return fmt.Errorf("%w: %s with these limits may give another result every time; expected a built-in engine with one worker, limited by depth or nodes, or repeatable false",
			ErrNotRepeatable, e.Name())
	}
	for _, position := range p.initials {
		b, err := p.board(position)
		if err != nil {
			return err
		}
		for game.ChanceMoves(b) {
			if _, over := b.Outcome(); over {
				break
			}
			b.Play(draw(b, rng.New(p.job.Seed)))
		}
		if _, over := b.Outcome(); over {
			continue
		}
		if _, err = weigh(ctx, e, b, cheap); ctx.Err() != nil {
			return nil // the job itself reports it
		}
		return err
	}
	return nil
}
