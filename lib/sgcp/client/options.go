package client

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"time"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/sgcp"
)

// Values that stand for "not at all".
const (
	NoPing     time.Duration = 0 // Options.Ping: do not ask whether the server is there
	NoGivingUp time.Duration = 0 // Options.GiveUp: try to reconnect for ever
)

// CommandsMax is how many commands may await their replies at once; another is
// ErrBusy.
const CommandsMax = 256

// keyMax keeps 102 well within a line.
const keyMax = 512

// Options say where to connect, as whom, and how long to wait. The json tags are the keys
// of package sgcp/remote, where times are in seconds.
type Options struct {
	Host string `json:"host" required:"a name or an address"` // default 127.0.0.1
	Port int    `json:"port" range:"1..65535"`                // no default
	// Dial opens the connection; nil is TCP. TLS is (&tls.Dialer{}).DialContext of
	// crypto/tls, which this package does not link by itself: it is 2.5 MB.
	Dial func(ctx context.Context, network, address string) (net.Conn, error) `json:"-"`

	Nick string `json:"nick"` // what sgcp.CheckNick accepts; the server may append underscores
	// Key is the secret that 102 sends, by the method "key", before each 101: nicks
	// that begin with "AI-" need it. A session that is taken up needs none. At most 512
	// octets; default empty: no 102.
	Key string `json:"key"`
	// Session and Last, as Client.Session gave them, take up an earlier session by 105.
	// When the server does not know it any more, or Session is zero, a new session begins
	// by 101.
	Session sgcp.Session `json:"-"`
	Last    uint64       `json:"last"`
	// Capabilities are announced by 104 on every connection; none make a client of the
	// twelve commands. Default: ping and marking. "charset" is refused: the client speaks
	// UTF-8.
	Capabilities sgcp.Pairs `json:"-"`

	Connect time.Duration `json:"connect" range:">0..1000000000"` // for a connection; default 10 s
	Reply   time.Duration `json:"reply" range:">0..1000000000"`   // for a reply, and for a connection to send a command on; default 15 s
	Write   time.Duration `json:"write" range:">0..1000000000"`   // for the system to take a line; default 10 s
	Ping    time.Duration `json:"ping" range:"0..1000000000"`     // of silence, after which 109 is sent; default 45 s; NoPing

	Reconnect  bool          `json:"reconnect"`                          // after a lost connection; default true
	BackoffMin time.Duration `json:"backoff_min" range:">0..1000000000"` // before the first try; default 250 ms
	BackoffMax time.Duration `json:"backoff_max" range:">0..1000000000"` // where doubling stops; default 15 s, at least BackoffMin
	GiveUp     time.Duration `json:"give_up" range:"0..1000000000"`      // without a connection; default 120 s, as long as sessions are kept; NoGivingUp
	// Seed draws the jitter of the wait before a try. The clients of one server should
	// differ in it, or all come back in the same moment. Default: random.
	Seed uint64 `json:"-"`

	Events int `json:"events" range:"1..65536"` // how many wait to be read; default 256
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
	err := options.Check(o)
	switch {
	case err != nil:
	case len(o.Key) > keyMax:
		err = options.Clash("key", fmt.Sprintf("a text of %d octets", len(o.Key)), fmt.Sprintf("at most %d", keyMax))
	case o.Capabilities.Has(sgcp.CanCharset):
		err = options.Clash("capabilities", "a list with \"charset\"", "one without: the client speaks UTF-8")
	case o.BackoffMax < o.BackoffMin:
		err = options.Wrong("backoff_max", o.BackoffMax, "backoff_min or more")
	default:
		if err = sgcp.CheckNick(o.Nick); err != nil {
			err = fmt.Errorf("nick: %w", err)
		}
	}
	return options.Wrap(ErrOptions, err)
}
