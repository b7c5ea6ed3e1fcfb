package main

// #include "jobs.h"
import "C"

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// guard runs a call that has no handle yet: its error or its panic becomes the
// status and the text in out.
func guard(out *C.qk_error, f func() error) (status C.qk_status) {
	defer func() {
		if v := recover(); v != nil {
			status = report(out, panicked(v))
		}
	}()
	if err := f(); err != nil {
		return report(out, err)
	}
	return C.QK_OK
}

// with runs a call on a live handle; a panic in it poisons the handle.
func with[T any](t *table[T], id uint64, out *C.qk_error, f func(v T) error) (status C.qk_status) {
	it, err := t.enter(id)
	if err != nil {
		return report(out, err)
	}
	// One deferred call for everything: this is on the path of the cheapest
	// calls, where a second one shows.
	broken := false
	defer func() {
		if v := recover(); v != nil {
			broken = true
			status = report(out, panicked(v))
		}
		t.leave(it, broken)
	}()
	if err := f(it.value); err != nil {
		broken = breaks(err)
		return report(out, err)
	}
	return C.QK_OK
}

// on is with inside of another call: errors and panics go on to that one's
// guard.
func on[T any](t *table[T], id uint64, f func(v T) error) error {
	it, err := t.enter(id)
	if err != nil {
		return err
	}
	broken := true
	defer func() { t.leave(it, broken) }()
	err = f(it.value)
	broken = err != nil && breaks(err)
	return err
}

// kept is the error of a job that has ended. Whatever it is, the job itself is
// as sound as before.
type kept struct{ error }

func (k kept) Unwrap() error { return k.error }

// breaks says whether an error is a worker's panic, handed to the call that
// waited for it.
func breaks(err error) bool {
	var k kept
	return statusOf(err) == C.QK_ERR_PANIC && !errors.As(err, &k)
}

// enter finds a live handle that may be used, and keeps others out of a serial
// table's until leave.
func (t *table[T]) enter(id uint64) (*item[T], error) {
	it, err := t.get(id)
	if err != nil {
		return nil, err
	}
	if t.serial {
		it.mu.Lock()
	}
	if it.poisoned.Load() || t.broken != nil && t.broken(it.value) {
		if t.serial {
			it.mu.Unlock()
		}
		return nil, errPoisoned
	}
	return it, nil
}

// leave ends what enter began. A handle on which something has panicked, in the
// call itself or in a worker it waited for, can only be freed from then on.
func (t *table[T]) leave(it *item[T], poison bool) {
	if poison {
		it.poisoned.Store(true)
		poisonedJob(it.id)
	}
	if t.serial {
		it.mu.Unlock()
	}
}

// give gives out a handle for a value, which it closes when there is none left.
func give[T any, H ~uint64](t *table[T], value T, to *H) error {
	id, err := t.put(value)
	switch {
	case err == nil:
		*to = H(id)
	case t.close != nil:
		t.close(value)
	}
	return err
}

// count gives out a number.
func count(n int64, to *C.uint64_t) error {
	*to = C.uint64_t(n)
	return nil
}

// release ends a handle and then closes what it stood for. Freeing 0 is
// fine, and so is freeing a poisoned handle.
func release[T any](t *table[T], id uint64) C.qk_status {
	if id == 0 {
		return C.QK_OK
	}
	return guard(nil, func() error {
		it, err := t.take(id)
		if err == nil && t.close != nil {
			t.close(it.value)
		}
		return err
	})
}

var errPoisoned = fault(C.QK_ERR_PANIC, "an earlier call on this handle panicked, it can only be freed")

// poisonedJob lets polls of a job see what happened to it.
func poisonedJob(id uint64) {
	if id>>typeShift == typeJob {
		C.qkc_job_poison(C.uint64_t(id))
	}
}

// panicked is the error that a recovered panic becomes: the value, then where
// it came from.
func panicked(v any) error {
	return fault(C.QK_ERR_PANIC, "a defect in the library: %v\n%s", v, debug.Stack())
}

// statusError is an error that knows its status: what this package itself
// finds wrong.
type statusError struct {
	status C.qk_status
	text   string
}

func (e *statusError) Error() string { return e.text }

func fault(status C.qk_status, format string, args ...any) error {
	return &statusError{status, fmt.Sprintf(format, args...)}
}
