package dbfile

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/plainfile"
)

var first = Schema{Application: 0x1234, Version: 1, Tables: "CREATE TABLE people (name TEXT); CREATE INDEX byname ON people (name)"}

// second is the next version.
var second = Schema{Application: 0x1234, Version: 1, Tables: first.Tables, Later: []string{"CREATE TABLE places (name TEXT)"}, Durable: true}

// opened opens a file, does something, and closes it.
func opened(t *testing.T, path string, s Schema, do string) {
	t.Helper()
	db, err := Open(path, s)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(do)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestOpen_newAndOld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	opened(t, path, first, "INSERT INTO people VALUES ('amy')")
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("the file's mode is %v, %v, want 0600", info.Mode(), err)
	}
	opened(t, path, second, "INSERT INTO places SELECT name FROM people")
	if db, err := Open(path, first); err == nil || Damaged(err) || !strings.Contains(err.Error(), "version 2, expected 1 to 1") {
		t.Errorf("a later version: %v, %v", db, err)
	}
	other := second
	other.Application = 1
	if db, err := Open(path, other); err == nil || Damaged(err) {
		t.Errorf("another program's: %v, %v", db, err)
	}
	db, err := Open(path, second)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var name, synchronous string
	if err := db.QueryRow("SELECT name FROM places").Scan(&name); err != nil || name != "amy" {
		t.Errorf("%q, %v, want amy", name, err)
	}
	if err := db.QueryRow("PRAGMA synchronous").Scan(&synchronous); err != nil || synchronous != "2" {
		t.Errorf("a durable file: synchronous %s, %v, want 2 (FULL)", synchronous, err)
	}
}

// A file that its process did not begin whole is begun again; anything else is not
// touched.
func TestOpen_begunByAKilledProcess(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole")
	if err := begin(whole); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, 100, len(text) - 1} {
		path := filepath.Join(t.TempDir(), "part")
		if err := os.WriteFile(path, text[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		opened(t, path, first, "INSERT INTO people VALUES ('amy')")
	}
	path := filepath.Join(t.TempDir(), "mine")
	if err := os.WriteFile(path, []byte("a letter"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, first); !Damaged(err) {
		t.Errorf("a letter: %v, want damage", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "a letter" {
		t.Errorf("the letter is %q, %v", text, err)
	}
	if _, err := Open(filepath.Join(path, "none"), first); err == nil || Damaged(err) || errors.Is(err, os.ErrNotExist) {
		t.Errorf("in no folder: %v, want an error of making it, since no file was asked for", err)
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none", "f"), first); err == nil || errors.Is(err, os.ErrNotExist) {
		t.Errorf("in a folder that is not there: %v", err)
	}
	if _, err := Open(os.DevNull, first); !errors.Is(err, plainfile.ErrKind) {
		t.Errorf("a device: %v, want plainfile.ErrKind", err)
	}
}

// A table or an index that is gone is a fault, not an empty one.
func TestOpen_missing(t *testing.T) {
	for _, gone := range []string{"TABLE people", "INDEX byname", "TABLE places"} {
		path := filepath.Join(t.TempDir(), "f")
		opened(t, path, second, "DROP "+gone)
		if _, err := Open(path, second); !Damaged(err) || !strings.Contains(err.Error(), strings.Fields(gone)[1]+" is missing") {
			t.Errorf("without %s: %v, want damage that names it", gone, err)
		}
	}
}

// Every flipped bit of what is read is found.
func TestOpen_flippedBits(t *testing.T) {
	dir := t.TempDir()
	opened(t, filepath.Join(dir, "f"), first, "INSERT INTO people WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i+1 FROM n WHERE i < 300) SELECT 'somebody ' || i FROM n")
	whole, err := os.ReadFile(filepath.Join(dir, "f"))
	if err != nil {
		t.Fatal(err)
	}
	checked := first
	checked.Whole = true
	for at := 113; at < len(whole); at += 997 { // 113: behind the header, where a flip may also be another program's file
		path := filepath.Join(dir, "flipped")
		damaged := append([]byte(nil), whole...)
		damaged[at] ^= 1 << (at % 8)
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		db, err := Open(path, checked)
		if page := fmt.Sprint("page ", at/4096+1); !Damaged(err) || !strings.Contains(err.Error(), page) {
			t.Errorf("byte %d of %d: %v, want damage of its page", at, len(whole), err)
		}
		closeIf(db)
	}
}

func closeIf(db *sql.DB) {
	if db != nil {
		db.Close()
	}
}
