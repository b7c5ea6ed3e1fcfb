package selfplay

import (
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/rollout"
	"qikit.dev/qikit/lib/goban"
)

// playouts judges without a network: a position by one game played out from it,
// moves by the same policy that plays it out. The policy is the one set by hand,
// so that training begins from nothing.
type playouts struct {
	policy   *rollout.Policy
	player   *rollout.Player
	features []int
}

func newPlayouts() *playouts {
	p := rollout.DefaultPolicy()
	return &playouts{policy: p, player: rollout.NewPlayer(p)}
}

func (j *playouts) glance(t *table, r *rng.Source) float64 {
	if j.player.Play(&t.stones, rollout.Rules{Target: t.target}, t.last[0], t.last[1], r) == int(t.stones.Turn()) {
		return 1
	}
	return 0
}

func (j *playouts) judge(t *table, moves []goban.Point, priors []float32, r *rng.Source) float64 {
	rules := rollout.Rules{Target: t.target}
	for i, p := range moves {
		j.features = rollout.Features(&t.stones, rules, p, t.last[0], t.last[1], j.features[:0])
		priors[i] = j.policy.Weight(j.features)
	}
	scale(priors)
	return j.glance(t, r)
}
