package main

import (
	"fmt"
	"html"
	"html/template"
	"os"
	"path/filepath"
	"strings"

	"qikit.dev/qikit/internal/tools/generate/header"
	"qikit.dev/qikit/internal/tools/generate/schema"
	"qikit.dev/qikit/internal/tools/must"
)

// referencePages are the pages that come from the sources.
func referencePages(root string) []page {
	protocol := must.Get(os.ReadFile(filepath.Join(root, "include", "sgcp.md")))
	return []page{
		{Name: "reference-c", Title: "C", Body: cReference(filepath.Join(root, "include", "qikit.h"))},
		{Name: "reference-python", Title: "Python", Body: pythonReference(root)},
		{Name: "reference-node", Title: "Node", Body: commented(root, "Node", "//", filepath.Join("bindings", "node", "src", "*.ts"))},
		{Name: "reference-unity", Title: "Unity and C#", Body: commented(root, "Unity and C#", "///", filepath.Join("bindings", "unity", "Runtime", "*.cs"))},
		{Name: "reference-options", Title: "Options", Body: optionReference(root)},
		{Name: "reference-sgcp", Title: titleOf(protocol), Body: markdown(protocol)},
	}
}

// document is the HTML of a page that is being written.
type document struct{ strings.Builder }

// tag writes an element around a text, with an id when that is not empty.
func (d *document) tag(name, id, text string) {
	if id != "" {
		id = ` id="` + html.EscapeString(id) + `"`
	}
	fmt.Fprintf(d, "<%s%s>%s</%s>\n", name, id, html.EscapeString(text), name)
}

func (d *document) code(text string) {
	fmt.Fprintf(d, "<pre><code>%s</code></pre>\n", html.EscapeString(strings.TrimSpace(text)))
}

// said writes a comment with its own lines.
func (d *document) said(text string) {
	if text != "" {
		fmt.Fprintf(d, "<p class=\"said\">%s</p>\n", html.EscapeString(text))
	}
}

func (d *document) html() template.HTML { return template.HTML(d.String()) }

// cReference is the header: its conventions, numbers, structs and functions.
func cReference(path string) template.HTML {
	text := read(path)
	h := must.Get(header.Parse(text))
	var d document
	d.tag("h1", "", "C")
	first, _, _ := strings.Cut(text, "*/")
	d.code(strings.ReplaceAll(strings.ReplaceAll(strings.TrimPrefix(first, "/*"), "\n * ", "\n"), "\n *", "\n"))
	d.tag("h2", "constants", "Constants")
	d.WriteString("<table><tbody>\n")
	for _, c := range h.Constants {
		fmt.Fprintf(&d, "<tr id=\"%s\"><td><code>%s</code></td><td><code>%s</code></td><td>%s</td></tr>\n", c.Name, c.Name, c.Text, html.EscapeString(c.Doc))
	}
	d.WriteString("</tbody></table>\n")
	d.tag("h2", "structs", "Structs")
	for _, s := range h.Structs {
		d.tag("h3", s.Name, s.Name)
		d.said(s.Doc)
		d.WriteString("<table><tbody>\n")
		for _, f := range s.Fields {
			length := ""
			if f.Length > 0 {
				length = fmt.Sprintf("[%d]", f.Length)
			}
			fmt.Fprintf(&d, "<tr><td><code>%s %s%s</code></td><td>%s</td></tr>\n", f.Type, f.Name, length, html.EscapeString(f.Doc))
		}
		d.WriteString("</tbody></table>\n")
	}
	section := ""
	for _, f := range h.Functions {
		if f.Section != section {
			section = f.Section
			d.tag("h2", section, section)
		}
		d.tag("h3", f.Name, f.Name)
		var params []string
		for _, p := range f.Params {
			params = append(params, strings.Replace(p.Type+" "+p.Name, "* ", "*", 1))
		}
		if len(params) == 0 {
			params = []string{"void"}
		}
		d.code(f.Result + " " + f.Name + "(" + strings.Join(params, ", ") + ");")
		d.said(f.Doc)
	}
	return d.html()
}

// optionReference is a table for each schema of options or rules.
func optionReference(root string) template.HTML {
	library := schema.Of(root)
	var d document
	d.tag("h1", "", "Options")
	for _, name := range must.Get(library.Names()) {
		topic := strings.TrimSuffix(name, ".json")
		if !strings.HasSuffix(topic, "-options") && !strings.HasSuffix(topic, "-rules") {
			continue
		}
		s := must.Get(library.Find(name+"#", name))
		d.tag("h2", topic, s.Title)
		d.said(s.Description)
		d.WriteString("<table><thead><tr><th>option</th><th>meaning</th></tr></thead><tbody>\n")
		optionRows(&d, library, s, name, "")
		d.WriteString("</tbody></table>\n")
	}
	return d.html()
}

// optionRows writes a row for each key of an object and of the objects in it.
func optionRows(d *document, library *schema.Library, s *schema.Schema, from, prefix string) {
	for _, p := range s.Properties {
		option := must.Get(library.Resolved(p.Schema, from))
		values := html.EscapeString(valuesOf(option))
		if len(option.Default) > 0 {
			values += fmt.Sprintf("; default <code>%s</code>", html.EscapeString(string(option.Default)))
		}
		fmt.Fprintf(d, "<tr><td><code>%s</code></td><td>%s<br><small>%s</small></td></tr>\n", html.EscapeString(prefix+p.Key),
			html.EscapeString(option.Description), values)
		if len(option.Properties) > 0 && strings.Count(prefix, ".") < 3 {
			optionRows(d, library, option, option.File, prefix+p.Key+".")
		}
	}
}

// valuesOf says what an option may be: its type and range, or its words.
func valuesOf(s *schema.Schema) string {
	if texts := s.Texts(); len(texts) > 0 {
		for i, text := range texts {
			texts[i] = fmt.Sprintf("%q", text)
		}
		return strings.Join(texts, ", ")
	}
	text := strings.Join(s.Types, " or ")
	switch {
	case s.Minimum != "" && s.Maximum != "":
		text += fmt.Sprintf(", %s to %s", s.Minimum, s.Maximum)
	case s.Minimum != "":
		text += fmt.Sprintf(", from %s", s.Minimum)
	case s.Over != "":
		text += fmt.Sprintf(", over %s", s.Over)
	}
	return text
}
