package cluster

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
)

// bookOptions is a small book of Surakarta with every kind of choice.
func bookOptions(t *testing.T) generate.Options {
	t.Helper()
	o, err := generate.ParseOptions([]byte(`{"game": "surakarta", "out": "x", "games": 24, "max_plies": 12, "top_k": 3, "seed": 7, "workers": 1,
		"depth": {"distribution": "uniform", "min": 1, "max": 2}, "reevaluate": {"depth": 2, "lines": 2}}`))
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		o.Games = 8
	}
	o.Out = filepath.Join(t.TempDir(), "book.qkb")
	return o
}

// jsonl is a book as text.
func jsonl(t *testing.T, path string) string {
	t.Helper()
	b, err := book.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	out := filepath.Join(t.TempDir(), "export")
	if _, err := b.Export(t.Context(), out, "jsonl", book.ExportOptions{}, nil); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// alone is the book that one machine makes.
func alone(t *testing.T, o generate.Options) string {
	t.Helper()
	o.Out += ".alone"
	if _, err := generate.Book(t.Context(), o, nil); err != nil {
		t.Fatal(err)
	}
	return jsonl(t, o.Out)
}

// start starts a cluster and closes it in the end.
func start(t *testing.T, o Options) *Cluster {
	t.Helper()
	c, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// queued are the options of a server with queues.
func queued(t *testing.T) Options {
	o := DefaultOptions()
	o.Dir = t.TempDir()
	return o
}

// connected are the options of a connection to a cluster.
func connected(c *Cluster) Options {
	o := DefaultOptions()
	o.URL, o.Key = c.URL(), c.MemberKey()
	return o
}

// hosting are those of one that may do anything.
func hosting(c *Cluster) Options {
	o := connected(c)
	o.Key = c.HostKey()
	return o
}

// work works on books until the test ends.
func work(t *testing.T, o Options, workers int) {
	t.Helper()
	c := start(t, o)
	ctx, cancel := context.WithCancel(context.Background())
	task := pool.Go(func() error { return c.WorkOnBooks(ctx, WorkOptions{Workers: workers}, nil) })
	t.Cleanup(func() {
		cancel()
		if err := task.Wait(); !errors.Is(err, context.Canceled) {
			t.Errorf("the worker ended with %v", err)
		}
	})
}

func TestGenerateBook_isTheSameBook(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"games", "breadth"} {
		t.Run(kind, func(t *testing.T) {
			o := bookOptions(t)
			if kind == "breadth" {
				o.Games, o.MaxPlies = 1, generate.DefaultOptions().MaxPlies
				o.Breadth = generate.DefaultBreadth()
				o.Breadth.Plies, o.Breadth.Merge = 3, true
			}
			want := alone(t, o)
			c := start(t, queued(t))
			work(t, connected(c), 2)
			var last Farming
			s, err := c.GenerateBook(t.Context(), o, func(p Farming) { last = p })
			if err != nil {
				t.Fatal(err)
			}
			if got := jsonl(t, o.Out); got != want {
				t.Errorf("the farm's book has %d octets of JSONL, another than the %d of one machine", len(got), len(want))
			}
			if !s.Complete || last.Done != last.Total || last.Workers != 1 || last.Parts != 0 {
				t.Errorf("summary %+v, last progress %+v", s, last)
			}
		})
	}
}

func TestGenerateBook_needsAQueue(t *testing.T) {
	t.Parallel()
	c := start(t, DefaultOptions())
	if _, err := c.GenerateBook(t.Context(), bookOptions(t), nil); !errors.Is(err, ErrNoQueue) {
		t.Errorf("%v, want ErrNoQueue", err)
	}
}
