package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"qikit.dev/qikit/internal/tools/hall"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/sgcp/client"
	"qikit.dev/qikit/lib/weiqi"
)

// fleet is everything that serves, each a process of its own but the host of the
// terminals, and what was done with it.
type fleet struct {
	dir, program, at string
	port             int // the gateway's

	host  *compute.Host // of the terminals; it is in this process, as it keeps nothing
	inner *gateway.Gateway

	mu      sync.Mutex
	servers []*server // all there were
	up      []*server // those that run

	moves, answers, books, tasks tally
}

// treeMB is small: the pages of a larger tree come into memory for hours, one after the other.
const treeMB = "1"

// newFleet starts the servers; flags are further ones of the gateway.
func newFleet(dir string, flags ...string) *fleet {
	f := &fleet{dir: dir, program: program(dir), at: host()}
	f.moves.what, f.answers.what = "moves between people, accounted for", "moves against the computer, accounted for"
	f.books.what, f.tasks.what = "games of farmed books, as one machine makes them", "tasks on terminals, as one machine does them"
	keys := filepath.Join(dir, "keys")
	must.Do(os.WriteFile(keys, []byte("lab a-secret\n"), 0o600))
	f.port = f.free()
	f.run("gateway", nil, nil, append([]string{f.program, "gateway", "-host", f.at, "-port", fmt.Sprint(f.port), "-size", "9", "-rule", "seed+komi",
		"-store", filepath.Join(dir, "hall.db"), "-keys", keys, "-grace", "0s"}, flags...)...)
	own := f.free()
	f.run("platform", nil, nil, f.program, "platform", "-gateway", fmt.Sprintf("%s:%d", f.at, f.port), "-key", "a-secret", "-slots", "2", "-table", treeMB,
		"-listen", fmt.Sprintf("%s:%d", f.at, own), "-size", "9", "-store", filepath.Join(dir, "ai.db"))

	o := compute.DefaultHostOptions()
	o.Additions, o.Playouts, o.Seed, o.Cores = 1000, 4, 1, 1
	f.host = must.Get(compute.NewHost(o))
	inner := gateway.DefaultOptions()
	inner.Terminals, inner.Host, inner.Port = f.host, f.at, 0
	f.inner = must.Get(gateway.Start(inner))
	for _, port := range []int{f.inner.Port(), f.inner.Port(), own} {
		f.run("terminal", nil, foundNobody, f.program, "terminal", "-host", f.at, "-port", fmt.Sprint(port), "-cores", "1") // its nick has the number of its process
	}
	return f
}

// foundNobody is how a terminal ends by itself that began while its server was away.
func foundNobody(_ error, said string) (bad bool) {
	return !strings.Contains(said, "client: connection lost") && !strings.Contains(said, "client: no answer in time")
}

// run starts a server, which is killed like the others until stop.
func (f *fleet) run(name string, says func(string), ends func(error, string) bool, args ...string) *server {
	s := (&server{name: name, args: args, says: says, ends: ends}).start()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.servers, f.up = append(f.servers, s), append(f.up, s)
	return s
}

// retire stops a server.
func (f *fleet) retire(s *server) {
	f.mu.Lock()
	for i, one := range f.up {
		if one == s {
			f.up = append(f.up[:i:i], f.up[i+1:]...)
			break
		}
	}
	f.mu.Unlock()
	s.stop()
}

func (f *fleet) everyone() []*server { f.mu.Lock(); defer f.mu.Unlock(); return f.servers }
func (f *fleet) running() []*server  { f.mu.Lock(); defer f.mu.Unlock(); return f.up }
func (f *fleet) tallies() []*tally   { return []*tally{&f.moves, &f.answers, &f.books, &f.tasks} }

func (f *fleet) close() {
	for _, s := range f.running() {
		f.retire(s)
	}
	must.Do(errors.Join(f.inner.Close(), f.host.Close()))
}

