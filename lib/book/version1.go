package book

import (
	"context"
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// A file of the first version has the depths that searches were asked for, not those
// that they reached: where nodes or time cut a search short, its depth is too great, and
// nothing in the file tells where. It also counts games without a result as draws, and
// lacks some columns. Its games tell which draws are true. Such a file is read as it is;
// what first changes it makes it one of this version.

// drawn counts the draws of a file of the first version that its games tell of.
type drawn struct {
	counts map[drawnKey]int64
}

// drawnKey is a position, or a move of it.
type drawnKey struct {
	position int64
	move     string // in the view of the position's identity, "" for the position
}

// at is how many of the draws counted in a row are true: all without a drawn.
func (d *drawn) at(position int64, move string, counted int64) int64 {
	if d == nil || counted == 0 {
		return counted
	}
	return min(counted, d.counts[drawnKey{position, move}])
}

// tellDraws plays every drawn game of a file to its end and counts its positions and
// moves. It takes about as long as importing these games.
func tellDraws(ctx context.Context, q querier, path string, job *Job) (*drawn, error) {
	d := &drawn{counts: map[drawnKey]int64{}}
	end := strings.Contains(job.Options, `"record":"end"`)
	for g, err := range games(ctx, q, path, 0, fmt.Sprintf(" AND winner = %d AND failure = ''", game.Draw)) {
		if err != nil {
			return nil, err
		}
		if !g.Ended() {
			continue
		}
		err := onTheWay(ctx, q, byKey(ctx, q), job, g, end, func(_ int, id int64, move string) error {
			d.counts[drawnKey{position: id}]++
			if move != "" {
				d.counts[drawnKey{id, move}]++
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("%w: %s: game %d: %v", ErrCorrupt, path, g.ID, err)
		}
	}
	return d, nil
}
