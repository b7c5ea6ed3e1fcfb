package plainfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"
)

// ErrHeld is a lock that somebody else holds.
var ErrHeld = errors.New("held by")

// Lock is a file that one at a time holds: another process, and another Lock in this
// one, is kept out. The operating system lets go of it when its holder dies, so a file
// that a kill has left behind keeps nobody out.
type Lock struct{ file *os.File } // nil where the file system has no locks

// holder is who holds a lock, as the file says it.
type holder struct {
	Process int       `json:"process"`
	Host    string    `json:"host"`
	Since   time.Time `json:"since"`
}

// String is what an error says of the holder.
func (h holder) String() string {
	if h.Process == 0 {
		return "another program"
	}
	return fmt.Sprintf("process %d on %s, since %s", h.Process, h.Host, h.Since.Format(time.DateTime))
}

// retry is the time from one look at a lock that is held to the next.
const retry = 20 * time.Millisecond

// Take takes the lock with that path, which it makes if need be, or returns ErrHeld, with
// who holds it, after waiting so long.
func Take(path string, wait time.Duration) (*Lock, error) {
	for begun := time.Now(); ; time.Sleep(retry) {
		l, err := take(path)
		if !errors.Is(err, ErrHeld) {
			return l, err
		}
		if time.Since(begun) >= wait {
			return nil, fmt.Errorf("%w %v", ErrHeld, readHolder(path))
		}
	}
}

// take takes the lock if it is free.
func take(path string) (*Lock, error) {
	for {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
		if err != nil {
			return nil, err
		}
		if err := lockFile(f); err != nil {
			f.Close()
			if errors.Is(err, errors.ErrUnsupported) {
				return &Lock{}, nil
			}
			return nil, err
		}
		// The last holder may have removed the file between the two calls.
		have, err := f.Stat()
		if err != nil {
			f.Close()
			return nil, err
		}
		if now, err := os.Stat(path); err == nil && os.SameFile(have, now) {
			writeHolder(f)
			return &Lock{f}, nil
		}
		f.Close()
	}
}

// writeHolder says who holds the lock, as far as there is room on the disk.
func writeHolder(f *os.File) {
	host, _ := os.Hostname()
	text, err := json.Marshal(holder{os.Getpid(), host, time.Now()})
	if err == nil && f.Truncate(0) == nil {
		f.WriteAt(text, 0)
	}
}

func readHolder(path string) (h holder) {
	text, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(text, &h) != nil {
		return holder{}
	}
	return h
}

// Release lets go of the lock and removes its file.
func (l *Lock) Release() {
	switch {
	case l == nil || l.file == nil:
		return
	case removesOpen:
		os.Remove(l.file.Name())
		l.file.Close()
	default:
		l.file.Close()
		os.Remove(l.file.Name()) // fails when somebody else has it open by now
	}
	l.file = nil
}
