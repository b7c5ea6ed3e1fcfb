// Package jsonobject reads options as a JSON object over their defaults. Its
// errors speak of keys and JSON values, not of Go's types: they are read by
// people who program in other languages.
package jsonobject

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

const expected = "a JSON object as its schema describes it"

// kinds are what JSON calls the values of Go's types.
var kinds = map[reflect.Kind]string{
	reflect.String: "a text", reflect.Bool: "true or false", reflect.Float64: "a number", reflect.Int: "a whole number",
	reflect.Uint64: "a whole number from 0 on", reflect.Slice: "a list", reflect.Array: "a list", reflect.Map: "an object", reflect.Struct: "an object",
}

// Read reads the text into a pointer to a struct; keys that are absent leave its
// fields as they were. An error for a key that the struct does not have, for a
// value of another kind and for text behind the object.
func Read(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return errors.New(Misread(err, expected))
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("text behind the JSON object, expected nothing")
	}
	return nil
}

// Misread says what is wrong, by the error of a json.Decoder, with a text that was
// to be as expected.
func Misread(err error, expected string) string {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		kind, known := kinds[wrong.Type.Kind()]
		switch {
		case wrong.Field == "":
			return fmt.Sprintf("a JSON %s, expected %s", wrong.Value, expected)
		case known:
			return fmt.Sprintf("%s is a JSON %s, expected %s", wrong.Field, wrong.Value, kind)
		}
		return fmt.Sprintf("%s is a JSON %s, expected %s", wrong.Field, wrong.Value, expected)
	}
	if key, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return fmt.Sprintf("unknown key %s, expected %s", key, expected)
	}
	return fmt.Sprintf("%v, expected %s", err, expected)
}
