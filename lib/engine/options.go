package engine

import "qikit.dev/qikit/internal/options"

// LevelMax is the level without any handicap.
const LevelMax = 10

// DefaultOptions is the built-in engine at full strength with one worker and a
// table of 64 megabytes.
func DefaultOptions() (o Options) {
	o.setDefaults()
	return o
}

// ParseOptions reads a JSON object of the fields of Options over the defaults:
// {"kind": "alphabeta", "workers": 2, "timeout": 2.5}. null leaves a default
// as it is. A wrong key or value is ErrOptions.
func ParseOptions(text []byte) (Options, error) {
	o := DefaultOptions()
	return o, options.Wrap(ErrOptions, options.Read(text, &o))
}
