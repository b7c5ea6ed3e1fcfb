// Package words writes keys, plain types and comments as each language has them.
package words

import (
	"slices"
	"strings"
)

// Types of plain values by their names in JSON, for each language. "path" is a
// text that names a file, "int64" and "uint64" are integers of 64 bits.
var (
	Python     = map[string]string{"string": "str", "path": "Path", "integer": "int", "number": "float", "boolean": "bool"}
	TypeScript = map[string]string{"string": "string", "path": "string", "integer": "number", "number": "number", "boolean": "boolean"}
	CSharp     = map[string]string{"string": "string", "path": "string", "integer": "int", "int64": "long", "uint64": "ulong", "number": "double", "boolean": "bool"}
)

// PythonKey is a key as a name in Python.
func PythonKey(key string) string {
	if slices.Contains([]string{"class", "from", "pass"}, key) { // words of Python's own
		return key + "_"
	}
	return key
}

// Camel writes a key as "table_mb" -> "tableMb".
func Camel(key string) string {
	words := strings.Split(key, "_")
	for i := range words[1:] {
		words[i+1] = Upper(words[i+1])
	}
	return strings.Join(words, "")
}

// Pascal writes a key as "table_mb" -> "TableMb".
func Pascal(key string) string { return Upper(Camel(key)) }

// Upper begins a text with a capital letter.
func Upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// Choice lists words: "a" (default), "b" or "c". The default is as in JSON.
func Choice(words []string, fallback string) string {
	var text strings.Builder
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			text.WriteString(" or ")
		default:
			text.WriteString(", ")
		}
		text.WriteString(`"` + w + `"`)
		if `"`+w+`"` == fallback {
			text.WriteString(" (default)")
		}
	}
	return text.String()
}

// Wrapped breaks prose into lines of at most width columns, each with a prefix.
func Wrapped(width int, prefix, text string) string {
	var lines []string
	line := prefix
	for _, word := range strings.Fields(text) {
		if line != prefix && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = prefix
		}
		if line != prefix {
			line += " "
		}
		line += word
	}
	return strings.Join(append(lines, line), "\n")
}

// Summary is a comment in C#, on one line where it fits.
func Summary(indent, text string) string {
	text = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
	if line := indent + "/// <summary>" + text + "</summary>"; len(line) <= 120 {
		return line + "\n"
	}
	return indent + "/// <summary>\n" + Wrapped(120, indent+"/// ", text) + "\n" + indent + "/// </summary>\n"
}
