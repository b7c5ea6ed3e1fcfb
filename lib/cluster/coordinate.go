package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/host"
)

// Farming is how far a book has come, and how many work on it.
type Farming struct {
	book.Progress
	Workers int // processes heard of in the last few seconds
	Parts   int // in the queue or with a worker
	Banned  int // members who handed in forged results: this process does their parts again
}

// GenerateBook is generate.Book with the searching done by the members that run
// [Cluster.WorkOnBooks]; this process only keeps the book. The book is the one that
// generate.Book makes, byte for byte in every export.
//
// Every part of the job counts once, however many workers do it: its first result
// is stored under its name, and later ones are dropped. Coordinator, workers and
// server may be killed at any moment. With Resume the job goes on, and takes the
// results that its workers stored meanwhile from the queue.
//
// Options.Verify says how many results are done again here before they go into the book.
// They wait in groups, of which one each is drawn. Whoever hands in another one than this
// process gets is banned until the call ends: its group is thrown out, and what comes from
// it is done here.
//
// progress (nil for none) is called on the calling goroutine, at most ten times a
// second. ErrNoQueue without Options.Dir; ErrTaken when the job has a coordinator;
// ErrJob when several workers fail at the same part.
func (c *Cluster) GenerateBook(ctx context.Context, o generate.Options, progress func(Farming)) (book.Summary, error) {
	ctx, done := c.within(ctx)
	defer done()
	if err := c.openQueues(ctx); err != nil {
		return book.Summary{}, err
	}
	f := newFarm(c)
	here, err := c.conn.Subscribe(hereSubject+">", f.here)
	if err != nil {
		return book.Summary{}, err
	}
	defer here.Unsubscribe()
	defer f.close()
	tell := func(p book.Progress) {}
	if progress != nil {
		tell = func(p book.Progress) {
			progress(Farming{Progress: p, Workers: f.workers(), Parts: len(f.out), Banned: f.banned()})
		}
	}
	summary, err := generate.By(ctx, o, f, tell)
	if err == nil {
		err = f.forget(ctx)
	}
	return summary, err
}

// farm is a generate.Crew on a work queue.
type farm struct {
	cluster *Cluster
	id      string // of the job
	taken   *nats.Subscription
	results jetstream.ConsumeContext
	made    chan jetstream.Msg

	out    map[string][]byte        // parts without a result yet, by key
	before uint64                   // the last message handed in during earlier lives of the job
	early  map[string]jetstream.Msg // of those messages, the ones not asked for yet, by key
	absent map[string]int           // how often a part of out was found nowhere
	checks checks

	ended chan struct{}
	once  sync.Once

	mu   sync.Mutex
	seen map[string]time.Time // workers
}

func newFarm(c *Cluster) *farm {
	return &farm{
		cluster: c, out: map[string][]byte{}, early: map[string]jetstream.Msg{}, absent: map[string]int{},
		seen: map[string]time.Time{}, ended: make(chan struct{}),
		checks: newChecks(c.options.Verify),
	}
}

// Do does the parts of a phase, as generate.Crew says.
func (f *farm) Do(ctx context.Context, job []byte, next func(context.Context) (generate.Part, bool, error), keep func([]generate.Made) error) error {
	if err := f.open(ctx, job); err != nil {
		return err
	}
	check := time.NewTicker(lease)
	defer check.Stop()
	for more := true; ; {
		f.settle()
		var batch []jetstream.Msg
		for more && len(f.out) < windowMost && len(batch) < batchMost {
			m, ok, err := f.hand(ctx, next)
			if err != nil {
				return err
			}
			if more = ok; m != nil {
				batch = append(batch, m)
			}
		}
		if !more && len(f.out) == 0 && len(batch) == 0 {
			return nil
		}
		if len(batch) == 0 {
			select {
			case <-ctx.Done():
				return context.Cause(ctx)
			case <-check.C:
				if err := f.missing(ctx); err != nil {
					return err
				}
			case m := <-f.made:
				batch = f.gather(m)
			case one := <-f.checks.got:
				made, kept, err := f.verdict(one)
				if err == nil {
					err = f.keep(made, kept, keep)
				}
				if err != nil {
					return err
				}
			}
		}
		if err := f.take(batch, keep); err != nil {
			return err
		}
	}
}

// batchMost bounds what is kept by one transaction.
const batchMost = 64

