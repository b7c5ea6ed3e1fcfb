package engine

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"
)

// awaitEnd waits until a program has ended, and does not reap it.
func awaitEnd(pid int) {
	for errors.Is(unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil), syscall.EINTR) {
	}
}
