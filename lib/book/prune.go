package book

import (
	"context"
	"errors"
	"fmt"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/job"
)

// pruneSchema names the JSON of a Pruned.
const pruneSchema = "qikit/book-prune/1"

// DefaultPrune removes nothing.
func DefaultPrune() (o PruneOptions) {
	o.setDefaults()
	return o
}

// ParsePruneOptions reads a JSON object of the fields of PruneOptions over the
// defaults, as strictly as ParseOptions.
func ParsePruneOptions(text []byte) (PruneOptions, error) {
	o := DefaultPrune()
	return o, options.Wrap(ErrOptions, options.Read(text, &o))
}

// Pruned is what was removed.
type Pruned struct {
	Schema    string `json:"schema"`
	Positions int64  `json:"positions"`
	Moves     int64  `json:"moves"` // of positions that stay
	Games     int64  `json:"games"`
	Left      int64  `json:"left"` // records
}

// JSON writes the report as an object with a field schema.
func (p Pruned) JSON() []byte { return mustJSON(p) }

// Prune removes records, in one transaction. The numbering of what stays does
// not change. A context that is cancelled later does not stop it.
func (b *Book) Prune(ctx context.Context, o PruneOptions) (Pruned, error) {
	p := Pruned{Schema: pruneSchema}
	if err := options.Check(&o); err != nil {
		return p, options.Wrap(ErrOptions, err)
	}
	if ctx.Err() != nil {
		return p, context.Cause(ctx)
	}
	err := b.change(func(w *Writer) error {
		remove := func(n *int64, text string, args ...any) error {
			r, err := w.conn.ExecContext(background, text, args...)
			if err == nil {
				*n, err = r.RowsAffected()
			}
			return err
		}
		var gone int64
		steps := []func() error{
			w.repeats.fold,
			func() error {
				return remove(&p.Positions, `DELETE FROM positions WHERE count < ?1 OR ply > ?2 OR abs(score) > ?3`,
					o.MinCount, orMost(o.MaxPly), orMost(o.MaxScore))
			},
			func() error {
				return remove(&gone, "DELETE FROM moves WHERE NOT EXISTS (SELECT 1 FROM positions WHERE id = position)")
			},
			func() error { return remove(&p.Moves, "DELETE FROM moves WHERE count < ?", o.MinMoveCount) },
			func() error {
				if p.Moves == 0 {
					return nil
				}
				return errors.Join(w.all(searchesSchema), w.exec(addSearch, pruned, "", ""), w.catalogue())
			},
			func() error {
				if !o.Games {
					return nil
				}
				return remove(&p.Games, "DELETE FROM games WHERE id NOT IN (SELECT game FROM positions)")
			},
			func() error { return w.query("SELECT count(*) FROM positions", nil, &p.Left) },
			func() error { return w.index.build(allPositions) },
			func() error { w.job.Records = p.Left; return w.saveCounts(w.job.Processed) },
		}
		for _, step := range steps {
			if err := step(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || !o.Compact {
		return p, err
	}
	return p, b.compact()
}

// orMost is the number, or more than any.
func orMost(n *int) int64 {
	if n == nil {
		return 1 << 62
	}
	return int64(*n)
}

// compact rewrites the file.
func (b *Book) compact() error {
	b.writing.Lock()
	defer b.writing.Unlock()
	w, err := openWriter(b.path)
	if err != nil {
		return err
	}
	b.changed = true
	defer w.Close()
	if _, err := w.conn.ExecContext(background, "VACUUM"); err != nil {
		return fmt.Errorf("compact: %w", fileError(b.path, err))
	}
	return w.Update(w.catalogue)
}

// PruneWork is Prune as the work of a job.
func (b *Book) PruneWork(o PruneOptions) job.Work {
	return Work(func(ctx context.Context, _ func(Progress)) (Pruned, error) { return b.Prune(ctx, o) }, nil)
}
