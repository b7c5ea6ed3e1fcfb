package plainfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
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

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("12345"), 0o644); err != nil {
		t.Fatal(err)
	}
	if data, err := Read(path, 5); err != nil || string(data) != "12345" {
		t.Errorf("a file of 5 bytes: %q, %v", data, err)
	}
	if data, err := Read(path, 4); !errors.Is(err, ErrSize) || data != nil || !strings.Contains(err.Error(), path) {
		t.Errorf("with at most 4: %q, %v, want ErrSize with the path", data, err)
	}
	if err := os.Truncate(path, 8<<30); err != nil { // a hole takes no place
		t.Fatal(err)
	}
	if _, err := Read(path, 64<<20); !errors.Is(err, ErrSize) {
		t.Errorf("8 GB: %v, want ErrSize", err)
	}
	if _, err := Read(os.DevNull, 5); !errors.Is(err, ErrKind) {
		t.Errorf("a device: %v, want ErrKind", err)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	for _, text := range []string{"new", "again"} {
		if err := Write(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(path); err != nil || string(data) != text {
			t.Errorf("%q was written: %q, %v", text, data, err)
		}
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("the mode is %v, %v, want 0600", info.Mode(), err)
	}
	for _, bad := range []string{dir, os.DevNull} {
		if err := Write(bad, nil, 0o600); !errors.Is(err, ErrKind) {
			t.Errorf("in the place of %s: %v, want ErrKind", bad, err)
		}
	}
	if err := Write(filepath.Join(dir, "none", "f"), nil, 0o600); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("in no folder: %v, want os.ErrNotExist", err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v, want the file only", left, err)
	}
}
