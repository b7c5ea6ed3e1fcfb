//go:build unix

package plainfile

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

// Nobody is at the other end of the pipe: whatever waited for somebody would wait for
// ever.
func TestPipe_isRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); !errors.Is(err, ErrKind) {
		t.Errorf("Open: %v, want ErrKind", err)
	}
	if _, err := Read(path, 100); !errors.Is(err, ErrKind) {
		t.Errorf("Read: %v, want ErrKind", err)
	}
	if err := Write(path, []byte("x"), 0o600); !errors.Is(err, ErrKind) {
		t.Errorf("Write: %v, want ErrKind", err)
	}
}
