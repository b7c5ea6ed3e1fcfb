package engine

import (
	"context"
	"errors"
	"testing"
	"time"
)

// patience is how long a test tries to be in time: on a busy machine any one try may be
// late without any fault of ours.
const patience = 2 * time.Minute

// within holds that something takes a limit at most, once at least. No try may take as long
// as what never ends.
func within(t *testing.T, name string, limit time.Duration, try func() time.Duration) {
	t.Helper()
	for began := time.Now(); ; {
		took := try()
		if took <= limit {
			return
		}
		if time.Since(began) > patience || took > 30*time.Second {
			t.Errorf("%s took %v, want %v at most", name, took, limit)
			return
		}
	}
}

// promptly cancels searches until one has come back within 50 ms of it.
func promptly(t *testing.T, name string, search func(ctx context.Context) error) {
	t.Helper()
	cause := errors.New("enough")
	var late time.Duration
	for began, try := time.Now(), 0; time.Since(began) < patience; try++ {
		ctx, cancel := context.WithCancelCause(context.Background())
		var at time.Time
		timer := time.AfterFunc(40*time.Millisecond, func() { at = time.Now(); cancel(cause) })
		err := search(ctx)
		late = time.Since(at)
		timer.Stop()
		if !errors.Is(err, cause) {
			t.Fatalf("%s: error %v, want %v", name, err, cause)
		}
		// The second search meets what the first has left behind.
		if late <= 50*time.Millisecond && try > 0 {
			return
		}
	}
	t.Errorf("%s: came back %v after the cancel, want at most 50 ms", name, late)
}
