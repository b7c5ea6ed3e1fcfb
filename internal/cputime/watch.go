package cputime

import "time"

// Watch starts a watch, which tells what this process has taken since: the time by the
// clock, or that of the processor where it is less, because others had the machine. A test
// that holds work to a limit asks it, so that a busy machine does not fail the test. What
// does nothing takes nothing by it: a limit on waiting is no matter of it.
func Watch() (took func() time.Duration) {
	began, before := time.Now(), Own()
	return func() time.Duration {
		clock, used := time.Since(began), Own()-before
		if Own() == 0 { // it is not known here
			return clock
		}
		return min(clock, used)
	}
}
