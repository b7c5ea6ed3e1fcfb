package engine

import (
	"fmt"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
)

// Evaluate is the static evaluation's named terms and "total", for the side to
// move; ErrUnsupported when the engine can not explain itself.
func Evaluate(e Engine, b game.Board) ([]Term, error) {
	v, ok := inner(e).(Evaluator)
	if !ok {
		return nil, fmt.Errorf("%w: %s has no static evaluation", ErrUnsupported, e.Name())
	}
	return v.Evaluate(b)
}

// EvaluateWith is Evaluate with a JSON object of options (empty: none).
// Surakarta takes "role", "front" or "back": whether the side to move moved
// first in the game; what the board's ply number says when it is left out. Other
// games take none: any is ErrOptions.
func EvaluateWith(e Engine, b game.Board, text []byte) ([]Term, error) {
	if v, ok := inner(e).(interface {
		evaluateWith(b game.Board, text []byte) ([]Term, error)
	}); ok {
		return v.evaluateWith(b, text)
	}
	if err := options.Read(text, &struct{}{}); err != nil {
		return nil, options.Wrap(ErrOptions, err)
	}
	return Evaluate(e, b)
}

// inner is the engine that searches for e, which may only stand before it (an
// engine with a book); such a one has a method Unwrap.
func inner(e Engine) Engine {
	for {
		w, ok := e.(interface{ Unwrap() Engine })
		if !ok {
			return e
		}
		e = w.Unwrap()
	}
}

// explainer is an analyst whose game has a static evaluation with named terms
// that each player has of its own.
type explainer interface {
	// explain returns each player's own terms, by index of the player.
	explain(b game.Board) [][]Term
}

// judge is an analyst whose terms are of another kind: they take options, or
// are no difference of what each player has.
type judge interface {
	terms(b game.Board, text []byte) ([]Term, error)
	players(b game.Board) []int
}

// Evaluate returns each term of the side to move less the other sides', and
// the total.
func (e *alphaBeta) Evaluate(b game.Board) ([]Term, error) { return e.evaluateWith(b, nil) }

func (e *alphaBeta) evaluateWith(b game.Board, text []byte) ([]Term, error) {
	a, err := e.asked(b)
	if err != nil {
		return nil, err
	}
	if j, ok := a.(judge); ok {
		return j.terms(b, text)
	}
	x, ok := a.(explainer)
	if !ok {
		return nil, e.unexplained()
	}
	if err := options.Read(text, &struct{}{}); err != nil {
		return nil, options.Wrap(ErrOptions, err)
	}
	own := x.explain(b)
	var terms []Term
	total := 0
	for i, t := range own[b.Turn()] {
		for player := range own {
			if player != b.Turn() {
				t.Value -= own[player][i].Value
			}
		}
		total += t.Value
		terms = append(terms, t)
	}
	return append(terms, Term{Name: "total", Value: total}), nil
}

// EvaluatePlayers returns the sum of each player's own terms.
func (e *alphaBeta) EvaluatePlayers(b game.Board) ([]int, error) {
	a, err := e.asked(b)
	if err != nil {
		return nil, err
	}
	if j, ok := a.(judge); ok {
		return j.players(b), nil
	}
	x, ok := a.(explainer)
	if !ok {
		return nil, e.unexplained()
	}
	own := x.explain(b)
	totals := make([]int, len(own))
	for player, terms := range own {
		for _, t := range terms {
			totals[player] += t.Value
		}
	}
	return totals, nil
}

// asked is an analyst of its own for a question about b, so that it may come
// while a search is running; it needs no endgame tables from files.
func (e *alphaBeta) asked(b game.Board) (analyst, error) {
	if b.Game() != e.variant.Name {
		return nil, fmt.Errorf("%w: %s, expected %s", ErrGame, b.Game(), e.variant.Name)
	}
	o := e.options
	o.Tables = ""
	return newAnalyst(e.variant.Name, o)
}

func (e *alphaBeta) unexplained() error {
	return fmt.Errorf("%w: %s has no static evaluation", ErrUnsupported, e.variant.Name)
}
