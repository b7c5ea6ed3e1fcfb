package platform

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"

	"qikit.dev/qikit/internal/clock"
	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/sgcp"
)

// Clock tells the platform the time: Now and After, as package time has them.
type Clock = clock.Clock

// Endpoint is a gateway at which the platform plays.
type Endpoint struct {
	Host  string `json:"host" required:"a name or an address"` // name or address
	Port  int    `json:"port" range:"1..65535"`                // 1 to 65535
	Key   string `json:"key"`                                  // the secret for 102
	Slots int    `json:"slots" range:"1..256"`                 // games at once, each on a connection of its own; 1 to 256
	// Dial opens the connection; nil is TCP. See client.Options.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// String is the address, by which the store knows the gateway.
func (e *Endpoint) String() string { return net.JoinHostPort(e.Host, fmt.Sprint(e.Port)) }

// Options say where a platform plays, how, and what it keeps.
type Options struct {
	Gateways []Endpoint `json:"gateways" required:"one gateway or more"` // one or more, each once
	// Name is the nick, which begins with "AI-"; further slots get a number behind
	// it. At most 12 letters and digits. Default AI-qikit.
	Name  string `json:"name"`
	Level int    `json:"level" range:"1..10"` // of Clients that have set none, 1 to 10; default 10

	// Store is the file of the multi-user manager, Bank that of the memory bank;
	// "", the default, keeps them in memory only.
	Store string `json:"store"`
	Bank  string `json:"bank"`

	Workers int    `json:"workers" range:"1..256"`    // of the search in each game, 1 to 256; default 1
	TableMB int    `json:"table_mb" range:"1..65536"` // that a search's tree may take, 1 to 65536; default 64
	Seed    uint64 `json:"seed"`                      // of whatever is drawn; default random
	Vary    bool   `json:"vary"`                      // what is left to chance differs from game to game; default true
	Learn   bool   `json:"learn"`                     // self-learning while no game needs the processor; default true
	// Meetings of a position after which self-learning analyses it, 2 to 100, default
	// 2; and with how many times a move's playouts, 1 to 50, default 4.
	Meetings int     `json:"meetings" range:"2..100"`
	Depth    float64 `json:"depth" range:"1..50"`
	Jobs     Jobs    // compute terminals; nil, the default: none

	Start   time.Duration `json:"start" range:">0"`   // that an opponent may take until 311; over 0, default 1 min
	Rematch time.Duration `json:"rematch" range:">0"` // after a game for another one; over 0, default 30 s
	Marks   time.Duration `json:"marks" range:">0"`   // without a new mark, until marks that are not taken end in 328; over 0, default 10 s
	Backoff time.Duration `json:"backoff" range:">0"` // between tries to reach a gateway at most; over 0, default 15 s

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
		Start: time.Minute, Rematch: 30 * time.Second, Marks: 10 * time.Second, Backoff: 15 * time.Second,
		Clock: clock.System{}, Log: slog.New(slog.DiscardHandler),
	}
}

// nameMax leaves room for the number of a slot and underscores.
const nameMax = 12

func (o *Options) check() error {
	err := options.Check(o)
	switch {
	case err != nil:
	case sgcp.CheckNick(o.Name) != nil || !sgcp.IsAINick(o.Name) || len(o.Name) > nameMax:
		err = options.Wrong("name", o.Name, "AI- and up to 9 letters or digits")
	case o.Clock == nil:
		err = options.Wrong("clock", nil, "a clock")
	case o.Log == nil:
		err = options.Wrong("log", nil, "a logger")
	}
	names := map[string]bool{}
	for i := range o.Gateways {
		name := o.Gateways[i].String()
		if names[name] && err == nil {
			err = options.Wrong(fmt.Sprintf("gateways[%d]", i), name, "each gateway once")
		}
		names[name] = true
	}
	return options.Wrap(ErrOptions, err)
}
