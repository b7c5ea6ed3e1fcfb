package pattern

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// parser reads an expression into steps whose targets count from the step itself.
type parser struct {
	rest   string
	groups int
	fold   bool
}

// take reads a mark if it comes next.
func (p *parser) take(mark string) bool {
	rest, ok := strings.CutPrefix(p.rest, mark)
	p.rest = rest
	return ok
}

// either reads a | b | c, up to a group's or the expression's end.
func (p *parser) either() []step {
	first := p.sequence()
	if !p.take("|") {
		return first
	}
	second := p.either()
	return slices.Concat([]step{{does: fork, x: 1, y: len(first) + 2}}, first, []step{{does: jump, x: len(second) + 1}}, second)
}

func (p *parser) sequence() (all []step) {
	for p.rest != "" && p.rest[0] != '|' && p.rest[0] != ')' {
		if p.take("(?i)") {
			p.fold = true
			continue
		}
		all = append(all, p.repeated(p.one())...)
	}
	return all
}

// one reads what an operator would repeat.
func (p *parser) one() []step {
	switch {
	case p.take("^"):
		return []step{{does: start}}
	case p.take("$"):
		return []step{{does: end}}
	case p.take(`\b`):
		return []step{{does: border}}
	case p.take("("):
		return p.group()
	case p.take("["):
		return p.class()
	}
	s := p.element(".*+?{")
	s.fold = p.fold
	return []step{{does: character, set: s}}
}

func (p *parser) group() []step {
	fold, number := p.fold, 0
	if !p.take("?:") {
		number = p.groups
		p.groups++
	}
	inside := p.either()
	if !p.take(")") {
		panic("pattern: a group without its end")
	}
	p.fold = fold
	if number == 0 {
		return inside
	}
	return slices.Concat([]step{{does: save, x: 2 * number}}, inside, []step{{does: save, x: 2*number + 1}})
}

func (p *parser) class() []step {
	s := set{but: p.take("^"), fold: p.fold}
	for !p.take("]") {
		e := p.element("")
		if p.rest[0] == '-' && p.rest[1] != ']' {
			p.take("-")
			e.ranges[0][1] = p.element("").ranges[0][1]
		}
		if e.but {
			panic("pattern: what is all but something, in a class")
		}
		s.ranges = append(s.ranges, e.ranges...)
		s.letters = s.letters || e.letters
	}
	return []step{{does: character, set: s}}
}

// element reads a character, or the name of several; operators are no characters.
func (p *parser) element(operators string) set {
	digits := [][2]rune{{'0', '9'}}
	switch {
	case p.take(`\d`):
		return set{ranges: digits}
	case p.take(`\D`):
		return set{ranges: digits, but: true}
	case p.take(`\s`):
		return set{ranges: [][2]rune{{'\t', '\n'}, {'\f', '\r'}, {' ', ' '}}}
	case p.take(`\pL`):
		return set{letters: true}
	}
	quoted := p.take(`\`)
	r, size := utf8.DecodeRuneInString(p.rest)
	if size == 0 || quoted && (unicode.IsLetter(r) || unicode.IsDigit(r)) || !quoted && strings.ContainsRune(operators, r) {
		panic("pattern: what is not known, before " + p.rest)
	}
	p.rest = p.rest[size:]
	return set{ranges: [][2]rune{{r, r}}}
}

// repeated reads an operator behind the steps that it repeats.
func (p *parser) repeated(what []step) []step {
	n := len(what)
	optional := func(more []step) []step {
		return slices.Concat([]step{{does: fork, x: 1, y: len(what) + len(more) + 1}}, what, more)
	}
	switch {
	case p.take("?"):
		return optional(nil)
	case p.take("*"):
		return slices.Concat([]step{{does: fork, x: 1, y: n + 2}}, what, []step{{does: jump, x: -n - 1}})
	case p.take("+"):
		return append(what, step{does: fork, x: -n, y: 1})
	case !p.take("{"):
		return what
	}
	bounds, rest, _ := strings.Cut(p.rest, "}")
	p.rest = rest
	low, high, _ := strings.Cut(bounds, ",")
	least, err := strconv.Atoi(low)
	most, err2 := strconv.Atoi(high)
	if err != nil || err2 != nil || least > most {
		panic("pattern: {" + bounds + "}, expected {m,n}")
	}
	var all []step
	for range most - least {
		all = optional(all)
	}
	return append(slices.Repeat(what, least), all...)
}
