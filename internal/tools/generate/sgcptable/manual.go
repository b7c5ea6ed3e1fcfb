package sgcptable

import (
	"bytes"
	"fmt"
	"strings"
)

// about is the beginning of the manual.
const about = `<!-- ` + warning + ` -->

# SGCP by numbers

A line is three digits, then nothing or one space and a parameter, then CRLF or LF. Commands are 100 to 499; the reply
that ends one is its number and 500, or a fault, 500 to 599. Rows of a list come before their reply. Pushes the server
sends unasked. Fields are separated by one space; text fields come last and may hold spaces. What stands in brackets
may be left out. Programs read the same from ` + "`" + source + "`" + ` of the sources. Names with a capital letter
are those of the Go package ` + "`lib/sgcp`" + `.
`

// manual is the table for readers of any language.
func (t *table) manual() []byte {
	b := bytes.NewBufferString(about)
	for _, f := range t.Families {
		fmt.Fprintf(b, "\n## %s\n\n", f.Title)
		if f.Doc != "" {
			fmt.Fprintf(b, "%s\n\n", f.Doc)
		}
		b.WriteString("| line | sent by | what it says |\n|---|---|---|\n")
		for _, m := range f.Messages {
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", cell(strings.Join(m.lines(), "`<br>`")), m.sender(), cell(m.says()))
		}
	}
	b.WriteString("\n## Faults\n\nThe form is `5nn <cmd> <text>`: the command that failed, 000 for none, and a text for people.\n\n| number | meaning |\n|---|---|\n")
	for _, m := range t.Faults {
		fmt.Fprintf(b, "| %d | %s |\n", m.number, m.Meaning)
	}
	b.WriteString("\n## Fields\n\n| kind | form |\n|---|---|\n")
	for _, k := range t.Kinds {
		form := k.Expected
		for _, w := range k.Words {
			form += fmt.Sprintf("<br>`%s`", w.Word)
			if w.Doc != "" {
				form += ": " + w.Doc
			}
		}
		fmt.Fprintf(b, "| %s | %s |\n", k.Kind, cell(form))
	}
	b.WriteString("\n## Limits\n")
	for _, group := range t.Limits {
		fmt.Fprintf(b, "\n%s\n\n| limit | value | of what |\n|---|---|---|\n", group.Doc)
		for _, row := range group.Rows {
			fmt.Fprintf(b, "| %s | %s | %s |\n", row.Name, row.Value, cell(row.Doc))
		}
	}
	return b.Bytes()
}

// sender says who sends a line. An AI platform is a client of the gateway and a
// server for its own clients.
func (m *message) sender() string {
	switch {
	case m.sort != "Command":
		return "server"
	case m.number >= 400:
		return "terminal"
	}
	return "client"
}

// says is the meaning of a line and of its fields.
func (m *message) says() string {
	text := strings.ToUpper(m.Meaning[:1]) + m.Meaning[1:] + "."
	switch {
	case m.sort == "Reply":
		text = "Done."
	case m.Line == "ignored":
		text += " A parameter is ignored."
	}
	if m.Doc != "" {
		text += " " + m.Doc
	}
	for _, f := range m.Fields {
		if f.kind == nil || f.Name == "" {
			continue
		}
		text += fmt.Sprintf("<br>%s: %s", strings.ToLower(f.Name), f.Is)
		if f.Doc != "" {
			text += ", " + f.Doc
		}
	}
	return text
}

// cell is text within a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
