package book

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"qikit.dev/qikit/lib/game"
)

// alone is a position that a file has without the game that led to it.
type alone struct {
	board  game.Board // stands there, without a history
	ply    int        // from the beginning of that game
	winner int        // of that game
	reason Reason     // ReasonPosition or ReasonSample
	tally  tally
	score  *int // of the first of moves, which is the best; nil for none
	moves  []aloneMove
}

// aloneMove is a move that a file has of a position.
type aloneMove struct {
	move  game.Move
	tally tally
	eval  *int
}

// aloneMost bounds the positions that wait for others, so that the index is asked for
// many keys at once: some 10 MB.
const aloneMost = 1 << 12

// addAlone adds positions. An error among them that is a fault is counted; any other
// ends the import.
func (b *Book) addAlone(ctx context.Context, list iter.Seq2[alone, error], progress func(Progress)) (Imported, error) {
	c := NewClock(progress)
	c.Enter("import")
	i, err := b.take(func(w *Writer, i *Imported, next int64) (int64, error) {
		games := int64(0)
		batch := make([]alone, 0, aloneMost)
		add := func() error {
			n, err := w.addAlone(batch, next+games)
			c.Step(int64(len(batch)), n)
			games, batch = games+n, batch[:0]
			return err
		}
		for p, err := range list {
			switch {
			case ctx.Err() != nil:
				return games, context.Cause(ctx)
			case isFault(err):
				i.fault(err)
				continue
			case err != nil:
				return games, err
			}
			if batch = append(batch, p); len(batch) == aloneMost {
				if err := add(); err != nil {
					return games, err
				}
			}
		}
		return games, add()
	})
	if err == nil {
		c.Finish()
	}
	return i, err
}

// isFault says whether the file may go on behind an error.
func isFault(err error) bool {
	for _, fault := range []error{game.ErrPosition, game.ErrMoveText, game.ErrIllegalMove, game.ErrSetup} {
		if errors.Is(err, fault) {
			return true
		}
	}
	return false
}

// fillScore gives a position the score of an import where no search has one.
const fillScore = "UPDATE positions SET score = ?2, best = ?3 WHERE id = ?1 AND score IS NULL AND win_rate IS NULL AND evaluated = 0"

// addAlone stores positions. Each that is new gets a game without moves, the first one
// with the number next; n counts these.
func (w *Writer) addAlone(batch []alone, next int64) (n int64, err error) {
	samples := make([]sample, len(batch))
	keys := make([]int64, len(batch))
	for i := range batch {
		samples[i] = w.aloneSample(&batch[i])
		keys[i] = samples[i].key
	}
	if err := w.seek(keys); err != nil {
		return 0, err
	}
	for i, p := range batch {
		if w.job.Sanity {
			if reason := p.board.Sane(); reason != nil {
				w.job.Candidates++
				if err := w.exec(addDrop, reason.Error(), 1); err != nil {
					return n, err
				}
				continue
			}
		}
		q, fresh := &samples[i], w.nextID
		q.game = next + n
		id, symmetry, err := w.add(*q)
		if err != nil {
			return n, err
		}
		if more := p.tally.count - 1; more > 0 { // as merging counts them
			w.job.Candidates += more
			w.job.Duplicates += more
		}
		if id == fresh {
			n++
			err = w.addGame(&Game{ID: q.game, Initial: p.board.Position(), Winner: p.winner, Reason: p.reason, Engines: "[]"})
		} else if p.score != nil {
			err = w.exec(fillScore, id, *p.score, q.moves[0].texts[symmetry])
		}
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// aloneSample is what the book is told of the position.
func (w *Writer) aloneSample(p *alone) sample {
	turn := presetTurn(p.board, w.job.Preset)
	q := w.newSample(p.board)
	q.ply, q.tally = p.ply, p.tally
	for _, m := range p.moves {
		q.moves = append(q.moves, moveSample{tally: m.tally, eval: m.eval, texts: q.texts(p.board, turn, m.move)})
	}
	if p.score != nil {
		q.found = &Evaluation{Score: p.score, Best: &q.moves[0].texts[0]}
	}
	return q
}

// among is a legal move of the board, by a name that f gives it.
func among[T comparable](b game.Board, name T, f func(game.Move) T) (game.Move, error) {
	for _, m := range b.Moves(nil) {
		if f(m) == name {
			return m, nil
		}
	}
	return game.NoMove, fmt.Errorf("%w: %v in %s", game.ErrIllegalMove, name, b.Position())
}
