//go:build !wasm

package engine

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"qikit.dev/qikit/internal/pool"
)

const (
	lineMax   = 64 << 10               // bytes kept of a line; what is longer is cut
	queueMax  = 256                    // lines read ahead; then the program waits
	stderrMax = 512                    // bytes kept of the end of its standard error
	quitGrace = 300 * time.Millisecond // from quit to kill
	reapGrace = 20 * time.Millisecond  // from the end of the output to kill
)

// process is a program that exchanges lines with us. One goroutine talks to it;
// another reads, and when the program ends, kills what it started and reaps it.
type process struct {
	path   string
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout io.ReadCloser
	stderr tail
	lines  chan string   // closed at the end of its output
	halt   chan struct{} // closed by end: nobody reads lines any more
	reader *pool.Task
	last   string // the last line read
}

// startProcess runs a program.
func startProcess(path string, args []string) (*process, error) {
	p := &process{path: path, lines: make(chan string, queueMax), halt: make(chan struct{})}
	p.cmd = exec.Command(path, args...)
	p.cmd.Stderr = &p.stderr
	ownGroup(p.cmd)
	p.cmd.WaitDelay = quitGrace // a grandchild may hold standard error open
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err == nil {
		p.stdout, err = p.cmd.StdoutPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrEngineStart, path, err)
	}
	p.reader = pool.Go(p.read)
	return p, nil
}

// read hands lines on until the output ends, then reaps the program.
func (p *process) read() error {
	in := bufio.NewReaderSize(p.stdout, lineMax)
	for open := true; open; {
		line, err := in.ReadSlice('\n')
		text := string(bytes.TrimRight(line, "\r\n"))
		for errors.Is(err, bufio.ErrBufferFull) { // the rest of an endless line
			_, err = in.ReadSlice('\n')
		}
		open = err == nil
		if text == "" {
			continue
		}
		select {
		case p.lines <- text:
		case <-p.halt:
			open = false
		}
	}
	close(p.lines)
	awaitEnd(p.cmd.Process.Pid)
	killGroup(p.cmd.Process.Pid)
	return p.cmd.Wait()
}

// send writes a line. The program must take it within the time-out.
func (p *process) send(line string, timeout time.Duration) error {
	if f, ok := p.stdin.(interface{ SetWriteDeadline(time.Time) error }); ok {
		// On platforms whose pipes have no deadlines the write may wait longer.
		_ = f.SetWriteDeadline(time.Now().Add(timeout))
	}
	if _, err := io.WriteString(p.stdin, line+"\n"); err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return fmt.Errorf("%w: it does not read %.40q within %v", ErrEngineTimeout, line, timeout)
		}
		return p.died()
	}
	return nil
}

// errAlarm is the caller's alarm going off.
var errAlarm = errors.New("alarm")

// receive waits for the next line, at most until the context ends (its cause),
// an answer is overdue (late fires) or the caller wants to be woken (alarm
// fires: errAlarm). All four are served, however much the program writes.
func (p *process) receive(ctx context.Context, late, alarm <-chan time.Time) (string, error) {
	select {
	case line, ok := <-p.lines:
		if !ok {
			return "", p.died()
		}
		p.last = line
		return line, nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	case <-alarm:
		return "", errAlarm
	case <-late:
		return "", fmt.Errorf("%w: its last words were %.80q", ErrEngineTimeout, p.last)
	}
}

// forget drops the lines that nobody asked for.
func (p *process) forget() {
	for range queueMax {
		select {
		case line, ok := <-p.lines:
			if !ok {
				return
			}
			p.last = line
		default:
			return
		}
	}
}

// died says how, after the end of the output.
func (p *process) died() error {
	p.end(0)
	said := fmt.Sprintf("its last words were %.80q", p.last)
	if text := p.stderr.String(); text != "" {
		said += fmt.Sprintf(" and on standard error %.200q", text)
	}
	how := "it closed its output"
	if state := p.cmd.ProcessState; state != nil {
		how = state.String()
	}
	return fmt.Errorf("%w: %s; %s", ErrEngineDied, how, said)
}

// end closes the program's input, gives it the grace to end by itself, then kills
// it. Afterwards it has been reaped and no goroutine is left.
func (p *process) end(grace time.Duration) {
	_ = p.stdin.Close()
	select {
	case <-p.halt:
	default:
		close(p.halt)
	}
	timer := time.NewTimer(max(grace, reapGrace))
	defer timer.Stop()
	select {
	case <-p.reader.Done():
	case <-timer.C:
		_ = p.cmd.Process.Kill()
		// A child of the program may hold the output open: closing our end
		// wakes the reader.
		_ = p.stdout.Close()
	}
	_ = p.reader.Wait() // how it ended is in ProcessState
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p[max(0, len(p)-stderrMax):]...)
	t.text = append(t.text[:0], t.text[max(0, len(t.text)-stderrMax):]...)
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}
