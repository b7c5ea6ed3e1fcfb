package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/internal/plainfile"
	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/job"
)

// Summary is the result of a job.
type Summary struct {
	Schema    string `json:"schema"` // "qikit/train/1"
	Game      string `json:"game"`
	Positions int    `json:"positions"` // learnt from, in each pass
	HeldOut   int    `json:"held_out"`  // positions that were not
	Losses    []Loss `json:"losses"`    // before the first pass, and after each
	Net       string `json:"net"`       // the file's ID, empty as long as there is none
}

// Loss is how far the network is off: the mean square of the error in win probability.
type Loss struct {
	Pass    int     `json:"pass"`     // 0 before the first
	Learnt  float64 `json:"learnt"`   // on the positions of the pass, while it learnt from them; 0 before the first
	HeldOut float64 `json:"held_out"` // on positions held out
}

// lossSchema names the JSON of an event: a Loss.
type lossEvent struct {
	Schema string `json:"schema"` // "qikit/train-loss/1"
	Loss
}

// Work is learning as a job. Progress counts positions, first those read from books, then
// those learnt from; each measured loss is an event. The result is a [Summary] in JSON, also
// for a cancelled job, whose state is kept.
func Work(o Options) job.Work {
	return func(ctx context.Context, r *job.Report) ([]byte, error) {
		sum, err := run(ctx, &o, r)
		if sum.Schema == "" {
			return nil, err
		}
		text, e := json.Marshal(sum)
		return text, errors.Join(err, e)
	}
}

// Run learns and waits for the end.
func Run(ctx context.Context, o Options) (sum Summary, err error) {
	j := job.Start(Work(o))
	defer context.AfterFunc(ctx, j.Cancel)()
	<-j.Done()
	text, err := j.Result()
	if len(text) > 0 {
		err = errors.Join(err, json.Unmarshal(text, &sum))
	}
	return sum, err
}

// parts is how many gradients the examples of a step are added up in, whatever the number
// of workers, which share them.
const parts = 8

// learner is a job under way.
type learner struct {
	o      *Options
	data   *data
	model  *model
	parts  []*gradient
	state  state
	saved  time.Time // when the state was
	report *job.Report
}

func run(ctx context.Context, o *Options, r *job.Report) (sum Summary, err error) {
	if err := o.check(); err != nil {
		return sum, err
	}
	if err := free(o); err != nil {
		return sum, err
	}
	d, err := openData(ctx, o, r)
	if err != nil {
		return sum, err
	}
	defer d.close()
	s := shapeOf(d.layout, o.Width, o.Outputs)
	l := &learner{o: o, data: d, model: newModel(s, o.Scale, o.Seed), report: r, saved: time.Now()}
	for range parts {
		l.parts = append(l.parts, newGradient(&s))
	}
	sum = Summary{Schema: "qikit/train/1", Game: l.game(), Positions: d.examples, HeldOut: d.heldOut}
	if err = l.resume(); err == nil {
		err = l.learn(ctx)
	}
	sum.Losses = l.state.Losses
	if err != nil {
		return sum, err
	}
	if sum.Net, err = l.finish(&sum); err == nil {
		os.Remove(statePath(o.Out))
	}
	return sum, err
}

// free says whether the files to be written may be.
func free(o *Options) error {
	if _, err := os.Lstat(o.Out); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s, expected a path where nothing is", ErrExists, o.Out)
	}
	if _, err := os.Lstat(statePath(o.Out)); !errors.Is(err, fs.ErrNotExist) && !o.Resume {
		return fmt.Errorf("%w: %s keeps what an earlier job learnt: resume it, or remove the file", ErrExists, statePath(o.Out))
	}
	return nil
}

func (l *learner) game() string {
	name, _, _ := strings.Cut(l.data.layout.In.Name, "/")
	return name
}

// batches is how many steps a pass has.
func (l *learner) batches() int { return (l.data.examples + l.o.Batch - 1) / l.o.Batch }

// learn does the passes that are left.
func (l *learner) learn(ctx context.Context) error {
	if len(l.state.Losses) == 0 {
		if err := l.measure(ctx, 0); err != nil {
			return err
		}
	}
	for pass := l.state.Pass; pass < l.o.Passes; pass++ {
		err := l.pass(ctx, pass)
		if err == nil {
			err = l.measure(ctx, l.state.Sum/float64(l.data.examples))
		}
		if err != nil {
			return errors.Join(err, l.save())
		}
		l.state.Pass, l.state.Batch, l.state.Sum = pass+1, 0, 0
		if err := l.save(); err != nil {
			return err
		}
	}
	return nil
}

