// Package schema reads the JSON Schemas of include/schema for generators: what
// they say, in the order in which they say it.
package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Schema is a JSON Schema, as far as ours go.
type Schema struct {
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Types       Types           `json:"type"`
	Const       json.RawMessage `json:"const"`
	Enum        []any           `json:"enum"`
	Properties  Properties      `json:"properties"`
	Required    []string        `json:"required"`
	Items       *Schema         `json:"items"`
	// Additional is the schema of the values behind keys that are not listed, or
	// false.
	Additional json.RawMessage `json:"additionalProperties"`
}

// Types are the JSON types that a value may have; none for any.
type Types []string

// UnmarshalJSON takes a type or a list of types.
func (t *Types) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*t = Types{one}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(t))
}

// Only is the type besides null, if there is just one.
func (t Types) Only() string {
	rest := slices.DeleteFunc(slices.Clone(t), func(name string) bool { return name == "null" })
	if len(rest) != 1 {
		return ""
	}
	return rest[0]
}

// Nullable says whether the value may be null.
func (t Types) Nullable() bool { return slices.Contains(t, "null") }

// Property is one key of an object.
type Property struct {
	Key string
	*Schema
}

// Properties are those of an object, in the order of the file.
type Properties []Property

// UnmarshalJSON keeps the order, which a map would lose.
func (p *Properties) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		property := Property{Key: key.(string)}
		if err := d.Decode(&property.Schema); err != nil {
			return err
		}
		*p = append(*p, property)
	}
	return nil
}

// Get is the schema behind a key, or nil.
func (p Properties) Get(key string) *Schema {
	i := slices.IndexFunc(p, func(q Property) bool { return q.Key == key })
	if i < 0 {
		return nil
	}
	return p[i].Schema
}

// Read reads include/schema/NAME.json under root.
func Read(root, name string) (*Schema, error) {
	text, err := os.ReadFile(filepath.Join(root, "include", "schema", name+".json"))
	if err != nil {
		return nil, err
	}
	var s Schema
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("%s.json: %w", name, err)
	}
	return &s, nil
}
