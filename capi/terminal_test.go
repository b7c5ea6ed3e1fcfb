package main

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/job"
)

// terminalReports joins a real hall: an event, and the result of a cancelled job.
func terminalReports(t *testing.T) {
	o := compute.DefaultHostOptions()
	o.Additions, o.Playouts = 1000, 4
	h, err := compute.NewHost(o)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	hall := gateway.DefaultOptions()
	hall.Terminals = h
	g, err := gateway.Start(hall)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	join, err := compute.ParseJoin(fmt.Appendf(nil, `{"port": %d}`, g.Port()))
	if err != nil {
		t.Fatal(err)
	}
	j := job.Start(compute.JoinWork(join))
	event := make(chan struct{}, 1)
	j.Watch(func(i job.Info) {
		if i.Events > 0 || i.State != job.Running {
			select {
			case event <- struct{}{}:
			default:
			}
		}
	})
	await.From(t, event)
	if err := j.Event(func(text []byte) error { validate(t, "terminal", text); return nil }); err != nil {
		t.Error(err)
	}
	j.Cancel()
	<-j.Done()
	text, err := j.Result()
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	validate(t, "terminal", text)
}
