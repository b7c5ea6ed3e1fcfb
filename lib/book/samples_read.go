package book

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"

	"qikit.dev/qikit/lib/game"
)

// sampleRows is how many rows are read at once for samples.
const sampleRows = 4096

// sampleReader turns rows of the table positions into samples.
type sampleReader struct {
	book  *Book
	o     *ExportOptions
	form  *sampleForm
	games gameResults
	turns map[string]int // of initial positions: the player to move
	rows  *spool

	movers   []int // of a game of more than two players: the player to move, by ply
	moversOf int64 // that game

	last  int64       // id of the row read last
	chunk []sampleRow // rows that were read
	to    Sample
	bytes []byte // of the packed sample
}

// sampleRow is what is read of a position.
type sampleRow struct {
	id, game, ply, count int64
	identity             string
	best                 sql.NullString
	score, depth         sql.NullInt64
	rate                 sql.NullFloat64
}

const sampleQuery = "SELECT id, game, ply, count, identity, score, win_rate, best, depth FROM positions WHERE id > ?%s ORDER BY id LIMIT ?"

// readSamples packs the book's records into a new spool.
func readSamples(ctx context.Context, b *Book, o *ExportOptions, form *sampleForm, progress func(Progress)) (*spool, error) {
	var total int64
	if err := b.db.QueryRowContext(ctx, "SELECT count(*) FROM positions WHERE true"+o.where()).Scan(&total); err != nil {
		return nil, requestError(ctx, b.path, err)
	}
	rows, err := newSpool("")
	if err != nil {
		return nil, err
	}
	c := NewClock(progress)
	c.Start(0, total)
	c.Enter("samples")
	r := &sampleReader{book: b, o: o, form: form, games: gameResults{book: b}, turns: map[string]int{}, rows: rows, last: -1}
	r.to.Men = make([]int8, form.grid.Points())
	for done := false; !done && err == nil; {
		var n int64
		n, err = r.some(ctx)
		c.Step(n, n)
		done = n < sampleRows
	}
	if err == nil {
		err = rows.flush()
	}
	if err != nil {
		rows.close()
		return nil, err
	}
	c.Finish()
	return rows, nil
}

// some reads the next rows, and says how many there were.
func (r *sampleReader) some(ctx context.Context) (n int64, err error) {
	var p sampleRow
	r.chunk = r.chunk[:0]
	into := []any{&p.id, &p.game, &p.ply, &p.count, &p.identity, &p.score, &p.rate, &p.best, &p.depth}
	ask, err := r.book.questions()
	if err != nil {
		return 0, err
	}
	// Rows and repeats are read at one time, as a walker does.
	tx, err := r.book.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return 0, requestError(ctx, r.book.path, err)
	}
	err = each(ctx, tx, fmt.Sprintf(sampleQuery, r.o.where()), []any{r.last, sampleRows}, into, func() error {
		r.chunk = append(r.chunk, p)
		checked := position{ply: int(p.ply)}
		if p.rate.Valid {
			checked.found.WinRate = &p.rate.Float64
		}
		return r.book.corrupt(p.id, checked.check())
	})
	if err == nil && ask.version >= repeatsVersion {
		err = r.addRepeats(ctx, tx)
	}
	tx.Rollback()
	if err != nil {
		return 0, requestError(ctx, r.book.path, err)
	}
	for i := range r.chunk {
		if err := r.add(ctx, &r.chunk[i]); err != nil {
			return n, err
		}
		n++
		r.last = r.chunk[i].id
	}
	return n, nil
}

// addRepeats adds to the chunk's counts what is kept beside the rows.
func (r *sampleReader) addRepeats(ctx context.Context, q querier) error {
	if len(r.chunk) == 0 {
		return nil
	}
	return eachRepeat(ctx, q, r.chunk[0].id, r.chunk[len(r.chunk)-1].id, func(id int64, more tally) {
		if i, ok := slices.BinarySearchFunc(r.chunk, id, func(p sampleRow, id int64) int { return cmp.Compare(p.id, id) }); ok {
			r.chunk[i].count += more.count
		}
	})
}

