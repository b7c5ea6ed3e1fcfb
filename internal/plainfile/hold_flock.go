//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package plainfile

import (
	"os"
	"syscall"
	"time"
)

// ScratchOld is the age from which on a directory of temporary files that nobody holds is left over: a moment
// passes between making and holding it.
const ScratchOld = time.Minute

// Hold marks a directory as in use, until it is closed or the process ends; ok is
// false where somebody else holds it, or where nobody can.
func Hold(dir string) (f *os.File, ok bool) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, false
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, false
	}
	return f, true
}
