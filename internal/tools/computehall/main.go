// Command computehall is a gateway with a compute host behind it, for the tests of
// the bindings and for trying terminals out: it prints "port N", and then, while a
// terminal is there, runs tasks of playouts one after the other and prints "task
// terminals=N units=N host=N" for each. It ends at the end of its input, or at the
// first result that differs from that of one machine.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/weiqi"
)

func main() {
	port := flag.Int("port", 0, "to listen on; 0 is any that is free")
	units := flag.Uint64("units", 400, "playouts of a task")
	size := flag.Int("size", 9, "of the board")
	additions := flag.Uint64("additions", 1_000_000, "of the first benchmark")
	playouts := flag.Uint64("playouts", 20, "of the second one")
	plan := flag.String("plan", string(compute.PlanChunk), "chunk or seed")
	flag.Parse()
	ctx, end := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // wait for its end
		end()
	}()
	o := compute.DefaultHostOptions()
	o.Plan, o.Additions, o.Playouts = compute.Plan(*plan), *additions, *playouts
	must.Main("computehall", func() { serve(ctx, o, *port, *size, *units) })
}

func serve(ctx context.Context, o compute.HostOptions, port, size int, units uint64) {
	h := must.Get(compute.NewHost(o))
	defer h.Close()
	hall := gateway.DefaultOptions()
	hall.Port, hall.Terminals = port, h
	g := must.Get(gateway.Start(hall))
	defer g.Close()
	fmt.Println("port", g.Port())
	rules := weiqi.DefaultOptions()
	rules.Size = size
	b := must.Get(weiqi.New("", rules, false))
	task := must.Get(compute.NewPlayouts(compute.BoardOf(b), compute.DrawEvenly, nil, 1, units))
	want := must.Get(compute.Do(ctx, task, nil))
	for ctx.Err() == nil {
		if !ready(h) {
			select {
			case <-ctx.Done():
			case <-time.After(10 * time.Millisecond):
			}
			continue
		}
		got, report, err := h.Run(ctx, task)
		if ctx.Err() != nil {
			return
		}
		must.Do(err)
		if got != want {
			must.Fail("the terminals got %+v, one machine gets %+v", got, want)
		}
		fmt.Printf("task terminals=%d units=%d host=%d\n", report.Members, got.Done, report.Host)
	}
}

func ready(h *compute.Host) bool {
	return slices.ContainsFunc(h.Members(), func(m compute.Member) bool { return m.State == "ready" })
}
