package engine

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
)

// What an external engine starts ends with it, whether it goes by itself or is killed.
func TestProcess_endsWithWhatItStarted(t *testing.T) {
	for name, script := range map[string]string{
		"goes":               "sleep 1000 >/dev/null 2>&1 & echo $!; read line",
		"is killed":          "sleep 1000 >/dev/null 2>&1 & echo $!; exec sleep 1000",
		"output stays open":  "sleep 1000 & echo $!; read line",
		"a child of a child": "sh -c 'sleep 1000 & echo $!; wait' & read line",
	} {
		p, err := startProcess("/bin/sh", []string{"-c", script})
		if err != nil {
			t.Fatal(err)
		}
		late := await.Over(t)
		line, err := p.receive(t.Context(), late, nil)
		if err != nil {
			t.Fatal(err)
		}
		child, err := strconv.Atoi(line)
		if err != nil {
			t.Fatalf("%s: the program said %q", name, line)
		}
		p.end(0)
		for ; lives(child); time.Sleep(time.Millisecond) {
			select {
			case <-late:
				t.Fatalf("%s: the child of the program lives on", name)
			default:
			}
		}
	}
}

// lives tells whether a process runs: one that nobody reaps does not.
func lives(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, after, _ := bytes.Cut(stat, []byte(") "))
	return err == nil && !bytes.HasPrefix(after, []byte("Z"))
}
