package client

import (
	"testing"
	"time"

	"qikit.dev/qikit/internal/rng"
)

func TestBackoff_doublesAndIsJittered(t *testing.T) {
	o := DefaultOptions()
	open := func(seed uint64) *Client { return &Client{options: o, jitter: rng.New(seed)} }
	a, same, other := open(1), open(1), open(2)
	differ := false
	for i := range 40 {
		d := a.backoff()
		base := o.BackoffMax
		if i < 10 {
			base = min(base, o.BackoffMin<<i)
		}
		if d < base/2 || d >= base*3/2 {
			t.Errorf("try %d waits %v, want %v by a half up or down", i, d, base)
		}
		if s := same.backoff(); s != d {
			t.Errorf("try %d waits %v, with the same seed %v", i, d, s)
		}
		differ = differ || other.backoff() != d
	}
	if !differ {
		t.Error("two seeds wait alike")
	}
}

func TestDefaultOptions_areRight(t *testing.T) {
	o := DefaultOptions()
	o.Port, o.Nick = 1, "bob"
	if err := o.Check(); err != nil {
		t.Error(err)
	}
	if o.GiveUp != 120*time.Second || o.Seed == DefaultOptions().Seed {
		t.Errorf("%+v: want to give up when the session is gone, and a seed of its own", o)
	}
}
