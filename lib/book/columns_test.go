package book_test

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
)

// columnForms are the columns of a record as qikit.h describes them: text, name, bool,
// int, uint, real; [ before the form of a list's items, ? before what may be missing.
const columnForms = `fen text, flipped bool, initial name, moves [name, eval ?{mover real opponent real}, score ?int,
	win_rate ?real, proven name, result ?real, reason name, best name, candidates [{move name score int}, move name,
	depth ?int, nodes ?int, engine name, search ?{depth int nodes ?int engine name candidates [{move name score int}},
	balance ?{evals [real offsets [int adjusted ?bool}, game int, ply int, seed uint, count int, wins int, draws int,
	losses int, unknown int`

// columnReader reads a page of columns.
type columnReader struct {
	page []byte
	at   int
	form []string // words of forms that are left
}

func (r *columnReader) take(octets int) []byte {
	part := r.page[r.at : r.at+octets]
	r.at = (r.at + octets + 7) &^ 7
	return part
}

// ends are the places where n items end, after where they begin.
func (r *columnReader) ends(n int) (list []int) {
	for part := r.take(4 * (n + 1)); len(part) > 0; part = part[4:] {
		list = append(list, int(binary.LittleEndian.Uint32(part)))
	}
	return list
}

func (r *columnReader) texts(n int) (list []any) {
	ends := r.ends(n)
	text := r.take(ends[n])
	for i := range n {
		list = append(list, string(text[ends[i]:ends[i+1]]))
	}
	return list
}

func (r *columnReader) word() string {
	word := r.form[0]
	r.form = r.form[1:]
	return word
}

// column reads n values of the next form, as encoding/json would with UseNumber.
func (r *columnReader) column(n int) []any {
	word := r.word()
	if word == "?" {
		valid := r.take(n)
		list := r.column(n)
		for i := range list {
			if valid[i] == 0 {
				list[i] = nil
			}
		}
		return list
	}
	low, list := binary.LittleEndian, []any{}
	switch word {
	case "[":
		ends := r.ends(n)
		items := r.column(ends[n])
		for i := range n {
			list = append(list, items[ends[i]:ends[i+1]])
		}
	case "{":
		for range n {
			list = append(list, map[string]any{})
		}
		for r.form[0] != "}" {
			name := r.word()
			for i, v := range r.column(n) {
				list[i].(map[string]any)[name] = v
			}
		}
		r.word()
	case "text":
		return r.texts(n)
	case "name":
		places := r.take(4 * n)
		names := r.texts(int(low.Uint64(r.take(8))))
		for i := range n {
			if at := int32(low.Uint32(places[4*i:])); at >= 0 {
				list = append(list, names[at])
			} else {
				list = append(list, nil)
			}
		}
	case "bool":
		for _, v := range r.take(n) {
			list = append(list, v == 1)
		}
	default:
		for part := r.take(8 * n); len(part) > 0; part = part[8:] {
			bits := low.Uint64(part)
			switch word {
			case "int":
				list = append(list, int64(bits))
			case "uint":
				list = append(list, bits)
			case "real":
				list = append(list, math.Float64frombits(bits))
			}
		}
	}
	return list
}

// columnRows reads the book as columns of fields, so many records at once, and returns
// each record as JSON.
func columnRows(t *testing.T, b *book.Book, o book.ExportOptions, most int) (rows []string) {
	t.Helper()
	form := strings.NewReplacer("[", " [ ", "{", " { ", "}", " } ", "?", " ? ").Replace(columnForms)
	words := map[string][]string{}
	for _, field := range strings.Split(form, ",") {
		list := strings.Fields(field)
		words[list[0]] = list[1:]
	}
	for cursor := uint64(0); ; {
		page, next, err := b.Columns(o, cursor, most)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			return rows
		}
		if next <= cursor {
			t.Fatalf("cursor %d after %d", next, cursor)
		}
		cursor = next
		r := &columnReader{page: page}
		n := int(binary.LittleEndian.Uint64(r.take(8)))
		list := make([]map[string]any, n)
		for i := range list {
			list[i] = map[string]any{}
		}
		for _, name := range o.Fields {
			r.form = words[name]
			for i, v := range r.column(n) {
				list[i][name] = v
			}
		}
		if r.at != len(page) {
			t.Fatalf("%d bytes of a page of %d are of no column", len(page)-r.at, len(page))
		}
		for _, row := range list {
			text, _ := json.Marshal(row)
			rows = append(rows, string(text))
		}
	}
}

