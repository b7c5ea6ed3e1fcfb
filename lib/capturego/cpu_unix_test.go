//go:build unix

package capturego

import (
	"syscall"
	"testing"
)

// cpuSeconds is the CPU time that this process has used, so that rates mean
// something on a busy machine.
func cpuSeconds(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
