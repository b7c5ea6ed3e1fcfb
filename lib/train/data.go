package train

import (
	"context"
	"fmt"
	"math"
	"strings"

	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
)

// heldMost bounds the examples on which the loss is measured.
const heldMost = 200_000

// data are the records of books as examples.
type data struct {
	o       *Options
	sources []*source
	layout  *nnue.Layout
	outputs int
	examples,
	heldOut int
	held   []example // the first of those held out, in random order
	random *rng.Source
	left   int // records of the pass
}

// source is one book.
type source struct {
	index   int
	samples *book.Samples
	records int
	left    int // of the pass
	kinds   [KindsMost + 1]int
	sample  book.Sample
	game    int64 // whose share is known
	out     bool  // it is held out
}

// KindsMost is how many kinds of men a game may have.
const KindsMost = nnue.KindsMost

// openData reads all books once. Progress counts their records.
func openData(ctx context.Context, o *Options, r *job.Report) (*data, error) {
	d := &data{o: o, outputs: o.Outputs}
	if err := d.openAll(ctx, r); err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

func (d *data) openAll(ctx context.Context, r *job.Report) error {
	for i, path := range d.o.Books {
		if err := d.open(ctx, i, path, r); err != nil {
			return err
		}
	}
	if err := d.count(ctx); err != nil {
		return err
	}
	if d.examples == 0 || len(d.held) == 0 {
		return fmt.Errorf("%w: %d positions to learn from and %d held out are left of them by the filters, expected some of both",
			ErrBooks, d.examples, d.heldOut)
	}
	return nil
}

func (d *data) close() {
	for _, s := range d.sources {
		s.samples.Close()
	}
}

func (d *data) open(ctx context.Context, index int, path string, r *job.Report) error {
	b, err := book.Open(path)
	if err != nil {
		return err
	}
	defer b.Close()
	var o book.ExportOptions
	shuffle := d.o.Seed
	o.Shuffle, o.SkipCheck, o.SkipCaptures, o.SkipUnknown, o.MaxScore = &shuffle, d.o.SkipCheck, d.o.SkipCaptures, d.o.SkipUnknown, &d.o.MaxScore
	board, err := b.Board("")
	if err != nil {
		return err
	}
	// What a game does not know, none of its positions has.
	if _, checks := board.(game.Checked); !checks {
		o.SkipCheck = false
	}
	if _, takes := board.(interface {
		Captures(dst []game.Move) []game.Move
	}); !takes {
		o.SkipCaptures = false
	}
	samples, err := b.Samples(o)
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrBooks, path, err)
	}
	s := &source{index: index, samples: samples, game: -1}
	d.sources = append(d.sources, s)
	report, err := samples.Prepare(ctx, func(p book.Progress) {
		r.Progress(job.Progress{Done: uint64(p.Done), Total: uint64(p.Total), Left: job.LeftUnknown})
	})
	if err != nil {
		return err
	}
	s.records = int(report.Records)
	in := nnue.Of(report.Game)
	if d.o.Game != "" && d.o.Game != report.Game {
		return fmt.Errorf("%w: %s is a book of %s, expected one of %s", ErrBooks, path, report.Game, d.o.Game)
	}
	if in == nil {
		return fmt.Errorf("%w: %s is a book of %s, for which there are no networks of this kind", ErrBooks, path, report.Game)
	}
	if d.layout == nil {
		if d.layout, err = nnue.NewLayout(in, d.o.Folded); err != nil {
			return fmt.Errorf("%w: %w", ErrOptions, err)
		}
	} else if d.layout.In != in {
		return fmt.Errorf("%w: %s is a book of %s, expected the game of the first one", ErrBooks, path, report.Game)
	}
	for kind, man := range in.Men {
		s.kinds[1+strings.IndexByte(strings.ToUpper(report.Men), man.Letter)] = kind
	}
	return nil
}

// count goes through all records, and keeps what the loss is measured on.
func (d *data) count(ctx context.Context) error {
	if err := d.rewind(0); err != nil {
		return err
	}
	var e example
	for n := 0; ; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		held, ok, err := d.next(&e)
		switch {
		case err != nil:
			return err
		case !ok:
			return nil
		case !held:
			d.examples++
		default:
			if d.heldOut++; len(d.held) < heldMost {
				d.held = append(d.held, e)
			}
		}
	}
}

// rewind begins a pass, whose order its number draws.
func (d *data) rewind(pass int) error {
	d.random, d.left = rng.Of(d.o.Seed, 1, uint64(pass)), 0
	for _, s := range d.sources {
		s.left = s.records
		d.left += s.left
		if err := s.samples.Rewind(rng.Of(d.o.Seed, 2, uint64(pass), uint64(s.index)).Uint64()); err != nil {
			return err
		}
	}
	return nil
}

// next is the next record of the pass; the books take turns by how much each has left.
func (d *data) next(e *example) (held, ok bool, err error) {
	if d.left == 0 {
		return false, false, nil
	}
	at := d.random.IntN(d.left)
	d.left--
	for _, s := range d.sources {
		if at < s.left {
			s.left--
			return d.read(s, e)
		}
		at -= s.left
	}
	return false, false, nil
}

// heldOutGame says whether a game is never learnt from: one in every so many, from a place
// on that the seed draws.
func (d *data) heldOutGame(s *source, game int64) bool {
	from := rng.Of(d.o.Seed, 3, uint64(s.index)).Float64()
	return math.Floor(from+float64(float64(game+1)*d.o.HeldOut)) > math.Floor(from+float64(float64(game)*d.o.HeldOut))
}

func (d *data) read(s *source, e *example) (held, ok bool, err error) {
	p := &s.sample
	if ok, err := s.samples.Next(p); err != nil || !ok {
		return false, ok, err
	}
	if p.Game != s.game {
		s.game, s.out = p.Game, d.heldOutGame(s, p.Game)
	}
	in := d.layout.In
	*e = example{}
	men := 0
	for i, man := range p.Men {
		if man == 0 {
			continue
		}
		men++
		owner := 0
		if man < 0 {
			owner, man = 1, -man
		}
		// Samples list the points from the top row, networks from the own side.
		point, kind := (in.Rows-1-i/in.Columns)*in.Columns+i%in.Columns, s.kinds[man]
		in.Put(&e.men, owner, kind, point)
	}
	e.set = (&nnue.Weights{Layout: d.layout, Outputs: d.outputs}).Set(men)
	e.target = sigmoid(p.Score / float32(d.o.Scale))
	if w := float32(d.o.ResultWeight); p.Result == p.Result { // no NaN
		e.target = float32((1-w)*e.target) + float32(w*p.Result)
	}
	return s.out, true, nil
}
