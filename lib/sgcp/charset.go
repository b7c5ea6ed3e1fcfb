package sgcp

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/unicode/norm"
)

// Charset is how the text of lines is written (section 5.1).
type Charset uint8

const (
	// UTF8 is what every peer speaks until it asks for another: UTF-8 in the
	// normal form C.
	UTF8 Charset = iota
	// GB18030 is for legacy peers, asked for by "104 charset=gb18030".
	GB18030
)

// String is the charset's name as 104 has it.
func (c Charset) String() string {
	if c == GB18030 {
		return "gb18030"
	}
	return "utf-8"
}

// ParseCharset reads a name; false for one that is not known.
func ParseCharset(name string) (Charset, bool) {
	switch name {
	case "gb18030":
		return GB18030, true
	case "utf-8":
		return UTF8, true
	}
	return UTF8, false
}

// class is what a line's octets are made of.
type class uint8

const (
	textPlain class = iota // ASCII without control characters
	textWide               // octets over 127 too
	textDirty              // control characters (C0, which NUL and CR belong to)
)

func classify(text []byte) class {
	// An octet under 0x20 is found by subtraction, one over 127 by its top bit.
	// In GB18030 no octet of a longer character is under 0x30.
	var all byte
	for _, c := range text {
		if c < ' ' {
			return textDirty
		}
		all |= c
	}
	if all >= utf8.RuneSelf {
		return textWide
	}
	return textPlain
}

// clean tells whether text is UTF-8 in the normal form C.
func clean(text []byte) bool { return utf8.Valid(text) && norm.NFC.IsNormal(text) }

// The transformers hold no state: any goroutine may use them.
var (
	fromGB18030 = simplifiedchinese.GB18030.NewDecoder().Transformer
	toGB18030   = simplifiedchinese.GB18030.NewEncoder().Transformer
)

// appendFromGB18030 appends the text in UTF-8 and the normal form C, which a
// legacy peer does not know of; false when it is no GB18030. U+FFFD, what the
// decoder writes for octets it can not read, is not accepted either.
func appendFromGB18030(dst, raw []byte) ([]byte, bool) {
	start := len(dst)
	// At most three octets come of one: 0x80 is the euro sign.
	dst = grow(dst, 3*len(raw))
	n, _, err := fromGB18030.Transform(dst[start:cap(dst)], raw, true)
	dst = dst[:start+n]
	text := dst[start:]
	switch {
	case err != nil || bytes.ContainsRune(text, utf8.RuneError) || !utf8.Valid(text):
		return dst[:start], false
	case norm.NFC.IsNormal(text):
		return dst, true
	}
	return append(dst[:start], norm.NFC.Bytes(text)...), true
}

// appendToGB18030 appends the UTF-8 text in GB18030; false when it can not be
// written so that it reads back the same (some characters for private use).
func appendToGB18030(dst, text []byte) ([]byte, bool) {
	start := len(dst)
	// At most four octets come of two, or of one that is no ASCII.
	dst = grow(dst, 4*len(text))
	n, _, err := toGB18030.Transform(dst[start:cap(dst)], text, true)
	dst = dst[:start+n]
	if err != nil {
		return dst[:start], false
	}
	back, ok := appendFromGB18030(nil, dst[start:])
	if !ok || !bytes.Equal(back, text) {
		return dst[:start], false
	}
	return dst, true
}

// grow makes room for n more octets.
func grow(dst []byte, n int) []byte {
	if cap(dst)-len(dst) < n {
		dst = append(make([]byte, 0, 2*cap(dst)+n), dst...)
	}
	return dst
}
