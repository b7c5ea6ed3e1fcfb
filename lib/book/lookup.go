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
// the view of the position that was asked for.
type Entry struct {
	Schema   string   `json:"schema"`
	Position string   `json:"position"` // as asked for, as the game writes it
	Count    int64    `json:"count"`    // how often it was on the board
	Wins     int64    `json:"wins"`
	Draws    int64    `json:"draws"`
	Losses   int64    `json:"losses"`
	Unknown  int64    `json:"unknown"`  // in games that have no result
	Eval     *int     `json:"eval"`     // hundredths, by the deepest search; nil where nobody scored it
	WinRate  *float64 `json:"win_rate"` // 0 to 1, of a tree search; nil for none
	Moves    []Played `json:"moves"`    // most played first
}

// Played is a move that was played in a position.
type Played struct {
	Move    string `json:"move"`
	Count   int64  `json:"count"`
	Wins    int64  `json:"wins"`
	Draws   int64  `json:"draws"`
	Losses  int64  `json:"losses"`
	Unknown int64  `json:"unknown"` // in games that have no result
	Eval    *int   `json:"eval"`    // hundredths, by the deepest search that weighed it; nil for none

	depth int // of that search
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
	return e, nil
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
	var score *int
	var winRate *float64
	err = scan(rows, []any{&id, &identity, &t.count, &t.wins, &t.draws, &t.losses, &score, &winRate}, func() error {
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
		if e.Eval == nil {
			e.Eval = score
		}
		if e.WinRate == nil {
			e.WinRate = winRate
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
	for _, p := range played {
		e.Moves = append(e.Moves, *p)
	}
	slices.SortStableFunc(e.Moves, func(p, q Played) int {
		return cmp.Or(cmp.Compare(q.Count, p.Count), cmp.Compare(p.Move, q.Move))
	})
	return nil
}

// playedMove is a row of the table moves as a move of a board.
type playedMove struct {
	Played
	move game.Move
}

// playedAt lists what was played in a position, given a board that stands there
// and the view in which the moves are written.
func (b *Book) playedAt(board game.Board, id int64, view game.View) ([]playedMove, error) {
	told, err := b.draws()
	if err != nil {
		return nil, err
	}
	rows, err := b.list.Query(id)
	if err != nil {
		return nil, fileError(b.path, err)
	}
	var list []playedMove
	var legal map[string]game.Move
	var p playedMove
	err = scan(rows, []any{&p.Move, &p.Count, &p.Wins, &p.Draws, &p.Losses, &p.Eval, &p.depth}, func() error {
		if legal == nil {
			legal = map[string]game.Move{}
			for _, m := range board.Moves(nil) {
				legal[board.ViewText(view, m)] = m
			}
		}
		var ok bool
		if p.move, ok = legal[p.Move]; !ok {
			return fmt.Errorf("%w: %s: move %q of position %d is not legal there", ErrCorrupt, b.path, p.Move, id)
		}
		p.Draws = told.at(id, p.Move, p.Draws)
		p.Unknown = p.tally().unknown()
		list = append(list, p)
		return nil
	})
	return list, fileError(b.path, err)
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
	if q.Eval != nil && (p.Eval == nil || q.depth > p.depth) {
		p.Eval, p.depth = q.Eval, q.depth
	}
}
