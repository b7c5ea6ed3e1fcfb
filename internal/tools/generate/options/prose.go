package options

import (
	"regexp"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/generate/words"
)

// language says how prose is written for one language.
type language struct {
	key   func(key string) string // a key in the text, from its backticks
	word  map[string]string       // null, true and false
	words bool                    // whether the text lists the words that a key takes, because the type does not
}

var (
	ticked  = regexp.MustCompile("`([a-z_]+)`")
	literal = regexp.MustCompile(`\b(null|true|false)\b`)
)

// said writes a description for the language.
func (g language) said(text string) string {
	text = ticked.ReplaceAllStringFunc(text, func(m string) string { return g.key(strings.Trim(m, "`")) })
	return literal.ReplaceAllStringFunc(text, func(m string) string {
		if w, ok := g.word[m]; ok {
			return w
		}
		return m
	})
}

// prose is the whole text about a key: for each source its description, its
// range and its default.
func (g language) prose(o options, p *prop) string {
	var texts []string
	labels := map[string][]string{}
	for _, s := range p.said {
		text := g.said(s.text)
		if more := g.limits(s); more != "" {
			text += " " + more
		}
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
		labels[text] = append(labels[text], s.label)
	}
	for i, text := range texts {
		if len(labels[text]) < len(o.from) {
			texts[i] = strings.Join(labels[text], " and ") + ": " + text
		}
	}
	return strings.Join(texts, " ")
}

// limits is the sentence about range and default: "1 to 10; default 10."
func (g language) limits(s said) string {
	fallback := g.said(s.fallback)
	var parts []string
	if s.limits != "" {
		parts = append(parts, s.limits)
	}
	if g.words && len(s.words) > 0 {
		parts = append(parts, words.Choice(s.words, s.fallback))
	} else if fallback != "" {
		parts = append(parts, "default "+fallback)
	}
	if len(parts) == 0 {
		return ""
	}
	text := strings.Join(parts, "; ")
	return words.Upper(text) + "."
}

// named finds the class that a key holds, by the name in the table.
func named(name string) class {
	for _, c := range classes {
		if c.name == name {
			return c
		}
	}
	return class{name: name}
}
