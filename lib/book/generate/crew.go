package generate

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"qikit.dev/qikit/lib/book"
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

// Made is the result of a part: the same octets whichever Hand does it.
type Made struct {
	Key  string
	Rows []byte // compressed
}

// RowsMax is the greatest number of octets of Made.Rows, except for a single game
// that takes more, such as one of 10,000 plies with 30 candidates each.
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

// phase is a kind of work of a generation: which tasks are due, how one is done,
// and how results are kept.
type phase[T, R task] struct {
	kind kind
	size int64 // of a part, in numbers
	next func(context.Context) (T, bool, error)
	do   func(*Hand, context.Context, T) (R, error)
	keep func([]R) error
}

// team is who does the tasks of a plan.
type team struct {
	plan *plan
	crew Crew // nil: goroutines of this process
}

// do does the tasks of a phase, by goroutines or by the crew.
func do[T, R task](ctx context.Context, t team, p phase[T, R]) error {
	if t.crew != nil {
		text, err := t.plan.forHands()
		if err != nil {
			return err
		}
		open := map[string][]int64{} // the numbers of the parts that are out, by key
		return t.crew.Do(ctx, text, p.parts(open), func(made []Made) error { return p.take(made, open) })
	}
	return fanOut(ctx, t.plan.options.Workers, func(ctx context.Context, emit func(R)) error {
		h := &Hand{plan: t.plan}
		defer h.Close()
		for {
			due, ok, err := p.next(ctx)
			if !ok || err != nil {
				return err
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			r, err := p.do(h, ctx, due)
			if err != nil {
				return err
			}
			emit(r)
		}
	}, p.keep)
}

// parts cuts the tasks due at multiples of the size, so that a resumed job cuts at
// the same places.
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

// take keeps the rows of parts that are out and passes over others.
func (p phase[T, R]) take(made []Made, open map[string][]int64) error {
	var rows []R
	for _, m := range made {
		want, ok := open[m.Key]
		if !ok {
			continue
		}
		var some []R
		if err := unpack(m.Rows, &some); err != nil {
			return fmt.Errorf("%w: what was made of part %s: %v", book.ErrCorrupt, m.Key, err)
		}
		if !slices.EqualFunc(some, want, func(r R, n int64) bool { return r.number() == n }) {
			return fmt.Errorf("%w: what was made of part %s is %d rows, expected numbers %v", book.ErrCorrupt, m.Key, len(some), want)
		}
		delete(open, m.Key)
		rows = append(rows, some...)
	}
	if len(rows) == 0 {
		return nil
	}
	return p.keep(rows)
}

// Sizes of parts. A part should take well under a minute, and its rows should stay
// below RowsMax. A phase should have a hundred parts or more, so that nobody waits
// long for the last one.
const (
	gamesMost     = 8
	decisionsMost = 16
	positionsMost = 64
	partsLeast    = 100
)

// partOf is the size of a part of so many tasks.
func partOf(tasks, most int64) int64 { return max(1, min(most, tasks/partsLeast)) }

// gamesInPart is the number of games of a part, bounded by their greatest size.
// Nearly all of a game are its decisions: some 50 octets and 14 a candidate each,
// a third of that when packed.
func gamesInPart(o *Options, planned int64) int64 {
	candidates := o.TopK
	if o.Balance.holds() {
		candidates = max(candidates, holdLines)
	}
	if b := o.Balance; b != nil && b.Rank != nil {
		candidates = max(candidates, b.Rank.Weaker[1], b.Rank.Stronger[1])
	}
	game := int64(o.MaxPlies) * int64(50+14*candidates) / 3
	return max(1, min(partOf(planned, gamesMost), RowsMax/game))
}
