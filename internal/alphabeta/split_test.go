package alphabeta

import (
	"sync/atomic"
	"testing"
	"time"

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
	for began := time.Now(); asleep == 0 && time.Since(began) < time.Minute; time.Sleep(time.Millisecond) {
		s.crew.mu.Lock()
		asleep = s.crew.asleep
		s.crew.mu.Unlock()
	}
	over.Store(true)
	s.crew.wake()
	if err := waiting.Wait(); err != nil || asleep != 1 {
		t.Errorf("after some looks %d workers sleep, error %v, want 1", asleep, err)
	}
}
