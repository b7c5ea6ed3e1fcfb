package charset

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/transform"
)

var twins = map[*Charset]encoding.Encoding{
	GB18030: simplifiedchinese.GB18030, GBK: simplifiedchinese.GBK, Big5: traditionalchinese.Big5,
	ShiftJIS: japanese.ShiftJIS, EUCJP: japanese.EUCJP, EUCKR: korean.EUCKR,
}

// same fails unless both read the octets as the same text.
func same(t *testing.T, c *Charset, raw []byte) {
	t.Helper()
	want, err := twins[c].NewDecoder().Bytes(raw)
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.NewDecoder().Bytes(raw)
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%s: % x is read as %q, %v, want %q", c.name, raw, got, err, want)
	}
}

func TestDecoder_readsAsXText(t *testing.T) {
	for c := range twins {
		same(t, c, nil)
		for first := range 256 {
			same(t, c, []byte{byte(first)})
			var all []byte
			for second := range 256 {
				pair := []byte{byte(first), byte(second)}
				same(t, c, pair)
				all = append(append(all, pair...), 'x')
			}
			same(t, c, all)
		}
		rng := rand.New(rand.NewPCG(1, 1))
		for range 4000 {
			raw := make([]byte, rng.IntN(12))
			for i := range raw {
				switch raw[i] = byte(rng.Uint32()); rng.IntN(4) {
				case 0:
					raw[i] = 0x30 + raw[i]%10
				case 1:
					raw[i] |= 0x80
				}
				if c == GB18030 && raw[i] > '9' && raw[i] < 0x40 {
					raw[i] = '9' // see the package's comment
				}
			}
			same(t, c, raw)
		}
	}
	for second := 0x80; second < 0x100; second++ {
		for third := range 256 {
			same(t, EUCJP, []byte{EUCJPThree, byte(second), byte(third)})
		}
	}
	for n := uint32(0); n < 126*12600; n += 1 + n/BasicCodes*97 {
		same(t, GB18030, Four(nil, n))
	}
}

// The standard has digits as the second and the fourth octet of a code of four: with another
// one there, the first octet alone is wrong, and what follows it is read as itself.
func TestGB18030_fourOctets(t *testing.T) {
	for second := byte(0); second < 0x80; second++ {
		for fourth := byte(0); fourth < 0x80; fourth++ {
			raw := []byte{0x81, second, 0x81, fourth}
			got, err := GB18030.NewDecoder().Bytes(raw)
			if err != nil {
				t.Fatal(err)
			}
			digit := func(c byte) bool { return c >= '0' && c <= '9' }
			one := utf8.RuneCount(got) == 1 && !bytes.ContainsRune(got, utf8.RuneError)
			if pair := second >= 0x40 && second < 0x7f; !pair && one != (digit(second) && digit(fourth)) {
				t.Errorf("% x is read as %q", raw, got)
			}
		}
	}
	for raw, want := range map[string]string{
		"\x81\x30\x81\x30": "\u0080", "\x84\x31\xa4\x37": "\ufffd", "\x84\x31\xa4\x39": "\uffff", "\x90\x30\x81\x30": "\U00010000", "\xe3\x32\x9a\x35": "\U0010ffff",
		"\x81\x3a\x30": "\ufffd:0", "\x81\x3f\x81": "\ufffd?\ufffd", "\x90\x3ab": "\ufffd:b",
	} {
		if got, err := GB18030.NewDecoder().Bytes([]byte(raw)); err != nil || string(got) != want {
			t.Errorf("% x is read as %q, %v, want %q", raw, got, err, want)
		}
	}
}

// A text that comes in pieces is read as a whole, into however small a room.
func TestDecoder_pieces(t *testing.T) {
	for c, raw := range map[*Charset]string{
		GB18030: "\xd6\xd0\x81\x30\x81\x30\x90\x30\x81\x30a\xd6", Big5: "\xa4\xa4\x88\x62\x87\xff\xfe", EUCJP: "\xc6\xfc\x8f\xb0\xa1\x8e\xb1", ShiftJIS: "\x93\xfa\xb1\x80",
	} {
		want, err := twins[c].NewDecoder().Bytes([]byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		r := transform.NewReader(iotest.OneByteReader(bytes.NewReader([]byte(raw))), c.NewDecoder())
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, want)
		}
		var text []byte
		for rest, room := []byte(raw), make([]byte, 5); len(rest) > 0; {
			n, read, err := c.NewDecoder().Transformer.Transform(room, rest, true)
			if err != nil && err != transform.ErrShortDst {
				t.Fatal(err)
			}
			text, rest = append(text, room[:n]...), rest[read:]
		}
		if !bytes.Equal(text, want) {
			t.Errorf("%s in a small room: %q, want %q", c.name, text, want)
		}
	}
}
