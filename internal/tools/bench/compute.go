package main

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// measureBars run the benchmarks that a terminal runs on itself.
func measureBars(m *meter) {
	done := make(chan sgcp.Message, 1)
	o := compute.DefaultTerminalOptions()
	o.Cores = 1
	t := compute.NewTerminal(o, func(m sgcp.Message) { done <- m })
	defer t.Close()
	for _, row := range []struct {
		name  string
		kind  sgcp.BenchKind
		count uint64
	}{
		{"compute, 500 million additions", sgcp.BenchAdd, sgcp.BenchAdditions},
		{"compute, playouts of 19x19", sgcp.BenchPlayout, compute.DefaultHostOptions().Playouts},
	} {
		took := quickest(3, func() {
			t.Handle(&sgcp.Bench{Kind: row.kind, Count: row.count, Seed: 1})
			<-done
		})
		m.put(row.name, took.Seconds(), fmt.Sprintf("%.3g a second", float64(row.count)/took.Seconds()))
	}
}

// terminals starts a host with n terminals in this process, each of one core, which
// do their leases by work.
func terminals(n int, plan compute.Plan, work func(context.Context, compute.Task, func(uint64)) (compute.Result, error)) (*compute.Host, func()) {
	o := compute.DefaultHostOptions()
	o.Plan, o.Verify, o.Cores = plan, 0, 1
	h := must.Get(compute.NewHost(o))
	all := make([]*compute.Terminal, n)
	for i := range all {
		t := compute.DefaultTerminalOptions()
		t.Cores, t.Work = 1, work
		named := make(chan string, 1)
		id := ""
		all[i] = compute.NewTerminal(t, func(m sgcp.Message) {
			if id == "" {
				id = <-named
			}
			if r, ok := m.(*sgcp.TaskResult); ok {
				_ = h.Result(id, r) // whether the host refuses it does not matter here
			}
		})
		named <- must.Get(h.Seat(all[i].Handle, compute.Member{Version: compute.Version, Cores: 1, Rate: 4000, Additions: 300 * time.Millisecond}))
	}
	return h, func() {
		h.Close()
		for _, t := range all {
			t.Close()
		}
	}
}

// playouts is a task on an empty board.
func playouts(size int, count uint64) compute.Task {
	o := weiqi.DefaultOptions()
	o.Size = size
	b := must.Get(weiqi.New("", o, false))
	return must.Get(compute.NewPlayouts(compute.BoardOf(b), compute.DrawEvenly, nil, 1, count))
}

// handOutBars hand one lease to each of four terminals, which answer at once with
// the rows of a whole board, and add up the results.
func handOutBars(m *meter) {
	o := playouts(19, 4*361)
	full := compute.Result{Done: 361}
	for row := range 19 {
		for column := range 19 {
			full.Payload += fmt.Sprintf("%v:1:1 ", goban.PointAt(column, row))
		}
	}
	full.Payload = full.Payload[:len(full.Payload)-1]
	h, end := terminals(4, compute.PlanSeed, func(context.Context, compute.Task, func(uint64)) (compute.Result, error) { return full, nil })
	defer end()
	// The best of some batches, since on a busy machine others take their turns.
	quick := times{p50: math.Inf(1)}
	for range 6 {
		var rounds []time.Duration
		for range 500 {
			began := time.Now()
			r, _, err := h.Run(context.Background(), o)
			if err != nil || r.Done != o.Count {
				must.Fail("%d units, %w", r.Done, err)
			}
			rounds = append(rounds, time.Since(began))
		}
		if batch := quantiles(rounds); batch.p50 < quick.p50 {
			quick = batch
		}
	}
	m.put("compute, scatter and gather over 4", quick.p50, fmt.Sprintf("p99 %.0f us", quick.p99))
}

// shareBars compare leases with the same playouts done in one go.
func shareBars(m *meter) {
	o := playouts(19, 3000)
	alone := quickest(3, func() {
		must.Get(compute.DoOn(context.Background(), 2, o, nil)) // as many as there are terminals
	})
	h, end := terminals(2, compute.PlanChunk, nil)
	defer end()
	leases := 0
	shared := quickest(3, func() {
		_, r, err := h.Run(context.Background(), o)
		must.Do(err)
		leases = r.Leases
	})
	m.beside("compute, 3000 playouts in leases", shared.Seconds(), alone.Seconds(), fmt.Sprintf("%d leases", leases))
}

// hallBars compare the time in simulated halls of terminals of uneven speed (the
// tests of lib/compute) with the shortest possible.
func hallBars(m *meter) {
	out := tested("TestSimulation_halls", "./lib/compute", "-halls")
	names := map[string]string{"chunk-host": "chunk", "seed-host": "seed", "seed-ranks": "seed, ranks 1-5"}
	for line := range strings.Lines(out) {
		_, text, _ := strings.Cut(line, "hall: ")
		var terminals int
		var plan string
		var median, least, most float64
		if n, _ := fmt.Sscan(text, &terminals, &plan, &median, &least, &most); n == 5 {
			m.put(fmt.Sprintf("compute, %d terminals, plan %s", terminals, names[plan]), median, fmt.Sprintf("best %.2f, worst %.2f", least, most))
		}
	}
}
