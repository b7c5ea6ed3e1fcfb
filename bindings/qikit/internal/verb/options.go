package verb

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// Options states a flag for each plain field of a struct of options of the library: its
// tags tell the name in JSON, the range and the words. Those in leave get none. The result
// puts what the flags say over a text of options, JSON or @ and a file.
func (f *Flags) Options(standard any, leave ...string) (over func(text string) ([]byte, error)) {
	values := map[string]reflect.Value{}
	from := reflect.ValueOf(standard)
	for i := range from.NumField() {
		field := from.Type().Field(i)
		key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		name := strings.ReplaceAll(key, "_", "-")
		if key == "" || key == "-" || slices.Contains(leave, key) || f.Lookup(name) != nil {
			continue
		}
		value := reflect.Indirect(from.Field(i))
		if field.Type.Kind() == reflect.Pointer && !value.IsValid() {
			value = reflect.Zero(field.Type.Elem())
		}
		if f.state(name, value, usage(key, field.Tag)) {
			values[key] = value
		}
	}
	return func(text string) ([]byte, error) {
		text, err := Secret(text)
		if err != nil {
			return nil, err
		}
		given := map[string]json.RawMessage{}
		if err := json.Unmarshal([]byte(text), &given); err != nil {
			return nil, Usagef("--options: %w", err)
		}
		for key := range values {
			if name := strings.ReplaceAll(key, "_", "-"); f.Said(name) {
				if given[key], err = json.Marshal(f.Lookup(name).Value.(interface{ Get() any }).Get()); err != nil {
					return nil, Usagef("--%s: %w", name, err)
				}
			}
		}
		return json.Marshal(given)
	}
}

// state makes a flag of a plain value; it tells whether the value is one.
func (f *Flags) state(name string, value reflect.Value, usage string) bool {
	switch value.Kind() {
	case reflect.Int:
		f.Int(name, int(value.Int()), usage)
	case reflect.Uint64:
		f.Uint64Var(new(uint64), name, value.Uint(), usage)
	case reflect.Float64:
		f.Float64Var(new(float64), name, value.Float(), usage)
	case reflect.Bool:
		f.Bool(name, value.Bool(), usage)
	case reflect.String:
		f.String(name, value.String(), usage)
	default:
		return false
	}
	return true
}

// usage tells what an option may be.
func usage(key string, tag reflect.StructTag) string {
	text := strings.ReplaceAll(key, "_", " ")
	if words := tag.Get("words"); words != "" {
		text += ": " + strings.Join(strings.Fields(words), ", ")
	}
	if bounds := tag.Get("range"); bounds != "" {
		text += ", " + bounds
	}
	return text
}
