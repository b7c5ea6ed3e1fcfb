package selfplay

import (
	"runtime"

	"qikit.dev/qikit/internal/options"
)

// DefaultOptions lack Out.
func DefaultOptions() (o Options) {
	o.setDefaults()
	o.Workers = runtime.GOMAXPROCS(0)
	return o
}

// ParseOptions reads options from a JSON object over DefaultOptions; a wrong key
// or value is ErrOptions.
func ParseOptions(text []byte) (Options, error) {
	o := DefaultOptions()
	if err := options.Fill(text, &o); err != nil {
		return o, options.Wrap(ErrOptions, err)
	}
	return o, o.check()
}

// check checks everything, and fills in the visits that depend on who plays.
func (o *Options) check() error {
	if err := options.Check(o); err != nil {
		return options.Wrap(ErrOptions, err)
	}
	visits, fast := 400, 80
	if o.Net != "" {
		visits, fast = 32, 8
	}
	if o.Visits == 0 {
		o.Visits = visits
	}
	if o.FastVisits == 0 {
		o.FastVisits = fast
	}
	return o.Starts.check()
}
