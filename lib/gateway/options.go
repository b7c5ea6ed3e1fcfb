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
	Host string // address to listen on; default 127.0.0.1
	Port int    // 0 to 65535; 0 is any that is free, see Gateway.Port; default 0
	// Listener, when not nil, is listened on instead of Host and Port: for TLS,
	// tls.NewListener of crypto/tls. (This package does not link TLS by itself,
	// which would make every program larger by a fifth.)
	Listener net.Listener
	Name     string // of the server in 650: a word; default "qikit"
	Store    string // file that keeps games and sessions; "", the default, keeps nothing

	Size int       // points along a side of games without settings, 2 to 19; default 19
	Komi float64   // of these, in halves of a point; default 7.5
	Rule sgcp.Rule // of these; default area
	Seed uint64    // draws colours; default random

	// Keys are the secrets by which 102 lets AI platforms in, with the account
	// of each. Default: none.
	Keys map[string]string

	// Terminals, when not nil, is given to peers who ask for the capability
	// "compute" and register by 401.
	Terminals Terminals

	Limits Limits
	Clock  Clock        // default: the system's
	Log    *slog.Logger // default: nothing is logged
}

// Limits are what a gateway allows (section 5.7). All must be over 0, unless it
// says otherwise.
type Limits struct {
	Login      time.Duration // until 101 or 105; default 30 s
	Idle       time.Duration // of silence until a peer with "ping" gets 659; default 60 s
	Dead       time.Duration // of silence until such a peer is cut; default 150 s, over Idle
	KeepAlive  time.Duration // between three probes of TCP; default 30 s
	Grace      time.Duration // in which 105 resumes; default 120 s
	Graces     int           // such times in one game, 0 or more; default 3
	Move       time.Duration // for a move where a game has no other clock; default 10 min
	Marking    time.Duration // to object to marks; default 60 s
	Proposal   time.Duration // until a proposal lapses; default 60 s
	Kept       time.Duration // until an ended game is forgotten; default 24 h
	Burst      int           // requests at once; default 20
	Rate       float64       // requests a second after that; default 5
	ChatBurst  int           // default 5
	ChatRate   float64       // a second; default 2
	Delay      time.Duration // after a refusal for the rate; 0 or more; default 200 ms
	Refusals   int           // for the rate, until the connection is cut; default 100
	Open       int           // connections from one IPv4 /32 or IPv6 /64, not loopback or authenticated by 102; default 16
	New        int           // of these, new ones in NewTime; default 32
	NewTime    time.Duration // default 10 min
	Connected  int           // connections in all, also bounded by the system's descriptors; default 16384
	OutOctets  int           // waiting for a slow reader; default 65536
	OutLines   int           // waiting for a slow reader; default 256
	Write      time.Duration // for the system to take what is written; default 10 s
	Watched    int           // games that one session may watch; default 32
	Proposals  int           // open ones of one session; default 8
	Resumption int           // of play after counting, 0 or more; default 2
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

func (o *Options) check() error {
	l := &o.Limits
	rows := []struct {
		ok             bool
		name, expected string
		got            any
	}{
		{o.Port >= 0 && o.Port <= 65535, "Port", "0 to 65535", o.Port},
		{o.Name != "" && !strings.ContainsFunc(o.Name, func(r rune) bool { return r <= ' ' }), "Name", "a word", o.Name},
		{o.Clock != nil, "Clock", "a clock", o.Clock},
		{o.Log != nil, "Log", "a logger", o.Log},
		{l.Dead > l.Idle, "Limits.Dead", "more than Limits.Idle", l.Dead},
		{l.Graces >= 0, "Limits.Graces", "0 or more", l.Graces},
		{l.Resumption >= 0, "Limits.Resumption", "0 or more", l.Resumption},
		{l.Delay >= 0, "Limits.Delay", "0 or more", l.Delay},
	}
	for _, d := range []struct {
		name string
		got  time.Duration
	}{
		{"Login", l.Login}, {"Idle", l.Idle}, {"KeepAlive", l.KeepAlive}, {"Grace", l.Grace}, {"Move", l.Move}, {"Marking", l.Marking},
		{"Proposal", l.Proposal}, {"Kept", l.Kept}, {"NewTime", l.NewTime}, {"Write", l.Write},
	} {
		rows = append(rows, struct {
			ok             bool
			name, expected string
			got            any
		}{d.got > 0, "Limits." + d.name, "over 0", d.got})
	}
	for _, n := range []struct {
		name string
		got  float64
	}{
		{"Burst", float64(l.Burst)}, {"Rate", l.Rate}, {"ChatBurst", float64(l.ChatBurst)}, {"ChatRate", l.ChatRate}, {"Refusals", float64(l.Refusals)},
		{"Open", float64(l.Open)}, {"New", float64(l.New)}, {"Connected", float64(l.Connected)}, {"OutOctets", float64(l.OutOctets)},
		{"OutLines", float64(l.OutLines)}, {"Watched", float64(l.Watched)}, {"Proposals", float64(l.Proposals)},
	} {
		rows = append(rows, struct {
			ok             bool
			name, expected string
			got            any
		}{n.got > 0, "Limits." + n.name, "over 0", n.got})
	}
	for _, row := range rows {
		if !row.ok {
			return fmt.Errorf("%w: %s is %v, expected %s", ErrOptions, row.name, row.got, row.expected)
		}
	}
	settings := o.settings()
	if err := hall.CheckSettings(&settings); err != nil {
		return fmt.Errorf("%w: %w", ErrOptions, err)
	}
	return nil
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
