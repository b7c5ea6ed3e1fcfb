//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Own is the processor time of this process so far.
func Own() time.Duration { return of(syscall.RUSAGE_SELF) }

// Children is the processor time of the programs that this process began and that have ended.
func Children() time.Duration { return of(syscall.RUSAGE_CHILDREN) }

func of(whom int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(whom, &u); err != nil {
		panic(err) // only for a number that is neither of the two
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
