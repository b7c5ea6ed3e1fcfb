package selfplay

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// killedOut, in the environment, makes the test binary play into that file, to
// be killed from outside; killedWaits makes it play half of the games and wait for
// its kill.
const (
	killedOut   = "QIKIT_TEST_KILLED_OUT"
	killedWaits = "QIKIT_TEST_KILLED_WAITS"
)

func TestMain(m *testing.M) {
	if out := os.Getenv(killedOut); out != "" {
		o := killedOptions(out)
		waits := os.Getenv(killedWaits) != ""
		if waits {
			o.Games /= 2
		}
		if _, err := Run(context.Background(), o); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if waits {
			time.Sleep(time.Hour)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func killedOptions(out string) Options {
	o := DefaultOptions()
	o.Out, o.Games, o.Workers, o.Resume = out, 16, 2, true
	o.Visits, o.FastVisits, o.Starts.Sizes = 30, 8, Weights{7: 1}
	return o
}

// Killed again and again, each time a little later, a job completes the same
// file as one that was left alone.
func TestRun_killedAtAnyMoment(t *testing.T) {
	_, want := played(t, killedOptions(filepath.Join(t.TempDir(), "whole.samples")))
	out := filepath.Join(t.TempDir(), "killed.samples")
	kills := 0
	for wait := 10 * time.Millisecond; ; wait += wait / 2 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), killedOut+"="+out)
		if kills == 0 { // a kill that comes late does not find it done
			cmd.Env = append(cmd.Env, killedWaits+"=1")
		}
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(wait, func() { cmd.Process.Kill() })
		err := cmd.Wait()
		timer.Stop()
		if err == nil {
			break
		}
		if cmd.ProcessState.Exited() {
			t.Fatalf("after %d kills: %v", kills, err)
		}
		kills++
	}
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if kills == 0 || !bytes.Equal(got, want) {
		t.Errorf("after %d kills: %d bytes, want the %d of one run", kills, len(got), len(want))
	}
}
