package gateway

import (
	crand "crypto/rand"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"

	"qikit.dev/qikit/internal/clock"
	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/sgcp"
)

// Clock tells the time: Now and After, as package time has them. Tests have one of
// their own. What a connection waits for within the system, a write's deadline,
// goes by the system's clock.
type Clock = clock.Clock

// DefaultLimits are those of the specification.
func DefaultLimits() (l Limits) {
	l.SetDefaults()
	return l
}

// DefaultOptions are complete.
func DefaultOptions() (o Options) {
	o.setDefaults()
	o.Seed, o.Clock, o.Log = rand.Uint64(), clock.System{}, slog.New(slog.DiscardHandler)
	return o
}

// ParseOptions reads options from a JSON object over the defaults; times are in
// seconds. Blank text is an empty object. ErrOptions: a wrong key or value.
func ParseOptions(text []byte) (Options, error) {
	return options.Over(DefaultOptions(), text, ErrOptions, (*Options).check)
}

func (o *Options) check() error {
	err, l, settings := options.Check(o), &o.Limits, o.settings()
	switch {
	case err != nil:
	case strings.ContainsFunc(o.Name, func(r rune) bool { return r <= ' ' }):
		err = options.Wrong("name", o.Name, "a word")
	case o.Clock == nil:
		err = options.Wrong("clock", nil, "a clock")
	case o.Log == nil:
		err = options.Wrong("log", nil, "a logger")
	case l.Dead <= l.Idle:
		err = options.Wrong("limits.dead", l.Dead, fmt.Sprintf("more than limits.idle (%v)", l.Idle.Seconds()))
	case o.Listener != nil && len(o.Proxies) > 0:
		err = options.Wrong("proxies", o.Proxies, "none beside a listener, which Proxied makes")
	default:
		if _, err = networks(o.Proxies); err == nil {
			err = options.Under("", hall.CheckSettings(&settings))
		}
	}
	return options.Wrap(ErrOptions, err)
}

// settings are those of a game that nobody proposed.
func (o *Options) settings() sgcp.Settings {
	s := sgcp.DefaultSettings()
	s.Size, s.Komi, s.Rule = o.Size, sgcp.PointsOf(o.Komi), o.Rule
	return s
}

// hall are the options that are the hall's.
func (o *Options) hall() hall.Options {
	l := &o.Limits
	return hall.Options{
		Name: o.Name, Settings: o.settings(), Keys: o.Keys, Computes: o.Terminals != nil, Seed: o.Seed,
		Token: func() (token [16]byte) {
			crand.Read(token[:]) // it never fails
			return token
		},
		Limits: hall.Limits{
			Login: l.Login, Idle: l.Idle, Dead: l.Dead, Grace: l.Grace, Move: l.Move, Marking: l.Marking, Proposal: l.Proposal, Kept: l.Kept,
			Graces: l.Graces, Resumption: l.Resumption, Watched: l.Watched, Proposals: l.Proposals,
			Watchers: l.Watchers, Tables: l.Tables, ChatWork: l.ChatWork, ChatSlow: l.ChatSlow, ListWork: l.ListWork, Sessions: 2 * l.Connected,
		},
	}
}
