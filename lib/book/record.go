package book

import (
	"context"
	"iter"
	"slices"

	"qikit.dev/qikit/lib/game"
)

// Record is one position of a book. Initial and Moves are in the game's own
// view; everything else is in the view of FEN, whose mover sits in the seat of
// the preset player, and is the mover's [186, figure 5].
type Record struct {
	FEN     string   `json:"fen"`     // position text with counters; a symmetry of the board is never applied
	Flipped bool     `json:"flipped"` // FEN is turned: in the game another player is to move
	Initial string   `json:"initial"` // position text
	Moves   []string `json:"moves"`   // from Initial to the position; none where the way is not known

	Eval    *Eval    `json:"eval"`     // nil where no search scored the position
	Score   *int     `json:"score"`    // hundredths; nil likewise
	WinRate *float64 `json:"win_rate"` // 0 to 1, of a tree search; nil for none
	Proven  *string  `json:"proven"`   // what is certain: "win", "draw", "loss"; nil for nothing
	Result  *float64 `json:"result"`   // of the path's game: 1, 0.5, 0; nil where it has none
	Reason  Reason   `json:"reason"`   // how that game ended
	Best    *string  `json:"best"`     // move; nil where the game is over

	// Candidates are the moves weighed in the game, best first, Move the one
	// that was played; Depth and Nodes are what that search reached, Engine whose it
	// was. (Books of the first file version have the depth that was asked for.) At the
	// end of a game they are those of the fresh search, if there was one.
	Candidates []Candidate `json:"candidates"`
	Move       *string     `json:"move"`
	Depth      *int        `json:"depth"`
	Nodes      *int        `json:"nodes"`
	Engine     *string     `json:"engine"`
	// Search is the fresh search that gave Eval, Score and Best; nil for none:
	// then they are of the search in the game.
	Search *Search `json:"search"`
	// Balance is what strength adjustment did at this ply; nil without it.
	Balance *Balance `json:"balance"`

	Game int64  `json:"game"` // of the path kept
	Ply  int    `json:"ply"`  // from Initial, or from where an unknown game began
	Seed uint64 `json:"seed"` // of the job

	Count   int64 `json:"count"` // how often the position was on the board
	Wins    int64 `json:"wins"`
	Draws   int64 `json:"draws"`
	Losses  int64 `json:"losses"`
	Unknown int64 `json:"unknown"` // in games that have no result
}

// Eval is the evaluation of each player: half of the score and minus half, so
// that their difference is the score.
type Eval struct {
	Mover    float64 `json:"mover"`
	Opponent float64 `json:"opponent"`
}

// Candidate is a move with its score in hundredths.
type Candidate struct {
	Move  string `json:"move"`
	Score int    `json:"score"`
}

// Balance is strength adjustment at a ply, by player: the mover first, then in order of
// turns.
type Balance struct {
	Evals    []float64 `json:"evals"`    // each player's own evaluation, hundredths; empty where none was due
	Offsets  []int     `json:"offsets"`  // plies by which depths were adjusted; empty in books from before they were kept
	Adjusted *bool     `json:"adjusted"` // whether the mover's depth or choice was; nil likewise
}

// Search is a fresh search of a position.
type Search struct {
	Depth      int         `json:"depth"` // reached, in plies
	Nodes      *int        `json:"nodes"` // visited; nil where that was not recorded
	Engine     string      `json:"engine"`
	Candidates []Candidate `json:"candidates"`
}

// Records goes through the book in order of game and ply. The first error ends
// it. Memory does not grow with the book.
func (b *Book) Records() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		w := b.walk(-1, "")
		for {
			p, ok, err := w.next(context.Background())
			if err = b.orClosed(err); err != nil {
				yield(Record{}, err)
				return
			}
			if !ok {
				return
			}
			r := w.record(p)
			r.Moves = slices.Clone(r.Moves) // the caller may change them
			if !yield(r, nil) {
				return
			}
		}
	}
}

// record is the walker's position as a record. Its moves are the walker's.
func (w *walker) record(p *position) Record {
	b, g, turn := w.board, &w.played, w.turn()
	view := seatedView(turn, w.book.job.Preset, game.Players(b))
	r := Record{
		Flipped: view.Turn != 0, Initial: g.Initial, Moves: w.moves[:w.ply:w.ply],
		Score: p.found.Score, WinRate: p.found.WinRate, Best: p.found.Best,
		Proven: p.found.proven(), Result: g.result(turn), Reason: g.Reason,
		Candidates: []Candidate{}, Game: g.ID, Ply: p.ply, Seed: g.Seed,
		Count: p.tally.count, Wins: p.tally.wins, Draws: p.tally.draws, Losses: p.tally.losses, Unknown: p.tally.unknown(),
	}
	if !w.spared.fen {
		r.FEN = b.View(view)
	}
	if p.found.Score != nil {
		half := float64(*p.found.Score) / 2
		r.Eval = &Eval{half, -half}
	}
	if p.evaluated && p.found.Engine != nil && p.found.Depth != nil {
		r.Search = &Search{*p.found.Depth, p.found.Nodes, *p.found.Engine, readCandidates(p.found.Candidates)}
	}
	if w.ply < len(w.moves) && !w.spared.move {
		r.Move = viewText(b, view, w.moves[w.ply])
	}
	if w.ply < len(w.decisions) && w.decisions[w.ply] != nil {
		d, name := w.decisions[w.ply], nameOf(w.engines, turn)
		r.Depth, r.Engine = &d.Depth, &name
		if d.Nodes > 0 {
			r.Nodes = &d.Nodes
		}
		r.Balance = d.balance(turn)
		if !w.spared.weighed {
			r.Candidates = make([]Candidate, 0, len(d.Weighed))
		}
		for _, c := range d.Weighed {
			if w.spared.weighed {
				break
			}
			if text := viewText(b, view, c.Move); text != nil {
				r.Candidates = append(r.Candidates, Candidate{*text, c.Score})
			}
		}
		return r
	}
	if r.Search != nil {
		r.Candidates, r.Depth, r.Nodes, r.Engine = r.Search.Candidates, &r.Search.Depth, r.Search.Nodes, &r.Search.Engine
	}
	return r
}

// balance is what strength adjustment did, the mover first; nil without it.
func (d *Decision) balance(mover int) *Balance {
	if len(d.Evals) == 0 && len(d.Offsets) == 0 {
		return nil
	}
	b := &Balance{Evals: moverFirst(d.Evals, mover), Offsets: moverFirst(d.Offsets, mover)}
	if len(d.Offsets) > 0 {
		b.Adjusted = &d.Adjusted
	}
	return b
}

// moverFirst turns a list by player to begin with the mover.
func moverFirst[T any](list []T, mover int) []T {
	mover = min(mover, len(list))
	return append(append([]T{}, list[mover:]...), list[:mover]...)
}

// viewText turns a move's text into a view; nil when it is not legal.
func viewText(b game.Board, v game.View, text string) *string {
	m, err := b.Parse(text)
	if err != nil {
		return nil
	}
	text = b.ViewText(v, m)
	return &text
}

// readCandidates reads the column candidates.
func readCandidates(text *string) []Candidate {
	var weighed Weights
	if text == nil || weighed.UnmarshalJSON([]byte(*text)) != nil {
		return []Candidate{}
	}
	list := make([]Candidate, len(weighed))
	for i, w := range weighed {
		list[i] = Candidate(w)
	}
	return list
}
