package cluster

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"time"

	"qikit.dev/qikit/internal/options"
)

// NoGivingUp, as Options.GiveUp, waits for a lost server for ever.
const NoGivingUp time.Duration = 0

// Options say which NATS server to use, or to be.
type Options struct {
	// URL is a running server, nats://host:port or tls://host:port, several
	// with commas between; empty (default) starts one within this process.
	URL string `json:"url"`
	// Key is this member's key at URL; the zero Key (default) for none.
	Key Key

	// Host and Port are where the server within this process listens. Default
	// 127.0.0.1 and 0, any port; 1 to 65535.
	Host string `json:"host"`
	Port int    `json:"port" range:"0..65535"`
	// Dir is where that server keeps its queues; it is made when missing, and one
	// server uses it at a time. Empty (default) for no queues, without which books
	// cannot be farmed.
	Dir string `json:"dir"`
	// Members are the public keys that it lets in, each with the subjects of a
	// member and no others. Empty (default), on loopback only, is the one of KeyFile.
	Members []string `json:"members"`
	// KeyFile holds a key. With URL it is this member's, when Key is zero. Without,
	// it is what members of this machine show when Members is empty: the server makes
	// it at its first start, for its user alone to read. Empty (default) is "member.key"
	// in Dir; without Dir the key is not kept, and Cluster.MemberKey gives it.
	KeyFile string `json:"key_file"`

	// Verify is the share of every member's results that GenerateBook does again by
	// itself, drawn at random; 0 to 1, default 0.05. 0 trusts everybody.
	Verify float64 `json:"verify" range:"0..1"`

	// TLS is for the server that listens (with a certificate) or for the
	// connection to URL; nil (default) for none.
	TLS *tls.Config
	// Connect is how long to try to reach URL for the first time; default 5 s,
	// over 0. A server that refuses the key is not asked again.
	Connect time.Duration `json:"connect" range:">0"`
	// GiveUp is how long a lost server may stay away, before everything that
	// waits for it ends with ErrLost; default 2 min, NoGivingUp.
	GiveUp time.Duration `json:"give_up" range:"0.."`
	// Log gets the server's warnings and lost connections; nil (default) for none.
	Log *slog.Logger
}

// DefaultOptions are a server within this process, on a port of loopback,
// without queues.
func DefaultOptions() Options {
	return Options{Host: "127.0.0.1", Verify: 0.05, Connect: 5 * time.Second, GiveUp: 2 * time.Minute}
}

func (o *Options) check() error {
	err := options.Check(o)
	for i := 0; err == nil && i < len(o.Members); i++ {
		err = options.Under(fmt.Sprintf("members[%d]", i), CheckPublic(o.Members[i]))
	}
	switch {
	case err != nil:
	case o.URL != "" && (o.Dir != "" || len(o.Members) > 0):
		err = options.Wrong("url", o.URL, "none beside dir and members, which are for a server within this process")
	case o.URL == "" && o.Key.pair != nil:
		err = options.Wrong("key", o.Key.Public(), "none without url")
	case o.KeyFile != "" && (len(o.Members) > 0 || o.Key.pair != nil):
		err = options.Wrong("key_file", o.KeyFile, "none beside key or members")
	case o.URL == "" && len(o.Members) == 0 && !isLoopback(o.Host):
		err = options.Wrong("members", []string{}, fmt.Sprintf("the keys that may come in, when host is %q and not loopback", o.Host))
	}
	return options.Wrap(ErrOptions, err)
}

func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
