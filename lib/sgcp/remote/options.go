package remote

import (
	"fmt"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

// Options are client.Options as JSON has them; times are in seconds.
type Options struct {
	client.Options
	// Secret of an earlier session to take up, from that client's state. Empty: a new
	// session.
	Session string `json:"session"`
	// Capabilities announced to the server, which grants those that it has; a server of
	// this library has "ping", "marking" and "clocks", and "compute" where it takes
	// terminals. An empty list makes a client of the twelve commands. Default ["ping",
	// "marking"].
	Capabilities []string `json:"capabilities"`
}

// DefaultOptions are those of package client, complete but for Port and Nick.
func DefaultOptions() Options {
	o := Options{Options: client.DefaultOptions()}
	for _, c := range o.Options.Capabilities {
		o.Capabilities = append(o.Capabilities, c.Key)
	}
	return o
}

// ParseOptions reads a JSON object over the defaults. client.ErrOptions for an unknown
// key or a value out of its range.
func ParseOptions(text []byte) (client.Options, error) {
	o := DefaultOptions()
	if err := options.Fill(text, &o); err != nil {
		return client.Options{}, options.Wrap(client.ErrOptions, err)
	}
	c := o.Options
	c.Capabilities = nil
	for _, word := range o.Capabilities {
		c.Capabilities = append(c.Capabilities, sgcp.Pair{Key: word})
	}
	if o.Session != "" {
		var err error
		if c.Session, err = sgcp.ParseSession(o.Session); err != nil {
			return c, fmt.Errorf("%w: session: %v", client.ErrOptions, err)
		}
	}
	return c, c.Check()
}
