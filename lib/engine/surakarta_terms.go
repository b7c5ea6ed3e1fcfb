package engine

import (
	"qikit.dev/qikit/internal/keyposition"
	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/surakarta"
)

// surakartaEvaluation explains evaluations with those values.
func surakartaEvaluation(v *keyposition.Values) evaluation {
	return evaluation{
		terms:   func(b game.Board, text []byte) ([]Term, error) { return surakartaTerms(v, b, text) },
		players: func(b game.Board) []int { return surakartaPlayers(v, b) },
	}
}

// surakartaTerms explain strategy 106's evaluation by key positions, which has named
// terms, whatever evaluation the engine searches with. They are extent, position,
// dynamic and potential without their weights, phase (0 before the endgame, 1 in it)
// and the weighted total.
func surakartaTerms(v *keyposition.Values, b game.Board, text []byte) ([]Term, error) {
	board := b.(*surakarta.Board)
	role, err := roleIn(text, keyposition.RoleOf(board))
	if err != nil {
		return nil, err
	}
	t := v.Evaluate(board, board.Side(), role)
	return []Term{
		{"extent", t.Extent}, {"position", t.Position}, {"dynamic", t.Dynamic}, {"potential", t.Potential},
		{"phase", int(t.Phase)}, {"total", t.Total},
	}, nil
}

// roleIn is the role that the options name, or otherwise when they name none.
func roleIn(text []byte, otherwise keyposition.Role) (keyposition.Role, error) {
	var o struct {
		Role string `json:"role" words:"- front back"`
	}
	if err := options.Read(text, &o); err != nil {
		return otherwise, options.Wrap(ErrOptions, err)
	}
	switch o.Role {
	case keyposition.Front.String():
		return keyposition.Front, nil
	case keyposition.Back.String():
		return keyposition.Back, nil
	}
	return otherwise, nil
}

// surakartaPlayers are strategy 101's plain evaluation: V for each piece, and P for its
// point. The evaluation by key positions is not a sum over one side:
// its marks and its potential look at both.
func surakartaPlayers(v *keyposition.Values, b game.Board) []int {
	board := b.(*surakarta.Board)
	return []int{v.Own(board, surakarta.Black), v.Own(board, surakarta.White)}
}