// add packs a row, if the filter keeps it.
func (r *sampleReader) add(ctx context.Context, p *sampleRow) error {
	to := &r.to
	g, err := r.games.of(ctx, p.game)
	if err != nil {
		return err
	}
	if r.o.SkipUnknown && !g.Ended() {
		return nil
	}
	if r.o.SkipCheck || r.o.SkipCaptures {
		board, err := r.book.Board(p.identity)
		if err != nil {
			return r.book.corrupt(p.id, err)
		}
		if !r.o.keepsBoard(board, game.View{}, p.best.String) {
			return nil
		}
	}
	if err := r.form.grid.Place(to.Men, p.identity, &r.form.codes); err != nil {
		return r.book.corrupt(p.id, err)
	}
	side, err := r.side(ctx, g, int(p.ply))
	if err != nil {
		return err
	}
	to.Game, to.Ply, to.Count, to.Depth = p.game, int(p.ply), int(p.count), -1
	to.Side = side
	to.Source, to.Target = r.form.grid.Ends(p.best.String)
	to.Score, to.WinRate, to.Result = float32(math.NaN()), float32(math.NaN()), float32(math.NaN())
	if p.score.Valid {
		to.Score = float32(p.score.Int64)
	}
	if p.rate.Valid {
		to.WinRate = float32(p.rate.Float64)
	}
	if p.depth.Valid {
		to.Depth = int(p.depth.Int64)
	}
	if result := g.result(to.Side); result != nil {
		to.Result = float32(*result)
	}
	r.bytes = r.form.pack(r.bytes[:0], to)
	return r.rows.add(r.bytes)
}

// side is the player to move at a ply of a game. Two players take turns; of more, one may be out.
func (r *sampleReader) side(ctx context.Context, g *Game, ply int) (int, error) {
	players, steps := len(r.form.grid.Men), g.steps(ply)
	if players == 2 {
		first, err := r.turn(g.Initial)
		return (first + steps) % players, err
	}
	if r.movers == nil || r.moversOf != g.ID {
		r.movers, r.moversOf = nil, g.ID
		var played Game
		var seed int64
		if err := r.book.db.QueryRowContext(ctx, findGame, g.ID).Scan(played.columns(&seed)...); err != nil {
			return 0, requestError(ctx, r.book.path, err)
		}
		board, err := r.book.Board(played.Initial)
		for _, text := range played.moves() {
			if err != nil {
				break
			}
			r.movers = append(r.movers, board.Turn())
			err = game.PlayLine(board, []string{text})
		}
		if err != nil {
			return 0, fmt.Errorf("%w: %s: game %d: %v", ErrCorrupt, r.book.path, g.ID, err)
		}
		r.movers = append(r.movers, board.Turn())
	}
	if steps >= len(r.movers) {
		return 0, fmt.Errorf("%w: %s: game %d has no ply %d", ErrCorrupt, r.book.path, g.ID, ply)
	}
	return r.movers[steps], nil
}

// turn is the player to move at an initial position.
func (r *sampleReader) turn(initial string) (int, error) {
	if turn, ok := r.turns[initial]; ok {
		return turn, nil
	}
	board, err := r.book.Board(initial)
	if err != nil {
		return 0, fmt.Errorf("%w: %s: initial position: %v", ErrCorrupt, r.book.path, err)
	}
	if len(r.turns) >= turnsMost {
		clear(r.turns)
	}
	r.turns[initial] = board.Turn()
	return board.Turn(), nil
}

// turnsMost bounds the initial positions that a reader remembers.
const turnsMost = 1000

// gameResults finds games by their numbers, which mostly rise. It reads only what their
// results need.
type gameResults struct {
	book  *Book
	games []Game // a stretch, in order
}

func (r *gameResults) of(ctx context.Context, id int64) (*Game, error) {
	for {
		for len(r.games) > 0 && r.games[0].ID < id {
			r.games = r.games[1:]
		}
		if len(r.games) > 0 && r.games[0].ID == id {
			return &r.games[0], nil
		}
		first := int64(math.MaxInt64)
		if err := r.read(ctx, id); err != nil {
			return nil, err
		}
		if len(r.games) > 0 {
			first = r.games[0].ID
		}
		if first != id {
			return nil, fmt.Errorf("%w: %s: game %d is not there", ErrCorrupt, r.book.path, id)
		}
	}
}

// read reads the games from a number on.
func (r *gameResults) read(ctx context.Context, from int64) error {
	r.games = r.games[:0]
	var g Game
	const query = "SELECT id, initial, winner, reason FROM games WHERE id >= ? ORDER BY id LIMIT ?"
	err := each(ctx, r.book.db, query, []any{from, chunkSize}, []any{&g.ID, &g.Initial, &g.Winner, &g.Reason}, func() error {
		r.games = append(r.games, g)
		return nil
	})
	return requestError(ctx, r.book.path, err)
}
