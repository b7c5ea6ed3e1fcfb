package selfplay

import (
	"errors"
	"runtime"

	"qikit.dev/qikit/internal/options"
)

// What can go wrong.
var (
	// ErrOptions is an option outside its range, or an unknown one.
	ErrOptions = errors.New("selfplay: no such option value")
	// ErrExists is a file to be written that is there already.
	ErrExists = errors.New("selfplay: the file exists")
	// ErrFile is a file that is no file of samples, or one of other options.
	ErrFile = errors.New("selfplay: not the file of samples that was expected")
	// ErrNet is a file that is no network for Capture Go.
	ErrNet = errors.New("selfplay: not a network for Capture Go")
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
	return options.Over(DefaultOptions(), text, ErrOptions, (*Options).check)
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
