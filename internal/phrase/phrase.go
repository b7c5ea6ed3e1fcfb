// Package phrase says the library's messages in Chinese.
//
// Messages are made in English, by the formats of fmt.Errorf. The table zh.tsv has
// these formats with their Chinese; Chinese finds the formats that a message was made
// by and puts its numbers, names and paths into their Chinese. It takes a message
// apart as it was put together: first the kind of error with what follows its colon,
// then the longest format that fits, then the parts of that. Quoted text is never
// taken apart. What no format fits stays English, so a message is never lost.
//
// A message costs some 0.2 ms, one that can be taken apart in very many ways 50 ms at
// most, and the first one 1 ms more for reading the table.
package phrase

import (
	"bytes"
	"compress/flate"
	"io"
	"sort"
	"strconv"
	"strings"
	"sync"
)

//go:generate go run ../tools/generate -root ../..

// A rule is one format and its Chinese.
type rule struct {
	parts   []part
	literal int      // octets of its fixed text: the more, the earlier it is tried
	chinese []string // text, number of a hole from 1, text, number, ...
}

// A part of a format is fixed text, or a hole when verb is set.
type part struct {
	text string
	verb byte
}

var load = sync.OnceValues(func() (map[string]string, []rule) {
	table, _ := io.ReadAll(flate.NewReader(bytes.NewReader(packed))) // a test holds it whole
	whole := map[string]string{}                                     // messages without holes
	var rules []rule
	for line := range strings.Lines(string(table)) {
		english, chinese, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			continue
		}
		r := rule{parts: split(english), chinese: template(chinese)}
		for _, p := range r.parts {
			r.literal += len(p.text)
		}
		if len(r.parts) == 1 && r.parts[0].verb == 0 {
			whole[r.parts[0].text] = chinese
			continue
		}
		rules = append(rules, r)
	}
	sort.SliceStable(rules, func(i, j int) bool { return rules[i].literal > rules[j].literal })
	return whole, rules
})

// Chinese is a message of the library in Chinese, as far as the table knows it.
func Chinese(message string) string {
	const longest = 4096 // octets; longer ones carry a stack or a file
	if len(message) > longest {
		return message
	}
	return newSpeaker().say(message, 0)
}

type speaker struct {
	whole map[string]string
	rules []rule
	said  map[string]string // what parts were said as, as a part can be met in many ways
	steps int               // of matching that are left: a bound, never reached by our own messages
}

const stepsMost = 500_000

func newSpeaker() *speaker {
	s := &speaker{said: map[string]string{}, steps: stepsMost}
	s.whole, s.rules = load()
	return s
}

func (s *speaker) say(english string, depth int) string {
	said, ok := s.said[english]
	if !ok {
		said = s.first(english, depth)
		s.said[english] = said
	}
	return said
}

// first says what was not said yet.
func (s *speaker) first(english string, depth int) string {
	if chinese, ok := s.whole[english]; ok || depth > 12 || s.steps <= 0 {
		return pick(ok, chinese, english)
	}
	colons := s.colons(english)
	for i := len(colons) - 1; i >= 0; i-- {
		if kind, ok := s.whole[english[:colons[i]]]; ok {
			return kind + "：" + s.say(english[colons[i]+2:], depth+1)
		}
	}
	for i := range s.rules {
		if said, ok := s.apply(&s.rules[i], english, depth); ok {
			return said
		}
	}
	for _, at := range colons { // a name, then what is wrong with it
		rest := english[at+2:]
		if said := s.say(rest, depth+1); said != rest {
			return s.say(english[:at], depth+1) + "：" + said
		}
	}
	return english
}

func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// colons are the places of ": " outside quoted text.
func (s *speaker) colons(text string) []int {
	var at []int
	for i := 0; i < len(text); i = next(text, i) {
		if strings.HasPrefix(text[i:], ": ") {
			at = append(at, i)
		}
	}
	return at
}

// apply is a message by one rule.
func (s *speaker) apply(r *rule, english string, depth int) (string, bool) {
	holes := make([]string, 0, 8)
	if !s.match(r.parts, english, &holes) {
		return "", false
	}
	var said strings.Builder
	for i, text := range r.chinese {
		if i%2 == 0 {
			said.WriteString(text)
			continue
		}
		n, _ := strconv.Atoi(text)
		hole, verb := holes[n-1], r.hole(n)
		if verb == 'v' {
			hole = s.say(hole, depth+1)
		}
		said.WriteString(hole)
	}
	return said.String(), true
}

