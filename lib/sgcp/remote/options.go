package remote

import (
	"fmt"
	"math"
	"time"

	"qikit.dev/qikit/internal/jsonobject"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

// Options are client.Options as JSON has them. Times are in seconds.
type Options struct {
	// Host is a name or an address, default 127.0.0.1; Port is 1 to 65535, no
	// default.
	Host string `json:"host"`
	Port int    `json:"port"`
	// Nick is whom to log in as; the server may append underscores.
	Nick string `json:"nick"`
	// Key is the secret that 102 sends before 101, for nicks that begin with
	// "AI-"; default "", no 102. At most 512 octets.
	Key string `json:"key"`
	// Session and Last, as State gave them, take up an earlier session. Empty
	// and 0 (default): a new one.
	Session string `json:"session"`
	Last    uint64 `json:"last"`
	// Capabilities are announced by 104; default ping and marking.
	Capabilities []string `json:"capabilities"`
	// Connect is for a connection, default 10; Reply for an answer, default 15;
	// Write for the system to take a line, default 10. Over 0.
	Connect float64 `json:"connect"`
	Reply   float64 `json:"reply"`
	Write   float64 `json:"write"`
	// Ping is how long the server may be silent until it is asked whether it is
	// there, default 45; 0 never.
	Ping float64 `json:"ping"`
	// Reconnect is whether a lost connection is made anew, default true, after
	// BackoffMin (default 0.25, over 0) doubling up to BackoffMax (default 15),
	// for GiveUp at most (default 120; 0 for ever).
	Reconnect  bool    `json:"reconnect"`
	BackoffMin float64 `json:"backoff_min"`
	BackoffMax float64 `json:"backoff_max"`
	GiveUp     float64 `json:"give_up"`
	// Events is how many wait to be read besides those of the job; default 256,
	// 1 to 65536.
	Events int `json:"events"`
}

// DefaultOptions are those of package client, complete but for Port and Nick.
func DefaultOptions() Options {
	d := client.DefaultOptions()
	o := Options{
		Host: d.Host, Connect: d.Connect.Seconds(), Reply: d.Reply.Seconds(), Write: d.Write.Seconds(), Ping: d.Ping.Seconds(),
		Reconnect: d.Reconnect, BackoffMin: d.BackoffMin.Seconds(), BackoffMax: d.BackoffMax.Seconds(), GiveUp: d.GiveUp.Seconds(), Events: d.Events,
	}
	for _, c := range d.Capabilities {
		o.Capabilities = append(o.Capabilities, c.Key)
	}
	return o
}

// ParseOptions reads a JSON object over the defaults. client.ErrOptions: an
// unknown key, a value out of its range, a file of certificates that can not be
// read.
func ParseOptions(text []byte) (client.Options, error) {
	o := DefaultOptions()
	if err := jsonobject.Read(text, &o); err != nil {
		return client.Options{}, fmt.Errorf("%w: %w", client.ErrOptions, err)
	}
	return o.client()
}

func (o *Options) client() (client.Options, error) {
	c := client.DefaultOptions()
	c.Host, c.Port, c.Nick, c.Key, c.Last = o.Host, o.Port, o.Nick, o.Key, o.Last
	c.Reconnect, c.Events = o.Reconnect, o.Events
	c.Capabilities = nil
	for _, word := range o.Capabilities {
		c.Capabilities = append(c.Capabilities, sgcp.Pair{Key: word})
	}
	for _, row := range []struct {
		to   *time.Duration
		name string
		from float64
	}{
		{&c.Connect, "connect", o.Connect}, {&c.Reply, "reply", o.Reply}, {&c.Write, "write", o.Write}, {&c.Ping, "ping", o.Ping},
		{&c.BackoffMin, "backoff_min", o.BackoffMin}, {&c.BackoffMax, "backoff_max", o.BackoffMax}, {&c.GiveUp, "give_up", o.GiveUp},
	} {
		const most = 1e9 // seconds, 31 years: a Duration holds it
		if !(row.from >= 0 && row.from <= most) {
			return c, fmt.Errorf("%w: %s is %v s, expected 0 to %v", client.ErrOptions, row.name, row.from, most)
		}
		*row.to = time.Duration(math.Round(row.from * float64(time.Second)))
	}
	if o.Session != "" {
		var err error
		if c.Session, err = sgcp.ParseSession(o.Session); err != nil {
			return c, fmt.Errorf("%w: session: %v", client.ErrOptions, err)
		}
	}
	return c, c.Check()
}
