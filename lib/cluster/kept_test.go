package cluster

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// A kill or a full disk may leave an empty file where a key was to be: a server starts all the same, and keeps its key from then on.
func TestKeptKey_emptyFile(t *testing.T) {
	o := DefaultOptions()
	o.Dir = t.TempDir()
	files := []string{filepath.Join(o.Dir, "host.key"), filepath.Join(o.Dir, "member.key")}
	for _, path := range files {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	start(t, o)
	for _, path := range files {
		key, err := ReadKey(path)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
			t.Errorf("%s: %v, %v, want mode 0600", path, info.Mode(), err)
		}
		if again, err := keptKey(path); err != nil || again.String() != key.String() {
			t.Errorf("%s read again is another key: %v", path, err)
		}
	}
}

// Processes that begin at once have one key.
func TestKeptKey_atOnce(t *testing.T) {
	const all = 8
	path := filepath.Join(t.TempDir(), "host.key")
	got := make(chan string, all)
	for range all {
		go func() {
			key, err := keptKey(path)
			if err != nil {
				t.Error(err)
			}
			got <- key.String()
		}()
	}
	first := <-got
	for range all - 1 {
		if other := <-got; other != first {
			t.Error("two keys for one file")
		}
	}
}
