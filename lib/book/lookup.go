package book

import (
	"cmp"
	"database/sql"
	"fmt"
	"slices"

	"qikit.dev/qikit/lib/game"
)

// entrySchema names the JSON of an Entry.
const entrySchema = "qikit/book-entry/1"

// Entry is what a book knows of a position. Everything is the mover's and in
// the view of the position that was asked for. Evaluations are those of Minimax while
// they are up to date, otherwise those of the deepest searches.
type Entry struct {
	Schema   string   `json:"schema"`
	Position string   `json:"position"` // as asked for, as the game writes it
	Count    int64    `json:"count"`    // how often it was on the board
	Wins     int64    `json:"wins"`
	Draws    int64    `json:"draws"`
	Losses   int64    `json:"losses"`
	Unknown  int64    `json:"unknown"`  // in games that have no result
	Eval     *int     `json:"eval"`     // hundredths; nil where nobody scored it
	WinRate  *float64 `json:"win_rate"` // 0 to 1, of a tree search; nil for none
	Best     *string  `json:"best"`     // the move that has this value; nil where nobody searched
	Depth    *int     `json:"depth"`    // plies looked ahead for it
	Engine   *string  `json:"engine"`   // whose search it is
	Moves    []Played `json:"moves"`    // most played first

	backed   bool // the evaluations are those of Minimax
	symmetry int  // through which Best is seen
}

// Played is a move that was played in a position.
type Played struct {
	Move    string `json:"move"`
	Count   int64  `json:"count"`
	Wins    int64  `json:"wins"`
	Draws   int64  `json:"draws"`
	Losses  int64  `json:"losses"`
	Unknown int64  `json:"unknown"` // in games that have no result
	Eval    *int   `json:"eval"`    // hundredths, as of an Entry; nil for none

	WinRate *float64 `json:"win_rate"` // 0 to 1, of a tree search; nil for none
	Depth   *int     `json:"depth"`    // plies looked ahead for it
	Engine  *string  `json:"engine"`   // whose search it is; nil where that is not known

	said  *int // by the deepest search that weighed it
	depth int  // of that search
}

// JSON writes the entry as an object with a field schema.
func (e Entry) JSON() []byte { return mustJSON(e) }

// Lookup answers what was played in a position ("" is the start position), how
// often and with what results. Positions that are the same seen from another
// seat or through a symmetry of the board are one. A position that the book
// does not have is ErrNotFound; text that is none wraps the game's errors. It
// takes about a tenth of a millisecond, and less than one at any size of the book.
func (b *Book) Lookup(position string) (Entry, error) {
	board, err := b.Board(position)
	if err != nil {
		return Entry{}, err
	}
	return b.LookupBoard(board)
}

// LookupBoard is Lookup of the position on a board of the book's game.
func (b *Book) LookupBoard(board game.Board) (Entry, error) {
	if board.Game() != b.job.Game {
		return Entry{}, fmt.Errorf("%w: board of %s, expected %s", ErrOtherGame, board.Game(), b.job.Game)
	}
	e := Entry{Schema: entrySchema, Position: board.Position(), Moves: []Played{}}
	hits, err := b.hits(identities(board, b.job.Preset), &e)
	if err != nil {
		return Entry{}, err
	}
	if len(hits) == 0 {
		return Entry{}, fmt.Errorf("%w: %s", ErrNotFound, e.Position)
	}
	if err := b.moves(board, hits, &e); err != nil {
		return Entry{}, err
	}
	e.choose()
	return e, nil
}

// choose makes the best move one that is, where it is known by the searches alone: one
// that was weighed by a deeper search than that of the position may be better.
func (e *Entry) choose() {
	if e.backed {
		return
	}
	for _, m := range e.Moves {
		if m.Eval == nil || e.Depth != nil && m.depth <= *e.Depth {
			continue
		}
		if e.Eval == nil && e.WinRate == nil || e.Eval != nil && (*m.Eval > *e.Eval || e.Best != nil && m.Move == *e.Best) {
			e.Eval, e.Best, e.Depth, e.Engine = m.Eval, &m.Move, m.Depth, m.Engine
		}
	}
	for i := range e.Moves { // the search that named it may have been the deeper one
		if m := &e.Moves[i]; e.Eval != nil && e.Best != nil && m.Move == *e.Best && e.Depth != nil && m.depth < *e.Depth {
			m.Eval, m.WinRate, m.Depth, m.Engine = e.Eval, e.WinRate, e.Depth, e.Engine
		}
	}
}

// hit is a row that is the position asked for, seen through a symmetry.
type hit struct {
	id       int64
	symmetry int
}

// hits finds the rows of the position and adds their counts to e.
func (b *Book) hits(identities []string, e *Entry) ([]hit, error) {
	told, err := b.draws()
	if err != nil {
		return nil, err
	}
	rows, err := b.rowsOf(keyOf(identities))
	if err != nil {
		return nil, fileError(b.path, err)
	}
	var hits []hit
	var id int64
	var identity sql.RawBytes
	var t tally
	var found Evaluation
	var v value
	into := append([]any{&id, &identity, &t.count, &t.wins, &t.draws, &t.losses}, found.columns()...)
	err = scan(rows, append(into, &v.eval, &v.rate, &v.depth, &v.engine, &v.best, &e.backed), func() error {
		symmetry := slices.Index(identities, string(identity))
		if symmetry < 0 {
			return nil // another position of the same hash
		}
		hits = append(hits, hit{id, symmetry})
		t.draws = told.at(id, "", t.draws)
		e.Count += t.count
		e.Wins += t.wins
		e.Draws += t.draws
		e.Losses += t.losses
		e.Unknown += t.unknown()
		if e.Eval != nil || e.WinRate != nil {
			if e.backed && e.Best == nil && v.best != nil {
				e.Best, e.symmetry = v.best, symmetry
			}
			return nil
		}
		e.Eval, e.WinRate, e.Best, e.Depth, e.Engine, e.symmetry = found.Score, found.WinRate, found.Best, found.Depth, found.Engine, symmetry
		if e.backed && (v.eval != nil || v.rate != nil) {
			e.Eval, e.WinRate, e.Best, e.Depth, e.Engine = v.eval, v.rate, v.best, v.depth, v.engine
		}
		return nil
	})
	return hits, fileError(b.path, err)
}

