// Package gateway is an SGCP server as a program:
//
//	qikit gateway --port 4321 --store hall.db --metrics 127.0.0.1:9321
package gateway

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/bindings/qikit/internal/server"
	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/sgcp"
)

// Verb is "qikit gateway".
var Verb = verb.Verb{
	Name: "gateway",
	Does: "serve SGCP: a hall in which people and programs meet and play Go",
	About: `It listens on loopback unless --host says otherwise; to serve the internet, give it a
certificate too. When it is interrupted, it tells everybody, waits --grace and ends. The
games in --store go on when it is started again. When the store cannot be written, it
ends at once with status 1.

Compute terminals need a host, which this gateway lacks: they join the hall of an AI
platform. From one address other than loopback, it takes 16 connections at once and 32
new ones in ten minutes; this holds for a web page's backend on another machine too.
--connections limits all of them together.

--metrics serves /metrics for Prometheus, and /healthz, which answers 200 while it serves.`,
	Flags: func(set *verb.Flags) verb.Run {
		f := newFlags(set)
		return func(ctx context.Context, s verb.Streams, _ []string) error {
			if err := f.complete(s.Err); err != nil {
				return err
			}
			return f.run(ctx, s.Out)
		}
	},
}

// flags are what can be said on the command line.
type flags struct {
	gateway.Options
	certificate, key, keys string
	rule, proxies          string
	grace                  time.Duration
	log                    server.Log
	metrics                server.Metrics
}

func newFlags(set *verb.Flags) *flags {
	f := &flags{Options: gateway.DefaultOptions()}
	set.StringVar(&f.Host, "host", f.Host, "address to listen on")
	set.IntVar(&f.Port, "port", 4321, "port to listen on, 0 for any")
	set.StringVar(&f.Name, "name", f.Name, "name of the server, a word")
	set.StringVar(&f.Store, "store", "", "file that keeps games and sessions")
	set.IntVar(&f.Size, "size", f.Size, "points along a side of games without settings")
	set.Float64Var(&f.Komi, "komi", f.Komi, "komi of these")
	set.StringVar(&f.rule, "rule", string(f.Rule), "rule of these: area, seed or seed+komi")
	f.metrics.Flags(set)
	set.StringVar(&f.proxies, "proxies", "", "proxies that say by the PROXY protocol, version 2, whom they serve: addresses and networks, a comma between")
	set.StringVar(&f.certificate, "cert", "", "certificate for TLS, with --key")
	set.StringVar(&f.key, "key", "", "private key for TLS")
	set.StringVar(&f.keys, "keys", "", "file of AI platforms: an account and its secret a line")
	set.DurationVar(&f.grace, "grace", 30*time.Second, "between the announcement and the end")
	set.DurationVar(&f.Limits.Kept, "kept", f.Limits.Kept, "for which an ended game can still be read; 10,000 games take some 40 MB")
	set.IntVar(&f.Limits.Connected, "connections", f.Limits.Connected, "connections at most")
	f.log.Flags(set, "log every login and lost connection")
	return f
}

// complete makes the options of what the flags say.
func (f *flags) complete(log io.Writer) error {
	f.Rule = sgcp.Rule(f.rule)
	if f.proxies != "" {
		f.Proxies = strings.Split(f.proxies, ",")
	}
	var err error
	if f.Log, err = f.log.Open(log); err != nil {
		return err
	}
	if f.certificate != "" || f.key != "" {
		pair, err := tls.LoadX509KeyPair(f.certificate, f.key)
		if err != nil {
			return err
		}
		plain, err := net.Listen("tcp", net.JoinHostPort(f.Host, strconv.Itoa(f.Port)))
		if err != nil {
			return err
		}
		if len(f.Proxies) > 0 {
			if plain, err = gateway.Proxied(plain, f.Proxies); err != nil {
				return err
			}
			f.Proxies = nil
		}
		f.Listener = tls.NewListener(plain, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12})
	}
	if f.keys == "" {
		return nil
	}
	f.Keys, err = readKeys(f.keys)
	return err
}

// byFlag names the flag where the library refuses an option; those that are not here have the flag's name.
func byFlag(err error) error {
	wrong := (*options.Error)(nil)
	if !errors.As(err, &wrong) {
		return err
	}
	said := *wrong
	said.Path = "--" + cmp.Or(map[string]string{"limits.kept": "kept", "limits.connected": "connections"}[wrong.Path], wrong.Path)
	return verb.Usagef("%w", &said)
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

// run serves until ctx ends. It prints one line once it listens.
func (f *flags) run(ctx context.Context, out io.Writer) error {
	// Most of the memory belongs to connections that live long: a percentage below the
	// usual 100 saves a fifth of it. With ten thousand connections a collection takes 40 to
	// 80 ms, so there should be few. The ballast counts as live memory, so 20 MB more may
	// be used before each collection; it is never touched, so it takes none itself.
	debug.SetGCPercent(65)
	ballast := make([]byte, 32<<20)
	defer runtime.KeepAlive(ballast)
	g, err := gateway.Start(f.Options)
	if err != nil {
		return byFlag(err)
	}
	metrics, stop, err := f.metrics.Serve(server.Of(g))
	if err != nil {
		return errors.Join(err, g.Close())
	}
	defer stop()
	fmt.Fprintln(out, "listening "+g.Addr().String()+metrics)
	select {
	case <-g.Done(): // the store failed: the supervisor of this program restarts it
		return g.Close()
	case <-ctx.Done():
	}
	return g.Shutdown(context.Background(), f.grace)
}
