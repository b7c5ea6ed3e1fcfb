package platform

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/lib/cluster"
	"qikit.dev/qikit/lib/compute"
)

// work holds the flags for compute terminals.
type work struct {
	terminals     bool
	nats, natsKey string
	host          compute.HostOptions
	lift          string // an origin
}

func (w *work) flags(set *verb.Flags) {
	w.host = compute.DefaultHostOptions()
	set.BoolVar(&w.terminals, "terminals", true, "let compute terminals work, with -listen")
	set.StringVar(&w.nats, "nats", "", "NATS server whose compute terminals work too, nats://host:port or tls://host:port")
	set.StringVar(&w.natsKey, "nats-key", "", "file with the secret key for it, as qikit farm key makes it")
	set.Func("plan", "how the terminals' work is split, seed or `chunk` (default chunk)", func(s string) error { w.host.Plan = compute.Plan(s); return nil })
	set.Func("unfinished", "who does what is left after a recall with -plan seed, `host` or ranks (default host)", func(s string) error { w.host.Unfinished = compute.Unfinished(s); return nil })
	set.IntVar(&w.host.Best, "best", w.host.Best, "number of the best terminals that share a task, 2 or more; 0 for all")
	set.StringVar(&w.host.Bans, "bans", "", "file that keeps who forged a result: an account, a key or a network; default: -store and .bans")
	set.StringVar(&w.lift, "lift", "", "origin whose ban is lifted at the start")
	set.Float64Var(&w.host.Verify, "verify", w.host.Verify, "share of the terminals' results that are computed again as a check, 0 to 1")
}

// certificates returns the TLS settings that trust the certificates in a file, or those
// that the system trusts when path is empty.
func certificates(path string) (*tls.Config, error) {
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if path == "" {
		return c, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("-ca: %w", err)
	}
	c.RootCAs = x509.NewCertPool()
	if !c.RootCAs.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("-ca: %s holds no certificate", path)
	}
	return c, nil
}

// terminals is the host of the compute terminals, and the connection to those of a
// cluster.
type terminals struct {
	*compute.Host
	cluster *cluster.Cluster // nil: none
	stop    context.CancelFunc
	ended   chan error // why the cluster's terminals are no longer served
}

// openTerminals starts the host and begins to serve the cluster's terminals.
func (f *flags) openTerminals() (*terminals, error) {
	t := &terminals{ended: make(chan error, 1)}
	ho := f.host
	ho.Log = f.Log
	var hub *cluster.Terminals
	if f.nats != "" {
		o := cluster.DefaultOptions()
		o.URL = f.nats
		var err error
		if f.natsKey != "" {
			if o.Key, err = cluster.ReadKey(f.natsKey); err != nil {
				return nil, fmt.Errorf("-nats-key: %w", err)
			}
		}
		if f.ca != "" {
			if o.TLS, err = certificates(f.ca); err != nil {
				return nil, err
			}
		}
		if t.cluster, err = cluster.Start(o); err != nil {
			return nil, fmt.Errorf("-nats: %w", err)
		}
		hub = t.cluster.Terminals()
		ho.Lead = hub.Lead
	}
	host, err := compute.NewHost(ho)
	if err != nil {
		if t.cluster != nil {
			err = errors.Join(err, t.cluster.Close())
		}
		return nil, err
	}
	t.Host = host
	if f.lift != "" {
		if was, err := host.Lift(f.lift); err != nil || !was {
			f.Log.Warn("no ban was lifted", "origin", f.lift, "error", err)
		}
	}
	if hub != nil {
		ctx, stop := context.WithCancel(context.Background())
		t.stop = stop
		go func() { t.ended <- hub.Serve(ctx, host) }()
	}
	return t, nil
}

// Close ends both.
func (t *terminals) Close() error {
	if t.cluster == nil {
		return t.Host.Close()
	}
	t.stop()
	err := <-t.ended
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(err, t.Host.Close(), t.cluster.Close())
}
