package client

import (
	"fmt"
	"math/rand/v2"
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

// DefaultOptions are complete but for Port and Nick.
func DefaultOptions() (o Options) {
	o.setDefaults()
	o.Capabilities = sgcp.Pairs{{Key: sgcp.CanPing}, {Key: sgcp.CanMarking}}
	o.Seed = rand.Uint64()
	return o
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
