//go:build unix

package cputime_test

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"qikit.dev/qikit/internal/cputime"
)

func TestOwn_growsWithWork(t *testing.T) {
	began := cputime.Own()
	for range 1 << 32 {
		if cputime.Own() > began {
			return
		}
	}
	t.Errorf("it is still %v after long work", began)
}

// Sleep is not work.
func TestWatch(t *testing.T) {
	took := cputime.Watch()
	time.Sleep(50 * time.Millisecond)
	slept := took()
	for began := cputime.Own(); cputime.Own() < began+10*time.Millisecond; {
	}
	if worked := took(); slept >= 50*time.Millisecond || worked < slept+10*time.Millisecond {
		t.Errorf("it took %v to sleep for 50 ms, %v with 10 ms of work", slept, worked)
	}
}

func TestChildren_areCountedWhenTheyHaveEnded(t *testing.T) {
	before := cputime.Children()
	child := exec.Command(os.Args[0], "-test.run=^$")
	if out, err := child.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	used := child.ProcessState.UserTime() + child.ProcessState.SystemTime()
	if got := cputime.Children() - before; used == 0 || got < used/2 || got > 2*used+10*time.Millisecond { // its end counts, too
		t.Errorf("the children have used %v more, the child %v", got, used)
	}
}
