package selfplay

import (
	"runtime"

	"qikit.dev/qikit/internal/options"
)

// Options is a job of self-play; DefaultOptions fills it. The json tags are the
// keys of ParseOptions.
type Options struct {
	// File of samples to make. A file that exists is an error, unless Resume is set.
	//
	// The error is then ErrExists.
	Out string `json:"out" required:"the path of a file"`
	// Games that the file is to hold. 1 to 1000000000; default 100.
	Games int `json:"games" range:"1..1000000000"`
	// Seed of everything that is drawn at random. Default 1.
	Seed uint64 `json:"seed"`
	// Games played at the same time; the file is the same for any number. Left out: one for
	// each thread that computes. 1 to 256.
	Workers int `json:"workers" range:"1..256"`
	// Continue a file of the same options, except Games and Workers; a file that does not
	// exist is begun. Default false.
	Resume bool `json:"resume"`
	// Network file that plays. Empty: playouts.
	Net string `json:"net"`
	// Visits of a full search, whose position is written, at least 2; 0 means 400 by
	// playouts and 32 with a network. 0 to 1000000; default 0.
	Visits int `json:"visits" range:"0|2..1000000"`
	// Visits of the searches for the other moves, at least 2; 0 means 80 by playouts and 8
	// with a network. 0 to 1000000; default 0.
	FastVisits int `json:"fast_visits" range:"0|2..1000000"`
	// Share of the moves that get a full search. Over 0, up to 1; default 0.5.
	Full float64 `json:"full" range:">0..1"`
	// Moves at the start of a game that are drawn by their share of the search, instead of
	// the best being played. With a network, every move after a full search is drawn. 0 to
	// 1000; default 6.
	Varied int `json:"varied" range:"0..1000"`
	// How games begin.
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
