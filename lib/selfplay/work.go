package selfplay

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"

	"qikit.dev/qikit/internal/convnet"
	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/job"
)

// Summary is the result of a job.
type Summary struct {
	Schema    string `json:"schema"`    // "qikit/selfplay/1"
	Games     int    `json:"games"`     // in the file
	Positions int    `json:"positions"` // in the file
}

// Work is the self-play of options as a job. Progress counts games; the result
// is a [Summary] in JSON, also for a cancelled job, which keeps its samples.
func Work(o Options) job.Work {
	return func(ctx context.Context, r *job.Report) ([]byte, error) {
		sum, err := run(ctx, o, r)
		return result(sum, sum.Schema, err)
	}
}

// result is a job's summary in JSON, nothing for one that could not begin and so
// names no schema; err ended the job.
func result(sum any, schema string, err error) ([]byte, error) {
	if schema == "" {
		return nil, err
	}
	text, e := json.Marshal(sum)
	return text, errors.Join(err, e)
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

// run plays the games that the file lacks.
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
	p := &production{options: &o, net: net, file: f, report: r, ahead: make(chan struct{}, 4*o.Workers), done: make(chan finished, 4*o.Workers)}
	p.next.Store(int64(f.game))
	p.progress(min(f.game, o.Games))
	err = pool.Run(ctx, o.Workers+1, func(ctx context.Context, i int) error {
		if i == 0 {
			return p.write(ctx)
		}
		return p.play(ctx)
	})
	return Summary{Schema: "qikit/selfplay/1", Games: f.game, Positions: f.positions}, errors.Join(err, f.Sync())
}

// production is the workers of a job and the file that one of them writes. They
// take games in order of index and may be ahead of the file by a few games only,
// which bounds the memory.
type production struct {
	options *Options
	net     *convnet.Net
	file    *file
	report  *job.Report
	next    atomic.Int64  // index of the next game to play
	ahead   chan struct{} // holds one for each game taken and not yet written
	done    chan finished
}

// finished is a game to be written.
type finished struct {
	game    int
	samples []sample
}

func (p *production) progress(games int) {
	p.report.Progress(job.Progress{Done: uint64(games), Total: uint64(p.options.Games), Left: job.LeftUnknown})
}

// play takes games and plays them until there are no more.
func (p *production) play(ctx context.Context) error {
	player := &player{options: p.options, searcher: newSearcher(p.net)}
	for {
		select {
		case p.ahead <- struct{}{}:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		i := int(p.next.Add(1)) - 1
		if i >= p.options.Games {
			return nil
		}
		samples, err := player.game(ctx, i)
		if err != nil {
			return err
		}
		p.done <- finished{i, samples} // has room: ahead bounds it
	}
}

// write writes the games in order of index.
func (p *production) write(ctx context.Context) error {
	waiting := map[int][]sample{}
	for p.file.game < p.options.Games {
		select {
		case g := <-p.done:
			waiting[g.game] = g.samples
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		for {
			samples, ok := waiting[p.file.game]
			if !ok {
				break
			}
			delete(waiting, p.file.game)
			if err := p.file.append(samples); err != nil {
				return err
			}
			<-p.ahead
			p.progress(p.file.game)
		}
	}
	return nil
}
