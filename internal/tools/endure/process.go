package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// server is a program that is started again whenever it was killed.
type server struct {
	name string
	args []string
	says func(line string)                       // hears its standard output
	ends func(err error, said string) (bad bool) // hears of an end that was no kill

	mu      sync.Mutex
	cmd     *exec.Cmd
	stopped bool
	kills   int64
	starts  int64
	errors  []string  // that it logged, or ended with
	live    []float64 // MB after each of its garbage collections, when it is asked to tell them
	idle    chan struct{}
}

// start runs it until stop.
func (s *server) start() *server {
	s.idle = make(chan struct{})
	go func() {
		defer close(s.idle)
		for s.once() {
		}
	}()
	return s
}

// once is one life; false when it is to be the last.
func (s *server) once() bool {
	cmd := exec.Command(s.args[0], s.args[1:]...)
	cmd.Env = append(os.Environ(), "GODEBUG=gctrace=1")
	out, _ := cmd.StdoutPipe()
	log, _ := cmd.StderrPipe()
	s.mu.Lock()
	if s.stopped {
		s.mu.Unlock()
		return false
	}
	err := cmd.Start()
	s.cmd = cmd
	s.starts++
	s.mu.Unlock()
	if err != nil {
		s.fault(err.Error())
		return false
	}
	var both sync.WaitGroup
	both.Go(func() { eachLine(out, s.hear) })
	last := ""
	both.Go(func() {
		eachLine(log, func(line string) {
			if s.collected(line) {
				return
			}
			last = line
			if strings.Contains(line, `"level":"ERROR"`) || strings.HasPrefix(line, "panic:") || strings.HasPrefix(line, "fatal error:") {
				s.fault(line)
			}
		})
	})
	both.Wait()
	err = cmd.Wait()
	s.mu.Lock()
	stopped := s.stopped
	s.mu.Unlock()
	switch status := cmd.ProcessState.Sys().(syscall.WaitStatus); {
	case stopped:
		return false
	case status.Signaled() && status.Signal() == syscall.SIGKILL:
		return true
	case s.ends != nil && !s.ends(err, last):
		return true
	}
	s.fault(fmt.Sprintf("ended by itself: %v: %s", err, last))
	time.Sleep(200 * time.Millisecond)
	return true
}

var collection = regexp.MustCompile(`^gc \d+ @.* \d+->\d+->(\d+) MB, `)

// collected notes what a line of GODEBUG=gctrace=1 tells of the memory in use.
func (s *server) collected(line string) bool {
	found := collection.FindStringSubmatch(line)
	if found == nil {
		return false
	}
	mb, _ := strconv.ParseFloat(found[1], 64)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.live = append(s.live, mb)
	return true
}

func (s *server) hear(line string) {
	if s.says != nil {
		s.says(line)
	}
}

func (s *server) fault(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.errors = append(s.errors, text)
	fmt.Printf("%s: %s\n", s.name, text)
}

func eachLine(r io.Reader, f func(string)) {
	for lines := bufio.NewScanner(r); lines.Scan(); {
		f(lines.Text())
	}
}

// kill is kill -9, wherever it is in its work, its start too.
func (s *server) kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cmd != nil && s.cmd.Process != nil && !s.stopped && s.cmd.Process.Kill() == nil {
		s.kills++
	}
}

// stop ends it for good.
func (s *server) stop() {
	s.mu.Lock()
	s.stopped = true
	if s.cmd != nil && s.cmd.Process != nil {
		s.cmd.Process.Kill()
	}
	s.mu.Unlock()
	<-s.idle
}

// pid is its process now, 0 for none.
func (s *server) pid() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cmd == nil || s.cmd.Process == nil {
		return 0
	}
	return s.cmd.Process.Pid
}
