package generate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// killedOut, in the environment, makes the test binary a generation into that
// file, to be killed from outside.
const killedOut = "QIKIT_TEST_KILLED_OUT"

func TestMain(m *testing.M) {
	if out := os.Getenv(killedOut); out != "" {
		fmt.Println("begun")
		kind, searches := os.Getenv(killedOut+"_KIND"), os.Getenv(killedOut+"_SEARCHES")
		o := killedOptions(out, kind)
		if searches != "" {
			o = killedGame(out, kind, searches)
		}
		if _, err := Book(context.Background(), o, nil); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// killsLeast is how many lives of the job end by a kill whatever it takes: after
// searchesMost searches they wait for it.
const (
	killsLeast   = 3
	searchesMost = 10
)

// killedOptions is a job slow enough to be killed in every phase.
func killedOptions(out, kind string) Options {
	o := DefaultOptions()
	o.Game, o.Out, o.Games, o.Workers, o.Resume = "mnk", out, 60, 2, true
	seed := uint64(11)
	o.Seed, o.Reevaluate = &seed, &Reevaluate{Depth: 9, Lines: 2}
	if kind == "breadth" {
		o.Games, o.Breadth = 1, breadth(3, 4, true)
	}
	if kind == "growing" {
		o.Games, o.Breadth = 1, best(OrderScore, 60, true)
		o.Initial.Positions = []string{"", "x........ 1 1"}
	}
	waits := os.Getenv(killedOut+"_WAITS") != ""
	var searches atomic.Int64
	o.Engines = func(int) (engine.Engine, error) {
		return &booktest.Fake{Label: "fake", Fault: func(game.Board) error {
			if waits && searches.Add(1) > searchesMost {
				time.Sleep(time.Hour)
			}
			time.Sleep(500 * time.Microsecond)
			return nil
		}}, nil
	}
	return o
}

func TestGenerate_killedAtAnyMoment(t *testing.T) {
	kinds := []string{"games", "breadth", "growing"}
	if testing.Short() {
		kinds = kinds[1:2] // it has every phase
	}
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			o := killedOptions(t.TempDir()+"/whole.qkb", kind)
			b, whole := generated(t, o)
			want := booktest.Export(t, b, "jsonl")

			out := t.TempDir() + "/killed.qkb"
			if kind == "growing" {
				small := killedOptions(out, kind)
				small.Breadth, small.Initial.Positions = best(OrderScore, 20, true), []string{""}
				generated(t, small)
			}
			kills := 0
			for wait := time.Millisecond; ; wait += wait/4 + time.Millisecond {
				whole, err := killAfter(out, kind, wait, kills < killsLeast)
				if err != nil {
					t.Fatalf("after %d kills: %v", kills, err)
				}
				if whole {
					break
				}
				kills++
			}
			b = booktest.Open(t, out)
			if got := booktest.Export(t, b, "jsonl"); got != want {
				t.Errorf("after %d kills the book differs from that of one run", kills)
			}
			s, err := b.Stats(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if s.Path = whole.Path; fmt.Sprint(s.Summary) != fmt.Sprint(whole) {
				t.Errorf("summary after %d kills = %+v, want %+v", kills, s.Summary, whole)
			}
			if kills < killsLeast {
				t.Errorf("only %d kills: the job is too fast for this test", kills)
			}
			t.Logf("%d kills", kills)
		})
	}
}

// killAfter runs the job in a process of its own and kills it so long after it
// has begun; whole says that it ended before, which one that waits does not.
func killAfter(out, kind string, wait time.Duration, waits bool) (whole bool, err error) {
	child := childOf(out, kind)
	if waits {
		child.Env = append(child.Env, killedOut+"_WAITS=1")
	}
	var said strings.Builder
	child.Stderr = &said
	stdout, err := child.StdoutPipe()
	if err != nil {
		return false, err
	}
	if err := child.Start(); err != nil {
		return false, err
	}
	if _, err := stdout.Read(make([]byte, 8)); err != nil { // "begun"
		return false, err
	}
	timer := time.AfterFunc(wait, func() { child.Process.Kill() }) // SIGKILL
	defer timer.Stop()
	return ended(child.Wait(), &said)
}

// childOf is the job in a process of its own.
func childOf(out, kind string) *exec.Cmd {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), killedOut+"="+out, killedOut+"_KIND="+kind)
	return child
}

// ended tells a job that a kill ended from one that is done.
func ended(err error, said *strings.Builder) (whole bool, _ error) {
	var exit *exec.ExitError
	if errors.As(err, &exit) && !exit.Exited() {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%w: %s, want a kill or success", err, said)
	}
	return true, nil
}
