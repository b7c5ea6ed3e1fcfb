package book

import (
	"fmt"
	"hash/fnv"
	"math"
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

// check says what no position has.
func (p *position) check() error {
	if p.ply < 0 {
		return fmt.Errorf("it is at ply %d, expected 0 or more", p.ply)
	}
	return p.found.check()
}

// presetTurn is the view's turn that puts the player to move into the seat of
// the preset player.
func presetTurn(b game.Board, preset int) int {
	return seatedView(b.Turn(), preset, game.Players(b)).Turn
}

// seatedView is the view that puts a player into the seat of the preset player.
func seatedView(turn, preset, players int) game.View {
	return game.View{Turn: ((preset-turn)%players + players) % players}
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
// move; what is left of count are games without a result.
type tally struct{ count, wins, draws, losses int64 }

func (t tally) unknown() int64 { return t.count - t.wins - t.draws - t.losses }

func (t *tally) add(u tally) {
	t.count += u.count
	t.wins += u.wins
	t.draws += u.draws
	t.losses += u.losses
}

// one is the tally of a single game for a player.
func (g *Game) one(player int) tally {
	t := tally{count: 1}
	switch {
	case !g.Ended():
	case g.Winner == game.Draw:
		t.draws = 1
	case g.Winner == player:
		t.wins = 1
	default:
		t.losses = 1
	}
	return t
}

// Evaluation is what a search said of a position; nil where it did not.
type Evaluation struct {
	Score      *int     `json:"score,omitempty"`      // hundredths, the mover's
	WinRate    *float64 `json:"win_rate,omitempty"`   // 0 to 1, of a tree search
	Best       *string  `json:"best,omitempty"`       // move, in the view of the record
	Depth      *int     `json:"depth,omitempty"`      // that the search reached, in plies
	Engine     *string  `json:"engine,omitempty"`     // its name
	Candidates *string  `json:"candidates,omitempty"` // JSON, a list of Weight
	Nodes      *int     `json:"nodes,omitempty"`      // that it visited
	Proven     *string  `json:"proven,omitempty"`     // for the mover: "win", "draw" or "loss"
	Proof      *Reason  `json:"proof,omitempty"`      // how
}

// check says what no search finds.
func (e *Evaluation) check() error { return checkRate(e.WinRate) }

// checkRate refuses what is no number; nil is none.
func checkRate(rate *float64) error {
	if rate != nil && math.IsInf(*rate, 0) {
		return fmt.Errorf("a win rate of %v, expected 0 to 1", *rate)
	}
	return nil
}

// The columns of an evaluation, in a file of this version and of the first.
const (
	foundColumns      = "score, win_rate, best, depth, engine, candidates, nodes, proven, proof"
	firstFoundColumns = "score, win_rate, best, depth, engine, candidates, NULL, NULL, NULL"
)

// columns lists where the columns of an evaluation go, or come from.
func (e *Evaluation) columns() []any {
	return []any{&e.Score, &e.WinRate, &e.Best, &e.Depth, &e.Engine, &e.Candidates, &e.Nodes, &e.Proven, &e.Proof}
}

// Mate is the score of a game that is won; scores within MatePlies of it are of wins
// that a search has found to their ends.
const (
	Mate      = 32000
	MatePlies = 1000
)

// Verdict is the evaluation of a position at which the game is over, whatever was played
// before. It says nothing where the game goes on, or where only a count of plies, a
// repetition or passes ended it: a book has one record of a position, whatever came before.
func (j *Job) Verdict(b game.Board) Evaluation {
	o, over := j.ended(b)
	if !over {
		return Evaluation{}
	}
	score, proven, proof := 0, "draw", Reason(o.Reason)
	switch o.Winner {
	case game.Draw:
	case b.Turn():
		score, proven = Mate, "win"
	default:
		score, proven = -Mate, "loss"
	}
	return Evaluation{Score: &score, Proven: &proven, Proof: &proof}
}

// ended is how the game ends by the position alone, without counters and history.
func (j *Job) ended(b game.Board) (o game.Outcome, over bool) {
	if _, over := b.Outcome(); !over {
		return o, false
	}
	alone, err := j.Board(b.Identity(game.View{}), true)
	if err != nil { // an identity that is no text of a position, as in Go, where no text has counters
		if alone, err = j.Board(b.Position(), true); err != nil {
			return o, false
		}
	}
	return alone.Outcome()
}

// inRecord is the decision's search as a record shows it.
func (d *Decision) inRecord(b game.Board, turn int, name string) Evaluation {
	e := Evaluation{WinRate: d.WinRate, Depth: &d.Depth, Engine: &name}
	if d.Nodes > 0 {
		e.Nodes = &d.Nodes
	}
	if d.Proven != "" {
		e.Proven, e.Proof = &d.Proven, &d.Proof
	}
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

// winner is who wins with best play, as the evaluation proves it for the player to
// move; ok is false where it proves nothing.
func (e *Evaluation) winner(player, players int) (winner int, ok bool) {
	proven := e.proven()
	switch {
	case proven == nil:
		return game.Draw, false
	case *proven == "win":
		return player, true
	case *proven == "loss":
		return 1 - player, players == 2
	}
	return game.Draw, true
}

// proven is what the evaluation says for certain; nil for nothing. Files of the
// first version have it in the score alone.
func (e *Evaluation) proven() *string {
	switch {
	case e.Proven != nil || e.Score == nil:
		return e.Proven
	case *e.Score >= Mate-MatePlies:
		return new("win")
	case *e.Score <= MatePlies-Mate:
		return new("loss")
	}
	return nil
}

// sample is what a book is told about a position in one step: by one game, or by
// another book with all that it knows of the position.
type sample struct {
	key        int64
	identities []string // those that are the same position: all, or the first alone
	game       int64
	ply        int
	tally      tally
	found      *Evaluation
	evaluated  bool
	moves      []moveSample
}

// notFound is the evaluation of a sample that no search has seen.
var notFound Evaluation

// moveSample is a move in the view of identities[0].
type moveSample struct {
	texts []string // the move in the view of each of the identities
	tally tally
	eval  *int
	depth int
}