// value is what Minimax found for a position or a move; nil where nothing is known.
type value struct {
	eval, depth  *int
	rate         *float64
	engine, best *string
}

// moves reads the moves of the rows and translates them into the board's own view.
func (b *Book) moves(board game.Board, hits []hit, e *Entry) error {
	turn := presetTurn(board, b.job.Preset)
	played := map[string]*Played{}
	for _, h := range hits {
		list, err := b.playedAt(board, h.id, game.View{Turn: turn, Symmetry: h.symmetry})
		if err != nil {
			return err
		}
		for _, m := range list {
			p := m.Played
			p.Move = board.Text(m.move)
			if have := played[p.Move]; have != nil {
				have.add(p)
			} else {
				played[p.Move] = &p
			}
		}
	}
	// The best move is in the view of its row.
	if e.Best != nil {
		best := *e.Best
		e.Best = nil
		for _, m := range board.Moves(nil) {
			if board.ViewText(game.View{Turn: turn, Symmetry: e.symmetry}, m) == best {
				e.Best = new(board.Text(m))
			}
		}
	}
	for _, p := range played {
		e.Moves = append(e.Moves, *p)
	}
	slices.SortStableFunc(e.Moves, func(p, q Played) int {
		return cmp.Or(cmp.Compare(q.Count, p.Count), cmp.Compare(p.Move, q.Move))
	})
	return nil
}

// playedMove is a row of the table moves as a move of a board, with what repeats add.
type playedMove struct {
	Played
	move  game.Move
	known repeat
	value *value // of Minimax; nil where it is out of use
}

// playedAt lists what was played in a position, given a board that stands there
// and the view in which the moves are written.
func (b *Book) playedAt(board game.Board, id int64, view game.View) ([]*playedMove, error) {
	told, err := b.draws()
	if err != nil {
		return nil, err
	}
	ask, err := b.questions()
	if err != nil {
		return nil, fileError(b.path, err)
	}
	rows, err := ask.list.Query(id)
	if err != nil {
		return nil, fileError(b.path, err)
	}
	var list []*playedMove
	var legal map[string]game.Move
	var text string
	var known repeat
	var v value
	var backed bool
	into := []any{&text, &known.count, &known.wins, &known.draws, &known.losses, &known.eval, &known.depth, &known.said,
		&v.eval, &v.rate, &v.depth, &v.engine, &backed}
	err = scan(rows, into, func() error {
		i := slices.IndexFunc(list, func(p *playedMove) bool { return p.Move == text })
		if i < 0 {
			if legal == nil {
				legal = map[string]game.Move{}
				for _, m := range board.Moves(nil) {
					legal[board.ViewText(view, m)] = m
				}
			}
			m, ok := legal[text]
			if !ok {
				return fmt.Errorf("%w: %s: move %q of position %d is not legal there", ErrCorrupt, b.path, text, id)
			}
			i, list = len(list), append(list, &playedMove{Played: Played{Move: text}, move: m})
		}
		list[i].known.add(known)
		if backed && (v.eval != nil || v.rate != nil) {
			list[i].value = new(v)
		}
		return nil
	})
	for i := range list {
		list[i].known.draws = told.at(id, list[i].Move, list[i].known.draws)
		list[i].tell()
	}
	slices.SortFunc(list, func(p, q *playedMove) int { return cmp.Compare(p.Move, q.Move) })
	return list, fileError(b.path, err)
}

// tell fills what callers see of the move.
func (p *playedMove) tell() {
	t := p.known.tally
	p.Count, p.Wins, p.Draws, p.Losses, p.Unknown = t.count, t.wins, t.draws, t.losses, t.unknown()
	if p.Eval, p.said, p.depth = p.known.eval, p.known.eval, p.known.depth; p.said != nil {
		p.Depth = new(p.depth)
	}
	if v := p.value; v != nil {
		p.Eval, p.WinRate, p.Depth, p.Engine = v.eval, v.rate, v.depth, v.engine
	}
}

// tally counts the move.
func (p *Played) tally() tally { return tally{p.Count, p.Wins, p.Draws, p.Losses} }

// add joins what two rows know of the same move.
func (p *Played) add(q Played) {
	p.Count += q.Count
	p.Wins += q.Wins
	p.Draws += q.Draws
	p.Losses += q.Losses
	p.Unknown += q.Unknown
	if q.Eval != nil && (p.Eval == nil || q.Depth != nil && (p.Depth == nil || *q.Depth > *p.Depth)) {
		p.Eval, p.WinRate, p.Depth, p.Engine, p.said, p.depth = q.Eval, q.WinRate, q.Depth, q.Engine, q.said, q.depth
	}
}
