package sgcp

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"qikit.dev/qikit/internal/charset"
)

// Charset is how the text of lines is written (section 5.1).
type Charset uint8

const (
	// UTF8 is UTF-8 in the normal form C. Every peer speaks it until it asks for
	// another charset.
	UTF8 Charset = iota
	// GB18030 is for older peers, which ask for it by "104 charset=gb18030".
	GB18030
)

var charsetNames = [...]string{UTF8: "utf-8", GB18030: "gb18030"}

// String is the charset's name as 104 writes it.
func (c Charset) String() string { return charsetNames[min(c, GB18030)] }

// ParseCharset reads a name. It returns false for an unknown one.
func ParseCharset(name string) (Charset, bool) {
	i := slices.Index(charsetNames[:], name)
	return Charset(max(i, 0)), i >= 0
}

// class is what a line's octets are made of.
type class uint8

const (
	textPlain class = iota // ASCII without control characters
	textWide               // octets over 127 too
	textDirty              // control characters (C0, which includes NUL and CR, and DEL)
)

func classify(text []byte) class {
	// In GB18030 no octet of a longer character is under 0x30 or is 0x7f, so these are
	// control characters in either charset.
	var all byte
	for _, c := range text {
		if c < ' ' || c == 0x7f {
			return textDirty
		}
		all |= c
	}
	if all >= utf8.RuneSelf {
		return textWide
	}
	return textPlain
}

// clean tells whether text is UTF-8 in the normal form C whose characters stay in
// their line and in their order.
func clean(text []byte) bool {
	if !utf8.Valid(text) || !norm.NFC.IsNormal(text) {
		return false
	}
	return !bytes.ContainsFunc(text, misleads)
}

// misleads tells whether a character breaks a line for those who split text by
// Unicode, is a command to a terminal (C1), or turns the text around it.
func misleads(r rune) bool {
	const lineSeparator, paragraphSeparator = 0x2028, 0x2029
	return r >= 0x80 && r < 0xa0 || r == lineSeparator || r == paragraphSeparator || unicode.Is(unicode.Bidi_Control, r)
}

// fromGB18030 holds no state, so any goroutine may use it.
var fromGB18030 = charset.GB18030.NewDecoder().Transformer

// appendFromGB18030 appends GB18030 text as UTF-8 in the normal form C. It returns
// false for octets that are not GB18030, and for U+FFFD, which the decoder writes in
// place of octets that it cannot read.
func appendFromGB18030(dst, raw []byte) ([]byte, bool) {
	start := len(dst)
	// One octet becomes three at most: 0x80 is the euro sign.
	dst = grow(dst, 3*len(raw))
	n, _, err := fromGB18030.Transform(dst[start:cap(dst)], raw, true)
	dst = dst[:start+n]
	text := dst[start:]
	switch {
	case err != nil || bytes.ContainsRune(text, utf8.RuneError) || !utf8.Valid(text) || bytes.ContainsFunc(text, misleads):
		return dst[:start], false
	case norm.NFC.IsNormal(text):
		return dst, true
	}
	return append(dst[:start], norm.NFC.Bytes(text)...), true
}

// appendToGB18030 appends UTF-8 text as GB18030. It returns false for text that
// would not read back the same, such as some characters for private use.
func appendToGB18030(dst, text []byte) ([]byte, bool) {
	start := len(dst)
	// Two octets become four at most, and so does one that is not ASCII.
	dst, _, ok := charset.AppendGB18030(grow(dst, 4*len(text)), text)
	if !ok {
		return dst[:start], false
	}
	back, ok := appendFromGB18030(nil, dst[start:])
	if !ok || !bytes.Equal(back, text) {
		return dst[:start], false
	}
	return dst, true
}

func grow(dst []byte, n int) []byte {
	if cap(dst)-len(dst) < n {
		dst = append(make([]byte, 0, 2*cap(dst)+n), dst...)
	}
	return dst
}
