package book

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
)

// minimaxSchema names the JSON of a Minimaxed.
const minimaxSchema = "qikit/book-minimax/1"

// Minimaxed says what a Minimax has found.
type Minimaxed struct {
	Schema    string `json:"schema"`
	Path      string `json:"path"`
	Positions int64  `json:"positions"` // that have a value
	Moves     int64  `json:"moves"`     // that have a value
	Changed   int64  `json:"changed"`   // positions whose best move is another than that of their search
	Cycles    int64  `json:"cycles"`    // positions that depend on themselves, and keep their search's word
}

// JSON writes the report as an object with a field schema.
func (m Minimaxed) JSON() []byte { return mustJSON(m) }

// Minimax lets evaluations flow back through the book of a game of two players: a
// move is worth what the position behind it is worth to the other player, a position
// what its best move is worth. Where a search of the position, or one that weighed the
// move, looked further than the search of the position behind, that search has the
// word. Look-ups, .xqb, PGN and engines with this book then use these values, each with
// the plies looked ahead for it and the engine whose search it is; merging and imports
// take them out of use. All of it is stored, or nothing. It takes some 300 bytes of
// memory a record. A game of more players, or with moves of chance, is ErrOtherGame: a
// record holds the value for one player, which says nothing of what the next one thinks,
// and not every roll has its record. progress may be nil.
func (b *Book) Minimax(ctx context.Context, progress func(Progress)) (Minimaxed, error) {
	m := Minimaxed{Schema: minimaxSchema, Path: b.path}
	if board, err := b.Board(""); err != nil || len(board.Sides()) != 2 {
		return m, cmp.Or(err, fmt.Errorf("%w: minimax of %s, expected a game of two players without chance", ErrOtherGame, b.job.Game))
	}
	err := b.change(func(w *Writer) (err error) {
		m, err = w.minimax(ctx, b, progress)
		return err
	})
	if err != nil {
		return Minimaxed{Schema: minimaxSchema, Path: b.path}, err
	}
	return m, nil
}

// Minimax is Book.Minimax for who fills the file, before it is complete. It reads
// through another connection, so what is to be seen must be committed.
func (w *Writer) Minimax(ctx context.Context) error {
	b, err := Open(w.path)
	if err != nil {
		return err
	}
	defer b.Close()
	return w.Update(func() error {
		_, err := w.minimax(ctx, b, nil)
		return err
	})
}

// MinimaxWork opens a book and is Book.Minimax of it as the work of a job.
func MinimaxWork(path string) job.Work {
	return Work(func(ctx context.Context, progress func(Progress)) (Minimaxed, error) {
		b, err := Open(path)
		if err != nil {
			return Minimaxed{}, err
		}
		defer b.Close()
		return b.Minimax(ctx, progress)
	}, nil)
}

// graph is a book as places and the moves between them.
type graph struct {
	places  []place
	index   map[[16]byte]int32 // of a place, by what is the same however it is seen
	engines []string
	rows    []graphRow
}

// graphRow is a row of the table positions.
type graphRow struct {
	id    int64
	place int32
	found known  // by its own search
	own   bool   // there is such a search
	sure  bool   // it is proven
	over  bool   // by the position alone
	best  string // of the search, "" for none
	moves []graphMove
}

// graphMove is a move of a row: one of the table moves, or one that its search names.
type graphMove struct {
	text   string
	to     int32
	stored bool // in the table moves
	said   known
	weighs bool // said is something
	option int32
}

func (w *Writer) minimax(ctx context.Context, b *Book, progress func(Progress)) (Minimaxed, error) {
	m := Minimaxed{Schema: minimaxSchema, Path: b.path}
	total, err := b.Len()
	if err != nil {
		return m, err
	}
	c := NewClock(progress)
	c.Start(0, 2*total)
	c.Enter("minimax")
	if err := w.repeats.fold(); err != nil {
		return m, err
	}
	g := &graph{index: map[[16]byte]int32{}}
	if err := g.read(ctx, b, c); err != nil {
		return m, err
	}
	g.connect()
	m.Cycles = solve(g.places)
	for i := range g.rows {
		if ctx.Err() != nil {
			return m, context.Cause(ctx)
		}
		if err := g.write(w, &g.rows[i], &m); err != nil {
			return m, err
		}
		c.Step(1, 1)
	}
	if err := w.exec("UPDATE job SET backed = 1"); err != nil {
		return m, err
	}
	c.Finish()
	return m, nil
}

