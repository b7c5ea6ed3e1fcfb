package book

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// decode reads a JSON object into the struct that into points to, whose json
// tags are the keys, over what is there already. At every level an unknown key
// or a value of the wrong type is an error that names its path
// ("depth.mean") and what was expected.
//
// null leaves a plain field as it is and turns a pointer off; for a pointer to
// a struct false does so too, and true stands for its defaults.
func decode(text []byte, at string, into any) error {
	return decodeStruct(text, at, reflect.ValueOf(into).Elem())
}

// defaulter is a struct that fills itself before it is decoded into.
type defaulter interface{ setDefaults() }

func decodeStruct(text []byte, at string, into reflect.Value) error {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(text, &given); err != nil || given == nil {
		return fmt.Errorf("%w: %s is %s, expected a JSON object", ErrOptions, name(at), excerpt(text))
	}
	fields := map[string]reflect.Value{}
	for i := range into.NumField() {
		if key, _, _ := strings.Cut(into.Type().Field(i).Tag.Get("json"), ","); key != "" && key != "-" {
			fields[key] = into.Field(i)
		}
	}
	known := sortedKeys(fields)
	for _, key := range sortedKeys(given) {
		field, ok := fields[key]
		if !ok {
			return fmt.Errorf("%w: no option %q, expected one of %s", ErrOptions, join(at, key), strings.Join(known, ", "))
		}
		if err := decodeField(given[key], join(at, key), field); err != nil {
			return err
		}
	}
	return nil
}

func decodeField(text json.RawMessage, at string, field reflect.Value) error {
	null := string(text) == "null"
	if field.Kind() == reflect.Pointer && field.Type().Elem().Kind() == reflect.Struct && !isUnmarshaler(field) {
		if null || string(text) == "false" {
			field.SetZero()
			return nil
		}
		fresh := reflect.New(field.Type().Elem())
		if d, ok := fresh.Interface().(defaulter); ok {
			d.setDefaults()
		}
		field.Set(fresh)
		if string(text) == "true" {
			return nil
		}
		return decodeStruct(text, at, fresh.Elem())
	}
	if null && field.Kind() != reflect.Pointer {
		return nil
	}
	if field.Kind() == reflect.Struct && !isUnmarshaler(field.Addr()) {
		if d, ok := field.Addr().Interface().(defaulter); ok {
			d.setDefaults()
		}
		return decodeStruct(text, at, field)
	}
	if err := json.Unmarshal(text, field.Addr().Interface()); err != nil {
		return fmt.Errorf("%w: %s is %s, expected %s", ErrOptions, at, excerpt(text), expected(field))
	}
	return nil
}

func isUnmarshaler(v reflect.Value) bool {
	_, ok := v.Interface().(json.Unmarshaler)
	return ok
}

// expecter says in words what JSON a type takes.
type expecter interface{ expected() string }

func expected(field reflect.Value) string {
	t := field.Type()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if e, ok := reflect.New(t).Interface().(expecter); ok {
		return e.expected()
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a text"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Uint64:
		return "a whole number from 0 to 18446744073709551615"
	case reflect.Float64:
		return "a number"
	case reflect.Slice:
		return "a list"
	}
	return "an object"
}

func join(at, key string) string {
	if at == "" {
		return key
	}
	return at + "." + key
}

func name(at string) string {
	if at == "" {
		return "options"
	}
	return at
}

// excerpt is the beginning of a JSON text for an error message.
func excerpt(text []byte) string {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return "empty"
	}
	if len(text) > 60 {
		return string(text[:60]) + "…"
	}
	return string(text)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
