package remote

import (
	"fmt"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

// DefaultOptions are those of package client, complete but for Port and Nick.
func DefaultOptions() (o Options) {
	o.setDefaults()
	o.Options = client.DefaultOptions()
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
