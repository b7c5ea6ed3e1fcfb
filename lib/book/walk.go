package book

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
)

// walker goes through positions in the order of their ids, with a board set up at
// each. It reads in chunks: a query left open would keep SQLite from merging the
// log into a growing file.
type walker struct {
	book  *Book
	query string
	last  int64 // id
	chunk []position
	most  int // in a chunk

	stretch bool        // the moves of a chunk are read with it; of use where no filter leaves positions out
	rows    [][]moveRow // the moves of the position given last, then those of the chunk

	played    Game
	moves     []string
	decisions []*Decision
	engines   []string // by player
	board     game.Board
	ply       int
	spared    spared
}

// spared is what of records is not asked for and costs something: the board at a
// position, which fen, move and weighed need, the decisions of games, the columns of an
// evaluation.
type spared struct {
	board, fen, move, weighed, decisions bool
	found                                []string
}

// sparedBy is what records of some fields spare.
func sparedBy(fields []string) spared {
	asked := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(fields, name) })
	}
	s := spared{fen: !asked("fen"), move: !asked("move"), weighed: !asked("candidates")}
	s.board = s.fen && s.move && s.weighed
	s.decisions = !asked("candidates", "depth", "nodes", "engine", "balance")
	s.found = []string{"proof"}
	searched := []string{"search", "candidates", "depth", "nodes", "engine"}
	for column, names := range map[string][]string{
		"score": {"score", "eval", "proven"}, "win_rate": {"win_rate"}, "best": {"best"}, "proven": {"proven"},
		"depth": searched, "engine": searched, "nodes": searched, "candidates": searched[:2],
	} {
		if !asked(names...) {
			s.found = append(s.found, column)
		}
	}
	return s
}

// walk starts after an id; -1 is the beginning. It visits the positions that pass
// a filter of SQL, "" for all.
func (b *Book) walk(last int64, filter string) *walker { return b.walkSparing(last, filter, spared{}) }

// walkSparing is walk for records that spare something. Without a board the walker's
// stands at the start of the game.
func (b *Book) walkSparing(last int64, filter string, s spared) *walker {
	found := foundColumns
	if b.isFirst() {
		found = firstFoundColumns
	}
	identity := "identity"
	if columns := strings.Split(found, ", "); len(s.found) > 0 {
		identity = "''" // no record has it
		for i, column := range columns {
			if slices.Contains(s.found, column) {
				columns[i] = "NULL"
			}
		}
		found = strings.Join(columns, ", ")
	}
	return &walker{book: b, last: last, most: chunkSize, spared: s, played: Game{ID: -1}, query: `SELECT id, game, ply, ` + identity + `, count, wins, draws, losses,
		` + found + `, evaluated FROM positions WHERE id > ?` + filter + ` ORDER BY id LIMIT ?`}
}

// next is the next position; ok is false after the last one.
func (w *walker) next(ctx context.Context) (p *position, ok bool, err error) {
	if len(w.chunk) == 0 {
		if err := w.read(ctx); err != nil {
			return nil, false, requestError(ctx, w.book.path, err)
		}
		if len(w.chunk) == 0 {
			return nil, false, nil
		}
	}
	p = &w.chunk[0]
	w.chunk = w.chunk[1:]
	if w.stretch {
		w.rows = w.rows[1:]
	}
	w.last = p.id
	return p, true, w.stand(p)
}

func (w *walker) read(ctx context.Context) error {
	w.chunk = make([]position, 0, w.most)
	var p position
	into := []any{&p.id, &p.game, &p.ply, &p.identity, &p.tally.count, &p.tally.wins, &p.tally.draws, &p.tally.losses}
	into = append(append(into, p.found.columns()...), &p.evaluated)
	ask, err := w.book.questions()
	if err != nil {
		return err
	}
	// Rows and repeats are read at one time: a change may move counts between them.
	tx, err := w.book.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	err = each(ctx, tx, w.query, []any{w.last, w.most}, into, func() error {
		w.chunk = append(w.chunk, p)
		return w.book.corrupt(p.id, p.check())
	})
	if err == nil && ask.version >= repeatsVersion {
		err = w.addRepeats(ctx, tx)
	}
	if err == nil && w.stretch {
		err = w.readMoves(ctx, tx, ask.stretch)
	}
	if err != nil {
		return err
	}
	return w.book.tell(w.chunk)
}

// addRepeats adds to the chunk's counts what is kept beside the rows.
func (w *walker) addRepeats(ctx context.Context, q querier) error {
	if len(w.chunk) == 0 {
		return nil
	}
	return eachRepeat(ctx, q, w.chunk[0].id, w.chunk[len(w.chunk)-1].id, func(id int64, more tally) {
		if i, ok := w.inChunk(id); ok {
			w.chunk[i].tally.add(more)
		}
	})
}

// inChunk is where a position is in the chunk.
func (w *walker) inChunk(id int64) (at int, ok bool) {
	return slices.BinarySearchFunc(w.chunk, id, func(p position, id int64) int { return cmp.Compare(p.id, id) })
}

