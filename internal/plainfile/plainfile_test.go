package plainfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOpen_whatIsNoFile(t *testing.T) {
	for path, word := range map[string]string{t.TempDir(): "directory", os.DevNull: "device"} {
		if _, err := Open(path); !errors.Is(err, ErrKind) || !strings.Contains(err.Error(), word) || !strings.Contains(err.Error(), path) {
			t.Errorf("Open(%s) = %v, want ErrKind with %q and the path", path, err, word)
		}
	}
	if _, err := OpenText(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: err = %v, want os.ErrNotExist", err)
	}
}

func TestText_zeros(t *testing.T) {
	for _, c := range []struct {
		name  string
		zeros int
		is    error
	}{{"as many as may be", ZerosMost, nil}, {"one more", ZerosMost + 1, ErrZeros}} {
		path := filepath.Join(t.TempDir(), "f")
		zeros := strings.Repeat("\x00", c.zeros)
		want := "a" + zeros + "b" + zeros[:10] + "c"
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := OpenText(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		got, err := io.ReadAll(f)
		if !errors.Is(err, c.is) || err == nil && string(got) != want {
			t.Errorf("%s: %d of %d bytes, %v, want %v", c.name, len(got), len(want), err, c.is)
		}
	}
}
