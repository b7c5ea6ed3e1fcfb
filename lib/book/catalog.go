package book

import (
	"context"
	"encoding/binary"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/pagesum"
	"qikit.dev/qikit/internal/plainfile"
)

// Where the tables of a file begin stands on its first page, or on a few that hang on
// it. A book has a copy in the table catalog, whose rows look as SQLite's own do and
// are found without knowing where they are: by reading every page.
const (
	catalogSchema = "CREATE TABLE IF NOT EXISTS catalog (type TEXT, name TEXT, tbl_name TEXT, rootpage INTEGER, sql TEXT)"
	fillCatalog   = "INSERT INTO catalog SELECT '" + copyOf + "' || type, name, tbl_name, rootpage, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'catalog'"
	copyOf        = "copy of "
)

// object is a row of SQLite's schema, or of its copy.
type object struct {
	kind, name, table string
	root              int64
	text              string
}

// withoutSumsMost bounds the pages that are searched in a file that shows no checksums:
// where they begin with nothing, the whole of a large file is not read.
const withoutSumsMost = 256

// Kinds of pages of SQLite's trees.
const leafOfTable, leafOfIndex, innerOfTable, innerOfIndex = 0x0d, 0x0a, 0x05, 0x02

// lostSchema finds the tables of a file whose first page, or what hangs on it, is
// damaged, and gives a first page that has them. It is not ok where it finds no book.
func lostSchema(ctx context.Context, path string) (page []byte, ok bool) {
	f, err := plainfile.Open(path)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() < 2*pagesum.NewPageSize {
		return nil, false
	}
	own, copies := map[string]object{}, map[string]object{}
	sums := false
	read := make([]byte, pagesum.NewPageSize)
	for n := int64(1); ctx.Err() == nil && (sums || n <= withoutSumsMost); n++ {
		if _, err := io.ReadFull(f, read); err != nil {
			break
		}
		valid := slices.Contains([]byte{leafOfTable, leafOfIndex, innerOfTable, innerOfIndex}, read[0]) && pagesum.Valid(read)
		sums = sums || valid
		if n == 1 || sums && !valid {
			continue
		}
		for _, o := range objects(read) {
			if kind, ok := strings.CutPrefix(o.kind, copyOf); ok {
				o.kind = kind
				copies[o.name] = o
			} else if o.kind == "table" || o.kind == "index" {
				own[o.name] = o
			}
		}
	}
	if len(copies) == 0 {
		copies = own
	}
	if copies["job"].root == 0 || copies["games"].root == 0 || copies["positions"].root == 0 || copies["moves"].root == 0 {
		return nil, false
	}
	return firstPage(copies, info.Size()/pagesum.NewPageSize, sums)
}

// versionOf is the version of a file with these tables.
func versionOf(list map[string]object) uint32 {
	switch {
	case list["repeats"].root > 0:
		return repeatsVersion
	case strings.Contains(list["positions"].text, "value_best"):
		return valuesVersion
	case list["keys"].root > 0:
		return indexedVersion
	case strings.Contains(list["positions"].text, "proven"):
		return firstVersion + 1
	}
	return firstVersion
}

var comments, spaces = regexp.MustCompile(`--[^\n]*`), regexp.MustCompile(`\s+`)

// firstPage is the first page of a database of so many pages with these tables.
func firstPage(list map[string]object, pages int64, sums bool) (page []byte, ok bool) {
	page = pagesum.NewFile()
	const header, usable = 100, pagesum.NewPageSize - pagesum.Size
	binary.BigEndian.PutUint32(page[28:], uint32(pages))
	binary.BigEndian.PutUint32(page[40:], 1) // of the schema
	binary.BigEndian.PutUint32(page[44:], 4) // its format
	binary.BigEndian.PutUint32(page[versionAt:], versionOf(list))
	binary.BigEndian.PutUint32(page[applicationAt:], applicationID)
	if !sums {
		page[20] = 0
	}
	end, cells := usable, 0
	for _, name := range tablesFirst(list) {
		o := list[name]
		text := spaces.ReplaceAllString(comments.ReplaceAllString(o.text, ""), " ")
		cell := schemaCell(cells+1, o, text)
		end -= len(cell)
		pointer := header + 8 + 2*cells
		if end < pointer+2 {
			return nil, false
		}
		copy(page[end:], cell)
		binary.BigEndian.PutUint16(page[pointer:], uint16(end))
		cells++
	}
	binary.BigEndian.PutUint16(page[header+3:], uint16(cells))
	binary.BigEndian.PutUint16(page[header+5:], uint16(end))
	pagesum.Put(page)
	return page, true
}

