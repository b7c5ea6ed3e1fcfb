package compute

import (
	"context"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
)

// One lease to each of four terminals that answer at once with the rows of a
// whole board.
func BenchmarkRun_4terminals(b *testing.B) {
	h := quick(b, func(o *HostOptions) { o.Plan, o.Verify = PlanSeed, 0 })
	var rows []string
	for row := range goban.SizeMax {
		for column := range goban.SizeMax {
			rows = append(rows, goban.PointAt(column, row).String()+":1:1")
		}
	}
	full := Result{Done: uint64(len(rows)), Payload: strings.Join(rows, " ")}
	for range 4 {
		o := DefaultTerminalOptions()
		o.Work = func(context.Context, Task, func(uint64)) (Result, error) { return full, nil }
		var id string
		term := NewTerminal(o, func(m sgcp.Message) {
			if err := h.Result(id, m.(*sgcp.TaskResult)); err != nil {
				b.Error(err)
			}
		})
		defer term.Close()
		var err error
		if id, err = h.Seat(term.Handle, Member{Rate: 4000, Additions: 300 * time.Millisecond}); err != nil {
			b.Fatal(err)
		}
	}
	job := playouts(b, goban.SizeMax, 4*full.Done)
	for b.Loop() {
		if r, _, err := h.Run(b.Context(), job); err != nil || r.Done != job.Count {
			b.Fatal(r.Done, err)
		}
	}
}
