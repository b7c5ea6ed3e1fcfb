package sqlite_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"qikit.dev/qikit/internal/sqlite"
)

func open(t *testing.T, path, query string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+query)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

func TestOpen_pragmas(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.db")
	for _, c := range []struct {
		query, pragma string
		want          int64
	}{
		{"", "synchronous", 2},
		{"?_pragma=synchronous(NORMAL)", "synchronous", 1},
		{"?_pragma=cache_size(-77)&_pragma=busy_timeout(123)", "busy_timeout", 123},
		{"?_pragma=cache_size(-77)&_pragma=busy_timeout(123)", "cache_size", -77},
		{"?_pragma=user_version(5)&_pragma=user_version(6)", "user_version", 6},
	} {
		var got int64
		if err := open(t, path, c.query).QueryRow("PRAGMA " + c.pragma).Scan(&got); err != nil || got != c.want {
			t.Errorf("%q: %s = %d, %v, want %d", c.query, c.pragma, got, err, c.want)
		}
	}
}

func TestCode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.db")
	db := open(t, path, "")
	if _, err := db.Exec("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER UNIQUE); INSERT INTO t VALUES (1, 1)"); err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no database, and long enough to be seen as none: "+string(make([]byte, 512))), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		err  func() error
		want int
	}{
		{"no table", func() error { _, err := db.Exec("SELECT * FROM nothing"); return err }, sqlite.Error},
		{"constraint", func() error { _, err := db.Exec("INSERT INTO t VALUES (2, 1)"); return err }, 19 | 8<<8},
		{"no database", func() error { _, err := open(t, text, "").Exec("SELECT * FROM sqlite_schema"); return err }, sqlite.NotADB},
		{"reads only", func() error { _, err := open(t, path, "?mode=ro").Exec("INSERT INTO t VALUES (3, 3)"); return err }, 8},
		{"locked", func() error {
			tx, err := db.Begin()
			if err != nil {
				return err
			}
			defer tx.Rollback()
			if _, err := tx.Exec("INSERT INTO t VALUES (4, 4)"); err != nil {
				return err
			}
			_, err = open(t, path, "?_pragma=busy_timeout(1)").Exec("INSERT INTO t VALUES (5, 5)")
			return err
		}, sqlite.Busy},
	} {
		if got, ok := sqlite.Code(c.err()); !ok || got != c.want {
			t.Errorf("%s: Code = %d, %v of %v, want %d", c.name, got, ok, c.err(), c.want)
		}
	}
	if code, ok := sqlite.Code(errors.New("another")); ok {
		t.Errorf("another error has code %d", code)
	}
	if got := sqlite.Primary(sqlite.IOData); got != 10 {
		t.Errorf("Primary = %d, want 10", got)
	}
}

// What is scanned has the same type from both drivers.
func TestRows_types(t *testing.T) {
	db := open(t, ":memory:", "")
	if _, err := db.Exec("CREATE TABLE t (i INTEGER, r REAL, s TEXT, b BLOB, n INTEGER)"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("INSERT INTO t VALUES (?, ?, ?, ?, ?)", int64(-1)<<62, 0.25, "车五\x00进一", []byte{}, nil); err != nil {
		t.Fatal(err)
	}
	var i, r, s, b, n any
	if err := db.QueryRow("SELECT i, r, s, b, n FROM t").Scan(&i, &r, &s, &b, &n); err != nil {
		t.Fatal(err)
	}
	blob, isBlob := b.([]byte)
	if i != int64(-1)<<62 || r != 0.25 || s != "车五\x00进一" || !isBlob || len(blob) != 0 || n != nil {
		t.Errorf("%#v %#v %#v %#v %#v", i, r, s, b, n)
	}
}
