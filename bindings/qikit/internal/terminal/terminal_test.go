package terminal

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/weiqi"
)

// A hall has work, the program does some of it and leaves.
func TestRun_worksAndLeaves(t *testing.T) {
	ho := compute.DefaultHostOptions()
	ho.Additions, ho.Playouts = 1000, 4
	h, err := compute.NewHost(ho)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	o := gateway.DefaultOptions()
	o.Terminals = h
	g, err := gateway.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	b, err := weiqi.New("", weiqi.DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	task, err := compute.NewPlayouts(compute.BoardOf(b), compute.DrawByPolicy, nil, 1, 100)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var out strings.Builder
	done := make(chan error, 1)
	go func() {
		done <- verb.Execute(ctx, Verb, verb.Streams{Out: &out, Err: io.Discard}, "-port", strconv.Itoa(g.Port()), "-cores", "1", "-share", "0.9")
	}()
	late := await.Over(t)
	for helped := false; !helped; {
		select {
		case err := <-done:
			t.Fatalf("it ended: %v", err)
		case <-late:
			t.Fatal("it has not helped")
		default:
		}
		r, report, err := h.Run(t.Context(), task)
		if err != nil || r.Done != task.Count {
			t.Fatalf("%d units, %v", r.Done, err)
		}
		helped = report.Host < task.Count
	}
	stop()
	if err := await.From(t, done); err != nil || !strings.Contains(out.String(), "playouts") {
		t.Errorf("%v, %q", err, out.String())
	}
	// A hall that has no time for its farewell sees that the connection has ended.
	await.Until(t, func() bool { return h.Count() == 0 }, func() string { return fmt.Sprintf("%d terminals after it left", h.Count()) })
}

func TestRun_badInput(t *testing.T) {
	for _, args := range [][]string{{"-cores", "0"}, {"-share", "3"}, {"-nick", "a b"}, {"-speed", "1"}, {"-port", "0"}, {"-key", "@/nowhere"}, {"word"}} {
		if err := verb.Execute(t.Context(), Verb, verb.Streams{Out: io.Discard, Err: io.Discard}, args...); err == nil {
			t.Errorf("%v was taken", args)
		}
	}
}
