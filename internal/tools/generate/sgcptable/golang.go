package sgcptable

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"strconv"
	"strings"
)

// golang are the files of package sgcp.
func (t *table) golang() (map[string][]byte, error) {
	texts := map[string]*bytes.Buffer{"numbers": t.numbers(), "limits": t.limits(), "kinds": t.kinds(), "table": t.entries()}
	for i := range t.Families {
		texts[t.Families[i].File] = t.Families[i].types()
	}
	files := map[string][]byte{}
	for name, text := range texts {
		path := folder + name + "_gen.go"
		head := fmt.Sprintf("// %s\n\npackage sgcp\n\n", warning)
		done, err := format.Source(append([]byte(head), text.Bytes()...))
		if err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", path, err, text)
		}
		files[path] = done
	}
	return files, nil
}

// constant is a row of a group of constants.
type constant struct{ name, value, doc string }

// constants writes a group of constants.
func constants(b *bytes.Buffer, doc string, rows []constant) {
	comment(b, doc)
	b.WriteString("const (\n")
	for _, row := range rows {
		fmt.Fprintf(b, "%s = %s", row.name, row.value)
		if row.doc != "" {
			fmt.Fprintf(b, " // %s", row.doc)
		}
		b.WriteString("\n")
	}
	b.WriteString(")\n\n")
}

// numbers are the constants of the numbers. Replies have no constants: a reply's
// number is its command's Reply.
func (t *table) numbers() *bytes.Buffer {
	var b bytes.Buffer
	for _, part := range []struct{ sort, doc string }{
		{"Command", "Commands, which clients send. The first digit is the family: 1 the connection, 2 the lobby, 3 games, 4 compute terminals."},
		{"Push", "Pushes, which the server sends unasked."},
		{"Row", "Rows of lists, which come before the reply that ends the list."},
		{"Fault", "Faults, the replies to commands that failed (section 5.8). Programs use the number, its text is for people."},
	} {
		var rows []constant
		for _, m := range t.all() {
			if m.sort == part.sort {
				rows = append(rows, constant{m.constant + " Number", fmt.Sprint(m.number), m.Meaning})
			}
		}
		constants(&b, part.doc, rows)
	}
	return &b
}

// limits are the constants that are not numbers of lines.
func (t *table) limits() *bytes.Buffer {
	var b bytes.Buffer
	for _, group := range t.Limits {
		var rows []constant
		for _, row := range group.Rows {
			rows = append(rows, constant{row.Name, row.Value.String(), row.Doc})
		}
		constants(&b, group.Doc, rows)
	}
	return &b
}

// kinds are the words of the protocol, and how each kind of field is read,
// written and named in errors.
func (t *table) kinds() *bytes.Buffer {
	var b, fields bytes.Buffer
	for _, k := range t.Kinds {
		typed := ""
		if k.TypeDoc != "" {
			comment(&b, k.Type+" "+k.TypeDoc)
			fmt.Fprintf(&b, "type %s string\n\n", k.Type)
			typed = " " + k.Type
		}
		var rows []constant
		var names []string
		for _, w := range k.Words {
			rows = append(rows, constant{w.Name + typed, strconv.Quote(w.Word), w.Doc})
			names = append(names, w.Name)
		}
		if len(rows) > 0 {
			constants(&b, cmp.Or(k.WordsDoc, "The words of "+k.Type+"."), rows)
		}
		switch {
		case k.Call != "":
		case len(k.Bounds) == 2:
			fmt.Fprintf(&fields, "%sKind = between(%d, %d, %q)\n", k.Kind, k.Bounds[0], k.Bounds[1], k.Expected)
		case k.Open:
			fmt.Fprintf(&fields, "%sKind = words[%s](%q)\n", k.Kind, k.Type, k.Expected)
		case len(names) > 0:
			fmt.Fprintf(&fields, "%sKind = oneOf(%q, %s)\n", k.Kind, k.Expected, strings.Join(names, ", "))
		default:
			title := strings.ToUpper(k.Kind[:1]) + k.Kind[1:]
			fmt.Fprintf(&fields, "%sKind = kind[%s]{parse%s, append%s, %q}\n", k.Kind, k.Type, title, title, k.Expected)
		}
	}
	fmt.Fprintf(&b, "// The kinds of fields. Their texts are what errors say was expected.\nvar (\n%s)\n", fields.Bytes())
	return &b
}

