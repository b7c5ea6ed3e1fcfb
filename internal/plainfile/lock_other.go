//go:build !unix && !windows

package plainfile

import (
	"errors"
	"os"
)

// removesOpen says whether a file that is open can be removed.
const removesOpen = true

// lockFile would lock a file: WebAssembly has no locks.
func lockFile(*os.File) error { return errors.ErrUnsupported }
