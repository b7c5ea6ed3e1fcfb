// Package pattern finds short patterns in text: the part of package regexp that this library needs, with the same meaning,
// in a tenth of its code.
//
//	rule := pattern.New(`(?i)^capture[- ]?(\d{1,3})$`)
//	m := rule.Find("Capture-3") // ["Capture-3", "3"]
//
// An expression has characters, [classes], \d \D \s \b \pL, ^ and $ for the ends of the text, groups ( ) and (?: ), the
// operators | ? * + {m,n}, and (?i) for letters of either case from there to the group's end. Anything else makes New
// panic: expressions are constants or come from [Quote]. A search takes time in proportion to the text.
package pattern

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Pattern is an expression that is ready to be looked for. Several goroutines may use it at once.
type Pattern struct {
	program []step
	groups  int // the whole is one
}

// step is an instruction: what must be there, or where to go on.
type step struct {
	does action
	set  set
	x, y int // where to go on, first there; of save, the place
}

type action uint8

const (
	character action = iota // one that set has, then the next step
	fork                    // x, or else y
	jump                    // x
	save                    // the place in the text as number x
	start
	end
	border // between a letter, digit or _ of ASCII and anything else
	done
)

// set is characters.
type set struct {
	ranges  [][2]rune
	letters bool // all of Unicode as well
	but     bool // all others instead
	fold    bool // in either case
}

func (s *set) has(r rune) bool {
	in := s.hasAsIs(r)
	if s.fold {
		for f := unicode.SimpleFold(r); f != r && !in; f = unicode.SimpleFold(f) {
			in = s.hasAsIs(f)
		}
	}
	return in != s.but
}

func (s *set) hasAsIs(r rune) bool {
	for _, b := range s.ranges {
		if b[0] <= r && r <= b[1] {
			return true
		}
	}
	return s.letters && unicode.IsLetter(r)
}

// Quote writes an expression that finds the text itself.
func Quote(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune(`\.+*?()|[]{}^$`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Match says whether the text has the pattern.
func (p *Pattern) Match(text string) bool { return p.Index(text) != nil }

// Find is the first place of the pattern, and what its groups have there; nil when there is none.
func (p *Pattern) Find(text string) []string {
	at := p.Index(text)
	if at == nil {
		return nil
	}
	found := make([]string, p.groups)
	for i := range found {
		if at[2*i] >= 0 {
			found[i] = text[at[2*i]:at[2*i+1]]
		}
	}
	return found
}

// Index is Find by the octets' numbers: begin and end of the whole and of each group, -1 for one that is not there.
func (p *Pattern) Index(text string) []int {
	s := p.search(text)
	return s.next(0)
}

// Replace is a text with something else in all places of a pattern that is never empty, from the left. It is one search:
// a step on the way to a find is none at its end for the next, which would be empty.
func (p *Pattern) Replace(text, with string) string {
	s := p.search(text)
	var all strings.Builder
	end := 0
	for at := s.next(0); at != nil && at[1] > end; at = s.next(end) {
		all.WriteString(text[end:at[0]] + with)
		end = at[1]
	}
	return all.String() + text[end:]
}

func (p *Pattern) search(text string) search {
	return search{p: p, text: text, at: make([]int, 2*p.groups), tried: make([]uint64, (len(p.program)*(len(text)+1)+63)/64)}
}

// next is the first place from there on, nil for none.
func (s *search) next(from int) []int {
	for from <= len(s.text) {
		for i := range s.at {
			s.at[i] = -1
		}
		if s.run(0, from) {
			return s.at
		}
		_, size := utf8.DecodeRuneInString(s.text[from:])
		from += max(size, 1)
	}
	return nil
}

// search is one run. What failed at a place fails there however one came, so no step is tried twice at a place.
type search struct {
	p     *Pattern
	text  string
	at    []int
	tried []uint64
}

func (s *search) run(pc, i int) bool {
	for {
		mark := pc*(len(s.text)+1) + i
		if s.tried[mark/64]&(1<<(mark%64)) != 0 {
			return false
		}
		s.tried[mark/64] |= 1 << (mark % 64)
		step := &s.p.program[pc]
		switch step.does {
		case character:
			r, size := utf8.DecodeRuneInString(s.text[i:])
			if size == 0 || !step.set.has(r) {
				return false
			}
			i += size
		case fork:
			if s.run(step.x, i) {
				return true
			}
			pc = step.y
			continue
		case jump:
			pc = step.x
			continue
		case save:
			was := s.at[step.x]
			s.at[step.x] = i
			if s.run(pc+1, i) {
				return true
			}
			s.at[step.x] = was
			return false
		case done:
			return true
		default:
			if !s.holds(step.does, i) {
				return false
			}
		}
		pc++
	}
}

// holds says whether a place in the text is of that kind.
func (s *search) holds(kind action, i int) bool {
	switch kind {
	case start:
		return i == 0
	case end:
		return i == len(s.text)
	}
	before, after := i > 0 && isWord(s.text[i-1]), i < len(s.text) && isWord(s.text[i])
	return before != after
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// New reads an expression.
func New(expression string) *Pattern {
	p := parser{rest: expression, groups: 1}
	program := slices.Concat([]step{{does: save, x: 0}}, p.either(), []step{{does: save, x: 1}, {does: done}})
	if p.rest != "" {
		panic("pattern: " + expression + ": expected its end before " + p.rest)
	}
	absolute(program)
	return &Pattern{program, p.groups}
}

// absolute turns steps' targets, which the parser counts from the step itself, into places of the program.
func absolute(program []step) {
	for i := range program {
		if d := program[i].does; d == fork || d == jump {
			program[i].x += i
			program[i].y += i
		}
	}
}
