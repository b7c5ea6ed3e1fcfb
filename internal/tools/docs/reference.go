package main

import (
	"fmt"
	"html"
	"html/template"
	"os"
	"path/filepath"
	"regexp"
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
		{Name: "reference-node", Title: "Node", Body: commented("Node", "//", exported(filepath.Join(root, "bindings", "node", "src")))},
		{Name: "reference-unity", Title: "Unity and C#", Body: commented("Unity and C#", "///", must.Get(filepath.Glob(filepath.Join(root, "bindings", "unity", "Runtime", "*.cs"))))},
		{Name: "reference-options", Title: "Options", Body: optionReference(root)},
		{Name: "reference-sgcp", Title: titleOf(protocol), Body: markdown(protocol, "")},
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

// said writes a comment: its paragraphs, lists and examples, with names in code.
func (d *document) said(text string) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if trimmed := strings.TrimSpace(paragraph); trimmed == "" {
			continue
		} else if strings.HasPrefix(trimmed, ">>>") || strings.HasPrefix(paragraph, "    ") {
			d.code(paragraph)
			continue
		}
		items := listItem.Split(strings.TrimSpace(paragraph), -1)
		for i, item := range items {
			items[i] = inCode(strings.Join(strings.Fields(item), " "))
		}
		if items[0] != "" { // what stands before a list
			d.WriteString("<p>" + strings.Replace(items[0], "::", ":", 1) + "</p>\n")
		}
		if len(items) > 1 {
			d.WriteString("<ul>\n<li>" + strings.Join(items[1:], "</li>\n<li>") + "</li>\n</ul>\n")
		}
	}
}

var (
	listItem = regexp.MustCompile(`(?m)^[*-] `)
	role     = regexp.MustCompile(":\\w+:(`[^`]+`)")
	inTicks  = regexp.MustCompile("``?([^`]+)``?")
)

// inCode is a text as HTML, with what stands between backticks in code.
func inCode(text string) string {
	return inTicks.ReplaceAllString(html.EscapeString(role.ReplaceAllString(text, "$1")), "<code>$1</code>")
}

// breakable is a name as HTML that a narrow column may break at its joints.
func breakable(name string) string {
	return strings.NewReplacer(".", ".<wbr>", "_", "_<wbr>").Replace(html.EscapeString(name))
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
		fmt.Fprintf(d, "<tr><td><code>%s</code></td><td>%s<br><small>%s</small></td></tr>\n", breakable(prefix+p.Key),
			inCode(option.Description), values)
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
