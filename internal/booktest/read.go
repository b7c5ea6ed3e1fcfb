package booktest

import (
	"os"
	"path/filepath"
	"testing"

	"qikit.dev/qikit/lib/book"
)

// Open opens a book for as long as the test lasts.
func Open(t *testing.T, path string) *book.Book {
	t.Helper()
	b, err := book.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// Records reads all of a book.
func Records(t *testing.T, b *book.Book) []book.Record {
	t.Helper()
	var list []book.Record
	for r, err := range b.Records() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

// Export is the text of a book in a format.
func Export(t *testing.T, b *book.Book, format string) string {
	t.Helper()
	return ExportAs(t, b, format, book.ExportOptions{})
}

// ExportAs is the text of a book as the options say.
func ExportAs(t *testing.T, b *book.Book, format string, o book.ExportOptions) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "export")
	if _, err := b.Export(t.Context(), path, format, o, nil); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Exists says whether a file is there.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
