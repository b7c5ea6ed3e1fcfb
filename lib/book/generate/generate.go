package generate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/job"
)

// Phases of a generation, in a book.Progress.
const (
	PhaseExpand   = "expand"
	PhasePlay     = "play"
	PhaseEvaluate = "evaluate"
)

// Book plays, processes and evaluates as the options say, into a new book
// file or, with Resume, on in the one that is there. progress (nil for none)
// is called on the calling goroutine, at most ten times a second.
//
// A cancelled job keeps every game that has ended; Book then returns the
// summary so far together with the context's cause, and a later call with
// Resume goes on. The same holds for every other error once the file is made. A
// game that an engine's fault ends counts in Summary.Failed. When all games end so,
// the error is ErrFailed, and the book is not complete.
func Book(ctx context.Context, o Options, progress func(book.Progress)) (book.Summary, error) {
	return By(ctx, o, nil, progress)
}

// By is [Book] with a crew that does all searching; this process only keeps the
// book, and Options.Workers is not used. The book is the same as Book's, byte for
// byte in every export, and either resumes a job that the other began.
func By(ctx context.Context, o Options, crew Crew, progress func(book.Progress)) (book.Summary, error) {
	if err := o.check(); err != nil {
		return book.Summary{}, err
	}
	p, err := newPlan(o)
	if err != nil {
		return book.Summary{}, err
	}
	if err := tryEngines(ctx, p); err != nil {
		return book.Summary{}, err
	}
	file, err := openFile(p)
	if err != nil {
		return book.Summary{}, err
	}
	g := generation{team{p, crew}, shelf{file, book.NewClock(progress), o.Record == RecordEnd, &late{since: time.Now()}}}
	if g.late.again, err = file.ToRemake(); err == nil {
		err = g.run(ctx)
	}
	if lateErr := g.catchUp(); err == nil {
		err = lateErr
	}
	summary, sumErr := file.Summary()
	if closeErr := file.Close(); err == nil {
		err = errors.Join(sumErr, closeErr)
	}
	return summary, err
}

// CheckOut refuses at once what a job would refuse after its engines were tried: a file
// in no folder, and one that is there already, without Resume.
func (o Options) CheckOut() error {
	folder := filepath.Dir(o.Out)
	info, err := os.Stat(folder)
	switch {
	case err != nil:
		return fmt.Errorf("%w: out: %w", book.ErrFile, err)
	case !info.IsDir():
		return fmt.Errorf("%w: out is %s, but %s is no folder", book.ErrFile, o.Out, folder)
	case o.Resume:
		return nil
	}
	if _, err := os.Lstat(o.Out); err == nil {
		return fmt.Errorf("%w: %s, expected a new path, or resume to go on with it", book.ErrExists, o.Out)
	}
	return nil
}

// Work is Book as the work of a job; a cancelled one has the summary so far as
// its result.
func Work(o Options) job.Work {
	return book.Work(func(ctx context.Context, progress func(book.Progress)) (book.Summary, error) {
		return Book(ctx, o, progress)
	}, func(s book.Summary) bool { return s.Path != "" })
}

// generation goes through the phases of a job.
type generation struct {
	team
	shelf
}

// run does what is left of the job.
func (g *generation) run(ctx context.Context) error {
	if g.file.Job().Complete {
		return nil
	}
	if err := g.startClock(); err != nil {
		return err
	}
	if g.plan.options.Breadth != nil && g.file.Job().Planned == 0 {
		g.clock.Enter(PhaseExpand)
		if err := g.growTree(ctx); err != nil {
			return err
		}
		job := g.file.Job()
		g.clock.Expect((g.each()-1)*job.Planned - job.Processed)
	}
	g.clock.Enter(PhasePlay)
	if err := playGames(ctx, g.team, g.shelf); err != nil {
		return err
	}
	if err := g.allFailed(); err != nil {
		return err
	}
	if g.plan.options.Reevaluate != nil {
		g.clock.Enter(PhaseEvaluate)
		if err := reevaluate(ctx, g.team, g.shelf); err != nil {
			return err
		}
	}
	if err := g.file.Settle(g.end); err != nil {
		return err
	}
	if g.plan.options.Reevaluate != nil {
		if err := g.file.Minimax(ctx); err != nil {
			return err
		}
	}
	if err := g.file.Complete(); err != nil {
		return err
	}
	g.clock.Finish()
	return nil
}

// growTree makes the games of a breadth-first job.
func (g *generation) growTree(ctx context.Context) error {
	reader, err := book.Open(g.file.Path())
	if err != nil {
		return err
	}
	defer reader.Close()
	e := expansion{team: g.team, shelf: g.shelf, tree: tree{book: reader}}
	if e.recalls, err = g.file.RecallsNodes(); err != nil {
		return err
	}
	if err := g.file.PlantRoots(len(g.plan.initials), g.plan.options.Breadth.best()); err != nil {
		return err
	}
	grow := e.byLevels
	if g.plan.options.Breadth.best() {
		grow = e.byPromise
	}
	if err := grow(ctx); err != nil {
		return err
	}
	if err := g.remake(ctx, g.plan); err != nil {
		return err
	}
	return e.gather(ctx, g.file.NodesEnd())
}

// each is the number of steps that a game takes.
func (g *generation) each() int64 {
	if g.plan.options.Reevaluate != nil {
		return 3
	}
	return 2
}

// startClock counts what has been done already and what there is to do.
func (g *generation) startClock() error {
	counts, err := g.file.Counts()
	if err != nil {
		return err
	}
	job, initials := g.file.Job(), int64(len(g.plan.initials))
	total := g.each() * job.Planned
	if b := g.plan.options.Breadth; b != nil && job.Planned > 0 {
		total += counts.Decided
	} else if b != nil {
		total = (b.decisions() + g.each()*b.lines()) * initials
	}
	if g.plan.options.Breadth != nil && g.late.again {
		counts.Games = 0 // its lines are another tree's
	}
	g.clock.Start(counts.Decided+counts.Games+job.Processed, total)
	return nil
}

// allFailed is ErrFailed when engines' faults ended every game.
func (g *generation) allFailed() error {
	c, err := g.file.Counts()
	if err == nil && c.Failed > 0 && c.Failed == c.Games {
		err = fmt.Errorf("%w: %s: %d of %d games were ended by an engine's fault, the first by %s", ErrFailed, g.file.Path(), c.Failed, c.Games, c.Failure)
	}
	return err
}
