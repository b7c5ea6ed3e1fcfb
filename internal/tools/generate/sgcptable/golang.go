package sgcptable

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"go/format"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"qikit.dev/qikit/internal/tools/generate/words"
)

var (
	//go:embed go.tmpl
	goText string
	//go:embed manual.tmpl
	manualText string

	goTemplates = template.Must(template.New("").Funcs(functions).Parse(goText))
	manualPage  = template.Must(template.New("").Funcs(functions).Parse(manualText))
)

var functions = template.FuncMap{
	"comment": comment,
	"upper":   words.Upper,
	"long":    func(doc string) bool { return len(doc) > shortDoc },
	"join":    strings.Join,
	"cell":    func(text string) string { return strings.ReplaceAll(text, "|", `\|`) }, // text within a table
	"source":  func() string { return source },
	"warning": func() string { return warning },
}

// golang are the files of package sgcp.
func (t *table) golang() (map[string][]byte, error) {
	files := map[string][]byte{}
	write := func(file, name string, of any) error {
		text := bytes.NewBufferString("// " + warning + "\n\npackage sgcp\n\n")
		if err := goTemplates.ExecuteTemplate(text, name, of); err != nil {
			return err
		}
		done, err := format.Source(text.Bytes())
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", file, err, text)
		}
		files[folder+file+"_gen.go"] = done
		return nil
	}
	for _, name := range []string{"numbers", "limits", "kinds", "table"} {
		if err := write(name, name, t); err != nil {
			return nil, err
		}
	}
	for _, f := range t.Families {
		if err := write(f.File, "family", f); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// group is a group of constants.
type group struct {
	Doc  string
	Rows []constant
}

type constant struct {
	Name, Doc string
	Value     any
}

// Numbers are the constants of the numbers. Replies have no constants: a reply's
// number is its command's Reply.
func (t *table) Numbers() []group {
	groups := []group{
		{Doc: "Commands, which clients send. The first digit is the family: 1 the connection, 2 the lobby, 3 games, 4 compute terminals."},
		{Doc: "Pushes, which the server sends unasked."},
		{Doc: "Rows of lists, which come before the reply that ends the list."},
		{Doc: "Faults, the replies to commands that failed (section 5.8). Programs use the number, its text is for people."},
	}
	for i, sort := range []string{"Command", "Push", "Row", "Fault"} {
		for _, m := range t.All() {
			if m.Sort == sort {
				groups[i].Rows = append(groups[i].Rows, constant{m.Constant + " Number", m.Meaning, m.Number})
			}
		}
	}
	return groups
}

// Constants are the words of a kind, nil without any.
func (k *kind) Constants() *group {
	if len(k.Words) == 0 {
		return nil
	}
	g := &group{Doc: cmp.Or(k.WordsDoc, "The words of "+k.Type+".")}
	for _, w := range k.Words {
		name := w.Name
		if k.TypeDoc != "" {
			name += " " + k.Type
		}
		g.Rows = append(g.Rows, constant{name, w.Doc, strconv.Quote(w.Word)})
	}
	return g
}

// longLine is the length up to which a form is written within a sentence.
const longLine = 52

// Document is the documentation of a message type: its line, its meaning, and
// further notes.
func (m *message) Document() string {
	sort, meaning := strings.ToLower(m.Sort), ""
	if m.Sort != "Reply" {
		meaning = ": " + m.Meaning
	}
	if m.Line == "ignored" {
		meaning = ", whose parameter is ignored" + meaning
	}
	forms := m.Lines()
	if len(forms) == 1 && len(forms[0]) <= longLine {
		return comment(fmt.Sprintf("%s is the %s %q%s. %s", m.Type, sort, forms[0], meaning, m.Doc)) + "\n"
	}
	text := comment(fmt.Sprintf("%s is the %s %d%s.", m.Type, sort, m.Number, meaning)) + "\n//\n//\t" + strings.Join(forms, "\n//\t") + "\n"
	if m.Doc != "" {
		text += "//\n" + comment(m.Doc) + "\n"
	}
	return text
}

// shortDoc is the length up to which a text is written behind its field.
const shortDoc = 80

// Struct are the fields of the message's struct.
func (m *message) Struct() []field {
	return slices.DeleteFunc(slices.Clone(m.Fields), func(f field) bool { return f.Name == "" })
}

// Codec is the method param: the fields one after the other, or fields with a key as
// a list of pairs followed by the others.
func (m *message) Codec() string {
	if m.ByHand || len(m.Fields) == 0 {
		return ""
	}
	var steps, keyed []string
	absent := ""
	for _, f := range m.Fields {
		if f.kind != nil && f.kind.Absent != "" {
			absent = f.Name + ": " + f.kind.Absent
		}
		if f.Key != "" {
			keyed = append(keyed, f.keyed())
		} else if len(keyed) > 0 {
			steps = append(steps, fmt.Sprintf("c.list(&m.%s, func() {\n%s\n})", f.Name, strings.Join(keyed, "\n")))
		} else {
			steps = append(steps, f.step())
		}
	}
	if len(keyed) > 0 {
		steps = append([]string{fmt.Sprintf("if !c.writing {\n*m = %s{%s}\n}", m.Type, absent)}, steps...)
	}
	body := strings.Join(steps, "\n")
	if strings.Contains(body, "\n") {
		body = "\n" + body + "\n"
	}
	return fmt.Sprintf("func (m *%s) param(c *codec) { %s }", m.Type, body)
}

// step reads or writes one field.
func (f *field) step() string {
	switch {
	case f.kind == nil:
		return fmt.Sprintf("c.literal(%q)", f.Literal)
	case f.Literal != "":
		return fmt.Sprintf("c.%s(&m.%s, %q)", f.kind.Call, f.Name, f.Literal)
	case f.kind.Call != "":
		return fmt.Sprintf("c.%s(&m.%s)", f.kind.Call, f.Name)
	case f.Optional:
		return fmt.Sprintf("optional(c, &%sKind, &m.%s)", f.Is, f.Name)
	}
	return fmt.Sprintf("field(c, &%sKind, &m.%s)", f.Is, f.Name)
}

func (f *field) keyed() string {
	step := fmt.Sprintf("keyed(c, &m.Others, %q, &%sKind, &m.%s)", f.Key, f.Is, f.Name)
	if f.Optional {
		return fmt.Sprintf("if !c.writing || m.%s != 0 {\n%s\n}", f.Name, step)
	}
	return step
}

// comment is text as a comment of lines that are easy to read.
func comment(text string) string { return words.Wrapped(84, "// ", text) }
