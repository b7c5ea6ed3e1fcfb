package engine

import (
	"context"
	"fmt"

	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/internal/tables"
	"qikit.dev/qikit/lib/surakarta"
)

// buildSurakarta builds the tables that newSurakartaTables reads.
func buildSurakarta(ctx context.Context, folder string, o TableOptions, progress func(done, total int)) error {
	rules, err := tables.RulesNamed(o.RuleSet)
	if err != nil {
		return options.Wrap(ErrOptions, err)
	}
	largest, err := tables.ParsePieces(o.Largest)
	if err != nil {
		return options.Wrap(ErrOptions, options.Wrong("largest", o.Largest, fmt.Sprintf("two numbers from 1 to %d such as 4v3", tables.Most)))
	}
	return tables.Build(ctx, folder, tables.BuildOptions{Rules: rules, Largest: largest, Workers: o.Workers}, progress)
}

// surakartaTables are an analyst's endgame tables. Inside a search they are asked
// only right after a capture: there the counter is 0 and no position has been played
// before, so that their results hold under the rules.
type surakartaTables struct {
	sets [2]*tables.Set // by tables.Rules; nil for a player that is held back
	bad  error          // what could not be read from the folder, until it is reported

	set  *tables.Set // the tables for the current board; nil when there are none
	root int         // ply of the root
	keep int         // what no move from the root may give away, see below
	kept bool        // keep is set: the root is in a table of values only
}

// newSurakartaTables reads the tables of both rule sets, so that no search
// waits for them.
func newSurakartaTables(o Options) *surakartaTables {
	t := &surakartaTables{}
	if o.Level != LevelMax {
		return t
	}
	for _, r := range []tables.Rules{tables.Basic, tables.Olympiad} {
		if t.sets[r] = tables.Embedded(r); o.Tables == "" {
			continue
		}
		var err error
		if t.sets[r], err = tables.Open(o.Tables, r); err != nil && t.bad == nil {
			t.bad = fmt.Errorf("endgame tables are left out: %w", err)
		}
	}
	return t
}

// serving is the set whose values hold under a board's rules; nil for none. The
// tables suppose that every end counts as in the rule set, that endless play comes to
// such an end, and that a limit of plies without capture is no shorter than any way
// to a result.
func (t *surakartaTables) serving(o surakarta.Options) *tables.Set {
	r, err := tables.RulesNamed(o.RuleSet)
	if err != nil || o.StartBlocks || t.sets[r] == nil {
		return nil
	}
	set := t.sets[r]
	if usual, err := surakarta.RulesOf(o.RuleSet); err != nil || o.NoMoveEnd != usual.NoMoveEnd ||
		o.Repetition != 0 && o.RepetitionEnd != usual.RepetitionEnd || o.NoCapture != surakarta.NoLimit && o.NoCaptureEnd != usual.NoCaptureEnd {
		return nil
	}
	switch r {
	case tables.Basic:
		if o.NoCapture != surakarta.NoLimit || o.Repetition == 0 {
			return nil
		}
	case tables.Olympiad:
		if o.NoCapture == surakarta.NoLimit && o.Repetition == 0 || o.NoCapture != surakarta.NoLimit && o.NoCapture < set.Longest() {
			return nil
		}
	}
	return set
}

// at makes b the root of a search.
func (t *surakartaTables) at(b *surakarta.Board) {
	t.set, t.root, t.kept = t.serving(b.Rules()), b.Ply(), false
	if t.set == nil {
		return
	}
	if r, ok := probe(t.set, b); ok && r.Plies == tables.Unknown && certain(t.set, b, r) {
		t.keep, t.kept = r.Value, true
	}
}

// probe looks the position up, for the side to move.
func probe(set *tables.Set, b *surakarta.Board) (r tables.Result, ok bool) {
	side := b.Side()
	own, enemy := b.Count(side), b.Count(side.Other())
	if own+enemy > set.Most() || !set.Has(own, enemy) {
		return tables.Result{}, false
	}
	return set.Probe(b.Pieces(side), b.Pieces(side.Other()))
}

// verdict is what the tables say of a node that is not over by the rules. A root in a
// table of values is searched, because such a table shows no way; but what a move
// gives away is known at once.
func (t *surakartaTables) verdict(b *surakarta.Board) (over bool, score int) {
	if t.set == nil || b.Ply() == t.root {
		return false, 0
	}
	first := t.kept && b.Ply() == t.root+1
	if b.Quiet() != 0 && !first {
		return false, 0
	}
	r, ok := probe(t.set, b)
	switch {
	case ok && first && -r.Value < t.keep:
		return true, alphabeta.Claim // worse than anything that keeps the value
	case !ok || b.Quiet() != 0:
		return false, 0
	}
	return true, tableScore(r)
}

