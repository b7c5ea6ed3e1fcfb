package options

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// Error is a wrong option.
type Error struct {
	Path string // of the key, "depth.mean" or "players[0].level"; empty for the object itself

	got      string // the value as JSON; empty for an unknown key and for free text
	expected string
	near     string // the known key that was meant, perhaps
	free     string // the whole text, where neither of the above fits; Path goes before it
}

func (e *Error) Error() string {
	switch {
	case e.free != "":
		return strings.TrimPrefix(e.Path+" "+e.free, " ")
	case e.got != "" && e.Path == "":
		return "options are " + e.got + ", expected " + e.expected
	case e.got != "":
		return e.Path + " is " + e.got + ", expected " + e.expected
	case e.expected == "":
		return fmt.Sprintf("no option %q, expected none", e.Path)
	case e.near != "":
		return fmt.Sprintf("no option %q, did you mean %q? Expected one of %s", e.Path, e.near, e.expected)
	}
	return fmt.Sprintf("no option %q, expected one of %s", e.Path, e.expected)
}

// Wrong is an Error about the value of a key: `level is 11, expected 1 to 10`.
// The value is printed as JSON, a time.Duration in seconds.
func Wrong(path string, value any, expected string) error {
	return &Error{Path: path, got: show(reflect.ValueOf(value)), expected: expected}
}

// Clash is an Error about a key that does not go with others: `games is 3 with
// breadth, expected ...`, where given is "3 with breadth".
func Clash(path, given, expected string) error {
	return &Error{Path: path, got: given, expected: expected}
}

// Wrap is err as an error of its package's kind; nil stays nil. An Error that
// another package has wrapped already says that package's kind no more.
func Wrap(kind, err error) error {
	if err == nil {
		return nil
	}
	if wrong := (*Error)(nil); errors.As(err, &wrong) {
		err = wrong
	}
	return fmt.Errorf("%w: %w", kind, err)
}

// Under is err with the path of its Error below another one; errors without one
// are wrapped with the path before them, and nil stays nil. What err wraps
// besides is lost: the caller wraps it in an error of its own.
func Under(path string, err error) error {
	if wrong := (*Error)(nil); errors.As(err, &wrong) {
		below := *wrong
		if below.Path = join(path, wrong.Path); wrong.near != "" {
			below.near = join(path, wrong.near)
		}
		return &below
	}
	if err == nil || path == "" {
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}

func join(path, key string) string {
	key = cut(key)
	if path == "" || key == "" || key[0] == '[' {
		return path + key
	}
	return path + "." + key
}

// show is a value as JSON writes it.
func show(v reflect.Value) string {
	if !v.IsValid() {
		return "null"
	}
	if d, ok := v.Interface().(time.Duration); ok {
		v = reflect.ValueOf(d.Seconds())
	}
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
		return excerpt(v.Bytes())
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(v.Interface()); err != nil {
		return fmt.Sprint(v.Interface()) // what JSON cannot say: infinity
	}
	return excerpt(text.Bytes())
}

// excerpt is the beginning of a JSON text on one line.
func excerpt(text []byte) string {
	if len(bytes.TrimSpace(text)) == 0 {
		return "empty"
	}
	var line bytes.Buffer
	if json.Compact(&line, text) != nil {
		line.Reset()
		line.Write(bytes.TrimSpace(text))
	}
	return cut(line.String())
}

// cut bounds what an error repeats of a text.
func cut(text string) string {
	const most = 60 // characters
	text = strings.ToValidUTF8(text, "\uFFFD")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// nearest is the known key that is most like the one given, or empty when none is
// like it: at most a third of the letters differ, upper case and dashes aside.
func nearest(given string, known []string) string {
	if len(given) > 100 {
		return ""
	}
	plain := func(key string) string {
		return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(key))
	}
	best, least := "", 0
	for _, key := range known {
		a, b := plain(given), plain(key)
		if d := distance(a, b); 3*d <= max(len(a), len(b)) && (best == "" || d < least) {
			best, least = key, d
		}
	}
	return best
}

// distance counts the letters to insert, drop, replace or swap with their
// neighbour that turn a into b.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
		for j := range len(b) + 1 {
			if i == 0 || j == 0 {
				rows[i][j] = i + j
				continue
			}
			other := 1
			if a[i-1] == b[j-1] {
				other = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+other)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
