package generate

import (
	"context"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
)

// judge searches one position afresh, from its text alone. Where the text's counters end
// the game, nothing is found.
func judge(ctx context.Context, p *plan, e engine.Engine, fen string, depth int) (book.Evaluation, error) {
	b, err := p.job.Board(fen, true)
	if err != nil {
		return book.Evaluation{}, err
	}
	if _, over := b.Outcome(); over {
		return p.job.Verdict(b), nil
	}
	t, err := weigh(ctx, e, b, p.roster.limits(Judge, depth, p.options.Reevaluate.Lines, true))
	if err != nil {
		return book.Evaluation{}, err
	}
	weighed, result := weights(b, t.list), &t.result
	name, candidates := e.Name(), string(mustJSON(weighed))
	found := book.Evaluation{Best: &weighed[0].Move, Depth: &result.Depth, Nodes: &result.Nodes, Engine: &name, Candidates: &candidates}
	if proven := t.proven(); proven != "" {
		found.Proven, found.Proof = &proven, new(t.proof())
	}
	if result.Scored {
		found.Score = &t.list[0].score
	} else {
		found.WinRate = &t.list[0].winRate
	}
	return found, nil
}

// Scores in a book mean the same as those of engines.
var _ = [1]struct{}{}[book.Mate-engine.Mate+book.MatePlies-engine.MatePlies]
