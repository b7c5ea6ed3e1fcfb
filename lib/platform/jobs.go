package platform

import (
	"context"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Jobs hands work to compute terminals. *compute.Host is one.
type Jobs interface {
	// Members returns the terminals and what they can do.
	Members() []compute.Member
	// Run splits a task over them; see compute.Host.
	Run(ctx context.Context, t compute.Task, limits ...compute.Limits) (compute.Result, compute.Report, error)
}

// farWork is a task under way at the terminals; nil when there are none.
type farWork struct {
	cancel context.CancelFunc
	task   *pool.Task
	tried  evidence
}

// readyState is the state of a member that takes work.
const readyState = "ready"

// ask sends the terminals as many playouts as they can do together on such a board in
// the move's time. It returns nil when there are no terminals.
func (c *coordinator) ask(ctx context.Context, p *position) *farWork {
	most := uint64(p.Values[keyTerminals])
	if own := p.Budget.Playouts; own > 0 {
		most = min(most, uint64(own)) // a level that is held back stays so
	}
	if c.jobs == nil || most == 0 {
		return nil
	}
	rate := 0.0
	for _, m := range c.jobs.Members() {
		if m.State == readyState {
			rate += m.Rate
		}
	}
	if rate == 0 {
		return nil
	}
	count := min(most, compute.Simulations(p.Board.Stones(), rate, p.Budget.Time))
	t, err := compute.NewPlayouts(compute.BoardOf(p.Board), compute.DrawEvenly, points(p.Moves), c.seed^p.Board.Key(), count)
	if err != nil {
		return &farWork{cancel: func() {}, task: pool.Go(func() error { return err })}
	}
	ctx, cancel := context.WithCancel(ctx)
	w := &farWork{cancel: cancel}
	w.task = pool.Go(func() error {
		r, _, err := c.jobs.Run(ctx, t, compute.Limits{Time: p.Budget.Time})
		rows, bad := r.Rows(p.Board.Size())
		if err == nil {
			err = bad
		}
		w.tried = evidence{}
		for _, row := range rows {
			m := game.Move(row.At)
			if row.At == goban.NoPoint {
				m = goban.Pass
			}
			if row.A > 0 {
				w.tried[m] = Tried{float64(row.A), float64(row.B) / 2}
			}
		}
		return err
	})
	return w
}

// farPatience divides a move's time: the coordinator waits for the terminals so much
// longer than its own search takes.
const farPatience = 4

// wait returns what the terminals have done: the whole task, or the part that is done
// soon after the own search has ended.
func (w *farWork) wait(ctx context.Context, limit time.Duration) (evidence, error) {
	if w == nil {
		return nil, nil
	}
	defer w.cancel()
	soon := time.NewTimer(limit / farPatience)
	defer soon.Stop()
	select {
	case <-w.task.Done():
	case <-soon.C:
	case <-ctx.Done():
	}
	recalled := false
	select {
	case <-w.task.Done():
	default:
		recalled = true
		w.cancel()
	}
	err := w.task.Wait()
	if recalled {
		err = nil // it was us
	}
	return w.tried, err
}

func points(moves []game.Move) []goban.Point {
	list := make([]goban.Point, len(moves))
	for i, m := range moves {
		list[i] = goban.Point(m)
	}
	return list
}

// shareMost bounds how many times as much as the own playouts those of the terminals
// count.
const shareMost = 20

// share returns the number of playouts for each of the platform's own.
func (e evidence) share(own evidence) float64 {
	return min(e.Visits()/max(own.Visits(), 1), shareMost)
}

// ratesLeast is the least number of playouts with which a move's win rate counts.
const ratesLeast = 8

// rates scores the moves by how much more they win than the average. The terminals
// draw moves evenly, so the numbers of playouts say nothing.
func (e evidence) rates() opinions {
	all := opinions{}
	mean := e.Rate()
	for m, t := range e {
		if t.Visits >= ratesLeast {
			all[m] = opinion{Score: t.Wins/t.Visits - mean}
		}
	}
	return all.scaled()
}
