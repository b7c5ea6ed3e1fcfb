// Package platform is the AI platform as a program: a player of Go for SGCP gateways,
// at ten levels, whose parameters every Client sets for itself, and which learns:
//
//	qikit platform --gateway 127.0.0.1:4321 --key @secret --slots 2 --store ai.db
package platform

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"strconv"
	"time"

	"qikit.dev/qikit/bindings/qikit/internal/server"
	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/platform"
	"qikit.dev/qikit/lib/sgcp"
)

// Verb is "qikit platform".
var Verb = verb.Verb{
	Name: "platform",
	Does: "play Go for gateways at ten levels, and learn: the AI platform",
	About: `qikit platform --gateway 127.0.0.1:4321 --key @secret --slots 2 --store ai.db
plays at a gateway elsewhere, one game in each slot, when somebody asks for it by the
command 207 or challenges its nick. The secret is one of the gateway's --keys.

qikit platform --listen 127.0.0.1:4322 --size 9 --store ai.db
lets Clients connect to the platform itself, which is then the only opponent there;
compute terminals may come too (qikit terminal), and the platform uses their playouts;
with --nats nats://host:port also those of a cluster. --plan, --best, --unfinished and
--verify set how the terminals share the work. --gateway and --listen may be used together.

With --tls the gateway elsewhere is reached by TLS; its certificate must be signed by one
in --ca, or by one that the system trusts. --ca applies to --nats tls:// too.

What is in --store is used again after a restart: profiles and games in the file itself,
the memory bank in file.bank, the platform's own hall in file.hall. When it is interrupted,
it ends its connections; its games wait for it as long as the gateway allows.

--shapes lists the joseki and tesuji that the memory bank in --store has drawn out of games
and searches, and draws each as an SVG in that folder; it plays nobody, and the platform
must not be running.

--metrics serves /metrics for Prometheus, with the figures of its own hall too, and
/healthz, which answers 200 while it serves.`,
	Flags: func(set *verb.Flags) verb.Run {
		f := newFlags(set)
		return func(ctx context.Context, s verb.Streams, _ []string) error {
			if f.shapes != "" {
				return f.listShapes(s.Out)
			}
			if err := f.complete(s.Err); err != nil {
				return err
			}
			return f.run(ctx, s.Out)
		}
	},
}

// flags are the options of the command line.
type flags struct {
	platform.Options
	gateway, key, listen string
	slots, size          int
	rule                 string
	grace                time.Duration
	secure               bool
	ca                   string
	log                  server.Log
	metrics              server.Metrics
	shapes               string
	work
}

func newFlags(set *verb.Flags) *flags {
	f := &flags{Options: platform.DefaultOptions()}
	set.StringVar(&f.gateway, "gateway", "", "a gateway elsewhere, host:port")
	set.StringVar(&f.key, "key", "", "the secret for it, or @ and a file that holds it")
	set.StringVar(&f.listen, "listen", "", "address for Clients of the platform's own, host:port")
	set.IntVar(&f.size, "size", sgcp.SizeMax, "points along a side of games without settings, with -listen")
	set.StringVar(&f.rule, "rule", string(sgcp.RuleArea), "rule of such games: area, seed or seed+komi")
	set.BoolVar(&f.secure, "tls", false, "reach the gateway elsewhere by TLS")
	set.StringVar(&f.ca, "ca", "", "file with the certificates that sign those of the servers, for -tls and -nats")
	f.work.flags(set)
	set.StringVar(&f.Name, "name", f.Name, "nick, AI- and up to 9 letters or digits")
	set.IntVar(&f.slots, "slots", 1, "games at once, at each gateway")
	set.IntVar(&f.Level, "level", f.Level, "level for Clients that have set none, 1 to 10")
	set.IntVar(&f.Workers, "workers", f.Workers, "goroutines that search in each game")
	set.IntVar(&f.TableMB, "table", f.TableMB, "megabytes for the tree of each game")
	set.BoolVar(&f.Learn, "learn", f.Learn, "analyse recurring positions while no game needs the processor")
	set.IntVar(&f.Meetings, "meetings", f.Meetings, "how often a position must occur before it is analysed, 2 to 100")
	set.Float64Var(&f.Depth, "depth", f.Depth, "how deeply it is analysed, as a multiple of the playouts of a move, 1 to 50")
	set.StringVar(&f.Store, "store", "", "file that keeps profiles and games")
	set.StringVar(&f.shapes, "shapes", "", "list the joseki and tesuji of -store, and draw them in this folder")
	set.DurationVar(&f.grace, "grace", 2*time.Second, "time between the announcement in the platform's own hall and its end")
	f.log.Flags(set, "log every choice")
	f.metrics.Flags(set)
	return f
}

