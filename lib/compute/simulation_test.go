package compute

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"math"
	"time"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// simulation is a task that invented terminals do, on a clock that takes no
// time: what a plan costs in a hall of a size that nobody has at hand.
type simulation struct {
	Plan       Plan
	Unfinished Unfinished
	Terminals  int           // 0 to 65536
	Work       time.Duration // that all terminals together need at best
	Speed      float64       // median of the terminals' playouts a second, over 0
	Spread     float64       // standard deviation of the logarithm of their speeds
	Noise      float64       // the same of what they are measured at, beside their speed
	Slow       float64       // share of terminals that have a fifth of the speed they are measured at
	Lost       float64       // share that falls silent at some time
	Liars      float64       // share that claims a hundred times its speed
	Trip       time.Duration // to a terminal and back
	Host       float64       // playouts a second of the host, over 0
	Verify     float64       // as HostOptions.Verify
	Seed       uint64
}

// usualHall is 200 terminals of uneven speed and 5 s of work.
func usualHall() simulation {
	return simulation{
		Plan: PlanChunk, Unfinished: UnfinishedHost, Terminals: 200, Work: 5 * time.Second, Speed: 1000, Spread: 0.5, Noise: 0.3,
		Slow: 0.1, Lost: 0.02, Trip: 20 * time.Millisecond, Host: 2000, Verify: 0.05,
	}
}

// run simulates one task. The report's Took beside Work is what the plan costs.
// ErrOptions.
func (s simulation) run() (Report, error) {
	if s.Terminals < 0 || s.Terminals > 1<<16 || !(s.Speed > 0) || !(s.Host > 0) || s.Work <= 0 {
		return Report{}, fmt.Errorf("%w: %+v", ErrOptions, s)
	}
	o := DefaultHostOptions()
	o.Plan, o.Unfinished, o.Verify, o.Seed, o.Members = s.Plan, s.Unfinished, s.Verify, s.Seed, max(1, s.Terminals)
	w := &world{now: time.Unix(0, 0)}
	o.Clock = w
	if err := o.check(); err != nil {
		return Report{}, err
	}
	h := newHost(o)
	own := &invented{world: w, speed: s.Host, reply: func(m *sgcp.TaskResult) { _ = h.Result(h.own.ID, m) }}
	h.own.push = own.handle
	units, err := s.people(w, h)
	if err != nil {
		return Report{}, err
	}
	b, err := weiqi.New("", weiqi.DefaultOptions(), false)
	if err != nil {
		return Report{}, err
	}
	t, err := NewPlayouts(BoardOf(b), DrawEvenly, nil, s.Seed, max(1, units))
	if err != nil {
		return Report{}, err
	}
	r, err := h.begin(context.Background(), t, false)
	if err != nil {
		return Report{}, err
	}
	for !r.over {
		if err := w.step(h, r); err != nil {
			return r.report, err
		}
	}
	return r.report, h.Close()
}

// people seats the terminals, and says how many units are the work of the
// simulation for those who do not fall silent.
func (s simulation) people(w *world, h *Host) (uint64, error) {
	random := rng.Of(s.Seed, 3)
	sum, all := 0.0, 0.0
	for range s.Terminals {
		speed := s.Speed * math.Exp(s.Spread*random.Normal())
		claims := speed * math.Exp(s.Noise*random.Normal())
		adds := speed * math.Exp(s.Noise*random.Normal())
		t := &invented{world: w, speed: speed, trip: s.Trip}
		if random.Float64() < s.Slow {
			t.speed /= 5
		}
		if random.Float64() < s.Liars {
			claims, adds = 100*claims, 100*adds
		}
		if lost := random.Float64() < s.Lost; lost {
			t.dies = w.now.Add(time.Duration(random.Float64() * float64(s.Work)))
		} else {
			sum += t.speed
		}
		all += t.speed
		id, err := h.Seat(t.handle, Member{
			Version: Version, Cores: 1, Rate: claims, Additions: time.Duration(300 * s.Speed / adds * float64(time.Millisecond)),
		})
		if err != nil {
			return 0, err
		}
		h.members[id].trip = s.Trip
		t.reply = func(m *sgcp.TaskResult) { _ = h.Result(id, m) }
	}
	switch {
	case s.Terminals == 0:
		sum = s.Host
	case sum == 0:
		sum = all
	}
	return uint64(sum * s.Work.Seconds()), nil
}

