package train

import (
	"errors"
	"runtime"

	"qikit.dev/qikit/internal/options"
)

// What can go wrong.
var (
	// ErrOptions is an option outside its range, or an unknown one.
	ErrOptions = errors.New("train: no such option value")
	// ErrExists is a file to be written that is there already.
	ErrExists = errors.New("train: the file exists")
	// ErrState is a file of what was learnt that cannot be continued.
	ErrState = errors.New("train: what was learnt cannot be continued")
	// ErrBooks are books from which nothing can be learnt, or of different games.
	ErrBooks = errors.New("train: nothing to learn from these books")
)

// DefaultOptions lack Books and Out.
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

func (o *Options) check() error {
	if err := options.Check(o); err != nil {
		return options.Wrap(ErrOptions, err)
	}
	if o.Width%16 != 0 {
		return options.Wrap(ErrOptions, options.Wrong("width", o.Width, "a multiple of 16"))
	}
	if o.Outputs&(o.Outputs-1) != 0 {
		return options.Wrap(ErrOptions, options.Wrong("outputs", o.Outputs, "1, 2, 4 or 8"))
	}
	return nil
}
