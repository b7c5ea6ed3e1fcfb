// Package charset reads text in the charsets of East Asia, octet for octet as
// golang.org/x/text reads it, and writes GB18030. (Only, the second octet of a four-octet code
// of GB18030 is a digit here, as the standard has it.) The packages of golang.org/x/text link 530
// kB of tables, also for writing what is only read here; these take 85 kB (made by
// internal/tools/charsets), and 130 kB of memory for each table from its first use on.
package charset

import (
	"bytes"
	"compress/flate"
	"embed"
	"encoding/binary"
	"io"
	"sort"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

//go:embed tables
var files embed.FS

// What stands in the tables, for each octet from 0x80 on: the character that it is alone,
// or 0; then for each second octet the character of both, or one of these.
const (
	ErrorOne = 0       // the first octet is read as U+FFFD
	ErrorAll = 1       // so are both
	Accented = 1 << 28 // a letter, shifted by 12, and an accent

	row = 1 + 0x100
)

// EUCJPThree begins a character of three octets in EUC-JP. Their table follows that of the
// pairs.
const EUCJPThree = 0x8f

// The charsets.
var (
	GB18030  = &Charset{name: "gb18030"}
	GBK      = &Charset{name: "gbk"} // its pairs are those of GB18030
	Big5     = &Charset{name: "big5"}
	ShiftJIS = &Charset{name: "shiftjis"}
	EUCJP    = &Charset{name: "eucjp"}
	EUCKR    = &Charset{name: "euckr"}
)

// Charset is a charset whose characters take one octet (ASCII and a few more) or several.
type Charset struct {
	name  string
	once  sync.Once
	table []uint32
}

// NewDecoder reads the charset; octets that are none of its text become U+FFFD. It holds no
// state, so any goroutine may use it.
func (c *Charset) NewDecoder() *encoding.Decoder {
	return &encoding.Decoder{Transformer: decoder{Charset: c}}
}

// load unpacks the table.
func (c *Charset) load() []uint32 {
	if c == GBK {
		c = GB18030
	}
	c.once.Do(func() {
		file, err := files.ReadFile("tables/" + c.name)
		var raw []byte
		if err == nil {
			raw, err = io.ReadAll(flate.NewReader(bytes.NewReader(file)))
		}
		if err != nil {
			panic("charset: " + c.name + ": " + err.Error()) // the files are the package's own
		}
		last := int64(0)
		for len(raw) > 0 {
			x, n := binary.Varint(raw)
			last += x
			c.table, raw = append(c.table, uint32(last)), raw[n:]
		}
	})
	return c.table
}

type decoder struct {
	transform.NopResetter
	*Charset
}

// Transform is transform.Transformer's.
func (d decoder) Transform(dst, src []byte, atEOF bool) (written, read int, err error) {
	for read < len(src) {
		if c := src[read]; c < utf8.RuneSelf {
			if written == len(dst) {
				return written, read, transform.ErrShortDst
			}
			dst[written] = c
			written++
			read++
			continue
		}
		r, size := d.next(src[read:], atEOF)
		if size == 0 {
			return written, read, transform.ErrShortSrc
		}
		accent := rune(0)
		if r >= Accented {
			r, accent = r&^Accented>>12, r&0xfff
		}
		if len(dst)-written < utf8.RuneLen(r)+min(int(accent), 1)*utf8.RuneLen(accent) {
			return written, read, transform.ErrShortDst
		}
		written += utf8.EncodeRune(dst[written:], r)
		if accent != 0 {
			written += utf8.EncodeRune(dst[written:], accent)
		}
		read += size
	}
	return written, read, nil
}

// next is the character that begins with an octet from 0x80 on; size is 0 when more octets
// are needed to tell.
func (c *Charset) next(src []byte, atEOF bool) (r rune, size int) {
	table := c.load()
	at := table[int(src[0]-0x80)*row:][:row]
	if at[0] != 0 {
		return rune(at[0]), 1
	}
	if len(src) < 2 {
		return short(atEOF)
	}
	switch {
	case c == GB18030 && src[1] >= 0x30 && src[1] < 0x3a:
		return c.four(src, atEOF)
	case c == EUCJP && src[0] == EUCJPThree:
		if len(src) < 3 && !atEOF {
			return 0, 0
		}
		if len(src) >= 3 && src[1] >= 0x80 {
			if x := table[(0x80+int(src[1]-0x80))*row+1+int(src[2])]; x != ErrorOne {
				return found(x, 3)
			} else if src[1] >= 0xa1 && src[1] < 0xff {
				return utf8.RuneError, 2
			}
		}
	}
	return found(at[1+int(src[1])], 2)
}

// short is what octets are at the end of the text.
func short(atEOF bool) (rune, int) {
	if atEOF {
		return utf8.RuneError, 1
	}
	return 0, 0
}

// found is what stands in the table for so many octets.
func found(x uint32, octets int) (rune, int) {
	switch x {
	case ErrorOne:
		return utf8.RuneError, 1
	case ErrorAll:
		return utf8.RuneError, octets
	}
	return rune(x), octets
}

// The four-octet codes of GB18030: those of the basic plane, and where the other planes begin.
const (
	BasicCodes    = 39420
	supplementary = 189000
)

// Four appends the four-octet code with that number.
func Four(dst []byte, n uint32) []byte {
	return append(dst, byte(0x81+n/12600), byte(0x30+n/1260%10), byte(0x81+n/10%126), byte(0x30+n%10))
}

// four reads a four-octet code.
func (c *Charset) four(src []byte, atEOF bool) (rune, int) {
	if len(src) < 4 {
		return short(atEOF)
	}
	if src[0] == 0xff || src[2] < 0x81 || src[2] == 0xff || src[3] < 0x30 || src[3] > 0x39 {
		return utf8.RuneError, 1
	}
	n := ((uint32(src[0]-0x81)*10+uint32(src[1]-0x30))*126+uint32(src[2]-0x81))*10 + uint32(src[3]-0x30)
	switch {
	case n < BasicCodes:
		ranges := c.table[0x80*row:] // pairs: the number and the character from which on both count up
		i := sort.Search(len(ranges)/2, func(i int) bool { return ranges[2*i] > n }) - 1
		return rune(ranges[2*i+1] + n - ranges[2*i]), 4
	case n >= supplementary && n < supplementary+0x100000:
		return rune(n-supplementary) + 0x10000, 4
	}
	return utf8.RuneError, 1
}