// read goes through the positions of a book.
func (g *graph) read(ctx context.Context, b *Book, c *Clock) error {
	w := b.walk(-1, "")
	w.stretch = true
	for ; ; c.Step(1, 1) {
		p, ok, err := w.next(ctx)
		if !ok || err != nil {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if len(w.board.Sides()) != 2 {
			return nil // a score says nothing of what the next player thinks
		}
		if err := g.add(w, b, p); err != nil {
			return err
		}
	}
}

// add takes in the row at which a walk stands.
func (g *graph) add(w *walker, b *Book, p *position) error {
	board := w.board
	view := game.View{Turn: presetTurn(board, b.job.Preset)}
	list, err := w.playedHere(p.id, view)
	if err != nil {
		return err
	}
	r := graphRow{id: p.id, place: g.at(board, b)}
	if len(list) == 0 && p.found.Engine == nil {
		_, r.over = b.job.ended(board)
	}
	if r.found, r.own = g.known(&p.found); r.own {
		r.sure = p.found.proven() != nil
	}
	for _, m := range list {
		e := graphMove{text: board.ViewText(view, m.move), to: g.after(board, b, m.move), stored: true}
		if m.said != nil {
			e.said, e.weighs = known{score: *m.said, scored: true, depth: m.depth, engine: -1}, true
		}
		r.moves = append(r.moves, e)
	}
	named := map[string]known{}
	for _, n := range readCandidates(p.found.Candidates) {
		if r.own && r.found.scored {
			named[n.Move] = known{score: n.Score, scored: true, depth: r.found.depth, engine: r.found.engine}
		}
	}
	if r.own && p.found.Best != nil {
		r.best = *p.found.Best
		named[r.best] = r.found
	}
	g.name(&r, board, b, view, named)
	g.rows = append(g.rows, r)
	return nil
}

// name adds what the row's own search said of moves.
func (g *graph) name(r *graphRow, board game.Board, b *Book, view game.View, named map[string]known) {
	for i := range r.moves {
		m := &r.moves[i]
		if said, ok := named[m.text]; ok && (!m.weighs || said.depth >= m.said.depth || m.text == r.best && r.sure) {
			m.said, m.weighs = said, true
		}
		delete(named, m.text)
	}
	if len(named) == 0 {
		return
	}
	for _, m := range board.Moves(nil) {
		text := board.ViewText(view, m)
		if said, ok := named[text]; ok {
			r.moves = append(r.moves, graphMove{text: text, to: g.after(board, b, m), said: said, weighs: true})
		}
	}
}

// known is what an evaluation says.
func (g *graph) known(e *Evaluation) (k known, ok bool) {
	k.engine = -1
	if e.Depth != nil {
		k.depth = *e.Depth
	}
	if e.Engine != nil {
		i := slices.Index(g.engines, *e.Engine)
		if i < 0 {
			i, g.engines = len(g.engines), append(g.engines, *e.Engine)
		}
		k.engine = int32(i)
	}
	switch {
	case e.Score != nil:
		k.score, k.scored = *e.Score, true
	case e.WinRate != nil:
		k.rate = *e.WinRate
	default:
		return k, false
	}
	return k, true
}

// at is the place of the position on a board.
func (g *graph) at(board game.Board, b *Book) int32 {
	h := fnv.New128a()
	h.Write([]byte(slices.Min(identities(board, b.job.Preset))))
	key := [16]byte(h.Sum(nil))
	i, ok := g.index[key]
	if !ok {
		i = int32(len(g.places))
		g.index[key], g.places = i, append(g.places, place{})
	}
	return i
}

// after is the place behind a move.
func (g *graph) after(board game.Board, b *Book, m game.Move) int32 {
	board.Play(m)
	defer board.Undo()
	return g.at(board, b)
}

// sureReach is how far a proof looks: further than any search.
const sureReach = 1 << 20

// reach is how far the row's own search looks, 0 without one.
func (r *graphRow) reach() int {
	switch {
	case !r.own:
		return 0
	case r.sure:
		return sureReach
	}
	return r.found.depth
}

// connect makes the options of the places. A move says what the position behind it
// says if the search of that position, a ply further on, looks as far as the search of
// this position and as the one that weighed the move. What a shallower search said of
// a move is at most what the position's own search says of the best.
func (g *graph) connect() {
	reach := make([]int, len(g.places))
	for i := range g.rows {
		r := &g.rows[i]
		p := &g.places[r.place]
		if r.own && (p.own == nil || r.reach() > reach[r.place]) {
			p.own, reach[r.place] = &r.found, r.reach()
		}
		p.over = p.over || r.over
	}
	for i := range g.rows {
		r := &g.rows[i]
		p := &g.places[r.place]
		for j := range r.moves {
			m := &r.moves[j]
			m.option = -1
			weighed := 0
			if m.weighs {
				weighed = m.said.depth
				if m.text == r.best && r.own {
					weighed = max(weighed, r.reach())
				}
			}
			behind := &g.places[m.to]
			switch {
			case behind.own != nil && reach[m.to]+1 >= max(weighed, reach[r.place]), behind.own == nil && p.own == nil && !m.weighs:
				m.option = int32(len(p.options))
				p.options = append(p.options, option{to: m.to})
			case m.weighs:
				said := m.said
				if p.own != nil && weighed < reach[r.place] && said.worth() > p.own.worth() {
					said.score, said.rate, said.scored = p.own.score, p.own.rate, p.own.scored
				}
				m.option = int32(len(p.options))
				p.options = append(p.options, option{to: -1, said: said})
			}
		}
	}
}

const (
	setValue     = "UPDATE positions SET value = ?, value_rate = ?, value_depth = ?, value_engine = ?, value_best = ? WHERE id = ?"
	setMoveValue = "UPDATE moves SET value = ?, value_rate = ?, value_depth = ?, value_engine = ? WHERE position = ? AND move = ?"
)

// write stores the values of a row and its moves.
func (g *graph) write(w *Writer, r *graphRow, counts *Minimaxed) error {
	p := &g.places[r.place]
	var v value
	if p.resolved {
		v = g.value(p.value)
		counts.Positions++
		if p.best < 0 && r.best != "" {
			v.best = &r.best
		}
	}
	for i := range r.moves {
		m := &r.moves[i]
		if p.resolved && p.best >= 0 && m.option == p.best {
			v.best = &m.text
		}
		var of value
		behind := &g.places[m.to]
		switch {
		case m.option >= 0 && p.options[m.option].to >= 0 && behind.resolved, !m.weighs && behind.resolved:
			of = g.value(behind.value.back())
		case m.weighs:
			of = g.value(m.said)
		}
		if !m.stored {
			continue
		}
		if of.depth != nil {
			counts.Moves++
		}
		if err := w.exec(setMoveValue, of.eval, of.rate, of.depth, of.engine, r.id, m.text); err != nil {
			return err
		}
	}
	if v.best != nil && r.best != "" && *v.best != r.best {
		counts.Changed++
	}
	if err := w.exec(setValue, v.eval, v.rate, v.depth, v.engine, v.best, r.id); err != nil {
		return fmt.Errorf("position %d: %w", r.id, err)
	}
	return nil
}

// value is what is known as a row has it.
func (g *graph) value(k known) value {
	v := value{depth: &k.depth}
	if k.engine >= 0 {
		v.engine = &g.engines[k.engine]
	}
	if k.scored {
		v.eval = &k.score
	} else {
		v.rate = &k.rate
	}
	return v
}
