package book

import (
	"context"
	"errors"
	"fmt"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
)

// Merge adds another book of the same game, rules and preset player. Equal
// positions become one: their counts and results add up, and the evaluation by
// the deeper fresh search stays. The games of the other book get new numbers. Values of
// Minimax are out of use afterwards, until it runs again: what a position is worth may
// hang on any other. Counts are sums over games, so a book that is merged twice counts
// twice. A book merged with one that is not repeatable is no longer repeatable. Either all
// of it is added or, on an error or when ctx is cancelled, nothing.
// progress may be nil.
func (b *Book) Merge(ctx context.Context, path string, progress func(Progress)) (Imported, error) {
	none := Imported{Schema: importSchema, First: []string{}}
	if same(path, b.path) {
		return none, options.Wrap(ErrOptions, options.Clash("path", path, "another file than the book's own"))
	}
	other, err := Open(path)
	if err != nil {
		return none, err
	}
	defer other.Close()
	if o, r := &other.job, &b.job; o.Game != r.Game || o.Rules != r.Rules || o.Preset != r.Preset {
		return none, fmt.Errorf("%w: %s is %s %s with preset player %d, expected %s %s with %d", ErrOtherGame, path,
			o.Game, o.Rules, o.Preset, r.Game, r.Rules, r.Preset)
	}
	total, err := other.Len()
	if err != nil {
		return none, err
	}
	c := NewClock(progress)
	c.Start(0, total)
	c.Enter("merge")
	i := none
	err = b.change(func(w *Writer) error {
		from, first, seen := w.job.Processed, w.nextID, w.job.Candidates
		offset, err := w.nextGame()
		if err != nil {
			return err
		}
		if err := w.addDrops(ctx, other); err != nil {
			return err
		}
		if i.Games, err = w.addGames(ctx, other, offset); err != nil {
			return err
		}
		if err := w.addPositions(ctx, other, offset, c); err != nil {
			return err
		}
		if w.job.Processed, err = w.nextGame(); err != nil {
			return err
		}
		i.Positions, i.Candidates = w.nextID-first, w.job.Candidates-seen
		if i.Outdated, err = w.outdate(); err != nil {
			return err
		}
		w.job.Repeatable = w.job.Repeatable && other.job.Repeatable
		return w.saveCounts(from)
	})
	if err != nil {
		return none, err
	}
	c.Finish()
	return i, nil
}

// addGames copies the games of another book.
func (w *Writer) addGames(ctx context.Context, other *Book, offset int64) (n int64, err error) {
	for g, err := range other.Games(ctx) {
		if err != nil {
			return n, err
		}
		g.ID += offset
		n++
		if err := errors.Join(w.addGame(g), w.note(g)); err != nil {
			return n, err
		}
	}
	return n, nil
}

// addDrops adds what another book left out.
func (w *Writer) addDrops(ctx context.Context, other *Book) error {
	var reason string
	var n int64
	return requestError(ctx, other.path, each(ctx, other.db, "SELECT reason, count FROM drops", nil, []any{&reason, &n}, func() error {
		w.job.Candidates += n
		return w.exec(addDrop, reason, n)
	}))
}

// deepen takes over an evaluation that reached further: a fresh one before one of a
// game, then the greater depth, then more nodes. Searches by playouts do not reach
// depths: of two, the one with more playouts has reached further.
const deepen = `UPDATE positions SET score = ?2, win_rate = ?3, best = ?4, depth = ?5, engine = ?6, candidates = ?7,
	nodes = ?8, proven = ?9, proof = ?10, evaluated = ?11
	WHERE id = ?1 AND (evaluated, CASE WHEN win_rate IS NOT NULL AND ?3 IS NOT NULL THEN 0 ELSE coalesce(depth, 0) END, coalesce(nodes, 0))
	< (?11, CASE WHEN win_rate IS NOT NULL AND ?3 IS NOT NULL THEN 0 ELSE coalesce(?5, 0) END, coalesce(?8, 0))`

// addPositions adds every position of another book with all that is known of it.
func (w *Writer) addPositions(ctx context.Context, other *Book, offset int64, c *Clock) error {
	from := other.walk(-1, "")
	from.stretch = true
	for n := 0; ; n++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if n%samplesMost == 0 {
			if err := w.seekNext(ctx, other, from.last); err != nil {
				return err
			}
		}
		p, ok, err := from.next(ctx)
		if !ok || err != nil {
			return err
		}
		turn := presetTurn(from.board, w.job.Preset)
		list, err := from.playedHere(p.id, game.View{Turn: turn})
		if err != nil {
			return err
		}
		q := w.newSample(from.board)
		q.game, q.ply, q.tally, q.found, q.evaluated = p.game+offset, p.ply, p.tally, &p.found, p.evaluated
		for _, m := range list {
			q.moves = append(q.moves, moveSample{
				tally: m.tally(), eval: m.said, depth: m.depth,
				texts: q.texts(from.board, turn, m.move),
			})
		}
		next := w.nextID
		id, symmetry, err := w.add(q)
		if err != nil {
			return err
		}
		if symmetry != 0 { // the row shows the position through a symmetry, and so its moves
			p.found.rename(names(from.board, turn, symmetry))
		}
		if id < next {
			if err := w.exec(deepen, append(append([]any{id}, p.found.columns()...), p.evaluated)...); err != nil {
				return err
			}
		}
		// Every appearance was a candidate, and all but the first a duplicate.
		w.job.Candidates += p.tally.count - 1
		w.job.Duplicates += p.tally.count - 1
		c.Step(1, 1)
	}
}

// seekNext looks for the positions of another book that follow an id.
func (w *Writer) seekNext(ctx context.Context, other *Book, last int64) error {
	if !w.job.Dedupe {
		return nil
	}
	var keys []int64
	var key int64
	if err := each(ctx, other.db, "SELECT key FROM positions WHERE id > ? ORDER BY id LIMIT ?", []any{last, samplesMost}, []any{&key}, func() error {
		keys = append(keys, key)
		return nil
	}); err != nil {
		return requestError(ctx, other.path, err)
	}
	return w.seek(keys)
}

// names are the legal moves' texts through a symmetry of the board, by their
// texts without it.
func names(b game.Board, turn, symmetry int) map[string]string {
	legal := b.Moves(nil)
	list := make(map[string]string, len(legal))
	for _, m := range legal {
		list[b.ViewText(game.View{Turn: turn}, m)] = b.ViewText(game.View{Turn: turn, Symmetry: symmetry}, m)
	}
	return list
}

// rename writes the moves under other names.
func (e *Evaluation) rename(names map[string]string) {
	if e.Best != nil {
		best := names[*e.Best]
		e.Best = &best
	}
	if e.Candidates == nil {
		return
	}
	list := readCandidates(e.Candidates)
	weighed := make([]Weight, len(list))
	for i, c := range list {
		weighed[i] = Weight{names[c.Move], c.Score}
	}
	text := string(mustJSON(weighed))
	e.Candidates = &text
}

// MergeWork is Merge as the work of a job.
func (b *Book) MergeWork(path string) job.Work {
	return Work(func(ctx context.Context, progress func(Progress)) (Imported, error) {
		return b.Merge(ctx, path, progress)
	}, nil)
}