// open begins with the first phase of a job: it makes sure that the job has one
// coordinator, writes it down for the workers, and listens to what they hand in.
func (f *farm) open(ctx context.Context, job []byte) error {
	if f.id != "" {
		return nil
	}
	c := f.cluster
	sum := sha256.Sum256(append([]byte(host.Version+" "), job...))
	id := hex.EncodeToString(sum[:8])
	if err := c.claim(ctx, coordSubject+id, &f.taken); err != nil {
		return fmt.Errorf("job %s: %w", id, err)
	}
	f.id = id
	if err := c.note(ctx, id, job); err != nil {
		return err
	}
	stream, err := c.stream(ctx, resultStream)
	if err != nil {
		return err
	}
	f.before = stream.CachedInfo().State.LastSeq
	// The server would give results that an earlier coordinator took and did not
	// keep only after its lease; a new consumer is given them at once.
	if err := f.unlisten(ctx); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	consumer, err := c.consumer(ctx, resultStream, jetstream.ConsumerConfig{
		Durable: id, FilterSubject: resultSubject + "*." + id + ".>", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: 5 * lease, MaxAckPending: 4 * windowMost,
	})
	if err != nil {
		return err
	}
	if f.checks.group > 0 {
		f.begin(c.ctx, job)
	}
	f.made = make(chan jetstream.Msg, batchMost)
	f.results, err = consumer.Consume(func(m jetstream.Msg) {
		select {
		case f.made <- m:
		case <-f.ended:
		}
	}, jetstream.PullMaxMessages(2*batchMost))
	return err
}

// unlisten removes the job's consumer of results.
func (f *farm) unlisten(ctx context.Context) error {
	_, err := again(ctx, f.cluster, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, f.cluster.streams.DeleteConsumer(ctx, resultStream, f.id)
	})
	return err
}

// claim checks that nobody answers at a subject, and then answers there.
func (c *Cluster) claim(ctx context.Context, subject string, answers **nats.Subscription) error {
	err := c.free(ctx, subject)
	if err == nil {
		*answers, err = c.answer(subject)
	}
	return err
}

// free checks that nobody answers at a subject.
func (c *Cluster) free(ctx context.Context, subject string) error {
	isFree, err := again(ctx, c, func(ctx context.Context) (bool, error) {
		_, err := c.conn.RequestWithContext(ctx, subject, nil)
		if errors.Is(err, nats.ErrNoResponders) {
			return true, nil
		}
		return false, err
	})
	if err == nil && !isFree {
		err = fmt.Errorf("%w: somebody answers at %s, expected nobody", ErrTaken, subject)
	}
	return err
}

// answer replies at a subject with the name of this process.
func (c *Cluster) answer(subject string) (*nats.Subscription, error) {
	return c.conn.Subscribe(subject, func(m *nats.Msg) { m.Respond([]byte(c.process)) })
}

// hand puts the next part into the queue, or returns its result of an earlier life.
func (f *farm) hand(ctx context.Context, next func(context.Context) (generate.Part, bool, error)) (jetstream.Msg, bool, error) {
	p, ok, err := next(ctx)
	if !ok || err != nil {
		return nil, false, err
	}
	f.out[p.Key] = p.Work
	if m := f.early[p.Key]; m != nil {
		delete(f.early, p.Key)
		return m, true, nil
	}
	return nil, true, f.enqueue(ctx, p.Key)
}

func (f *farm) enqueue(ctx context.Context, key string) error {
	work := f.out[key]
	if most := f.cluster.largest(); len(work) > most {
		return fmt.Errorf("%w: part %s takes %d octets, expected at most %d: a server with a greater max_payload", ErrTooLarge, key, len(work), most)
	}
	return f.cluster.put(ctx, &nats.Msg{Subject: workSubject + f.id + "." + key, Data: work})
}

// gather returns a message with those that wait behind it.
func (f *farm) gather(m jetstream.Msg) []jetstream.Msg {
	batch := []jetstream.Msg{m}
	for len(batch) < batchMost {
		select {
		case m := <-f.made:
			batch = append(batch, m)
		default:
			return batch
		}
	}
	return batch
}

