package compute

import (
	"context"
	"errors"
	"testing"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// The additions are done: no compiler can know their sum, and no core does them
// faster than the host believes.
func TestMeasure_additionsAreDone(t *testing.T) {
	for _, n := range []uint64{0, 1, 1000, 1_000_001} {
		m, err := effort{1, 1}.measure(t.Context(), &sgcp.Bench{ID: "b", Kind: sgcp.BenchAdd, Count: n, Seed: 5})
		if err != nil || m.Checksum != sgcp.Hash(n+5) || m.ID != "b" {
			t.Errorf("%d additions: %+v, %v", n, m, err)
		}
	}
	const n = 20_000_000
	began := time.Now()
	if got := additions(0, n); got != n {
		t.Errorf("the sum is %d, want %d", got, n)
	}
	if spent := time.Since(began); n/spent.Seconds() > additionsPerSecond {
		t.Errorf("%d additions in %v: they were not done one by one", n, spent)
	}
	one.Store(3)
	defer one.Store(1)
	if got := additions(0, 10); got != 30 {
		t.Errorf("ten times an operand of 3 is %d, want 30: the operand is not loaded", got)
	}
}

func TestMeasure_playoutsDoNotDependOnCores(t *testing.T) {
	b := &sgcp.Bench{ID: "b", Kind: sgcp.BenchPlayout, Count: 9, Seed: 3}
	one, err := effort{1, 1}.measure(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	four, err := effort{4, 1}.measure(t.Context(), b)
	if err != nil || one.Checksum != four.Checksum || one.Checksum == 0 {
		t.Errorf("on one core %v, on four %v, %v", one, four, err)
	}
	b.Seed++
	if other, err := (effort{1, 1}).measure(t.Context(), b); err != nil || other.Checksum == one.Checksum {
		t.Errorf("another seed gives the same sum %v, %v", other, err)
	}
}

func TestMeasure_badInput(t *testing.T) {
	for _, b := range []sgcp.Bench{{Kind: "sieve", Count: 1}, {Kind: sgcp.BenchAdd, Count: 1 << 60}, {Kind: sgcp.BenchPlayout, Count: 1 << 60}} {
		if m, err := (effort{1, 1}).measure(t.Context(), &b); !errors.Is(err, ErrUnsupported) || sgcp.FaultOf(err) != sgcp.FaultTask {
			t.Errorf("%+v: %v, %v, want ErrUnsupported", b, m, err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, kind := range []sgcp.BenchKind{sgcp.BenchAdd, sgcp.BenchPlayout} {
		if m, err := (effort{2, 1}).measure(ctx, &sgcp.Bench{Kind: kind, Count: 1000}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s stopped: %v, %v", kind, m, err)
		}
	}
}

func BenchmarkAdditions(b *testing.B) {
	for b.Loop() {
		additions(0, 1_000_000)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1e6, "ns/addition")
}
