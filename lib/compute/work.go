package compute

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strconv"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/job"
)

// DefaultWorkOptions are complete but for Port.
func DefaultWorkOptions() (o WorkOptions) {
	o.setDefaults()
	o.TerminalOptions = DefaultTerminalOptions()
	return o
}

// ParseJoin reads options from a JSON object over DefaultWorkOptions.
// ErrOptions: an unknown key, or a value out of its range.
func ParseJoin(text []byte) (JoinOptions, error) {
	w, o := DefaultWorkOptions(), DefaultJoinOptions()
	if err := options.Fill(text, &w); err != nil {
		return o, options.Wrap(ErrOptions, err)
	}
	if w.Nick == "" {
		w.Nick = "t" + strconv.FormatUint(rand.Uint64N(1<<40), 36)
	}
	c := &o.Client
	c.Host, c.Port, c.Nick, c.Key, c.GiveUp, o.Terminal = w.Host, w.Port, w.Nick, w.Key, w.GiveUp, w.TerminalOptions
	if err := c.Check(); err != nil {
		return o, options.Wrap(ErrOptions, err)
	}
	return o, o.Terminal.Check()
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
	out, _ := json.Marshal(struct { // texts and numbers have a form
		Schema   string  `json:"schema"`
		Terminal string  `json:"terminal"`
		Leases   uint64  `json:"leases"`
		Units    uint64  `json:"units"`
		Seconds  float64 `json:"seconds"`
		Rate     float64 `json:"rate"`
		Rejected uint64  `json:"rejected"`
	}{"qikit/terminal/1", s.Terminal, s.Leases, s.Units, s.Worked.Seconds(), s.Rate(), s.Rejected})
	return out
}
