package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// schema is a JSON Schema, as far as ours go.
type schema = map[string]any

func readSchema(t testing.TB, name string) schema {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "include", "schema", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var s schema
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatalf("%s.json: %v", name, err)
	}
	return s
}

// resolve follows a $ref: "#/path" in the file at hand or "file.json#/path".
func resolve(t testing.TB, whole, s schema) (in, at schema) {
	ref, ok := s["$ref"].(string)
	if !ok {
		return whole, s
	}
	file, path, _ := strings.Cut(ref, "#/")
	if file != "" {
		whole = readSchema(t, strings.TrimSuffix(file, ".json"))
	}
	at = whole
	for step := range strings.SplitSeq(path, "/") {
		next, ok := at[step].(schema)
		if !ok {
			t.Fatalf("$ref %q leads nowhere at %q", ref, step)
		}
		at = next
	}
	return whole, at
}

func kindOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	case float64:
		if v == float64(int64(v)) || v >= 1<<63 {
			return "integer"
		}
	}
	return "number"
}

// keywords are all that our schemas use: anything else is a slip.
var keywords = []string{"$schema", "$id", "$defs", "$ref", "title", "description", "default", "type", "const", "enum", "properties", "required",
	"additionalProperties", "items", "minItems", "maxItems", "minimum", "maximum", "exclusiveMinimum", "pattern", "anyOf",
	"format", "x-keys", "x-go", "x-when"} // these four for internal/tools/generate only: what a text or a number is, that keys are numbers, what Go needs, what must be true

// faults lists what is wrong with v by a schema.
func faults(t testing.TB, whole, s schema, at string, v any) (list []string) {
	whole, s = resolve(t, whole, s)
	bad := func(format string, args ...any) { list = append(list, at+": "+fmt.Sprintf(format, args...)) }
	for key := range s {
		if !slices.Contains(keywords, key) {
			bad("the schema has an unknown keyword %q", key)
		}
	}
	kind := kindOf(v)
	switch types := s["type"].(type) {
	case string:
		if kind != types && !(kind == "integer" && types == "number") {
			bad("is of type %s, expected %s", kind, types)
		}
	case []any:
		if !slices.Contains(types, any(kind)) && !(kind == "integer" && slices.Contains(types, any("number"))) {
			bad("is of type %s, expected one of %v", kind, types)
		}
	}
	if c, ok := s["const"]; ok && v != c {
		bad("is %v, expected %v", v, c)
	}
	if enum, ok := s["enum"].([]any); ok && !slices.Contains(enum, v) {
		bad("is %v, expected one of %v", v, enum)
	}
	if ways, ok := s["anyOf"].([]any); ok && !slices.ContainsFunc(ways, func(one any) bool { return len(faults(t, whole, one.(schema), at, v)) == 0 }) {
		bad("is %v, expected one of %v", v, ways)
	}
	switch v := v.(type) {
	case float64:
		for key, wrong := range map[string]func(limit float64) bool{
			"minimum":          func(limit float64) bool { return v < limit },
			"maximum":          func(limit float64) bool { return v > limit },
			"exclusiveMinimum": func(limit float64) bool { return v <= limit },
		} {
			if limit, ok := s[key].(float64); ok && wrong(limit) {
				bad("is %v, %s is %v", v, key, limit)
			}
		}
	case string:
		if p, ok := s["pattern"].(string); ok && !regexp.MustCompile(p).MatchString(v) {
			bad("is %q, expected %s", v, p)
		}
	case []any:
		if most, ok := s["maxItems"].(float64); ok && len(v) > int(most) {
			bad("has %d items", len(v))
		}
		if least, ok := s["minItems"].(float64); ok && len(v) < int(least) {
			bad("has %d items", len(v))
		}
		if items, ok := s["items"].(schema); ok {
			for i, item := range v {
				list = append(list, faults(t, whole, items, fmt.Sprintf("%s[%d]", at, i), item)...)
			}
		}
	case map[string]any:
		list = append(list, objectFaults(t, whole, s, at, v)...)
	}
	return list
}

func objectFaults(t testing.TB, whole, s schema, at string, v map[string]any) (list []string) {
	properties, _ := s["properties"].(schema)
	if required, ok := s["required"].([]any); ok {
		for _, key := range required {
			if _, ok := v[key.(string)]; !ok {
				list = append(list, fmt.Sprintf("%s: has no %q", at, key))
			}
		}
	}
	for key, value := range v {
		at := at + "." + key
		if p, ok := properties[key].(schema); ok {
			list = append(list, faults(t, whole, p, at, value)...)
			continue
		}
		switch more := s["additionalProperties"].(type) {
		case schema:
			list = append(list, faults(t, whole, more, at, value)...)
		case bool:
			if !more {
				list = append(list, at+": no such key in the schema")
			}
		}
	}
	return list
}

// validate fails the test when a text is not what a schema says.
func validate(t testing.TB, name string, text []byte) {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Errorf("%s: %v in %.200s", name, err, text)
		return
	}
	s := readSchema(t, name)
	if list := faults(t, s, s, name, v); len(list) > 0 {
		t.Errorf("%s:\n%s\nin %.400s", name, strings.Join(list, "\n"), text)
	}
}

func TestValidate_sees(t *testing.T) {
	s := readSchema(t, "xiangqi-rules")
	for _, row := range []struct {
		text string
		want string
	}{
		{`{}`, ""},
		{`{"natural_limit": 60, "repetition": "off"}`, ""},
		{`{"natural_limit": 60.5}`, "type"},
		{`{"natural_limit": -1}`, "minimum"},
		{`{"natural_limit": 10000}`, "maximum"},
		{`{"repetition": "twice"}`, "one of"},
		{`{"limit": 1}`, "no such key"},
		{`[]`, "type array"},
	} {
		var v any
		if err := json.Unmarshal([]byte(row.text), &v); err != nil {
			t.Fatal(err)
		}
		list := faults(t, s, s, "", v)
		if (row.want == "") != (len(list) == 0) || row.want != "" && !strings.Contains(list[0], row.want) {
			t.Errorf("%s: %v, want %q", row.text, list, row.want)
		}
	}
}

// sameKeys compares the json tags of a struct, and of the structs in it, with
// the properties of a schema.
func sameKeys(t *testing.T, whole, s schema, typ reflect.Type, at string) {
	whole, s = resolve(t, whole, s)
	properties, _ := s["properties"].(schema)
	tags := map[string]bool{}
	for _, f := range reflect.VisibleFields(typ) {
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if tag == "" || tag == "-" {
			continue
		}
		tags[tag] = true
		p, ok := properties[tag].(schema)
		if !ok {
			t.Errorf("%s: the schema lacks %q", at, tag)
			continue
		}
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		_, custom := reflect.New(inner).Interface().(json.Unmarshaler)
		if inner.Kind() == reflect.Struct && !custom {
			sameKeys(t, whole, p, inner, at+"."+tag)
		}
	}
	for key := range properties {
		if !tags[key] {
			t.Errorf("%s: the schema has %q, the struct has not", at, key)
		}
	}
}
