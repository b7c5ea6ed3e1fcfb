package server

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/lib/gateway"
)

// Metrics holds the flag that says where a server tells its figures.
type Metrics struct{ address string }

// Flags states --metrics.
func (m *Metrics) Flags(set *verb.Flags) {
	set.StringVar(&m.address, "metrics", "", "address that serves /metrics and /healthz; without a host it is on loopback")
}

// Source is a server as its supervisor sees it.
type Source struct {
	Write func(io.Writer) error // its figures in the text form of Prometheus
	Ill   func() error          // why it no longer serves; nil while it does
}

// Of is a gateway as its supervisor sees it.
func Of(g *gateway.Gateway) Source {
	return Source{Write: g.WriteMetrics, Ill: func() error {
		select {
		case <-g.Done():
			return errors.New("the store failed")
		default:
			return nil
		}
	}}
}

// most is how many connections may ask for the figures at once. The others wait,
// so that they do not take the descriptors that players need.
const most = 8

// Serve serves the figures to Prometheus, on loopback unless the address names a host,
// until stop is called. It is what to add to the line that the server says when it listens:
// nothing without an address. A connection ends with its answer.
func (m *Metrics) Serve(s Source) (said string, stop func(), err error) {
	if m.address == "" {
		return "", func() {}, nil
	}
	host, port, err := net.SplitHostPort(m.address)
	if err != nil {
		return "", nil, verb.Usagef("--metrics: %w, expected host:port or :port", err)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return "", nil, fmt.Errorf("--metrics: %w", err)
	}
	server := &http.Server{Handler: s.handler(), ReadTimeout: 2 * time.Second, WriteTimeout: 10 * time.Second, MaxHeaderBytes: 1 << 13}
	server.SetKeepAlivesEnabled(false)
	go server.Serve(&fewAtOnce{Listener: listener, free: make(chan struct{}, most)})
	return " metrics " + listener.Addr().String(), func() { server.Close() }, nil
}

func (s Source) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		if err := s.Write(w); err != nil {
			slog.Debug("metrics", "error", err) // the client has gone
		}
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		if err := s.Ill(); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	return mux
}

// Text is figures in the text form of Prometheus (version 0.0.4), each named prefix_name.
type Text struct {
	Prefix string
	out    bytes.Buffer
}

// Gauge adds a figure that goes up and down.
func (t *Text) Gauge(name, help string, value any) { t.add("gauge", name, help, value) }

// Counter adds a figure that only grows.
func (t *Text) Counter(name, help string, value any) { t.add("counter", name, help, value) }

func (t *Text) add(kind, name, help string, value any) {
	name = t.Prefix + "_" + name
	fmt.Fprintf(&t.out, "# HELP %s %s\n# TYPE %[1]s %[3]s\n%[1]s %[4]v\n", name, help, kind, value)
}

// WriteTo writes the figures added so far.
func (t *Text) WriteTo(w io.Writer) (int64, error) { return t.out.WriteTo(w) }

// fewAtOnce is a listener that has so many connections at most.
type fewAtOnce struct {
	net.Listener
	free chan struct{} // one in it for each connection
}

func (l *fewAtOnce) Accept() (net.Conn, error) {
	l.free <- struct{}{}
	conn, err := l.Listener.Accept()
	if err != nil {
		<-l.free
		return nil, err
	}
	return &counted{Conn: conn, end: func() { <-l.free }}, nil
}

type counted struct {
	net.Conn
	once sync.Once
	end  func()
}

func (c *counted) Close() error {
	defer c.once.Do(c.end)
	return c.Conn.Close()
}
