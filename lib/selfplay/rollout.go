package selfplay

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/internal/plainfile"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/rollout"
	"qikit.dev/qikit/lib/job"
)

// DefaultRollout lacks Samples and Out.
func DefaultRollout() (o RolloutOptions) {
	o.setDefaults()
	return o
}

// ParseRollout reads options from a JSON object over DefaultRollout; a wrong key
// or value is ErrOptions.
func ParseRollout(text []byte) (RolloutOptions, error) {
	o := DefaultRollout()
	return o, options.Wrap(ErrOptions, options.Read(text, &o))
}

// Fit is how well a policy foretells the moves of positions held out.
type Fit struct {
	Loss float64 `json:"loss"` // mean of the cross entropy, in nats
	Best float64 `json:"best"` // share of positions whose best move has the largest weight
}

// RolloutSummary is the result of learning weights.
type RolloutSummary struct {
	Schema    string `json:"schema"`    // "qikit/rollout-weights/1"
	Positions int    `json:"positions"` // learnt from, in each pass
	HeldOut   int    `json:"held_out"`  // positions that were not
	Trained   Fit    `json:"trained"`
	Before    Fit    `json:"before"` // of the weights set by hand that learning begins with
	Net       string `json:"net"`    // the file's ID
}

// RolloutWork learns weights as a job. Progress counts positions; the result is
// a [RolloutSummary] in JSON.
func RolloutWork(o RolloutOptions) job.Work {
	return func(ctx context.Context, r *job.Report) ([]byte, error) {
		sum, err := learnRollout(ctx, o, r)
		if err != nil {
			return nil, err
		}
		return json.Marshal(sum)
	}
}

// Every game whose index is a multiple of heldOut is measured and never learnt
// from; the trainer of networks leaves out the same games.
const heldOut = 20

func learnRollout(ctx context.Context, o RolloutOptions, r *job.Report) (RolloutSummary, error) {
	sum := RolloutSummary{Schema: "qikit/rollout-weights/1"}
	if err := options.Check(&o); err != nil {
		return sum, options.Wrap(ErrOptions, err)
	}
	var learnt, held []lesson
	for _, path := range o.Samples {
		if err := eachRecord(ctx, path, func(record []byte) error {
			l, err := lessonOf(record)
			if err != nil || len(l.shares) < 2 {
				return err
			}
			if binary.LittleEndian.Uint32(record[atGame:])%heldOut == 0 {
				held = append(held, l)
			} else {
				learnt = append(learnt, l)
			}
			return nil
		}); err != nil {
			return sum, err
		}
	}
	sum.Positions, sum.HeldOut = len(learnt), len(held)
	weights := rollout.DefaultPolicy().Weights()
	sum.Before = fitOf(weights, held)
	if err := descend(ctx, &o, weights, learnt, r); err != nil {
		return sum, err
	}
	// As a policy has them: SelfAtari is never attractive, none is enormous.
	policy, err := rollout.NewPolicy(weights)
	if err != nil {
		return sum, err
	}
	weights = policy.Weights()
	sum.Trained = fitOf(weights, held)
	sum.Net, err = writeWeights(o.Out, weights, &sum)
	return sum, err
}

// descend moves the weights against the gradient of the cross entropy, each by
// its own rate (J. Duchi, E. Hazan, Y. Singer, "Adaptive subgradient methods",
// JMLR 2011), which rare patterns need.
func descend(ctx context.Context, o *RolloutOptions, weights []float32, lessons []lesson, r *job.Report) error {
	const begin = 0.1 // of the sums of squares, so that first steps are short
	squares := make([]float32, len(weights))
	for i := range squares {
		squares[i] = begin
	}
	order := make([]int32, len(lessons))
	for i := range order {
		order[i] = int32(i)
	}
	random := rng.New(o.Seed)
	var chances []float32
	step := make(map[uint16]float32)
	for pass := range o.Passes {
		for i := range order {
			j := i + random.IntN(len(order)-i)
			order[i], order[j] = order[j], order[i]
		}
		for n, at := range order {
			if n%4096 == 0 {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				r.Progress(job.Progress{Done: uint64(pass*len(order) + n), Total: uint64(o.Passes * len(order)), Left: job.LeftUnknown})
			}
			l := &lessons[at]
			chances = l.chances(weights, chances)
			clear(step)
			first := uint16(0)
			for i, end := range l.ends {
				for _, feature := range l.features[first:end] {
					step[feature] += chances[i] - l.shares[i]
				}
				first = end
			}
			for feature, g := range step {
				squares[feature] += g * g
				weights[feature] -= float32(o.Rate) * g / float32(math.Sqrt(float64(squares[feature])))
			}
		}
	}
	r.Progress(job.Progress{Done: uint64(o.Passes * len(order)), Total: uint64(o.Passes * len(order)), Left: job.LeftUnknown})
	return nil
}

// fitOf measures weights.
func fitOf(weights []float32, lessons []lesson) (f Fit) {
	var chances []float32
	for i := range lessons {
		l := &lessons[i]
		chances = l.chances(weights, chances)
		liked, wanted := 0, 0
		for j, c := range chances {
			f.Loss -= float64(l.shares[j]) * math.Log(float64(c)+1e-9)
			if c > chances[liked] {
				liked = j
			}
			if l.shares[j] > l.shares[wanted] {
				wanted = j
			}
		}
		if liked == wanted {
			f.Best++
		}
	}
	n := float64(max(1, len(lessons)))
	return Fit{Loss: f.Loss / n, Best: f.Best / n}
}

// gameNumber is that of Capture Go in network files.
const gameNumber = 3

func writeWeights(path string, weights []float32, sum *RolloutSummary) (id string, err error) {
	f := &netfile.File{
		Game: gameNumber,
		Arch: netfile.Arch{Features: rollout.Kind, Kind: rollout.Kind, Sizes: map[string]int{"weights": len(weights)}},
		Meta: map[string]string{
			"name": "capture-go rollout", "date": time.Now().UTC().Format(time.DateOnly), "trainer": "lib/selfplay",
			"positions": fmt.Sprint(sum.Positions), "loss": fmt.Sprintf("%.4f", sum.Trained.Loss),
		},
		Tensors: []netfile.Tensor{netfile.Floats(rollout.Tensor, netfile.F16, []int{len(weights)}, weights)},
	}
	data, err := f.Encode(true)
	if err != nil {
		return "", err
	}
	if err := plainfile.Write(path, data, 0o644); err != nil {
		return "", err
	}
	written, err := netfile.Decode(data)
	if err != nil {
		return "", err
	}
	return written.ID, nil
}
