package mcts

import "errors"

// ErrOptions is an option outside its range.
var ErrOptions = errors.New("mcts: no such option value")

// Options are the settings of a search; DefaultOptions fills them.
type Options struct {
	Explore float64 `json:"explore" range:">0..10"`   // weight of the prior term in PUCT, over 0 to 10; default 1.5
	Urgency float64 `json:"urgency" range:"0..1"`     // how far below its siblings an unvisited move is taken to be, 0 to 1; default 0.2
	Expand  int     `json:"expand" range:"1..1000"`   // visits at which a leaf gets its children, 1 to 1000; default 2
	Rollout int     `json:"rollout" range:"0..10000"` // longest random rollout in plies, 0 to 10000; 0 is none; default 200
	Mix     float64 `json:"mix" range:"0..1"`         // weight of the rollout in a leaf's value, 0 to 1, the rest being Value; default 0; 1 without a Valuer
	Workers int     `json:"workers" range:"1..256"`   // goroutines, 1 to 256; only 1 is repeatable; default 1
	Bytes   int     `json:"bytes" range:"1048576.."`  // memory of the tree, 1 MiB or more; default 64 MiB
	Seed    uint64  `json:"seed"`                     // of the rollouts; default 1
	// Rave is the number of visits at which a move's own results count as much as those
	// of games in which it was played later, 0 to 1e6; default 0, which leaves the
	// latter out. It needs an Appraiser and a Tracer.
	Rave float64 `json:"rave" range:"0..1000000"`
}

// DefaultOptions suit a game with a Valuer; see the fields.
func DefaultOptions() Options {
	return Options{Explore: 1.5, Urgency: 0.2, Expand: 2, Rollout: 200, Workers: 1, Bytes: 64 << 20, Seed: 1}
}
