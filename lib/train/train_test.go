package train

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/job"
	_ "qikit.dev/qikit/lib/surakarta"
	_ "qikit.dev/qikit/lib/xiangqi"
)

// books are made once for all tests: two small ones of Xiangqi, by the terms, so that they
// stay what they are when the library gets another network, and one of Surakarta.
var books = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "train"); err != nil {
		return "", err
	}
	for name, text := range map[string]string{
		"a": `{"game":"xiangqi","games":24,"seed":1,"max_plies":60,"depth":{"scope":"ply","distribution":"list","depths":[1,2]},"top_k":3,"reevaluate":null,"players":[{"evaluator":"terms"}]}`,
		"b": `{"game":"xiangqi","games":12,"seed":2,"max_plies":60,"depth":{"scope":"ply","distribution":"list","depths":[1,2]},"top_k":3,"reevaluate":null,"players":[{"evaluator":"terms"}]}`,
		"s": `{"game":"surakarta","games":30,"seed":2,"max_plies":30,"depth":{"scope":"ply","distribution":"list","depths":[1,2]},"top_k":3,"reevaluate":null}`,
	} {
		o, err := generate.ParseOptions([]byte(fmt.Sprintf(`{"out":%q,%s`, filepath.Join(dir, name+".qkb"), text[1:])))
		if err != nil {
			return dir, err
		}
		j := job.Start(generate.Work(o))
		<-j.Done()
		if _, err := j.Result(); err != nil {
			return dir, err
		}
	}
	return dir, nil
})

// Networks of Surakarta learn as those of Xiangqi do.
func TestRun_surakarta(t *testing.T) {
	o := small(t)
	dir, err := books()
	if err != nil {
		t.Fatal(err)
	}
	o.Books, o.Scale, o.Passes = []string{filepath.Join(dir, "s.qkb")}, 100, 20
	sum, file := learnt(t, o)
	net, err := nnue.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	if net.Layout.In != nnue.Surakarta || sum.Positions < 100 {
		t.Errorf("a network of %s from %d positions", net.Layout.In.Name, sum.Positions)
	}
	if first, last := sum.Losses[0].HeldOut, sum.Losses[len(sum.Losses)-1].HeldOut; last > 0.9*first {
		t.Errorf("the loss on positions held out went from %v to %v", first, last)
	}
}

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, _ := books(); dir != "" {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

func small(t *testing.T) Options {
	t.Helper()
	dir, err := books()
	if err != nil {
		t.Fatal(err)
	}
	o := DefaultOptions()
	o.Books = []string{filepath.Join(dir, "a.qkb"), filepath.Join(dir, "b.qkb")}
	o.Out = filepath.Join(t.TempDir(), "x.qnet")
	o.Passes, o.Batch, o.Width, o.Outputs, o.HeldOut, o.Workers = 4, 64, 16, 2, 0.2, 1
	return o
}

func learnt(t *testing.T, o Options) (Summary, []byte) {
	t.Helper()
	sum, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	return sum, file
}

// The network is that of the options, whatever the number of workers, on every machine;
// learning brings the loss down.
func TestRun_learnsTheSameNetworkEverywhere(t *testing.T) {
	o := small(t)
	sum, file := learnt(t, o)
	if n := len(sum.Losses); n != o.Passes+1 || sum.Losses[n-1].Learnt >= sum.Losses[1].Learnt {
		t.Errorf("losses %+v, expected %d that fall", sum.Losses, o.Passes+1)
	}
	n, err := nnue.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	if n.ID != sum.Net || sum.Positions < 500 || sum.HeldOut < 50 || sum.Game != "xiangqi" {
		t.Errorf("summary %+v of network %s", sum, n.ID)
	}
	const want = "7c1972b148b0c86a"
	if n.ID != want {
		t.Errorf("network %s, want %s as on every machine", n.ID, want)
	}
	o.Out, o.Workers = filepath.Join(t.TempDir(), "y.qnet"), 5
	if _, again := learnt(t, o); !bytes.Equal(again, file) {
		t.Error("another number of workers makes another network")
	}
	if _, err := os.Stat(statePath(o.Out)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what was learnt is left over: %v", err)
	}
}

// cancelled runs a job and cancels it as soon as it is that far.
func cancelled(o Options, far func(job.Info) bool) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	j := job.Start(func(_ context.Context, r *job.Report) ([]byte, error) { return Work(o)(ctx, r) })
	j.Watch(func(i job.Info) {
		if far(i) {
			cancel()
		}
	})
	<-j.Done()
	_, err := j.Result()
	return err
}

// A job that was cancelled, at the end of a pass or within one, goes on to the same file.
func TestRun_resumes(t *testing.T) {
	o := small(t)
	sum, want := learnt(t, o)
	all := uint64(o.Passes * sum.Positions)
	moments := []uint64{1, all / 4, all / 2, all - 1}
	if testing.Short() {
		moments = moments[2:3]
	}
	for _, at := range moments {
		o.Out, o.Resume = filepath.Join(t.TempDir(), "z.qnet"), false
		if err := cancelled(o, func(i job.Info) bool { return i.Total == all && i.Done >= at }); !errors.Is(err, context.Canceled) {
			t.Fatalf("cancelled at %d of %d: %v", at, all, err)
		}
		if _, err := Run(context.Background(), o); !errors.Is(err, ErrExists) {
			t.Errorf("not resumed beside what was learnt: %v", err)
		}
		o.Resume = true
		if _, got := learnt(t, o); !bytes.Equal(got, want) {
			t.Errorf("resumed at %d of %d, the job makes another network", at, all)
		}
	}
}

