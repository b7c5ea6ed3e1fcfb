package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"qikit.dev/qikit/internal/tools/must"
)

const (
	sampleEvery = 2 * time.Second
	soakKept    = "30s" // by default a day: 10,000 games and more, which would hide a leak
	soakGrowth  = 0.05  // of memory, from the first quarter of a slice to its last
)

// soakSlice lets everything be used with nobody killed, and compares the servers' memory
// after a while with that at the end.
func soakSlice(ctx context.Context, dir string) (rows []row) {
	begun := time.Now()
	work, cancel := context.WithDeadline(context.WithoutCancel(ctx), deadline(ctx).Add(drain))
	defer cancel()
	f := newFleet(dir, "-kept", soakKept)
	defer f.close()
	steady := f.running()
	done := f.work(ctx, work)
	samples := make([][]float64, len(steady))
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(sampleEvery):
			for i, s := range steady {
				samples[i] = append(samples[i], resident(s.pid()))
			}
		}
	}
	<-done
	seconds := time.Since(begun).Seconds()
	for i, s := range steady {
		rows = append(rows, memoryRow(s, samples[i], seconds))
	}
	for _, t := range f.tallies() {
		rows = append(rows, t.row("soak", seconds))
	}
	return rows
}

// memoryRow compares the middle of the samples of a slice's second quarter with that of
// its last: the first quarter is the warming up.
func memoryRow(s *server, samples []float64, seconds float64) row {
	n := len(samples) / 4
	r := row{kind: "soak", what: "memory of a " + s.name, seconds: seconds, count: int64(len(samples))}
	if n == 0 {
		r.bad, r.note = 1, "too short to tell"
		return r
	}
	early, late := middle(samples[n:2*n]), middle(samples[len(samples)-n:])
	r.note = fmt.Sprintf("%.1f to %.1f MB, %+.1f %%", early, late, 100*(late/early-1)) + inUse(s)
	if late > early*(1+soakGrowth) {
		r.bad = 1
	}
	return r
}

// inUse is the same comparison of what was in use after each collection: resident memory
// has what the collector lets stand as well, up to as much again.
func inUse(s *server) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.live) / 4
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; in use %.0f to %.0f MB after %d collections", middle(s.live[n:2*n]), middle(s.live[len(s.live)-n:]), len(s.live))
}

func middle(all []float64) float64 {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}

// resident is a process's memory in MB.
func resident(pid int) (mb float64) {
	text := must.Get(os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)))
	for line := range strings.Lines(string(text)) {
		if n, _ := fmt.Sscanf(line, "VmRSS: %f kB", &mb); n == 1 {
			return mb / 1024
		}
	}
	must.Fail("process %d has ended", pid)
	return 0
}
