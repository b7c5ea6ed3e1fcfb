package book

import (
	"cmp"
	"database/sql"
	"fmt"
	"slices"
	"strings"

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

// JSON writes the entry as an object with a field schema.
func (e Entry) JSON() []byte { return mustJSON(e) }

// Lookup answers what was played in a position ("" is the start position), how
// often and with what results. Positions that are the same seen from another
// seat or through a symmetry of the board are one. A position that the book
// does not have is ErrNotFound, one of another game ErrOtherGame; text that is none
// wraps the game's errors. It takes about a tenth of a millisecond, and less than one at any size of the book.
func (b *Book) Lookup(position string) (Entry, error) {
	board, err := b.Board(position)
	if err != nil {
		return Entry{}, cmp.Or(b.foreign(position), err)
	}
	return b.LookupBoard(board)
}

// foreign is an error for a text that is a position of other games than the book's; nil
// for one of none.
func (b *Book) foreign(position string) error {
	var others []string
	for _, name := range game.Names() {
		if name == b.job.Game {
			continue
		}
		if _, err := game.New(name, game.Setup{Position: position}); err == nil {
			others = append(others, name)
		}
	}
	if others == nil {
		return nil
	}
	return fmt.Errorf("%w: a position of %s, expected one of %s", ErrOtherGame, strings.Join(others, " or "), b.job.Game)
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
		if err := b.corrupt(id, cmp.Or(found.check(), v.check())); err != nil {
			return err
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
