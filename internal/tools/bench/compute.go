package main

import (
	"context"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strings"
	"time"

	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// computeBars are what it costs to spread work over terminals: in this process,
// where nothing but the host's own work counts, and in halls that are invented.
func computeBars(report func(bar)) error {
	for _, measure := range []func(func(bar)) error{measureBars, handOutBars, shareBars, hallBars} {
		if err := measure(report); err != nil {
			return err
		}
	}
	return nil
}

// additionsLeast is what 500 million additions take when no compiler removes
// them, on the fastest cores there are.
const additionsLeast = 0.08

// measureBars are the measurements themselves, as a terminal does them.
func measureBars(report func(bar)) error {
	done := make(chan sgcp.Message, 1)
	o := compute.DefaultTerminalOptions()
	o.Cores = 1
	t := compute.NewTerminal(o, func(m sgcp.Message) { done <- m })
	defer t.Close()
	playouts := compute.DefaultHostOptions().Playouts
	for _, row := range []struct {
		name string
		b    sgcp.Bench
	}{
		{"compute, 500 million additions", sgcp.Bench{Kind: sgcp.BenchAdd, Count: sgcp.BenchAdditions, Seed: 1}},
		{"compute, playouts of 19x19", sgcp.Bench{Kind: sgcp.BenchPlayout, Count: playouts, Seed: 1}},
	} {
		took, err := best(3, func() (time.Duration, error) {
			return cpu(func() error {
				t.Handle(&row.b)
				<-done
				return nil
			})
		})
		if err != nil {
			return err
		}
		b := bar{name: row.name, ours: took.Seconds(), unit: "s of a core", peerIs: fmt.Sprintf("%.3g a second", float64(row.b.Count)/took.Seconds()), ratio: 1}
		if row.b.Kind == sgcp.BenchAdd {
			b.peer, b.peerIs, b.ratio, b.least = additionsLeast, "s at least, or they were left out", took.Seconds()/additionsLeast, 1
		}
		report(b)
	}
	return nil
}

// terminals are a host with so many terminals in this process, each of one core,
// doing its leases by work.
func terminals(n int, plan compute.Plan, work func(context.Context, compute.Task, func(uint64)) (compute.Result, error)) (*compute.Host, func(), error) {
	o := compute.DefaultHostOptions()
	o.Plan, o.Verify, o.Cores = plan, 0, 1
	h, err := compute.NewHost(o)
	if err != nil {
		return nil, nil, err
	}
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
				_ = h.Result(id, r) // a refusal is none of the bench's business
			}
		})
		name, err := h.Seat(all[i].Handle, compute.Member{Version: compute.Version, Cores: 1, Rate: 4000, Additions: 300 * time.Millisecond})
		if err != nil {
			return nil, nil, err
		}
		named <- name
	}
	return h, func() {
		h.Close()
		for _, t := range all {
			t.Close()
		}
	}, nil
}

// start is a task on an empty board.
func start(size int, count uint64) (compute.Task, error) {
	o := weiqi.DefaultOptions()
	o.Size = size
	b, err := weiqi.New("", o, false)
	if err != nil {
		return compute.Task{}, err
	}
	return compute.NewPlayouts(compute.BoardOf(b), compute.DrawEvenly, nil, 1, count)
}

// handOutBars hand one lease to each of four terminals that answer at once, with
// the rows of a whole board, and add the results up.
func handOutBars(report func(bar)) error {
	o, err := start(19, 361)
	if err != nil {
		return err
	}
	full := compute.Result{Done: 361}
	for row := range 19 {
		for column := range 19 {
			full.Payload += fmt.Sprintf("%v:1:1 ", goban.PointAt(column, row))
		}
	}
	full.Payload = full.Payload[:len(full.Payload)-1]
	h, end, err := terminals(4, compute.PlanSeed, func(context.Context, compute.Task, func(uint64)) (compute.Result, error) { return full, nil })
	if err != nil {
		return err
	}
	defer end()
	o.Count = 4 * 361
	// The best of some batches, since on a busy machine others take their turns.
	p50, p99 := math.Inf(1), 0.0
	for range 6 {
		var rounds []float64
		for range 500 {
			began := time.Now()
			r, _, err := h.Run(context.Background(), o)
			if err != nil || r.Done != o.Count {
				return fmt.Errorf("%d units, %w", r.Done, err)
			}
			rounds = append(rounds, float64(time.Since(began).Microseconds()))
		}
		slices.Sort(rounds)
		if median := rounds[len(rounds)/2]; median < p50 {
			p50, p99 = median, rounds[len(rounds)*99/100]
		}
	}
	report(bar{name: "compute, scatter and gather over 4", ours: p50, unit: "us, median", peer: 150, peerIs: fmt.Sprintf("us wanted; p99 %.0f us", p99), ratio: p50 / 150, most: 1})
	return nil
}

// shareBars are what leases cost beside the same playouts done at once.
func shareBars(report func(bar)) error {
	o, err := start(19, 3000)
	if err != nil {
		return err
	}
	alone, err := best(3, func() (time.Duration, error) {
		return cpu(func() error {
			_, err := compute.DoOn(context.Background(), 2, o, nil) // as many as there are terminals
			return err
		})
	})
	if err != nil {
		return err
	}
	h, end, err := terminals(2, compute.PlanChunk, nil)
	if err != nil {
		return err
	}
	defer end()
	leases := 0
	shared, err := best(3, func() (time.Duration, error) {
		return cpu(func() error {
			_, r, err := h.Run(context.Background(), o)
			leases = r.Leases
			return err
		})
	})
	if err != nil {
		return err
	}
	report(bar{name: "compute, 3000 playouts in leases", ours: shared.Seconds(), unit: "s of a core", peer: alone.Seconds(), peerIs: fmt.Sprintf("s at once; %d leases", leases), ratio: shared.Seconds() / alone.Seconds(), most: 1.1})
	return nil
}

// hallBars are invented halls of terminals of uneven speed, which the tests of
// lib/compute simulate: time beside the best possible.
func hallBars(report func(bar)) error {
	cmd := exec.Command("go", "test", "-count=1", "-run=^TestSimulation_halls$", "-v", "./lib/compute", "-halls")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		_, text, _ := strings.Cut(line, "hall: ")
		var terminals int
		var plan string
		var median, least, most float64
		if n, _ := fmt.Sscan(text, &terminals, &plan, &median, &least, &most); n < 5 {
			continue
		}
		b := bar{
			name: fmt.Sprintf("compute, %d terminals, plan %s", terminals, plan), ours: median, unit: "time / ideal",
			peerIs: fmt.Sprintf("best %.2f, worst %.2f", least, most), ratio: median,
		}
		if terminals == 200 && plan == "chunk-host" {
			b.most = 1.2
		}
		report(b)
	}
	return nil
}
