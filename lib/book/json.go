package book

import (
	"math"
	"strconv"
)

// These write as encoding/json does, without reflection.

func appendInt(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }

// appendReal leaves to encoding/json what it writes with an exponent, or not at all.
func appendReal(dst []byte, x float64) []byte {
	if size := math.Abs(x); x == 0 || size >= 1e-6 && size < 1e21 {
		return strconv.AppendFloat(dst, x, 'f', -1, 64)
	}
	return append(dst, mustJSON(x)...)
}

// appendText leaves to encoding/json what it escapes.
func appendText(dst []byte, text string) []byte {
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ', c >= 0x7f, c == '"', c == '\\', c == '<', c == '>', c == '&':
			return append(dst, mustJSON(text)...)
		}
	}
	return append(append(append(dst, '"'), text...), '"')
}

func appendOptional[T any](dst []byte, v *T, write func([]byte, T) []byte) []byte {
	if v == nil {
		return append(dst, "null"...)
	}
	return write(dst, *v)
}

func appendList[T any](dst []byte, list []T, write func([]byte, T) []byte) []byte {
	if list == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = write(dst, v)
	}
	return append(dst, ']')
}
