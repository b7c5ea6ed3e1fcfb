package game

import (
	"fmt"
	"slices"
	"strings"
)

// PGN writes the parts of portable game notation that are the same in every game.
type PGN struct{ strings.Builder }

// Tag writes [Name "value"] on a line.
func (p *PGN) Tag(name, value string) {
	fmt.Fprintf(p, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace(value))
}

// Comment writes a comment in braces, followed by end. A comment that contains a
// closing brace is written after a semicolon, up to the end of the line, because
// PGN cannot escape braces.
func (p *PGN) Comment(text, end string) {
	switch text = strings.Join(strings.Fields(text), " "); {
	case text == "":
	case strings.Contains(text, "}"):
		fmt.Fprintf(p, " ;%s\n", text)
	default:
		fmt.Fprintf(p, " {%s}%s", text, end)
	}
}

// IsResult reports whether text is one of the Result constants.
func IsResult(text string) bool {
	return slices.Contains([]string{ResultFirst, ResultSecond, ResultDraw, ResultNone}, text)
}

// WrittenResult is the record's result as files write it: ResultNone for an empty
// one. The error wraps ErrRecord when IsResult refuses the result.
func (r Record) WrittenResult() (string, error) {
	switch {
	case r.Result == "":
		return ResultNone, nil
	case !IsResult(r.Result):
		return "", fmt.Errorf("%w: result %q, expected 1-0, 0-1, 1/2-1/2 or *", ErrRecord, r.Result)
	}
	return r.Result, nil
}
