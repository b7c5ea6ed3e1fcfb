package book

import (
	"fmt"
	"math"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// bad is an ErrOptions about the value of a key.
func bad(key string, value any, expected string) error {
	return fmt.Errorf("%w: %s is %v, expected %s", ErrOptions, key, value, expected)
}

// span is a whole number that must lie between two bounds.
type span struct {
	key              string
	value, low, high int
}

func checkSpans(spans ...span) error {
	for _, s := range spans {
		if s.value < s.low || s.value > s.high {
			return bad(s.key, s.value, fmt.Sprintf("%d to %d", s.low, s.high))
		}
	}
	return nil
}

func checkWord(key, value string, words ...string) error {
	for _, w := range words {
		if value == w {
			return nil
		}
	}
	return bad(key, fmt.Sprintf("%q", value), fmt.Sprintf("one of %q", words))
}

// check says which option is bad. What depends on the game (players, preset,
// positions) is checked where the game is known, in newJob.
func (o Options) check() error {
	if o.Game == "" {
		return bad("game", "empty", "the name of a game")
	}
	if _, err := game.Lookup(o.Game); err != nil {
		return err
	}
	if o.Out == "" {
		return bad("out", "empty", "the path of the book file")
	}
	if err := checkSpans(
		span{"games", o.Games, 1, 1e9},
		span{"max_plies", o.MaxPlies, 1, 10000},
		span{"top_k", o.TopK, 1, 256},
		span{"workers", o.Workers, 1, 1024},
	); err != nil {
		return err
	}
	if o.MaxLoss != nil && *o.MaxLoss < 0 {
		return bad("max_loss", *o.MaxLoss, "0 or more, or null for any")
	}
	if err := checkWord("record", o.Record, RecordAll, RecordEnd); err != nil {
		return err
	}
	for _, part := range []func() error{o.checkDistance, o.Depth.check, o.checkSingle, o.checkBreadth, o.Breadth.check, o.Balance.check, o.Stop.check, o.Reevaluate.check} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

func (o Options) checkDistance() error {
	d := o.Distance
	switch {
	case d == nil:
		return nil
	case o.Record != RecordEnd:
		return bad("distance", fmt.Sprintf("set with record %q", o.Record), `record "end"`)
	case o.Breadth != nil:
		return bad("distance", "set with breadth", "breadth.plies to say it")
	case d.Min < 1 || d.Max < d.Min || d.Max > o.MaxPlies:
		return bad("distance", fmt.Sprintf("[%d, %d]", d.Min, d.Max), fmt.Sprintf("1 to max_plies (%d), the least first", o.MaxPlies))
	}
	return nil
}

// checkBreadth refuses what breadth says otherwise.
func (o Options) checkBreadth() error {
	usual := DefaultOptions()
	switch {
	case o.Breadth == nil:
		return nil
	case o.Games != usual.Games:
		return bad("games", fmt.Sprintf("%d with breadth", o.Games), "games without breadth, or breadth alone: it plays each initial position out once")
	case o.MaxPlies != usual.MaxPlies:
		return bad("max_plies", fmt.Sprintf("%d with breadth", o.MaxPlies), "max_plies without breadth, or breadth.plies to say it")
	case o.TopK != usual.TopK:
		return bad("top_k", fmt.Sprintf("%d with breadth", o.TopK), "top_k without breadth, or breadth.width to say it")
	case o.MaxLoss == nil:
		return bad("max_loss", "null with breadth", "max_loss without breadth, or breadth alone: it plays the best moves whatever they lose")
	case *o.MaxLoss != *usual.MaxLoss:
		return bad("max_loss", fmt.Sprintf("%d with breadth", *o.MaxLoss), "max_loss without breadth, or breadth alone: it plays the best moves whatever they lose")
	case o.Stop != usual.Stop:
		return bad("stop", "set with breadth", "stop without breadth, or breadth alone: its lines end by the rules or after breadth.plies")
	}
	return nil
}

// checkSingle enforces the two depths that the method is about [12].
func (o Options) checkSingle() error {
	if only, single := o.Depth.single(); single && !o.AllowSingleDepth {
		return bad("depth", fmt.Sprintf("always %d", only), "at least two depths, or allow_single_depth true")
	}
	return nil
}

func (d Depth) check() error {
	if err := checkWord("depth.scope", d.Scope, ScopePly, ScopePlayer, ScopeGame); err != nil {
		return err
	}
	if err := checkSpans(span{"depth.min", d.Min, 0, engine.DepthMax}, span{"depth.max", d.Max, 0, engine.DepthMax}); err != nil {
		return err
	}
	if low, high := d.bounds(); low > high {
		return bad("depth.max", high, fmt.Sprintf("depth.min (%d) or more", low))
	}
	switch d.Distribution {
	case DistributionNormal:
		if !(d.Mean >= 1 && d.Mean <= engine.DepthMax) {
			return bad("depth.mean", d.Mean, fmt.Sprintf("1 to %d", engine.DepthMax))
		}
		if !(d.SD >= 0 && d.SD <= engine.DepthMax) {
			return bad("depth.sd", d.SD, fmt.Sprintf("0 to %d", engine.DepthMax))
		}
		return nil
	case DistributionUniform:
		if d.Min == 0 || d.Max == 0 {
			return bad("depth.min and depth.max", fmt.Sprintf("%d and %d", d.Min, d.Max), "both, with a uniform distribution")
		}
		return nil
	case DistributionList:
		return d.checkList()
	}
	return checkWord("depth.distribution", d.Distribution, DistributionNormal, DistributionUniform, DistributionList)
}

func (d Depth) checkList() error {
	if len(d.Depths) == 0 {
		return bad("depth.depths", "empty", "a list of depths")
	}
	for i, depth := range d.Depths {
		if err := checkSpans(span{fmt.Sprintf("depth.depths[%d]", i), depth, 1, engine.DepthMax}); err != nil {
			return err
		}
	}
	if len(d.Weights) == 0 {
		return nil
	}
	if len(d.Weights) != len(d.Depths) {
		return bad("depth.weights", fmt.Sprintf("a list of %d", len(d.Weights)), fmt.Sprintf("as many as depths (%d)", len(d.Depths)))
	}
	sum := 0.0
	for i, w := range d.Weights {
		if !(w >= 0) || math.IsInf(w, 0) {
			return bad(fmt.Sprintf("depth.weights[%d]", i), w, "0 or more")
		}
		sum += w
	}
	if !(sum > 0) || math.IsInf(sum, 0) {
		return bad("depth.weights", sum, "a sum over 0")
	}
	return nil
}

func (b *Breadth) check() error {
	if b == nil {
		return nil
	}
	if err := checkSpans(
		span{"breadth.width", b.Width, 2, 256},
		span{"breadth.plies", b.Plies, 1, 100},
		span{"breadth.cap", b.Cap, 1, 1e9},
	); err != nil {
		return err
	}
	if lines := math.Pow(float64(b.Width), float64(b.Plies)); lines > float64(b.Cap) {
		return bad("breadth", fmt.Sprintf("%d^%d = %.0f lines", b.Width, b.Plies, lines), fmt.Sprintf("at most breadth.cap (%d)", b.Cap))
	}
	return nil
}

func (b *Balance) check() error {
	if b == nil {
		return nil
	}
	if err := checkSpans(
		span{"balance.every", b.Every, 1, 10000},
		span{"balance.step", b.Step, 1, engine.DepthMax},
		span{"balance.max", b.Max, 1, engine.DepthMax},
	); err != nil {
		return err
	}
	if err := checkWord("balance.evaluator", b.Evaluator, EvaluatorTerms, EvaluatorSearch, EvaluatorNNUE); err != nil {
		return err
	}
	if b.Evaluator == EvaluatorNNUE {
		return fmt.Errorf("balance.evaluator %q: %w: no network of that kind yet", EvaluatorNNUE, engine.ErrUnsupported)
	}
	if err := checkWord("balance.combine", b.Combine, "any", "all"); err != nil {
		return err
	}
	if err := checkWord("balance.depth", b.Depth, depthBoth, depthRaise, depthLower, depthOff); err != nil {
		return err
	}
	switch {
	case b.Threshold == nil && b.Ratio == nil:
		return bad("balance.threshold", "null", "a threshold or a ratio")
	case b.Threshold != nil && *b.Threshold < 1:
		return bad("balance.threshold", *b.Threshold, "over 0")
	case b.Ratio != nil && !(*b.Ratio > 1 && *b.Ratio <= math.MaxFloat64):
		return bad("balance.ratio", *b.Ratio, "over 1")
	case b.Ratio != nil && b.Evaluator == EvaluatorSearch:
		return bad("balance.ratio", *b.Ratio, `evaluator "terms": halves of a score have no ratio`)
	case b.Depth == depthOff && b.Rank == nil:
		return bad("balance.depth", `"off"`, "depth or rank to be adjusted")
	}
	return b.Rank.check()
}

func (r *Rank) check() error {
	if r == nil {
		return nil
	}
	for _, side := range []struct {
		key  string
		ends [2]int
	}{{"balance.rank.weaker", r.Weaker}, {"balance.rank.stronger", r.Stronger}} {
		if side.ends[0] < 1 || side.ends[1] < side.ends[0] || side.ends[1] > 256 {
			return bad(side.key, side.ends, "two ranks from 1 to 256, the better one first")
		}
	}
	if r.Weaker[0]+r.Weaker[1] >= r.Stronger[0]+r.Stronger[1] {
		return bad("balance.rank.stronger", r.Stronger, fmt.Sprintf("a middle after that of weaker %v", r.Weaker))
	}
	return nil
}

func (s Stop) check() error {
	if s.Win != nil {
		if err := checkSpans(span{"stop.win.score", s.Win.Score, 1, engine.Mate}, span{"stop.win.plies", s.Win.Plies, 1, 10000}); err != nil {
			return err
		}
	}
	if s.Draw != nil {
		return checkSpans(span{"stop.draw.score", s.Draw.Score, 0, engine.Mate}, span{"stop.draw.plies", s.Draw.Plies, 1, 10000},
			span{"stop.draw.after", s.Draw.After, 0, 10000})
	}
	return nil
}

func (r *Reevaluate) check() error {
	if r == nil {
		return nil
	}
	return checkSpans(span{"reevaluate.depth", r.Depth, 1, engine.DepthMax}, span{"reevaluate.lines", r.Lines, 1, 256})
}