// take keeps results. A result leaves the queue once it is in the book.
func (f *farm) take(batch []jetstream.Msg, keep func([]generate.Made) error) error {
	var made []generate.Made
	var kept []jetstream.Msg
	for _, m := range batch {
		member, key := f.resultOf(m.Subject())
		if f.checks.known[key] {
			continue // given again, or by another member: the first one's waits
		}
		work, asked := f.out[key]
		if !asked {
			if meta, err := m.Metadata(); err == nil && meta.Sequence.Stream <= f.before {
				f.early[key] = m
			} else {
				kept = append(kept, m) // again, its acknowledgement was lost
			}
			continue
		}
		if meta, err := m.Metadata(); err == nil && meta.Sequence.Stream > f.before {
			_, process, _ := strings.Cut(m.Headers().Get(workerHeader), ".")
			f.note(member + "." + process)
		}
		fault := m.Headers().Get(faultHeader)
		if f.hold(&check{key: key, member: member, fault: fault, work: work, claim: m}) {
			continue
		}
		if fault != "" {
			m.Ack() // another run tries the part again
			return fmt.Errorf("%w: part %s: %s", ErrJob, key, fault)
		}
		delete(f.out, key)
		made, kept = append(made, generate.Made{Key: key, Rows: m.Data()}), append(kept, m)
	}
	return f.keep(made, kept, keep)
}

// resultOf is who handed a result in, by the subject, which the server lets its owner
// alone use, and for which part.
func (f *farm) resultOf(subject string) (member, key string) {
	rest, _ := tail(subject, resultSubject)
	member, rest, _ = strings.Cut(rest, ".")
	key, _ = tail(rest, f.id+".")
	return member, key
}

// keep puts results into the book, and then removes their messages from the queue.
func (f *farm) keep(made []generate.Made, kept []jetstream.Msg, keep func([]generate.Made) error) error {
	if len(made) > 0 {
		if err := keep(made); err != nil {
			return err
		}
	}
	for _, m := range kept {
		if err := m.Ack(); err != nil {
			f.cluster.log(slog.LevelDebug, "result not acknowledged, it comes again", "error", err)
		}
	}
	return nil
}

// absentMost is the number of leases after which a part found nowhere counts as lost.
const absentMost = 3

// missing puts lost parts back into the queue: those that are in no queue, with no
// worker and not handed in. A server that lost power may have lost some.
func (f *farm) missing(ctx context.Context) error {
	there, err := f.subjects(ctx)
	if err != nil {
		return err
	}
	for key := range f.out {
		if there[key] {
			delete(f.absent, key)
			continue
		}
		if f.absent[key]++; f.absent[key] < absentMost {
			continue // it may be on its way
		}
		delete(f.absent, key)
		f.cluster.log(slog.LevelWarn, "a part was lost and is put back", "job", f.id, "part", key)
		if err := f.enqueue(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// subjects lists the parts of the job that the queues hold.
func (f *farm) subjects(ctx context.Context) (map[string]bool, error) {
	there := map[string]bool{}
	for name, head := range map[string]string{workStream: workSubject + f.id + ".", resultStream: resultSubject + "*." + f.id + "."} {
		stream, err := f.cluster.stream(ctx, name)
		if err != nil {
			return nil, err
		}
		info, err := again(ctx, f.cluster, func(ctx context.Context) (*jetstream.StreamInfo, error) {
			return stream.Info(ctx, jetstream.WithSubjectFilter(head+">"))
		})
		if err != nil {
			return nil, err
		}
		for subject := range info.State.Subjects {
			key, ok := tail(subject, head)
			if !ok {
				_, key = f.resultOf(subject)
			}
			there[key] = true
		}
	}
	return there, nil
}

// forget removes a complete job from the queues.
func (f *farm) forget(ctx context.Context) error {
	if f.id == "" {
		return nil // the book was complete before
	}
	f.close()
	c := f.cluster
	for name, subject := range map[string]string{workStream: workSubject + f.id + ".>", resultStream: resultSubject + "*." + f.id + ".>", jobStream: jobSubject + f.id} {
		if _, err := again(ctx, c, func(ctx context.Context) (struct{}, error) {
			stream, err := c.streams.Stream(ctx, name)
			if err == nil {
				err = stream.Purge(ctx, jetstream.WithPurgeSubject(subject))
			}
			return struct{}{}, err
		}); err != nil {
			return err
		}
	}
	return f.unlisten(ctx)
}

// close stops listening; what is in the queues stays.
func (f *farm) close() {
	f.once.Do(func() {
		close(f.ended)
		f.checks.end()
		if f.results != nil {
			f.results.Stop()
		}
		if f.taken != nil {
			f.taken.Unsubscribe()
		}
	})
}

func (f *farm) here(m *nats.Msg) {
	if name, ok := tail(m.Subject, hereSubject); ok {
		f.note(name)
	}
}

func (f *farm) note(worker string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen[worker] = time.Now()
}

// workers counts the workers that were heard of within a lease.
func (f *farm) workers() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	for who, at := range f.seen {
		if time.Since(at) > lease {
			delete(f.seen, who)
		}
	}
	return len(f.seen)
}
