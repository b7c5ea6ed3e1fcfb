package engine

import (
	"context"
	"fmt"
	"slices"
	"time"

	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/fixeddepth"
	"qikit.dev/qikit/internal/keyposition"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/surakarta"
)

// tableSlots is the size of the table of static evaluations, of 16 bytes each.
const tableSlots = 1 << 20

// steppedStrategy is one of the strategies of the Surakarta document
// (CN106022479A) [118].
type steppedStrategy struct {
	name   string
	steps  fixeddepth.Steps
	shared bool // the workers share the search; otherwise there is one
	keyed  bool // it values by key positions, for the side at the root and its role
}

// surakartaStrategies make the document's strategies: 102 to 105 find what 101
// finds, faster; 106 searches as 105 does with its own evaluation.
func surakartaStrategies() map[string]maker {
	whole := fixeddepth.Steps{Order: true, Table: tableSlots, Window: true}
	makers := map[string]maker{}
	for _, s := range []steppedStrategy{
		{name: "101"},
		{name: "102", steps: fixeddepth.Steps{Order: true}},
		{name: "103", steps: fixeddepth.Steps{Order: true, Table: tableSlots}},
		{name: "104", steps: whole},
		{name: "105", steps: whole, shared: true},
		{name: "106", steps: whole, shared: true, keyed: true},
	} {
		makers[s.name] = func(k *knowledge, o Options) (Engine, error) { return newStepped(s, k, o) }
	}
	return makers
}

// stepped is a Surakarta engine that searches as one of the document's strategies
// does: full width to a fixed depth, under the basic rules, with no end by repetition
// or by count inside the tree. What it calls proven holds under the board's own rules.
type stepped struct {
	explainer
	gate
	strategy steppedStrategy
	values   *keyposition.Values
	search   *fixeddepth.Search[game.Move]
}

// newStepped refuses options that would weaken a strategy or give it knowledge that
// the document does not. The table has the document's kind and size, whatever
// table_mb says, and the seed draws nothing.
func newStepped(s steppedStrategy, k *knowledge, o Options) (Engine, error) {
	who := fmt.Sprintf("strategy %s of %s", s.name, k.game)
	if o.Level != LevelMax {
		return nil, fmt.Errorf("%w: %s at level %d", ErrUnsupported, who, o.Level)
	}
	if err := o.refuse(who, "tables", "net", "book", "evaluator"); err != nil {
		return nil, err
	}
	s.steps.Threads = 1
	if s.shared {
		s.steps.Threads = o.Workers
	}
	values := o.keyValues()
	own := *k
	own.evaluation = surakartaEvaluation(values)
	e := &stepped{explainer: explainer{know: &own}, strategy: s, values: values, search: fixeddepth.New[game.Move](s.steps)}
	e.gate = newGate(k.game, e)
	return e, nil
}

// keyValues are the values that the options give to the strategies' evaluations.
func (o Options) keyValues() *keyposition.Values {
	return &keyposition.Values{
		Piece: o.PieceValue, Points: o.PointValues,
		Weights: [2][2][4]int{
			keyposition.Front: {o.WeightsFront, o.WeightsFrontEndgame},
			keyposition.Back:  {o.WeightsBack, o.WeightsBackEndgame},
		},
	}
}

// refuseKeyValues is ErrUnsupported when the options change an evaluation that the
// engine does not search by.
func (o Options) refuseKeyValues(k *knowledge) error {
	if k.keyValues && o.Kind == "alphabeta" && k.strategies[o.Strategy] != nil {
		return nil
	}
	d := DefaultOptions()
	for _, v := range []struct {
		name    string
		changed bool
	}{
		{"piece_value", o.PieceValue != d.PieceValue},
		{"point_values", o.PointValues != d.PointValues},
		{"weights_front", o.WeightsFront != d.WeightsFront},
		{"weights_front_endgame", o.WeightsFrontEndgame != d.WeightsFrontEndgame},
		{"weights_back", o.WeightsBack != d.WeightsBack},
		{"weights_back_endgame", o.WeightsBackEndgame != d.WeightsBackEndgame},
	} {
		if v.changed {
			return fmt.Errorf("%w: %s for %s with strategy %q, expected surakarta with one of 101 to 106", ErrUnsupported, v.name, k.game, o.Strategy)
		}
	}
	return nil
}

func (e *stepped) Name() string { return "strategy " + e.strategy.name }

// Repeatable is true with a limit by depth, whatever the number of workers: the
// value and the move do not depend on who searched what.
func (e *stepped) Repeatable(l Limits) bool { return l.Depth != NoLimit && !l.timed() }

// DepthBound is the most plies that the strategies look ahead.
func (e *stepped) DepthBound() int { return fixeddepth.DepthMax }

// think looks Depth plies ahead, or, with a time only, one ply further each
// time until it is over. Nodes and Visits are ErrLimits.
func (e *stepped) think(ctx context.Context, b game.Board, l Limits) (Result, error) {
	if l.Nodes != NoLimit || l.Visits != NoLimit || l.Depth > fixeddepth.DepthMax {
		return Result{}, fmt.Errorf("%w: %s takes a depth of 1 to %d and a time", ErrLimits, e.Name(), fixeddepth.DepthMax)
	}
	if _, over := b.Outcome(); over {
		return Result{Scored: true, WinRate: 0.5}, context.Cause(ctx)
	}
	return e.deepen(ctx, b.(*surakarta.Board), l)
}

