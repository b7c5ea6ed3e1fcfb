package generate

import (
	"bytes"
	"fmt"
	"math"
	"reflect"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
)

// check says which option is bad. What depends on the game (players, preset,
// positions) is checked where the game is known, in newPlan.
func (o Options) check() error {
	if err := options.Check(&o); err != nil {
		return options.Wrap(book.ErrOptions, err)
	}
	if _, err := game.Lookup(o.Game); err != nil {
		return err
	}
	for _, part := range []func() error{o.checkDistance, o.Depth.check, o.checkSingle, o.checkBreadth, o.Breadth.check, o.Balance.check, o.checkRepeats} {
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
		return bad("distance", *d, fmt.Sprintf("1 to max_plies (%d), the least first", o.MaxPlies))
	}
	return nil
}

// checkBreadth refuses options that have no effect with breadth.
func (o Options) checkBreadth() error {
	usual := DefaultOptions()
	switch {
	case o.Breadth == nil:
		return nil
	case o.Games != usual.Games:
		return bad("games", fmt.Sprintf("%d with breadth", o.Games), "games without breadth, or breadth alone: it plays each initial position out once")
	case o.MaxPlies != usual.MaxPlies && !o.Breadth.best():
		return bad("max_plies", fmt.Sprintf("%d with breadth", o.MaxPlies), "max_plies without breadth, or breadth.plies to say it")
	case o.TopK != usual.TopK:
		return bad("top_k", fmt.Sprintf("%d with breadth", o.TopK), "top_k without breadth, or breadth.width to say it")
	case o.MaxLoss == nil:
		return bad("max_loss", "null with breadth", "max_loss without breadth, or breadth.max_loss")
	case *o.MaxLoss != *usual.MaxLoss:
		return bad("max_loss", fmt.Sprintf("%d with breadth", *o.MaxLoss), "max_loss without breadth, or breadth.max_loss")
	case !reflect.DeepEqual(o.Stop, usual.Stop) && o.Stop != (Stop{}):
		return bad("stop", "set with breadth", "stop without breadth, or breadth alone: its lines end by the rules or after breadth.plies")
	}
	return nil
}

// checkSingle refuses depths that are always the same, or nearly so: the method needs
// two [12].
func (o Options) checkSingle() error {
	only, share := o.Depth.likeliest()
	if share <= sameMost || o.AllowSingleDepth {
		return nil
	}
	given := fmt.Sprintf("always %d", only)
	if share < 1 {
		given = fmt.Sprintf("%d in %.6g %% of the draws", only, 100*share)
	}
	return bad("depth", given, "at least two depths, none of them in over 99 % of the draws, or allow_single_depth true")
}

// checkRepeats refuses games that would only repeat others: with one move to choose from
// and depths that last for a game, a game depends on its depths alone. The others would
// take their time, and all of their positions would be dropped as duplicates.
func (o Options) checkRepeats() error {
	different, ok := o.different()
	if !ok || o.Games <= different {
		return nil
	}
	return bad("games", o.Games, fmt.Sprintf("at most %d, as there are no more different games from a position with top_k 1 and depth.scope %q; or top_k over 1, or depth.scope %q with several depths",
		different, o.Depth.Scope, ScopePly))
}

// different is how many different games can be played from a position; ok is false where
// there is no such number, or it is beyond counting.
func (o Options) different() (n int, ok bool) {
	if o.Breadth != nil || o.TopK > 1 || !o.Repeatable {
		return 0, false
	}
	if b := o.Balance; b != nil && b.Rank != nil && (b.Rank.Weaker[0] < b.Rank.Weaker[1] || b.Rank.Stronger[0] < b.Rank.Stronger[1]) {
		return 0, false
	}
	n = o.Depth.kinds()
	switch v, err := game.Lookup(o.Game); {
	case err != nil || n > 1 && o.Depth.Scope == ScopePly:
		return 0, false
	case o.Depth.Scope == ScopePlayer:
		sides, err := v.Players(o.Rules)
		if err != nil {
			return 0, false // newPlan says what is wrong
		}
		n = int(math.Pow(float64(n), float64(len(sides))))
	}
	if v, err := game.Lookup(o.Game); err == nil && v.Lot != nil {
		if _, starts, err := v.Lot(o.Rules); err == nil {
			n *= max(1, len(starts))
		}
	}
	if o.Distance != nil {
		n *= o.Distance.Max - o.Distance.Min + 1
	}
	return n, true
}

