package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/host"
)

// A worker renews its lease of a part every heartbeat. A part whose lease was not
// renewed is given to another worker.
const (
	lease     = 6 * time.Second
	heartbeat = 2 * time.Second
)

// windowMost is how many parts wait in the queue or are out at once.
const windowMost = 512

// requestMost is how long one request waits for its answer before it is made
// again.
const requestMost = 3 * time.Second

// jobNote is a job as the queue keeps it.
type jobNote struct {
	Version string          `json:"version"`
	Job     json.RawMessage `json:"job"`
}

// Headers of a result: which worker did the part, and why it failed.
const (
	workerHeader = "Qikit-Worker"
	faultHeader  = "Qikit-Fault"
)

// openQueues makes the streams, or finds them.
func (c *Cluster) openQueues(ctx context.Context) error {
	work := jetstream.StreamConfig{
		Name: workStream, Subjects: []string{workSubject + ">"}, Storage: jetstream.FileStorage,
		Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew, MaxMsgsPerSubject: 1, DiscardNewPerSubject: true,
	}
	results := work
	results.Name, results.Subjects = resultStream, []string{resultSubject + ">"}
	jobs := jetstream.StreamConfig{
		Name: jobStream, Subjects: []string{jobSubject + ">"}, Storage: jetstream.FileStorage, MaxMsgsPerSubject: 1, AllowDirect: true,
	}
	for _, config := range []jetstream.StreamConfig{jobs, work, results} {
		if err := c.again(ctx, func(ctx context.Context) error {
			_, err := c.streams.CreateOrUpdateStream(ctx, config)
			return err
		}); err != nil {
			return fmt.Errorf("stream %s: %w", config.Name, err)
		}
	}
	return c.again(ctx, func(ctx context.Context) error {
		_, err := c.streams.CreateOrUpdateConsumer(ctx, workStream, jetstream.ConsumerConfig{
			Durable: workQueue, AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease, MaxAckPending: 10 * windowMost, MaxWaiting: 4096,
		})
		return err
	})
}

// again repeats a request until it is answered or ctx ends: a server that was away
// answers when it is back. A server that answers, but knows of no queue for as long
// as a request may take, has none.
func (c *Cluster) again(ctx context.Context, request func(context.Context) error) error {
	var without time.Time // since when the server says that it keeps no queues
	for {
		once, cancel := context.WithTimeout(ctx, requestMost)
		err := request(once)
		cancel()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case isQueueless(err) && without.IsZero():
			without = time.Now()
		case isQueueless(err) && (time.Since(without) > requestMost || c.server != nil):
			return fmt.Errorf("%w: %s runs without JetStream, expected a server with a directory for it", ErrNoQueue, c.URL())
		case isQueueless(err):
		case !isAway(err):
			return err
		default:
			without = time.Time{}
		}
		if err := pool.Sleep(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

// isAway says whether an error comes from a server that is away, or starting.
func isAway(err error) bool {
	for _, away := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrConnectionReconnecting, nats.ErrReconnectBufExceeded,
		nats.ErrDisconnected, nats.ErrConnectionClosed,
	} {
		if errors.Is(err, away) {
			return true
		}
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code == 503
}

// isQueueless says whether an error comes from a server without JetStream, or one
// that is starting.
func isQueueless(err error) bool {
	for _, without := range []error{
		nats.ErrNoResponders, jetstream.ErrNoStreamResponse, jetstream.ErrJetStreamNotEnabled, jetstream.ErrJetStreamNotEnabledForAccount,
	} {
		if errors.Is(err, without) {
			return true
		}
	}
	return false
}

// put stores a message under its subject unless one is stored already. That is no
// error: messages of one subject are equal.
func (c *Cluster) put(ctx context.Context, m *nats.Msg) error {
	return c.again(ctx, func(ctx context.Context) error {
		_, err := c.streams.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(0))
		if isThere(err) {
			return nil
		}
		return err
	})
}

// isThere says whether an error is the refusal to store a subject twice.
func isThere(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// note stores a job for the workers.
func (c *Cluster) note(ctx context.Context, id string, job []byte) error {
	text, err := json.Marshal(jobNote{Version: host.Version, Job: job})
	if err != nil {
		return err
	}
	if most := c.largest(); len(text) > most {
		return fmt.Errorf("%w: the job's options take %d octets, expected at most %d", ErrTooLarge, len(text), most)
	}
	return c.again(ctx, func(ctx context.Context) error {
		_, err := c.streams.Publish(ctx, jobSubject+id, text)
		return err
	})
}

// noted reads a job that was stored.
func (c *Cluster) noted(ctx context.Context, id string) (job []byte, err error) {
	var text []byte
	if err := c.again(ctx, func(ctx context.Context) error {
		m, err := c.conn.RequestWithContext(ctx, "$JS.API.DIRECT.GET."+jobStream+"."+jobSubject+id, nil)
		if err != nil {
			return err
		}
		if status := m.Header.Get("Status"); status != "" {
			return fmt.Errorf("%w: %s: %s", errGone, id, status)
		}
		text = m.Data
		return nil
	}); err != nil {
		return nil, err
	}
	var note jobNote
	if err := json.Unmarshal(text, &note); err != nil {
		return nil, fmt.Errorf("%w: job %s is %q, expected what a coordinator writes", ErrVersion, id, text[:min(len(text), 60)])
	}
	if note.Version != host.Version {
		return nil, fmt.Errorf("%w: the job is of qikit %s, expected %s", ErrVersion, note.Version, host.Version)
	}
	return note.Job, nil
}

// errGone is a job that was removed from the queue.
var errGone = errors.New("cluster: no such job")

// largest is the greatest number of octets of a message's body: the server's limit
// without room for headers.
func (c *Cluster) largest() int { return int(c.conn.MaxPayload()) - 1024 }