// complete makes the options of what the flags say.
func (f *flags) complete(log io.Writer) error {
	var err error
	if f.Log, err = f.log.Open(log); err != nil {
		return err
	}
	if f.Store != "" {
		f.Bank = f.Store + bankSuffix
		if f.host.Bans == "" {
			f.host.Bans = f.Store + ".bans"
		}
	}
	if f.gateway == "" && f.listen == "" {
		return verb.Usagef("expected --gateway, --listen or both")
	}
	if f.ca != "" && !f.secure && f.nats == "" {
		return verb.Usagef("--ca: expected --tls or --nats with it")
	}
	if f.secure && f.gateway == "" {
		return verb.Usagef("--tls: expected --gateway with it")
	}
	if f.key, err = verb.Secret(f.key); err != nil {
		return err
	}
	if f.gateway != "" {
		e, err := endpoint(f.gateway, f.key, f.slots)
		if err != nil {
			return fmt.Errorf("-gateway: %w", err)
		}
		if f.secure {
			c, err := certificates(f.ca)
			if err != nil {
				return err
			}
			e.Dial = (&tls.Dialer{Config: c}).DialContext
		}
		f.Gateways = append(f.Gateways, e)
	}
	return nil
}

// bankSuffix is what the memory bank's file has behind the name of the store.
const bankSuffix = ".bank"

// endpoint reads host:port.
func endpoint(address, key string, slots int) (platform.Endpoint, error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return platform.Endpoint{}, err
	}
	port, err := strconv.Atoi(text)
	return platform.Endpoint{Host: host, Port: port, Key: key, Slots: slots}, err
}

// run plays until ctx ends. It prints one line once everything is started.
func (f *flags) run(ctx context.Context, out io.Writer) (err error) {
	// Most of the memory is trees and tables, which live long: collecting more often saves a
	// quarter of it and costs a few per cent of time.
	debug.SetGCPercent(50)
	said := "playing"
	host := &terminals{} // none, unless they are asked for
	if f.listen != "" || f.nats != "" {
		if host, err = f.openTerminals(); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, host.Close()) }()
		f.Jobs = host
	}
	var hall *gateway.Gateway // nil: none of its own
	var hallEnded <-chan struct{}
	if f.listen != "" {
		g, bad := f.openHall(host.Host)
		if bad != nil {
			return bad
		}
		// The platform closes before the hall, so that its games can be resumed.
		hall, hallEnded = g, g.Done()
		defer func() { err = errors.Join(err, hall.Shutdown(context.Background(), f.grace)) }()
		said += " listening " + hall.Addr().String()
	}
	p, err := platform.Start(f.Options)
	if err != nil {
		return err
	}
	metrics, stop, err := f.metrics.Serve(source(p, hall, host))
	if err != nil {
		return errors.Join(err, p.Close())
	}
	defer stop()
	fmt.Fprintln(out, said+metrics)
	select {
	case <-ctx.Done():
	case err = <-host.ended:
		err = fmt.Errorf("-nats: %w", err)
		host.ended <- nil // for Close
	case <-hallEnded: // its store failed, as Shutdown tells: the supervisor of this program restarts it
	}
	return errors.Join(err, p.Close())
}

// openHall starts the gateway for Clients that connect to the platform itself. Only the
// platform has its key.
func (f *flags) openHall(host *compute.Host) (*gateway.Gateway, error) {
	key := rand.Text()
	o := gateway.DefaultOptions()
	at, err := endpoint(f.listen, key, f.slots)
	if err != nil {
		return nil, fmt.Errorf("-listen: %w", err)
	}
	o.Host, o.Port, o.Name, o.Size, o.Rule, o.Log = at.Host, at.Port, "platform", f.size, sgcp.Rule(f.rule), f.Log
	o.Keys = map[string]string{key: "platform"}
	if f.Store != "" {
		o.Store = f.Store + ".hall"
	}
	if f.terminals {
		o.Terminals = host
	}
	g, err := gateway.Start(o)
	if err != nil {
		return nil, err
	}
	if at.Port = g.Port(); at.Host == "" || at.Host == "0.0.0.0" || at.Host == "::" {
		at.Host = "127.0.0.1"
	}
	f.Gateways = append(f.Gateways, at)
	return g, nil
}
