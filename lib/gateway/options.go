package gateway

import (
	crand "crypto/rand"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"strings"
	"time"

	"qikit.dev/qikit/internal/clock"
	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/sgcp"
)

// Clock tells the time: Now and After, as package time has them. Tests have one of
// their own. What a connection waits for within the system, a write's deadline,
// goes by the system's clock.
type Clock = clock.Clock

// Options say where a gateway listens, what is played there and what it puts up
// with.
type Options struct {
	Host string `json:"host"`                  // address to listen on; default 127.0.0.1
	Port int    `json:"port" range:"0..65535"` // 0 to 65535; 0 is any that is free, see Gateway.Port; default 0
	// Listener, when not nil, is listened on instead of Host and Port: for TLS,
	// tls.NewListener of crypto/tls. (This package does not link TLS by itself,
	// which would make every program larger by a fifth.)
	Listener net.Listener
	Name     string `json:"name" required:"a word"` // of the server in 650: a word; default "qikit"
	Store    string `json:"store"`                  // file that keeps games and sessions; "", the default, keeps nothing

	Size int       `json:"size" range:"2..19"`               // points along a side of games without settings, 2 to 19; default 19
	Komi float64   `json:"komi" range:"-361..361"`           // of these, in halves of a point; default 7.5
	Rule sgcp.Rule `json:"rule" words:"area seed seed+komi"` // of these; default area
	Seed uint64    `json:"seed"`                             // draws colours; default random

	// Keys are the secrets by which 102 lets AI platforms in, with the account
	// of each. Default: none.
	Keys map[string]string `json:"keys"`

	// Terminals, when not nil, is given to peers who ask for the capability
	// "compute" and register by 401.
	Terminals Terminals

	Limits Limits       `json:"limits"`
	Clock  Clock        // default: the system's
	Log    *slog.Logger // default: nothing is logged
}

// Limits are what a gateway allows (section 5.7). All must be over 0, unless it
// says otherwise.
type Limits struct {
	Login      time.Duration `json:"login" range:">0..1000000000"`      // until 101 or 105; default 30 s
	Idle       time.Duration `json:"idle" range:">0..1000000000"`       // of silence until a peer with "ping" gets 659; default 60 s
	Dead       time.Duration `json:"dead" range:">0..1000000000"`       // of silence until such a peer is cut; default 150 s, over Idle
	KeepAlive  time.Duration `json:"keep_alive" range:">0..1000000000"` // between three probes of TCP; default 30 s
	Grace      time.Duration `json:"grace" range:">0..1000000000"`      // in which 105 resumes; default 120 s
	Graces     int           `json:"graces" range:"0.."`                // such times in one game, 0 or more; default 3
	Move       time.Duration `json:"move" range:">0..1000000000"`       // for a move where a game has no other clock; default 10 min
	Marking    time.Duration `json:"marking" range:">0..1000000000"`    // to object to marks; default 60 s
	Proposal   time.Duration `json:"proposal" range:">0..1000000000"`   // until a proposal lapses; default 60 s
	Kept       time.Duration `json:"kept" range:">0..1000000000"`       // until an ended game is forgotten; default 24 h
	Burst      int           `json:"burst" range:"1.."`                 // requests at once; default 20
	Rate       float64       `json:"rate" range:">0"`                   // requests a second after that; default 5
	ChatBurst  int           `json:"chat_burst" range:"1.."`            // default 5
	ChatRate   float64       `json:"chat_rate" range:">0"`              // a second; default 2
	Delay      time.Duration `json:"delay" range:"0..1000000000"`       // after a refusal for the rate; 0 or more; default 200 ms
	Refusals   int           `json:"refusals" range:"1.."`              // for the rate, until the connection is cut; default 100
	Open       int           `json:"open" range:"1.."`                  // connections from one IPv4 /32 or IPv6 /64, not loopback or authenticated by 102; default 16
	New        int           `json:"new" range:"1.."`                   // of these, new ones in NewTime; default 32
	NewTime    time.Duration `json:"new_time" range:">0..1000000000"`   // default 10 min
	Connected  int           `json:"connected" range:"1.."`             // connections in all, also bounded by the system's descriptors; default 16384
	OutOctets  int           `json:"out_octets" range:"1.."`            // waiting for a slow reader; default 65536
	OutLines   int           `json:"out_lines" range:"1.."`             // waiting for a slow reader; default 256
	Write      time.Duration `json:"write" range:">0..1000000000"`      // for the system to take what is written; default 10 s
	Watched    int           `json:"watched" range:"1.."`               // games that one session may watch; default 32
	Proposals  int           `json:"proposals" range:"1.."`             // open ones of one session; default 8
	Resumption int           `json:"resumption" range:"0.."`            // of play after counting, 0 or more; default 2
}

// DefaultLimits are those of the specification.
func DefaultLimits() Limits {
	return Limits{
		Login: sgcp.LoginSeconds * time.Second, Idle: sgcp.IdleSeconds * time.Second, Dead: sgcp.DeadSeconds * time.Second,
		KeepAlive: sgcp.KeepAliveSeconds * time.Second, Grace: sgcp.GraceSeconds * time.Second, Graces: sgcp.GraceMax,
		Move: sgcp.MoveSeconds * time.Second, Marking: sgcp.MarkingSeconds * time.Second, Proposal: sgcp.ProposalSeconds * time.Second,
		Kept: sgcp.GameKeptSeconds * time.Second, Burst: sgcp.RequestBurst, Rate: sgcp.RequestsPerSecond,
		ChatBurst: sgcp.ChatBurst, ChatRate: sgcp.ChatsPerSecond, Delay: 200 * time.Millisecond, Refusals: sgcp.RefusalsMax,
		Open: sgcp.AddressOpenMax, New: sgcp.AddressNewMax, NewTime: sgcp.AddressNewSeconds * time.Second, Connected: 16384,
		OutOctets: sgcp.OutboundOctetsMax, OutLines: sgcp.OutboundLinesMax, Write: sgcp.WriteSeconds * time.Second,
		Watched: 32, Proposals: 8, Resumption: sgcp.ResumptionsMax,
	}
}

// DefaultOptions are complete.
func DefaultOptions() Options {
	return Options{
		Host: "127.0.0.1", Name: "qikit", Size: sgcp.SizeMax, Komi: 7.5, Rule: sgcp.RuleArea,
		Seed: rand.Uint64(), Limits: DefaultLimits(), Clock: clock.System{}, Log: slog.New(slog.DiscardHandler),
	}
}

// ParseOptions reads options from a JSON object over the defaults; times are in
// seconds. Blank text is an empty object. ErrOptions: a wrong key or value.
func ParseOptions(text []byte) (Options, error) {
	o := DefaultOptions()
	if err := options.Fill(text, &o); err != nil {
		return o, options.Wrap(ErrOptions, err)
	}
	return o, o.check()
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
	default:
		err = options.Under("", hall.CheckSettings(&settings))
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
		},
	}
}
