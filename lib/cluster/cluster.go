package cluster

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"qikit.dev/qikit/internal/pool"
)

// Cluster is a connection to a NATS server, which may be within this process.
// Its methods may be called from any goroutine.
type Cluster struct {
	options Options
	server  *server.Server // nil when it runs elsewhere
	conn    *nats.Conn
	streams jetstream.JetStream
	host    Key    // of the server within this process: who shows it may do anything
	member  Key    // that the server within this process made for members
	user    string // in subjects
	process string

	patience int // beats without a word of the host after which a terminal gives it up

	ctx    context.Context // ends with the cause for which nothing can go on
	cancel context.CancelCauseFunc

	mu   sync.Mutex
	lost *time.Timer // runs while the server is away
}

// errClosed is the cause of what ends by Close.
var errClosed = errors.New("cluster: closed")

// Start starts a server within this process, or connects to one that is there.
// It takes some 10 ms for the former. The caller closes it.
//
// ErrOptions, ErrStart; with a URL, ErrUnreachable and ErrUnauthorised.
func Start(o Options) (*Cluster, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	c := &Cluster{user: anyone, process: nuid.Next(), patience: beatsMost}
	c.ctx, c.cancel = context.WithCancelCause(context.Background())
	key, err := c.keys(&o)
	if err != nil {
		return nil, err
	}
	c.options = o
	if o.URL == "" {
		c.host = key
		if c.server, err = startServer(&o, key.Public()); err != nil {
			return nil, err
		}
	}
	if key.pair != nil {
		c.user = key.Public()
	}
	if err := c.connect(key); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// connect opens the one connection, and tries again while there is nobody.
func (c *Cluster) connect(key Key) (err error) {
	o := &c.options
	options := []nats.Option{
		nats.Name("qikit"), nats.Timeout(min(o.Connect, 5*time.Second)), nats.CustomInboxPrefix(inbox(c.user)),
		nats.PingInterval(beat), nats.MaxPingsOutstanding(beatsMost),
		nats.MaxReconnects(-1), nats.ReconnectWait(100 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond),
		// A message sent while the server is away is sent again by whoever waits for
		// its answer; if it were kept here, it would come twice and late.
		nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(c.disconnected), nats.ReconnectHandler(c.reconnected),
		nats.ClosedHandler(c.closed), nats.ErrorHandler(c.failed),
	}
	if key.pair != nil {
		options = append(options, nats.Nkey(key.Public(), key.pair.Sign))
	}
	url := o.URL
	if c.server != nil {
		url = "nats://" + c.server.Addr().String() // for error texts; the connection itself is within the process
		options = append(options, nats.InProcessServer(c.server))
	} else if o.TLS != nil {
		options = append(options, nats.Secure(o.TLS))
	}
	for end := time.Now().Add(o.Connect); ; {
		c.conn, err = nats.Connect(url, options...)
		if err == nil {
			break
		}
		err = connectError(url, err)
		if !errors.Is(err, ErrUnreachable) || !isAbsent(err) || time.Now().After(end) {
			return err
		}
		if err := pool.Sleep(c.ctx, 50*time.Millisecond); err != nil {
			return err
		}
	}
	c.streams, err = jetstream.New(c.conn)
	return err
}

// isAbsent says whether nobody is there, which may change, and not something else
// than a server.
func isAbsent(err error) bool {
	var wrong *tls.CertificateVerificationError
	return !errors.As(err, &wrong) && !errors.Is(err, nats.ErrSecureConnRequired) && !errors.Is(err, nats.ErrSecureConnWanted)
}

// URL is where others find the server: Options.URL, or where the one within
// this process listens.
func (c *Cluster) URL() string {
	if c.server != nil {
		return c.server.ClientURL()
	}
	return c.options.URL
}

// MemberKey is the key that members show to the server within this process when
// Options.Members is empty; the zero Key otherwise. Options.KeyFile holds it, too.
func (c *Cluster) MemberKey() Key { return c.member }

// HostKey is the key of this process at its own server: who shows it there may do
// anything, such as serve terminals or coordinate books. "host.key" in Options.Dir
// holds it, too. The zero Key with Options.URL.
func (c *Cluster) HostKey() Key { return c.host }

// Err is why nothing can go on, such as ErrLost or ErrForbidden; nil while all is
// well.
func (c *Cluster) Err() error { return context.Cause(c.ctx) }

// Close ends the connection, everything that waits for it, and the server if it
// is within this process. The content of Options.Dir stays.
func (c *Cluster) Close() error {
	c.cancel(errClosed)
	c.stopTimer()
	if c.conn != nil {
		c.conn.Close()
	}
	if c.server != nil {
		c.server.Shutdown()
		c.server.WaitForShutdown()
	}
	return nil
}

// within is a context that ends with ctx or the cluster.
func (c *Cluster) within(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(c.ctx, func() { cancel(context.Cause(c.ctx)) })
	return ctx, func() { stop(); cancel(nil) }
}

// disconnected starts the time after which the server counts as gone.
func (c *Cluster) disconnected(_ *nats.Conn, err error) {
	if c.ctx.Err() != nil {
		return
	}
	c.log(slog.LevelWarn, "the server is away", "url", c.URL(), "error", err)
	if c.options.GiveUp == NoGivingUp {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lost = time.AfterFunc(c.options.GiveUp, func() {
		c.cancel(fmt.Errorf("%w: %s has been away for %v", ErrLost, c.URL(), c.options.GiveUp))
		c.conn.Close()
	})
}

func (c *Cluster) stopTimer() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lost != nil {
		c.lost.Stop()
	}
}

func (c *Cluster) reconnected(*nats.Conn) {
	c.stopTimer()
	c.log(slog.LevelInfo, "the server is back", "url", c.URL())
}

// closed handles the end of a connection: by Close, or because the server came back
// and no longer lets this member in.
func (c *Cluster) closed(conn *nats.Conn) {
	err := conn.LastError()
	if err == nil {
		err = nats.ErrConnectionClosed
	}
	c.cancel(connectError(c.URL(), err))
}

// failed ends the cluster when the server refuses a subject: what comes from there would
// be waited for in vain. Nobody waits for what a refused answer brings; it is late, or the
// connection on which it was asked for is gone.
func (c *Cluster) failed(_ *nats.Conn, _ *nats.Subscription, err error) {
	answer := strings.Contains(err.Error(), `Publish to "`+inbox(""))
	if errors.Is(err, nats.ErrPermissionViolation) && !answer {
		c.cancel(fmt.Errorf("%w: %v", ErrForbidden, err))
		return
	}
	c.log(slog.LevelWarn, "nats", "error", err)
}

func (c *Cluster) log(level slog.Level, text string, fields ...any) {
	if c.options.Log != nil {
		c.options.Log.Log(context.Background(), level, text, fields...)
	}
}