// tablesFirst are the names of tables and then of their indexes.
func tablesFirst(list map[string]object) (names []string) {
	for _, kind := range []string{"table", "index"} {
		for _, name := range slices.Sorted(maps.Keys(list)) {
			if list[name].kind == kind {
				names = append(names, name)
			}
		}
	}
	return names
}

// schemaCell is a row of SQLite's schema as a leaf has it.
func schemaCell(row int, o object, text string) []byte {
	var types, values []byte
	for _, s := range []string{o.kind, o.name, o.table} {
		types, values = putVarint(types, uint64(13+2*len(s))), append(values, s...)
	}
	types, values = append(types, 4), binary.BigEndian.AppendUint32(values, uint32(o.root))
	types, values = putVarint(types, uint64(13+2*len(text))), append(values, text...)
	record := append(append([]byte{byte(len(types) + 1)}, types...), values...)
	return append(putVarint(putVarint(nil, uint64(len(record))), uint64(row)), record...)
}

// objects are the rows of a page that look like rows of the schema.
func objects(page []byte) (list []object) {
	if page[0] != leafOfTable {
		return nil
	}
	for i := range int(binary.BigEndian.Uint16(page[3:])) {
		if 8+2*i+2 > len(page) {
			return list
		}
		at := int(binary.BigEndian.Uint16(page[8+2*i:]))
		if at >= len(page) {
			return list
		}
		if o, ok := readObject(page[at:]); ok {
			list = append(list, o)
		}
	}
	return list
}

// readObject reads a cell of a leaf: sizes, then five columns.
func readObject(cell []byte) (o object, ok bool) {
	size, cell := varint(cell)
	_, cell = varint(cell) // the row's id
	if size > uint64(len(cell)) || size == 0 {
		return o, false
	}
	record := cell[:size]
	headed, rest := varint(record)
	if headed > size || headed < 2 {
		return o, false
	}
	types := rest[:max(0, len(rest)-int(size-headed))]
	values := record[headed:]
	var texts []string
	for column := 0; len(types) > 0; column++ {
		var kind uint64
		kind, types = varint(types)
		width := int(min(kind, 4)) // of integers up to four bytes; 8 and 9 are 0 and 1
		if column != 3 {
			if kind < 13 || kind%2 == 0 {
				return o, false
			}
			width = int(kind-13) / 2
		} else if kind < 1 || kind > 4 {
			return o, false
		}
		if width > len(values) || column > 4 {
			return o, false
		}
		value := values[:width]
		values = values[width:]
		if column != 3 {
			texts = append(texts, string(value))
			continue
		}
		for _, b := range value {
			o.root = o.root<<8 | int64(b)
		}
	}
	if len(texts) != 4 || !strings.HasPrefix(texts[3], "CREATE ") || o.root < 2 {
		return o, false
	}
	o.kind, o.name, o.table, o.text = texts[0], texts[1], texts[2], texts[3]
	return o, true
}

// varint reads one of SQLite's numbers of up to nine bytes; 0 and nothing behind it
// where the bytes end.
func varint(b []byte) (n uint64, rest []byte) {
	for i, c := range b {
		if i == 8 {
			return n<<8 | uint64(c), b[9:]
		}
		if n = n<<7 | uint64(c&0x7f); c < 0x80 {
			return n, b[i+1:]
		}
	}
	return 0, nil
}

// putVarint appends a number below 2^14, which all sizes here are.
func putVarint(b []byte, n uint64) []byte {
	if n < 0x80 {
		return append(b, byte(n))
	}
	return append(b, byte(n>>7)|0x80, byte(n&0x7f))
}
