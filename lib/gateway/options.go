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
	// Address to listen on. Default "127.0.0.1".
	Host string `json:"host"`
	// TCP port to listen on; 0 for any free one. 0 to 65535; default 0.
	//
	// Gateway.Port tells which.
	Port int `json:"port" range:"0..65535"`
	// Listener, when not nil, is listened on instead of Host and Port: for TLS,
	// tls.NewListener of crypto/tls. (This package does not link TLS by itself,
	// which would make every program larger by a fifth.)
	Listener net.Listener
	// Name of the server: one word. Default "qikit".
	Name string `json:"name" required:"a word"`
	// File that keeps games and sessions, so that a server that was killed goes on where it
	// was. Empty: nothing is kept.
	Store string `json:"store"`

	// Points along a side of the board, for games without settings of their own. 2 to 19;
	// default 19.
	Size int `json:"size" range:"2..19"`
	// Komi of such games, in steps of a half point. -361 to 361; default 7.5.
	Komi float64 `json:"komi" range:"-361..361"`
	// How such games are counted: by area, or point by point, without or with komi. "area"
	// (default), "seed" or "seed+komi".
	Rule sgcp.Rule `json:"rule" words:"area seed seed+komi"`
	// Seed that draws the colours.
	//
	// The default is random.
	Seed uint64 `json:"seed"`

	// Secrets by which the command 102 lets AI platforms in, each with its account.
	Keys map[string]string `json:"keys"`

	// Terminals, when not nil, is given to peers who ask for the capability
	// "compute" and register by 401.
	Terminals Terminals

	// What the server allows.
	Limits Limits       `json:"limits"`
	Clock  Clock        // default: the system's
	Log    *slog.Logger // default: nothing is logged
}

// Limits are what a gateway allows (section 5.7). All must be over 0, unless it
// says otherwise.
type Limits struct {
	// Time until a connection must log in, by 101 or 105. Over 0 s; default 30 s.
	Login time.Duration `json:"login" range:">0..1000000000"`
	// Time of silence after which a peer that knows "ping" is asked. Over 0 s; default 60
	// s.
	Idle time.Duration `json:"idle" range:">0..1000000000"`
	// Time of silence after which such a peer is cut off; must be over Idle. Over 0 s;
	// default 150 s.
	Dead time.Duration `json:"dead" range:">0..1000000000"`
	// Time between probes of TCP; the third unanswered one ends a connection. Over 0 s;
	// default 30 s.
	KeepAlive time.Duration `json:"keep_alive" range:">0..1000000000"`
	// Time in which a lost connection can be resumed by 105. Over 0 s; default 120 s.
	Grace time.Duration `json:"grace" range:">0..1000000000"`
	// Times in one game that a player may come back so. Default 3.
	Graces int `json:"graces" range:"0.."`
	// Time for a move, in games without a clock of their own. Over 0 s; default 600 s.
	Move time.Duration `json:"move" range:">0..1000000000"`
	// Time to object to the marking of dead stones. Over 0 s; default 60 s.
	Marking time.Duration `json:"marking" range:">0..1000000000"`
	// Time until a proposal lapses. Over 0 s; default 60 s.
	Proposal time.Duration `json:"proposal" range:">0..1000000000"`
	// Time until an ended game is forgotten. Over 0 s; default 86400 s.
	Kept time.Duration `json:"kept" range:">0..1000000000"`
	// Requests that a session may send at once. At least 1; default 20.
	Burst int `json:"burst" range:"1.."`
	// Requests a second after that. Over 0; default 5.
	Rate float64 `json:"rate" range:">0"`
	// Lines of chat that a session may send at once. At least 1; default 5.
	ChatBurst int `json:"chat_burst" range:"1.."`
	// Lines of chat a second after that. Over 0; default 2.
	ChatRate float64 `json:"chat_rate" range:">0"`
	// Time that the server waits after it refused a request for its rate. Default 0.2 s.
	Delay time.Duration `json:"delay" range:"0..1000000000"`
	// Refusals for the rate after which the connection is cut off. At least 1; default 100.
	Refusals int `json:"refusals" range:"1.."`
	// Connections from one IPv4 address or one IPv6 /64. Loopback, and AI platforms that
	// logged in by 102, are not limited. At least 1; default 16.
	Open int `json:"open" range:"1.."`
	// New connections from one address within NewTime. At least 1; default 32.
	New int `json:"new" range:"1.."`
	// Time over which new connections are counted. Over 0 s; default 600 s.
	NewTime time.Duration `json:"new_time" range:">0..1000000000"`
	// Connections in all; the system's limit of open files bounds them too. At least 1;
	// default 16384.
	Connected int `json:"connected" range:"1.."`
	// Octets that may wait for a slow reader until it is cut off. At least 1; default
	// 65536.
	OutOctets int `json:"out_octets" range:"1.."`
	// Lines that may wait for a slow reader until it is cut off. At least 1; default 256.
	OutLines int `json:"out_lines" range:"1.."`
	// Time that the system may take to accept what is written. Over 0 s; default 10 s.
	Write time.Duration `json:"write" range:">0..1000000000"`
	// Games that one session may watch. At least 1; default 32.
	Watched int `json:"watched" range:"1.."`
	// Open proposals that one session may have. At least 1; default 8.
	Proposals int `json:"proposals" range:"1.."`
	// Times that a game may be resumed after counting. Default 2.
	Resumption int `json:"resumption" range:"0.."`
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
