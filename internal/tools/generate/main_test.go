package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.py")
	if err := put(path, []byte("a"), true); err == nil || !strings.Contains(err.Error(), "x.py") {
		t.Errorf("a file that is missing: %v, want an error that names it", err)
	}
	if err := put(path, []byte("a"), false); err != nil {
		t.Fatal(err)
	}
	if err := put(path, []byte("a"), true); err != nil {
		t.Errorf("the same text: %v", err)
	}
	if err := put(path, []byte("b"), true); err == nil || !strings.Contains(err.Error(), "x.py") {
		t.Errorf("another text: %v, want an error that names it", err)
	}
	if text, err := os.ReadFile(path); string(text) != "a" || err != nil {
		t.Errorf("a check wrote %q, %v", text, err)
	}
}

// The committed files match the header and the schemas.
func TestFiles_areInStep(t *testing.T) {
	if err := run(filepath.Join("..", "..", ".."), true); err != nil {
		t.Error(err)
	}
}
