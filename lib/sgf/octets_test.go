package sgf

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// Every octet is read as golang.org/x/text reads it.
func TestOctets(t *testing.T) {
	var all []byte
	for c := range 256 {
		all = append(all, byte(c))
	}
	for _, row := range []struct {
		ours octets
		want encoding.Encoding
	}{
		{latin1, charmap.ISO8859_1}, {latin2, charmap.ISO8859_2}, {latin9, charmap.ISO8859_15}, {cyrillic, charmap.ISO8859_5}, {koi8r, charmap.KOI8R},
		{windows1250, charmap.Windows1250}, {windows1251, charmap.Windows1251}, {windows1252, charmap.Windows1252},
	} {
		want, err := row.want.NewDecoder().Bytes(all)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := row.ours.NewDecoder().Bytes(all); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%v: %q, %v, want %q", row.want, got, err, want)
		}
	}
	// In pieces, more than a reader takes at once.
	long := "(;GM[1]CA[koi8-r]C[" + strings.Repeat("\xC1\xC2", 9000) + "])"
	roots, err := Parse([]byte(long), DefaultOptions())
	if err != nil || roots[0].Comment() != strings.Repeat("аб", 9000) {
		t.Errorf("%v, want a long comment", err)
	}
	for _, err := range Read(iotest.OneByteReader(strings.NewReader(long)), DefaultOptions()) {
		if err != nil {
			t.Error(err)
		}
	}
}
