package book_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/book"
)

// A bit that flips in any page is an error where the page is read, which names it: no
// record, look-up or count goes wrong without a word.
func TestBook_flippedBitIsTold(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games = 30
	made(t, o)
	whole, err := os.ReadFile(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	const size = 4096
	read := func(path string) (text string, err error) {
		b, err := book.Open(path)
		if err != nil {
			return "", err
		}
		defer b.Close()
		for r, err := range b.Records() {
			if err != nil {
				return text, err
			}
			text += string(r.JSON())
		}
		s, err := b.Stats(t.Context())
		s.Path = ""
		return text + string(s.JSON()), err
	}
	want, err := read(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for page := 1; page < len(whole)/size; page++ {
		text := bytes.Clone(whole)
		text[page*size+(page*977)%size] ^= 1 << (page % 8)
		path := filepath.Join(t.TempDir(), "f.qkb")
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := read(path)
		switch {
		case err == nil && got != want:
			t.Errorf("page %d: another answer without an error", page+1)
		case err == nil: // a page that this reads nothing from
		case !errors.Is(err, book.ErrCorrupt) || !strings.Contains(err.Error(), fmt.Sprintf("page %d ", page+1)):
			t.Errorf("page %d: %v, want ErrCorrupt that names the page", page+1, err)
		default:
			told++
		}
	}
	if told < len(whole)/size/2 {
		t.Errorf("only %d of %d damaged pages were told", told, len(whole)/size)
	}
}
