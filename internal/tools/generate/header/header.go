package header

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Header is what a header declares, each list in the order of the file.
type Header struct {
	Constants []Constant
	Structs   []Struct
	Handles   []string // qk_board
	Functions []Function
}

// Constant is a #define of a number.
type Constant struct {
	Name  string
	Text  string // as written: "0x00000001u"
	Value uint64
	Doc   string // the comment beside it
}

// Struct is a struct with its layout on every platform: its fields have fixed
// widths and are aligned by them.
type Struct struct {
	Name   string
	Doc    string
	Fields []Field
	Size   int
}

// Field is a field of a struct.
type Field struct {
	Type   string
	Name   string
	Length int // of an array, else 0
	Offset int
	Doc    string
}

// Function is a function that the library exports.
type Function struct {
	Section string // the heading above it: "board"
	Doc     string
	Result  string
	Name    string
	Params  []Param
	Args    []Arg // the same parameters, grouped by their roles
}

// Param is a parameter as C has it.
type Param struct {
	Type string // "qk_error *"
	Name string
}

// Struct finds a struct by its name.
func (h *Header) Struct(name string) (Struct, bool) {
	for _, s := range h.Structs {
		if s.Name == name {
			return s, true
		}
	}
	return Struct{}, false
}

// parser reads a header from its start to its end.
type parser struct {
	rest    string
	line    int
	section string
	doc     string // the latest comment
	said    int    // the line on which it ended
	header  Header
	types   map[string]int // sizes of the scalar types
}

var forms = []struct {
	pattern *regexp.Regexp
	read    func(p *parser, m []string) error
}{
	{regexp.MustCompile(`^\s+`), func(*parser, []string) error { return nil }},
	{regexp.MustCompile(`^/\* -+ (\w+) -+ \*/`), func(p *parser, m []string) error { p.section = m[1]; return nil }},
	{regexp.MustCompile(`^(?s)/\*.*?\*/`), (*parser).comment},
	{regexp.MustCompile(`^#ifndef QIKIT_H\n#define QIKIT_H\n`), func(*parser, []string) error { return nil }},
	{regexp.MustCompile(`^(?s)#if.*?\n#endif\n`), func(*parser, []string) error { return nil }}, // what differs by compiler
	{regexp.MustCompile(`^#endif\n$`), func(*parser, []string) error { return nil }},
	{regexp.MustCompile(`^#include <\w+\.h>`), func(*parser, []string) error { return nil }},
	{regexp.MustCompile(`^#define \w+_INIT \{.*\}\n`), func(*parser, []string) error { return nil }},
	{regexp.MustCompile(`^#define (QK_\w+) ((?:0x)?[0-9a-f]+u?)(?:[ \t]*/\* (.*) \*/)?\n`), (*parser).constant},
	{regexp.MustCompile(`^typedef (\w+) (qk_\w+);`), (*parser).scalar},
	{regexp.MustCompile(`^typedef const (\w+) \*(qk_\w+);`), (*parser).pointer},
	{regexp.MustCompile(`^(?s)typedef struct (qk_\w+) \{\n(.*?)\} (qk_\w+);`), (*parser).structure},
	{regexp.MustCompile(`^(?s)QK_API (\w+) (qk_\w+)\(([^()]*)\);`), (*parser).function},
}

// Parse reads the text of a header.
func Parse(text string) (*Header, error) {
	p := &parser{rest: text, line: 1, types: map[string]int{"int32_t": 4, "uint32_t": 4, "uint64_t": 8, "double": 8, "char": 1}}
	for p.rest != "" {
		if err := p.next(); err != nil {
			return nil, fmt.Errorf("line %d: %w", p.line, err)
		}
	}
	if len(p.header.Functions) == 0 {
		return nil, fmt.Errorf("%d lines declare no function, expected QK_API ... qk_name(...);", p.line)
	}
	return &p.header, nil
}

