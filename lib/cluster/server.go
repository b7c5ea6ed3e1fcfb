package cluster

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// startMost is how long a server may take to be ready; usually it takes 30 ms.
const startMost = 20 * time.Second

// beat is how often both ends of a connection ask whether the other is there. After
// beatsMost questions without an answer the connection counts as lost; tests change it.
const beat = 2 * time.Second

var beatsMost = 3

// startServer starts a server as o says; admin is the public key that may do
// anything, when members have keys.
func startServer(o *Options, admin string) (*server.Server, error) {
	so := &server.Options{
		ServerName: "qikit", Host: o.Host, Port: o.Port,
		NoSigs: true, NoSystemAccount: false, DisableJetStreamBanner: true,
		PingInterval: beat, MaxPingsOut: beatsMost,
		TLSConfig: o.TLS, TLS: o.TLS != nil, TLSTimeout: 5,
	}
	if o.Port == 0 {
		so.Port = server.RANDOM_PORT
	}
	if o.Dir != "" {
		// Messages are on the disk before they are acknowledged. By default the server
		// writes every two minutes, and a power cut would lose as much.
		so.JetStream, so.StoreDir, so.SyncAlways = true, o.Dir, true
		so.JetStreamMaxMemory = 64 << 20
	}
	if len(o.Members) > 0 {
		so.Nkeys = []*server.NkeyUser{{Nkey: admin}}
		for _, m := range o.Members {
			so.Nkeys = append(so.Nkeys, &server.NkeyUser{Nkey: m, Permissions: member(m)})
		}
	}
	s, err := server.NewServer(so)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrStart, err)
	}
	said := &serverLog{log: o.Log}
	s.SetLoggerV2(said, false, false, false)
	s.Start()
	for end := time.Now().Add(startMost); ; {
		if s.ReadyForConnections(50 * time.Millisecond) {
			return s, nil
		}
		if why := said.fatal(); why != "" || time.Now().After(end) {
			s.Shutdown()
			s.WaitForShutdown()
			return nil, fmt.Errorf("%w: not ready for connections: %s", ErrStart, why)
		}
	}
}

// serverLog passes on a server's warnings, and keeps the error that ended it.
type serverLog struct {
	log *slog.Logger

	mu   sync.Mutex
	died string
}

func (l *serverLog) say(level slog.Level, format string, v []any) {
	if l.log != nil {
		l.log.Log(context.Background(), level, "nats: "+strings.TrimSpace(fmt.Sprintf(format, v...)))
	}
}

func (l *serverLog) Noticef(format string, v ...any) { l.say(slog.LevelDebug, format, v) }
func (l *serverLog) Warnf(format string, v ...any)   { l.say(slog.LevelWarn, format, v) }
func (l *serverLog) Debugf(string, ...any)           {}
func (l *serverLog) Tracef(string, ...any)           {}

func (l *serverLog) Errorf(format string, v ...any) { l.say(slog.LevelError, format, v) }

// Fatalf is called by a server that cannot start.
func (l *serverLog) Fatalf(format string, v ...any) {
	l.mu.Lock()
	l.died = fmt.Sprintf(format, v...)
	l.mu.Unlock()
	l.say(slog.LevelError, format, v)
}

// fatal is why the server does not start; empty while that is not known.
func (l *serverLog) fatal() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.died
}