// hole is the verb of the nth hole.
func (r *rule) hole(n int) byte {
	for _, p := range r.parts {
		if p.verb != 0 {
			if n--; n == 0 {
				return p.verb
			}
		}
	}
	return 0
}

// match fits the parts to the whole text, the first hole as short as can be.
func (s *speaker) match(parts []part, text string, holes *[]string) bool {
	if s.steps--; s.steps < 0 {
		return false
	}
	if len(parts) == 0 {
		return text == ""
	}
	p, rest := parts[0], parts[1:]
	if p.verb == 0 {
		return strings.HasPrefix(text, p.text) && s.match(rest, text[len(p.text):], holes)
	}
	kept := len(*holes)
	take := func(end int) bool {
		*holes = append((*holes)[:kept], text[:end])
		return s.match(rest, text[end:], holes)
	}
	if len(rest) == 0 {
		return fits(p.verb, text) && take(len(text))
	}
	if p.verb != 'v' {
		end := length(p.verb, text)
		return end > 0 && take(end)
	}
	for end := 0; end < len(text) && s.steps > 0; s.steps-- {
		if end = next(text, end); end == len(text) {
			break
		}
		if strings.HasPrefix(text[end:], rest[0].text) && take(end) {
			return true
		}
	}
	return false
}

// fits says whether the whole text can come from a verb.
func fits(verb byte, text string) bool {
	if verb == 'v' {
		return text != ""
	}
	return text != "" && length(verb, text) == len(text)
}

// length is how much of the text's beginning a verb can have made.
func length(verb byte, text string) int {
	switch {
	case verb == 'd':
		n := 0
		for n < len(text) && (text[n] >= '0' && text[n] <= '9' || n == 0 && text[n] == '-' || text[n] == '.' && n > 0 && n+1 < len(text) && text[n+1] >= '0' && text[n+1] <= '9') {
			n++
		}
		return n
	case verb == 'x':
		n := 0
		for n < len(text) && strings.IndexByte("0123456789abcdefABCDEFx", text[n]) >= 0 {
			n++
		}
		return n
	case text == "":
		return 0
	case text[0] == '[': // a list of quoted ones
		for i := 1; i < len(text); i = next(text, i) {
			if text[i] == ']' {
				return i + 1
			}
		}
	case text[0] == '"' || text[0] == '\'' || text[0] == '`':
		return next(text, 0)
	}
	return 0
}

// next is where the text goes on behind the character or the quoted text at i.
func next(text string, i int) int {
	c := text[i]
	if c != '"' && c != '\'' && c != '`' {
		return i + 1
	}
	for j := i + 1; j < len(text); j++ {
		switch {
		case text[j] == '\\' && c != '`':
			j++
		case text[j] == c:
			return j + 1
		case c == '\'' && j > i+8: // an apostrophe, no quoted character
			return i + 1
		}
	}
	return i + 1
}

// split takes a format of fmt apart. Two verbs without text between them are one hole.
func split(format string) []part {
	var parts []part
	text := ""
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			text += format[i : i+1]
			continue
		}
		for i++; strings.IndexByte("#+-0123456789.", format[i]) >= 0; i++ {
		}
		if format[i] == '%' {
			text += "%"
			continue
		}
		if text != "" {
			parts, text = append(parts, part{text: text}), ""
		}
		parts = append(parts, part{verb: kind(format[i])})
	}
	if text != "" {
		parts = append(parts, part{text: text})
	}
	return parts
}

// kind is what a verb's hole is told by: a number, hexadecimal digits, quoted text, or
// anything.
func kind(verb byte) byte {
	switch verb {
	case 'd', 'q', 'x':
		return verb
	case 'X':
		return 'x'
	}
	return 'v'
}

// template takes Chinese apart at its {1}, {2}, ...
func template(chinese string) []string {
	var pieces []string
	for {
		before, after, ok := strings.Cut(chinese, "{")
		pieces = append(pieces, before)
		if !ok {
			return pieces
		}
		number, rest, _ := strings.Cut(after, "}")
		pieces, chinese = append(pieces, number), rest
	}
}
