package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/book/generate"
)

// WorkOptions say how much of this machine works on books.
type WorkOptions struct {
	// Workers is how many parts are done at once, each with engines of its own;
	// 1 to 1024.
	Workers int `json:"workers" range:"1..1024"`
	// Programs are the engines that jobs may start here, as jobs write their paths;
	// default none: the built-in engines only. See generate.NewHandOf.
	Programs []string `json:"programs"`
}

// Working is what a worker has done.
type Working struct {
	Parts int64  // done and handed in
	Job   string // of the latest
}

// faultsMost is how many workers may fail at a part before its job does.
const faultsMost = 3

// WorkOnBooks does parts of any book of the cluster until it cannot go on, or until
// ctx ends, whose cause it then returns. A part that was begun is given back for
// others to do. progress (nil for none) is called after each part,
// from any goroutine, one call at a time.
//
// It waits for a server or coordinator that is away, as Options.GiveUp says. It ends
// with an error when an engine is missing here or not in WorkOptions.Programs, a job is of another version
// (ErrVersion), a part fails (ErrJob) or a subject is refused (ErrForbidden).
func (c *Cluster) WorkOnBooks(ctx context.Context, o WorkOptions, progress func(Working)) error {
	if err := options.Check(&o); err != nil {
		return options.Wrap(ErrOptions, err)
	}
	ctx, done := c.within(ctx)
	defer done()
	queue, err := c.findQueue(ctx)
	if err != nil {
		return err
	}
	w := &worker{cluster: c, queue: queue, programs: o.Programs, progress: progress}
	return pool.Run(ctx, o.Workers+1, func(ctx context.Context, i int) error {
		if i == o.Workers {
			return w.beat(ctx)
		}
		return w.run(ctx)
	})
}

// findQueue waits until somebody has made the queue.
func (c *Cluster) findQueue(ctx context.Context) (queue jetstream.Consumer, err error) {
	for {
		queue, err = again(ctx, c, func(ctx context.Context) (jetstream.Consumer, error) {
			return c.streams.Consumer(ctx, workStream, workQueue)
		})
		if !errors.Is(err, jetstream.ErrStreamNotFound) && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return queue, err
		}
		if err := pool.Sleep(ctx, 100*time.Millisecond); err != nil {
			return nil, err
		}
	}
}

type worker struct {
	cluster  *Cluster
	queue    jetstream.Consumer
	programs []string
	parts    atomic.Int64
	mu       sync.Mutex // for progress
	progress func(Working)
}

// name tells workers apart.
func (w *worker) name() string { return w.cluster.user + "." + w.cluster.process }

func (w *worker) beat(ctx context.Context) error {
	for {
		if err := w.cluster.conn.Publish(hereSubject+w.name(), nil); err != nil && !isAway(err) {
			return err
		}
		if err := pool.Sleep(ctx, heartbeat); err != nil {
			return err
		}
	}
}

// run does one part after the other. It hands in a result while it does the next
// part, because the queue answers only after writing to its disk.
func (w *worker) run(ctx context.Context) error {
	hand := &heldHand{cluster: w.cluster, programs: w.programs}
	defer hand.close()
	ended := pool.Go(func() error { return nil }) // the latest handing in
	for {
		m, err := w.lease(ctx)
		if m == nil || err != nil {
			select {
			case <-ended.Done():
				err = errors.Join(err, ended.Wait())
			default:
			}
			if err != nil {
				ended.Wait()
				return err
			}
			continue
		}
		done := make(chan struct{})
		alive := pool.Go(func() error { return w.keep(m, done) })
		rows, made := w.part(ctx, hand, m)
		handIn := func() error {
			defer alive.Wait()
			defer close(done)
			return w.handIn(ctx, m, rows, made)
		}
		err = ended.Wait()
		switch {
		case err != nil:
			close(done)
			alive.Wait()
			m.Nak() // for others
			return err
		case made != nil:
			if err := handIn(); err != nil {
				return err
			}
		default:
			ended = pool.Go(handIn)
		}
	}
}

