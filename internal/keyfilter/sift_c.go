//go:build csqlite

package keyfilter

// int keyfilter_register(void);
import "C"

import (
	"database/sql"
	"encoding/binary"

	_ "qikit.dev/qikit/internal/sqlite" // SQLite itself
)

func init() {
	if C.keyfilter_register() != 0 {
		panic("keyfilter: SQLite does not take the functions")
	}
}

// passedSize is the size of a key that has passed, in what the function returns.
const passedSize = 4 * 8

// Sift is said, and done in Go, in sift_translated.go.
func Sift(rows Rows, columns, from string, args []any, keys Keys, passed []Passed) ([]Passed, error) {
	var list sql.RawBytes
	err := rows("SELECT keyfilter_sift(?, "+columns+") FROM "+from, append([]any{[]byte(keys)}, args...), []any{&list}, func() error {
		for ; len(list) >= passedSize; list = list[passedSize:] {
			word := func(i int) int64 { return int64(binary.NativeEndian.Uint64(list[i*8:])) }
			passed = append(passed, Passed{word(0), word(1), word(2), word(3)})
		}
		return nil
	})
	return passed, err
}

// pickedSize is the size of what the function says of a row: its id, the bytes of the entries that follow, and the keys of
// the first of all and of the last.
const pickedSize = 4 * 8

// Pick is said, and done in Go, in sift_translated.go.
func Pick(rows Rows, id, entries, from string, args []any, keys Keys, size int, f func(id int64, p Picked) error) error {
	var list sql.RawBytes
	return rows("SELECT keyfilter_pick(?, ?, "+id+", "+entries+") FROM "+from, append([]any{[]byte(keys), size}, args...), []any{&list}, func() error {
		for len(list) >= pickedSize {
			id, end := int64(binary.NativeEndian.Uint64(list)), pickedSize+int(binary.NativeEndian.Uint64(list[8:]))
			p := Picked{int64(binary.BigEndian.Uint64(list[16:])), int64(binary.BigEndian.Uint64(list[24:])), list[pickedSize:end]}
			if err := f(id, p); err != nil {
				return err
			}
			list = list[end:]
		}
		return nil
	})
}
