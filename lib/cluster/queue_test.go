package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
)

// jobText is what hands are told of the job of bookOptions.
func jobText(t *testing.T) (text []byte) {
	t.Helper()
	stop := errors.New("that is all")
	_, err := generate.By(t.Context(), bookOptions(t), crewFunc(func(job []byte) error {
		text = job
		return stop
	}), nil)
	if !errors.Is(err, stop) {
		t.Fatal(err)
	}
	return text
}

type crewFunc func(job []byte) error

func (f crewFunc) Do(_ context.Context, job []byte, _ func(context.Context) (generate.Part, bool, error), _ func([]generate.Made) error) error {
	return f(job)
}

// oneByOne hands out parts.
func oneByOne(parts ...generate.Part) func(context.Context) (generate.Part, bool, error) {
	return func(context.Context) (generate.Part, bool, error) {
		if len(parts) == 0 {
			return generate.Part{}, false, nil
		}
		p := parts[0]
		parts = parts[1:]
		return p, true, nil
	}
}

func keepNothing([]generate.Made) error { return nil }

// queue is a cluster with queues, and a farm on it.
func queue(t *testing.T) (*Cluster, *farm) {
	t.Helper()
	c := start(t, queued(t))
	if err := c.openQueues(t.Context()); err != nil {
		t.Fatal(err)
	}
	f := newFarm(c)
	t.Cleanup(f.close)
	return c, f
}

// held are how many messages a stream has.
func held(t *testing.T, c *Cluster, stream string) uint64 {
	t.Helper()
	s, err := c.streams.Stream(t.Context(), stream)
	if err != nil {
		t.Fatal(err)
	}
	return s.CachedInfo().State.Msgs
}

func TestPut_onceUnderAName(t *testing.T) {
	t.Parallel()
	c, _ := queue(t)
	for _, text := range []string{"first", "second"} {
		if err := c.put(t.Context(), &nats.Msg{Subject: resultSubject + "user.job.part", Data: []byte(text)}); err != nil {
			t.Fatal(err)
		}
	}
	s, err := c.streams.Stream(t.Context(), resultStream)
	if err != nil {
		t.Fatal(err)
	}
	m, err := s.GetLastMsgForSubject(t.Context(), resultSubject+"user.job.part")
	if err != nil || string(m.Data) != "first" || held(t, c, resultStream) != 1 {
		t.Errorf("%d messages, the last %+v, %v; want the first alone", held(t, c, resultStream), m, err)
	}
	// The server itself refuses another client that does not ask first.
	if _, err := c.streams.Publish(t.Context(), resultSubject+"user.job.part", []byte("third")); err == nil {
		t.Error("a second message under one name was stored")
	}
}

func TestGenerateBook_oneCoordinator(t *testing.T) {
	t.Parallel()
	c, f := queue(t)
	text := jobText(t)
	if err := f.open(t.Context(), text); err != nil {
		t.Fatal(err)
	}
	other := newFarm(start(t, hosting(c)))
	if err := other.open(t.Context(), text); !errors.Is(err, ErrTaken) {
		t.Errorf("a second coordinator: %v, want ErrTaken", err)
	}
	f.close()
	if err := other.open(t.Context(), text); err != nil {
		t.Errorf("after the first: %v", err)
	}
	other.close()
}

// A part that nobody can do ends its workers, and at the third the job.
func TestGenerateBook_partThatFails(t *testing.T) {
	t.Parallel()
	c, f := queue(t)
	done := pool.Go(func() error {
		return f.Do(t.Context(), jobText(t), oneByOne(generate.Part{Key: "bad", Work: []byte(`{"kind": "chess"}`)}), keepNothing)
	})
	for i := range faultsMost {
		err := start(t, connected(c)).WorkOnBooks(t.Context(), WorkOptions{Workers: 1}, nil)
		if !errors.Is(err, ErrJob) || !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), "part bad") {
			t.Errorf("worker %d: %v, want ErrJob that names the part", i, err)
		}
	}
	if err := done.Wait(); !errors.Is(err, ErrJob) || !strings.Contains(err.Error(), "chess") {
		t.Errorf("the coordinator: %v, want ErrJob with the reason", err)
	}
	if n := held(t, c, workStream); n != 0 {
		t.Errorf("%d parts are left in the queue", n)
	}
}

func TestWorkOnBooks_anotherVersion(t *testing.T) {
	t.Parallel()
	c, _ := queue(t)
	note, err := json.Marshal(jobNote{Version: "0.0.1", Job: jobText(t)})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"old": string(note), "spoilt": "{"} {
		if _, err := c.streams.Publish(t.Context(), jobSubject+name, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := c.put(t.Context(), &nats.Msg{Subject: workSubject + name + ".part", Data: []byte("{}")}); err != nil {
			t.Fatal(err)
		}
		if err := c.WorkOnBooks(t.Context(), WorkOptions{Workers: 1}, nil); !errors.Is(err, ErrVersion) {
			t.Errorf("%s: %v, want ErrVersion", name, err)
		}
		s, err := c.streams.Stream(t.Context(), workStream)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.WorkOnBooks(t.Context(), WorkOptions{}, nil); !errors.Is(err, ErrOptions) || !strings.HasSuffix(err.Error(), "workers is 0, expected 1 to 1024") {
		t.Errorf("no workers: %v, want ErrOptions", err)
	}
}

// A part of a book that was complete meanwhile is put away.
func TestWorkOnBooks_jobIsGone(t *testing.T) {
	t.Parallel()
	c, _ := queue(t)
	if err := c.put(t.Context(), &nats.Msg{Subject: workSubject + "gone.part", Data: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	worker := pool.Go(func() error { return c.WorkOnBooks(ctx, WorkOptions{Workers: 1}, nil) })
	until(t, "the queue is empty", func() bool { return held(t, c, workStream) == 0 })
	cancel()
	if err := worker.Wait(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// What a server lost is put back, once it has been missed for long enough.
func TestGenerateBook_lostPartsComeBack(t *testing.T) {
	t.Parallel()
	c, f := queue(t)
	text := jobText(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	doing := pool.Go(func() error {
		return f.Do(ctx, text, oneByOne(generate.Part{Key: "a", Work: []byte("1")}, generate.Part{Key: "b", Work: []byte("2")}), keepNothing)
	})
	until(t, "both parts", func() bool { return held(t, c, workStream) == 2 })
	cancel()
	if err := doing.Wait(); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	s, err := c.streams.Stream(t.Context(), workStream)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Purge(t.Context(), jetstream.WithPurgeSubject(workSubject+f.id+".a")); err != nil {
		t.Fatal(err)
	}
	for i := range absentMost {
		if n := held(t, c, workStream); n != 1 {
			t.Fatalf("%d parts after %d looks, want 1", n, i)
		}
		if err := f.missing(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	there, err := f.subjects(t.Context())
	if err != nil || !there["a"] || !there["b"] {
		t.Errorf("%v, %v, want both parts back", there, err)
	}
}

func TestGenerateBook_tooLarge(t *testing.T) {
	t.Parallel()
	c, f := queue(t)
	err := f.Do(t.Context(), jobText(t), oneByOne(generate.Part{Key: "a", Work: make([]byte, c.largest()+1)}), keepNothing)
	if !errors.Is(err, ErrTooLarge) {
		t.Errorf("%v, want ErrTooLarge", err)
	}
}
