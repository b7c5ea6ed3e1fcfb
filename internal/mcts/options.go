package mcts

import (
	"errors"
	"fmt"
)

// ErrOptions is an option outside its range.
var ErrOptions = errors.New("mcts: no such option value")

// Options are the settings of a search; DefaultOptions fills them.
type Options struct {
	Explore float64 // weight of the prior term in PUCT, over 0 to 10; default 1.5
	Urgency float64 // how far below its siblings an unvisited move is taken to be, 0 to 1; default 0.2
	Expand  int     // visits at which a leaf gets its children, 1 to 1000; default 2
	Rollout int     // longest random rollout in plies, 0 to 10000; 0 is none; default 200
	Mix     float64 // weight of the rollout in a leaf's value, 0 to 1, the rest being Value; default 0; 1 without a Valuer
	Workers int     // goroutines, 1 to 256; only 1 is repeatable; default 1
	Bytes   int     // memory of the tree, 1 MiB or more; default 64 MiB
	Seed    uint64  // of the rollouts; default 1
	// Rave is the number of visits at which a move's own results count as much as those
	// of games in which it was played later, 0 to 1e6; default 0, which leaves the
	// latter out. It needs an Appraiser and a Tracer.
	Rave float64
}

// DefaultOptions suit a game with a Valuer; see the fields.
func DefaultOptions() Options {
	return Options{Explore: 1.5, Urgency: 0.2, Expand: 2, Rollout: 200, Workers: 1, Bytes: 64 << 20, Seed: 1}
}

func (o Options) check() error {
	switch {
	case !(o.Explore > 0 && o.Explore <= 10):
		return fmt.Errorf("%w: Explore %v, expected over 0 to 10", ErrOptions, o.Explore)
	case !(o.Urgency >= 0 && o.Urgency <= 1):
		return fmt.Errorf("%w: Urgency %v, expected 0 to 1", ErrOptions, o.Urgency)
	case o.Expand < 1 || o.Expand > 1000:
		return fmt.Errorf("%w: Expand %d, expected 1 to 1000", ErrOptions, o.Expand)
	case o.Rollout < 0 || o.Rollout > 10000:
		return fmt.Errorf("%w: Rollout %d, expected 0 to 10000", ErrOptions, o.Rollout)
	case !(o.Mix >= 0 && o.Mix <= 1):
		return fmt.Errorf("%w: Mix %v, expected 0 to 1", ErrOptions, o.Mix)
	case o.Workers < 1 || o.Workers > 256:
		return fmt.Errorf("%w: Workers %d, expected 1 to 256", ErrOptions, o.Workers)
	case !(o.Rave >= 0 && o.Rave <= 1e6):
		return fmt.Errorf("%w: Rave %v, expected 0 to 1000000", ErrOptions, o.Rave)
	case o.Bytes < 1<<20:
		return fmt.Errorf("%w: Bytes %d, expected %d or more", ErrOptions, o.Bytes, 1<<20)
	}
	return nil
}
