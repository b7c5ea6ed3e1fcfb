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

// Pick is said, and done in Go, in sift_translated.go.
func Pick(rows Rows, id, entries, from string, args []any, keys Keys, size int, f func(id int64, p Picked) error) error {
	var n int64
	var list sql.RawBytes
	return rows("SELECT "+id+", keyfilter_pick(?, ?, "+entries+") FROM "+from, append([]any{[]byte(keys), size}, args...), []any{&n, &list}, func() error {
		if len(list) < 16 {
			return nil
		}
		first, last := binary.BigEndian.Uint64(list), binary.BigEndian.Uint64(list[8:])
		return f(n, Picked{int64(first), int64(last), list[16:]})
	})
}
