package sgf

import (
	"strings"
	"unicode"
)

// unescape reads a value as it stands in a file: a backslash makes the next
// character an ordinary one and takes away a line break, white space becomes
// blanks. In simple text line breaks are white space like any other.
func unescape(raw string, simple bool) string {
	if !strings.ContainsFunc(raw, func(r rune) bool { return r == '\\' || r != ' ' && unicode.IsSpace(r) }) {
		return raw
	}
	var out strings.Builder
	for i := 0; i < len(raw); {
		c, escaped := raw[i], false
		if c == '\\' && i+1 < len(raw) {
			i++
			c, escaped = raw[i], true
		}
		if size := lineBreak(raw[i:]); size > 0 {
			switch {
			case escaped:
			case simple:
				out.WriteByte(' ')
			default:
				out.WriteByte('\n')
			}
			i += size
			continue
		}
		if c == '\t' || c == '\v' || c == '\f' {
			c = ' '
		}
		out.WriteByte(c)
		i++
	}
	return out.String()
}

// lineBreak is the length of the line break that text begins with, 0 for none:
// LF, CR or both in either order.
func lineBreak(text string) int {
	switch {
	case strings.HasPrefix(text, "\r\n"), strings.HasPrefix(text, "\n\r"):
		return 2
	case strings.HasPrefix(text, "\r"), strings.HasPrefix(text, "\n"):
		return 1
	}
	return 0
}

// escape makes text a value.
func escape(text string) string {
	return escaper.Replace(strings.ToValidUTF8(text, "\uFFFD"))
}

var escaper = strings.NewReplacer(`\`, `\\`, `]`, `\]`, "\r\n", "\n", "\r", "\n", "\t", " ", "\v", " ", "\f", " ")

// pair splits a composed value, both halves still as in a file, at its first
// colon that is not escaped.
func pair(raw string) (first, second string, isPair bool) {
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case ':':
			return raw[:i], raw[i+1:], true
		}
	}
	return raw, "", false
}

// compose makes a value of a pair; the halves are simple text.
func compose(first, second string) string {
	half := func(text string) string {
		return strings.NewReplacer(":", `\:`, "\n", " ").Replace(escape(text))
	}
	return half(first) + ":" + half(second)
}

// isValue says whether raw can stand between brackets: no bracket in it ends
// the value, and no backslash takes the bracket after it.
func isValue(raw string) bool {
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			if i++; i == len(raw) {
				return false
			}
		case ']':
			return false
		}
	}
	return true
}

func isName(name string) bool {
	for i, c := range []byte(name) {
		if (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}
