package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

const (
	// hung ends a copy with the stacks of its goroutines: 20 minutes for each of eight that
	// share its processor.
	hung = 8 * 20 * time.Minute
	kept = "build/steady" // what failing runs printed
)

// byClock are the packages whose tests have most to do with clocks, goroutines, sockets
// and processes. They come first, in this order, with those below them.
var byClock = []string{
	"lib/cluster", "lib/compute", "lib/platform", "lib/gateway", "lib/sgcp", "bindings/qikit", "internal/ctest",
	"lib/host", "lib/job", "examples", "lib/book/generate", "lib/selfplay", "lib/engine", "lib/review",
}

// tries says what steadySlice runs.
type tries struct {
	rounds      int    // of each program, on each number of processors, with those of the log
	copies      int    // that run at a time on the same processors: the load is theirs
	race, short bool   // as the step "go race" does; the short tests alone
	tags        string // of the build; the race detector's are those of its step
	command     string // of the shell, instead of the tests in Go
	folders     []string
	log         string
}

// trial is a program that is run again and again.
type trial struct {
	dir     string
	command []string

	mu     sync.Mutex
	row    row
	begun  time.Time
	used   time.Duration // of processors
	failed []string      // files with what was printed
	tree   string
	left   int
}

// slice runs programs, some copies at a time, until each has had its rounds or the
// context ends: on one processor first, then on two. What the log says of a folder as it is
// now is not done again.
func (s tries) slice(ctx context.Context, dir string, add func(row)) {
	before := must.Get(readLog(s.log))
	folders := s.packages()
	programs := make([][]string, len(folders))
	for processors := 1; processors <= 2; processors++ {
		var begun []*trial
		queue := make(chan *trial)
		all := s.workers(ctx, processors, queue, add)
		for i, folder := range folders {
			tree := strings.TrimSpace(must.Get(step.Output(exec.Command("git", "rev-parse", "--short", "HEAD:"+filepath.ToSlash(filepath.Clean(folder))))))
			what := s.what(folder, processors)
			left := s.rounds - steadySince(before, what, tree)
			if left <= 0 || ctx.Err() != nil {
				continue
			}
			if programs[i] == nil {
				programs[i] = s.program(folder, filepath.Join(dir, fmt.Sprint("steady", i)))
			}
			t := &trial{dir: folder, command: programs[i], tree: tree, left: left, row: row{kind: "steady", what: what}}
			begun = append(begun, t)
			for n := 0; n < left && ctx.Err() == nil; n++ {
				select {
				case queue <- t:
				case <-ctx.Done():
				}
			}
		}
		close(queue)
		all.Wait()
		for _, t := range begun {
			if t.left > 0 && t.row.count > 0 {
				add(t.result())
			}
		}
	}
}

// workers run what is queued, as many as there are copies on each group of so many
// processors: on one processor each processor of the machine has a group, so that none
// stands idle.
func (s tries) workers(ctx context.Context, processors int, queue <-chan *trial, add func(row)) *sync.WaitGroup {
	all := new(sync.WaitGroup)
	for group := range max(1, runtime.NumCPU()/processors) {
		bind := bound(group*processors, processors)
		for range s.copies {
			all.Go(func() {
				for t := range queue {
					if t.once(ctx, bind, processors) {
						add(t.result())
					}
				}
			})
		}
	}
	return all
}

// packages are the folders that were asked for, or those of all tests in Go.
func (s tries) packages() []string {
	if len(s.folders) > 0 {
		return s.folders
	}
	listed := must.Get(step.Output(exec.Command("go", "list", "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}", "./...")))
	here := must.Get(os.Getwd())
	var all []string
	for dir := range strings.FieldsSeq(listed) {
		all = append(all, "./"+filepath.ToSlash(must.Get(filepath.Rel(here, dir))))
	}
	slices.SortStableFunc(all, func(a, b string) int { return turnOf(a) - turnOf(b) })
	return all
}

func turnOf(folder string) int {
	i := slices.IndexFunc(byClock, func(f string) bool { return strings.HasPrefix(folder+"/", "./"+f+"/") })
	if i < 0 {
		return len(byClock)
	}
	return i
}

