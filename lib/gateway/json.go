package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"qikit.dev/qikit/internal/jsonobject"
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/sgcp"
)

// OptionsJSON is Options as JSON has them. Times are in seconds; Seed is null for a
// random one.
type OptionsJSON struct {
	Host   string            `json:"host"`
	Port   int               `json:"port"`
	Name   string            `json:"name"`
	Store  string            `json:"store"`
	Size   int               `json:"size"`
	Komi   float64           `json:"komi"`
	Rule   sgcp.Rule         `json:"rule"`
	Seed   *uint64           `json:"seed"`
	Keys   map[string]string `json:"keys"`
	Limits LimitsJSON        `json:"limits"`
}

// LimitsJSON is Limits as JSON has them, times in seconds.
type LimitsJSON struct {
	Login      float64 `json:"login"`
	Idle       float64 `json:"idle"`
	Dead       float64 `json:"dead"`
	KeepAlive  float64 `json:"keep_alive"`
	Grace      float64 `json:"grace"`
	Graces     int     `json:"graces"`
	Move       float64 `json:"move"`
	Marking    float64 `json:"marking"`
	Proposal   float64 `json:"proposal"`
	Kept       float64 `json:"kept"`
	Burst      int     `json:"burst"`
	Rate       float64 `json:"rate"`
	ChatBurst  int     `json:"chat_burst"`
	ChatRate   float64 `json:"chat_rate"`
	Delay      float64 `json:"delay"`
	Refusals   int     `json:"refusals"`
	Open       int     `json:"open"`
	New        int     `json:"new"`
	NewTime    float64 `json:"new_time"`
	Connected  int     `json:"connected"`
	OutOctets  int     `json:"out_octets"`
	OutLines   int     `json:"out_lines"`
	Write      float64 `json:"write"`
	Watched    int     `json:"watched"`
	Proposals  int     `json:"proposals"`
	Resumption int     `json:"resumption"`
}

// times pairs the times of both forms.
func (o *LimitsJSON) times(l *Limits) []struct {
	name string
	from *float64
	to   *time.Duration
} {
	return []struct {
		name string
		from *float64
		to   *time.Duration
	}{
		{"login", &o.Login, &l.Login}, {"idle", &o.Idle, &l.Idle}, {"dead", &o.Dead, &l.Dead}, {"keep_alive", &o.KeepAlive, &l.KeepAlive},
		{"grace", &o.Grace, &l.Grace}, {"move", &o.Move, &l.Move}, {"marking", &o.Marking, &l.Marking}, {"proposal", &o.Proposal, &l.Proposal},
		{"kept", &o.Kept, &l.Kept}, {"delay", &o.Delay, &l.Delay}, {"new_time", &o.NewTime, &l.NewTime}, {"write", &o.Write, &l.Write},
	}
}

// numbers pairs the other limits.
func (o *LimitsJSON) numbers(l *Limits) (whole [][2]*int, rates [][2]*float64) {
	return [][2]*int{
		{&o.Graces, &l.Graces}, {&o.Burst, &l.Burst}, {&o.ChatBurst, &l.ChatBurst}, {&o.Refusals, &l.Refusals}, {&o.Open, &l.Open}, {&o.New, &l.New},
		{&o.Connected, &l.Connected}, {&o.OutOctets, &l.OutOctets}, {&o.OutLines, &l.OutLines}, {&o.Watched, &l.Watched}, {&o.Proposals, &l.Proposals},
		{&o.Resumption, &l.Resumption},
	}, [][2]*float64{{&o.Rate, &l.Rate}, {&o.ChatRate, &l.ChatRate}}
}

// DefaultJSON are the defaults of Options.
func DefaultJSON() OptionsJSON {
	o := DefaultOptions()
	j := OptionsJSON{Host: o.Host, Port: o.Port, Name: o.Name, Size: o.Size, Komi: o.Komi, Rule: o.Rule, Keys: map[string]string{}}
	for _, t := range j.Limits.times(&o.Limits) {
		*t.from = t.to.Seconds()
	}
	whole, rates := j.Limits.numbers(&o.Limits)
	for _, n := range whole {
		*n[0] = *n[1]
	}
	for _, n := range rates {
		*n[0] = *n[1]
	}
	return j
}

// ParseOptions reads options from a JSON object, as OptionsJSON has it, over the
// defaults. Blank text is an empty
// object. ErrOptions: an unknown key, a bad value.
func ParseOptions(text []byte) (Options, error) {
	o, given := DefaultOptions(), DefaultJSON()
	if err := jsonobject.Read(text, &given); err != nil {
		return o, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	o.Host, o.Port, o.Name, o.Store = given.Host, given.Port, given.Name, given.Store
	o.Size, o.Komi, o.Rule, o.Keys = given.Size, given.Komi, given.Rule, given.Keys
	if given.Seed != nil {
		o.Seed = *given.Seed
	}
	for _, t := range given.Limits.times(&o.Limits) {
		const most = 1e9 // seconds, 31 years: a Duration holds it
		if !(*t.from >= 0 && *t.from <= most) {
			return o, fmt.Errorf("%w: %s is %v s, expected 0 to %v", ErrOptions, t.name, *t.from, most)
		}
		*t.to = time.Duration(math.Round(*t.from * float64(time.Second)))
	}
	whole, rates := given.Limits.numbers(&o.Limits)
	for _, n := range whole {
		*n[1] = *n[0]
	}
	for _, n := range rates {
		*n[1] = *n[0]
	}
	return o, o.check()
}

// State is a JSON object, "qikit/gateway/1": address, port, connections, sessions,
// waiting, playing (games under way), games (since the start), moves, uptime
// (seconds), error (what Err says, or "").
func (g *Gateway) State() []byte {
	now := g.desk.figures()
	failed := ""
	if err := g.Err(); err != nil {
		failed = err.Error()
	}
	text, err := json.Marshal(struct {
		Schema      string  `json:"schema"`
		Address     string  `json:"address"`
		Port        int     `json:"port"`
		Connections int     `json:"connections"`
		Sessions    int     `json:"sessions"`
		Waiting     int     `json:"waiting"`
		Playing     int     `json:"playing"`
		Games       uint64  `json:"games"`
		Moves       uint64  `json:"moves"`
		Uptime      float64 `json:"uptime"`
		Error       string  `json:"error"`
	}{
		"qikit/gateway/1", g.Addr().String(), g.Port(), now.Peers, now.Sessions, now.Waiting, now.Playing,
		now.Games, now.Moves, max(0, g.options.Clock.Now().Sub(g.started).Seconds()), failed,
	})
	if err != nil {
		g.fail(err) // texts and numbers have a form
	}
	return text
}

// ShutdownWork is Shutdown as a job's work; its result is the last State.
func (g *Gateway) ShutdownWork(wait time.Duration) job.Work {
	return func(ctx context.Context, _ *job.Report) ([]byte, error) {
		state := g.State()
		return state, g.Shutdown(ctx, wait)
	}
}
