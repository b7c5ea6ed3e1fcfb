//go:build unix

package engine

import (
	"os/exec"
	"syscall"
)

// ownGroup gives a program a group of its own, which what it starts belongs to.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends what is left of a program's group. The program itself is not reaped yet,
// so that its number is nobody else's.
func killGroup(pid int) {
	_ = syscall.Kill(-pid, syscall.SIGKILL) // an error says that nobody is left
}
