package main

import (
	"os/exec"
	"strings"
	"time"

	"qikit.dev/qikit/internal/tools/must"
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

// stockfish is Debian's stockfish for chess, on one thread.
const stockfish = "stockfish"

const stockfishSetup = "setoption name Threads value 1\nsetoption name Hash value 16\nisready\n"

// fairyCPU is peerCPU of fairy-stockfish.
func fairyCPU(commands string, answers int) (time.Duration, string) {
	return peerCPU(fairy, fairySetup, commands, answers)
}

// peerCPU returns the CPU time that a program of UCI takes for the commands, without
// starting, and what it printed. Its input stays open until it has answered, because
// it stops thinking at the end of its input.
func peerCPU(peer, setup, commands string, answers int) (time.Duration, string) {
	bare, _ := peerRun(peer, setup, 0)
	total, out := peerRun(peer, setup+commands, answers)
	return max(total-bare, time.Microsecond), out
}

func peerRun(peer, commands string, answers int) (time.Duration, string) {
	cmd := exec.Command(peer)
	in := must.Get(cmd.StdinPipe())
	var out strings.Builder
	done := make(chan struct{})
	cmd.Stdout = &watcher{text: &out, left: answers, done: done}
	if err := cmd.Start(); err != nil {
		must.Fail("%s (a Debian package): %w", peer, err)
	}
	must.Get(in.Write([]byte(commands)))
	if answers > 0 {
		select {
		case <-done:
		case <-time.After(10 * time.Minute):
			_ = cmd.Process.Kill()
			must.Fail("%s did not answer in ten minutes", peer)
		}
	}
	must.Get(in.Write([]byte("quit\n")))
	must.Do(cmd.Wait())
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), out.String()
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
