package ctest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/weiqi"
)

// openHall opens a gateway with a compute host behind it, which has work as long
// as the test goes on; its port stands in the file hall.port of the directory.
func openHall(t testing.TB, dir string) {
	t.Helper()
	o := compute.DefaultHostOptions()
	o.Additions, o.Playouts = 1000, 4
	h, err := compute.NewHost(o)
	if err != nil {
		t.Fatal(err)
	}
	hall := gateway.DefaultOptions()
	hall.Terminals = h
	g, err := gateway.Start(hall)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "hall.port"), fmt.Append(nil, g.Port()), 0o644); err != nil {
		t.Fatal(err)
	}
	b, err := weiqi.New("", weiqi.DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	task, err := compute.NewPlayouts(compute.BoardOf(b), compute.DrawEvenly, nil, 1, 400)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			if h.Count() == 0 {
				time.Sleep(time.Millisecond)
				continue
			}
			if _, _, err := h.Run(ctx, task); err != nil && ctx.Err() == nil {
				t.Error(err)
				return
			}
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-done
		g.Close()
		h.Close()
	})
}
