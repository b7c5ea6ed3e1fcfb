package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
)

// Work reports each iteration as an event, and a cancelled search still has
// its best move as the result.
func TestWork_cancelledKeepsTheBest(t *testing.T) {
	o := DefaultOptions()
	o.TableMB = 1
	e, err := New("xiangqi", o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	b, err := game.New("xiangqi", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	before := b.Position()
	j := job.Start(Work(e, b, DefaultLimits()))
	await.Until(t, func() bool { return j.Info().Events >= 3 }, func() string { return fmt.Sprintf("three events: %+v", j.Info()) })
	j.Cancel()
	<-j.Done()
	result, err := j.Result()
	if !errors.Is(err, context.Canceled) || j.Info().State != job.Cancelled {
		t.Fatalf("state %d, %v; want a cancelled job", j.Info().State, err)
	}
	var found, last struct {
		Schema string
		Best   *string
		Depth  int
	}
	if err := json.Unmarshal(result, &found); err != nil || found.Best == nil || found.Schema != resultSchema {
		t.Fatalf("result %s (%v), want one with a best move", result, err)
	}
	for j.Event(func(e []byte) error { return json.Unmarshal(e, &last) }) == nil {
	}
	if last.Depth == 0 || last.Depth > found.Depth || j.Info().Done == 0 {
		t.Errorf("last event at depth %d, result at %d, %d positions", last.Depth, found.Depth, j.Info().Done)
	}
	if b.Position() != before {
		t.Errorf("the search has changed the board to %q", b.Position())
	}
}

func TestWork_badLimitFails(t *testing.T) {
	e, err := New("xiangqi", DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	b, err := game.New("xiangqi", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	l := DefaultLimits()
	l.Lines = 0
	j := job.Start(Work(e, b, l))
	<-j.Done()
	if _, err := j.Result(); !errors.Is(err, ErrLimits) || j.Info().State != job.Failed {
		t.Errorf("state %d, %v; want a failed job with ErrLimits", j.Info().State, err)
	}
}