// world is the clock and what is going to happen.
type world struct {
	now    time.Time
	events events
	named  uint64
}

type happening struct {
	at   time.Time
	turn uint64 // of those at one time
	do   func()
}

type events []happening

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return cmp.Or(e[i].at.Compare(e[j].at), cmp.Compare(e[i].turn, e[j].turn)) < 0
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(happening)) }
func (e *events) Pop() any {
	old := *e
	last := old[len(old)-1]
	*e = old[:len(old)-1]
	return last
}

func (w *world) Now() time.Time { return w.now }

// After is not used: step keeps the time.
func (w *world) After(time.Duration) <-chan time.Time { return nil }

func (w *world) in(d time.Duration, do func()) {
	w.named++
	heap.Push(&w.events, happening{w.now.Add(d), w.named, do})
}

// step lets the next thing happen, or the host look at the time.
func (w *world) step(h *Host, r *run) error {
	if next := r.next; !next.IsZero() && (len(w.events) == 0 || next.Before(w.events[0].at)) {
		if next.After(w.now) {
			w.now = next
		}
		h.mu.Lock()
		h.settle(w.now)
		h.unlock()
		return nil
	}
	if len(w.events) == 0 {
		return fmt.Errorf("%w: nothing happens any more with %d of %d units done", ErrTask, r.units, r.count)
	}
	e := heap.Pop(&w.events).(happening)
	w.now = e.at
	e.do()
	return nil
}

// invented is a terminal that takes its time and does nothing.
type invented struct {
	*world
	speed   float64
	trip    time.Duration
	dies    time.Time // zero for never
	reply   func(*sgcp.TaskResult)
	queue   []*sgcp.Task
	began   time.Time
	turn    uint64 // of the lease under way
	recalls map[string]bool
}

func (t *invented) dead() bool { return !t.dies.IsZero() && !t.now.Before(t.dies) }

func (t *invented) handle(push sgcp.Message) {
	t.in(t.trip/2, func() {
		switch m := push.(type) {
		case *sgcp.Task:
			if t.queue = append(t.queue, m); len(t.queue) == 1 {
				t.start()
			}
		case *sgcp.Recall:
			for i, task := range t.queue {
				if task.Lease != m.Lease {
					continue
				}
				if i == 0 {
					t.finish(min(task.Count, uint64(t.now.Sub(t.began).Seconds()*t.speed)))
				} else {
					if t.recalls == nil {
						t.recalls = map[string]bool{}
					}
					t.recalls[m.Lease] = true
				}
				return
			}
		case *sgcp.Cancel:
			for i, task := range t.queue {
				if i > 0 && task.Lease == m.Lease {
					t.queue = append(t.queue[:i:i], t.queue[i+1:]...)
					return
				}
			}
		}
	})
}

// start begins the first of the queue.
func (t *invented) start() {
	t.turn++
	turn := t.turn
	t.began = t.now
	task := t.queue[0]
	if t.recalls[task.Lease] {
		delete(t.recalls, task.Lease)
		t.finish(0)
		return
	}
	t.in(expected(task.Count, t.speed), func() {
		if t.turn == turn {
			t.finish(task.Count)
		}
	})
}

// finish sends the result of the first of the queue: all on one move.
func (t *invented) finish(done uint64) {
	task := t.queue[0]
	t.queue = t.queue[1:]
	t.turn++
	if !t.dead() {
		m := &sgcp.TaskResult{Lease: task.Lease, Done: done}
		if done > 0 {
			m.Payload = fmt.Sprintf("A1:%d:%d", done, done)
		}
		t.in(t.trip/2, func() { t.reply(m) })
	}
	if len(t.queue) > 0 {
		t.start()
	}
}
