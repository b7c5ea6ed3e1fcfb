//go:build !wasip1

package plainfile

import "syscall"

// nonblock opens a file without waiting for a pipe's other end.
const nonblock = syscall.O_NONBLOCK
