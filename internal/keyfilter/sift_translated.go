//go:build !csqlite

package keyfilter

import (
	"database/sql"
	"encoding/binary"
	"sort"
)

// Sift appends those of the keys that pass the filters which a query finds. from is what follows SELECT and the columns,
// and gives rows in order of their keys; columns are those of a row's id, its least and greatest key, and its filter.
// A key is asked of the first row that may have it.
func Sift(rows Rows, columns, from string, args []any, keys Keys, passed []Passed) ([]Passed, error) {
	var id, first, last int64
	var bits sql.RawBytes
	next := 0
	err := rows("SELECT "+columns+" FROM "+from, args, []any{&id, &first, &last, &bits}, func() error {
		for ; next < keys.len() && keys.at(next) <= last; next++ {
			if key := keys.at(next); key >= first && Filter(bits).Has(key) {
				passed = append(passed, Passed{key, id, first, last})
			}
		}
		return nil
	})
	return passed, err
}

// Pick calls f for each row that a query finds with the row's entries whose keys are among the sorted keys. from is what
// follows SELECT and the columns; id and entries are those of a row's id and of its entries, which are sorted and have the
// same size each. An entry begins with its key, the greatest byte first. A row without entries is left out.
func Pick(rows Rows, id, entries, from string, args []any, keys Keys, size int, f func(id int64, p Picked) error) error {
	var n int64
	var row sql.RawBytes
	var list []byte
	return rows("SELECT "+id+", "+entries+" FROM "+from, args, []any{&n, &row}, func() error {
		count := len(row) / size
		if count == 0 {
			return nil
		}
		key := func(i int) int64 { return int64(binary.BigEndian.Uint64(row[i*size:])) }
		p := Picked{First: key(0), Last: key(count - 1)}
		list = list[:0]
		i := 0
		for k := sort.Search(keys.len(), func(k int) bool { return keys.at(k) >= p.First }); k < keys.len() && keys.at(k) <= p.Last; k++ {
			i += sort.Search(count-i, func(j int) bool { return key(i+j) >= keys.at(k) })
			for ; i < count && key(i) == keys.at(k); i++ {
				list = append(list, row[i*size:(i+1)*size]...)
			}
		}
		p.Entries = list
		return f(n, p)
	})
}
