package main

import (
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// fairy is Debian's fairy-stockfish as every comparison here sets it up: one
// thread, 64 MB of table, no network.
const fairy = "fairy-stockfish"

const fairySetup = `setoption name UCI_Variant value xiangqi
setoption name Use NNUE value false
setoption name Threads value 1
setoption name Hash value 64
isready
`

// fairyCPU returns the CPU time that fairy-stockfish takes for the commands,
// without starting, and what it printed. Its input stays open until it has
// answered, because it stops thinking at the end of its input.
func fairyCPU(commands string, answers int) (time.Duration, string, error) {
	bare, _, err := fairyRun("", 0)
	if err != nil {
		return 0, "", err
	}
	total, out, err := fairyRun(commands, answers)
	return max(total-bare, time.Microsecond), out, err
}

func fairyRun(commands string, answers int) (time.Duration, string, error) {
	cmd := exec.Command(fairy)
	in, err := cmd.StdinPipe()
	if err != nil {
		return 0, "", err
	}
	var out strings.Builder
	done := make(chan struct{})
	cmd.Stdout = &watcher{text: &out, left: answers, done: done}
	if err := cmd.Start(); err != nil {
		return 0, "", fmt.Errorf("%s (Debian package fairy-stockfish): %w", fairy, err)
	}
	if _, err := in.Write([]byte(fairySetup + commands)); err != nil {
		return 0, "", err
	}
	if answers > 0 {
		select {
		case <-done:
		case <-time.After(10 * time.Minute):
			_ = cmd.Process.Kill()
			return 0, out.String(), fmt.Errorf("%s did not answer in ten minutes", fairy)
		}
	}
	if _, err := in.Write([]byte("quit\n")); err != nil {
		return 0, "", err
	}
	err = cmd.Wait()
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), out.String(), err
}

// watcher keeps the output and counts the lines that end an answer.
type watcher struct {
	text *strings.Builder
	tail string
	left int
	done chan struct{}
}

func (w *watcher) Write(p []byte) (int, error) {
	w.text.Write(p)
	lines := strings.Split(w.tail+string(p), "\n")
	w.tail = lines[len(lines)-1]
	for _, line := range lines[:len(lines)-1] {
		if strings.HasPrefix(line, "bestmove") || strings.HasPrefix(line, "Nodes searched") {
			if w.left--; w.left == 0 {
				close(w.done)
			}
		}
	}
	return len(p), nil
}
