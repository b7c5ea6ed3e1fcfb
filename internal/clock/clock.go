// Package clock is the time as a value that one can be handed: the system's
// clock, or in tests one that moves when it is told.
//
// A [Clock] stands in the options of everything that waits; [System] is the
// default.
//
//	now := o.Clock.Now()
//	select {
//	case <-o.Clock.After(next.Sub(now)):
//	case <-done:
//	}
//
// What a connection waits for within the system, such as a write's deadline, goes
// by the system's clock in any case.
package clock

import "time"

// Clock tells the time.
type Clock interface {
	Now() time.Time
	// After sends once when so much time has gone by; see time.After.
	After(d time.Duration) <-chan time.Time
}

// System is the system's clock.
type System struct{}

// Now is time.Now.
func (System) Now() time.Time { return time.Now() }

// After is time.After.
func (System) After(d time.Duration) <-chan time.Time { return time.After(d) }
