package xiangqi

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"qikit.dev/qikit/internal/charset"
	"qikit.dev/qikit/lib/game"
)

// Encoding is how the text of a record is written.
type Encoding uint8

const (
	// UTF8 is the default.
	UTF8 Encoding = iota
	// GB18030 is what older Chinese programs read; GBK and GB2312 are parts of
	// it.
	GB18030
)

// decode turns the bytes of one record into text: UTF-8 when they are valid
// as such, GB18030 otherwise. What is neither becomes U+FFFD, and broken is
// where the first of these stands in the text, or -1. Short texts can be valid
// as both (联通 is); a few names, or moves in Chinese, are not.
func decode(raw []byte) (text string, broken int) {
	raw = bytes.TrimPrefix(raw, []byte("\xEF\xBB\xBF"))
	if utf8.Valid(raw) {
		return string(raw), -1
	}
	// The decoder replaces what it cannot read; it has no other errors.
	decoded, _ := charset.GB18030.NewDecoder().Bytes(raw)
	return string(decoded), bytes.IndexRune(decoded, utf8.RuneError)
}

// encode is text in the encoding; invalid UTF-8 becomes U+FFFD. Some characters
// for private use have no place in GB18030; the error names the first.
func (e Encoding) encode(text string) ([]byte, error) {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if e == UTF8 {
		return []byte(text), nil
	}
	raw, bad, ok := charset.AppendGB18030(nil, []byte(text))
	if !ok {
		return nil, fmt.Errorf("%w: %U cannot be written in GB18030, expected UTF-8 or another character", game.ErrRecord, bad)
	}
	return raw, nil
}
