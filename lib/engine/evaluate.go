package engine

import (
	"fmt"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
)

// Evaluate is the static evaluation's named terms and "total", for the side to
// move; ErrUnsupported when the engine cannot explain itself. An engine that plays by
// a network adds "network", the network's value.
func Evaluate(e Engine, b game.Board) ([]Term, error) {
	v, ok := inner(e).(Evaluator)
	if !ok {
		return nil, fmt.Errorf("%w: %s has no static evaluation", ErrUnsupported, e.Name())
	}
	return v.Evaluate(b)
}

// EvaluateWith is Evaluate with a JSON object of options (empty: none).
// Surakarta takes "role": "front" when the side to move moved first in the game,
// "back" otherwise; the board's ply number decides when it is left out. Other games
// take no options: any is ErrOptions.
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

// inner is the engine that searches for e. An engine that only stands before
// another one (an engine with a book) has a method Unwrap.
func inner(e Engine) Engine {
	for {
		w, ok := e.(interface{ Unwrap() Engine })
		if !ok {
			return e
		}
		e = w.Unwrap()
	}
}

// evaluation explains a game's static evaluation. The zero value is that of a game
// without one.
type evaluation struct {
	// terms are the named terms and "total", for the side to move. text is a JSON
	// object of options, or empty.
	terms func(b game.Board, text []byte) ([]Term, error)
	// players is each player's own total, by index of the player.
	players func(b game.Board) []int
}

// summed is the evaluation of a game where each player has terms of its own, by
// index of the player, and takes no options.
func summed(own func(b game.Board) [][]Term) evaluation {
	return evaluation{
		terms: func(b game.Board, text []byte) ([]Term, error) {
			if err := options.Read(text, &struct{}{}); err != nil {
				return nil, options.Wrap(ErrOptions, err)
			}
			if err := playerMoves(b); err != nil {
				return nil, err
			}
			return differences(own(b), b.Turn()), nil
		},
		players: func(b game.Board) []int {
			totals := make([]int, game.Players(b))
			for player, terms := range own(b) {
				for _, t := range terms {
					totals[player] += t.Value
				}
			}
			return totals
		},
	}
}

// playerMoves is ErrUnsupported where chance is to move.
func playerMoves(b game.Board) error {
	if !game.ChanceMoves(b) {
		return nil
	}
	return fmt.Errorf("%w: chance is to move in %s, expected a player", ErrUnsupported, b.Position())
}

// differences are each term of the mover less the other players', and the total.
func differences(own [][]Term, mover int) []Term {
	var terms []Term
	total := 0
	for i, t := range own[mover] {
		for player := range own {
			if player != mover {
				t.Value -= own[player][i].Value
			}
		}
		total += t.Value
		terms = append(terms, t)
	}
	return append(terms, Term{Name: "total", Value: total})
}

// explainer is the Evaluator in an engine that searches by the game's evaluation.
// It may be asked while a search is running.
type explainer struct {
	know   *knowledge
	values valuer // nil for none
}

// valuer is an analyst that searches by other values than the terms.
type valuer interface {
	// valued is b's value for the side to move, if it is not that of the terms. It may
	// be asked at any time.
	valued(b game.Board) (t Term, ok bool)
}

// NetworkValue is what the network by which an engine plays says of a position, for the side
// to move; ok is false for an engine without one, or of another kind or game.
func NetworkValue(e Engine, b game.Board) (value int, ok bool) {
	v, ok := inner(e).(valuer)
	if !ok {
		return 0, false
	}
	t, ok := v.valued(b)
	return t.Value, ok
}

// valued implements valuer.
func (e explainer) valued(b game.Board) (t Term, ok bool) {
	if e.values == nil || e.explains(b) != nil {
		return Term{}, false
	}
	return e.values.valued(b)
}

// Evaluate returns the game's terms and their total.
func (e explainer) Evaluate(b game.Board) ([]Term, error) { return e.evaluateWith(b, nil) }

func (e explainer) evaluateWith(b game.Board, text []byte) ([]Term, error) {
	if err := e.explains(b); err != nil {
		return nil, err
	}
	terms, err := e.know.evaluation.terms(b, text)
	if err != nil || e.values == nil {
		return terms, err
	}
	if t, ok := e.values.valued(b); ok {
		terms = append(terms, t)
	}
	return terms, nil
}

// EvaluatePlayers returns each player's own total.
func (e explainer) EvaluatePlayers(b game.Board) ([]int, error) {
	if err := e.explains(b); err != nil {
		return nil, err
	}
	return e.know.evaluation.players(b), nil
}

func (e explainer) explains(b game.Board) error {
	if err := sameGame(b, e.know.game); err != nil || e.know.evaluation.terms != nil {
		return err
	}
	return fmt.Errorf("%w: %s has no static evaluation", ErrUnsupported, e.know.game)
}
