package generate

import (
	"encoding/json"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// decision is one ply as its player saw it, in the game's own view: what a book
// reads, and what the generation itself goes on with.
type decision struct {
	book.Decision
	Lean  *leaning  `json:"balance,omitempty"` // when checked before this ply
	Evals []float64 `json:"evals,omitempty"`   // by player, when checked
}

// newDecision keeps what a search said and which candidate was played.
func newDecision(b game.Board, r engine.Result, list []candidate, depth, chosen int) decision {
	d := decision{Decision: book.Decision{Depth: depth, Rank: chosen + 1, Weighed: weights(b, list)}}
	if !r.Scored {
		rate := r.WinRate
		d.WinRate = &rate
	}
	return d
}

// weights are the candidates as a book has them.
func weights(b game.Board, list []candidate) []book.Weight {
	weighed := make([]book.Weight, len(list))
	for i, c := range list {
		weighed[i] = book.Weight{Move: b.Text(c.move), Score: c.score}
	}
	return weighed
}

// played is the decision for that move.
func (d decision) played(move string) *decision {
	for i, c := range d.Weighed {
		if c.Move == move {
			d.Rank = i + 1
		}
	}
	return &d
}

// mustJSON is for what always has a JSON form.
func mustJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}
