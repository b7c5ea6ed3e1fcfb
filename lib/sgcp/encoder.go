package sgcp

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// LimitOf is how long a line with that number may be, in octets with its end:
// RequestMax for commands, ServerLineMax for the server's lines, ComputeLineMax for
// lines about compute terminals, whoever sends them.
func LimitOf(n Number) int {
	switch {
	case n >= 400 && n < 500 || n >= 900:
		return ComputeLineMax
	case n < 400:
		return RequestMax
	}
	return ServerLineMax
}

// AppendLine appends a line in UTF-8 with its CRLF, and brings its text into the
// normal form C. ErrCharset for invalid UTF-8 and for characters of control (C0, C1, DEL),
// of lines' ends (U+2028, U+2029) and of direction (bidi controls), ErrTooLong for a
// line over LimitOf, ErrSyntax for a number over 999; dst is then returned as it was.
func AppendLine(dst []byte, n Number, param []byte) ([]byte, error) {
	return UTF8.AppendLine(dst, n, param)
}

// AppendLine is the function AppendLine for a line in the charset.
func (c Charset) AppendLine(dst []byte, n Number, param []byte) ([]byte, error) {
	if n > 999 {
		return dst, fmt.Errorf("%w: number %d, expected three digits", ErrSyntax, n)
	}
	start := len(dst)
	line := n.digits(dst)
	if len(param) > 0 {
		line = append(line, ' ')
	}
	switch classify(param) {
	case textPlain:
		line = append(line, param...)
	case textDirty:
		return dst, fmt.Errorf("%w: %v %q, expected text without control characters", ErrCharset, n, clip(param))
	case textWide:
		if !utf8.Valid(param) {
			return dst, fmt.Errorf("%w: %v %q, expected UTF-8", ErrCharset, n, clip(param))
		}
		if !norm.NFC.IsNormal(param) {
			param = norm.NFC.Bytes(param)
		}
		if bytes.ContainsFunc(param, misleads) {
			return dst, fmt.Errorf("%w: %v %q, expected text without control characters, ends of lines and turns of direction", ErrCharset, n, clip(param))
		}
		if c == UTF8 {
			line = append(line, param...)
			break
		}
		var ok bool
		if line, ok = appendToGB18030(line, param); !ok {
			return dst, fmt.Errorf("%w: %v %q, expected characters that GB18030 has", ErrCharset, n, clip(param))
		}
	}
	line = append(line, '\r', '\n')
	if size, most := len(line)-start, LimitOf(n); size > most {
		return dst, fmt.Errorf("%w: %v with %d octets, expected at most %d", ErrTooLong, n, size, most)
	}
	return line, nil
}

// clip shortens what an error quotes.
func clip(text []byte) []byte {
	const most = 40
	if len(text) <= most {
		return text
	}
	return append(append(make([]byte, 0, most+3), text[:most]...), "..."...)
}
