//go:build unix

package generate

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/book"
)

// A job of somebody else's starts no program that is not listed, whoever is to use it.
func TestNewHandOf_startsListedProgramsOnly(t *testing.T) {
	dir := t.TempDir()
	program, mark := filepath.Join(dir, "evil.sh"), filepath.Join(dir, "ran")
	if err := os.WriteFile(program, []byte("#!/bin/sh\ntouch "+mark+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	engine := fmt.Sprintf(`{"kind": "uci", "path": %q}`, program)
	for key, options := range map[string]string{
		"players[0].path":        `"players": [` + engine + `]`,
		"players[1].path":        `"players": [{}, ` + engine + `]`,
		"reevaluate.engine.path": `"reevaluate": {"engine": ` + engine + `}`,
	} {
		job, err := json.Marshal(handJob{
			Options: json.RawMessage(`{"game": "xiangqi", "repeatable": false, "games": 1, "seed": 1, "out": "x", ` + options + `}`),
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, programs := range [][]string{nil, {"evil.sh", filepath.Join(dir, "other")}} {
			if h, err := NewHandOf(job, programs); !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), key) || !strings.Contains(err.Error(), "listed") {
				t.Errorf("%s with %q listed: %v, %v, want ErrOptions with the key", key, programs, h, err)
			}
			if _, err := os.Stat(mark); err == nil {
				t.Fatalf("%s: a program ran that is not listed", key)
			}
		}
		if _, err := NewHandOf(job, []string{program}); err == nil {
			t.Errorf("%s: what is no engine was taken for one", key)
		}
		if err := os.Remove(mark); err != nil {
			t.Errorf("%s: the listed program did not run: %v", key, err)
		}
	}
}
