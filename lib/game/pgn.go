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

// Comment writes a comment in braces and end after it, or up to the end of the line
// when the comment contains a brace: PGN cannot escape one.
func (p *PGN) Comment(text, end string) {
	switch text = strings.Join(strings.Fields(text), " "); {
	case text == "":
	case strings.Contains(text, "}"):
		fmt.Fprintf(p, " ;%s\n", text)
	default:
		fmt.Fprintf(p, " {%s}%s", text, end)
	}
}

// IsResult says whether text is one of the Result constants.
func IsResult(text string) bool {
	return slices.Contains([]string{ResultFirst, ResultSecond, ResultDraw, ResultNone}, text)
}

// WrittenResult is the record's result as files have it: ResultNone for an empty one,
// ErrRecord for one that IsResult refuses.
func (r Record) WrittenResult() (string, error) {
	switch {
	case r.Result == "":
		return ResultNone, nil
	case !IsResult(r.Result):
		return "", fmt.Errorf("%w: result %q, expected 1-0, 0-1, 1/2-1/2 or *", ErrRecord, r.Result)
	}
	return r.Result, nil
}
