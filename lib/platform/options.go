package platform

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"

	"qikit.dev/qikit/internal/clock"
	"qikit.dev/qikit/lib/sgcp"
)

// Clock tells the platform the time: Now and After, as package time has them.
type Clock = clock.Clock

// Endpoint is a gateway at which the platform plays.
type Endpoint struct {
	Host  string // name or address
	Port  int    // 1 to 65535
	Key   string // the secret for 102
	Slots int    // games at once, each on a connection of its own; 1 to 256
	// Dial opens the connection; nil is TCP. See client.Options.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// String is the address, by which the store knows the gateway.
func (e *Endpoint) String() string { return net.JoinHostPort(e.Host, fmt.Sprint(e.Port)) }

// Options say where a platform plays, how, and what it keeps.
type Options struct {
	Gateways []Endpoint // one or more, each once
	// Name is the nick, which begins with "AI-"; further slots get a number behind
	// it. At most 12 letters and digits. Default AI-qikit.
	Name  string
	Level int // of Clients that have set none, 1 to 10; default 10

	// Store is the file of the multi-user manager, Bank that of the memory bank;
	// "", the default, keeps them in memory only.
	Store, Bank string

	Workers int    // of the search in each game, 1 to 256; default 1
	TableMB int    // that a search's tree may take, 1 to 65536; default 64
	Seed    uint64 // of whatever is drawn; default random
	Vary    bool   // what is left to chance differs from game to game; default true
	Learn   bool   // self-learning while no game needs the processor; default true
	// Meetings of a position after which self-learning analyses it, 2 to 100, default
	// 2; and with how many times a move's playouts, 1 to 50, default 4.
	Meetings int
	Depth    float64
	Jobs     Jobs // compute terminals; nil, the default: none

	Start   time.Duration // that an opponent may take until 311; over 0, default 5 min
	Rematch time.Duration // after a game for another one; over 0, default 2 min
	Marks   time.Duration // without a new mark, until marks that are not taken end in 328; over 0, default 10 s
	Backoff time.Duration // between tries to reach a gateway at most; over 0, default 15 s

	Clock Clock        // default: the system's; searches use the system's in any case
	Log   *slog.Logger // default: nothing is logged
	// Explain, when not nil, is called with every choice, on the game's goroutine;
	// it must not wait.
	Explain func(nick string, e Explanation)
}

// DefaultOptions are complete but for Gateways.
func DefaultOptions() Options {
	return Options{
		Name: sgcp.AIPrefix + "qikit", Level: levelMax, Workers: 1, TableMB: 64, Seed: rand.Uint64(), Vary: true, Learn: true, Meetings: 2, Depth: 4,
		Start: 5 * time.Minute, Rematch: 2 * time.Minute, Marks: 10 * time.Second, Backoff: 15 * time.Second,
		Clock: clock.System{}, Log: slog.New(slog.DiscardHandler),
	}
}

// nameMax leaves room for the number of a slot and underscores.
const nameMax = 12

func (o *Options) check() error {
	if err := sgcp.CheckNick(o.Name); err != nil {
		return fmt.Errorf("%w: Name: %w", ErrOptions, err)
	}
	rows := []struct {
		ok             bool
		name, expected string
		got            any
	}{
		{len(o.Gateways) > 0, "Gateways", "one or more", len(o.Gateways)},
		{sgcp.IsAINick(o.Name) && len(o.Name) <= nameMax, "Name", "AI- and up to 9 letters or digits", o.Name},
		{o.Level >= 1 && o.Level <= levelMax, "Level", "1 to 10", o.Level},
		{o.Workers >= 1 && o.Workers <= 256, "Workers", "1 to 256", o.Workers},
		{o.TableMB >= 1 && o.TableMB <= 65536, "TableMB", "1 to 65536", o.TableMB},
		{o.Meetings >= 2 && o.Meetings <= 100, "Meetings", "2 to 100", o.Meetings},
		{o.Depth >= 1 && o.Depth <= 50, "Depth", "1 to 50", o.Depth},
		{o.Start > 0, "Start", "over 0", o.Start},
		{o.Rematch > 0, "Rematch", "over 0", o.Rematch},
		{o.Marks > 0, "Marks", "over 0", o.Marks},
		{o.Backoff > 0, "Backoff", "over 0", o.Backoff},
		{o.Clock != nil, "Clock", "a clock", o.Clock},
		{o.Log != nil, "Log", "a logger", o.Log},
	}
	names := map[string]bool{}
	for i := range o.Gateways {
		g := &o.Gateways[i]
		rows = append(rows, []struct {
			ok             bool
			name, expected string
			got            any
		}{
			{g.Host != "", "Gateways.Host", "a name or an address", g.Host},
			{g.Port >= 1 && g.Port <= 65535, "Gateways.Port", "1 to 65535", g.Port},
			{g.Slots >= 1 && g.Slots <= 256, "Gateways.Slots", "1 to 256", g.Slots},
			{!names[g.String()], "Gateways", "each gateway once", g.String()},
		}...)
		names[g.String()] = true
	}
	for _, row := range rows {
		if !row.ok {
			return fmt.Errorf("%w: %s is %v, expected %s", ErrOptions, row.name, row.got, row.expected)
		}
	}
	return nil
}
