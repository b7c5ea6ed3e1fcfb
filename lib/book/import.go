package book

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"qikit.dev/qikit/lib/game"
)

// importSchema names the JSON of an Imported.
const importSchema = "qikit/book-import/1"

// Imported is what was taken in from a file of games or another book.
type Imported struct {
	Schema     string   `json:"schema"`
	Games      int64    `json:"games"`      // added
	Candidates int64    `json:"candidates"` // positions seen
	Positions  int64    `json:"positions"`  // of these, new in the book
	Faults     int64    `json:"faults"`     // games that could not be read, and were left out
	First      []string `json:"first"`      // the first ten faults
}

// JSON writes the report as an object with a field schema.
func (i Imported) JSON() []byte { return mustJSON(i) }

// AddGames adds people's games from a file of records in the game's own format
// (PGN for Xiangqi). A game that can not be read is counted and left out; a
// result that the record does not name counts as a draw. All of the file is
// taken in or, on an error or when ctx is cancelled, nothing of it. No seed
// gives these games: the book is repeatable no longer. progress may be nil; its
// total is 0, for it is not known.
func (b *Book) AddGames(ctx context.Context, path string, progress func(Progress)) (Imported, error) {
	f, err := os.Open(path)
	if err != nil {
		return Imported{}, fmt.Errorf("%w: %w", ErrFile, err)
	}
	defer f.Close()
	return b.AddGamesFrom(ctx, f, progress)
}

// AddGamesFrom is AddGames of what r reads.
func (b *Book) AddGamesFrom(ctx context.Context, r io.Reader, progress func(Progress)) (Imported, error) {
	return b.AddRecords(ctx, game.ReadRecords(b.row.Game, r), progress)
}

// AddRecords is AddGames of records from anywhere. An error among them that
// wraps game.ErrRecord is a fault; any other ends the import.
func (b *Book) AddRecords(ctx context.Context, records iter.Seq2[game.Record, error], progress func(Progress)) (Imported, error) {
	i := Imported{Schema: importSchema, First: []string{}}
	c := newClock(progress)
	c.enter("import")
	err := b.change(func(s *store) error {
		next, err := s.nextGame()
		if err != nil {
			return err
		}
		first, from := s.nextID, s.job.Processed
		seen := s.job.Candidates
		for rec, err := range records {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err == nil {
				err = s.addRecord(rec, next+i.Games)
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
			c.step(1, int64(len(rec.Moves))+1)
		}
		s.job.Processed = next + i.Games
		i.Positions, i.Candidates = s.nextID-first, s.job.Candidates-seen
		s.job.Repeatable = s.job.Repeatable && i.Games == 0
		return s.saveCounts(from)
	})
	if err != nil {
		return Imported{Schema: importSchema, First: []string{}}, err
	}
	c.finish()
	return i, nil
}

// change makes a change to the file in one transaction.
func (b *Book) change(f func(s *store) error) error {
	b.writing.Lock()
	defer b.writing.Unlock()
	s, err := openStore(b.path)
	if err != nil {
		return err
	}
	if !s.job.Complete {
		s.close()
		return fmt.Errorf("%w: %s, expected it to be resumed to its end first", ErrUnfinished, b.path)
	}
	return errors.Join(s.do(func() error { return f(s) }), s.close())
}

// nextGame is the id after the last one.
func (s *store) nextGame() (id int64, err error) {
	err = s.query("SELECT coalesce(max(id) + 1, 0) FROM games", &id)
	return id, err
}

// addRecord stores a game of people's and takes its positions in.
func (s *store) addRecord(rec game.Record, id int64) error {
	b, err := s.board(rec.Initial)
	if err != nil {
		return fmt.Errorf("game %d: %w", id, err)
	}
	g := &playedGame{ID: id, Initial: b.Position(), Winner: game.Draw, Reason: reasonUnknown, Engines: "[]"}
	moves := make([]string, len(rec.Moves))
	for ply, m := range rec.Moves {
		moves[ply] = b.Text(m)
		b.Play(m)
	}
	if winner, known := rec.Winner(); known {
		g.Winner, g.Reason = winner, reasonRecord
	} else if o, over := b.Outcome(); over {
		g.Winner, g.Reason = o.Winner, o.Reason
	}
	g.set(moves, nil)
	tags, err := json.Marshal(rec.Tags)
	if err != nil {
		return err
	}
	if g.Decisions = ""; len(rec.Tags) > 0 {
		g.Tags = string(tags)
	}
	if err := s.addGame(g); err != nil {
		return err
	}
	return s.process(g, false)
}
