package engine

import (
	"context"
	"errors"
	"testing"
	"time"

	"qikit.dev/qikit/lib/game"
)

// Clear during a search does not wait for it, and the next search knows nothing of it.
func TestGate_clearDuringASearch(t *testing.T) {
	e, err := New("surakarta", DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	b, err := game.New("surakarta", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	alone := search(t, e, b, depth(5))
	if again := search(t, e, b, depth(5)); again.Nodes >= alone.Nodes {
		t.Fatalf("%d nodes at first, then %d: nothing was remembered", alone.Nodes, again.Nodes)
	}

	begun, done := make(chan struct{}), make(chan error)
	ctx, cancel := context.WithCancel(t.Context())
	l := DefaultLimits()
	l.Time = time.Hour
	l.Progress = func(Result) {
		select {
		case <-begun:
		default:
			close(begun)
		}
	}
	go func() {
		_, err := e.Search(ctx, b.Copy(), l)
		done <- err
	}()
	<-begun
	if err := e.Clear(); err != nil { // forever, if it waited
		t.Error(err)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if after := search(t, e, b, depth(5)); after.Nodes != alone.Nodes {
		t.Errorf("%d nodes after Clear, want %d", after.Nodes, alone.Nodes)
	}
}
