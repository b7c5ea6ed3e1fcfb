package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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

// requestMost is how long a request waits for its answer before it is made again.
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
		if _, err := again(ctx, c, func(ctx context.Context) (jetstream.Stream, error) {
			return c.streams.CreateOrUpdateStream(ctx, config)
		}); err != nil {
			return fmt.Errorf("stream %s: %w", config.Name, err)
		}
	}
	_, err := c.consumer(ctx, workStream, jetstream.ConsumerConfig{
		Durable: workQueue, AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease, MaxAckPending: 10 * windowMost, MaxWaiting: 4096,
	})
	return err
}

func (c *Cluster) consumer(ctx context.Context, stream string, config jetstream.ConsumerConfig) (jetstream.Consumer, error) {
	return again(ctx, c, func(ctx context.Context) (jetstream.Consumer, error) {
		return c.streams.CreateOrUpdateConsumer(ctx, stream, config)
	})
}

func (c *Cluster) stream(ctx context.Context, name string) (jetstream.Stream, error) {
	return again(ctx, c, func(ctx context.Context) (jetstream.Stream, error) { return c.streams.Stream(ctx, name) })
}

// again repeats a request until it is answered or ctx ends: a server that was away
// answers when it is back. A server that answers, but knows of no queue for as long
// as a request may take, has none.
func again[T any](ctx context.Context, c *Cluster, request func(context.Context) (T, error)) (answer T, err error) {
	var without time.Time // since when the server says that it keeps no queues
	for {
		once, cancel := context.WithTimeout(ctx, requestMost)
		answer, err = request(once)
		cancel()
		switch {
		case err == nil:
			return answer, nil
		case ctx.Err() != nil:
			return answer, context.Cause(ctx)
		case isQueueless(err) && without.IsZero():
			without = time.Now()
		case isQueueless(err) && (time.Since(without) > requestMost || c.server != nil):
			return answer, fmt.Errorf("%w: %s runs without JetStream, expected a server with a directory for it", ErrNoQueue, c.URL())
		case isQueueless(err):
		case !isAway(err):
			return answer, err
		default:
			without = time.Time{}
		}
		if err := pool.Sleep(ctx, 100*time.Millisecond); err != nil {
			return answer, err
		}
	}
}

// isAway says whether an error comes from a server that is away, or starting.
func isAway(err error) bool {
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && api.Code == 503 || isAny(err, context.DeadlineExceeded, nats.ErrTimeout, nats.ErrConnectionReconnecting,
		nats.ErrReconnectBufExceeded, nats.ErrDisconnected, nats.ErrConnectionClosed)
}

// isQueueless says whether a server has no JetStream, or is only starting.
func isQueueless(err error) bool {
	return isAny(err, nats.ErrNoResponders, jetstream.ErrNoStreamResponse, jetstream.ErrJetStreamNotEnabled, jetstream.ErrJetStreamNotEnabledForAccount)
}

func isAny(err error, of ...error) bool {
	return slices.ContainsFunc(of, func(one error) bool { return errors.Is(err, one) })
}

// put stores a message under its subject unless one is stored already. That is no
// error: messages of one subject are equal.
func (c *Cluster) put(ctx context.Context, m *nats.Msg) error {
	_, err := again(ctx, c, func(ctx context.Context) (*jetstream.PubAck, error) {
		return c.streams.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(0))
	})
	if api, ok := errors.AsType[*jetstream.APIError](err); ok && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant) {
		return nil
	}
	return err
}

func (c *Cluster) note(ctx context.Context, id string, job []byte) error {
	text, err := json.Marshal(jobNote{Version: host.Version, Job: job})
	if err != nil {
		return err
	}
	if most := c.largest(); len(text) > most {
		return fmt.Errorf("%w: the job's options take %d octets, expected at most %d", ErrTooLarge, len(text), most)
	}
	_, err = again(ctx, c, func(ctx context.Context) (*jetstream.PubAck, error) {
		return c.streams.Publish(ctx, jobSubject+id, text)
	})
	return err
}

func (c *Cluster) noted(ctx context.Context, id string) (job []byte, err error) {
	m, err := again(ctx, c, func(ctx context.Context) (*nats.Msg, error) {
		return c.conn.RequestWithContext(ctx, "$JS.API.DIRECT.GET."+jobStream+"."+jobSubject+id, nil)
	})
	if err != nil {
		return nil, err
	}
	if status := m.Header.Get("Status"); status != "" {
		return nil, fmt.Errorf("%w: %s: %s", errGone, id, status)
	}
	var note jobNote
	if err := json.Unmarshal(m.Data, &note); err != nil {
		return nil, fmt.Errorf("%w: job %s is %q, expected what a coordinator writes", ErrVersion, id, m.Data[:min(len(m.Data), 60)])
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
