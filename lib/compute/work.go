package compute

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"qikit.dev/qikit/internal/jsonobject"
	"qikit.dev/qikit/lib/job"
)

// WorkOptions are JoinOptions as JSON has them.
type WorkOptions struct {
	// Host is a name or an address, default 127.0.0.1; Port is 1 to 65535, no
	// default.
	Host string `json:"host"`
	Port int    `json:"port"`
	// Nick is whom to log in as; empty (default) for one that is drawn.
	Nick string `json:"nick"`
	// Key authenticates by 102, for terminals that the server trusts; empty
	// (default) for none.
	Key string `json:"key"`
	// Cores that work, 1 to 1024; default: as many as threads that compute.
	Cores int `json:"cores"`
	// Share of these cores' time, 0.05 to 1; default 1.
	Share float64 `json:"share"`
	// GiveUp is how long to try to come back after a lost connection, in seconds;
	// default 120; 0 for ever.
	GiveUp float64 `json:"give_up"`
}

// DefaultWorkOptions are complete but for Port.
func DefaultWorkOptions() WorkOptions {
	d := DefaultJoinOptions()
	return WorkOptions{Host: d.Client.Host, Cores: d.Terminal.Cores, Share: d.Terminal.Share, GiveUp: d.Client.GiveUp.Seconds()}
}

// ParseJoin reads options from a JSON object over DefaultWorkOptions.
// ErrOptions: an unknown key, or a value out of its range.
func ParseJoin(text []byte) (JoinOptions, error) {
	w := DefaultWorkOptions()
	if err := jsonobject.Read(text, &w); err != nil {
		return JoinOptions{}, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	o := DefaultJoinOptions()
	o.Client.Host, o.Client.Port, o.Client.Key = w.Host, w.Port, w.Key
	if o.Client.Nick = w.Nick; w.Nick == "" {
		o.Client.Nick = "t" + strconv.FormatUint(rand.Uint64N(1<<40), 36)
	}
	if !(w.GiveUp >= 0 && w.GiveUp <= 1e9) {
		return JoinOptions{}, fmt.Errorf("%w: give_up is %v s, expected 0 to 1e9", ErrOptions, w.GiveUp)
	}
	o.Client.GiveUp = time.Duration(w.GiveUp * float64(time.Second))
	o.Terminal.Cores, o.Terminal.Share = w.Cores, w.Share
	if err := o.Terminal.Check(); err != nil {
		return JoinOptions{}, err
	}
	if err := o.Client.Check(); err != nil {
		return JoinOptions{}, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	return o, nil
}

// JoinWork is Join as a job. Progress counts the units done, its rate is units a
// second of work; the events, four a second at most, and the result, which a job
// that was cancelled has too, are JSON "qikit/terminal/1".
func JoinWork(o JoinOptions) job.Work {
	return func(ctx context.Context, r *job.Report) ([]byte, error) {
		var last Standing
		err := Join(ctx, o, func(s Standing) {
			last = s
			r.Progress(job.Progress{Done: s.Units, Rate: s.Rate(), Left: job.LeftUnknown})
			r.Event(s.text())
		})
		return last.text(), err
	}
}

// text is the standing as JSON.
func (s Standing) text() []byte {
	out, err := json.Marshal(struct {
		Schema   string  `json:"schema"`
		Terminal string  `json:"terminal"`
		Leases   uint64  `json:"leases"`
		Units    uint64  `json:"units"`
		Seconds  float64 `json:"seconds"`
		Rate     float64 `json:"rate"`
		Rejected uint64  `json:"rejected"`
	}{"qikit/terminal/1", s.Terminal, s.Leases, s.Units, s.Worked.Seconds(), s.Rate(), s.Rejected})
	if err != nil {
		return nil
	}
	return out
}
