package book

import (
	"hash/fnv"
	"slices"

	"qikit.dev/qikit/lib/game"
)

// position is a row of the table positions.
type position struct {
	id, game  int64
	ply       int
	identity  string
	tally     tally
	found     Evaluation
	evaluated bool
}

// presetTurn is the view's turn that puts the player to move into the seat of
// the preset player.
func presetTurn(b game.Board, preset int) int {
	n := len(b.Sides())
	return ((preset-b.Turn())%n + n) % n
}

// identities are the position's identities in the preset player's view, by
// symmetry of the board; the first one is the position as it stands.
func identities(b game.Board, preset int) []string {
	turn := presetTurn(b, preset)
	list := make([]string, b.Symmetries())
	for i := range list {
		list[i] = b.Identity(game.View{Turn: turn, Symmetry: i})
	}
	return list
}

// keyOf is the look-up key of a position: the hash of the least of its
// identities, so that it is the same from whatever side one looks.
func keyOf(identities []string) int64 {
	h := fnv.New64a()
	h.Write([]byte(slices.Min(identities)))
	return int64(h.Sum64())
}

// tally counts how often something was played and its results, for the player to
// move.
type tally struct{ count, wins, draws, losses int64 }

// one is the tally of a single game for a player.
func one(player, winner int) tally {
	switch winner {
	case game.Draw:
		return tally{count: 1, draws: 1}
	case player:
		return tally{count: 1, wins: 1}
	}
	return tally{count: 1, losses: 1}
}

// Evaluation is what a search said of a position; nil where it did not.
type Evaluation struct {
	Score      *int     `json:"score,omitempty"`      // hundredths, the mover's
	WinRate    *float64 `json:"win_rate,omitempty"`   // 0 to 1, of a tree search
	Best       *string  `json:"best,omitempty"`       // move, in the view of the record
	Depth      *int     `json:"depth,omitempty"`      // of the search
	Engine     *string  `json:"engine,omitempty"`     // its name
	Candidates *string  `json:"candidates,omitempty"` // JSON, a list of Weight
}

// columns lists where the columns of an evaluation go, or come from.
func (e *Evaluation) columns() []any {
	return []any{&e.Score, &e.WinRate, &e.Best, &e.Depth, &e.Engine, &e.Candidates}
}

// Mate is the score of a game that is won.
const Mate = 32000

// Verdict is the evaluation of a position at which the game is over; it has no
// Score where the game goes on.
func Verdict(b game.Board) Evaluation {
	o, over := b.Outcome()
	if !over {
		return Evaluation{}
	}
	score := 0
	switch o.Winner {
	case game.Draw:
	case b.Turn():
		score = Mate
	default:
		score = -Mate
	}
	return Evaluation{Score: &score}
}

// inRecord is the decision's search as a record shows it.
func (d *Decision) inRecord(b game.Board, turn int, name string) Evaluation {
	e := Evaluation{WinRate: d.WinRate, Depth: &d.Depth, Engine: &name}
	if len(d.Weighed) == 0 {
		return e
	}
	if d.WinRate == nil {
		e.Score = &d.Weighed[0].Score
	}
	if m, err := b.Parse(d.Weighed[0].Move); err == nil {
		best := b.ViewText(game.View{Turn: turn}, m)
		e.Best = &best
	}
	return e
}