// what names a trial in the log.
func (s tries) what(folder string, processors int) string {
	name := folder
	if s.race {
		name += " race" // with its tags, the short tests
	} else if s.short {
		name += " short"
	}
	if s.tags != "" && !s.race {
		name += " " + s.tags
	}
	if s.command != "" {
		name += " " + strconv.Quote(s.command)
	}
	if processors == 1 {
		return name + ", 1 processor"
	}
	return fmt.Sprintf("%s, %d processors", name, processors)
}

// steadySince counts the runs without a failure of what is in this tree.
func steadySince(rows []row, what, tree string) (n int) {
	for _, r := range rows {
		if r.kind == "steady" && r.what == what && r.bad == 0 && strings.HasPrefix(r.note, "tree "+tree+",") {
			n += int(r.count)
		}
	}
	return n
}

// program is the command that runs a folder's tests, whose test program it makes.
func (s tries) program(folder, path string) []string {
	if s.command != "" {
		return []string{"sh", "-c", s.command}
	}
	args := []string{"test", "-c", "-vet=off", "-ldflags=-w", "-o", path}
	if s.race {
		args = append(args, step.Race...)
	} else if s.tags != "" {
		args = append(args, "-tags", s.tags)
	}
	cmd := exec.Command("go", append(args, folder)...)
	if s.tags != "" {
		cmd.Env = append(os.Environ(), "CGO_CFLAGS=-O1 -g") // as the steps of build.sh: SQLite's C in half of the time
	}
	must.Get(step.Output(cmd))
	run := []string{path, "-test.paniconexit0", "-test.timeout=" + hung.String()}
	if s.short {
		run = append(run, "-test.short")
	}
	return run
}

// bound is the command before a command that keeps it to so many processors from the first
// on; nil where the system cannot.
func bound(first, processors int) []string {
	bind := []string{"taskset", "-c", fmt.Sprintf("%d-%d", first, first+processors-1)}
	if exec.Command(bind[0], append(bind[1:], "true")...).Run() != nil {
		return nil
	}
	return bind
}

// once runs the program, with as many threads that run Go as it has processors; it is true
// after the last of the runs. The end of a slice lets it finish. If it fails then, that does
// not count: the interrupt of a terminal reaches it, too.
func (t *trial) once(ctx context.Context, bind []string, processors int) (last bool) {
	t.mu.Lock()
	if t.begun.IsZero() {
		t.begun = time.Now()
	}
	t.mu.Unlock()
	command := slices.Concat(bind, t.command)
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir, cmd.Env = t.dir, append(os.Environ(), fmt.Sprint("GOMAXPROCS=", processors))
	cmd.WaitDelay = time.Minute // its children hold its output
	out, err := cmd.CombinedOutput()
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil && ctx.Err() != nil {
		return false
	}
	if cmd.ProcessState != nil {
		t.used += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	t.row.count++
	t.row.seconds = time.Since(t.begun).Seconds()
	if err != nil {
		t.row.bad++
		t.failed = append(t.failed, keep(t.row.what, append(out, fmt.Sprintf("\n%v\n", err)...)))
	}
	t.left--
	return t.left == 0
}

// keep writes what a failing run printed and returns the file's name.
func keep(what string, out []byte) string {
	must.Do(os.MkdirAll(kept, 0o755))
	plain := func(r rune) rune {
		if strings.ContainsRune(`/*" `, r) {
			return '-'
		}
		return r
	}
	f := must.Get(os.CreateTemp(kept, strings.Trim(strings.Map(plain, what), ".-")+"-*.txt"))
	defer f.Close()
	must.Get(f.Write(out))
	fmt.Printf("%s: failed, see %s\n", what, f.Name())
	return f.Name()
}

// result is the row so far.
func (t *trial) result() row {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.row
	r.note = fmt.Sprintf("tree %s, %.0f s of processor", t.tree, t.used.Seconds())
	if len(t.failed) > 0 {
		r.note += ", see " + t.failed[0]
	}
	fmt.Printf("%s: %d of %d failed in %.0f s; %s\n", r.what, r.bad, r.count, r.seconds, r.note)
	return r
}
