// Command platform is the AI platform: a player of Go for SGCP gateways, at ten
// levels, whose parameters every Client sets for itself, and which learns.
//
//	go run ./examples/go/platform -gateway 127.0.0.1:4321 -key secret -slots 2 -store ai.db
//
// plays at a gateway elsewhere, one game in each slot, when somebody asks for it by the
// command 207 or challenges its nick. The secret is one of the gateway's -keys; -key
// @file reads it from a file.
//
//	go run ./examples/go/platform -listen 127.0.0.1:4322 -size 9 -store ai.db
//
// lets Clients connect to the platform itself, which is then the only opponent there;
// compute terminals may come too (qikit terminal), and the platform uses their
// playouts; with -nats nats://host:port also those of a cluster (lib/cluster). -plan,
// -best, -unfinished and -verify set how the terminals share the work; lib/compute
// explains them. -gateway and -listen may be used together.
//
// With -tls the gateway elsewhere is reached by TLS; its certificate must be signed by
// one in -ca, or by one that the system trusts. -ca applies to -nats tls:// too.
//
// What is in -store is used again after a restart: profiles and games in the file
// itself, the memory bank in file.bank, the platform's own hall in file.hall. When it is
// interrupted, it ends its connections; its games wait for it as long as the gateway
// allows.
package main

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/platform"
	"qikit.dev/qikit/lib/sgcp"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], func(line string) { fmt.Println(line) }); err != nil {
		fmt.Fprintln(os.Stderr, "platform:", err)
		os.Exit(1)
	}
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
	work
}

func parse(args []string) (*flags, error) {
	f := &flags{Options: platform.DefaultOptions()}
	set := flag.NewFlagSet("platform", flag.ContinueOnError)
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
	set.DurationVar(&f.grace, "grace", 2*time.Second, "time between the announcement in the platform's own hall and its end")
	verbose := set.Bool("v", false, "log every choice")
	if err := set.Parse(args); err != nil {
		return nil, err
	}
	level := slog.LevelInfo
	if *verbose {
		level = slog.LevelDebug
	}
	f.Log = slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	if f.Store != "" {
		f.Bank = f.Store + ".bank"
		if f.host.Bans == "" {
			f.host.Bans = f.Store + ".bans"
		}
	}
	if f.gateway == "" && f.listen == "" {
		return nil, errors.New("expected -gateway, -listen or both")
	}
	if f.ca != "" && !f.secure && f.nats == "" {
		return nil, errors.New("-ca: expected -tls or -nats with it")
	}
	if f.secure && f.gateway == "" {
		return nil, errors.New("-tls: expected -gateway with it")
	}
	if file, ok := strings.CutPrefix(f.key, "@"); ok {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		f.key = strings.TrimSpace(string(text))
	}
	if f.gateway != "" {
		e, err := endpoint(f.gateway, f.key, f.slots)
		if err != nil {
			return nil, fmt.Errorf("-gateway: %w", err)
		}
		if f.secure {
			c, err := certificates(f.ca)
			if err != nil {
				return nil, err
			}
			e.Dial = (&tls.Dialer{Config: c}).DialContext
		}
		f.Gateways = append(f.Gateways, e)
	}
	return f, nil
}

// endpoint reads host:port.
func endpoint(address, key string, slots int) (platform.Endpoint, error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return platform.Endpoint{}, err
	}
	port, err := strconv.Atoi(text)
	return platform.Endpoint{Host: host, Port: port, Key: key, Slots: slots}, err
}

// run plays until ctx ends. It calls say with one line once everything is started.
func run(ctx context.Context, args []string, say func(line string)) (err error) {
	f, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	said := "playing"
	host := &terminals{} // none, unless they are asked for
	if f.listen != "" || f.nats != "" {
		if host, err = f.openTerminals(); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, host.Close()) }()
		f.Jobs = host
	}
	if f.listen != "" {
		hall, bad := f.openHall(host.Host)
		if bad != nil {
			return bad
		}
		// The platform closes before the hall, so that its games can be resumed.
		defer func() { err = errors.Join(err, hall.Shutdown(context.Background(), f.grace)) }()
		said += " listening " + hall.Addr().String()
	}
	p, err := platform.Start(f.Options)
	if err != nil {
		return err
	}
	say(said)
	select {
	case <-ctx.Done():
	case err = <-host.ended:
		err = fmt.Errorf("-nats: %w", err)
		host.ended <- nil // for Close
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
