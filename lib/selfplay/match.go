package selfplay

import (
	"context"
	"math"
	"runtime"
	"strconv"
	"sync"

	"qikit.dev/qikit/internal/convnet"
	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/job"
)

// DefaultMatch is a gate of 400 games.
func DefaultMatch() (o MatchOptions) {
	o.setDefaults()
	o.Workers = runtime.GOMAXPROCS(0)
	return o
}

// ParseMatch reads options from a JSON object over DefaultMatch; a wrong key or
// value is ErrOptions.
func ParseMatch(text []byte) (MatchOptions, error) {
	o := DefaultMatch()
	if err := options.Fill(text, &o); err != nil {
		return o, options.Wrap(ErrOptions, err)
	}
	return o, o.check()
}

func (o *MatchOptions) check() error {
	if err := options.Check(o); err != nil {
		return options.Wrap(ErrOptions, err)
	}
	if o.AgainstVisits == 0 {
		o.AgainstVisits = o.Visits
	}
	return o.Starts.check()
}

// Tally counts games from the view of one network.
type Tally struct {
	Games int `json:"games"`
	Wins  int `json:"wins"`
}

// MatchSummary is how a match ended.
type MatchSummary struct {
	Schema string `json:"schema"` // "qikit/match/1"
	Tally
	Score   float64          `json:"score"`   // share of games won
	Error   float64          `json:"error"`   // standard error of Score
	Targets map[string]Tally `json:"targets"` // by black's target
	Sizes   map[string]Tally `json:"sizes"`   // by board
}

// MatchWork is a match as a job. Progress counts games; the result is a
// [MatchSummary] in JSON, also for a cancelled match.
func MatchWork(o MatchOptions) job.Work {
	return func(ctx context.Context, r *job.Report) ([]byte, error) {
		sum, err := match(ctx, o, r)
		return result(sum, sum.Schema, err)
	}
}

func match(ctx context.Context, o MatchOptions, r *job.Report) (MatchSummary, error) {
	if err := o.check(); err != nil {
		return MatchSummary{}, err
	}
	var nets [2]*convnet.Net
	for i, path := range []string{o.Net, o.Against} {
		n, err := readNet(path)
		if err != nil {
			return MatchSummary{}, err
		}
		nets[i] = n
	}
	sum := MatchSummary{Schema: "qikit/match/1", Targets: map[string]Tally{}, Sizes: map[string]Tally{}}
	pairs := (o.Games + 1) / 2
	var mu sync.Mutex
	free := sync.Pool{New: func() any { return &[2]searcher{newSearcher(nets[0]), newSearcher(nets[1])} }} // those of workers that are not playing
	err := pool.Each(ctx, o.Workers, pairs, func(ctx context.Context, i int) error {
		players := free.Get().(*[2]searcher)
		defer free.Put(players)
		for colour := range 2 {
			start := o.Starts.deal(rng.Of(o.Seed, uint64(i)))
			target, size := strconv.Itoa(start.target[0]), strconv.Itoa(start.stones.Size())
			won, err := o.duel(ctx, start, players, colour, rng.Of(o.Seed, uint64(i), uint64(colour)))
			if err != nil {
				return err
			}
			mu.Lock()
			sum.Tally = sum.add(won)
			sum.Targets[target] = sum.Targets[target].add(won)
			sum.Sizes[size] = sum.Sizes[size].add(won)
			sum.Score = float64(sum.Wins) / float64(sum.Games)
			sum.Error = math.Sqrt(sum.Score * (1 - sum.Score) / float64(sum.Games))
			r.Progress(job.Progress{Done: uint64(sum.Games), Total: uint64(2 * pairs), Left: job.LeftUnknown})
			mu.Unlock()
		}
		return nil
	})
	return sum, err
}

func (t Tally) add(won bool) Tally {
	t.Games++
	if won {
		t.Wins++
	}
	return t
}

// duel plays a game, the first player with that colour, and says whether it won.
func (o *MatchOptions) duel(ctx context.Context, t *table, players *[2]searcher, colour int, r *rng.Source) (won bool, err error) {
	visits := [2]int{o.Visits, o.AgainstVisits}
	for ctx.Err() == nil {
		mover := t.stones.Turn()
		who := int(mover) ^ colour
		if !t.stones.CanPlay() {
			return who == 1, nil
		}
		f := players[who].search(t, visits[who], false, r)
		if t.play(f.move); t.need(mover) <= 0 {
			return who == 0, nil
		}
	}
	return false, context.Cause(ctx)
}
