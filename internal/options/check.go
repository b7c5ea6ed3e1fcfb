package options

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Check holds the struct that o points to against the tags of its fields: for
// options that were filled in Go.
func Check(o any) error { return check(reflect.ValueOf(o).Elem(), "") }

func check(of reflect.Value, at string) error {
	for _, f := range fieldsOf(of.Type()) {
		if err := f.option(of, at).check(); err != nil {
			return err
		}
	}
	return nil
}

func (o option) check() error {
	if v := o.value; !o.inner && v.Kind() != reflect.Pointer {
		needs := o.tag.Get("required")
		if empty := v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0; needs != "" && empty {
			if v.Kind() == reflect.Slice {
				return &Error{Path: o.path, got: "[]", expected: needs}
			}
			return &Error{Path: o.path, got: show(v), expected: needs}
		}
	}
	if words := o.tag.Get("words"); words != "" && o.value.Type().Implements(reflect.TypeFor[fmt.Stringer]()) {
		return Word(o.path, fmt.Sprint(o.value.Interface()), words)
	}
	switch o.value.Kind() {
	case reflect.Pointer:
		if o.value.IsNil() {
			return nil
		}
		err := option{o.path, o.value.Elem(), o.tag, true}.check()
		if wrong := (*Error)(nil); errors.As(err, &wrong) && wrong.Path == o.path {
			wrong.expected += ", or null"
		}
		return err
	case reflect.Struct:
		return check(o.value, o.path)
	case reflect.Slice, reflect.Array:
		if o.value.Type().Elem().Kind() == reflect.Uint8 {
			return nil // JSON as it came
		}
		for i := range o.value.Len() {
			if err := o.element(fmt.Sprintf("[%d]", i), o.value.Index(i)).check(); err != nil {
				return err
			}
		}
	case reflect.Map:
		return o.checkMap()
	case reflect.String:
		return Word(o.path, o.value.String(), o.tag.Get("words"))
	case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64:
		return within(o.path, o.value, o.tag.Get("range"))
	}
	return nil
}

func (o option) checkMap() error {
	keys := o.value.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		if a.Kind() == reflect.Int {
			return int(a.Int() - b.Int())
		}
		return strings.Compare(a.String(), b.String())
	})
	for _, key := range keys {
		if err := o.element(fmt.Sprint(key), o.value.MapIndex(key)).check(); err != nil {
			return err
		}
	}
	return nil
}

// Word is an Error unless the text is one of the words, written as in the tag;
// no words allow any.
func Word(path, text, words string) error {
	if words == "" || text == "" && strings.HasPrefix(words, "-") {
		return nil
	}
	for word := range strings.FieldsSeq(words) {
		if word == text && text != "-" {
			return nil
		}
	}
	return Wrong(path, text, wordsExpected(words))
}

func wordsExpected(words string) string {
	var quoted []string
	for _, w := range strings.Fields(words) {
		if w != "-" {
			quoted = append(quoted, strconv.Quote(w))
		}
	}
	return "one of " + strings.Join(quoted, ", ")
}

// Within is an Error unless the number, an int, a uint64, a float64 or a
// time.Duration, is in the range, written as in the tag; no range allows any.
func Within(path string, number any, span string) error {
	return within(path, reflect.ValueOf(number), span)
}

func within(path string, v reflect.Value, span string) error {
	var n float64
	switch v.Kind() {
	case reflect.Float64:
		n = v.Float()
	case reflect.Uint64:
		n = float64(v.Uint())
	default:
		n = float64(v.Int())
		if v.Type() == reflect.TypeFor[time.Duration]() {
			n /= 1e9
		}
	}
	if span == "" {
		return nil
	}
	for part := range strings.SplitSeq(span, "|") {
		low, high, open := ends(part)
		if (low == "" || n > float(low) || n == float(low) && !open) && (high == "" || n <= float(high)) {
			return nil
		}
	}
	return &Error{Path: path, got: show(v), expected: rangeExpected(span)}
}

// ends are those of a part of a range; open says that the lower one is not in it.
func ends(part string) (low, high string, open bool) {
	part, open = strings.CutPrefix(part, ">")
	low, high, two := strings.Cut(part, "..")
	if !two && !open {
		high = low
	}
	return low, high, open
}

func float(end string) float64 {
	n, err := strconv.ParseFloat(end, 64)
	if err != nil {
		panic("options: a range with the end " + end)
	}
	return n
}

// rangeExpected says a range in words.
func rangeExpected(span string) string {
	var words []string
	for part := range strings.SplitSeq(span, "|") {
		low, high, open := ends(part)
		if open {
			low = "over " + low
		}
		switch {
		case low == high:
			words = append(words, low)
		case high == "" && open:
			words = append(words, low)
		case high == "":
			words = append(words, low+" or more")
		default:
			words = append(words, low+" to "+high)
		}
	}
	return strings.Join(words, " or ")
}

// wrong is an Error about a value of another kind than the option takes.
func (o option) wrong(text json.RawMessage) error {
	return &Error{Path: o.path, got: excerpt(text), expected: o.kind()}
}

// kind is what JSON calls the values that the option takes.
func (o option) kind() string {
	if words := o.tag.Get("expected"); words != "" && !o.inner {
		return words
	}
	if o.value.Type() == reflect.TypeFor[time.Duration]() {
		return "a number of seconds"
	}
	if words := o.tag.Get("words"); words != "" {
		return wordsExpected(words)
	}
	switch o.value.Kind() {
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
	case reflect.Array:
		return fmt.Sprintf("a list of %d", o.value.Len())
	}
	return "an object"
}
