package book

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/plainfile"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
)

// AddGames adds people's games from a regular file of records in the game's own format
// (PGN for Xiangqi). A game that cannot be read is counted and left out; a
// game whose record names no result, and that the rules do not end, has none. Comments
// that begin with a score in pawns and a depth ("+0.12/8"), as Export and tournament programs
// write them, become evaluations. Either all of the file is added or, on an error or when ctx is cancelled, nothing of it. No seed gives
// these games: the book is no longer repeatable. progress may be nil; its total is
// 0, because it is not known.
func (b *Book) AddGames(ctx context.Context, path string, progress func(Progress)) (Imported, error) {
	f, err := plainfile.OpenText(path)
	if err != nil {
		return Imported{}, fmt.Errorf("%w: %w", ErrFile, err)
	}
	defer f.Close()
	i, err := b.AddGamesFrom(ctx, f, progress)
	if errors.Is(err, plainfile.ErrZeros) {
		err = fmt.Errorf("%w: %w", ErrFile, err)
	}
	return i, err
}

// AddGamesFrom is AddGames of what r reads.
func (b *Book) AddGamesFrom(ctx context.Context, r io.Reader, progress func(Progress)) (Imported, error) {
	return b.AddRecords(ctx, game.ReadRecords(b.job.Game, r), progress)
}

// AddRecords is AddGames of records from anywhere. An error among them that
// wraps game.ErrRecord is a fault; any other ends the import.
func (b *Book) AddRecords(ctx context.Context, records iter.Seq2[game.Record, error], progress func(Progress)) (Imported, error) {
	i := Imported{Schema: importSchema, First: []string{}}
	c := NewClock(progress)
	c.Enter("import")
	err := b.change(func(w *Writer) error {
		next, err := w.nextGame()
		if err != nil {
			return err
		}
		first, from := w.nextID, w.job.Processed
		seen := w.job.Candidates
		for rec, err := range records {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err == nil {
				err = w.addRecord(rec, next+i.Games)
			}
			if errors.Is(err, game.ErrRecord) || errors.Is(err, game.ErrPosition) || errors.Is(err, game.ErrSetup) {
				if i.Faults++; len(i.First) < 10 {
					i.First = append(i.First, err.Error())
				}
				continue
			}
			if err != nil {
				return err
			}
			i.Games++
			c.Step(1, int64(len(rec.Moves))+1)
		}
		if err := w.settle(); err != nil {
			return err
		}
		w.job.Processed = next + i.Games
		i.Positions, i.Candidates = w.nextID-first, w.job.Candidates-seen
		if err := w.exec(valuesPass); err != nil {
			return err
		}
		w.job.Repeatable = w.job.Repeatable && i.Games == 0
		return w.saveCounts(from)
	})
	if err != nil {
		return Imported{Schema: importSchema, First: []string{}}, err
	}
	c.Finish()
	return i, nil
}

// addRecord stores a game of people's and its positions.
func (w *Writer) addRecord(rec game.Record, id int64) error {
	b, err := w.job.Board(rec.Initial, true)
	if err != nil {
		return fmt.Errorf("game %d: %w", id, err)
	}
	g := &Game{ID: id, Initial: b.Position(), Winner: game.Draw, Reason: ReasonUnknown, Engines: "[]"}
	moves := make([]string, len(rec.Moves))
	decisions := make([]*Decision, len(rec.Moves))
	for ply, m := range rec.Moves {
		moves[ply], decisions[ply] = b.Text(m), readRemark(b, m, rec.Comments[ply+1])
		b.Play(m)
	}
	if slices.ContainsFunc(decisions, func(d *Decision) bool { return d != nil }) {
		var names []string
		for _, side := range b.Sides() {
			names = append(names, rec.Tag(sideTag(side)))
		}
		g.Decisions, g.Engines = string(mustJSON(decisions)), string(mustJSON(names))
	}
	if winner, known := rec.Winner(); known {
		g.Winner, g.Reason = winner, ReasonRecord
	} else if o, over := b.Outcome(); over {
		g.Winner, g.Reason = o.Winner, Reason(o.Reason)
	}
	g.Moves = strings.Join(moves, " ")
	if len(rec.Tags) > 0 {
		g.Tags = string(mustJSON(rec.Tags))
	}
	if err := w.addGame(g); err != nil {
		return err
	}
	return w.process(g, false)
}

// AddGamesWork is AddGames as the work of a job.
func (b *Book) AddGamesWork(path string) job.Work {
	return Work(func(ctx context.Context, progress func(Progress)) (Imported, error) {
		return b.AddGames(ctx, path, progress)
	}, nil)
}
