package selfplay

import (
	"fmt"
	"runtime"

	"qikit.dev/qikit/internal/jsonobject"
)

// Options is a job of self-play; DefaultOptions fills it. The json tags are the
// keys of ParseOptions.
type Options struct {
	// Out is the file of samples to be made; required. One that is there
	// already is ErrExists, unless Resume is set.
	Out string `json:"out"`
	// Games is how many games the file is to hold, 1 to 1e9. Default 100.
	Games int `json:"games"`
	// Seed of all that is drawn. Default 1.
	Seed uint64 `json:"seed"`
	// Workers is how many games are played at once, 1 to 256; default: as many
	// as threads that compute.
	Workers int `json:"workers"`
	// Resume goes on with a file of the same options, other than Games and
	// Workers; one that is not there is begun.
	Resume bool `json:"resume"`
	// Net is the file of the network that plays; empty (default) for playouts.
	Net string `json:"net"`
	// Visits of a full search, whose position is written, 2 to 1e6; 0 (default)
	// for 400 by playouts, 32 with a network.
	Visits int `json:"visits"`
	// FastVisits of the other moves' searches, 2 to 1e6; 0 (default) for 80 by
	// playouts, 8 with a network.
	FastVisits int `json:"fast_visits"`
	// Full is the share of moves that get a full search, over 0 to 1. Default 0.5.
	Full float64 `json:"full"`
	// Varied is how many moves at the start of a game are drawn by their share
	// of the search instead of being the best, 0 to 1000. With a network, every
	// move after a full search is. Default 6.
	Varied int `json:"varied"`
	// Starts say how games begin.
	Starts Starts `json:"starts"`
}

// DefaultOptions lack Out.
func DefaultOptions() Options {
	return Options{Games: 100, Seed: 1, Workers: runtime.GOMAXPROCS(0), Full: 0.5, Varied: 6, Starts: DefaultStarts()}
}

// ParseOptions reads options from a JSON object over DefaultOptions; an unknown
// key is ErrOptions.
func ParseOptions(text []byte) (Options, error) {
	o := DefaultOptions()
	if err := decodeStarts(text, &o, &o.Starts); err != nil {
		return o, err
	}
	return o, o.check()
}

// decodeStarts is decode for options with starts. A table of weights that is
// given replaces the default one.
func decodeStarts(text []byte, into any, starts *Starts) error {
	usual := *starts
	starts.Sizes, starts.Targets = nil, nil
	if err := decode(text, into); err != nil {
		return err
	}
	if starts.Sizes == nil {
		starts.Sizes = usual.Sizes
	}
	if starts.Targets == nil {
		starts.Targets = usual.Targets
	}
	return nil
}

// decode reads a JSON object, or nothing, over defaults.
func decode(text []byte, into any) error {
	if err := jsonobject.Read(text, into); err != nil {
		return fmt.Errorf("%w: %w", ErrOptions, err)
	}
	return nil
}

// check fills in the visits that depend on who plays, and checks everything.
func (o *Options) check() error {
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
	if o.Out == "" {
		return fmt.Errorf("%w: out is empty, expected the path of a file", ErrOptions)
	}
	for _, n := range []struct {
		name             string
		value, low, high int
	}{
		{"games", o.Games, 1, 1e9},
		{"workers", o.Workers, 1, 256},
		{"visits", o.Visits, 2, 1e6},
		{"fast_visits", o.FastVisits, 2, 1e6},
		{"varied", o.Varied, 0, 1000},
	} {
		if err := within(n.name, n.value, n.low, n.high); err != nil {
			return err
		}
	}
	if !(o.Full > 0 && o.Full <= 1) {
		return fmt.Errorf("%w: full is %v, expected over 0 to 1", ErrOptions, o.Full)
	}
	return o.Starts.check()
}
