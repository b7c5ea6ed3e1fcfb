package platform

import (
	"cmp"
	"context"
	"slices"
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

// ask sends the terminals trees of their own from the position, whose visits add up with
// those of the platform's search: one for each core, as large as the move's time and the
// slowest of them allow. It returns nil when no terminal can do such a tree.
func (c *coordinator) ask(ctx context.Context, p *position) *farWork {
	most := uint64(p.Values[keyTerminals])
	each := uint64(compute.VisitsMax)
	if own := uint64(p.Budget.Playouts); own > 0 {
		if each = min(each, own); p.Values[keyLevel] < levelMax {
			most = min(most, own) // a level that is held back stays so
		}
	}
	if c.jobs == nil || most == 0 {
		return nil
	}
	visits, count := treesFor(c.jobs.Members(), p.Board.Stones(), most, each, p.Budget.Time)
	if count == 0 {
		return nil
	}
	t, err := compute.NewTrees(p.Board, visits, c.seed^p.Board.Key(), count)
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

// treeLeast is how many visits a tree has at least; the opinions of smaller ones are noise.
const treeLeast = 30

// treesFor returns how many trees of how many visits the terminals are asked for; most
// bounds the visits of all, each those of one. All trees are of one size, so cores so slow
// that the visits of all would be fewer with them are left out.
func treesFor(members []compute.Member, s *goban.Stones, most, each uint64, limit time.Duration) (visits int, count uint64) {
	type cores struct {
		speed float64 // of each
		count uint64
	}
	var list []cores
	for _, m := range members {
		if n := max(1, m.Cores); m.State == readyState && m.Rate > 0 {
			list = append(list, cores{m.Rate / float64(n), uint64(n)})
		}
	}
	slices.SortFunc(list, func(a, b cores) int { return cmp.Compare(b.speed, a.speed) })
	best, all := uint64(0), uint64(0)
	for _, c := range list {
		all += c.count
		n := min(all, most/treeLeast)
		if n == 0 {
			break
		}
		size := min(compute.Simulations(s, c.speed*treePart, limit), most/n, each)
		if size >= treeLeast && size*n >= best {
			best, visits, count = size*n, int(size), n
		}
	}
	return visits, count
}

// treePart is how many visits of a tree take as long as a playout, with some time for the
// way there and back: a tree that is not finished says nothing.
const treePart = 0.5

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

// shareMost bounds how many times as much as the own playouts those of the terminals
// count.
const shareMost = 20

// share returns the number of playouts for each of the platform's own.
func (e evidence) share(own evidence) float64 {
	return min(e.Visits()/max(own.Visits(), 1), shareMost)
}
