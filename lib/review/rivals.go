package review

import (
	"context"

	"qikit.dev/qikit/lib/engine"
)

// rivalNoise is how many standard deviations of a loss a move may be behind the best one
// and still be better.
const rivalNoise = 2

// The rivals are searched one by one, each with heatShare of the visits of the effort, and
// the two best of them again with finalShare. With half of the visits for these two, moves
// that are 7 points better by 100,000 visits still lost by a point.
const (
	heatShare  = 8
	finalShare = 1
	finalists  = 2
)

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
		if c.proven == "" && points(best.rate-c.rate) < rivalNoise*noise(q.board.Size(), q.result.Visits) {
			list = append(list, c)
		}
	}
	return list
}

// decide finds out which of the rivals is the target, by searches of the positions behind
// them with as many visits for each: in the tree most visits are behind the likeliest, and
// the others look good for want of a refutation. It is the last use of the tree.
func (q *quest) decide(ctx context.Context) error {
	list := q.rivals()
	for visits := share(q.least, heatShare); len(list) > 1; visits = share(q.least, finalShare) {
		last := len(list) <= finalists
		if last {
			visits = share(q.least, finalShare)
		}
		for i := range list {
			t, err := q.behind(ctx, q.board, engine.TreeMove{Move: list[i].move}, visits, q.left(1))
			if err != nil {
				return err
			}
			list[i] = choiceOf(q.board, t)
		}
		rank(list)
		if list = list[:min(len(list), finalists)]; last {
			break
		}
	}
	for _, c := range list {
		if c.proven != Loss && (c.rate > mayLose || q.proof.move(ctx, q.board, c.move, q.proof.hard) != Loss) {
			q.target = c
			break
		}
	}
	return ctx.Err()
}
