package compute

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"time"

	"qikit.dev/qikit/internal/clock"
	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/sgcp"
)

// Plan is how a task is split.
type Plan string

// The plans (section 6 of the specification says what each costs).
const (
	// PlanSeed gives every terminal one share, by the time of its additions. The
	// first reply starts a timer; when it is over everybody returns what there is.
	PlanSeed Plan = "seed"
	// PlanChunk gives every terminal a quarter of its share, by what it really
	// delivers, and then small chunks as it asks for them.
	PlanChunk Plan = "chunk"
)

// Unfinished is who does what a recall leaves over, under PlanSeed; under
// PlanChunk it is the best terminals first, then the host.
type Unfinished string

// Who it can be.
const (
	UnfinishedHost  Unfinished = "host"
	UnfinishedRanks Unfinished = "ranks" // the terminals ranked 1 to 5
)

// Clock tells the time: Now and After, as package time has them. Tests have one of
// their own.
type Clock = clock.Clock

// NoLimit is no limit.
const NoLimit = 0

// HostOptions say how a host splits work and whom it believes.
type HostOptions struct {
	Plan       Plan       `json:"plan" words:"seed chunk"`          // default PlanChunk
	Unfinished Unfinished `json:"unfinished" words:"host ranks"`    // default UnfinishedHost
	Best       int        `json:"best" range:"0|2.."`               // k: that many of the best terminals share a task; default NoLimit; or 2 and more
	Members    int        `json:"members" range:"1..65536"`         // terminals at once; default 4096; 1 to 65536
	Additions  uint64     `json:"additions" range:"1..50000000000"` // of the benchmark add5e8; default 500 million; 1 and more
	Playouts   uint64     `json:"playouts" range:"1..1000000"`      // of the benchmark playout19; default benchPlayouts; 1 to a million
	Verify     float64    `json:"verify" range:"0..1"`              // share of the leases that the host does again; default 0.05; 0 to 1
	Cores      int        `json:"cores" range:"1..1024"`            // of the host itself; default as many as threads that compute; 1 to 1024
	Bans       string     `json:"bans"`                             // file that keeps who is banned; default "": bans end with the host
	Seed       uint64     // draws which leases are done again, and their names; default random
	Clock      Clock      // default the system's
	Log        *slog.Logger

	// Lead, when not nil, is told to let a trusted member lead a group when
	// there are more than 100 members. It returns whether the
	// member will; then the group's leases go to the leader. It is called for all
	// leaders at once, returns when ctx ends, and must not call the host. A member that
	// will not is not asked again for half a minute.
	Lead func(ctx context.Context, leader Member, group []Member) bool
}

// DefaultHostOptions are complete.
func DefaultHostOptions() HostOptions {
	return HostOptions{
		Plan: PlanChunk, Unfinished: UnfinishedHost, Best: NoLimit, Members: 4096, Additions: sgcp.BenchAdditions, Playouts: benchPlayouts,
		Verify: 0.05, Cores: runtime.GOMAXPROCS(0), Seed: rand.Uint64(), Clock: clock.System{}, Log: slog.New(slog.DiscardHandler),
	}
}

func (o *HostOptions) check() error {
	err := options.Check(o)
	switch {
	case err != nil:
	case o.Clock == nil:
		err = options.Wrong("clock", nil, "a clock")
	case o.Log == nil:
		err = options.Wrong("log", nil, "a logger")
	}
	return options.Wrap(ErrOptions, err)
}

// Limits bound a run.
type Limits struct {
	// Time after which everybody is recalled and what there is comes back;
	// NoLimit is until all is done.
	Time time.Duration
}

// Report says how a run went.
type Report struct {
	Plan         Plan
	Members      int           // that the task was split over at first
	Groups       int           // under sub-hosts, 1 without
	Expected     time.Duration // from the members' abilities, at the start
	Took         time.Duration
	Leases       int    // handed out, to the host itself too
	Recalled     int    // leases that were asked to return early
	Lost         int    // leases that never came back
	Redispatched uint64 // units that were cut again over the best terminals
	Host         uint64 // units that the host did itself
	Verified     int    // leases that the host did again, and found right
	Later        int    // leases still to be verified when the run ended
	Skipped      int    // leases that were to be verified, but the host could not keep up
	Forged       int    // leases that were not right, and done anew
}
