package sgf

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"

	eastasia "qikit.dev/qikit/internal/charset"
	"qikit.dev/qikit/internal/pattern"
	"qikit.dev/qikit/lib/game"
)

// charset is what text is decoded from.
type charset interface{ NewDecoder() *encoding.Decoder }

// charsets are what files are read in, by name without signs; nil is UTF-8.
var charsets = map[string]charset{
	"UTF8": nil, "USASCII": nil, "ASCII": nil,
	"GB18030": eastasia.GB18030, "GBK": eastasia.GBK, "GB2312": eastasia.GBK, "CP936": eastasia.GBK,
	"BIG5": eastasia.Big5, "CP950": eastasia.Big5,
	"SHIFTJIS": eastasia.ShiftJIS, "SJIS": eastasia.ShiftJIS, "CP932": eastasia.ShiftJIS, "WINDOWS31J": eastasia.ShiftJIS, "EUCJP": eastasia.EUCJP,
	"EUCKR": eastasia.EUCKR, "CP949": eastasia.EUCKR, "KSC5601": eastasia.EUCKR,
	"ISO88591": latin1, "LATIN1": latin1, "ISO88592": latin2, "ISO885915": latin9, "LATIN9": latin9, "ISO88595": cyrillic, "KOI8R": koi8r,
	"WINDOWS1250": windows1250, "CP1250": windows1250, "WINDOWS1251": windows1251, "CP1251": windows1251,
	"WINDOWS1252": windows1252, "CP1252": windows1252,
}

var charsetSigns = strings.NewReplacer("-", "", "_", "", " ", "", ":", "", "/", "")

// charsetNames are the common ones, for error messages.
const charsetNames = "Big5, EUC-JP, EUC-KR, GB18030, ISO-8859-1, Shift_JIS, UTF-8, windows-1252"

// charsetPeek is how far into a file its CA must stand.
const charsetPeek = 1 << 16

var (
	charsetProperty = pattern.New(`(?:^|[\];\s(])[a-z]*C[a-z]*A[a-z]*\s*\[([^\]\\]{0,64})\]`)
	byteOrderMarks  = [][]byte{{0xFE, 0xFF}, {0xFF, 0xFE}}
)

// decoded reads a file as UTF-8. Its first CA says what it is written in; a file
// without one is UTF-8 if that is what it looks like, otherwise in the charset
// given. foreign says that it was decoded from another charset.
func decoded(r io.Reader, charset string) (text *bufio.Reader, foreign bool, err error) {
	in := bufio.NewReaderSize(r, charsetPeek)
	start, _ := in.Peek(charsetPeek) // what there is; errors come again with reading
	for _, mark := range byteOrderMarks {
		if bytes.HasPrefix(start, mark) {
			return nil, false, place{1, 1}.fail("a file in UTF-16, expected UTF-8 or another charset of bytes")
		}
	}
	at := place{}
	name, stated := charset, false
	if from, to := statedCharset(start); from < to {
		name, stated = strings.TrimSpace(string(start[from:to])), true
		at = place{1 + bytes.Count(start[:from], []byte("\n")), from - bytes.LastIndexByte(start[:from], '\n')}
	}
	if bytes.HasPrefix(start, []byte("\xEF\xBB\xBF")) || !stated && looksUTF8(start) {
		return in, false, nil
	}
	e, ok := charsets[strings.ToUpper(charsetSigns.Replace(name))]
	switch {
	case !ok && stated:
		return nil, false, at.fail("charset %q, expected one of %s", name, charsetNames)
	case !ok:
		return nil, false, fmt.Errorf("%w: charset %q, expected one of %s", game.ErrRecord, name, charsetNames)
	case e == nil:
		return in, false, nil
	}
	return bufio.NewReader(transform.NewReader(in, e.NewDecoder())), true, nil
}

// statedCharset is where the value of the first CA stands. A CA inside another
// value counts only when there is no other one: a character of two bytes may hide
// the end of a value.
func statedCharset(start []byte) (from, to int) {
	var name []byte // the latest word's capital letters and digits
	ended := false  // a value followed it
	for i := 0; i < len(start); i++ {
		switch c := start[i]; {
		case c == '[':
			from = i + 1
			for i++; i < len(start) && start[i] != ']'; i++ {
				if start[i] == '\\' {
					i++
				}
			}
			if string(name) == "CA" && i < len(start) {
				return from, i
			}
			ended = true
		case isLetter(rune(c)), '0' <= c && c <= '9':
			if ended {
				name, ended = name[:0], false
			}
			if c < 'a' {
				name = append(name, c)
			}
		case c > ' ':
			name = name[:0]
		}
	}
	if m := charsetProperty.Index(string(start)); m != nil {
		return m[2], m[3]
	}
	return 0, 0
}

// looksUTF8 says whether the start of a file is UTF-8; its last character may
// be cut off.
func looksUTF8(start []byte) bool {
	for cut := 0; cut < utf8.UTFMax && cut <= len(start); cut++ {
		if utf8.Valid(start[:len(start)-cut]) {
			return cut == 0 || len(start) == charsetPeek
		}
	}
	return false
}