// keep renews the lease of a part until it is handed in.
func (w *worker) keep(m jetstream.Msg, done chan struct{}) error {
	t := time.NewTicker(heartbeat)
	defer t.Stop()
	for {
		select {
		case <-done:
			return nil
		case <-t.C:
			if err := m.InProgress(); err != nil {
				w.cluster.log(slog.LevelDebug, "heartbeat", "error", err)
			}
		}
	}
}

// lease asks for a part; nil when none came in a while.
func (w *worker) lease(ctx context.Context) (jetstream.Msg, error) {
	once, cancel := context.WithTimeout(ctx, requestMost)
	defer cancel()
	batch, err := w.queue.Fetch(1, jetstream.FetchContext(once))
	if err == nil {
		for m := range batch.Messages() {
			return m, nil
		}
		err = batch.Error()
	}
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err == nil, errors.Is(err, context.DeadlineExceeded):
		return nil, nil
	}
	// The server was away, or the queue is being made again: either it comes back
	// or the cluster ends.
	w.cluster.log(slog.LevelDebug, "no part", "error", err)
	return nil, pool.Sleep(ctx, 100*time.Millisecond)
}

func (w *worker) part(ctx context.Context, hand *heldHand, m jetstream.Msg) ([]byte, error) {
	job, _ := partOf(m)
	h, err := hand.of(ctx, job)
	if err != nil {
		return nil, err
	}
	rows, err := h.Do(ctx, m.Data())
	if most := w.cluster.largest(); err == nil && len(rows) > most {
		return nil, fmt.Errorf("%w: %d octets were made of it, expected at most %d: shorter games, fewer candidates, or a server with a greater max_payload",
			ErrTooLarge, len(rows), most)
	}
	return rows, err
}

func partOf(m jetstream.Msg) (job, key string) {
	name, _ := tail(m.Subject(), workSubject)
	job, key, _ = strings.Cut(name, ".")
	return job, key
}

// handIn stores the result of a part, or why there is none, and removes the part
// from the queue.
func (w *worker) handIn(ctx context.Context, m jetstream.Msg, rows []byte, err error) error {
	if ctx.Err() != nil {
		m.Nak() // others get it at once; if this is lost, after the lease
		return context.Cause(ctx)
	}
	if errors.Is(err, errGone) {
		m.Ack() // its book was complete before we came to it
		return nil
	}
	job, key := partOf(m)
	answer := &nats.Msg{Subject: resultSubject + w.cluster.user + "." + job + "." + key, Data: rows, Header: nats.Header{workerHeader: {w.name()}}}
	if err != nil {
		err = fmt.Errorf("%w: part %s of job %s: %w", ErrJob, key, job, err)
		if meta, merr := m.Metadata(); merr != nil || meta.NumDelivered < faultsMost {
			m.Nak()
			return err
		}
		answer.Data = nil
		answer.Header.Set(faultHeader, err.Error())
	}
	if err := w.cluster.put(ctx, answer); err != nil {
		return err
	}
	// From here on nothing can be lost: a worker that is given the part again finds
	// the result stored.
	once, cancel := context.WithTimeout(ctx, requestMost)
	defer cancel()
	if err := m.DoubleAck(once); err != nil && ctx.Err() == nil {
		w.cluster.log(slog.LevelDebug, "part not acknowledged", "error", err)
	}
	if err == nil {
		w.tell(Working{Parts: w.parts.Add(1), Job: job})
	}
	return err
}

func (w *worker) tell(p Working) {
	if w.progress == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.progress(p)
}

// heldHand is a hand with its job: the next part is nearly always of the same one.
type heldHand struct {
	cluster  *Cluster
	programs []string
	job      string
	hand     *generate.Hand
}

func (h *heldHand) of(ctx context.Context, job string) (*generate.Hand, error) {
	if h.hand != nil && h.job == job {
		return h.hand, nil
	}
	h.close()
	text, err := h.cluster.noted(ctx, job)
	if err != nil {
		return nil, err
	}
	h.hand, err = generate.NewHandOf(text, h.programs)
	h.job = job
	return h.hand, err
}

func (h *heldHand) close() {
	if h.hand != nil {
		h.hand.Close()
		h.hand = nil
	}
}
