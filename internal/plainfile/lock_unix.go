//go:build unix

package plainfile

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// removesOpen says whether a file that is open can be removed.
const removesOpen = true

// lockFile locks an open file, or is ErrHeld. The lock belongs to this opening of the
// file, so that two writers in one process exclude each other as well.
func lockFile(f *os.File) error {
	for {
		switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
		case err == nil:
			return nil
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrHeld
		case errors.Is(err, syscall.ENOLCK), errors.Is(err, errors.ErrUnsupported):
			return errors.ErrUnsupported
		default:
			return fmt.Errorf("lock %s: %w", f.Name(), err)
		}
	}
}
