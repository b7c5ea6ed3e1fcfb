package charset

import (
	"sync"
	"unicode/utf8"
)

// codes are those of the basic plane in GB18030 by character: two octets as they are, four
// as their number with fourBit; 0 for a character without a code, and for ASCII.
var codes = sync.OnceValue(func() *[1 << 16]uint32 {
	table := new([1 << 16]uint32)
	put := func(raw []byte, code uint32) {
		if r, size := GB18030.next(raw, true); size == len(raw) && r != utf8.RuneError && table[r] == 0 {
			table[r] = code
		}
	}
	for first := 0x81; first <= 0xfe; first++ {
		for second := 0x40; second <= 0xfe; second++ {
			put([]byte{byte(first), byte(second)}, uint32(first)<<8|uint32(second))
		}
	}
	for n := range uint32(BasicCodes) {
		put(Four(nil, n), n|fourBit)
	}
	table[utf8.RuneError] = errorCode | fourBit
	return table
})

const (
	fourBit = 1 << 31
	// errorCode is the number of U+FFFD, which no reader tells from what it cannot read.
	errorCode = ((0x84-0x81)*10+0x31-0x30)*1260 + (0xa4-0x81)*10 + 0x37 - 0x30
)

// AppendGB18030 appends text, in UTF-8, as GB18030; its first use takes some milliseconds.
// ok is false for text that is not UTF-8, or that has a character without a code, of which
// there are some for private use; bad is the first such character.
func AppendGB18030(dst, text []byte) (out []byte, bad rune, ok bool) {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size == 1 {
			return dst, r, false
		}
		text = text[size:]
		switch {
		case r < utf8.RuneSelf:
			dst = append(dst, byte(r))
			continue
		case r >= 1<<16:
			dst = Four(dst, uint32(r-1<<16)+supplementary)
			continue
		}
		switch code := codes()[r]; {
		case code == 0:
			return dst, r, false
		case code >= fourBit:
			dst = Four(dst, code&^fourBit)
		default:
			dst = append(dst, byte(code>>8), byte(code))
		}
	}
	return dst, 0, true
}
