//go:build unix

package gateway

import (
	"errors"
	"io"
	"math"
	"syscall"
)

// descriptors is how many files the system lets this process open.
func descriptors() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || uint64(limit.Cur) > math.MaxInt32 {
		return math.MaxInt32
	}
	return int(limit.Cur)
}

// rawIO tells that connections are read and written by their descriptors.
const rawIO = true

// writeNow writes as much as the system takes at once, without waiting for the
// peer. Only one goroutine at a time may call it.
func (c *conn) writeNow(octets []byte) (n int, err error) {
	if c.raw == nil {
		return 0, nil
	}
	o := &c.out
	if o.write == nil {
		o.write = o.writeTo
	}
	o.now = octets
	err = c.raw.Write(o.write)
	n, o.now = o.wrote, nil
	switch {
	case err != nil:
		return 0, err
	case errors.Is(o.failed, syscall.EAGAIN):
		return 0, nil
	}
	return max(n, 0), o.failed
}

// writeTo is one write, which the runtime calls with the descriptor.
func (o *outbox) writeTo(fd uintptr) (done bool) {
	for {
		if o.wrote, o.failed = syscall.Write(int(fd), o.now); !errors.Is(o.failed, syscall.EINTR) {
			return true
		}
	}
}

// readNow waits for something to read, and only then takes a buffer for it.
func (c *conn) readNow() ([]byte, error) {
	in := &c.in
	if in.read == nil {
		in.read = in.readFrom
	}
	in.octets, in.failed = nil, nil
	if err := c.raw.Read(in.read); err != nil {
		return nil, err
	}
	octets := in.octets
	in.octets = nil
	return octets, in.failed
}

// readFrom is one read, which the runtime calls; false when there is nothing yet.
func (in *inbox) readFrom(fd uintptr) (done bool) {
	buffer := takeBuffer()[:readBuffer]
	n, err := syscall.Read(int(fd), buffer)
	for errors.Is(err, syscall.EINTR) {
		n, err = syscall.Read(int(fd), buffer)
	}
	if n > 0 {
		in.octets = buffer[:n]
		return true
	}
	giveBack(buffer)
	switch {
	case errors.Is(err, syscall.EAGAIN):
		return false
	case err == nil:
		err = io.EOF
	}
	in.failed = err
	return true
}