// readMoves reads the moves of the chunk: one query in place of one a position.
func (w *walker) readMoves(ctx context.Context, q querier, query string) error {
	w.rows = make([][]moveRow, len(w.chunk)+1)
	if len(w.chunk) == 0 {
		return nil
	}
	var id int64
	var r moveRow
	return each(ctx, q, query, []any{w.chunk[0].id, w.chunk[len(w.chunk)-1].id}, append([]any{&id}, r.columns()...), func() error {
		if i, ok := w.inChunk(id); ok {
			w.rows[i+1] = append(w.rows[i+1], r)
		}
		return nil
	})
}

// playedHere is playedAt for the position given last, without values of Minimax, where
// the walker reads moves.
func (w *walker) playedHere(id int64, view game.View) ([]*playedMove, error) {
	told, err := w.book.draws()
	if err != nil {
		return nil, err
	}
	g := gathered{book: w.book, id: id, board: w.board, view: view, told: told}
	for i := range w.rows[0] {
		if _, err := g.add(&w.rows[0][i]); err != nil {
			return nil, err
		}
	}
	return g.sorted(), nil
}

// stand plays the board to a position along the path kept.
func (w *walker) stand(p *position) error {
	if w.played.ID != p.game {
		if err := w.load(p.game); err != nil {
			return err
		}
	}
	steps := w.played.steps(p.ply)
	if steps > len(w.moves) {
		return w.corrupt(p.game, fmt.Errorf("position %d is at ply %d of %d", p.id, p.ply, len(w.moves)))
	}
	if w.spared.board {
		w.ply = steps
		return nil
	}
	for ; w.ply > steps; w.ply-- {
		w.board.Undo()
	}
	for ; w.ply < steps; w.ply++ {
		m, err := w.board.Parse(w.moves[w.ply])
		if err != nil {
			return w.corrupt(p.game, err)
		}
		w.board.Play(m)
	}
	return nil
}

// turn is the player to move. Where the board is spared two players take turns.
func (w *walker) turn() int {
	if w.spared.board {
		return (w.board.Turn() + w.ply) % len(w.board.Sides())
	}
	return w.board.Turn()
}

func (w *walker) load(id int64) error {
	g := &w.played
	var seed int64
	err := w.book.db.QueryRow(findGame, id).Scan(g.columns(&seed)...)
	if err == nil && !w.spared.decisions {
		w.decisions, err = g.decisions()
	}
	if err := w.book.orClosed(err); errors.Is(err, job.ErrClosed) {
		return err
	}
	if err := fileError(w.book.path, err); errors.Is(err, ErrCorrupt) {
		return err
	}
	if err != nil {
		return w.corrupt(id, err)
	}
	g.Seed = uint64(seed)
	w.moves, w.engines, w.ply = g.moves(), g.engineNames(), 0
	w.board, err = w.book.Board(g.Initial)
	return err
}

// orClosed is err, or says that the book was closed while it was read, which err then comes from.
func (b *Book) orClosed(err error) error {
	if err != nil && b.closed.Load() {
		return fmt.Errorf("%w: %s: the book was closed while it was read", job.ErrClosed, b.path)
	}
	return err
}

func (w *walker) corrupt(game int64, err error) error {
	return fmt.Errorf("%w: %s: game %d: %v", ErrCorrupt, w.book.path, game, err)
}

// Due is a position that no fresh search has evaluated.
type Due struct {
	ID    int64
	FEN   string // of its record
	Drawn int    // the depth drawn for the last search in its game, up to there; 0 where none was
}

// NotEvaluated goes through the positions that no fresh search has evaluated, in
// order: each call gives the next one, and false after the last. A position that is
// evaluated meanwhile may still be given.
func (b *Book) NotEvaluated() func(context.Context) (due Due, ok bool, err error) {
	w := b.walk(-1, " AND evaluated = 0")
	return func(ctx context.Context) (Due, bool, error) {
		p, ok, err := w.next(ctx)
		if !ok || err != nil {
			return Due{}, false, err
		}
		return w.due(p), true, nil
	}
}

// due is the walker's position for a fresh search.
func (w *walker) due(p *position) Due {
	d := Due{ID: p.id, FEN: w.board.View(game.View{Turn: presetTurn(w.board, w.book.job.Preset)})}
	players := game.Players(w.board)
	for ply := min(w.ply, len(w.decisions)-1); ply >= 0 && d.Drawn == 0; ply-- {
		if made := w.decisions[ply]; made != nil && !made.Given {
			d.Drawn = made.Drawn(((w.board.Turn()+ply-w.ply)%players + players) % players)
		}
	}
	return d
}

// Games goes through the games in order of their numbers, failed ones included.
// The first error ends it.
func (b *Book) Games(ctx context.Context) iter.Seq2[*Game, error] {
	return games(ctx, b.db, b.path, 0, "")
}
