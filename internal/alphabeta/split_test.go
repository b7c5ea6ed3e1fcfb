package alphabeta

import (
	"sync/atomic"
	"testing"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/internal/pool"
)

// A worker that waits for its helpers sleeps although another worker's split is open: the
// helper may need its processor.
func TestAssist_sleepsBesideForeignSplit(t *testing.T) {
	s := New[uint32](2, 1)
	s.crew.publish(&split[uint32]{owner: s.workers[1], left: 1})
	var over atomic.Bool
	waiting := pool.Go(func() error { s.workers[0].assist(&split[uint32]{owner: s.workers[0]}, over.Load); return nil })
	asleep := 0
	await.Until(t, func() bool {
		s.crew.mu.Lock()
		defer s.crew.mu.Unlock()
		asleep = s.crew.asleep
		return asleep > 0
	}, func() string { return "a worker that sleeps" })
	over.Store(true)
	s.crew.wake()
	if err := waiting.Wait(); err != nil || asleep != 1 {
		t.Errorf("after some looks %d workers sleep, error %v, want 1", asleep, err)
	}
}
