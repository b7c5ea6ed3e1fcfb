package main

import (
	"path/filepath"
	"testing"
)

// The committed files match the header and the schemas.
func TestFiles_areInStep(t *testing.T) {
	if err := run(filepath.Join("..", "..", ".."), true); err != nil {
		t.Error(err)
	}
}
