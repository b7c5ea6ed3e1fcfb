package main

import (
	"io"
	"sync/atomic"
	"syscall"
	"time"

	"qikit.dev/qikit/internal/tools/must"
)

// socket is a TCP socket by its descriptor. Ten thousand net.Conns, each with a
// goroutine and a place in the runtime's poller, took as much CPU time as the
// gateway on the same cores: the bench measured its own clients.
type socket int

// dialSocket connects to a port of this machine; its reads block.
func dialSocket(port int) socket {
	fd := must.Get(syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0))
	must.Do(syscall.Connect(fd, &syscall.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}}))
	// As net.Conn does: a line leaves at once.
	must.Do(syscall.SetsockoptInt(fd, syscall.IPPROTO_TCP, syscall.TCP_NODELAY, 1))
	return socket(fd)
}

func (s socket) Read(p []byte) (int, error) {
	for {
		n, err := syscall.Read(int(s), p)
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		}
		return n, nil
	}
}

func (s socket) Write(p []byte) (written int, err error) {
	for written < len(p) {
		n, err := syscall.Write(int(s), p[written:])
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return written, err
		}
		written += n
	}
	return written, nil
}

func (s socket) Close() error { return syscall.Close(int(s)) }

// earEvery is how often an ear polls when few lines come.
const earEvery = 500 * time.Microsecond

// ear listens to many talkers at once.
type ear struct {
	epoll    int
	talkers  []*talker
	deaf     atomic.Bool
	finished chan struct{}
}

// listen starts to read lines for the talkers, until stop.
func listen(talkers []*talker) *ear {
	epoll := must.Get(syscall.EpollCreate1(syscall.EPOLL_CLOEXEC))
	e := &ear{epoll: epoll, talkers: talkers, finished: make(chan struct{})}
	for i, t := range talkers {
		t.heard(must.Get(t.lines.Peek(t.lines.Buffered())), time.Now())
		must.Do(syscall.SetNonblock(int(t.conn), true))
		must.Do(syscall.EpollCtl(epoll, syscall.EPOLL_CTL_ADD, int(t.conn), &syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(i)}))
	}
	go func() {
		defer close(e.finished)
		e.run()
	}()
	return e
}

func (e *ear) run() {
	events := make([]syscall.EpollEvent, 256)
	buffer := make([]byte, 4096)
	for !e.deaf.Load() {
		n, err := syscall.EpollWait(e.epoll, events, 0)
		if err != syscall.EINTR {
			must.Do(err)
		}
		for _, event := range events[:max(n, 0)] {
			t := e.talkers[event.Fd]
			n, err := t.conn.Read(buffer)
			if err != nil {
				must.Fail("%s: %w", t.nick, err)
			}
			t.heard(buffer[:n], time.Now())
		}
		if n < len(events) {
			// A reader that waits for every line is woken by the gateway, at the gateway's
			// expense; clients on other machines are not. A line that comes during the
			// sleep is seen too late, never too early.
			time.Sleep(earEvery)
		}
	}
}

// stop ends the listening, and the measurement when a connection ended before.
func (e *ear) stop() {
	e.deaf.Store(true)
	<-e.finished
	syscall.Close(e.epoll) // nothing waits for it any more
	must.Do(nil)
}
