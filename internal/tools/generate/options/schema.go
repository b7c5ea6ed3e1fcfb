package options

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// schema is a part of a JSON Schema, as much as options need of it.
type schema struct {
	Ref         string            `json:"$ref"`
	Title       string            `json:"title"`
	Description string            `json:"description"`
	Type        kinds             `json:"type"`
	Format      string            `json:"format"`
	Keys        string            `json:"x-keys"`
	Enum        []*string         `json:"enum"` // nil: null
	Properties  properties        `json:"properties"`
	Required    []string          `json:"required"`
	Items       *schema           `json:"items"`
	MinItems    int               `json:"minItems"`
	MaxItems    int               `json:"maxItems"`
	Values      json.RawMessage   `json:"additionalProperties"`
	OneOf       []*schema         `json:"oneOf"`
	Minimum     json.Number       `json:"minimum"`
	Maximum     json.Number       `json:"maximum"`
	Over        json.Number       `json:"exclusiveMinimum"`
	Default     json.RawMessage   `json:"default"`
	Defs        map[string]schema `json:"$defs"`
	file        string            // where it stands
}

// kinds is "type": a word or a list of words.
type kinds []string

func (k *kinds) UnmarshalJSON(text []byte) error {
	if text[0] == '"' {
		*k = kinds{""}
		return json.Unmarshal(text, &(*k)[0])
	}
	return json.Unmarshal(text, (*[]string)(k))
}

// properties keep the order of the file.
type properties []property

type property struct {
	key    string
	schema *schema
}

func (p *properties) UnmarshalJSON(text []byte) error {
	in := json.NewDecoder(bytes.NewReader(text))
	if _, err := in.Token(); err != nil {
		return err
	}
	for in.More() {
		key, err := in.Token()
		if err != nil {
			return err
		}
		s := new(schema)
		if err := in.Decode(s); err != nil {
			return err
		}
		*p = append(*p, property{key.(string), s})
	}
	return nil
}

func (p properties) get(key string) *schema {
	for _, one := range p {
		if one.key == key {
			return one.schema
		}
	}
	return nil
}

// library reads schemas, each file once.
type library struct {
	dir   string
	files map[string]*schema
}

func (l *library) file(name string) (*schema, error) {
	if s := l.files[name]; s != nil {
		return s, nil
	}
	text, err := os.ReadFile(filepath.Join(l.dir, name))
	if err != nil {
		return nil, err
	}
	s := new(schema)
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	l.files[name] = s
	return s, nil
}

// find resolves a reference such as "engine-options.json#/properties/level" or
// "#/$defs/player", seen from a file.
func (l *library) find(ref, from string) (*schema, error) {
	name, path, _ := strings.Cut(ref, "#")
	if name == "" {
		name = from
	}
	s, err := l.file(name)
	if err != nil {
		return nil, err
	}
	at := s
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i := 0; i+1 < len(parts) && at != nil; i += 2 {
		switch parts[i] {
		case "properties":
			at = at.Properties.get(parts[i+1])
		case "$defs":
			d, ok := at.Defs[parts[i+1]]
			if at = nil; ok {
				at = &d
			}
		}
	}
	if at == nil {
		return nil, fmt.Errorf("%s: no %s", name, ref)
	}
	found := *at
	found.file = name
	return &found, nil
}

// resolved is a schema without its reference: what the reference means, with
// the description and the default that stand beside it.
func (l *library) resolved(s *schema, from string) (*schema, error) {
	if s.Ref == "" {
		found := *s
		found.file = from
		return &found, nil
	}
	found, err := l.find(s.Ref, from)
	if err != nil {
		return nil, err
	}
	if s.Description != "" {
		found.Description = s.Description
	}
	if s.Default != nil {
		found.Default = s.Default
	}
	return found, nil
}
