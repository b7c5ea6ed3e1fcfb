package game

import "fmt"

// boardSchema names the JSON report on a board and its version.
const boardSchema = "qikit/board/1"

type boardReport struct {
	Schema     string         `json:"schema"`
	Game       string         `json:"game"`
	Position   string         `json:"position"`
	Initial    string         `json:"initial"`
	Sides      []string       `json:"sides"`
	Side       string         `json:"side"`
	Moves      []string       `json:"moves"`
	Played     []string       `json:"played"`
	Outcome    *outcomeReport `json:"outcome"`
	Key        string         `json:"key"`
	Notations  []string       `json:"notations"`
	Symmetries int            `json:"symmetries"`
}

type outcomeReport struct {
	Winner *string `json:"winner"`
	Reason string  `json:"reason"`
	Ranks  []int   `json:"ranks,omitempty"`
}

// Report writes everything about a board as a JSON object: schema, game,
// position, initial, sides, side (to move), moves (legal ones, sorted
// bytewise), played (since initial), outcome (null while the game goes on;
// else winner, null for a draw, reason and, of a Ranked board,
// ranks by player), key (16 hex digits), notations
// and symmetries. b is left as it was.
func Report(b Board) []byte {
	sides := b.Sides()
	r := boardReport{
		Schema: boardSchema, Game: b.Game(), Position: b.Position(), Initial: b.Initial(),
		Sides: sides, Side: sides[b.Turn()], Moves: MoveTexts(b), Played: PlayedTexts(b),
		Key: fmt.Sprintf("%016x", b.Key()), Notations: b.Notations(), Symmetries: b.Symmetries(),
	}
	if o, ok := b.Outcome(); ok {
		r.Outcome = &outcomeReport{Reason: o.Reason}
		if o.Winner != Draw {
			r.Outcome.Winner = &sides[o.Winner]
		}
		if ranked, ok := b.(Ranked); ok {
			r.Outcome.Ranks = ranked.Ranks()
		}
	}
	return MustJSON(r)
}

// PlayedTexts writes the moves made since Initial as text, each in the
// position in which it was made.
func PlayedTexts(b Board) []string {
	moves := b.Played(nil)
	texts := make([]string, len(moves))
	b = b.Copy()
	for i := len(moves) - 1; i >= 0; i-- {
		b.Undo()
		texts[i] = b.Text(moves[i])
	}
	return texts
}

// PerftMax is the greatest useful depth of a perft, in plies.
const PerftMax = 20

// PerftReport is Perft as a JSON object: schema, depth and nodes; nil when stop
// ended the count.
func PerftReport(b Board, depth int, stop func() bool) []byte {
	nodes, whole := Perft(b, depth, stop)
	if !whole {
		return nil
	}
	return fmt.Appendf(nil, `{"schema":"qikit/perft/1","depth":%d,"nodes":%d}`, depth, nodes)
}
