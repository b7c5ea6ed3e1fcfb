package pagesum

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/sqlite"
)

// filled is a database with so many rows, and its path.
func filled(t *testing.T, rows int, pragmas ...string) (db *sql.DB, path string) {
	t.Helper()
	return filledPages(t, NewPageSize, rows, pragmas...)
}

// filledPages is filled, with pages of a size.
func filledPages(t *testing.T, size, rows int, pragmas ...string) (db *sql.DB, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "f.db")
	page := make([]byte, size)
	copy(page, NewFile()[:headerSize+8])
	binary.BigEndian.PutUint16(page[atPageSize:], uint16(size))
	binary.BigEndian.PutUint16(page[headerSize+5:], uint16(size-Size))
	Put(page)
	if err := os.WriteFile(path, page, 0o644); err != nil {
		t.Fatal(err)
	}
	db = connect(t, path, "?vfs="+VFS)
	for _, text := range append(pragmas, "CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)") {
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		if _, err := tx.Exec("INSERT INTO t (text) VALUES (?)", strings.Repeat(fmt.Sprint(i), 50)); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	return db, path
}

func connect(t *testing.T, path, query string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+query)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

func scanned(t *testing.T, path string) Report {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := Scan(t.Context(), f, func(int64, int64) {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func total(db *sql.DB) (n int64, err error) {
	return n, db.QueryRow("SELECT sum(length(text)) FROM t").Scan(&n)
}

// The sum is that of one addition after the other, whatever the size of a page.
func TestSum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for size := 512; size <= 65536; size *= 2 {
		page := make([]byte, size)
		for range 20 {
			for i := range page {
				page[i] = byte(r.Uint32())
			}
			var a, b uint32
			for i := 0; i < size-Size; i += 8 {
				a += binary.LittleEndian.Uint32(page[i:]) + b
				b += binary.LittleEndian.Uint32(page[i+4:]) + a
			}
			if c, d := sum(page); a != c || b != d {
				t.Fatalf("sum of a page of %d bytes is %#x, %#x, want %#x, %#x", size, c, d, a, b)
			}
		}
	}
}

func TestVFS_everyPageHasItsSum(t *testing.T) {
	for i, mode := range []string{"wal", "delete", "truncate", "wal", "delete"} {
		size := []int{NewPageSize, NewPageSize, NewPageSize, 512, 32768}[i]
		db, path := filledPages(t, size, 2000, "PRAGMA journal_mode = "+mode)
		for _, text := range []string{"UPDATE t SET text = upper(text) || id WHERE id % 3 = 0", "DELETE FROM t WHERE id % 7 = 0", "VACUUM"} {
			if _, err := db.Exec(text); err != nil {
				t.Fatal(err)
			}
		}
		want, err := total(db)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if r := scanned(t, path); !r.Sums || r.Wrong != 0 || r.Missing != 0 || r.Pages < 10 || r.Size != size {
			t.Errorf("%s: %+v, want sums and no wrong one of pages of %d", mode, r, size)
		}
		// Whoever knows nothing of sums reads the same.
		if got, err := total(connect(t, path, "?mode=ro")); err != nil || got != want {
			t.Errorf("%s: another reader: %d, %v, want %d", mode, got, err, want)
		}
	}
}

// Two connections change a file by turns and read it in order, there and back. Pages that were read ahead must not outlive a change, and
// what a transaction began to read stays as it was.
func TestVFS_readsWhatOthersWrote(t *testing.T) {
	for _, mode := range []string{"wal", "delete"} {
		one, path := filled(t, 800, "PRAGMA journal_mode = "+mode)
		pair := []*sql.DB{one, connect(t, path, "?vfs="+VFS)}
		changes := []string{"UPDATE t SET text = text || id WHERE id % ? = 0", "DELETE FROM t WHERE id % 11 = ? % 11", "INSERT INTO t (text) SELECT text || ? FROM t LIMIT 90"}
		if mode == "wal" {
			changes = append(changes, "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA wal_checkpoint(PASSIVE)")
		}
		for _, db := range pair {
			if _, err := db.Exec("PRAGMA cache_size = 4; PRAGMA synchronous = OFF"); err != nil {
				t.Fatal(err)
			}
		}
		r := rand.New(rand.NewPCG(3, 4))
		const sum = "SELECT sum(length(text) + id) FROM (SELECT id, text FROM t ORDER BY id %s LIMIT -1)"
		read := func(q interface {
			QueryRow(string, ...any) *sql.Row
		}) (n int64) {
			order := []string{"ASC", "DESC"}[r.IntN(2)]
			if err := q.QueryRow(fmt.Sprintf(sum, order)).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		change := func(db *sql.DB) {
			text := changes[r.IntN(len(changes))]
			var args []any
			if strings.Contains(text, "?") {
				args = []any{2 + r.IntN(20)}
			}
			if _, err := db.Exec(text, args...); err != nil {
				t.Fatalf("%s: %s: %v", mode, text, err)
			}
		}
		for range 100 {
			at := r.IntN(2)
			change(pair[at])
			if mine, other := read(pair[at]), read(pair[1-at]); mine != other {
				t.Fatalf("%s: %d where it was written, %d elsewhere", mode, mine, other)
			}
			tx, err := pair[at].Begin()
			if err != nil {
				t.Fatal(err)
			}
			if mode != "wal" { // pages do not fit into memory, and are written while others are read
				if _, err := tx.Exec(changes[0], 2); err != nil {
					t.Fatal(err)
				}
				within := read(tx)
				if err := tx.Commit(); err != nil {
					t.Fatal(err)
				}
				if after := read(pair[at]); after != within {
					t.Fatalf("%s: %d in the transaction that wrote it, %d behind it", mode, within, after)
				}
				continue
			}
			before := read(tx)
			if _, err := pair[1-at].Exec(changes[0], 3); err != nil {
				t.Fatal(err)
			}
			if _, err := pair[1-at].Exec("PRAGMA wal_checkpoint(PASSIVE)"); err != nil {
				t.Fatal(err)
			}
			if after := read(tx); after != before {
				t.Fatalf("a transaction reads %d, and %d once another has written", before, after)
			}
			if err := tx.Commit(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestVFS_everyFlippedBitIsFound(t *testing.T) {
	db, path := filled(t, 400)
	db.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	pages := len(whole) / NewPageSize
	for bit := 0; bit < len(whole)*8; bit += 3251 {
		text := bytes.Clone(whole)
		text[bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		page := int64(bit/8/NewPageSize + 1)
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Scan(t.Context(), f, func(int64, int64) {})
		f.Close()
		if err == nil && (len(r.Bad) != 1 || r.Bad[0] != page) || err != nil && page != 1 {
			t.Fatalf("bit %d: bad pages %v, %v, want %d", bit, r.Bad, err, page)
		}
		if page == 1 {
			continue // SQLite may refuse the header itself
		}
		_, err = total(connect(t, path, "?mode=ro&vfs="+VFS))
		if code, _ := sqlite.Code(err); code != sqlite.IOData {
			t.Fatalf("bit %d of page %d of %d: err = %v, want SQLITE_IOERR_DATA", bit, page, pages, err)
		}
		if n, ok := Damaged(path); !ok || n != page {
			t.Fatalf("bit %d: Damaged = %d, %v, want %d", bit, n, ok, page)
		}
	}
}

func TestVFS_fileWithoutSums(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.db")
	db := connect(t, path, "?vfs="+VFS)
	if _, err := db.Exec("CREATE TABLE t (text TEXT); INSERT INTO t VALUES ('some')"); err != nil {
		t.Fatal(err)
	}
	if n, err := total(db); err != nil || n != 4 {
		t.Errorf("total = %d, %v, want 4", n, err)
	}
	db.Close()
	if r := scanned(t, path); r.Sums || r.Wrong != 0 || r.Pages != 2 {
		t.Errorf("%+v, want two pages without sums", r)
	}
}

func TestScan_theBitThatSaysSumsFlips(t *testing.T) {
	db, path := filled(t, 10)
	db.Close()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text[atReserved] = 0
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	if r := scanned(t, path); !r.Sums || len(r.Bad) != 1 || r.Bad[0] != 1 {
		t.Errorf("%+v, want a bad first page", r)
	}
}

func TestScan_cutShort(t *testing.T) {
	db, path := filled(t, 400)
	db.Close()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	pages := info.Size() / NewPageSize
	if err := os.Truncate(path, 3*NewPageSize+5); err != nil {
		t.Fatal(err)
	}
	if r := scanned(t, path); r.Pages != 3 || r.Missing != pages-3 {
		t.Errorf("%+v, want 3 pages and %d missing", r, pages-3)
	}
}

func BenchmarkValid(b *testing.B) {
	page := NewFile()
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		if !Valid(page) {
			b.Fatal("wrong sum")
		}
	}
}
