package book

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"qikit.dev/qikit/lib/game"
)

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

// value is what Minimax found for a position or a move; nil where nothing is known.
type value struct {
	eval, depth  *int
	rate         *float64
	engine, best *string
}

// check says what Minimax does not write.
func (v *value) check() error {
	if v.depth == nil && (v.eval != nil || v.rate != nil) {
		return errors.New("a value without its depth, expected both")
	}
	return checkRate(v.rate)
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
	g := gathered{book: b, id: id, board: board, view: view, told: told}
	var r moveRow
	var v value
	var backed bool
	into := append(r.columns(), &v.eval, &v.rate, &v.depth, &v.engine, &backed)
	err = scan(rows, into, func() error {
		p, err := g.add(&r)
		if err == nil && backed && (v.eval != nil || v.rate != nil) {
			p.value = new(v)
			err = b.corrupt(id, v.check())
		}
		return err
	})
	return g.sorted(), fileError(b.path, err)
}

// moveRow is a row of the table moves, or what repeats add to one.
type moveRow struct {
	text  string
	known repeat
}

// columns lists where the columns of a row go.
func (r *moveRow) columns() []any {
	k := &r.known
	return []any{&r.text, &k.count, &k.wins, &k.draws, &k.losses, &k.eval, &k.depth, &k.said}
}

// gathered puts the rows of a position together, given a board that stands there.
type gathered struct {
	book  *Book
	id    int64
	board game.Board
	view  game.View
	told  *drawn

	list  []*playedMove
	rest  []game.Move          // legal moves whose texts are not known yet
	legal map[string]game.Move // the others, by text; nil before the first row
}

// add takes a row in, and returns its move.
func (g *gathered) add(r *moveRow) (*playedMove, error) {
	i := slices.IndexFunc(g.list, func(p *playedMove) bool { return p.Move == r.text })
	if i < 0 {
		m, ok := g.move(r.text)
		if !ok {
			return nil, fmt.Errorf("%w: %s: move %q of position %d is not legal there", ErrCorrupt, g.book.path, r.text, g.id)
		}
		i, g.list = len(g.list), append(g.list, &playedMove{Played: Played{Move: r.text}, move: m})
	}
	g.list[i].known.add(r.known)
	return g.list[i], nil
}

// move is the legal move with that text.
func (g *gathered) move(text string) (m game.Move, ok bool) {
	if g.legal == nil {
		g.rest, g.legal = g.board.Moves(nil), map[string]game.Move{}
	}
	if m, ok = g.legal[text]; ok {
		return m, true
	}
	for len(g.rest) > 0 {
		m, g.rest = g.rest[0], g.rest[1:]
		found := g.board.ViewText(g.view, m)
		if g.legal[found] = m; found == text {
			return m, true
		}
	}
	return m, false
}

// sorted are the moves in order of their texts.
func (g *gathered) sorted() []*playedMove {
	for _, p := range g.list {
		p.known.draws = g.told.at(g.id, p.Move, p.known.draws)
		p.tell()
	}
	slices.SortFunc(g.list, func(p, q *playedMove) int { return cmp.Compare(p.Move, q.Move) })
	return g.list
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
