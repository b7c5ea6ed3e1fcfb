package schema

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Library finds schemas and reads each file once.
type Library struct {
	dir   string
	files map[string]*Schema
}

// Of is the library of the project under root.
func Of(root string) *Library { return In(filepath.Join(root, "include", "schema")) }

// In is the library of the files in a folder.
func In(dir string) *Library { return &Library{dir, map[string]*Schema{}} }

// Names are those of the files.
func (l *Library) Names() ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(l.dir, "*.json"))
	for i := range paths {
		paths[i] = filepath.Base(paths[i])
	}
	return paths, err
}

func (l *Library) file(name string) (*Schema, error) {
	if s := l.files[name]; s != nil {
		return s, nil
	}
	text, err := os.ReadFile(filepath.Join(l.dir, name))
	if err != nil {
		return nil, err
	}
	s := new(Schema)
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	l.files[name] = s
	return s, nil
}

// Find is what a reference such as "engine-options.json#/properties/level" or
// "#/$defs/player" means in a file.
func (l *Library) Find(ref, from string) (*Schema, error) {
	name, path, _ := strings.Cut(ref, "#")
	if name == "" {
		name = from
	}
	at, err := l.file(name)
	if err != nil {
		return nil, err
	}
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i := 0; i+1 < len(parts) && at != nil; i += 2 {
		switch parts[i] {
		case "properties":
			at = at.Properties.Get(parts[i+1])
		case "$defs":
			at = at.Defs.Get(parts[i+1])
		}
	}
	if at == nil {
		return nil, fmt.Errorf("%s: no %s", name, ref)
	}
	found := *at
	found.File = name
	return &found, nil
}

// Resolved is what a schema's reference means, with the description and the
// default that stand beside it. Its Ref then names the file, too.
func (l *Library) Resolved(s *Schema, from string) (*Schema, error) {
	if s.Ref == "" {
		found := *s
		found.File = from
		return &found, nil
	}
	found, err := l.Find(s.Ref, from)
	if err != nil {
		return nil, err
	}
	if found.Ref = s.Ref; strings.HasPrefix(s.Ref, "#") {
		found.Ref = from + s.Ref
	}
	if s.Description != "" {
		found.Description = s.Description
	}
	if s.Default != nil {
		found.Default = s.Default
	}
	return found, nil
}
