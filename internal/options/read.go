package options

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Read reads a JSON object into the struct that into points to, over what is
// there, and checks it. Blank text is an empty object.
func Read(text []byte, into any) error {
	if err := Fill(text, into); err != nil {
		return err
	}
	return Check(into)
}

// Fill is Read without the check of ranges, words and what is required, for
// options that something is added to.
func Fill(text []byte, into any) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	return fillObject(text, "", reflect.ValueOf(into).Elem())
}

// Over is o with what a JSON object says, checked. A text that cannot be read is an error of
// the kind; check words its own.
func Over[T any](o T, text []byte, kind error, check func(*T) error) (T, error) {
	if err := Fill(text, &o); err != nil {
		return o, Wrap(kind, err)
	}
	return o, check(&o)
}

// Ahead reads one key of the object before the others, for a preset that they
// are read over. It leaves into as it is where the key is missing or wrong, for
// Read refuses that later.
func Ahead(text []byte, key string, into any) {
	if given, err := members(text, ""); err == nil {
		for _, m := range given {
			if m.key == key {
				fresh := reflect.New(reflect.TypeOf(into).Elem())
				if json.Unmarshal(m.value, fresh.Interface()) == nil && string(m.value) != "null" {
					reflect.ValueOf(into).Elem().Set(fresh.Elem())
				}
			}
		}
	}
}

// defaulter is a part of options that fills itself before it is read.
type defaulter interface{ SetDefaults() }

// option is a field with a key, or an element of one.
type option struct {
	path  string
	value reflect.Value
	tag   reflect.StructTag
	inner bool // an element of the list or the object that the tag is of
}

// element is that of a list or an object: range and words are for it.
func (o option) element(key string, value reflect.Value) option {
	return option{join(o.path, key), value, o.tag, true}
}

// field is where a struct has an option.
type field struct {
	at  []int
	key string
	tag reflect.StructTag
}

// known are the fields of the types seen so far: boards check their rules each
// time one is made.
var known sync.Map

// fieldsOf are the fields with a key of a struct, those of embedded structs too.
func fieldsOf(t reflect.Type) []field {
	if all, ok := known.Load(t); ok {
		return all.([]field)
	}
	var all []field
	for i := range t.NumField() {
		f := t.Field(i)
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		switch {
		case f.Anonymous && key == "" && inner.Kind() == reflect.Struct:
			for _, g := range fieldsOf(inner) {
				all = append(all, field{append([]int{i}, g.at...), g.key, g.tag})
			}
		case key != "" && key != "-" && f.IsExported():
			all = append(all, field{[]int{i}, key, f.Tag})
		}
	}
	known.Store(t, all)
	return all
}

// option is the one of a struct that is in the object at a path.
func (f *field) option(of reflect.Value, at string) option {
	return option{join(at, f.key), of.FieldByIndex(f.at), f.tag, false}
}

// member is a key of a JSON object with its value.
type member struct {
	key   string
	value json.RawMessage
}

// members are those of a JSON object, in their order.
func members(text []byte, at string) (all []member, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, noObject(text, at, err)
	}
	for d.More() {
		t, err := d.Token()
		key, ok := t.(string)
		if err != nil || !ok {
			return nil, noObject(text, at, err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, noObject(text, at, err)
		}
		if slices.ContainsFunc(all, func(m member) bool { return m.key == key }) {
			return nil, &Error{Path: join(at, key), free: "is given twice, expected once"}
		}
		all = append(all, member{key, value})
	}
	if _, err := d.Token(); err != nil {
		return nil, noObject(text, at, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, &Error{free: "text behind the JSON object, expected nothing"}
	}
	return all, nil
}

func noObject(text []byte, at string, err error) error {
	switch {
	case at != "":
		return &Error{Path: at, got: excerpt(text), expected: "an object"}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{got: excerpt(text), expected: "a JSON object with its end"}
	case err != nil:
		return &Error{got: excerpt(text), expected: fmt.Sprintf("a JSON object (%v)", err)}
	}
	return &Error{got: excerpt(text), expected: "a JSON object"}
}

func fillObject(text []byte, at string, into reflect.Value) error {
	given, err := members(text, at)
	if err != nil {
		return err
	}
	all := fieldsOf(into.Type())
	for _, m := range given {
		i := slices.IndexFunc(all, func(f field) bool { return f.key == m.key })
		if i < 0 {
			return unknown(at, m.key, all)
		}
		if err := all[i].option(into, at).fill(m.value); err != nil {
			return err
		}
	}
	return nil
}

func unknown(at, key string, all []field) error {
	keys := make([]string, len(all))
	for i, f := range all {
		keys[i] = f.key
	}
	slices.Sort(keys)
	e := &Error{Path: join(at, key), expected: strings.Join(keys, ", ")}
	if near := nearest(key, keys); near != "" {
		e.near = join(at, near)
	}
	return e
}

func (o option) fill(text json.RawMessage) error {
	null, pointer := string(text) == "null", o.value.Kind() == reflect.Pointer
	part := pointer && o.value.Type().Elem().Kind() == reflect.Struct && !readsItself(o.value.Type())
	switch {
	case null && pointer, part && string(text) == "false":
		o.value.SetZero()
		return nil
	case null:
		return nil
	case !pointer:
		return o.fillValue(text)
	}
	fresh := reflect.New(o.value.Type().Elem())
	if d, ok := fresh.Interface().(defaulter); ok {
		d.SetDefaults()
	}
	if !part || string(text) != "true" {
		if err := (option{o.path, fresh.Elem(), o.tag, o.inner}).fillValue(text); err != nil {
			return err
		}
	}
	o.value.Set(fresh)
	return nil
}

// readsItself says whether a pointer's type has a way of its own to be read.
func readsItself(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[json.Unmarshaler]())
}

