package book

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
)

// AddGames adds what a regular file holds, as the suffix of its name says:
//
//	.xqb    positions of an opening book: their moves with scores, counts and results
//	.plain  positions of training text: the best move with its score, the ply, and the
//	        result of the game, which itself is not known
//	.bin    the same, packed; in chess, positions of a Polyglot opening book to which its
//	        moves lead from the beginning, with a weight as so many games without a result
//	other   people's games in the game's own format (PGN for Xiangqi)
//
// Before ".gz" or ".zst" each but opening books is read unpacked.
//
// A game or position that cannot be read is counted and left out, and so is a game with moves
// that the book's rules do not allow. A game whose record names no result, and that the rules
// do not end, has none; nor has one whose record states other rules, such as another komi. A game that names its players
// and that the book has already, with the same moves, result and tags, is counted as a
// duplicate and left out: a file that is added twice counts once. A game without names, or
// a position, is added whenever it comes, as nothing tells it from another. Comments that
// begin with a score in pawns and a depth ("+0.12/8"), as Export and tournament programs
// write them, become evaluations. Scores of positions do not replace those of searches.
//
// A file of another kind than its name says, or one that is cut short, is an error, and
// so is one that is made to take for ever: over a megabyte of zeros in text, text that
// unpacks to over 64 MB and a thousand times its size, a zstd window over 32 MB, a line
// of 4 KB in training text, more rows in an opening book than fit into its size. Either
// all of the file is added or, on an error or when ctx is cancelled, nothing of it. No
// seed gives what it adds: the book is no longer repeatable. progress may be nil; its
// total is 0, because it is not known.
func (b *Book) AddGames(ctx context.Context, path string, progress func(Progress)) (Imported, error) {
	none := Imported{Schema: importSchema, First: []string{}}
	if strings.HasSuffix(strings.ToLower(path), ".xqb") {
		list, err := b.readXQB(ctx, path)
		if err != nil {
			return none, err
		}
		return b.addAlone(ctx, list, progress)
	}
	s, err := openIncoming(path)
	if err != nil {
		return none, err
	}
	defer s.Close()
	var list iter.Seq2[alone, error]
	var i Imported
	switch importSuffix(path) {
	case ".plain":
		list = b.readPlain(s)
	case ".bin":
		if polyglots(b) == nil {
			list, err = b.readPolyglot(s)
		} else {
			list, err = b.readBin(s, s.size)
		}
	case ".xqb":
		err = fmt.Errorf("%w: a compressed opening book, expected .xqb as it is", ErrFormat)
	default:
		return b.AddGamesFrom(ctx, s, progress)
	}
	if err == nil {
		i, err = b.addAlone(ctx, list, progress)
	}
	if errors.Is(err, game.ErrRecord) || errors.Is(err, ErrFormat) {
		return none, fmt.Errorf("%s: %w", path, err)
	}
	return i, err
}

// AddGamesFrom adds the games that r reads, in the game's own format.
func (b *Book) AddGamesFrom(ctx context.Context, r io.Reader, progress func(Progress)) (Imported, error) {
	return b.AddRecords(ctx, game.ReadRecords(b.job.Game, r), progress)
}

// AddRecords is AddGames of records from anywhere. An error among them that
// wraps game.ErrRecord is a fault, as is one of a position; any other ends the import.
func (b *Book) AddRecords(ctx context.Context, records iter.Seq2[game.Record, error], progress func(Progress)) (Imported, error) {
	c := NewClock(progress)
	c.Enter("import")
	i, err := b.take(func(w *Writer, i *Imported, next int64) (int64, error) {
		for rec, err := range records {
			if ctx.Err() != nil {
				return 0, context.Cause(ctx)
			}
			added := false
			if err == nil {
				added, err = w.addRecord(rec, next+i.Games)
			}
			if errors.Is(err, game.ErrRecord) || errors.Is(err, game.ErrPosition) || errors.Is(err, game.ErrSetup) {
				i.fault(err)
				continue
			}
			if err != nil {
				return 0, err
			}
			if added {
				i.Games++
			} else {
				i.Duplicates++
			}
			c.Step(1, int64(len(rec.Moves))+1)
		}
		return i.Games, nil
	})
	if err == nil {
		c.Finish()
	}
	return i, err
}

// addRecord stores a game of people's and its positions, unless the book has it.
func (w *Writer) addRecord(rec game.Record, id int64) (added bool, err error) {
	g, err := w.gameOf(rec, id)
	if err != nil {
		return false, err
	}
	if there, err := w.noted(g); there || err != nil {
		return false, err
	}
	if err := errors.Join(w.addGame(g), w.note(g)); err != nil {
		return false, err
	}
	return true, w.process(g, false)
}

// gameOf is a record as a game of the book.
func (w *Writer) gameOf(rec game.Record, id int64) (*Game, error) {
	b, err := w.job.Board(rec.Initial, true)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", id, err)
	}
	g := &Game{ID: id, Initial: b.Position(), Winner: game.Draw, Reason: ReasonUnknown, Engines: "[]"}
	moves := make([]string, len(rec.Moves))
	decisions := make([]*Decision, len(rec.Moves))
	for ply, m := range rec.Moves {
		if !game.Legal(b, m) {
			return nil, fmt.Errorf("%w: game %d, ply %d: %s is no legal move by the rules of the book in %s", game.ErrRecord, id, ply+1, b.Text(m), b.Position())
		}
		moves[ply], decisions[ply] = b.Text(m), readRemark(b, m, rec.Comments[ply+1])
		b.Play(m)
	}
	if slices.ContainsFunc(decisions, func(d *Decision) bool { return d != nil }) {
		var names []string
		for _, side := range game.PlayersOf(b.Sides()) {
			names = append(names, rec.Tag(sideTag(side)))
		}
		g.Decisions, g.Engines = string(mustJSON(decisions)), string(mustJSON(names))
	}
	if winner, known := rec.Winner(); known {
		g.Winner, g.Reason = winner, ReasonRecord
	} else if o, over := b.Outcome(); over && w.hasRules(&rec, b) {
		g.Winner, g.Reason = o.Winner, Reason(o.Reason)
	}
	g.Moves = strings.Join(moves, " ")
	if len(rec.Tags) > 0 {
		g.Tags = string(mustJSON(rec.Tags))
	}
	return g, nil
}

// hasRules says whether the book, on whose board b the record ends, has all rules that the
// record states. What it does not state is as in the book.
func (w *Writer) hasRules(rec *game.Record, b game.Board) bool {
	v, err := game.Lookup(w.job.Game)
	if err != nil || v.StatedRules == nil || v.RecordRules == nil {
		return err == nil
	}
	rules := map[string]json.RawMessage{}
	for _, text := range []json.RawMessage{json.RawMessage(w.job.Rules), v.StatedRules(rec)} {
		if len(text) > 0 && json.Unmarshal(text, &rules) != nil {
			return false
		}
	}
	other, err := v.New(game.Setup{Position: rec.Initial, Rules: mustJSON(rules), Lenient: true})
	return err == nil && slices.Equal(v.RecordRules(other), v.RecordRules(b))
}

// AddGamesWork is AddGames as the work of a job.
func (b *Book) AddGamesWork(path string) job.Work {
	return Work(func(ctx context.Context, progress func(Progress)) (Imported, error) {
		return b.AddGames(ctx, path, progress)
	}, nil)
}
