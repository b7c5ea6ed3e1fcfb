package client

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// Values that stand for "not at all".
const (
	NoPing     time.Duration = 0 // Options.Ping: never ask whether the server is there
	NoGivingUp time.Duration = 0 // Options.GiveUp: try to reconnect for ever
)

// CommandsMax is how many commands may await their replies at once; another is
// ErrBusy.
const CommandsMax = 256

// keyMax keeps 102 well within a line.
const keyMax = 512

// Options say where to connect, as whom, and how long to wait.
type Options struct {
	Host string // name or address; default 127.0.0.1
	Port int    // 1 to 65535; no default
	// Dial opens the connection; nil is TCP. TLS is (&tls.Dialer{}).DialContext of
	// crypto/tls, which this package does not link by itself: it is 2.5 MB.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	Nick string // as sgcp.CheckNick has it; the server may append underscores
	// Key is the secret that 102 sends, by the method "key", before each 101: nicks
	// that begin with "AI-" need it. A session that is taken up needs none. Default:
	// "", no 102. A word or words of text, at most 512 octets.
	Key string
	// Session and Last, as Client.Session gave them, take up an earlier
	// session by 105; when the server does not know it any more, or Session is
	// zero, a new one begins by 101.
	Session sgcp.Session
	Last    uint64
	// Capabilities are announced by 104 on every connection; empty is a client
	// of the twelve commands. Default: ping and marking. Not "charset": the
	// client speaks UTF-8.
	Capabilities sgcp.Pairs

	Connect time.Duration // for a connection; default 10 s, over 0
	Reply   time.Duration // for a reply, and for a connection to send a command on; default 15 s, over 0
	Write   time.Duration // for the system to take a line; default 10 s, over 0
	Ping    time.Duration // of silence, after which 109 is sent; default 45 s, NoPing

	Reconnect  bool          // after a lost connection; default true
	BackoffMin time.Duration // before the first try; default 250 ms, over 0
	BackoffMax time.Duration // doubling stops here; default 15 s, BackoffMin or more
	GiveUp     time.Duration // without a connection; default 120 s, as long as sessions are kept; NoGivingUp
	// Seed draws the jitter of the back-off, by a half up and down. Clients of
	// one server should differ in it, or all come back in the same moment.
	// Default: random.
	Seed uint64

	Events int // how many wait to be read; default 256, 1 to 65536
}

// DefaultOptions are complete but for Port and Nick.
func DefaultOptions() Options {
	return Options{
		Host:         "127.0.0.1",
		Capabilities: sgcp.Pairs{{Key: sgcp.CanPing}, {Key: sgcp.CanMarking}},
		Connect:      10 * time.Second,
		Reply:        15 * time.Second,
		Write:        sgcp.WriteSeconds * time.Second,
		Ping:         45 * time.Second,
		Reconnect:    true,
		BackoffMin:   250 * time.Millisecond,
		BackoffMax:   15 * time.Second,
		GiveUp:       sgcp.GraceSeconds * time.Second,
		Seed:         rand.Uint64(),
		Events:       256,
	}
}

// Check tells what is wrong with options; Dial does so too. ErrOptions.
func (o *Options) Check() error {
	if err := sgcp.CheckNick(o.Nick); err != nil {
		return fmt.Errorf("%w: Nick: %w", ErrOptions, err)
	}
	for _, row := range []struct {
		ok             bool
		name, expected string
		got            any
	}{
		{o.Host != "", "Host", "a name or an address", o.Host},
		{len(o.Key) <= keyMax, "Key", "at most 512 octets", "longer"},
		{o.Port >= 1 && o.Port <= 65535, "Port", "1 to 65535", o.Port},
		{!o.Capabilities.Has(sgcp.CanCharset), "Capabilities", "none of \"charset\"", o.Capabilities},
		{o.Connect > 0, "Connect", "over 0", o.Connect},
		{o.Reply > 0, "Reply", "over 0", o.Reply},
		{o.Write > 0, "Write", "over 0", o.Write},
		{o.Ping >= 0, "Ping", "0 or more", o.Ping},
		{o.BackoffMin > 0, "BackoffMin", "over 0", o.BackoffMin},
		{o.BackoffMax >= o.BackoffMin, "BackoffMax", "BackoffMin or more", o.BackoffMax},
		{o.GiveUp >= 0, "GiveUp", "0 or more", o.GiveUp},
		{o.Events >= 1 && o.Events <= 1<<16, "Events", "1 to 65536", o.Events},
	} {
		if !row.ok {
			return fmt.Errorf("%w: %s is %v, expected %s", ErrOptions, row.name, row.got, row.expected)
		}
	}
	return nil
}
