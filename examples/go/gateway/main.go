// Command gateway is an SGCP server: the hall in which people and programs meet
// and play Go.
//
//	go run ./examples/go/gateway -port 4321 -store hall.db -metrics 127.0.0.1:9321
//
// It listens on loopback unless -host says otherwise; to serve the internet, give it a
// certificate too. When it is interrupted, it tells everybody, waits -grace and ends.
// The games in -store go on when it is started again. When the store cannot be written,
// it ends at once with status 1.
//
// Compute terminals (examples/go/terminal) need a host, which this gateway lacks: they
// join the hall of an AI platform (examples/go/platform -listen). From one address other
// than loopback, it takes 16 connections at once and 32 new ones in ten minutes; this
// holds for a web page's backend on another machine too. -connections limits all of them
// together.
package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/sgcp"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], func(line string) { fmt.Println(line) }); err != nil {
		fmt.Fprintln(os.Stderr, "gateway:", err)
		os.Exit(1)
	}
}

// flags are what can be said on the command line.
type flags struct {
	gateway.Options
	metrics, certificate, key, keys string
	grace                           time.Duration
	verbose                         bool
}

func parse(args []string) (*flags, error) {
	f := &flags{Options: gateway.DefaultOptions()}
	set := flag.NewFlagSet("gateway", flag.ContinueOnError)
	set.StringVar(&f.Host, "host", f.Host, "address to listen on")
	set.IntVar(&f.Port, "port", 4321, "port to listen on, 0 for any")
	set.StringVar(&f.Name, "name", f.Name, "name of the server, a word")
	set.StringVar(&f.Store, "store", "", "file that keeps games and sessions")
	set.IntVar(&f.Size, "size", f.Size, "points along a side of games without settings")
	set.Float64Var(&f.Komi, "komi", f.Komi, "komi of these")
	rule := set.String("rule", string(f.Rule), "rule of these: area, seed or seed+komi")
	set.StringVar(&f.metrics, "metrics", "", "address that serves /metrics; without a host it is on loopback")
	proxies := set.String("proxies", "", "proxies that say by the PROXY protocol, version 2, whom they serve: addresses and networks, a comma between")
	set.StringVar(&f.certificate, "cert", "", "certificate for TLS, with -key")
	set.StringVar(&f.key, "key", "", "private key for TLS")
	set.StringVar(&f.keys, "keys", "", "file of AI platforms: an account and its secret a line")
	set.DurationVar(&f.grace, "grace", 30*time.Second, "between the announcement and the end")
	set.IntVar(&f.Limits.Connected, "connections", f.Limits.Connected, "connections at most")
	set.BoolVar(&f.verbose, "v", false, "log every login and lost connection")
	if err := set.Parse(args); err != nil {
		return nil, err
	}
	f.Rule = sgcp.Rule(*rule)
	if *proxies != "" {
		f.Proxies = strings.Split(*proxies, ",")
	}
	level := slog.LevelInfo
	if f.verbose {
		level = slog.LevelDebug
	}
	f.Log = slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	if f.certificate != "" || f.key != "" {
		pair, err := tls.LoadX509KeyPair(f.certificate, f.key)
		if err != nil {
			return nil, err
		}
		plain, err := net.Listen("tcp", net.JoinHostPort(f.Host, strconv.Itoa(f.Port)))
		if err != nil {
			return nil, err
		}
		if len(f.Proxies) > 0 {
			if plain, err = gateway.Proxied(plain, f.Proxies); err != nil {
				return nil, err
			}
			f.Proxies = nil
		}
		f.Listener = tls.NewListener(plain, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12})
	}
	if f.keys == "" {
		return f, nil
	}
	var err error
	f.Keys, err = readKeys(f.keys)
	return f, err
}

// readKeys reads lines of an account and its secret, a space between.
func readKeys(path string) (map[string]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	keys := map[string]string{}
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		account, secret, ok := strings.Cut(line, " ")
		if !ok || keys[secret] != "" {
			return nil, fmt.Errorf("%s, line %d: expected an account, a space and a secret of its own", path, n)
		}
		keys[secret] = account
	}
	return keys, lines.Err()
}

// run serves until ctx ends. It calls say with one line once it listens.
func run(ctx context.Context, args []string, say func(line string)) error {
	f, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	// Most of the memory belongs to connections that live long: a lower percentage saves
	// a third of it and costs a few per cent of time. With ten thousand connections a
	// collection takes some 30 ms, so there should be few. The ballast counts as live
	// memory, so 16 MB more may be used before each collection; it is never touched, so
	// it takes none itself.
	debug.SetGCPercent(50)
	ballast := make([]byte, 32<<20)
	defer runtime.KeepAlive(ballast)
	g, err := gateway.Start(f.Options)
	if err != nil {
		return err
	}
	metrics := ""
	if f.metrics != "" {
		server, address, err := serveMetrics(g, f.metrics)
		if err != nil {
			return errors.Join(err, g.Close())
		}
		defer server.Close()
		metrics = " metrics " + address
	}
	say("listening " + g.Addr().String() + metrics)
	select {
	case <-g.Done(): // the store failed: the supervisor of this program restarts it
		return g.Close()
	case <-ctx.Done():
	}
	return g.Shutdown(context.Background(), f.grace)
}

// metricsMost is how many connections may ask for the figures at once. The others wait,
// so that they do not take the descriptors that players need.
const metricsMost = 8

// serveMetrics serves the gateway's figures to Prometheus, on loopback unless the
// address names a host. A connection ends with its answer.
func serveMetrics(g *gateway.Gateway, address string) (*http.Server, string, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, "", err
	}
	if host == "" {
		host = "127.0.0.1"
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, "", err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		if err := g.WriteMetrics(w); err != nil {
			slog.Debug("metrics", "error", err) // the client has gone
		}
	})
	server := &http.Server{Handler: mux, ReadTimeout: 2 * time.Second, WriteTimeout: 10 * time.Second, MaxHeaderBytes: 1 << 13}
	server.SetKeepAlivesEnabled(false)
	go server.Serve(&fewAtOnce{Listener: listener, free: make(chan struct{}, metricsMost)})
	return server, listener.Addr().String(), nil
}

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
