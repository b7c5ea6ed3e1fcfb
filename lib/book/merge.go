package book

import (
	"context"
	"fmt"
	"os"

	"qikit.dev/qikit/lib/game"
)

// Merge adds another book of the same game, rules and preset player. Equal
// positions become one: their counts and results add up, and the evaluation by
// the deeper fresh search stays. The games of the other book get new numbers. A
// book is repeatable no longer with one that is not.
// All of it is taken in or, on an error or when ctx is cancelled, nothing.
// progress may be nil.
func (b *Book) Merge(ctx context.Context, path string, progress func(Progress)) (Imported, error) {
	none := Imported{Schema: importSchema, First: []string{}}
	if same(path, b.path) {
		return none, bad("path", path, "another file than the book's own")
	}
	other, err := Open(path)
	if err != nil {
		return none, err
	}
	defer other.Close()
	if o, r := &other.row, &b.row; o.Game != r.Game || o.Rules != r.Rules || o.Preset != r.Preset {
		return none, fmt.Errorf("%w: %s is %s %s with preset player %d, expected %s %s with %d", ErrOtherGame, path,
			o.Game, o.Rules, o.Preset, r.Game, r.Rules, r.Preset)
	}
	total, err := other.Len()
	if err != nil {
		return none, err
	}
	c := newClock(progress)
	c.start(0, total)
	c.enter("merge")
	i := none
	err = b.change(func(s *store) error {
		from, first, seen := s.job.Processed, s.nextID, s.job.Candidates
		offset, err := s.nextGame()
		if err != nil {
			return err
		}
		if err := s.addDrops(other); err != nil {
			return err
		}
		if i.Games, err = s.addGames(ctx, other, offset); err != nil {
			return err
		}
		if err := s.addPositions(ctx, other, offset, c); err != nil {
			return err
		}
		if s.job.Processed, err = s.nextGame(); err != nil {
			return err
		}
		i.Positions, i.Candidates = s.nextID-first, s.job.Candidates-seen
		s.job.Repeatable = s.job.Repeatable && other.row.Repeatable
		return s.saveCounts(from)
	})
	if err != nil {
		return none, err
	}
	c.finish()
	return i, nil
}

// addGames copies the games of another book.
func (s *store) addGames(ctx context.Context, other *Book, offset int64) (n int64, err error) {
	err = other.games(ctx, func(g *playedGame) error {
		g.ID += offset
		n++
		return s.addGame(g)
	})
	return n, err
}

// addDrops adds what another book left out.
func (s *store) addDrops(other *Book) error {
	rows, err := other.db.Query("SELECT reason, count FROM drops")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var reason string
		var n int64
		if err := rows.Scan(&reason, &n); err != nil {
			return err
		}
		s.job.Candidates += n
		if err := s.exec("INSERT INTO drops (reason, count) VALUES (?1, ?2) ON CONFLICT (reason) DO UPDATE SET count = count + ?2", reason, n); err != nil {
			return err
		}
	}
	return rows.Err()
}

const deepen = `UPDATE positions SET score = ?2, win_rate = ?3, best = ?4, depth = ?5, engine = ?6, candidates = ?7, evaluated = ?8
	WHERE id = ?1 AND (evaluated, coalesce(depth, 0)) < (?8, coalesce(?5, 0))`

// addPositions takes in every position of another book with all that is known
// of it.
func (s *store) addPositions(ctx context.Context, other *Book, offset int64, c *clock) error {
	w := other.walk(-1, false)
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		p, ok, err := w.next(ctx)
		if !ok || err != nil {
			return err
		}
		list, err := other.playedAt(w.board, p.id)
		if err != nil {
			return err
		}
		turn := presetTurn(w.board, s.job.Preset)
		q := sample{
			identities: identities(w.board, s.job.Preset), game: p.game + offset, ply: p.ply,
			tally: p.tally, found: p.found, evaluated: p.evaluated,
		}
		for _, m := range list {
			q.moves = append(q.moves, moveSample{
				tally: tally{m.Count, m.Wins, m.Draws, m.Losses}, eval: m.Eval, depth: m.depth,
				text: func(symmetry int) string {
					return w.board.ViewText(game.View{Turn: turn, Symmetry: symmetry}, m.move)
				},
			})
		}
		id, symmetry, err := s.add(q)
		if err != nil {
			return err
		}
		if symmetry != 0 { // the row shows the position through a symmetry, and so its moves
			p.found.rename(names(w.board, turn, symmetry))
		}
		e := &p.found
		if err := s.exec(deepen, id, e.score, e.winRate, e.best, e.depth, e.engine, e.candidates, p.evaluated); err != nil {
			return err
		}
		// Every appearance was seen, and all but the first a duplicate.
		s.job.Candidates += p.tally.count - 1
		s.job.Duplicates += p.tally.count - 1
		c.step(1, 1)
	}
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
func (e *evaluation) rename(names map[string]string) {
	if e.best != nil {
		best := names[*e.best]
		e.best = &best
	}
	if e.candidates == nil {
		return
	}
	list := readCandidates(e.candidates)
	weighed := make([]weight, len(list))
	for i, c := range list {
		weighed[i] = weight{names[c.Move], c.Score}
	}
	text := string(mustJSON(weighed))
	e.candidates = &text
}

// same says whether two paths lead to one file.
func same(path, other string) bool {
	a, err := os.Stat(path)
	if err != nil {
		return false
	}
	b, err := os.Stat(other)
	return err == nil && os.SameFile(a, b)
}
