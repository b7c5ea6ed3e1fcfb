package compute

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"qikit.dev/qikit/internal/gorollout"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
)

// benchPlayouts is the number of playouts of 19x19 that measure a terminal: about
// half a second of one core.
const benchPlayouts = 2000

// These bound what a host may ask for to some minutes.
const (
	additionsMax = 100 * sgcp.BenchAdditions
	playoutsMax  = 1_000_000
)

// measure does a benchmark and times it: the additions on one core, the playouts
// on all of the effort's. When ctx ends first the error is its cause.
// ErrUnsupported.
func (e effort) measure(ctx context.Context, b *sgcp.Bench) (*sgcp.Benchmark, error) {
	began := time.Now()
	sum, err := e.checksum(ctx, b)
	if err != nil {
		return nil, err
	}
	return &sgcp.Benchmark{ID: b.ID, Milliseconds: uint64(time.Since(began).Round(time.Millisecond).Milliseconds()), Checksum: sum}, nil
}

// checksum does a benchmark. For additions the checksum is their sum plus the seed.
func (e effort) checksum(ctx context.Context, b *sgcp.Bench) (sgcp.Hash, error) {
	switch {
	case b.Kind == sgcp.BenchAdd && b.Count <= additionsMax:
		sum := b.Seed
		for left := b.Count; left > 0; {
			if ctx.Err() != nil {
				return 0, context.Cause(ctx)
			}
			n := min(left, 10_000_000)
			sum = additions(sum, n)
			left -= n
		}
		return sgcp.Hash(sum), nil
	case b.Kind == sgcp.BenchPlayout && b.Count <= playoutsMax:
		return e.playouts19(ctx, b)
	}
	return 0, refuse(ErrUnsupported, "benchmark %q of %d", b.Kind, b.Count)
}

// one is loaded for each addition, so that no compiler can know the sum. With a
// known operand gcc does 500 million additions in 4 ms.
var one atomic.Uint64

func init() { one.Store(1) }

func additions(sum, n uint64) uint64 {
	for range n {
		sum += one.Load()
	}
	return sum
}

// playouts19 plays from the empty board. The checksum is a sum over games, so it
// does not depend on the number of cores.
func (e effort) playouts19(ctx context.Context, b *sgcp.Bench) (sgcp.Hash, error) {
	var mu sync.Mutex
	total := uint64(0)
	empty := goban.NewStones(goban.SizeMax)
	done, err := e.run(ctx, b.Count, nil, func(next func() (uint64, bool)) {
		player, sum := gorollout.NewPlayer(), uint64(0)
		for i, ok := next(); ok; i, ok = next() {
			margin := player.Play(empty, goban.NoPoint, goban.NoPoint, rng.Of(b.Seed, i))
			sum += rng.Of(i, uint64(int64(margin))).Uint64()
		}
		mu.Lock()
		defer mu.Unlock()
		total += sum
	})
	if err == nil && done < b.Count {
		err = fmt.Errorf("benchmark %s: %w", b.ID, context.Cause(ctx))
	}
	return sgcp.Hash(total), err
}

// Simulations returns how many playouts a board deserves in a time, 1 or more. rate
// is in playouts of 19x19 a second; smaller boards get more playouts, and boards with
// few empty points get fewer, since less is open there.
func Simulations(s *goban.Stones, rate float64, d time.Duration) uint64 {
	n := float64(s.Size() * s.Size())
	open := float64(len(s.Spaces())) / n
	return uint64(max(1, min(countMax, rate*d.Seconds()*goban.SizeMax*goban.SizeMax/n*open)))
}
