package review

import (
	"cmp"
	"context"
	"math"
	"slices"

	"qikit.dev/qikit/internal/order"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// rivalNoise is how many standard deviations of a loss a move may be behind the best one
// and still be better.
const rivalNoise = 2

// A heat searches the rivals one by one, each with so many eighths of the visits of the
// effort. Those at most margin points behind the best go on, keep of them at most.
type heat struct {
	eighths, keep int
	margin        float64
}

// On 7x7 the difference between two moves by 1,200 visits is still 9 points (standard
// deviation) off that by 100,000, by 4,800 visits 6; on 9x9 3, on 13x13 1.5. So the smaller
// boards, which cost less, have more visits, for which the tree has room.
var (
	smallHeats = []heat{{4, 2, 12}, {32, 1, 0}}
	largeHeats = []heat{{1, 2, 12}, {8, 1, 0}}
)

// smallMost is the size up to which a board is small here.
const smallMost = 8

func heats(size int) []heat {
	if size <= smallMost {
		return smallHeats
	}
	return largeHeats
}

// What the network thinks of a move is worth priorPoints, in points, for each factor of e:
// visits that are too few err less where it is believed. Of 47 targets in games between weak
// players searches of 100,000 visits contradicted 4 where it counted nothing and all boards
// had the heats of large ones, 2 or 3 with 0.5 to 1, 2 with 2; with the heats of small boards
// 2, 1 or 2, and 1, with 3 points 2. Less than priorLeast is as much.
const (
	priorPoints = 2
	priorLeast  = 0.0001
)

// rival is a move that is compared with others by searches of its own.
type rival struct {
	choice
	rates  []float64 // by heat
	behind float64   // the one that was chosen, in the last heat of both
}

// score is what the last heat says of a rival.
func (r *rival) score() float64 {
	return points(r.rates[len(r.rates)-1]) + priorPoints*math.Log(max(r.prior, priorLeast))
}

// evenBelow is how many times the least loss of a bad move the move played may lose and
// still be given as many visits as the best.
const evenBelow = 2

// even goes on with the search of the move played until it has as many visits as the best,
// where it loses little: with a quarter of them it looks worse, or better, wherever what
// the moves lead to is seen late.
func (q *quest) even(ctx context.Context) error {
	if len(q.asked) == 0 || q.stop != "visits" {
		return nil
	}
	list := q.ranked()
	own := list[indexOf(list, q.asked[0])]
	loss := points(list[0].rate - own.rate)
	if own.proven != "" || list[0].proven != "" || loss < q.ClearLoss || loss >= evenBelow*q.ClearLoss {
		return nil
	}
	_, err := q.raise(ctx, q.board, &q.result, own.move, mostVisits(q.result))
	return err
}

// rivals are the points that the search cannot tell from the best, the best first. There
// are none where nothing hangs on it: the move played is as good or may be, or something is
// proven.
func (q *quest) rivals() (list []choice) {
	if len(q.asked) == 0 || q.stop != "visits" {
		return nil
	}
	ranked := q.ranked()
	own, best := &ranked[indexOf(ranked, q.asked[0])], &ranked[0]
	if loss := points(best.rate - own.rate); loss < q.ClearLoss || q.unclear(own, best, loss) {
		return nil
	}
	for _, c := range ranked {
		known := slices.ContainsFunc(images(q.board, c.move), func(m game.Move) bool { return indexOf(list, m) >= 0 })
		if c.proven == "" && !known && points(best.rate-c.rate) < rivalNoise*noise(q.board.Size(), q.result.Visits) {
			list = append(list, c)
		}
	}
	return list
}

// decide finds out which of the rivals is the target, by searches of the positions behind
// them with as many visits for each: in the tree most visits are behind the likeliest, and
// the others look good for want of a refutation. It is the last use of the tree.
func (q *quest) decide(ctx context.Context) error {
	var list []*rival
	for _, c := range q.rivals() {
		list = append(list, &rival{choice: c})
	}
	left := len(list)
	for _, h := range heats(q.board.Size()) {
		if left < 2 || list[0].proven == Win {
			break
		}
		complete, err := q.compete(ctx, list[:left], h.eighths*share(q.least, 8))
		if err != nil {
			return err
		}
		if !complete {
			break
		}
		best := list[0].score()
		for left = min(left, h.keep); best-list[left-1].score() > h.margin; {
			left--
		}
	}
	for i := range list {
		if c := list[i]; c.proven != Loss && (c.rate > mayLose || q.proof.move(ctx, q.board, c.move, q.proof.hard) != Loss) {
			q.chosen(list, i)
			break
		}
	}
	return ctx.Err()
}

// compete is one heat: it searches behind each rival, and puts them in order. It says
// whether the time was enough; if not, they are as before.
func (q *quest) compete(ctx context.Context, list []*rival, visits int) (complete bool, err error) {
	before, found := q.clocked, make([]choice, len(list))
	q.clocked = false
	for i, c := range list {
		t, err := q.behind(ctx, q.board, engine.TreeMove{Move: c.move, Degree: c.degree, Prior: c.prior}, visits, q.left(1))
		if err != nil {
			return false, err
		}
		found[i] = choiceOf(q.board, t)
	}
	complete = !q.clocked
	if q.clocked = q.clocked || before; !complete {
		return false, nil
	}
	for i, c := range list {
		c.choice, c.rates = found[i], append(c.rates, found[i].rate)
	}
	order.Stable(list, func(a, b *rival) int {
		return cmp.Or(cmp.Compare(a.proven.order(), b.proven.order()), cmp.Compare(b.score(), a.score()))
	})
	return true, nil
}

// chosen makes one of the rivals the target, and remembers how far the others are behind
// it, by as many visits.
func (q *quest) chosen(list []*rival, at int) {
	target := list[at]
	for _, c := range list {
		if common := min(len(c.rates), len(target.rates)); common > 0 {
			c.behind = max(0, target.rates[common-1]-c.rates[common-1])
		}
	}
	q.target, q.tried = target.choice, list
}