// saveEvery is how much of a pass a kill can cost.
const saveEvery = time.Minute

// pass learns from all examples once. Batches are read while the one before is learnt from.
func (l *learner) pass(ctx context.Context, pass int) error {
	if err := l.data.rewind(pass + 1); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	full, empty := make(chan []example), make(chan []example, 2)
	empty <- make([]example, 0, l.o.Batch)
	empty <- make([]example, 0, l.o.Batch)
	reading := pool.Go(func() error {
		defer close(full)
		return l.read(ctx, full, empty)
	})
	batch := 0
	for examples := range full {
		if batch >= l.state.Batch { // the others were learnt from before
			err := l.step(ctx, pass, examples)
			if err == nil && time.Since(l.saved) > saveEvery {
				err = l.save()
			}
			if err != nil {
				cancel(err)
				reading.Wait()
				return err
			}
		}
		batch++
		empty <- examples[:0]
	}
	return reading.Wait()
}

// read fills batches.
func (l *learner) read(ctx context.Context, full chan<- []example, empty <-chan []example) error {
	for more := true; more; {
		var batch []example
		select {
		case batch = <-empty:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		for len(batch) < l.o.Batch {
			batch = batch[:len(batch)+1]
			held, ok, err := l.data.next(&batch[len(batch)-1])
			if err != nil {
				return err
			}
			if !ok || held {
				batch = batch[:len(batch)-1]
			}
			if !ok {
				more = false
				break
			}
		}
		if len(batch) == 0 {
			return nil
		}
		select {
		case full <- batch:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// stretch is how many inputs a worker moves at a time.
const stretch = 32

// step learns from a batch.
func (l *learner) step(ctx context.Context, pass int, batch []example) error {
	m := l.model
	err := pool.Each(ctx, l.o.Workers, parts, func(_ context.Context, i int) error {
		g := l.parts[i]
		g.clear(&m.shape)
		for j := i * len(batch) / parts; j < (i+1)*len(batch)/parts; j++ {
			m.learn(g, &batch[j])
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, g := range l.parts {
		l.state.Sum += g.loss
	}
	p := paceOf(l.o, pass*l.batches()+l.state.Batch+1, l.o.Passes*l.batches(), len(batch), m.widest())
	inputs := m.layout.Inputs
	// Once begun, a step is done to its end, so that the state is that of whole steps.
	err = pool.Each(context.WithoutCancel(ctx), l.o.Workers, (inputs+stretch-1)/stretch, func(_ context.Context, i int) error {
		m.step(p, l.parts, i*stretch, min((i+1)*stretch, inputs))
		return nil
	})
	m.stepRest(p, l.parts)
	l.state.Batch++
	total := uint64(l.data.examples)
	l.report.Progress(job.Progress{
		Done: uint64(pass)*total + uint64(min(l.state.Batch*l.o.Batch, l.data.examples)), Total: total * uint64(l.o.Passes), Left: job.LeftUnknown,
	})
	return err
}

// measure measures the loss on what is held out, and tells it.
func (l *learner) measure(ctx context.Context, learnt float64) error {
	sums := make([]float64, parts)
	held := l.data.held
	err := pool.Each(ctx, l.o.Workers, parts, func(_ context.Context, i int) error {
		for j := i * len(held) / parts; j < (i+1)*len(held)/parts; j++ {
			off := float64(sigmoid(l.model.value(l.parts[i], &held[j])) - held[j].target)
			sums[i] += float64(off * off)
		}
		return nil
	})
	if err != nil {
		return err
	}
	loss := Loss{Pass: len(l.state.Losses), Learnt: learnt}
	for _, sum := range sums {
		loss.HeldOut += sum
	}
	loss.HeldOut /= float64(len(held))
	l.state.Losses = append(l.state.Losses, loss)
	event, err := json.Marshal(lossEvent{"qikit/train-loss/1", loss})
	l.report.Event(event)
	return err
}

// finish writes the network.
func (l *learner) finish(sum *Summary) (id string, err error) {
	w := l.model.weights()
	last := l.state.Losses[len(l.state.Losses)-1]
	o := *l.o
	f, err := w.File(map[string]string{
		"trainer": "lib/train", "seed": strconv.FormatUint(o.Seed, 10), "positions": strconv.Itoa(sum.Positions), "passes": strconv.Itoa(o.Passes),
		"loss": strconv.FormatFloat(last.HeldOut, 'f', 6, 64),
	})
	if err != nil {
		return "", err
	}
	file, err := f.Encode(true)
	if err != nil {
		return "", err
	}
	if err := plainfile.Write(o.Out, file, 0o644); err != nil {
		return "", err
	}
	return idOf(file)
}
