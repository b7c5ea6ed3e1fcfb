package cluster

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"time"
)

// NoGivingUp, as Options.GiveUp, waits for a lost server for ever.
const NoGivingUp time.Duration = 0

// Options say which NATS server to use, or to be.
type Options struct {
	// URL is a running server, nats://host:port or tls://host:port, several
	// with commas between; empty (default) starts one within this process.
	URL string
	// Key is this member's key at URL; the zero Key (default) for none.
	Key Key

	// Host and Port are where the server within this process listens. Default
	// 127.0.0.1 and 0, any port; 1 to 65535.
	Host string
	Port int
	// Dir is where that server keeps its queues; it is made when missing, and one
	// server uses it at a time. Empty (default) for no queues, without which books
	// cannot be farmed.
	Dir string
	// Members are the public keys that it lets in, each with the subjects of a
	// member and no others. Empty (default) lets everybody in to do anything, on
	// loopback only.
	Members []string

	// TLS is for the server that listens (with a certificate) or for the
	// connection to URL; nil (default) for none.
	TLS *tls.Config
	// Connect is how long to try to reach URL for the first time; default 5 s,
	// over 0. A server that refuses the key is not asked again.
	Connect time.Duration
	// GiveUp is how long a lost server may stay away, before everything that
	// waits for it ends with ErrLost; default 2 min, NoGivingUp.
	GiveUp time.Duration
	// Log gets the server's warnings and lost connections; nil (default) for none.
	Log *slog.Logger
}

// DefaultOptions are a server within this process, on a port of loopback,
// without queues.
func DefaultOptions() Options {
	return Options{Host: "127.0.0.1", Connect: 5 * time.Second, GiveUp: 2 * time.Minute}
}

func bad(name string, value any, expected string) error {
	return fmt.Errorf("%w: %s is %v, expected %s", ErrOptions, name, value, expected)
}

func (o *Options) check() error {
	for i, m := range o.Members {
		if err := CheckPublic(m); err != nil {
			return fmt.Errorf("%w: Members[%d]: %w", ErrOptions, i, err)
		}
	}
	switch {
	case o.Connect <= 0:
		return bad("Connect", o.Connect, "a time over 0")
	case o.GiveUp < 0:
		return bad("GiveUp", o.GiveUp, "a time, or NoGivingUp")
	case o.URL != "" && (o.Dir != "" || len(o.Members) > 0):
		return bad("URL", o.URL, "none beside Dir and Members, which are for a server within this process")
	case o.URL != "":
		return nil
	case o.Key.pair != nil:
		return bad("Key", o.Key.Public(), "none without URL")
	case o.Port < 0 || o.Port > 65535:
		return bad("Port", o.Port, "0 to 65535")
	case len(o.Members) == 0 && !isLoopback(o.Host):
		return bad("Members", "empty", fmt.Sprintf("the keys that may come in, when Host is %q and not loopback", o.Host))
	}
	return nil
}

func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
