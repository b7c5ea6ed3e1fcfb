package book

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// position is a row of the table positions.
type position struct {
	id, game  int64
	ply       int
	identity  string
	tally     tally
	found     evaluation
	evaluated bool
}

// walker goes through positions in the order of their ids, with a board that
// stands at each. It reads in chunks: a query left open would keep the log of
// a growing file from being folded in.
type walker struct {
	book  *Book
	query string
	last  int64 // id
	chunk []position

	played    playedGame
	moves     []string
	decisions []*decision
	board     game.Board
	ply       int
}

// chunkSize is how many rows a walker reads at once.
const chunkSize = 256

// walk starts behind an id; -1 is the beginning. With due it goes through the
// positions only that have not been evaluated afresh.
func (b *Book) walk(last int64, due bool) *walker {
	filter := ""
	if due {
		filter = " AND evaluated = 0"
	}
	return &walker{book: b, last: last, played: playedGame{ID: -1}, query: `SELECT id, game, ply, identity, count, wins, draws, losses,
		score, win_rate, best, depth, engine, candidates, evaluated FROM positions WHERE id > ?` + filter + ` ORDER BY id LIMIT ?`}
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
	w.last = p.id
	return p, true, w.stand(p)
}

func (w *walker) read(ctx context.Context) error {
	rows, err := w.book.db.QueryContext(ctx, w.query, w.last, chunkSize)
	if err != nil {
		return err
	}
	defer rows.Close()
	w.chunk = make([]position, 0, chunkSize)
	for rows.Next() {
		var p position
		e := &p.found
		if err := rows.Scan(&p.id, &p.game, &p.ply, &p.identity, &p.tally.count, &p.tally.wins, &p.tally.draws, &p.tally.losses,
			&e.score, &e.winRate, &e.best, &e.depth, &e.engine, &e.candidates, &p.evaluated); err != nil {
			return err
		}
		w.chunk = append(w.chunk, p)
	}
	return rows.Err()
}

// stand brings the board to a position by the path kept.
func (w *walker) stand(p *position) error {
	if w.played.ID != p.game {
		if err := w.load(p.game); err != nil {
			return err
		}
	}
	if p.ply > len(w.moves) {
		return w.corrupt(p.game, fmt.Errorf("position %d is at ply %d of %d", p.id, p.ply, len(w.moves)))
	}
	for ; w.ply > p.ply; w.ply-- {
		w.board.Undo()
	}
	for ; w.ply < p.ply; w.ply++ {
		m, err := w.board.Parse(w.moves[w.ply])
		if err != nil {
			return w.corrupt(p.game, err)
		}
		w.board.Play(m)
	}
	return nil
}

func (w *walker) load(id int64) error {
	g := &w.played
	var seed int64
	if err := w.book.db.QueryRow(findGame, id).Scan(g.scan(&seed)...); err != nil {
		return w.corrupt(id, err)
	}
	g.Seed = uint64(seed)
	w.moves, w.decisions, w.ply = strings.Fields(g.Moves), nil, 0
	if g.Decisions != "" {
		if err := json.Unmarshal([]byte(g.Decisions), &w.decisions); err != nil {
			return w.corrupt(id, err)
		}
	}
	var err error
	w.board, err = w.book.board(g.Initial)
	return err
}

func (w *walker) corrupt(game int64, err error) error {
	return fmt.Errorf("%w: %s: game %d: %v", ErrCorrupt, w.book.path, game, err)
}
