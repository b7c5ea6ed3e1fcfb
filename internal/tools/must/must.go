// Package must ends a piece of work at its first error, as FailNow of package testing
// ends a test. It serves the programs of internal/tools, whose steps are of no use once
// one of them has failed; deferred calls run.
//
//	must.Main("probe", func() {
//		e := must.Get(engine.New("xiangqi", engine.DefaultOptions()))
//		defer e.Close()
//		must.Do(e.Clear())
//	})
//
// [Run] and [Main] run the work; [Do], [Get] and [Fail] end it. A goroutine that the
// work starts may call them too: that goroutine ends at once, the work at its next Do
// or Get. The library does not use this package: it returns errors.
package must

import (
	"fmt"
	"os"
	"runtime"
	"sync"
)

var (
	mu     sync.Mutex
	failed error // the first error of the innermost work
)

// Run does the work and returns the error that ended it.
func Run(work func()) error {
	outer := swap(nil)
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	<-done
	return swap(outer)
}

func swap(err error) (was error) {
	mu.Lock()
	defer mu.Unlock()
	was, failed = failed, err
	return was
}

// Main does the work of a program. An error is printed after the program's name and
// ends the program with status 1.
func Main(name string, work func()) {
	if err := Run(work); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

// Do ends the work unless err is nil and no goroutine of the work has failed.
func Do(err error) {
	mu.Lock()
	if failed == nil {
		failed = err
	}
	fine := failed == nil
	mu.Unlock()
	if !fine {
		runtime.Goexit()
	}
}

// Get returns the value, or ends the work.
func Get[T any](value T, err error) T {
	Do(err)
	return value
}

// Fail ends the work with an error in the form of [fmt.Errorf].
func Fail(format string, args ...any) { Do(fmt.Errorf(format, args...)) }
