package selfplay

import (
	"runtime"

	"qikit.dev/qikit/internal/options"
)

// Options is a job of self-play; DefaultOptions fills it. The json tags are the
// keys of ParseOptions.
type Options struct {
	// Out is the file of samples to be made; required. One that is there
	// already is ErrExists, unless Resume is set.
	Out string `json:"out" required:"the path of a file"`
	// Games is how many games the file is to hold, 1 to 1e9. Default 100.
	Games int `json:"games" range:"1..1000000000"`
	// Seed of all that is drawn. Default 1.
	Seed uint64 `json:"seed"`
	// Workers is how many games are played at once, 1 to 256; default: as many
	// as threads that compute.
	Workers int `json:"workers" range:"1..256"`
	// Resume goes on with a file of the same options, other than Games and
	// Workers; one that is not there is begun.
	Resume bool `json:"resume"`
	// Net is the file of the network that plays; empty (default) for playouts.
	Net string `json:"net"`
	// Visits of a full search, whose position is written, 2 to 1e6; 0 (default)
	// for 400 by playouts, 32 with a network.
	Visits int `json:"visits" range:"0|2..1000000"`
	// FastVisits of the other moves' searches, 2 to 1e6; 0 (default) for 80 by
	// playouts, 8 with a network.
	FastVisits int `json:"fast_visits" range:"0|2..1000000"`
	// Full is the share of moves that get a full search, over 0 to 1. Default 0.5.
	Full float64 `json:"full" range:">0..1"`
	// Varied is how many moves at the start of a game are drawn by their share
	// of the search instead of being the best, 0 to 1000. With a network, every
	// move after a full search is. Default 6.
	Varied int `json:"varied" range:"0..1000"`
	// Starts say how games begin.
	Starts Starts `json:"starts"`
}

// DefaultOptions lack Out.
func DefaultOptions() Options {
	return Options{Games: 100, Seed: 1, Workers: runtime.GOMAXPROCS(0), Full: 0.5, Varied: 6, Starts: DefaultStarts()}
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