// free is a port that nobody has.
func (f *fleet) free() int {
	l := must.Get(net.Listen("tcp", f.at+":0"))
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// options are those of a client of the gateway.
func (f *fleet) options(nick string) client.Options {
	o := client.DefaultOptions()
	o.Host, o.Port, o.Nick = f.at, f.port, nick
	o.BackoffMin, o.BackoffMax, o.Reply = 20*time.Millisecond, 300*time.Millisecond, 10*time.Second
	return o
}

// game lets two play a game to its end and accounts for its moves.
func (f *fleet) game(ctx context.Context, name string) (moves int, err error) {
	line := must.Get(hall.Script(9, 40, seedOf(name)))
	r, err := hall.Game(ctx, f.options, name, line, 30*time.Millisecond)
	return r.Acked, err
}

// seedOf makes a number of a name.
func seedOf(name string) (seed uint64) {
	for _, c := range []byte(name) {
		seed = seed*131 + uint64(c)
	}
	return seed
}

const bookOptions = `{"game": "surakarta", "games": 40, "max_plies": 16, "seed": %d,%s
	"depth": {"distribution": "uniform", "min": 1, "max": 3}, "reevaluate": {"depth": 3, "lines": 2}}`

// book has the farm make a book and compares it with that of one machine.
func (f *fleet) book(ctx context.Context, n int) (games int, err error) {
	dir := filepath.Join(f.dir, fmt.Sprint("book", n))
	must.Do(os.Mkdir(dir, 0o700))
	defer os.RemoveAll(dir)
	options, out := filepath.Join(dir, "book.json"), filepath.Join(dir, "book.qkb")
	must.Do(os.WriteFile(options, fmt.Appendf(nil, bookOptions, n+1, ""), 0o600))
	o := must.Get(generate.ParseOptions(fmt.Appendf(nil, bookOptions, n+1, fmt.Sprintf(" \"out\": %q,", out+".alone"))))
	if _, err := generate.Book(ctx, o, nil); err != nil {
		return 0, err
	}
	listen := fmt.Sprintf("%s:%d", f.at, f.free())
	ready, complete := make(chan struct{}, 1), make(chan struct{}, 1)
	tell := func(c chan struct{}) {
		select {
		case c <- struct{}{}:
		default:
		}
	}
	coordinator := f.run("farm's coordinator", func(line string) {
		if strings.Contains(line, "coordinating at ") {
			tell(ready)
		}
	}, func(err error, _ string) (bad bool) {
		if err == nil { // complete
			tell(complete)
			time.Sleep(50 * time.Millisecond)
		}
		return err != nil
	}, f.program, "farm", "coordinator", "-options", options, "-out", out, "-listen", listen)
	defer f.retire(coordinator)
	select {
	case <-ready:
	case <-ctx.Done():
		return 0, fmt.Errorf("book %d: no coordinator: %w", n, context.Cause(ctx))
	}
	for range 2 {
		worker := f.run("farm's worker", nil, nil, f.program, "farm", "worker", "-nats", "nats://"+listen, "-workers", "1", "-key", out+".key")
		defer f.retire(worker)
	}
	select {
	case <-complete:
	case <-ctx.Done():
		return 0, fmt.Errorf("book %d is not complete: %w", n, context.Cause(ctx))
	}
	got, err := exported(ctx, out)
	if err != nil {
		return 0, err
	}
	want, err := exported(ctx, o.Out)
	if err == nil && !bytes.Equal(got, want) {
		err = fmt.Errorf("book %d has %d octets of JSONL, that of one machine %d, and they differ", n, len(got), len(want))
	}
	return o.Games, err
}

func exported(ctx context.Context, path string) (text []byte, err error) {
	b, err := book.Open(path)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	if _, err := b.Export(ctx, path+".jsonl", "jsonl", book.ExportOptions{}, nil); err != nil {
		return nil, err
	}
	return os.ReadFile(path + ".jsonl")
}

// task has the terminals do playouts and compares their sum with that of one machine.
func (f *fleet) task(ctx context.Context, seed uint64) (tasks int, err error) {
	o := weiqi.DefaultOptions()
	o.Size = 9
	board := must.Get(weiqi.New("", o, false))
	task := must.Get(compute.NewPlayouts(compute.BoardOf(board), compute.DrawByPolicy, nil, seed, 3000))
	want, err := compute.Do(ctx, task, nil)
	if err != nil {
		return 0, err
	}
	for wait := time.Now().Add(time.Minute); f.host.Count() == 0 && time.Now().Before(wait); {
		time.Sleep(20 * time.Millisecond)
	}
	got, report, err := f.host.Run(ctx, task)
	if err == nil && got != want {
		err = fmt.Errorf("task %d: the terminals' sum differs from that of one machine: %+v", seed, report)
	}
	return 1, err
}
