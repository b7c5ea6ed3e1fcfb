package book

import (
	"context"
	"fmt"
	"math"
	"sync"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/job"
)

// samplesSchema names the JSON of a SamplesReport.
const samplesSchema = "qikit/samples/1"

// Samples are the records of a book as numbers, for a network or another model that
// learns from them. Prepare reads the book once into a temporary file, packed; after
// that the book is no longer needed, and Next and Fill give the samples in order of game
// and ply, or shuffled by a seed, as often as one likes, a million and more a second.
//
// A record of Xiangqi takes about 80 bytes of the file, and shuffling up to 150 MB of
// memory whatever the number of records: the next sample is drawn from a window of 64 MB,
// into which stretches of the book come in random order. A book that fits is shuffled
// evenly.
type Samples struct {
	book *Book
	o    ExportOptions
	form sampleForm

	mu     sync.Mutex
	begun  bool   // Prepare was called
	rows   *spool // nil until Prepare has ended
	order  *spoolReader
	failed error
	closed bool
	sample Sample // for Fill
}

// SamplesReport says what samples hold.
type SamplesReport struct {
	Schema  string         `json:"schema"`
	Game    string         `json:"game"`
	Records int64          `json:"records"`
	Rows    int            `json:"rows"`    // of the board
	Columns int            `json:"columns"` // of the board
	Men     string         `json:"men"`     // the letters of the mover's men in the position text, whose numbers are 1, 2, …
	Layout  []SampleColumn `json:"layout"`  // of what Fill writes
}

// JSON writes the report as an object with a field schema.
func (r SamplesReport) JSON() []byte { return mustJSON(r) }

// Samples prepares nothing yet. The options say which records there are, and by Shuffle
// their order; those that only say how a file is written are refused.
func (b *Book) Samples(o ExportOptions) (*Samples, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if err := o.forSamples(); err != nil {
		return nil, err
	}
	form, err := b.sampleForm()
	if err != nil {
		return nil, err
	}
	if err := o.serves(b); err != nil {
		return nil, err
	}
	return &Samples{book: b, o: o, form: form}, nil
}

// forSamples refuses what samples do not have.
func (o *ExportOptions) forSamples() error {
	for _, key := range []struct {
		name  string
		value any
		given bool
	}{
		{"unknown", o.Unknown, o.Unknown}, {"notation", o.Notation, o.Notation != ""}, {"encoding", o.Encoding, o.Encoding != ""},
		{"positions", o.Positions, o.Positions != nil}, {"shards", o.Shards, o.Shards != nil}, {"fields", o.Fields, len(o.Fields) > 0},
		{"first_game", o.FirstGame, o.FirstGame > 0}, {"games", o.Games, o.Games != nil},
	} {
		if key.given {
			return options.Wrap(ErrOptions, options.Wrong(key.name, key.value, "nothing: it is of files, not of samples"))
		}
	}
	return nil
}

// Prepare reads the book, once; progress may be nil.
func (s *Samples) Prepare(ctx context.Context, progress func(Progress)) (SamplesReport, error) {
	s.mu.Lock()
	begun := s.begun
	s.begun = true
	s.mu.Unlock()
	if begun {
		return SamplesReport{}, fmt.Errorf("%w: the samples are prepared already, or being prepared", ErrUnfinished)
	}
	rows, err := readSamples(ctx, s.book, &s.o, &s.form, progress)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil && s.closed {
		rows.close()
		err = errClosed
	}
	if err != nil {
		s.failed = err
		return SamplesReport{}, err
	}
	s.rows, s.order = rows, rows.reader(s.seed())
	return s.report(), nil
}

// Work is Prepare as the work of a job.
func (s *Samples) Work() job.Work { return Work(s.Prepare, nil) }

func (s *Samples) report() SamplesReport {
	g := s.form.grid
	return SamplesReport{samplesSchema, s.book.job.Game, s.rows.records, g.Rows, g.Columns, g.Men[s.book.job.Preset], s.form.layout()}
}

func (s *Samples) seed() *uint64 { return s.o.Shuffle }

var errClosed = fmt.Errorf("%w: the samples are closed", job.ErrClosed)

// ready is an error unless the samples can be read.
func (s *Samples) ready() error {
	switch {
	case s.closed:
		return errClosed
	case s.failed != nil:
		return s.failed
	case s.rows == nil:
		return fmt.Errorf("%w: the samples are still being prepared", ErrUnfinished)
	}
	return nil
}

// Rewind begins anew. Samples that are shuffled come in the order of another seed.
func (s *Samples) Rewind(seed uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ready(); err != nil {
		return err
	}
	if s.o.Shuffle != nil {
		s.o.Shuffle = &seed
	}
	s.order = s.rows.reader(s.seed())
	return nil
}

// Next reads a sample into memory that the caller keeps; ok is false after the last one.
// Samples that are still being prepared are ErrUnfinished.
func (s *Samples) Next(to *Sample) (ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ready(); err != nil {
		return false, err
	}
	return s.next(to)
}

func (s *Samples) next(to *Sample) (ok bool, err error) {
	row, err := s.order.next()
	if row == nil || err != nil {
		return false, err
	}
	s.form.unpack(row, to)
	return true, nil
}

// Size is the number of bytes that Fill writes for so many samples.
func (s *Samples) Size(most int) int {
	size := 0
	for _, c := range s.form.layout() {
		size += c.size(most)
	}
	return size
}

// Fill writes the next samples, at most so many, into memory of at least Size bytes, and
// returns how many it wrote; 0 after the last one. The columns of the report's layout
// follow each other, each with room for all of them, the next one at a multiple of 8
// bytes, with the lowest byte of a number first.
func (s *Samples) Fill(memory []byte, most int) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ready(); err != nil {
		return 0, err
	}
	columns := map[string][]byte{}
	for _, c := range s.form.layout() {
		columns[c.Name], memory = memory[:c.size(most)], memory[c.size(most):]
	}
	games, scores, rates, results := columns["games"], columns["scores"], columns["win_rates"], columns["results"]
	plies, counts, moves, depths := columns["plies"], columns["counts"], columns["moves"], columns["depths"]
	sides, positions := columns["sides"], columns["positions"]
	p, points := &s.sample, s.form.grid.Points()
	for ; n < most; n++ {
		ok, err := s.next(p)
		if err != nil || !ok {
			return n, err
		}
		low.PutUint64(games[8*n:], uint64(p.Game))
		low.PutUint32(scores[4*n:], math.Float32bits(p.Score))
		low.PutUint32(rates[4*n:], math.Float32bits(p.WinRate))
		low.PutUint32(results[4*n:], math.Float32bits(p.Result))
		low.PutUint32(plies[4*n:], uint32(p.Ply))
		low.PutUint32(counts[4*n:], uint32(p.Count))
		low.PutUint16(moves[4*n:], uint16(p.Source))
		low.PutUint16(moves[4*n+2:], uint16(p.Target))
		low.PutUint16(depths[2*n:], uint16(p.Depth))
		sides[n] = byte(p.Side)
		to := positions[points*n : points*(n+1)]
		for i, man := range p.Men {
			to[i] = byte(man)
		}
	}
	return n, nil
}

// Close removes the temporary file.
func (s *Samples) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rows != nil {
		s.rows.close()
	}
	s.closed, s.rows = true, nil
	return nil
}
