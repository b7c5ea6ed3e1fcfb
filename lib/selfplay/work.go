package selfplay

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/job"
)

// Summary is what came of a job.
type Summary struct {
	Schema    string `json:"schema"`    // "qikit/selfplay/1"
	Games     int    `json:"games"`     // in the file
	Positions int    `json:"positions"` // in the file
}

// Work is the self-play of options as a job. Progress counts games; the result
// is a [Summary] in JSON, also of a cancelled job, which keeps what it has.
func Work(o Options) job.Work {
	return func(ctx context.Context, r *job.Report) ([]byte, error) {
		sum, err := run(ctx, o, r)
		if sum.Schema == "" {
			return nil, err
		}
		text, e := json.Marshal(sum)
		return text, errors.Join(err, e)
	}
}

// Run plays the games of a job and waits for the end.
func Run(ctx context.Context, o Options) (Summary, error) {
	j := job.Start(Work(o))
	defer context.AfterFunc(ctx, j.Cancel)()
	<-j.Done()
	text, err := j.Result()
	var sum Summary
	if len(text) > 0 {
		err = errors.Join(err, json.Unmarshal(text, &sum))
	}
	return sum, err
}

// run plays the games that the file lacks. Workers take games in order of index
// and may be ahead of the file by a few games only, which bounds the memory.
func run(ctx context.Context, o Options, r *job.Report) (Summary, error) {
	if err := o.check(); err != nil {
		return Summary{}, err
	}
	net, err := readNet(o.Net)
	if err != nil {
		return Summary{}, err
	}
	f, err := openFile(&o, net)
	if err != nil {
		return Summary{}, err
	}
	defer f.Close()
	type played struct {
		game    int
		samples []sample
	}
	var (
		next  atomic.Int64
		ahead = make(chan struct{}, 4*o.Workers)
		done  = make(chan played, 4*o.Workers)
	)
	next.Store(int64(f.game))
	r.Progress(job.Progress{Done: uint64(min(f.game, o.Games)), Total: uint64(o.Games), Left: job.LeftUnknown})
	work := func(ctx context.Context) error {
		p := &player{options: &o, searcher: newSearcher(net)}
		for {
			select {
			case ahead <- struct{}{}:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
			i := int(next.Add(1)) - 1
			if i >= o.Games {
				return nil
			}
			samples, err := p.game(ctx, i)
			if err != nil {
				return err
			}
			done <- played{i, samples} // has room: ahead bounds it
		}
	}
	write := func(ctx context.Context) error {
		waiting := map[int][]sample{}
		for f.game < o.Games {
			select {
			case p := <-done:
				waiting[p.game] = p.samples
			case <-ctx.Done():
				return context.Cause(ctx)
			}
			for {
				samples, ok := waiting[f.game]
				if !ok {
					break
				}
				delete(waiting, f.game)
				if err := f.append(samples); err != nil {
					return err
				}
				<-ahead
				r.Progress(job.Progress{Done: uint64(f.game), Total: uint64(o.Games), Left: job.LeftUnknown})
			}
		}
		return nil
	}
	err = pool.Run(ctx, o.Workers+1, func(ctx context.Context, i int) error {
		if i == 0 {
			return write(ctx)
		}
		return work(ctx)
	})
	return Summary{Schema: "qikit/selfplay/1", Games: f.game, Positions: f.positions}, errors.Join(err, f.Sync())
}
