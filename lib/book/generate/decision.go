package generate

import (
	"encoding/json"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
)

// decision is one ply as its player saw it, in the game's own view: what a book
// reads, and what the generation itself goes on with.
type decision struct {
	book.Decision
	Lean *leaning `json:"balance,omitempty"` // when checked before this ply
}

// newDecision keeps what a search said and reached, what depth it was asked for, and
// which candidate was played.
func newDecision(b game.Board, t thought, chosen int) decision {
	r := &t.result
	d := decision{Decision: book.Decision{Depth: r.Depth, Nodes: r.Nodes, Rank: chosen + 1, Weighed: weights(b, t.list), Proven: t.proven()}}
	if t.depth != r.Depth {
		d.Asked = t.depth
	}
	if d.Proven != "" {
		d.Proof = t.proof()
	}
	if !r.Scored {
		d.WinRate = &t.list[0].winRate
	}
	return d
}

// asked is the depth that the search was asked for.
func (d *decision) asked() int {
	if d.Asked != 0 {
		return d.Asked
	}
	return d.Depth
}

// settles says what the search has proven of the position after the move played: the
// reason is empty when it is nothing.
func (d *decision) settles(player, players int) (winner int, reason book.Reason) {
	if d == nil || d.Rank < 1 || d.Rank > len(d.Weighed) {
		return game.Draw, ""
	}
	score := d.Weighed[d.Rank-1].Score
	switch {
	case d.WinRate == nil && isMate(score):
		reason = book.ReasonMate
		if d.Proof == book.ReasonTable {
			reason = book.ReasonTable
		}
		if score > 0 {
			return player, reason
		}
	case d.Rank == 1 && d.Proven != "":
		if reason = d.Proof; d.Proven == "draw" {
			return game.Draw, reason
		}
		if d.Proven == "win" {
			return player, reason
		}
	default:
		return game.Draw, ""
	}
	if players != 2 {
		return game.Draw, ""
	}
	return 1 - player, reason
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