// next reads one declaration, or the text between two.
func (p *parser) next() error {
	for _, form := range forms {
		m := form.pattern.FindStringSubmatch(p.rest)
		if m == nil {
			continue
		}
		if err := form.read(p, m); err != nil {
			return err
		}
		p.rest = p.rest[len(m[0]):]
		p.line += strings.Count(m[0], "\n")
		return nil
	}
	line, _, _ := strings.Cut(p.rest, "\n")
	return fmt.Errorf("%q is no declaration that the generator reads", line)
}

func (p *parser) comment(m []string) error {
	p.doc = plain(m[0])
	p.said = p.line + strings.Count(m[0], "\n")
	return nil
}

// above is the comment that ends on the line above this one.
func (p *parser) above() string {
	if p.said == p.line-1 {
		return p.doc
	}
	return ""
}

// plain is the text of a comment in one line for each paragraph or list item.
func plain(comment string) string {
	comment = strings.TrimSuffix(strings.TrimPrefix(comment, "/*"), "*/")
	var text strings.Builder
	for line := range strings.Lines(comment) {
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "*"))
		if line == "" {
			continue
		}
		if text.Len() > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(line)
	}
	return text.String()
}

func (p *parser) constant(m []string) error {
	value, err := strconv.ParseUint(strings.TrimSuffix(m[2], "u"), 0, 64)
	if err != nil {
		return fmt.Errorf("%s: %w", m[1], err)
	}
	p.header.Constants = append(p.header.Constants, Constant{m[1], m[2], value, m[3]})
	return nil
}

// scalar reads a typedef of a number, which is a handle when it is a uint64_t.
func (p *parser) scalar(m []string) error {
	size, ok := p.types[m[1]]
	if !ok {
		return fmt.Errorf("%s is a %s, expected a number of fixed width", m[2], m[1])
	}
	p.types[m[2]] = size
	if m[1] == "uint64_t" {
		p.header.Handles = append(p.header.Handles, m[2])
	}
	return nil
}

// pointer reads a typedef of a pointer to const: qk_str, or a struct that goes in.
func (p *parser) pointer(m []string) error {
	if m[1] == "char" && m[2] == "qk_str" {
		return nil
	}
	if _, ok := p.header.Struct(m[1]); !ok || m[2] != m[1]+"_in" {
		return fmt.Errorf("%s is a pointer to %s, expected qk_str to char or NAME_in to a struct NAME", m[2], m[1])
	}
	return nil
}

var (
	fieldForm   = regexp.MustCompile(`^\t(\w+) (\w+)(?:\[(\d+)\])?;(?:\s*/\* (.*) \*/)?$`)
	commentForm = regexp.MustCompile(`(?s)\n\t/\*[^\n]*\n.*?\*/|\n\t/\*[^\n]*\*/`) // on lines of its own
)

func (p *parser) structure(m []string) error {
	if m[1] != m[3] {
		return fmt.Errorf("struct %s is named %s, expected one name", m[1], m[3])
	}
	s := Struct{Name: m[1], Doc: p.above()}
	aligned := 1
	body := strings.TrimSuffix(commentForm.ReplaceAllString("\n"+m[2], ""), "\n")
	for line := range strings.SplitSeq(strings.TrimPrefix(body, "\n"), "\n") {
		f := fieldForm.FindStringSubmatch(line)
		if f == nil {
			return fmt.Errorf("%s: %q is no field", s.Name, line)
		}
		size, ok := p.types[f[1]]
		if !ok {
			return fmt.Errorf("%s.%s is a %s, expected a number of fixed width", s.Name, f[2], f[1])
		}
		length, _ := strconv.Atoi(f[3])
		s.Size = roundUp(s.Size, size)
		s.Fields = append(s.Fields, Field{f[1], f[2], length, s.Size, f[4]})
		s.Size += size * max(length, 1)
		aligned = max(aligned, size)
	}
	if s.Fields[0].Name != "struct_size" {
		return fmt.Errorf("%s begins with %s, expected struct_size", s.Name, s.Fields[0].Name)
	}
	if s.Size != roundUp(s.Size, aligned) {
		return fmt.Errorf("%s has %d bytes and padding behind them, expected a multiple of %d", s.Name, s.Size, aligned)
	}
	p.header.Structs = append(p.header.Structs, s)
	return nil
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }
