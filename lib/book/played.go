package book

import (
	"encoding/json"
	"strings"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// playedGame is a row of the table games.
type playedGame struct {
	ID        int64
	Initial   string
	Moves     string // texts, a space between
	Decisions string // JSON, []*decision, or ""
	Winner    int
	Reason    string
	Engines   string // JSON, []string
	Seed      uint64
	Failure   string
	Tags      string // JSON, [][2]string, or ""
}

// number is the game's id; -1 for a row that is none.
func (g *playedGame) number() int64 {
	if g == nil {
		return -1
	}
	return g.ID
}

// set puts the moves of a game and what was thought at each into the row.
func (g *playedGame) set(moves []string, decisions []*decision) {
	g.Moves, g.Decisions = strings.Join(moves, " "), string(mustJSON(decisions))
}

// Reasons for the end of a game that are not the game's own.
const (
	reasonCap      = "ply cap"
	reasonDistance = "distance"
	reasonBreadth  = "breadth"
	reasonMerged   = "transposition" // every further move led to a position of another line
	reasonWin      = "adjudicated win"
	reasonDraw     = "adjudicated draw"
	reasonProven   = "proven"
	reasonFailure  = "engine failure"
	reasonUnknown  = "unknown" // a game of people whose record names no result
	reasonRecord   = "record"  // a game of people: the record says who won, not why
)

// decision is one ply as its player saw it, in the game's own view.
type decision struct {
	Depth   int       `json:"depth"`              // drawn and adjusted, plies
	Rank    int       `json:"rank"`               // of the move played among the candidates, from 1
	Weighed []weight  `json:"candidates"`         // best first
	WinRate *float64  `json:"win_rate,omitempty"` // a tree search's, of the best
	Lean    *leaning  `json:"balance,omitempty"`  // when checked before this ply
	Evals   []float64 `json:"evals,omitempty"`    // by player, when checked
}

// weight is a candidate with its score, in JSON ["h2e2", 12].
type weight struct {
	Move  string
	Score int
}

// MarshalJSON writes a list of two.
func (w weight) MarshalJSON() ([]byte, error) { return json.Marshal([]any{w.Move, w.Score}) }

// UnmarshalJSON reads a list of two.
func (w *weight) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&w.Move, &w.Score})
}

// newDecision keeps what a search said and which candidate was played.
func newDecision(b game.Board, r engine.Result, list []candidate, depth, chosen int) decision {
	d := decision{Depth: depth, Rank: chosen + 1, Weighed: make([]weight, len(list))}
	for i, c := range list {
		d.Weighed[i] = weight{b.Text(c.move), c.score}
	}
	if !r.Scored {
		rate := r.WinRate
		d.WinRate = &rate
	}
	return d
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

// chosen is the score of the move played and the depth of its search.
func (d *decision) chosen() (score *int, depth int) {
	if d.WinRate != nil || d.Rank < 1 || d.Rank > len(d.Weighed) {
		return nil, d.Depth
	}
	return &d.Weighed[d.Rank-1].Score, d.Depth
}

// evaluation is the decision's search as a record shows it.
func (d *decision) evaluation(b game.Board, turn int, name string) evaluation {
	e := evaluation{winRate: d.WinRate, depth: &d.Depth, engine: &name}
	if len(d.Weighed) == 0 {
		return e
	}
	if d.WinRate == nil {
		e.score = &d.Weighed[0].Score
	}
	if m, err := b.Parse(d.Weighed[0].Move); err == nil {
		best := b.ViewText(game.View{Turn: turn}, m)
		e.best = &best
	}
	return e
}

// verdict is the evaluation of a position at which the game is over; empty
// when it is not.
func verdict(b game.Board) evaluation {
	o, over := b.Outcome()
	if !over {
		return evaluation{}
	}
	score := 0
	switch o.Winner {
	case game.Draw:
	case b.Turn():
		score = engine.Mate
	default:
		score = -engine.Mate
	}
	return evaluation{score: &score}
}

// engine is the name of a player's engine, "" for people.
func (g *playedGame) engine(player int) string {
	var names []string
	if json.Unmarshal([]byte(g.Engines), &names) != nil || player >= len(names) {
		return ""
	}
	return names[player]
}

const (
	gameColumns = "id, initial, moves, decisions, winner, reason, engines, seed, failure, tags"
	addGame     = "INSERT INTO games (" + gameColumns + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
	findGame    = "SELECT " + gameColumns + " FROM games WHERE id = ?"
	nextGames   = "SELECT " + gameColumns + " FROM games WHERE id >= ? ORDER BY id LIMIT ?"
)

// scan lists where the columns of a row go; seed is put right by fix.
func (g *playedGame) scan(seed *int64) []any {
	return []any{&g.ID, &g.Initial, &g.Moves, &g.Decisions, &g.Winner, &g.Reason, &g.Engines, seed, &g.Failure, &g.Tags}
}

func (s *store) addGame(g *playedGame) error {
	return s.exec(addGame, g.ID, g.Initial, g.Moves, g.Decisions, g.Winner, g.Reason, g.Engines, int64(g.Seed), g.Failure, g.Tags)
}

// plies is the number of moves of a game text.
func plies(moves string) int {
	if moves == "" {
		return 0
	}
	return 1 + strings.Count(moves, " ")
}
