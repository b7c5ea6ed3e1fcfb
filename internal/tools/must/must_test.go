package must

import (
	"errors"
	"slices"
	"testing"
)

func TestRun_endsAtTheFirstError(t *testing.T) {
	first, second := errors.New("first"), errors.New("second")
	var done []string
	err := Run(func() {
		defer func() { done = append(done, "deferred") }()
		if n := Get(7, nil); n != 7 {
			t.Errorf("Get(7, nil) = %d", n)
		}
		Do(nil)
		if err := Run(func() { Do(second) }); !errors.Is(err, second) {
			t.Errorf("the inner work ended with %v, want %v", err, second)
		}
		done = append(done, "before")
		Get(0, first)
		done = append(done, "after")
	})
	if !errors.Is(err, first) {
		t.Errorf("Run = %v, want %v", err, first)
	}
	if want := []string{"before", "deferred"}; !slices.Equal(done, want) {
		t.Errorf("done %q, want %q", done, want)
	}
	if err := Run(func() {}); err != nil {
		t.Errorf("work without an error after one with it: %v", err)
	}
}

func TestRun_returnsWhatAGoroutineMet(t *testing.T) {
	lost := errors.New("lost")
	err := Run(func() {
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			Do(lost)
		}()
		<-ended
		Do(nil)
		t.Error("the work went on")
	})
	if !errors.Is(err, lost) {
		t.Errorf("Run = %v, want %v", err, lost)
	}
}
