package sgcp

import "bytes"

// Color is a player's colour.
type Color uint8

const (
	Black Color = iota
	White
	Neither // nobody's turn, nobody's win
)

// Other is the opponent's colour. Other of Neither is Neither.
func (c Color) Other() Color {
	if c >= Neither {
		return Neither
	}
	return c ^ 1
}

// String is "b", "w" or "-", as lines write it.
func (c Color) String() string { return "bw-"[min(c, Neither):][:1] }

// parseColor reads "b" or "w", or the words, in any case.
func parseColor(text []byte) (Color, bool) {
	switch c := text[0] | 0x20; {
	case c == 'b' && (len(text) == 1 || isWord(text, "black")):
		return Black, true
	case c == 'w' && (len(text) == 1 || isWord(text, "white")):
		return White, true
	}
	return Neither, false
}

func appendColor(dst []byte, c Color) ([]byte, bool) {
	return append(dst, "bw-"[min(c, Neither)]), c < Neither
}

func parseTurn(text []byte) (Color, bool) {
	if len(text) == 1 && text[0] == '-' {
		return Neither, true
	}
	return parseColor(text)
}

func appendTurn(dst []byte, c Color) ([]byte, bool) { return append(dst, "bw-"[min(c, Neither)]), true }

// isWord compares ASCII text with a word in lower case, ignoring the text's case.
func isWord(text []byte, word string) bool {
	return len(text) == len(word) && bytes.EqualFold(text, []byte(word))
}
