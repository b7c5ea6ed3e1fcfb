// Command charsets writes the tables of internal/charset: what golang.org/x/text reads, of
// every pair of octets, in 85 kB instead of the 530 kB that its packages link.
//
//	go run ./internal/tools/charsets
package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"flag"
	"os"
	"path/filepath"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"qikit.dev/qikit/internal/charset"
	"qikit.dev/qikit/internal/tools/must"
)

//go:generate go run . -root ../../..

func main() {
	root := flag.String("root", ".", "the project's folder")
	flag.Parse()
	must.Main("charsets", func() {
		for name, e := range map[string]encoding.Encoding{
			"gb18030": simplifiedchinese.GB18030, "big5": traditionalchinese.Big5,
			"shiftjis": japanese.ShiftJIS, "eucjp": japanese.EUCJP, "euckr": korean.EUCKR,
		} {
			table := pairs(e, nil)
			switch name {
			case "gb18030":
				table = append(table, ranges(e)...)
			case "eucjp":
				table = append(table, pairs(e, []byte{charset.EUCJPThree})...)
			}
			must.Do(os.WriteFile(filepath.Join(*root, "internal/charset/tables", name), packed(table), 0o644))
		}
	})
}

// pairs is what is read of each octet from 0x80 on, and of each pair of octets that begins
// with it, behind a prefix.
func pairs(e encoding.Encoding, prefix []byte) (table []uint32) {
	for first := 0x80; first < 0x100; first++ {
		one := append(bytes.Clone(prefix), byte(first))
		r, _ := read(e, one)
		if len(prefix) > 0 || r == utf8.RuneError {
			r = 0 // it takes more octets, or stands for nothing
		}
		table = append(table, uint32(r))
		for second := range 0x100 {
			two := append(bytes.Clone(one), byte(second))
			r, size := read(e, two)
			switch {
			case size == len(two) && r != utf8.RuneError:
				table = append(table, uint32(r))
			case size == len(two):
				table = append(table, charset.ErrorAll)
			default:
				table = append(table, charset.ErrorOne)
			}
		}
	}
	return table
}

// read is the first character, two of them as one number, and how many octets it takes.
func read(e encoding.Encoding, raw []byte) (r rune, size int) {
	d := e.NewDecoder().Transformer
	var text [16]byte
	n, read, err := d.Transform(text[:], raw, true)
	if err != nil || read != len(raw) {
		return utf8.RuneError, 1
	}
	runes := []rune(string(text[:n]))
	switch {
	case len(runes) == 1:
		return runes[0], len(raw)
	case len(runes) == 2 && runes[0] != utf8.RuneError && runes[1] >= 0x300 && runes[1] < 0x370: // a letter and its accent
		return charset.Accented | runes[0]<<12 | runes[1], len(raw)
	}
	return runes[0], 1
}

// ranges are the numbers of the four-octet codes of GB18030 from which on they count up with
// the characters: number, character.
func ranges(e encoding.Encoding) (table []uint32) {
	var last uint32
	for n := range uint32(charset.BasicCodes) {
		r, size := read(e, charset.Four(nil, n))
		if size != 4 {
			r = utf8.RuneError
		}
		if n == 0 || uint32(r) != last+1 {
			table = append(table, n, uint32(r))
		}
		last = uint32(r)
	}
	return table
}

// packed are the differences of the numbers, deflated.
func packed(table []uint32) []byte {
	var raw []byte
	last := int64(0)
	for _, x := range table {
		raw = binary.AppendVarint(raw, int64(x)-last)
		last = int64(x)
	}
	var out bytes.Buffer
	w := must.Get(flate.NewWriter(&out, flate.BestCompression))
	must.Get(w.Write(raw))
	must.Do(w.Close())
	return out.Bytes()
}
