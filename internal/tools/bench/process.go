package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"qikit.dev/qikit/internal/cputime"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// cpu is the CPU time that f takes in this process.
func cpu(f func()) time.Duration {
	before := cputime.Own()
	f()
	return cputime.Own() - before
}

// best is the shortest of n runs.
func best(n int, f func() time.Duration) time.Duration {
	least := f()
	for range n - 1 {
		least = min(least, f())
	}
	return least
}

// quickest is the shortest CPU time of n runs in this process.
func quickest(n int, f func()) time.Duration {
	return best(n, func() time.Duration { return cpu(f) })
}

// repeat calls f n times.
func repeat(n int, f func()) func() {
	return func() {
		for range n {
			f()
		}
	}
}

// resident is the memory of this process in MB: now ("VmRSS") or at its highest
// ("VmHWM").
func resident(key string) (mb float64) {
	text := must.Get(os.ReadFile("/proc/self/status"))
	for line := range strings.Lines(string(text)) {
		if n, _ := fmt.Sscanf(line, key+": %f kB", &mb); n == 1 {
			return mb / 1024
		}
	}
	must.Fail("no %s in /proc/self/status", key)
	return 0
}

// runChild does a job in a child process: it prints what it measures as "key value"
// lines.
func runChild(job string) {
	kind, rest, _ := strings.Cut(job, "-")
	switch kind {
	case "gateway":
		runGateway(rest == "slow")
	case "cluster":
		runCluster(rest)
	case "review":
		runReview(rest)
	case "weak":
		runWeak(rest)
	case "question":
		runQuestion(rest)
	default:
		runBook(job)
	}
}

// child is this program in another process, doing a job.
type child struct {
	cmd *exec.Cmd
	in  io.Writer
	out *bufio.Reader
}

func start(job string, env ...string) *child {
	c := &child{cmd: exec.Command(must.Get(os.Executable()))}
	c.cmd.Env = append(append(os.Environ(), "QIKIT_BENCH_CHILD="+job), env...)
	c.cmd.Stderr = os.Stderr
	c.out = bufio.NewReader(must.Get(c.cmd.StdoutPipe()))
	c.in = must.Get(c.cmd.StdinPipe())
	must.Do(c.cmd.Start())
	return c
}

// line is the next line that it prints.
func (c *child) line() string {
	line, err := c.out.ReadString('\n')
	if err != nil {
		c.kill()
		must.Fail("%v ended: %w", c.cmd.Args, err)
	}
	return strings.TrimSpace(line)
}

// kill is kill -9.
func (c *child) kill() {
	c.cmd.Process.Kill()
	c.cmd.Wait() // it fails, because the process was killed
}

// figuresOf runs a job to its end and returns the figures that it printed.
func figuresOf(job string) map[string]float64 {
	c := start(job)
	text, err := io.ReadAll(c.out)
	if err := errors.Join(err, c.cmd.Wait()); err != nil {
		must.Fail("%s: %w\n%s", job, err, text)
	}
	return figures(string(text))
}

// figures reads "key value" lines.
func figures(text string) map[string]float64 {
	values := map[string]float64{}
	for line := range strings.Lines(text) {
		var key string
		var value float64
		if n, _ := fmt.Sscan(line, &key, &value); n == 2 {
			values[key] = value
		}
	}
	return values
}

// tested runs a test and returns what it prints.
func tested(run, pkg string, flags ...string) string {
	return must.Get(step.Output(exec.Command("go", append([]string{"test", "-count=1", "-timeout=2h", "-v", "-run=^" + run + "$", pkg}, flags...)...)))
}

// gcc compiles a program of testdata into dir.
func gcc(dir, name string, flags ...string) (program string) {
	program = dir + "/" + name
	args := append([]string{"-O2", "-Wall", "-o", program, "internal/tools/bench/testdata/" + name + ".c"}, flags...)
	must.Get(step.Output(exec.Command("gcc", args...)))
	return program
}

// quantile is what a share of sorted times does not exceed.
func quantile(sorted []time.Duration, share float64) time.Duration {
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}

// times are microseconds of rounds.
type times struct{ p50, p99 float64 }

func quantiles(rounds []time.Duration) times {
	slices.Sort(rounds)
	return times{quantile(rounds, 0.5).Seconds() * 1e6, quantile(rounds, 0.99).Seconds() * 1e6}
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