func (e *stepped) deepen(ctx context.Context, board *surakarta.Board, l Limits) (Result, error) {
	start := time.Now()
	inTime := ctx
	if l.Time != NoLimit {
		var cancel context.CancelFunc
		inTime, cancel = context.WithTimeout(ctx, l.Time)
		defer cancel()
	}
	first, last := 1, fixeddepth.DepthMax
	if l.Depth != NoLimit {
		last = l.Depth
		if l.Time == NoLimit {
			first = l.Depth
		}
	}
	var out Result
	for depth := first; depth <= last; depth++ {
		roots := make([]fixeddepth.Game[game.Move], e.strategy.steps.Threads)
		for i := range roots {
			roots[i] = e.show(board)
		}
		r, err := e.search.Run(inTime, roots, depth, l.Lines)
		out.Nodes += r.Nodes
		out.Time = time.Since(start)
		// A pass that was cut short counts only when there is no other.
		if len(r.Lines) > 0 && (err == nil || out.Best == game.NoMove) {
			e.report(&out, board, r, depth)
			if l.Progress != nil {
				l.Progress(out)
			}
		}
		open := func(line fixeddepth.Line[game.Move]) bool {
			_, ended := endIn(line.Value)
			return !ended
		}
		if err != nil || !slices.ContainsFunc(r.Lines, open) {
			break // a deeper search finds the same ends
		}
	}
	if out.Best == game.NoMove {
		// Not one root move was searched to its end: any legal move is better
		// than none.
		moves := board.Moves(nil)
		out.Best, out.Scored, out.WinRate = moves[0], true, 0.5
	}
	return out, context.Cause(ctx)
}

// report turns a finished pass into the engine's result.
func (e *stepped) report(out *Result, b *surakarta.Board, r fixeddepth.Result[game.Move], depth int) {
	out.Lines = nil
	for i, found := range r.Lines {
		line := Line{Moves: slices.Clone(found.Moves), Depth: depth}
		var proven bool
		line.Score, proven = e.score(b, found, i == 0)
		line.WinRate = e.know.winRate(line.Score)
		out.Lines = append(out.Lines, line)
		if i > 0 {
			continue
		}
		out.Best, out.Depth, out.Scored = found.Moves[0], depth, true
		out.Score, out.WinRate = line.Score, line.WinRate
		out.Proven, out.Plies = "", 0
		if proven {
			out.prove(line.Score)
		}
	}
}

// score is a line's score, and whether it is proven. An end that holds under the basic
// rules only is scored as one claimed by rule. The best line loses only when every
// move does, any other one when its move does.
func (e *stepped) score(b *surakarta.Board, line fixeddepth.Line[game.Move], best bool) (score int, proven bool) {
	plies, ended := endIn(line.Value)
	switch {
	case !ended && e.strategy.keyed:
		return unproven(line.Value / keyPieceScale), false
	case !ended:
		return unproven(line.Value), false
	}
	score = alphabeta.Claim - plies
	if proven = forces(b, line.Moves[0], plies, best); proven {
		score = Mate - plies
	}
	if line.Value < 0 {
		score = -score
	}
	return score, proven
}

// unproven keeps a static value below those of ends, which large weights could reach.
func unproven(value int) int {
	const most = alphabeta.Claim - fixeddepth.DepthMax - 1
	return max(-most, min(value, most))
}

// endIn is the number of plies to the end of the game, if the value tells.
func endIn(value int) (plies int, ok bool) {
	plies = fixeddepth.Win - max(value, -value)
	return plies, plies <= fixeddepth.DepthMax
}

// forces says whether an end that the search sees after so many plies is forced
// under the board's own rules, too: they may end the game before, by count or by
// a position that was played already. The end comes after the move m; a loss with
// whatever is a loss after every other move, too.
func forces(b *surakarta.Board, m game.Move, plies int, whatever bool) bool {
	w := forced{board: b.Clone(), winner: b.Side(), left: forcedMost}
	if plies%2 == 0 {
		w.winner = b.Side().Other()
		if whatever {
			return w.wins(plies)
		}
	}
	w.board.Play(m)
	return w.wins(plies - 1)
}

// forced walks the game tree under the board's own rules.
type forced struct {
	board  *surakarta.Board
	winner surakarta.Side
	left   int // positions to look at before giving up
}

// forcedMost bounds the walk to some milliseconds; an end in six plies
// takes a fraction of one.
const forcedMost = 1 << 16

// wins says whether the winner wins within so many plies.
func (w *forced) wins(plies int) bool {
	if w.left--; w.left < 0 {
		return false
	}
	if o, over := w.board.Outcome(); over || plies == 0 {
		return over && o.Winner == int(w.winner)
	}
	own := w.board.Side() == w.winner
	var room [256]game.Move
	for _, m := range w.board.Moves(room[:0]) {
		w.board.Play(m)
		wins := w.wins(plies - 1)
		w.board.Undo()
		if wins == own {
			return own
		}
	}
	return !own
}

// keyPieceScale brings the values of strategy 106, where a piece is 400 before
// the endgame, to a hundred a piece.
const keyPieceScale = 4

func (e *stepped) forget() error {
	e.search.Clear()
	return nil
}

func (e *stepped) end() error { return nil }