// jsonRows are the same records by way of JSON.
func jsonRows(t *testing.T, b *book.Book, fields []string) (rows []string) {
	t.Helper()
	for _, r := range booktest.Records(t, b) {
		var whole, row map[string]json.RawMessage
		json.Unmarshal(r.JSON(), &whole)
		row = map[string]json.RawMessage{}
		for _, name := range fields {
			row[name] = whole[name]
		}
		text, _ := json.Marshal(row)
		var v map[string]any
		d := json.NewDecoder(strings.NewReader(string(text)))
		d.UseNumber()
		d.Decode(&v)
		text, _ = json.Marshal(v)
		rows = append(rows, string(text))
	}
	return rows
}

func columnFields() (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[book.Record]()) {
		names = append(names, f.Tag.Get("json"))
	}
	return names
}

func compareColumns(t *testing.T, b *book.Book) {
	t.Helper()
	for _, fields := range append([][]string{columnFields(), {"search", "fen", "move"}, {"flipped", "result", "balance", "engine"}}, split(columnFields())...) {
		for _, most := range []int{3, book.PageMax} {
			got, want := columnRows(t, b, book.ExportOptions{Fields: fields}, most), jsonRows(t, b, fields)
			if len(got) != len(want) || len(got) == 0 {
				t.Fatalf("%v: %d rows, want %d", fields, len(got), len(want))
			}
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("%v: row %d is\n%s, want\n%s", fields, i, got[i], want[i])
				}
			}
			if len(fields) == 1 {
				break
			}
		}
	}
}

func split(names []string) (list [][]string) {
	for _, name := range names {
		list = append(list, []string{name})
	}
	return list
}

// Columns say the same as JSON, of every kind of book.
func TestColumns(t *testing.T) {
	for _, game := range []string{"mnk", "mnk3"} {
		o := fakeOptions(t, game)
		o.Reevaluate = &generate.Reevaluate{Depth: 9, Lines: 3}
		b, _ := made(t, o)
		compareColumns(t, b)
	}
	o := fakeOptions(t, "mnk")
	o.Games, o.Breadth = 1, breadth(2, 3)
	b, _ := made(t, o)
	compareColumns(t, b)
}

// Fields that spare the board say what they say with it, of every game.
func TestColumns_withoutABoard(t *testing.T) {
	for _, name := range []string{"xiangqi", "surakarta", "gomoku"} {
		o := generate.DefaultOptions()
		o.Game, o.Out, o.Games, o.MaxPlies, o.Workers, o.Seed = name, filepath.Join(t.TempDir(), "a.qkb"), 2, 8, 1, new(uint64(3))
		o.Depth = generate.Depth{Scope: generate.ScopePly, Distribution: generate.DistributionList, Depths: []int{1, 2}}
		o.Reevaluate = &generate.Reevaluate{Depth: 2, Lines: 1}
		b, _ := made(t, o)
		compareColumns(t, b)
		rest := book.ExportOptions{MinPly: new(2), SkipCaptures: name != "gomoku", Fields: []string{"ply", "flipped", "count"}}
		var want []string
		for _, row := range columnRows(t, b, book.ExportOptions{Fields: append([]string{"fen"}, rest.Fields...), MinPly: rest.MinPly, SkipCaptures: rest.SkipCaptures}, 3) {
			var values map[string]any
			json.Unmarshal([]byte(row), &values)
			delete(values, "fen")
			text, _ := json.Marshal(values)
			want = append(want, string(text))
		}
		if got := columnRows(t, b, rest, 10); !slices.Equal(got, want) || len(got) == 0 {
			t.Errorf("%s: filtered: %v, want %v", name, got, want)
		}
	}
}

func TestColumns_refused(t *testing.T) {
	b, _ := made(t, fakeOptions(t, "mnk"))
	for want, o := range map[string]book.ExportOptions{
		`fields[1] is "path"`:       {Fields: []string{"fen", "path"}},
		"each field once":           {Fields: []string{"fen", "fen"}},
		"of files, not of columns":  {Shuffle: new(uint64(1))},
		"min_score is 2":            {MinScore: new(2), MaxScore: new(1)},
		"mnk has no check":          {SkipCheck: true},
		"min_ply is -1, expected":   {MinPly: new(-1)},
		"10001 records at once":     {MaxPly: new(10001)},
		"0 records at once, expect": {MaxPly: new(0)},
	} {
		most := 10
		if strings.Contains(want, "at once") {
			most = *o.MaxPly
		}
		if _, _, err := b.Columns(o, 0, most); !errors.Is(err, book.ErrOptions) || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("error is %v, want %q", err, want)
		}
	}
	page, next, err := b.Columns(book.ExportOptions{}, math.MaxUint64, 1)
	if len(page) != 0 || next != math.MaxUint64 || err != nil {
		t.Errorf("after the end: %d bytes, cursor %d, %v", len(page), next, err)
	}
}
