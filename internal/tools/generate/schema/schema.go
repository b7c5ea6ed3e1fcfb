// Package schema reads the JSON Schemas of include/schema for generators: what
// they say, in the order in which they say it.
//
// A [Library] finds a [Schema] by its reference, as "book-options.json#/properties/depth".
package schema

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Schema is a JSON Schema, with the keywords that ours use.
type Schema struct {
	Ref         string          `json:"$ref"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Types       Types           `json:"type"`
	Format      string          `json:"format"`
	Keys        string          `json:"x-keys"` // "integer": an object's keys are numbers
	When        string          `json:"x-when"` // a key beside it, without whose truth it says nothing
	Enum        []*string       `json:"enum"`   // nil: null
	Properties  Properties      `json:"properties"`
	Required    []string        `json:"required"`
	Items       *Schema         `json:"items"`
	MinItems    int             `json:"minItems"`
	MaxItems    int             `json:"maxItems"`
	Additional  json.RawMessage `json:"additionalProperties"` // the schema of values behind keys that are not listed, or false
	OneOf       []*Schema       `json:"oneOf"`
	AnyOf       []*Schema       `json:"anyOf"` // {"const": 0} or {"minimum": ...}: a number, or 0 that stands for something else
	Const       json.RawMessage `json:"const"`
	Minimum     json.Number     `json:"minimum"`
	Maximum     json.Number     `json:"maximum"`
	Over        json.Number     `json:"exclusiveMinimum"`
	Default     json.RawMessage `json:"default"`
	Defs        Properties      `json:"$defs"`
	Go          Go              `json:"x-go"`
	File        string          `json:"-"` // where it stands
}

// Go is what only Go needs to know of options, "x-go". Beside an object it names the
// struct; beside a key it says what does not follow from the schema.
type Go struct {
	Struct  string            `json:"struct"`  // that the object becomes: "lib/book/generate.Depth"
	Fields  []Go              `json:"fields"`  // of the struct that have no key; one without a name is embedded
	Doc     string            `json:"doc"`     // the comment on a struct or a field without a key; what is added to that on a key
	Name    string            `json:"name"`    // of the field
	Type    string            `json:"type"`    // of the field
	Default *string           `json:"default"` // of the field, as Go; "" for one that is set by hand
	Tags    map[string]string `json:"tags"`    // of the field, for internal/options; "" for a check by hand
}

// Texts are the texts that a value may be; none where any may.
func (s *Schema) Texts() (texts []string) {
	for _, text := range s.Enum {
		if text != nil {
			texts = append(texts, *text)
		}
	}
	return texts
}

// Values is the schema of what is behind keys that are not listed, or nil.
func (s *Schema) Values() *Schema {
	values := new(Schema)
	if json.Unmarshal(s.Additional, values) != nil {
		return nil
	}
	return values
}

// Words are those of Texts that are not empty.
func (s *Schema) Words() []string {
	return slices.DeleteFunc(s.Texts(), func(text string) bool { return text == "" })
}

// Wide is "int64" or "uint64" for a number that has 64 bits, otherwise empty or
// the format of a text.
func (s *Schema) Wide() string {
	if s.Maximum == "18446744073709551615" {
		return "uint64"
	}
	return s.Format
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

// Rest are the types besides null.
func (t Types) Rest() Types {
	return slices.DeleteFunc(slices.Clone(t), func(name string) bool { return name == "null" })
}

// Only is the type besides null, if there is just one.
func (t Types) Only() string {
	if rest := t.Rest(); len(rest) == 1 {
		return rest[0]
	}
	return ""
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

// Get is the schema of a key, or nil.
func (p Properties) Get(key string) *Schema {
	i := slices.IndexFunc(p, func(q Property) bool { return q.Key == key })
	if i < 0 {
		return nil
	}
	return p[i].Schema
}
