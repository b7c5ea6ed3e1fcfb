package schema

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const player = `{
  "$defs": {"player": {"description": "A player.", "type": "object", "properties": {"kind": {"type": "string", "enum": ["", "a", null]}}}},
  "properties": {
    "red": {"$ref": "#/$defs/player", "description": "Red."},
    "seed": {"type": ["integer", "null"], "maximum": 18446744073709551615}
  }
}`

func TestLibrary_findsAndResolves(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.json"), []byte(player), 0o644); err != nil {
		t.Fatal(err)
	}
	l := In(dir)
	red, err := l.Find("x.json#/properties/red", "")
	if err != nil {
		t.Fatal(err)
	}
	own, err := l.Resolved(red, red.File)
	if err != nil || own.Description != "Red." || own.Ref != "x.json#/$defs/player" || own.Types.Only() != "object" {
		t.Errorf("red is %+v, %v", own, err)
	}
	kind, err := l.Find("#/$defs/player/properties/kind", "x.json")
	if err != nil || !slices.Equal(kind.Texts(), []string{"", "a"}) || !slices.Equal(kind.Words(), []string{"a"}) {
		t.Errorf("kind is %+v, %v", kind, err)
	}
	seed, err := l.Find("x.json#/properties/seed", "")
	if err != nil || seed.Wide() != "uint64" || !seed.Types.Nullable() || seed.Types.Only() != "integer" {
		t.Errorf("seed is %+v, %v", seed, err)
	}
	for _, ref := range []string{"x.json#/properties/blue", "x.json#/$defs/red", "y.json"} {
		if _, err := l.Find(ref, ""); err == nil || !strings.Contains(err.Error(), ref) {
			t.Errorf("Find(%q): %v, want an error that names it", ref, err)
		}
	}
}
