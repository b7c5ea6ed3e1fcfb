package gamefile

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"qikit.dev/qikit/internal/charset"
)

// peek is how much of a file tells its encoding, format and game.
const peek = 1 << 16

// recordWords are characters that records of Xiangqi are full of, simplified and traditional.
const recordWords = "一二三四五六七八九１２３４５６７８９进退平進车車马馬炮砲兵卒士仕相象将帥将帅將前中后後红紅黑方胜勝负負和棋局对對"

// decoded is the file in a charset that its format's reader knows: UTF-16 and Big5 become UTF-8. Other octets stay, because
// SGF states its charset, and files of Xiangqi change between UTF-8 and GB18030 from game to game.
func decoded(file []byte) []byte {
	for _, mark := range []struct {
		octets string
		order  binary.ByteOrder
	}{{"\xFF\xFE", binary.LittleEndian}, {"\xFE\xFF", binary.BigEndian}} {
		if text, ok := bytes.CutPrefix(file, []byte(mark.octets)); ok {
			return fromUTF16(text, mark.order)
		}
	}
	start := file[:min(len(file), peek)]
	if utf8.Valid(file) || isSGF(start) {
		return file
	}
	if charset.Big5 != bestOf(start, charset.GB18030, charset.Big5) {
		return file
	}
	text, _ := charset.Big5.NewDecoder().Bytes(file) // what it cannot read becomes U+FFFD
	return text
}

// bestOf is the charset in which the text has most of the words of records; the first of equal ones.
func bestOf(text []byte, charsets ...*charset.Charset) (best *charset.Charset) {
	most := 0
	for _, c := range charsets {
		decoded, _ := c.NewDecoder().Bytes(text)
		worth := 0
		for _, r := range string(decoded) {
			switch {
			case r == utf8.RuneError:
				worth -= 4
			case r >= utf8.RuneSelf && strings.ContainsRune(recordWords, r):
				worth++
			}
		}
		if best == nil || worth > most {
			best, most = c, worth
		}
	}
	return best
}

// fromUTF16 is the text as UTF-8, with its mark, so that what it says of a charset does not count.
func fromUTF16(text []byte, order binary.ByteOrder) []byte {
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = order.Uint16(text[2*i:])
	}
	return append([]byte("\xEF\xBB\xBF"), string(utf16.Decode(units))...)
}

// isSGF says whether the file's first sign is that of SGF, or a line begins with it.
func isSGF(start []byte) bool {
	start = bytes.TrimLeft(bytes.TrimPrefix(start, []byte("\xEF\xBB\xBF")), " \t\r\n")
	at := bytes.IndexByte(start, '(')
	return at >= 0 && (at == 0 || start[at-1] == '\n') && !bytes.HasPrefix(start, []byte("[")) &&
		bytes.HasPrefix(bytes.TrimLeft(start[at+1:], " \t\r\n"), []byte(";"))
}
