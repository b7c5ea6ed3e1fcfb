// Package jsonobject reads options as a JSON object over their defaults. Its
// errors speak of keys and JSON values, not of Go's types: they are read by
// people who program in other languages.
package jsonobject

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

const expected = "a JSON object as its schema describes it"

// kinds are what JSON calls the values of Go's types.
var kinds = map[reflect.Kind]string{
	reflect.String: "a text", reflect.Bool: "true or false", reflect.Float64: "a number", reflect.Int: "a whole number",
	reflect.Uint64: "a whole number from 0 on", reflect.Slice: "a list", reflect.Array: "a list", reflect.Map: "an object", reflect.Struct: "an object",
}

// Read reads the text into a pointer to a struct; keys that are absent leave its
// fields as they were, and so does blank text. An error for a key that the
// struct does not have, which names those there are, for a value of another kind
// and for text behind the object.
func Read(text []byte, into any) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(text, &given); err != nil {
		if strings.HasSuffix(err.Error(), "after top-level value") {
			return errors.New("text behind the JSON object, expected nothing")
		}
		return errors.New(Misread(err, expected))
	}
	known := keys(reflect.TypeOf(into).Elem())
	for _, key := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(known, key) {
			return fmt.Errorf("no option %q, expected one of %s", key, strings.Join(known, ", "))
		}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields() // in objects inside
	if err := d.Decode(into); err != nil {
		return errors.New(Misread(err, expected))
	}
	return nil
}

// keys are those of a struct, sorted; of a struct embedded, too.
func keys(t reflect.Type) (all []string) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	for i := range t.NumField() {
		f := t.Field(i)
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && key == "":
			all = append(all, keys(f.Type)...)
		case key != "" && key != "-":
			all = append(all, key)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Misread says what is wrong, by the error of a json.Decoder, with a text that was
// to be as expected.
func Misread(err error, expected string) string {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		kind, known := kinds[wrong.Type.Kind()]
		field := wrong.Field
		if first, rest, _ := strings.Cut(field, "."); first != "" && unicode.IsUpper(rune(first[0])) {
			field = rest // keys begin with small letters: this one is of Go, a struct embedded
		}
		switch {
		case field == "":
			return fmt.Sprintf("a JSON %s, expected %s", wrong.Value, expected)
		case known:
			return fmt.Sprintf("%s is a JSON %s, expected %s", field, wrong.Value, kind)
		}
		return fmt.Sprintf("%s is a JSON %s, expected %s", field, wrong.Value, expected)
	}
	if key, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return fmt.Sprintf("unknown key %s, expected %s", key, expected)
	}
	return fmt.Sprintf("%v, expected %s", err, expected)
}