// fillElement is fill for an element: null is none.
func (o option) fillElement(text json.RawMessage) error {
	if string(text) == "null" {
		return o.wrong(text)
	}
	return o.fill(text)
}

func (o option) fillValue(text json.RawMessage) error {
	if o.value.Type() == reflect.TypeFor[time.Duration]() {
		var seconds float64
		if json.Unmarshal(text, &seconds) != nil {
			return o.wrong(text)
		}
		if most := float64(math.MaxInt64) / 1e9; math.Abs(seconds) >= most {
			if span := o.tag.Get("range"); span != "" {
				return &Error{Path: o.path, got: excerpt(text), expected: rangeExpected(span)}
			}
			return o.wrong(text)
		}
		o.value.SetInt(int64(math.Round(seconds * 1e9)))
		return nil
	}
	if !readsItself(reflect.PointerTo(o.value.Type())) {
		switch o.value.Kind() {
		case reflect.Struct:
			return fillObject(text, o.path, o.value)
		case reflect.Slice, reflect.Array:
			return o.fillList(text)
		case reflect.Map:
			return o.fillMap(text)
		}
	}
	err := json.Unmarshal(text, o.value.Addr().Interface())
	if wrong := (*Error)(nil); errors.As(err, &wrong) {
		return Under(o.path, wrong)
	}
	if err != nil {
		return o.wrong(text)
	}
	return nil
}

func (o option) fillList(text json.RawMessage) error {
	var given []json.RawMessage
	list := o.value
	if o.tag.Get("each") != "" && json.Unmarshal(text, list.Index(0).Addr().Interface()) == nil {
		given = slices.Repeat([]json.RawMessage{text}, list.Len())
	} else if json.Unmarshal(text, &given) != nil || list.Kind() == reflect.Array && len(given) != list.Len() {
		return o.wrong(text)
	}
	if list.Kind() == reflect.Slice {
		list = reflect.MakeSlice(list.Type(), len(given), len(given))
	}
	for i, text := range given {
		if err := o.element(fmt.Sprintf("[%d]", i), list.Index(i)).fillElement(text); err != nil {
			return err
		}
	}
	o.value.Set(list)
	return nil
}

func (o option) fillMap(text json.RawMessage) error {
	given, err := members(text, o.path)
	if err != nil {
		return err
	}
	table := reflect.MakeMap(o.value.Type())
	for _, m := range given {
		key := reflect.New(o.value.Type().Key()).Elem()
		if n, err := strconv.Atoi(m.key); key.Kind() != reflect.Int {
			key.SetString(m.key)
		} else if key.SetInt(int64(n)); err != nil {
			return &Error{Path: o.path, got: excerpt(text), expected: "an object whose keys are whole numbers"}
		}
		value := reflect.New(o.value.Type().Elem()).Elem()
		if err := o.element(m.key, value).fillElement(m.value); err != nil {
			return err
		}
		table.SetMapIndex(key, value)
	}
	o.value.Set(table)
	return nil
}
