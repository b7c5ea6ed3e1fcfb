package book

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
)

// Part is a piece of a generation: games to be played, nodes or positions to be
// searched. What a [Hand] makes of it depends on the job and the part alone.
type Part struct {
	// Key names the part within its job: letters, digits and hyphens. A job that
	// is resumed gives what is left of it the same keys.
	Key string
	// Work is what a Hand needs to know, JSON.
	Work []byte
}

// Made is what a Hand made of a part: the same octets whoever does it.
type Made struct {
	Key  string
	Rows []byte // compressed
}

// RowsMax is what parts are cut for: Made.Rows has no more octets, unless a
// single game takes more, say one of 10,000 plies with 30 candidates each.
const RowsMax = 1 << 20 * 7 / 8

// Crew does the parts of a generation, on other machines or on this one.
type Crew interface {
	// Do takes every part from next, has a Hand made for job do it, and gives
	// keep what was made, on the calling goroutine, in any order and in batches
	// of any size. It returns when next has no more and all is kept, or with the
	// first error. A part handed in twice is kept once; one that next did not
	// hand out is passed over.
	Do(ctx context.Context, job []byte, next func(context.Context) (Part, bool, error), keep func([]Made) error) error
}

// GenerateBy is [Generate] with the searching done by a crew, and nothing by
// this process but the book: Options.Workers is not used. The book is the same
// as Generate's, byte for byte in every export, and either goes on with a job
// that the other began.
func GenerateBy(ctx context.Context, o Options, crew Crew, progress func(Progress)) (Summary, error) {
	return generateBy(ctx, o, crew, progress)
}

// phase is a kind of work of a generation: what is due, how it is done, and what
// becomes of what was made.
type phase[T, R task] struct {
	kind string
	size int64 // of a part, in numbers
	next func(context.Context) (T, bool, error)
	do   func(context.Context, *Hand, T) (R, error)
	keep func([]R) error
}

// task is a piece of work of a phase, or what was made of it.
type task interface {
	number() int64 // the same of both; rises from task to task
}

// do has the work of a phase done, by goroutines or the crew.
func do[T, R task](ctx context.Context, j *job, p phase[T, R]) error {
	if j.crew != nil {
		text, err := j.forHands()
		if err != nil {
			return err
		}
		open := map[string][]int64{} // the numbers of the parts that are out, by key
		return j.crew.Do(ctx, text, p.parts(open), func(made []Made) error { return p.take(made, open) })
	}
	return fanOut(ctx, j.options.Workers, func(ctx context.Context, emit func(R)) error {
		h := &Hand{job: j}
		defer h.Close()
		for {
			t, ok, err := p.next(ctx)
			if !ok || err != nil {
				return err
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			r, err := p.do(ctx, h, t)
			if err != nil {
				return err
			}
			emit(r)
		}
	}, p.keep)
}

// parts cuts what is due at multiples of the size, so that a resumed job cuts
// at the same places.
func (p phase[T, R]) parts(open map[string][]int64) func(context.Context) (Part, bool, error) {
	var ahead *T
	return func(ctx context.Context) (Part, bool, error) {
		var tasks []T
		for {
			if ahead == nil {
				t, ok, err := p.next(ctx)
				if err != nil {
					return Part{}, false, err
				}
				if !ok {
					break
				}
				ahead = &t
			}
			if len(tasks) > 0 && tasks[0].number()/p.size != (*ahead).number()/p.size {
				break
			}
			tasks, ahead = append(tasks, *ahead), nil
		}
		if len(tasks) == 0 {
			return Part{}, false, nil
		}
		work := mustJSON(partWork[T]{p.kind, tasks})
		h := fnv.New64a()
		h.Write(work)
		key := fmt.Sprintf("%s-%d-%016x", p.kind, tasks[0].number()/p.size, h.Sum64())
		for _, t := range tasks {
			open[key] = append(open[key], t.number())
		}
		return Part{Key: key, Work: work}, true, nil
	}
}

// partWork is Part.Work.
type partWork[T any] struct {
	Kind  string `json:"kind"`
	Tasks []T    `json:"tasks"`
}

// take keeps what was made of parts that are out.
func (p phase[T, R]) take(made []Made, open map[string][]int64) error {
	var rows []R
	for _, m := range made {
		want, ok := open[m.Key]
		if !ok {
			continue
		}
		var some []R
		if err := unpack(m.Rows, &some); err != nil {
			return fmt.Errorf("%w: what was made of part %s: %v", ErrCorrupt, m.Key, err)
		}
		if !slices.EqualFunc(some, want, func(r R, n int64) bool { return r.number() == n }) {
			return fmt.Errorf("%w: what was made of part %s is %d rows, expected numbers %v", ErrCorrupt, m.Key, len(some), want)
		}
		delete(open, m.Key)
		rows = append(rows, some...)
	}
	if len(rows) == 0 {
		return nil
	}
	return p.keep(rows)
}

// pack and unpack are how rows travel.
func pack(rows any) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := json.NewEncoder(z).Encode(rows); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}

// unpackedMost bounds what a few octets may claim to hold.
const unpackedMost = 256 << 20

func unpack(text []byte, rows any) error {
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return json.NewDecoder(io.LimitReader(z, unpackedMost)).Decode(rows)
}
