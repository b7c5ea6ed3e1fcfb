// Package clock makes the clock an option: the system's clock, or in tests one that
// moves only when it is told to.
//
// A [Clock] is among the options of everything that waits; [System] is the default.
//
//	now := o.Clock.Now()
//	select {
//	case <-o.Clock.After(next.Sub(now)):
//	case <-done:
//	}
//
// What a connection waits for within the system, such as a write's deadline, always
// goes by the system's clock.
package clock

import "time"

// Clock tells the time.
type Clock interface {
	Now() time.Time
	// After sends once, when d has gone by; see time.After.
	After(d time.Duration) <-chan time.Time
}

// System is the system's clock.
type System struct{}

// Now is time.Now.
func (System) Now() time.Time { return time.Now() }

// After is time.After.
func (System) After(d time.Duration) <-chan time.Time { return time.After(d) }