func (d Depth) check() error {
	if low, high := d.bounds(); low > high {
		return bad("depth.max", high, fmt.Sprintf("depth.min (%d) or more", low))
	}
	switch d.Distribution {
	case DistributionNormal:
		err := options.Within("depth.mean", d.Mean, "1..100")
		if err == nil {
			err = options.Within("depth.sd", d.SD, "0..100")
		}
		return options.Wrap(book.ErrOptions, err)
	case DistributionUniform:
		if d.Min == 0 || d.Max == 0 {
			return bad("depth.min and depth.max", fmt.Sprintf("%d and %d", d.Min, d.Max), "both, with a uniform distribution")
		}
		return nil
	}
	return d.checkList()
}

func (d Depth) checkList() error {
	if len(d.Depths) == 0 {
		return bad("depth.depths", "empty", "a list of depths")
	}
	if len(d.Weights) == 0 {
		return nil
	}
	if len(d.Weights) != len(d.Depths) {
		return bad("depth.weights", fmt.Sprintf("a list of %d", len(d.Weights)), fmt.Sprintf("as many as depths (%d)", len(d.Depths)))
	}
	sum := 0.0
	for _, w := range d.Weights {
		sum += w
	}
	if !(sum > 0) || math.IsInf(sum, 0) {
		return bad("depth.weights", d.Weights, "a sum over 0")
	}
	return nil
}

func (b *Breadth) check() error {
	if b == nil {
		return nil
	}
	usual := DefaultBreadth()
	switch {
	case !b.best() && b.Positions != usual.Positions:
		return bad("breadth.positions", fmt.Sprintf("%d with order %q", b.Positions, b.Order), `order "score" or "visits"`)
	case b.Order != OrderScore && b.PlyLoss != usual.PlyLoss:
		return bad("breadth.ply_loss", fmt.Sprintf("%d with order %q", b.PlyLoss, b.Order), `order "score"`)
	case b.best() && b.Plies != usual.Plies:
		return bad("breadth.plies", fmt.Sprintf("%d with order %q", b.Plies, b.Order), "breadth.positions to say when the tree ends, or max_plies")
	case b.best() && b.lines() > int64(b.Cap):
		return bad("breadth.positions", fmt.Sprintf("%d, which can give %d lines", b.Positions, b.lines()), fmt.Sprintf("at most breadth.cap (%d) lines", b.Cap))
	case b.best():
		return nil
	}
	if lines := math.Pow(float64(b.Width), float64(b.Plies)); lines > float64(b.Cap) {
		return bad("breadth", fmt.Sprintf("%d^%d = %.0f lines", b.Width, b.Plies, lines), fmt.Sprintf("at most breadth.cap (%d)", b.Cap))
	}
	return nil
}

func (b *Balance) check() error {
	switch {
	case b == nil:
		return nil
	case b.Threshold == nil && b.Ratio == nil:
		return bad("balance.threshold", "null", "a threshold or a ratio")
	case b.Ratio != nil && math.IsInf(*b.Ratio, 0):
		return bad("balance.ratio", *b.Ratio, "over 1")
	case b.Ratio != nil && b.Evaluator != EvaluatorTerms:
		return bad("balance.ratio", *b.Ratio, `evaluator "terms": halves of a score have no ratio`)
	case b.holds() && (b.Band[0] < 1 || b.Band[1] < b.Band[0] || b.Band[1] > book.Mate-book.MatePlies):
		return bad("balance.band", b.Band, fmt.Sprintf("two leads from 1 to %d, the least first", book.Mate-book.MatePlies))
	case b.Depth == AdjustOff && b.Rank == nil:
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
		return bad("balance.rank.stronger", r.Stronger, fmt.Sprintf("a middle after that of weaker [%d,%d]", r.Weaker[0], r.Weaker[1]))
	}
	return nil
}

// ParseOptions reads a JSON object of the fields of Options over the defaults.
// An unknown key, or a value of the wrong type or out of range, is book.ErrOptions,
// with the path of the key and what was expected.
func ParseOptions(text []byte) (Options, error) {
	o := DefaultOptions()
	if len(bytes.TrimSpace(text)) == 0 {
		return o, nil
	}
	if err := options.Fill(text, &o); err != nil {
		return DefaultOptions(), options.Wrap(book.ErrOptions, err)
	}
	return o, o.check()
}
