//go:build (amd64 || arm64) && !purego

package nnkern

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"runtime/trace"
	"slices"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/internal/rng"
)

// Machine code that Go knows nothing of, under all that interrupts a Go
// program: signals of the profiler and of preemption, an execution trace, a
// garbage collector that runs all the time, stacks that move.
func TestBlobs_underStress(t *testing.T) {
	span := 2500 * time.Millisecond
	if testing.Short() {
		span = 500 * time.Millisecond
	}
	var profile, events bytes.Buffer
	if err := pprof.StartCPUProfile(&profile); err != nil {
		t.Fatal(err)
	}
	defer pprof.StopCPUProfile()
	if err := trace.Start(&events); err != nil {
		t.Fatal(err)
	}
	defer trace.Stop()
	defer debug.SetGCPercent(debug.SetGCPercent(5))

	r := rng.New(1)
	const size = 9
	c, d := NewConv(numbers(r, 48*48*9), numbers(r, 48), 48, 48), NewDense(numbers(r, 48*96), numbers(r, 48), 96, 48)
	src := board(r, size, 48)
	ctx, cancel := context.WithTimeout(context.Background(), span)
	defer cancel()
	collector := pool.Go(func() error {
		for ctx.Err() == nil {
			runtime.GC()
		}
		return nil
	})
	const workers = 4
	var calls [workers]int
	err := pool.Run(context.Background(), workers, func(_ context.Context, i int) error {
		tiers := Tiers()[1:]
		if len(tiers) == 0 {
			return nil
		}
		tier := tiers[i%len(tiers)]
		want := evaluate(tier, c, d, size, src)
		for ctx.Err() == nil || calls[i] < 3 { // a machine may be busy
			var got []float32
			deeper(i*calls[i]%50, func() { got = evaluate(tier, c, d, size, src) })
			if !slices.Equal(got, want) {
				return fmt.Errorf("%v: call %d gives another result", tier, calls[i])
			}
			calls[i]++
		}
		return nil
	})
	cancel()
	if e := collector.Wait(); err != nil || e != nil {
		t.Fatal(err, e)
	}
	t.Logf("%v calls", calls)
}

// evaluate calls every kernel, with memory of its own.
func evaluate(tier Tier, c *Conv, d *Dense, size int, src []float32) []float32 {
	work := NewWork(size, 48)
	x, pooled, by := make([]float32, Area(size, 48)), make([]float32, 96), make([]float32, 48)
	tier.Conv(c, size, x, src, src, work)
	tier.Pool(size, 48, pooled, x)
	tier.Dense(d, 1, by, pooled, false)
	tier.Shift(size, 48, x, by)
	tier.Conv(c, size, x, x, x, work)
	p := positionOf(rng.New(11), 20, 8, false)
	return append(x, float32(tier.Views(p.words, p.rows, &p.views, p.out)))
}

// deeper calls f from so many frames down, so that stacks grow and shrink.
func deeper(depth int, f func()) byte {
	var frame [512]byte
	if depth == 0 {
		f()
		return 0
	}
	frame[depth] = deeper(depth-1, f)
	return frame[depth/2]
}

// A traceback that begins in a blob ends there. One that went on would take a
// link register of the blob's own for a caller, and end the program; seen under
// a profiler on arm64, once in thirty runs of the test above.
func TestBlobs_endTracebacks(t *testing.T) {
	for _, name := range []string{"blob_amd64.s", "blob_arm64.s"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		blobs := 0
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "TEXT ") || !strings.Contains(line, "NOFRAME") {
				continue
			}
			blobs++
			if !strings.Contains(line, "|TOPFRAME,") {
				t.Errorf("%s: %q without TOPFRAME", name, strings.TrimSpace(line))
			}
		}
		if blobs == 0 {
			t.Errorf("%s: no blob found", name)
		}
	}
}

// The committed assembly was made from the committed source. That it is also
// what the compiler makes of it, `go run ./internal/tools/nnblob -check` says.
func TestBlobs_areOfThisSource(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("_csrc", "kern.c"))
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("SHA-256 of the source: %x\n", sha256.Sum256(source))
	for _, name := range []string{"blob_amd64.s", "blob_amd64.go", "blob_arm64.s", "blob_arm64.go"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is not of this _csrc/kern.c: run go generate ./internal/nnkern", name)
		}
	}
}