// entries is the table that a program sees.
func (t *table) entries() *bytes.Buffer {
	var b bytes.Buffer
	b.WriteString("var table = []Entry{\n")
	for _, m := range t.all() {
		constant := m.constant
		if m.sort == "Reply" {
			constant = fmt.Sprint(m.number)
		}
		fmt.Fprintf(&b, "{Number: %s, Meaning: %q, Syntax: %q", constant, m.Meaning, m.Line)
		if m.sort == "Command" {
			fmt.Fprintf(&b, ", Reply: %d", m.number+500)
			if m.Row != 0 {
				fmt.Fprintf(&b, ", Row: %d", m.Row)
			}
		}
		if m.Seed {
			b.WriteString(", Seed: true")
		}
		if m.commits() {
			b.WriteString(", Commits: true")
		}
		if m.sort != "Fault" {
			fmt.Fprintf(&b, ", new: message[%s]", m.Type)
		}
		b.WriteString("},\n")
	}
	b.WriteString("}\n")
	return &b
}

// types are the messages of a family: each with its struct, number and codec.
func (f *family) types() *bytes.Buffer {
	var b bytes.Buffer
	comment(&b, f.Title+". "+f.Doc)
	b.WriteString("\n")
	for i := range f.Messages {
		m := &f.Messages[i]
		m.document(&b)
		m.structure(&b)
		fmt.Fprintf(&b, "// Number is %d.\nfunc (*%s) Number() Number { return %s }\n\n", m.number, m.Type, m.constant)
		m.codec(&b)
	}
	return &b
}

// longLine is the length up to which a form is written within a sentence.
const longLine = 52

// document writes the documentation of a message type: its line, its meaning, and
// further notes.
func (m *message) document(b *bytes.Buffer) {
	sort, meaning := strings.ToLower(m.sort), ""
	if m.sort != "Reply" {
		meaning = ": " + m.Meaning
	}
	if m.Line == "ignored" {
		meaning = ", whose parameter is ignored" + meaning
	}
	forms := m.lines()
	if len(forms) == 1 && len(forms[0]) <= longLine {
		comment(b, fmt.Sprintf("%s is the %s %q%s. %s", m.Type, sort, forms[0], meaning, m.Doc))
		return
	}
	comment(b, fmt.Sprintf("%s is the %s %d%s.", m.Type, sort, m.number, meaning))
	b.WriteString("//\n//\t" + strings.Join(forms, "\n//\t") + "\n")
	if m.Doc != "" {
		b.WriteString("//\n")
		comment(b, m.Doc)
	}
}

// shortDoc is the length up to which a text is written behind its field.
const shortDoc = 80

func (m *message) structure(b *bytes.Buffer) {
	var fields []field
	for _, f := range m.Fields {
		if f.Name != "" {
			fields = append(fields, f)
		}
	}
	switch {
	case len(fields) == 0:
		fmt.Fprintf(b, "type %s struct{ empty }\n\n", m.Type)
		return
	case len(fields) == 1 && fields[0].Doc == "":
		fmt.Fprintf(b, "type %s struct{ %s %s }\n\n", m.Type, fields[0].Name, fields[0].Type)
		return
	}
	fmt.Fprintf(b, "type %s struct {\n", m.Type)
	for _, f := range fields {
		if len(f.Doc) > shortDoc {
			comment(b, f.Doc)
		}
		fmt.Fprintf(b, "%s %s", f.Name, f.Type)
		if f.Doc != "" && len(f.Doc) <= shortDoc {
			fmt.Fprintf(b, " // %s", f.Doc)
		}
		b.WriteString("\n")
	}
	b.WriteString("}\n\n")
}

// codec writes the method param: the fields one after the other, or fields with a
// key as a list of pairs followed by the others.
func (m *message) codec(b *bytes.Buffer) {
	if m.ByHand || len(m.Fields) == 0 {
		return
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
	fmt.Fprintf(b, "func (m *%s) param(c *codec) { %s }\n\n", m.Type, body)
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

// comment writes text as a comment of lines that are easy to read.
func comment(b *bytes.Buffer, text string) {
	const width = 84
	line := "//"
	for word := range strings.FieldsSeq(text) {
		if len(line)+1+len(word) > width {
			b.WriteString(line + "\n")
			line = "//"
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
}
