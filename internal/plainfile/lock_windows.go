package plainfile

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// removesOpen says whether a file that is open can be removed.
const removesOpen = false

// lockFile locks an open file, or is ErrHeld. A lock of Windows keeps others from reading
// what is locked, so it lies far behind the text.
func lockFile(f *os.File) error {
	at := windows.Overlapped{Offset: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION), errors.Is(err, windows.ERROR_IO_PENDING):
		return ErrHeld
	case errors.Is(err, windows.ERROR_NOT_SUPPORTED), errors.Is(err, windows.ERROR_INVALID_FUNCTION):
		return errors.ErrUnsupported
	}
	return fmt.Errorf("lock %s: %w", f.Name(), err)
}
