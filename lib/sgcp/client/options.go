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
	// Name or address of the server. Default "127.0.0.1".
	Host string `json:"host" required:"a name or an address"`
	// TCP port of the server. 1 to 65535.
	Port int `json:"port" range:"1..65535"`
	// Dial opens the connection; nil is TCP. TLS is (&tls.Dialer{}).DialContext of
	// crypto/tls, which this package does not link by itself: it is 2.5 MB.
	Dial func(ctx context.Context, network, address string) (net.Conn, error) `json:"-"`

	// Name to log in as: 1 to 16 letters, digits and marks. The server may append
	// underscores.
	Nick string `json:"nick"`
	// Secret sent by the command 102 before 101, which nicks that begin with "AI-" need; at
	// most 512 octets. A session that is taken up needs none. Empty: no 102.
	Key string `json:"key"`
	// Session and Last, as Client.Session gave them, take up an earlier session by 105.
	// When the server does not know it any more, or Session is zero, a new session begins
	// by 101.
	Session sgcp.Session `json:"-"`
	// Number of the last push that was received in that session. Default 0.
	Last uint64 `json:"last"`
	// Capabilities are announced by 104 on every connection; none make a client of the
	// twelve commands. Default: ping and marking. "charset" is refused: the client speaks
	// UTF-8.
	Capabilities sgcp.Pairs `json:"-"`

	// Time to connect. Over 0 s; default 10 s.
	Connect time.Duration `json:"connect" range:">0..1000000000"`
	// Time to wait for an answer, and for a connection to send a command on. Over 0 s;
	// default 15 s.
	Reply time.Duration `json:"reply" range:">0..1000000000"`
	// Time that the system may take to accept a line. Over 0 s; default 10 s.
	Write time.Duration `json:"write" range:">0..1000000000"`
	// Time of silence after which the server is asked whether it is there; 0 for never.
	// Default 45 s.
	//
	// NoPing is never.
	Ping time.Duration `json:"ping" range:"0..1000000000"`

	// Whether a lost connection is made again. Default true.
	Reconnect bool `json:"reconnect"`
	// Time before the first attempt to reconnect, give or take half. Over 0 s; default 0.25
	// s.
	BackoffMin time.Duration `json:"backoff_min" range:">0..1000000000"`
	// Time at which doubling the wait stops; at least BackoffMin. Over 0 s; default 15 s.
	BackoffMax time.Duration `json:"backoff_max" range:">0..1000000000"`
	// Time without a connection after which the client ends; 0 for never. Default 120 s.
	//
	// NoGivingUp is never.
	GiveUp time.Duration `json:"give_up" range:"0..1000000000"`
	// Seed draws the jitter of the wait before a try. The clients of one server should
	// differ in it, or all come back in the same moment. Default: random.
	Seed uint64 `json:"-"`

	// Events that may wait to be read; the queue of a job holds 256 more. 1 to 65536;
	// default 256.
	Events int `json:"events" range:"1..65536"`
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