// What cannot be continued, or learnt from, is refused with the reason.
func TestRun_refuses(t *testing.T) {
	dir, err := books()
	if err != nil {
		t.Fatal(err)
	}
	o := small(t)
	begun := func(t *testing.T, o Options) []byte { // the state after a cancelled pass
		cancelled(o, func(i job.Info) bool { return i.Events > 1 })
		state, err := os.ReadFile(statePath(o.Out))
		if err != nil {
			t.Fatal(err)
		}
		return state
	}
	state := begun(t, o)
	head := int(state[8]) | int(state[9])<<8
	resealed := func(change func(b []byte) []byte) []byte {
		b := change(bytes.Clone(state[:len(state)-sha256.Size]))
		sum := sha256.Sum256(b)
		return append(b, sum[:]...)
	}
	for name, c := range map[string]struct {
		change func(o *Options)
		state  []byte // "" for none
		want   error
		text   string
	}{
		"a file there":         {func(o *Options) { o.Out = o.Books[0] }, nil, ErrExists, "a.qkb"},
		"no book":              {func(o *Options) { o.Books = []string{"/nowhere.qkb"} }, nil, os.ErrNotExist, "nowhere"},
		"another game":         {func(o *Options) { o.Books = append(o.Books, filepath.Join(dir, "s.qkb")) }, nil, ErrBooks, "surakarta"},
		"not that game":        {func(o *Options) { o.Game = "chess" }, nil, ErrBooks, "expected one of chess"},
		"nothing left":         {func(o *Options) { o.MaxScore = 1; o.Books = o.Books[1:]; o.HeldOut = 1e-9 }, nil, ErrBooks, "held out"},
		"a width":              {func(o *Options) { o.Width = 24 }, nil, ErrOptions, "multiple of 16"},
		"outputs":              {func(o *Options) { o.Outputs = 3 }, nil, ErrOptions, "1, 2, 4 or 8"},
		"no out":               {func(o *Options) { o.Out = "" }, nil, ErrOptions, "out"},
		"a folder that is not": {func(o *Options) { o.Out = "/nowhere/x.qnet"; o.Passes = 1 }, nil, os.ErrNotExist, "nowhere"},
		"other options":        {func(o *Options) { o.Rate = 0.01 }, state, ErrState, "other options"},
		"other books":          {func(o *Options) { o.Books = o.Books[:1] }, state, ErrState, "options"},
		"cut":                  {func(*Options) {}, state[:len(state)-5], ErrState, "cut"},
		"foreign":              {func(*Options) {}, bytes.Repeat([]byte("x"), 100), ErrState, "no such file"},
		"empty":                {func(*Options) {}, []byte{}, ErrState, "cut"},
		"a long head":          {func(*Options) {}, resealed(func(b []byte) []byte { b[11] = 0x7f; return b }), ErrState, "cut"},
		"no JSON":              {func(*Options) {}, resealed(func(b []byte) []byte { b[12] = 'x'; return b }), ErrState, "cut"},
		"numbers missing":      {func(*Options) {}, resealed(func(b []byte) []byte { return b[:12+head+100] }), ErrState, "cut"},
	} {
		t.Run(name, func(t *testing.T) {
			o := small(t)
			o.Resume = c.state != nil
			if o.Resume {
				if err := os.WriteFile(statePath(o.Out), c.state, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			c.change(&o)
			_, err := Run(context.Background(), o)
			if !errors.Is(err, c.want) || !strings.Contains(fmt.Sprint(err), c.text) {
				t.Errorf("%v, want %v with %q", err, c.want, c.text)
			}
		})
	}
}

func TestParseOptions(t *testing.T) {
	o, err := ParseOptions([]byte(`{"books":["a"],"out":"b","width":128}`))
	if err != nil || o.Width != 128 || o.Passes != 10 || o.Workers < 1 {
		t.Errorf("%+v, %v", o, err)
	}
	for _, text := range []string{`{`, `{"books":[],"out":"b"}`, `{"books":["a"],"out":"b","wide":1}`, `{"books":["a"],"out":"b","passes":0}`} {
		if _, err := ParseOptions([]byte(text)); !errors.Is(err, ErrOptions) {
			t.Errorf("%s: %v, want ErrOptions", text, err)
		}
	}
}

// Each loss is an event.
func TestWork_tellsLosses(t *testing.T) {
	o := small(t)
	j := job.Start(Work(o))
	<-j.Done()
	text, err := j.Result()
	if err != nil {
		t.Fatal(err)
	}
	var sum Summary
	if err := json.Unmarshal(text, &sum); err != nil {
		t.Fatal(err)
	}
	for _, want := range sum.Losses {
		var got lossEvent
		if err := j.Event(func(event []byte) error { return json.Unmarshal(event, &got) }); err != nil || got.Loss != want || got.Schema != "qikit/train-loss/1" {
			t.Errorf("event %+v, %v, want %+v", got, err, want)
		}
	}
}