// tableScore turns a result into a score of the search. An end in a known number of
// plies is proven; a win by endless play, or by an unknown way, counts as one claimed
// by rule.
func tableScore(r tables.Result) int {
	score := alphabeta.Claim - max(r.Plies, 0)
	if r.Ends && r.Plies != tables.Unknown {
		score = alphabeta.Mate - r.Plies
	}
	return r.Value * score
}

// endless is the result of endless play under the set's rules, for the side to move.
func endless(set *tables.Set, b *surakarta.Board) int {
	if set.Rules() == tables.Basic {
		return 0
	}
	own, enemy := b.Count(b.Side()), b.Count(b.Side().Other())
	return min(max(own-enemy, -1), 1)
}

// certain says whether a result holds on this board, with its counter and the
// moves that led to it. Where endless play gives the result it always does: all
// that counter and repetition can do is to end the game with it. Otherwise some
// side has to bring it about, before the limit and through no position that was
// played already.
func certain(set *tables.Set, b *surakarta.Board, r tables.Result) bool {
	if !r.Ends && (r.Plies == 0 || r.Value == endless(set, b)) || r.Ends && r.Plies == 0 {
		return true
	}
	plies := r.Plies
	if plies == tables.Unknown {
		plies = set.Longest()
	}
	o := b.Rules()
	inTime := o.NoCapture == surakarta.NoLimit || b.Quiet()+plies <= o.NoCapture
	past := playedBefore(b)
	if inTime && !onTheWay(set, past, b, r) {
		return true
	}
	if r.Plies == tables.Unknown {
		return false
	}
	w := way{set: set, board: b.Clone(), side: bringer(b, r), past: past, seen: map[uint64]int{}, left: wayMost}
	return w.holds(0)
}

// bringer is the side that has to bring a result about: the winner, or in a
// draw the side with fewer pieces.
func bringer(b *surakarta.Board, r tables.Result) surakarta.Side {
	side := b.Side()
	if r.Value > 0 || r.Value == 0 && b.Count(side) < b.Count(side.Other()) {
		return side
	}
	return side.Other()
}

// position is what a repetition repeats.
type position struct {
	pieces [2]uint64
	side   surakarta.Side
}

func positionOf(b *surakarta.Board) position {
	return position{[2]uint64{b.Pieces(surakarta.Black), b.Pieces(surakarta.White)}, b.Side()}
}

// playedBefore lists the positions since the last capture, this one left out:
// those that could be repeated. Without an end by repetition none matter.
func playedBefore(b *surakarta.Board) map[position]bool {
	if b.Quiet() == 0 || b.Rules().Repetition == 0 {
		return nil
	}
	past, back := map[position]bool{}, b.Clone()
	for back.Quiet() > 0 && back.Undo() {
		past[positionOf(back)] = true
	}
	return past
}

// onTheWay says whether a position of the past may come up again on the way to
// the result: one with the same result, or one better still for the side that
// brings it about, in fewer plies. On the way to an end there are ends only.
func onTheWay(set *tables.Set, past map[position]bool, b *surakarta.Board, r tables.Result) bool {
	if r.Plies == tables.Unknown {
		return len(past) > 0
	}
	side := bringer(b, r)
	worth := r.Value
	if side != b.Side() {
		worth = -worth
	}
	for p := range past {
		old, ok := set.Probe(p.pieces[p.side], p.pieces[p.side.Other()])
		value := old.Value
		if p.side != side {
			value = -value
		}
		if !ok || value >= worth && old.Plies < r.Plies && (old.Ends || !r.Ends) {
			return true
		}
	}
	return false
}

// way follows the best moves of the side that brings a result about, against every
// reply, up to the next capture.
type way struct {
	set   *tables.Set
	board *surakarta.Board
	side  surakarta.Side
	past  map[position]bool
	seen  map[uint64]int // by key: the greatest distance from the root at which it holds
	left  int            // positions to look at before giving up
}

// wayMost bounds the look to a fraction of a millisecond. Ways that need it are
// rare: a counter near its limit, or a position played before that is nearer to
// the end than this one.
const wayMost = 150

func (w *way) holds(ply int) bool {
	b := w.board
	r, ok := probe(w.set, b)
	switch {
	case ply > 0 && b.Quiet() == 0, r.Plies == 0:
		return true // from here on the table is right
	case !ok || w.left == 0 || ply > 0 && w.past[positionOf(b)]:
		return false
	case b.Rules().NoCapture != surakarta.NoLimit && b.Quiet() >= b.Rules().NoCapture:
		return false
	}
	if most, ok := w.seen[b.Key()]; ok && most >= ply {
		return true
	}
	w.left--
	moves := candidates(w.set, b)
	if b.Side() == w.side {
		moves = moves[:1]
	}
	for _, c := range moves {
		b.Play(c.move)
		holds := w.holds(ply + 1)
		b.Undo()
		if !holds {
			return false
		}
	}
	w.seen[b.Key()] = ply
	return true
}
